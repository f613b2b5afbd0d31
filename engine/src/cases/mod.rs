//! Cases: turns of recorded matches, each with what a bot must do in it. Performs no I/O: a host
//! repeats the match up to the turn and has the bot's answer judged here.

mod open_case;
mod typed_case;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::catalog::{self, Visitor};
use crate::fault::printable;
use crate::replay::file::{self, ReplayDocument};

pub use open_case::{CaseVerdict, OpenCase};
use typed_case::{CheckCase, CutAfter};

/// A turn of a match, and what a bot must do in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The name of the case.
    pub name: String,
    /// Why it was kept.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The player whose turn it is, counted from 1.
    pub seat: usize,
    /// The number of the turn, as people count: where all seats act at once, all of them have one
    /// turn.
    pub turn: usize,
    /// What the bot must do.
    pub expect: Expectation,
    /// The match up to the end of the turn, in the file form of replays as text.
    pub replay: String,
}

/// What a bot must do in a turn. A fault never passes, and neither does a failed run or an answer
/// that lacks a part.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// The bot must play one of these actions, given in the words of the game's protocol; if the
    /// list is empty, any action passes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub one_of: Vec<String>,
    /// The bot must not play any of these actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not: Vec<String>,
    /// At most this many milliseconds, in the bot's own kind of time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within_ms: Option<f64>,
}

/// Why a case cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CaseError {
    /// Its match cannot be read.
    #[error("invalid replay: {0}")]
    Replay(String),
    /// The match has no player with this number.
    #[error("invalid seat {seat}: expected {}", seat_numbers(*.seats))]
    Seat {
        /// The number of the player.
        seat: usize,
        /// How many there are.
        seats: usize,
    },
    /// The player has no such turn.
    #[error("player {seat} has no turn {turn}")]
    Turn {
        /// The number of the player.
        seat: usize,
        /// The number of the turn.
        turn: usize,
    },
    /// The game cannot parse an expected action.
    #[error("`{words}` is not an action: {why}")]
    Action {
        /// The words.
        words: String,
        /// What is wrong with them, as a clause.
        why: String,
    },
    /// The rules do not allow an action that is expected.
    #[error("`{words}` cannot be played in this turn: {why}")]
    Illegal {
        /// The words.
        words: String,
        /// Why not.
        why: String,
    },
    /// A part of an action that is expected is missing.
    #[error("`{words}` never passes: it has {gap}")]
    Incomplete {
        /// The words.
        words: String,
        /// What the action lacks, as in [`describe_gap`](crate::codec::Protocol::describe_gap).
        gap: String,
    },
    /// A time that no answer can take.
    #[error("invalid within_ms {0}: expected a number above 0")]
    Time(String),
}

/// The numbers of the players of a match.
fn seat_numbers(seats: usize) -> String {
    if seats == 1 { "1".to_owned() } else { format!("1 to {seats}") }
}

impl Case {
    /// Makes a case of a turn: the whole match before it, its settings, terms and seed, and the
    /// other players' actions in the same turn. The match is in the file form, without the
    /// transcript of its bots.
    ///
    /// # Errors
    /// If the match has no such turn, or the expectation is not possible in it.
    pub fn keep(
        match_: Value,
        seat: usize,
        turn: usize,
        expect: Expectation,
        name: String,
        note: String,
    ) -> Result<Self, CaseError> {
        let whole = Self { name, note, seat, turn, expect, replay: match_.to_string() };
        let document = whole.document()?;
        let replay = visit(&document.game.clone(), CutAfter { document, case: &whole })??;
        let case = Self { replay: replay.to_string(), ..whole };
        case.open()?;
        Ok(case)
    }

