//! The responses of a player: a setup, a move, `NO_MOVE`, `SURRENDER`. Reads and writes the words;
//! rules.rs decides whether they are legal.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::reasons::StrategoReason;
use super::setup::ArmySetup;
use super::square::{Direction, Square};
use crate::fault::FaultReason;

/// A player's response. Replays hold it as text: `4 6 UP`, `FB8…/BB3…/672…/967…`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum StrategoAction {
    /// Places the army.
    Setup(ArmySetup),
    /// Moves a piece.
    Move(StrategoMove),
    /// Has no piece that can move.
    NoMove,
    /// Gives up.
    Surrender,
}

/// `X Y DIRECTION [MULTIPLIER]`, on the board or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StrategoMove {
    /// The column of the piece, 0 to 9 from the left if it is on the board.
    pub x: i32,
    /// The row of the piece, 0 to 9 from the top if it is on the board.
    pub y: i32,
    /// The direction of the move.
    pub direction: Direction,
    /// How many squares.
    pub steps: i32,
}

impl StrategoMove {
    /// The move of the piece on `from`.
    pub const fn new(from: Square, direction: Direction, steps: i32) -> Self {
        Self { x: from.x() as i32, y: from.y() as i32, direction, steps }
    }
}

impl fmt::Display for StrategoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.x, self.y, self.direction.word())?;
        if self.steps == 1 { Ok(()) } else { write!(f, " {}", self.steps) }
    }
}

impl fmt::Display for StrategoAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup(setup) => setup.fmt(f),
            Self::Move(step) => step.fmt(f),
            Self::NoMove => f.write_str("NO_MOVE"),
            Self::Surrender => f.write_str("SURRENDER"),
        }
    }
}

/// Words that are not a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", FaultReason::from(*self))]
pub struct ResponseError;

impl From<ResponseError> for FaultReason {
    fn from(_: ResponseError) -> Self {
        StrategoReason::NotResponse.into()
    }
}

impl FromStr for StrategoAction {
    type Err = ResponseError;

    /// Reads a response as the original did: a move from a stream, which ignores blanks, and any
    /// text behind a complete move; `SURRENDER` by comparison, so a blank or `\r` is an error.
    fn from_str(words: &str) -> Result<Self, ResponseError> {
        match (words, words.trim_ascii()) {
            ("SURRENDER", _) => Ok(Self::Surrender),
            (_, "NO_MOVE") => Ok(Self::NoMove),
            (_, words) => read_move(words.as_bytes()).map(Self::Move).ok_or(ResponseError),
        }
    }
}

fn read_move(words: &[u8]) -> Option<StrategoMove> {
    let mut scan = WordScanner(words);
    let (x, y) = (scan.number().ok()?, scan.number().ok()?);
    let word = scan.word();
    let direction = Direction::ALL.into_iter().find(|direction| direction.word().as_bytes() == word)?;
    // Text that is not a number counts as 0, and a number that is too large as the largest: the
    // rules refuse both.
    let steps = if scan.is_at_end() { 1 } else { scan.number().unwrap_or_else(|not| not.taken_as()) };
    Some(StrategoMove { x, y, direction, steps })
}

/// Reads words and numbers one after the other; a number ends where its digits do.
struct WordScanner<'a>(&'a [u8]);

/// Why there is no number.
enum NumberFlaw {
    NoDigits,
    Overflow,
}

impl NumberFlaw {
    const fn taken_as(&self) -> i32 {
        match self {
            Self::NoDigits => 0,
            Self::Overflow => i32::MAX,
        }
    }
}

impl<'a> WordScanner<'a> {
    fn is_at_end(&mut self) -> bool {
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
        let start = self.0.iter().position(|byte| !blank(byte)).unwrap_or(self.0.len());
        self.0 = &self.0[start..];
        self.0.is_empty()
    }

    fn word(&mut self) -> &'a [u8] {
        self.is_at_end();
        let end = self.0.iter().position(|byte| matches!(byte, b' ' | b'\t'..=b'\r')).unwrap_or(self.0.len());
        let (word, rest) = self.0.split_at(end);
        self.0 = rest;
        word
    }

    fn number(&mut self) -> Result<i32, NumberFlaw> {
        self.is_at_end();
        let (negative, digits) = match self.0 {
            [b'-', digits @ ..] => (true, digits),
            [b'+', digits @ ..] => (false, digits),
            digits => (false, digits),
        };
        let length = digits.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
        if length == 0 {
            return Err(NumberFlaw::NoDigits);
        }
        self.0 = &digits[length..];
        let size = digits[..length]
            .iter()
            .try_fold(0_i32, |sum, digit| sum.checked_mul(10)?.checked_add(i32::from(digit - b'0')))
            .ok_or(NumberFlaw::Overflow)?;
        Ok(if negative { -size } else { size })
    }
}

impl From<StrategoAction> for String {
    fn from(action: StrategoAction) -> Self {
        action.to_string().replace('\n', "/")
    }
}

impl TryFrom<String> for StrategoAction {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.contains('/') {
            return ArmySetup::read(text.split('/')).map(Self::Setup).map_err(|flaw| flaw.to_string());
        }
        text.parse().map_err(|why: ResponseError| why.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Option<String> {
        words.parse().ok().map(|action: StrategoAction| action.to_string())
    }

    #[test]
    fn responses_as_the_original_read_them() {
        for (words, canonical) in [
            ("0 3 DOWN", "0 3 DOWN"),
            ("0 3 DOWN 1", "0 3 DOWN"),
            ("  0\t3  DOWN \r", "0 3 DOWN"),
            ("+0 +3 DOWN 2", "0 3 DOWN 2"),
            ("00 03 DOWN", "0 3 DOWN"),
            ("0 3DOWN", "0 3 DOWN"),
            ("0 3 DOWN 2x", "0 3 DOWN 2"),
            ("0 3 DOWN 2.9", "0 3 DOWN 2"),
            ("0 3 DOWN 2 and so on", "0 3 DOWN 2"),
            ("0 3 DOWN foo", "0 3 DOWN 0"),
            ("0 3 DOWN -1", "0 3 DOWN -1"),
            ("0 3 DOWN 99999999999", "0 3 DOWN 2147483647"),
            ("-1 12 UP", "-1 12 UP"),
            (" NO_MOVE", "NO_MOVE"),
            ("SURRENDER", "SURRENDER"),
        ] {
            assert_eq!(read(words).as_deref(), Some(canonical), "{words:?}");
        }
    }

    #[test]
    fn what_is_no_response() {
        for words in [
            "",
            "down",
            "0 3",
            "0 3 down",
            "0 3 DOWNWARD",
            "0,3 DOWN",
            "0.5 3 DOWN",
            "99999999999 3 DOWN",
            "0x0 3 DOWN",
            "QUIT",
            "no_move",
            "SURRENDER now",
            "SURRENDER ",
            " SURRENDER",
            "SURRENDER\r",
            "DOWN 0 3",
        ] {
            assert_eq!(read(words), None, "{words:?}");
        }
    }

    #[test]
    fn a_file_holds_words() {
        let action: StrategoAction = "4 6 UP 3".parse().expect("a response");
        let text = serde_json::to_string(&action).expect("text");
        assert_eq!(text, "\"4 6 UP 3\"");
        assert_eq!(serde_json::from_str::<StrategoAction>(&text).expect("what was written"), action);
        assert!(serde_json::from_str::<StrategoAction>("\"FB8sB4/x\"").is_err());
    }
}
