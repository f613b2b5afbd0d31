//! Connect Four, as played by Connect 4 Moderator's bots.

mod board;
mod codec;
mod link;
pub mod log;
mod rules;
pub mod solver;

pub use board::{Board, COLUMNS, Column, ROWS};
pub use codec::ConnectFourCodec;
pub use rules::{ConnectFour, Event, Illegal, Settings};
