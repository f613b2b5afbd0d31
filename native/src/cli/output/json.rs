//! The JSON document that `play --json` prints.

use botyard_engine::fault::is_printable;
use botyard_engine::seat::Seat;
use serde_json::{Value, json};

use super::recorded_match::RecordedMatch;
use super::report::{self, TimeUsed};

/// Replay, outcome (`null` if the match was stopped), verdict, link, and the time that each player has used.
pub fn document(record: &dyn RecordedMatch, page: Option<&str>) -> Value {
    json!({
        "replay": record.json(),
        "outcome": record.outcome(),
        "verdict": record.frozen_verdict(),
        "link": report::address(record, page),
        "players": (0..record.players().len()).map(|index| player(record, Seat::new(index))).collect::<Vec<_>>(),
    })
}

/// The text of a document. Characters that could control a terminal or reorder its text are escaped, because names and
/// words come from strangers.
pub fn text(document: &Value) -> String {
    let mut text = String::new();
    for c in format!("{document:#}").chars() {
        // Outside strings, a document contains only printable characters, spaces and newlines; strings contain no
        // newline.
        match c == '\n' || is_printable(c) {
            true => text.push(c),
            false => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| text += &format!("\\u{unit:04x}")),
        }
    }
    text
}

fn player(record: &dyn RecordedMatch, seat: Seat) -> Value {
    let used = TimeUsed::of(record, seat);
    let player_info = &record.players()[seat.index()];
    json!({
        "name": player_info.name,
        "kind": player_info.kind,
        "sha256": player_info.sha256,
        "turns": used.turns,
        "used_ns": nanoseconds(used.total),
        "longest_ns": nanoseconds(used.longest),
    })
}

/// A time as documents hold it: whole nanoseconds, at most 584 years.
pub fn nanoseconds(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_might_obey_is_a_number() {
        let document = json!({"name": "a\u{9b}5m\u{202e}b\u{1b}[2J", "é": ["\u{7f}"]});
        let text = text(&document);
        assert!(text.chars().all(|c| c == '\n' || is_printable(c)), "{text}");
        assert!(text.contains(r"a\u009b5m\u202eb\u001b[2J") && text.contains('é'), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).expect("it is JSON"), document);
    }
}
