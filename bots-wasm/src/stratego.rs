//! What the Stratego bots share: the board as one side knows it, the conversation with the manager, setups, and the
//! chances of hidden ranks.

mod board;
mod conversation;
mod odds;
mod rank;
mod report;
mod setup;
mod sleuth;
mod square;

pub use board::{Board, Cell, Colour, Foe, Move, Own};
pub use conversation::{Choice, Conversation, Player, Reply, play};
pub use odds::{Chances, Odds, expect};
pub use rank::{Clash, Rank, clash};
pub use report::{Effect, Report};
pub use setup::{Setup, any_setup};
pub use sleuth::Sleuth;
#[cfg(feature = "champions")]
pub use sleuth::Veteran;
pub use square::{Direction, Square};
