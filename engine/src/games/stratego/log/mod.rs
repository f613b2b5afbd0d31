//! The log file of the competition's manager, written and read byte for byte. Knows no files.
//!
//! A log is text except for the responses, which are the bots' own bytes.
//!
//! ```text
//! NAME RED SETUP
//! (4 rows)
//! NAME BLUE SETUP
//! (4 rows)
//! n RED: RESPONSE OUTCOME
//! n BLU: RESPONSE OUTCOME
//! Game ends on RED's turn - REASON: text
//! RESULT
//! ```

mod extent;
mod log_lines;
mod log_reader;
mod outcome;
mod read;
mod write;

use super::action::StrategoAction;
use super::piece::Colour;
use super::rule_error::RefusedEcho;
use crate::replay::{Turn, TurnResult};
use outcome::split_outcome;

pub use extent::{LogExtent, StrategoLogError};
pub use read::{StrategoLog, is_log, read, read_all, read_valid_part};
pub use write::{StrategoLogWriter, write, write_verbatim};

/// The bytes of a turn's response in its line of a log; `None` if the line does not fit.
pub fn raw_response<'a>(line: &'a [u8], turn: &Turn<StrategoAction>) -> Option<&'a [u8]> {
    let start = line.windows(2).position(|bytes| bytes == b": ")? + 2;
    let said = &line[start..];
    let has_outcome = match &turn.result {
        TurnResult::Action(_) => true,
        TurnResult::Fault(fault) => RefusedEcho::from_fault(fault) == RefusedEcho::Illegal,
    };
    if !has_outcome {
        return Some(said);
    }
    let text = String::from_utf8_lossy(said);
    let (words, recorded) = split_outcome(&text);
    recorded?;
    // Outcomes are ASCII, so they are as long in the text as in the bytes.
    Some(&said[..said.len() - (text.len() - words.len())])
}

/// The original's name of a side in the lines of moves.
const fn tag(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "RED",
        Colour::Blue => "BLU",
    }
}
