//! What a player can say: a pass, or five integers. Knows neither map nor rules.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::reasons::GeneralsReason;
use crate::fault::FaultReason;

/// A cell as players name it: rows and columns from 1. It need not be on the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellPosition {
    /// The row, from 1 at the top.
    pub row: i32,
    /// The column, from 1 at the left.
    pub column: i32,
}

/// One reply. In files it is the text of the protocol: `-1`, or `1 4 5 4 6`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum GeneralsAction {
    /// No army moves.
    Pass,
    /// An army moves.
    March {
        /// The part of the army that moves, as printed: 1 for all but one unit, 2 for half of it
        /// rounded down; any other number is illegal.
        option: i32,
        /// Where it stands.
        from: CellPosition,
        /// Where it goes.
        to: CellPosition,
    },
}

impl GeneralsAction {
    /// All but one unit.
    pub const ALL: i32 = 1;
    /// Half of the army, rounded down.
    pub const HALF: i32 = 2;
}

/// Words that are not a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", FaultReason::from(*self))]
pub enum ParseActionError {
    /// A word that is not an integer, or an integer that does not fit into 32 bits.
    NoIntegers,
    /// Integers, and neither one nor five of them.
    Count(usize),
    /// One integer that is not -1.
    Single,
}

impl From<ParseActionError> for FaultReason {
    fn from(error: ParseActionError) -> Self {
        let reason = match error {
            ParseActionError::NoIntegers => GeneralsReason::NotIntegers,
            ParseActionError::Count(count) => GeneralsReason::IntegerCount { count },
            ParseActionError::Single => GeneralsReason::SingleInteger,
        };
        reason.into()
    }
}

impl FromStr for GeneralsAction {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let (mut numbers, mut count) = ([0; 5], 0);
        for word in text.split_ascii_whitespace() {
            let number = word.parse::<i32>().map_err(|_| ParseActionError::NoIntegers)?;
            if let Some(slot) = numbers.get_mut(count) {
                *slot = number;
            }
            count += 1;
        }
        let [option, row, column, to_row, to_column] = numbers;
        match count {
            1 if option == -1 => Ok(Self::Pass),
            0 => Err(ParseActionError::NoIntegers),
            1 => Err(ParseActionError::Single),
            5 => Ok(Self::March {
                option,
                from: CellPosition { row, column },
                to: CellPosition { row: to_row, column: to_column },
            }),
            _ => Err(ParseActionError::Count(count)),
        }
    }
}

impl fmt::Display for GeneralsAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("-1"),
            Self::March { option, from, to } => {
                write!(f, "{option} {} {} {} {}", from.row, from.column, to.row, to.column)
            }
        }
    }
}

impl TryFrom<String> for GeneralsAction {
    type Error = ParseActionError;

    fn try_from(text: String) -> Result<Self, ParseActionError> {
        text.parse()
    }
}

impl From<GeneralsAction> for String {
    fn from(action: GeneralsAction) -> Self {
        action.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_are_read_and_written() {
        for (text, canonical) in
            [("-1", "-1"), ("  -1\t", "-1"), ("+1 01 2 3 004", "1 1 2 3 4"), ("-1 0 0 0 0", "-1 0 0 0 0")]
        {
            assert_eq!(text.parse::<GeneralsAction>().expect(text).to_string(), canonical);
        }
        for (text, why) in [
            ("", ParseActionError::NoIntegers),
            ("pass", ParseActionError::NoIntegers),
            ("1 1 1 1 2.0", ParseActionError::NoIntegers),
            ("1 1 1 1 99999999999", ParseActionError::NoIntegers),
            ("1", ParseActionError::Single),
            ("1 1 1 2", ParseActionError::Count(4)),
            ("1 1 1 1 2 1", ParseActionError::Count(6)),
            ("-1 -1", ParseActionError::Count(2)),
        ] {
            assert_eq!(text.parse::<GeneralsAction>(), Err(why), "{text:?}");
        }
    }
}
