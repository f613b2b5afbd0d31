//! Draws the results of a tournament of pairs: standings with ratings, and the results of each
//! pairing. The texts are those of the native program. Decides nothing.

use botyard_engine::tournament::statistics::{Anchor, FieldRating, FieldRatings};
use botyard_engine::tournament::{Remark, Scoring, Standing, standings};

use super::node::{ViewNode, node};
use super::result_parts::{draw_remarks, list_statements, result_cells, result_heads, row_head};
use super::series::Series;

/// The standings, the crosstable, and remarks on how to read them.
pub(crate) fn tables(series: &Series, ratings: Option<&FieldRatings>) -> Vec<ViewNode> {
    let all = standings(series.counted_games_of_all(), Scoring::Standard, None);
    let mut parts = vec![standings_table(series, &all, ratings), crosstable(series, &all)];
    parts.extend(first_seat(series, ratings));
    let remarks = Remark::of_field(series.counted_games_of_all(), ratings, Anchor::Mean);
    parts.extend(draw_remarks(series, &remarks));
    parts
}

fn standings_table(series: &Series, all: &[Standing], ratings: Option<&FieldRatings>) -> ViewNode {
    let limit = series.limit();
    let head = ["bot", "#", "rating", "95 %"].into_iter().chain(result_heads(limit));
    let names = series.names();
    let rows = all.iter().map(|standing| {
        let index = standing.participant.index();
        let rating = ratings.and_then(|ratings| ratings.players.get(index));
        let (value, interval) =
            rating.map_or_else(Default::default, |rating| (rating.value_text(), rating.interval_text()));
        let cells =
            [standing.place.to_string(), value, interval].into_iter().chain(result_cells(&standing.tally, limit));
        node("tr").child(row_head(names[index])).children(cells.map(|cell| node("td").text(cell)))
    });
    table("series-table", head.map(str::to_owned), rows)
}

fn crosstable(series: &Series, all: &[Standing]) -> ViewNode {
    let names = series.names();
    let head = std::iter::once("won-drawn-lost against".to_owned());
    let head = head.chain(all.iter().map(|standing| names[standing.participant.index()].to_owned()));
    let rows = all.iter().map(|standing| {
        let cells = all.iter().map(|other| {
            let against = series.counted_games_of_all().against(standing.participant, other.participant);
            let results = against.map(|tally| tally.results).filter(|results| results.games() > 0);
            let text = results.map(|results| format!("{}-{}-{}", results.won, results.drawn, results.lost));
            node("td").text(text.unwrap_or_default())
        });
        node("tr").child(row_head(names[standing.participant.index()])).children(cells)
    });
    table("series-crosstable", head, rows)
}

fn table(testid: &str, head: impl IntoIterator<Item = String>, rows: impl IntoIterator<Item = ViewNode>) -> ViewNode {
    let head = node("tr").children(head.into_iter().map(|name| node("th").with("scope", "col").text(name)));
    let table = node("table").testid(testid).child(node("thead").child(head)).child(node("tbody").children(rows));
    // With keys, the table can be scrolled sideways.
    node("div").with("class", "series-table").with("tabindex", 0).child(table)
}

fn first_seat(series: &Series, ratings: Option<&FieldRatings>) -> Option<ViewNode> {
    let seats = || series.counted_games_of_all().tallies().iter().map(|tally| tally.seats()[0]);
    let games = seats().map(|seat| seat.games()).sum::<u64>();
    let percent = |count: u64| 100.0 * count as f64 / games as f64;
    let [won, drawn] = [seats().map(|seat| seat.won).sum(), seats().map(|seat| seat.drawn).sum()].map(percent);
    let worth = ratings.map(|ratings| &ratings.first_seat).filter(|rating| matches!(rating, FieldRating::Rated { .. }));
    let worth = worth.map(|rating| format!(", worth {} (95 %: {})", rating.value_text(), rating.interval_text()));
    let statement = format!("wins {won:.1} %, draws {drawn:.1} %{}", worth.unwrap_or_default());
    let list = || list_statements(vec![("first seat", statement)]);
    (games > 0).then(|| node("div").with("class", "series-statements").child(list()))
}
