//! The log file of the competition's manager, written and read byte for byte. Knows no files.
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

mod outcome;
mod read;
mod write;

use super::piece::Colour;

pub use read::{LogExtent, StrategoLog, StrategoLogError, is_log, read, read_all, read_valid_part};
pub use write::{StrategoLogWriter, write};

/// What the original calls a side in the lines of moves.
const fn tag(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "RED",
        Colour::Blue => "BLU",
    }
}
