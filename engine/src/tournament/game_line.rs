//! A game of a tournament as a line of JSON: what `--jsonl` writes and the page exports, and what
//! both read. Knows no files.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::schedule::GameId;
use super::tally::GameResult;
use crate::replay::nanoseconds;

/// A game as a line of JSON. Names of fields must not change; other fields are ignored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// The game's name in the catalogue; empty in lines of programs that did not write it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// Its unit's place in the schedule, from 0.
    pub unit: u64,
    /// By how many seats the players have moved on, from 0.
    pub rotation: u16,
    /// The seed of the match.
    pub seed: u64,
    /// The name of the player in each seat.
    pub players: Vec<String>,
    /// How it ended.
    pub result: GameResult,
    /// How many turns it had.
    pub turns: usize,
    /// How long it was played, in real time.
    #[serde(rename = "duration_ns", with = "nanoseconds")]
    pub duration: Duration,
    /// The payload of its link, or if that would be too long, the replay file.
    #[serde(default)]
    pub replay: Option<String>,
    /// The last of what players with a fault wrote to stderr, by seat.
    #[serde(default)]
    pub stderr: Vec<(u8, String)>,
}

/// A line that is not a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line} {why}")]
pub struct GameLineError {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it: `is not a game: ...`, or `is cut off ...`.
    pub why: String,
}

impl GameLine {
    /// Which game it is.
    pub fn id(&self) -> GameId {
        GameId { unit: self.unit, rotation: self.rotation }
    }

    /// The line, without its newline.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a line has text keys only")
    }

    /// Reads the lines of a file, each with its number from 1. Empty lines are left out, and the
    /// mark of its byte order that some editors put before the first.
    ///
    /// # Errors
    /// The first line that is not a game.
    pub fn read_lines(text: &str) -> Result<Vec<(usize, Self)>, GameLineError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty());
        lines.map(|(line, text)| Ok((line, Self::read(line, text)?))).collect()
    }

    fn read(line: usize, text: &str) -> Result<Self, GameLineError> {
        let failed = |why: String| GameLineError { line, why: format!("is not a game: {why}") };
        let game: Self = serde_json::from_str(text).map_err(|why| match why.is_eof() {
            true => GameLineError { line, why: format!("is cut off (column {})", why.column()) },
            // All of the text is one line, whose number is said.
            false => failed(why.to_string().replace(" at line 1 column ", " at column ")),
        })?;
        let seats = game.players.len();
        if usize::from(game.rotation) >= seats {
            return Err(failed(format!("{seats} players have no rotation {}", game.rotation)));
        }
        game.result.check_seats(seats).map_err(|why| failed(why.to_string()))?;
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::FaultKind;
    use crate::tournament::{GameDigest, PlayedGame, SeatTime};

    fn line() -> GameLine {
        let time = SeatTime { total: Duration::from_nanos(5), longest: Duration::from_nanos(3) };
        GameLine {
            game: "connect-four".to_owned(),
            unit: 4,
            rotation: 1,
            seed: u64::MAX,
            players: vec!["b".to_owned(), "a".to_owned()],
            result: GameResult::Played(PlayedGame {
                places: vec![2, 1],
                digest: GameDigest([7; 16]),
                faults: vec![(0, FaultKind::Timeout)],
                times: vec![time; 2],
                competition_points: None,
            }),
            turns: 9,
            duration: Duration::from_nanos(1234),
            replay: Some("abc.def".to_owned()),
            stderr: vec![(0, "late".to_owned())],
        }
    }

    #[test]
    fn lines_look_the_same_for_ever() {
        let text = concat!(
            r#"{"game":"connect-four","unit":4,"rotation":1,"seed":18446744073709551615,"players":["b","a"],"result":"#,
            r#"{"played":{"places":[2,1],"digest":"07070707070707070707070707070707","faults":[[0,"timeout"]],"#,
            r#""times":[{"used_ns":5,"longest_ns":3},{"used_ns":5,"longest_ns":3}]}},"#,
            r#""turns":9,"duration_ns":1234,"replay":"abc.def","stderr":[[0,"late"]]}"#
        );
        assert_eq!(line().to_json(), text);
        assert_eq!(GameLine::read_lines(&format!("\n{text}\n\n")), Ok(vec![(2, line())]));
        assert_eq!(GameLine::read_lines(&format!("\u{feff}{text}\r\n")), Ok(vec![(1, line())]));
    }

    /// The least that a line needs, and fields of a later version.
    #[test]
    fn what_a_line_may_leave_out() {
        let text =
            r#"{"unit":0,"rotation":0,"seed":1,"players":["a","b"],"result":"void","turns":0,"duration_ns":0,"new":1}"#;
        let read = GameLine::read_lines(text).expect("a line");
        assert_eq!((read[0].1.result.clone(), read[0].1.game.as_str()), (GameResult::Void, ""));
    }

    #[test]
    fn other_lines_are_refused_with_their_number() {
        let text = line().to_json();
        for (wrong, why) in [
            ("{}".to_owned(), "missing field `unit`"),
            (text.replace("[2,1]", "[2,1,3]"), "the result has 3 places for 2 seats"),
            (text.replace("[2,1]", "[9,1]"), "the result has the place 9 for 2 seats"),
            (text.replace("[2,1]", "[1,0]"), "the result has the place 0 for 2 seats"),
            // The counting of such a line panicked.
            (
                text.replace(r#"[[0,"timeout"]]"#, r#"[[2,"timeout"]]"#),
                "the result has a fault in seat 2, counted from 0, of 2 seats",
            ),
            (
                text.replace(r#""times":["#, r#""times":[{"used_ns":5,"longest_ns":3},"#),
                "the result has 3 times for 2 seats",
            ),
            (
                text.replace(r#""faults":"#, r#""competition_points":[1,2,3],"faults":"#),
                "the result has competition points for 3 of 2",
            ),
            (text.replace(r#""rotation":1"#, r#""rotation":2"#), "2 players have no rotation 2"),
            ("games".to_owned(), "expected value"),
        ] {
            let refused = GameLine::read_lines(&format!("{text}\n{wrong}\n")).expect_err("not a game");
            assert_eq!(refused.line, 2);
            assert!(refused.to_string().starts_with(&format!("line 2 is not a game: {why}")), "{refused}");
        }
        let refused = GameLine::read_lines(&text[..text.len() - 20]).expect_err("not a game");
        assert_eq!(refused.to_string(), format!("line 1 is cut off (column {})", text.len() - 20));
    }
}
