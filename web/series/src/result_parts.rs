//! What the results of series and of tournaments show alike.

use std::time::Duration;

use botyard_engine::tournament::PlayerTally;

use super::node::{ViewNode, node};
use super::series::Series;

/// A sentence about the numbers.
pub(crate) fn remark(remark: String) -> ViewNode {
    node("p").with("class", "hint").text(remark)
}

/// The name at the beginning of a row.
pub(crate) fn row_head(name: &str) -> ViewNode {
    node("th").with("scope", "row").with("title", name).text(name)
}

/// The headings of [`result_cells`].
pub(crate) fn result_heads(limit: Option<Duration>) -> impl Iterator<Item = &'static str> {
    let share = limit.map(|_| "of limit");
    ["won", "drawn", "lost", "points", "longest"].into_iter().chain(share).chain(["faults"])
}

/// What tables say of each participant, from the games won to its faults. `limit` is how long a bot
/// may take for an answer.
pub(crate) fn result_cells(player: &PlayerTally, limit: Option<Duration>) -> impl Iterator<Item = String> {
    let results = player.results;
    let faults: Vec<_> = player.faults.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let share = limit.map(|limit| player.time.share_text(limit));
    let numbers = [
        results.won.to_string(),
        results.drawn.to_string(),
        results.lost.to_string(),
        format!("{:.1}", results.points()),
        format!("{:.1?}", player.time.longest),
    ];
    let faults = if faults.is_empty() { "0".to_owned() } else { faults.join(", ") };
    numbers.into_iter().chain(share).chain([faults])
}

/// That games could not be played, which, and why; `None` if all could.
pub(crate) fn void_remark(series: &Series) -> Option<String> {
    let tallies = series.counted_games_of_all().tallies();
    let effect = match tallies.iter().map(|tally| tally.void_units()).sum::<u64>() {
        0 => return None,
        1 => "1 unit has a game that could not be played: it counts for nobody".to_owned(),
        units => format!("{units} units have a game that could not be played: they count for nobody"),
    };
    Some(format!("{effect}. These are void: {}.", series.describe_void_games().join("; ")))
}

/// Statements with what they are about.
pub(crate) fn list_statements(all: Vec<(&str, String)>) -> ViewNode {
    let row = |(what, statement): (&str, String)| {
        let word = what.split(' ').next().unwrap_or(what);
        let testid = format!("series-{}", word.to_lowercase());
        [node("dt").text(what), node("dd").testid(&testid).text(statement)]
    };
    node("dl").children(all.into_iter().flat_map(row))
}
