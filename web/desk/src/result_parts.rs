//! Draws the tables, statements and remarks of a report: the engine makes them. The texts are those
//! of the native program.

use botyard_engine::tournament::Scoring;
use botyard_engine::tournament::report::{ColumnKind, Heading, Remark, Results, Statement, Table};
use botyard_engine::tournament::statistics::FieldRatings;
use botyard_web_protocol::file_of_build;

use super::node::{ViewNode, node};
use super::series::Series;

/// The results of all participants. A tournament has ratings, as far as they have been computed.
pub(crate) fn results<'a>(series: &'a Series, ratings: Option<&'a FieldRatings>) -> Results<'a> {
    let (counted, names) = (series.counted_games_of_all(), series.names());
    let limit = |participant| series.limit(participant);
    if series.is_series() {
        Results::of_series(counted, &names, limit)
    } else {
        Results::of_field(counted, &names, limit, Scoring::Standard, None, ratings)
    }
}

/// A table whose rows begin with the participants' names.
pub(crate) fn draw_table(testid: &str, table: &Table) -> ViewNode {
    let name = table.headings.iter().position(|heading| heading.kind == ColumnKind::Name).unwrap_or_default();
    let head = |heading: &Heading| node("th").with("scope", "col").text(&*heading.text);
    let row = |row: &Vec<String>| {
        node("tr").child(row_head(&row[name])).children(others(row, name).map(|cell| node("td").text(cell)))
    };
    let heads = table.headings.get(name).into_iter().chain(others(&table.headings, name));
    let heads = node("tr").children(heads.map(head));
    let rows = node("tbody").children(table.rows.iter().map(row));
    let drawn = node("table").testid(testid).child(node("thead").child(heads)).child(rows);
    node("div").with("class", "series-table").child(drawn)
}

/// All items but the one at this place.
fn others<T>(items: &[T], place: usize) -> impl Iterator<Item = &T> {
    items.iter().enumerate().filter(move |(at, _)| *at != place).map(|(_, item)| item)
}

/// The name at the beginning of a row. A long name is cut to the room there is: the number of a
/// build, which distinguishes it from the others of its file, has a line of its own.
fn row_head(name: &str) -> ViewNode {
    let head = node("th").with("scope", "row").with("title", name);
    let file = file_of_build(name);
    match name[file.len()..].strip_prefix(", ") {
        Some(build) => head.text(format!("{file}, ")).child(node("span").with("class", "build").text(build)),
        None => head.text(name),
    }
}

/// The remarks on how to read the numbers.
pub(crate) fn draw_remarks(series: &Series, remarks: &[Remark]) -> Vec<ViewNode> {
    let names = series.names();
    let draw = |remark: &Remark| {
        let mut text = remark.text(&|participant| names[participant].to_owned());
        if let Remark::VoidUnits(_) = remark {
            text.push(' ');
            text.push_str(&series.describe_void_games().join("; "));
            text.push('.');
        }
        node("p").with("class", "hint").text(text)
    };
    remarks.iter().map(draw).collect()
}

/// Statements with their subjects.
pub(crate) fn list_statements(all: impl IntoIterator<Item = Statement>) -> ViewNode {
    let row = |Statement { subject, text }| [node("dt").text(subject), node("dd").text(text)];
    node("dl").children(all.into_iter().flat_map(row))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Regression: two builds of one bot looked alike, as the ends of their names were cut.
    #[test]
    fn the_number_of_a_build_has_its_own_line() {
        let build = json!(["span", { "class": "build" }, "build 12"]);
        for (name, words) in [
            ("negamax", vec![json!("negamax")]),
            ("mine.wasm, build 12", vec![json!("mine.wasm, "), build.clone()]),
            ("a, build 1.js, build 12", vec![json!("a, build 1.js, "), build.clone()]),
        ] {
            let head = row_head(name).into_value();
            assert_eq!(head[1], json!({ "scope": "row", "title": name }));
            assert_eq!(head.as_array().expect("an element")[2..], words, "{name}");
        }
    }
}
