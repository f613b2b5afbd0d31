//! A game of a tournament as a line of JSON: `--jsonl` writes it, the page exports it, and both
//! read it. Knows no files.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::format::Format;
use super::game_identity::{self, DIGEST_VERSION};
use super::schedule::GameId;
use super::tally::{GameDigest, GameResult};
use super::void_games::VoidReason;
use crate::replay::{SeatTerms, nanoseconds, optional_nanoseconds};

/// A game as a line of JSON. Names of fields must not change; other fields are ignored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// The game's name in the catalogue; empty in lines of programs that did not write it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The format of the tournament; `None` in lines of programs that did not write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
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
    /// How its digest is made: [`DIGEST_VERSION`], or less if an earlier version wrote the line.
    #[serde(default = "first_digest_version")]
    pub digest_version: u32,
    /// How many turns it had.
    pub turns: usize,
    /// How long it was played, in real time.
    #[serde(rename = "duration_ns", with = "nanoseconds")]
    pub duration: Duration,
    /// How long a bot might take for an answer, if that is known.
    #[serde(default, rename = "limit_ns", with = "optional_nanoseconds", skip_serializing_if = "Option::is_none")]
    pub limit: Option<Duration>,
    /// The terms that bots had for themselves, by seat. The seats after them had none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seat_terms: Vec<SeatTerms>,
    /// The payload of its link, or if that would be too long, the replay file.
    #[serde(default)]
    pub replay: Option<String>,
    /// The end of the stderr of players with a fault, by seat.
    #[serde(default)]
    pub stderr: Vec<(u8, String)>,
    /// Why it is void, if it is and that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void_reason: Option<VoidReason>,
}

/// The version of a line without one.
fn first_digest_version() -> u32 {
    1
}

/// A line that is not a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line} {why}")]
pub struct GameLineError {
    /// Its number, from 1.
    pub line: usize,
    /// The error: `is not a game: ...`, or `is cut off ...`.
    pub why: String,
}

impl GameLine {
    /// The identity of the game.
    pub fn id(&self) -> GameId {
        GameId { unit: self.unit, rotation: self.rotation }
    }

    /// How many games its unit has.
    pub fn rotations(&self) -> usize {
        self.format.unwrap_or(Format::Series).rotations(self.players.len())
    }

    /// Its number in the tournament, from 1.
    pub fn number(&self) -> u64 {
        self.id().number(self.rotations())
    }

    /// Brings the digest of a line up to date that an earlier version wrote: lines of both are
    /// counted together. `hash` makes a digest. Where the game is not known, or has no replay, it
    /// stays as it was.
    pub fn renew_digest(&mut self, hash: impl FnOnce(&[u8]) -> GameDigest) {
        if self.digest_version >= DIGEST_VERSION {
            return;
        }
        self.digest_version = DIGEST_VERSION;
        if let (GameResult::Played(played), Some(replay)) = (&mut self.result, &self.replay)
            && let Some(identity) = game_identity::of_replay(&self.game, replay)
        {
            played.digest = hash(&identity);
        }
    }

    /// The line, without its newline.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a line has text keys only")
    }

    /// Reads the lines of a file, each with its number from 1. Skips empty lines, and the byte
    /// order mark that some editors put before the first.
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
            // The text is one line, so the position within it is enough.
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
    use crate::tournament::{PlayedGame, SeatTime};

    fn line() -> GameLine {
        let time = SeatTime { total: Duration::from_nanos(5), longest: Duration::from_nanos(3), of_bank: None };
        GameLine {
            game: "connect-four".to_owned(),
            format: Some(Format::RoundRobin),
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
            digest_version: 2,
            turns: 9,
            duration: Duration::from_nanos(1234),
            limit: Some(Duration::from_millis(5)),
            seat_terms: Vec::new(),
            replay: Some("abc.def".to_owned()),
            stderr: vec![(0, "late".to_owned())],
            void_reason: None,
        }
    }

    #[test]
    fn lines_look_the_same_for_ever() {
        let text = concat!(
            r#"{"game":"connect-four","format":"round-robin","unit":4,"rotation":1,"seed":18446744073709551615,"players":["b","a"],"result":"#,
            r#"{"played":{"places":[2,1],"digest":"07070707070707070707070707070707","faults":[[0,"timeout"]],"#,
            r#""times":[{"used_ns":5,"longest_ns":3},{"used_ns":5,"longest_ns":3}]}},"#,
            r#""digest_version":2,"turns":9,"duration_ns":1234,"limit_ns":5000000,"replay":"abc.def","stderr":[[0,"late"]]}"#
        );
        assert_eq!(line().to_json(), text);
        assert_eq!(GameLine::read_lines(&format!("\n{text}\n\n")), Ok(vec![(2, line())]));
        assert_eq!(GameLine::read_lines(&format!("\u{feff}{text}\r\n")), Ok(vec![(1, line())]));
        let short = SeatTerms { turn: Some(Duration::from_nanos(7)), ..SeatTerms::default() };
        let own = GameLine { seat_terms: vec![SeatTerms::default(), short], ..line() };
        assert!(own.to_json().contains(r#""limit_ns":5000000,"seat_terms":[{},{"turn_ns":7}],"replay""#));
        assert_eq!(GameLine::read_lines(&own.to_json()), Ok(vec![(1, own)]));
    }

    /// The least that a line needs, and fields of a later version.
    #[test]
    fn what_a_line_may_leave_out() {
        let text =
            r#"{"unit":0,"rotation":0,"seed":1,"players":["a","b"],"result":"void","turns":0,"duration_ns":0,"new":1}"#;
        let read = GameLine::read_lines(text).expect("a line");
        assert_eq!((read[0].1.result.clone(), read[0].1.game.as_str()), (GameResult::Void, ""));
        assert_eq!(read[0].1.format, None);
        assert_eq!(read[0].1.digest_version, 1);
    }

    /// Digests of different versions cannot be compared, so old ones are computed anew.
    #[test]
    fn digests_of_earlier_versions_are_made_again() {
        let hash = |identity: &[u8]| GameDigest([identity.len() as u8; 16]);
        let digest = |line: &GameLine| match &line.result {
            GameResult::Played(played) => played.digest,
            GameResult::Void => panic!("it was played"),
        };
        let replay = r#"{"format":1,"game":"connect-four","settings":{},"seed":1,"players":[],"turns":[]}"#;
        for (digest_version, replay, is_new) in
            [(1, Some(replay), true), (2, Some(replay), false), (1, Some("abc.def"), false), (1, None, false)]
        {
            let mut line = GameLine { digest_version, replay: replay.map(str::to_owned), ..line() };
            line.renew_digest(hash);
            assert_eq!(digest(&line) != GameDigest([7; 16]), is_new, "{digest_version}: {replay:?}");
            assert_eq!(line.digest_version, DIGEST_VERSION);
        }
    }

    #[test]
    fn other_lines_are_refused_with_their_number() {
        let text = line().to_json();
        for (wrong, why) in [
            ("{}".to_owned(), "missing field `unit`"),
            (text.replace("[2,1]", "[2,1,3]"), "the result has 3 places for 2 seats"),
            (text.replace("[2,1]", "[9,1]"), "the result has the place 9 for 2 seats"),
            (text.replace("[2,1]", "[1,0]"), "the result has the place 0 for 2 seats"),
            // Counting such a line used to panic.
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