    /// Checks that the case can be used.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn open(&self) -> Result<OpenCase, CaseError> {
        let document = self.document()?;
        visit(&document.game.clone(), CheckCase { document, case: self })?
    }

    /// The match in the file form.
    ///
    /// # Errors
    /// If it is not one.
    pub fn replay(&self) -> Result<Value, CaseError> {
        serde_json::from_str(&self.replay).map_err(|why| CaseError::Replay(why.to_string()))
    }

    fn document(&self) -> Result<ReplayDocument, CaseError> {
        file::open(self.replay()?).map_err(|why| CaseError::Replay(why.to_string()))
    }
}

fn visit<V: Visitor>(game: &str, visitor: V) -> Result<V::Out, CaseError> {
    catalog::visit(game, visitor).ok_or_else(|| CaseError::Replay(format!("unknown game `{}`", printable(game))))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::*;
    use crate::replay::{PlayerInfo, Turn, TurnResult};
    use crate::seat::Seat;

    /// A match in which the players drop their discs into these columns by turns, in 3 ms each.
    fn replay(columns: &[u8]) -> Value {
        let turn = |(ply, column): (usize, &u8)| json!({"seat": ply % 2, "action": column, "used_ns": 3_000_000});
        let turns: Vec<_> = columns.iter().enumerate().map(turn).collect();
        json!({
            "format": 1, "game": "connect-four", "settings": {}, "seed": 5, "turns": turns,
            "players": [{"name": "a", "kind": "module"}, {"name": "b", "kind": "module"}],
        })
    }

    fn keep(turn: usize, expect: Expectation) -> Result<Case, CaseError> {
        Case::keep(replay(&[4, 4, 3, 5, 2]), 1 + (turn + 1) % 2, turn, expect, "blocks".to_owned(), String::new())
    }

    /// The verdict on a turn in which column 5 was played in 3 ms.
    fn judged(expect: Expectation) -> CaseVerdict {
        let open = keep(4, expect).and_then(|case| case.open()).expect("a case");
        let turn = Turn { seat: Seat::new(1), result: TurnResult::Action(json!(5)), words: None, used: MS * 3 };
        open.judge_turn(&turn)
    }

    const MS: Duration = Duration::from_millis(1);

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|&words| words.to_owned()).collect()
    }

    #[test]
    fn a_case_keeps_the_match_up_to_its_turn() {
        let case = keep(3, Expectation::default()).expect("there is such a turn");
        assert_eq!(case.replay().expect("it is JSON")["turns"].as_array().map(Vec::len), Some(3));
        assert_eq!(case.replay().expect("it is JSON")["seed"], 5);
        let open = case.open().expect("it can be judged");
        assert_eq!((open.seat, open.index), (Seat::new(0), 2));
    }

    #[test]
    fn an_answer_is_judged_by_its_action_and_its_time() {
        let fails = |why: &str| CaseVerdict::Fail(why.to_owned());
        let one_of = |list| Expectation { one_of: words(list), ..Expectation::default() };
        let not = |list| Expectation { not: words(list), ..Expectation::default() };
        let within = |ms| Expectation { within_ms: Some(ms), ..Expectation::default() };
        assert_eq!(judged(Expectation::default()), CaseVerdict::Pass);
        assert_eq!(judged(one_of(&["1", " 5 "])), CaseVerdict::Pass, "other words for the same action");
        assert_eq!(judged(one_of(&["1", "2"])), fails("it played `5`, expected `1` or `2`"));
        assert_eq!(judged(not(&["1", "2"])), CaseVerdict::Pass);
        assert_eq!(judged(not(&["5"])), fails("it played `5` (forbidden)"));
        assert_eq!(judged(within(3.0)), CaseVerdict::Pass);
        assert_eq!(judged(within(2.5)), fails("it took 3.0ms, expected at most 2.5ms"));
    }

    #[test]
    fn a_fault_never_passes() {
        let open = keep(4, Expectation::default()).and_then(|case| case.open()).expect("a case");
        let fault = crate::fault::Fault::new(crate::fault::FaultKind::Timeout, b"", "");
        let turn = Turn { seat: Seat::new(1), result: TurnResult::from(fault), words: None, used: MS };
        assert!(matches!(open.judge_turn(&turn), CaseVerdict::Fail(why) if why.contains("ran out of time")));
    }

    #[test]
    fn a_match_is_judged_by_its_turns() {
        let not = |words: &str| Expectation { not: vec![words.to_owned()], ..Expectation::default() };
        let open = keep(4, not("5")).and_then(|case| case.open()).expect("a case");
        assert_eq!(open.played(), Some("5"));
        let (match_spec, recorded) = open.repeat(PlayerInfo { name: "other".to_owned(), ..PlayerInfo::default() });
        assert_eq!((&*match_spec.players[1].name, match_spec.seed), ("b", 5), "it has the player's name");
        assert_eq!((recorded.seats, recorded.turns.len()), (vec![Seat::new(0)], 4));
        let explained = |columns: &[u8]| {
            let turn = |(ply, &column): (usize, &u8)| Turn {
                seat: Seat::new(ply % 2),
                result: TurnResult::Action(json!(column)),
                words: None,
                used: MS,
            };
            let turns: Vec<_> = columns.iter().enumerate().map(turn).collect();
            let verdict = open.judge_turns(&turns, &[]);
            let why = open.explain(&verdict, &turns);
            (verdict, why.unwrap_or_default())
        };
        assert_eq!(explained(&[4, 4, 3, 1]), (CaseVerdict::Pass, String::new()));
        assert_eq!(explained(&[4, 4, 3, 5]).1, "it played `5` (forbidden)");
        let (verdict, why) = explained(&[4, 2]);
        assert_eq!(verdict, CaseVerdict::NotReached(1));
        assert_eq!(why, "in turn 2 it played 2 (recorded: 4), so turn 4 was not reached");
        assert_eq!(explained(&[4, 4]).0, CaseVerdict::NotReached(2), "it was stopped");
    }

    /// A match of BitMartyr of two turns: the first player has two units, which stay in the first
    /// turn and do this in the second.
    fn orders(second: &str) -> Value {
        let turn = |seat: usize, action: &str| json!({"seat": seat, "action": action, "used_ns": 1_000_000});
        json!({
            "format": 1, "game": "bitmartyr", "settings": {"board": "E1E/2J", "duration": 2}, "seed": 5,
            "turns": [turn(0, "00"), turn(1, "0"), turn(0, second), turn(1, "0")],
            "players": [{"name": "a", "kind": "module"}, {"name": "b", "kind": "module"}],
        })
    }

    fn keep_orders(second: &str, expect: Expectation) -> Result<Case, CaseError> {
        Case::keep(orders(second), 1, 2, expect, String::new(), String::new())
    }

    fn ordered(action: &str) -> Turn<Value> {
        Turn { seat: Seat::new(0), result: TurnResult::Action(json!(action)), words: None, used: MS }
    }

    /// In BitMartyr a turn has an action for each unit whose run answered.
    #[test]
    fn a_turn_without_actions_is_called_nothing() {
        let open = keep_orders("00", Expectation::default()).and_then(|case| case.open()).expect("a case");
        let why = open.explain(&CaseVerdict::NotReached(0), &[ordered("")]);
        assert_eq!(why.as_deref(), Some("in turn 1 it played nothing (recorded: 00), so turn 2 was not reached"));
    }

    /// The rules have an order for a unit without one, so a bot that crashed used to pass.
    #[test]
    fn an_answer_that_lacks_a_part_never_passes() {
        let not = Expectation { not: words(&["00"]), ..Expectation::default() };
        for expect in [Expectation::default(), not] {
            let open = keep_orders("00", expect).and_then(|case| case.open()).expect("a case");
            for (action, verdict) in [
                ("13", CaseVerdict::Pass),
                ("--", CaseVerdict::Fail("it printed 0 actions for 2 units".to_owned())),
                ("1-", CaseVerdict::Fail("it printed 1 action for 2 units".to_owned())),
                ("-1", CaseVerdict::Fail("it printed 1 action for 2 units".to_owned())),
            ] {
                assert_eq!(open.judge_turn(&ordered(action)), verdict, "{action}");
            }
        }
        let played = |second| {
            let open = keep_orders(second, Expectation::default()).and_then(|case| case.open()).expect("a case");
            open.played().map(str::to_owned)
        };
        assert_eq!(["00", "0-", "--"].map(played), [Some("00".to_owned()), None, None]);
    }

    #[test]
    fn a_team_without_units_has_nothing_to_print() {
        let mut replay = orders("00");
        replay["settings"]["board"] = json!("E1E/3");
        for turn in [1, 3] {
            replay["turns"][turn]["action"] = json!("");
        }
        let case = Case::keep(replay, 2, 2, Expectation::default(), String::new(), String::new()).expect("a case");
        let turn = Turn { seat: Seat::new(1), ..ordered("") };
        assert_eq!(case.open().expect("it can be judged").judge_turn(&turn), CaseVerdict::Pass);
    }

    #[test]
    fn expectations_without_a_meaning_are_refused() {
        let one_of = |list| Expectation { one_of: words(list), ..Expectation::default() };
        let not = |list| Expectation { not: words(list), ..Expectation::default() };
        let refused = |expect| keep_orders("00", expect).expect_err("it is no case").to_string();
        for expect in [one_of(&["0"]), not(&["0"]), not(&["11", "0"])] {
            assert_eq!(refused(expect), "`0` cannot be played in this turn: orders: 1, units: 2");
        }
        assert_eq!(refused(one_of(&["0-"])), "`0-` never passes: it has 1 action for 2 units");
        keep_orders("0-", not(&["0-"])).expect("forms of earlier versions began so");
        // A bot can print what the rules refuse: that is a fault.
        let full = replay(&[4, 4, 4, 4, 4, 4, 1]);
        let keep_full = |expect| Case::keep(full.clone(), 1, 7, expect, String::new(), String::new());
        keep_full(not(&["4"])).expect("a case");
        let why = keep_full(one_of(&["4"])).expect_err("the column is full").to_string();
        assert_eq!(why, "`4` cannot be played in this turn: that column is full");
    }

    #[test]
    fn a_seat_of_one_has_no_range() {
        let mut alone = orders("00");
        alone["settings"]["board"] = json!("E1E/3");
        alone["players"].as_array_mut().expect("a list").truncate(1);
        let turns = alone["turns"].as_array_mut().expect("a list");
        turns.retain(|turn| turn["seat"] == 0);
        let case = Case::keep(alone, 1, 2, Expectation::default(), String::new(), String::new()).expect("a case");
        let why = Case { seat: 2, ..case }.open().expect_err("there is one player").to_string();
        assert_eq!(why, "invalid seat 2: expected 1");
    }

    #[test]
    fn what_cannot_be_judged_is_refused_in_words() {
        let refused = |turn, expect| keep(turn, expect).expect_err("it is no case").to_string();
        let one_of = |list| Expectation { one_of: words(list), ..Expectation::default() };
        assert_eq!(refused(9, Expectation::default()), "player 1 has no turn 9");
        assert_eq!(refused(0, Expectation::default()), "player 2 has no turn 0");
        assert_eq!(refused(4, one_of(&["9"])), "`9` is not an action: columns are 1 to 7");
        let within = Expectation { within_ms: Some(-1.0), ..Expectation::default() };
        assert_eq!(refused(4, within), "invalid within_ms -1: expected a number above 0");
        let case = keep(4, Expectation::default()).expect("a case");
        let opened = |case: Case| case.open().expect_err("it is no case").to_string();
        assert_eq!(opened(Case { seat: 3, ..case.clone() }), "invalid seat 3: expected 1 to 2");
        assert_eq!(opened(Case { seat: 1, ..case.clone() }), "player 1 has no turn 4");
        assert!(opened(Case { replay: "{".to_owned(), ..case }).starts_with("invalid replay: "));
    }
}
