//! Stratego, as the manager of the UCC Programming Competition 2012 played it.

mod action;
mod board;
mod codec;
mod combat;
mod ending;
mod event;
mod illegal;
mod link;
pub mod log;
mod names;
mod piece;
mod rules;
mod settings;
mod setup;
mod view;

pub use action::{Action, Move, Unintelligible};
pub use board::{Board, Cell, Direction, HEIGHT, Moves, Square, WIDTH};
pub use codec::StrategoCodec;
pub use combat::Effect;
pub use ending::{Ending, Reason, Word};
pub use event::Event;
pub use illegal::{Illegal, Mistake};
pub use names::{opponent_id, printed_name};
pub use piece::{Colour, Piece, Rank};
pub use rules::Stratego;
pub use settings::{Coin, Settings, Variant};
pub use setup::{Flaw, Setup, Standard};
pub use view::{Sight, Stage, View};
