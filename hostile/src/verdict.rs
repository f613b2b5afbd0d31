//! The result of a match, as one line. Knows no form of a bot.

use std::fmt::Write as _;

use serde_json::Value;

/// The turns of the bot in this seat, and the end of the match for it: its columns, then `wins`,
/// `loses` or `ties`, or its fault and the reason. The line also holds a fault of the other player.
/// `turns` and `outcome` are in the file form of replays.
pub fn verdict(seat: usize, turns: &[Value], outcome: Option<&Value>) -> String {
    let mut words = String::new();
    let mut is_blamed = false;
    for turn in turns {
        let is_own = turn["seat"] == seat;
        match (turn.get("action"), turn.get("fault")) {
            (Some(column), _) if is_own => write!(words, "{column} "),
            (_, Some(fault)) => {
                is_blamed = true;
                let whose = if is_own { "" } else { "THE OTHER " };
                write!(words, "{whose}{} ", told(fault))
            }
            _ => Ok(()),
        }
        .expect("text can be appended to text");
    }
    if !is_blamed {
        words += ending(seat, outcome);
    }
    words.trim_end().to_owned()
}

fn told(fault: &Value) -> String {
    let text = |name: &str| fault[name].as_str().unwrap_or_default();
    match (text("kind"), text("why")) {
        (kind, "") => kind.to_owned(),
        (kind, why) => format!("{kind}: {why}"),
    }
}

fn ending(seat: usize, outcome: Option<&Value>) -> &'static str {
    let places: Vec<_> = outcome.and_then(|outcome| outcome["places"].as_array()).into_iter().flatten().collect();
    let first = |place: &&Value| **place == 1;
    match (places.get(seat).is_some_and(first), places.iter().filter(|place| first(place)).count()) {
        (_, 0) => "has not ended",
        (true, 1) => "wins",
        (true, _) => "ties",
        (false, _) => "loses",
    }
}

/// Whether a verdict is the catalogue's, in which `…` stands for the rest.
pub fn is_as_expected(verdict: &str, expected: &str) -> bool {
    match expected.strip_suffix('…') {
        Some(beginning) => verdict.starts_with(beginning),
        None => verdict == expected,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_match_is_told_for_one_seat() {
        let turns = [json!({"seat": 0, "action": 4}), json!({"seat": 1, "action": 5})];
        let win = json!({"places": [1, 2]});
        assert_eq!(verdict(0, &turns, Some(&win)), "4 wins");
        assert_eq!(verdict(1, &turns, Some(&win)), "5 loses");
        assert_eq!(verdict(1, &turns, Some(&json!({"places": [1, 1]}))), "5 ties");
        assert_eq!(verdict(1, &turns, None), "5 has not ended");
    }

    #[test]
    fn a_fault_is_told_whosever_it_is() {
        let fault = json!({"seat": 1, "fault": {"kind": "exited", "why": "with exit status 3"}});
        let turns = [json!({"seat": 0, "action": 4}), fault];
        let outcome = json!({"places": [1, 2], "blamed": 1});
        assert_eq!(verdict(1, &turns, Some(&outcome)), "exited: with exit status 3");
        assert_eq!(verdict(0, &turns, Some(&outcome)), "4 THE OTHER exited: with exit status 3");
    }

    #[test]
    fn an_end_may_be_left_out() {
        assert!(is_as_expected("flooded", "flooded") && is_as_expected("not-started: it printed x", "not-started…"));
        assert!(!is_as_expected("flooded: it did", "flooded") && !is_as_expected("exited", "not-started…"));
    }
}
