//! What the results of series and of tournaments show alike.

use botyard_engine::tournament::PlayerTally;

use super::node::{ViewNode, node};

/// A sentence about the numbers.
pub(crate) fn remark(remark: String) -> ViewNode {
    node("p").with("class", "hint").text(remark)
}

/// The name at the beginning of a row.
pub(crate) fn row_head(name: &str) -> ViewNode {
    node("th").with("scope", "row").with("title", name).text(name)
}

/// What tables say of each participant, from the games won to its faults.
pub(crate) fn result_cells(player: &PlayerTally) -> [String; 6] {
    let results = player.results;
    let faults: Vec<_> = player.faults.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    [
        results.won.to_string(),
        results.drawn.to_string(),
        results.lost.to_string(),
        format!("{:.1}", results.points()),
        format!("{:.1?}", player.time.longest),
        if faults.is_empty() { "0".to_owned() } else { faults.join(", ") },
    ]
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
