//! What the Generals bots share: the board as one bot sees it, the conversation and an aimless move.

mod board;
mod conversation;
mod wander;

pub use board::{Board, Grid, Kind, Reply, Share, Sight, Standing};
pub use conversation::{play, read_header, read_status};
pub use wander::{any, wander};
