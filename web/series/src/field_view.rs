//! Draws the results of a tournament of pairs: standings with ratings, and the results of each
//! pairing. Decides nothing.

use botyard_engine::tournament::report::{ColumnKind, Crosstable, Heading, Remark, Results, Table};
use botyard_engine::tournament::statistics::{Anchor, FieldRatings};

use super::comparison_view::statements;
use super::node::ViewNode;
use super::result_parts::{draw_remarks, draw_table};
use super::series::Series;

/// The standings, the crosstable, the statements, and remarks on how to read them.
pub(crate) fn tables(series: &Series, results: &Results<'_>, ratings: Option<&FieldRatings>) -> Vec<ViewNode> {
    let crosstable = results.crosstable().map(|crosstable| draw_table("series-crosstable", &named(crosstable)));
    // With keys, the tables can be scrolled sideways.
    let tables = [draw_table("series-table", &results.table())].into_iter().chain(crosstable);
    let mut parts: Vec<_> = tables.map(|table| table.with("tabindex", 0)).collect();
    parts.push(statements(series, results));
    let remarks = Remark::of_field(series.counted_games_of_all(), ratings, Anchor::Mean);
    parts.extend(draw_remarks(series, &remarks));
    parts
}

/// The crosstable with names as headings.
fn named(crosstable: Crosstable<'_>) -> Table {
    let names = crosstable.names.iter().map(|&name| Heading::new(name, ColumnKind::Number));
    let headings = [Heading::new("won-drawn-lost against", ColumnKind::Name)].into_iter().chain(names).collect();
    let rows = crosstable.names.iter().zip(crosstable.results);
    let rows = rows.map(|(&name, results)| [name.to_owned()].into_iter().chain(results).collect());
    Table { headings, rows: rows.collect() }
}
