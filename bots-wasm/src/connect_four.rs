//! What the Connect Four bots share: the board, the conversation with the moderator, and a search.

mod board;
mod conversation;
mod search;

pub use board::{Board, COLUMNS, Column};
pub use conversation::{Choice, Moderator, play};
#[cfg(feature = "varied")]
pub use search::VariedSearcher;
pub use search::{Finding, Score, Searcher};
