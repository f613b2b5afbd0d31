//! What the Connect Four bots share: the board, the conversation with the moderator, and a search.

mod board;
mod conversation;
#[cfg(feature = "champions")]
mod perfect;
mod search;

pub use board::{Board, COLUMNS, Column};
pub use conversation::{Choice, Moderator, play};
#[cfg(feature = "champions")]
pub use perfect::{Perfect, replies};
#[cfg(feature = "varied")]
pub use search::VariedSearcher;
pub use search::{Finding, Score, Searcher};
