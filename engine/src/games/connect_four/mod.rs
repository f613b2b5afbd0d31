//! Connect Four, as played by Connect 4 Moderator's bots.

mod board;
mod codec;
mod judge;
mod link;
pub mod log;
mod playable;
mod reasons;
mod rules;
pub mod solver;

pub use board::{COLUMNS, Column, ConnectFourBoard, ROWS};
pub use codec::ConnectFourCodec;
pub use reasons::ConnectFourReason;
pub use rules::{ConnectFour, ConnectFourEvent, ConnectFourRuleError, ConnectFourSettings};
