//! The common parts of the results of series and of tournaments.

use std::time::Duration;

use botyard_engine::tournament::{PlayerTally, Remark};
use botyard_web_messages::file_of_build;

use super::node::{ViewNode, node};
use super::series::Series;

/// The name at the beginning of a row. A long name is cut to the room there is: the number of a
/// build, which distinguishes it from the others of its file, has a line of its own.
pub(crate) fn row_head(name: &str) -> ViewNode {
    let head = node("th").with("scope", "row").with("title", name);
    let file = file_of_build(name);
    match name[file.len()..].strip_prefix(", ") {
        Some(build) => head.text(format!("{file}, ")).child(node("span").with("class", "build").text(build)),
        None => head.text(name),
    }
}

/// The headings of [`result_cells`].
pub(crate) fn result_heads(limit: Option<Duration>) -> impl Iterator<Item = &'static str> {
    let share = limit.map(|_| "of limit");
    ["won", "drawn", "lost", "points", "longest"].into_iter().chain(share).chain(["faults"])
}

/// A participant's numbers in tables, from the games won to its faults. `limit` is how long a bot
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
pub(crate) fn list_statements(all: Vec<(&str, String)>) -> ViewNode {
    let row = |(what, statement): (&str, String)| {
        let word = what.split(' ').next().unwrap_or(what);
        let testid = format!("series-{}", word.to_lowercase());
        [node("dt").text(what), node("dd").testid(&testid).text(statement)]
    };
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
