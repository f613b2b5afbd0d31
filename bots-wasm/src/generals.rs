//! What the Generals bots share: the board as one bot sees it, the conversation, an aimless move, and the hunter.

mod board;
#[cfg(feature = "champions")]
mod conqueror;
mod conversation;
#[cfg(test)]
mod drawing;
mod frontier;
mod gather;
mod guard;
mod hunter;
mod memory;
mod routes;
mod wander;

pub use board::{Board, Grid, Kind, Reply, Share, Sight, Standing};
#[cfg(feature = "champions")]
pub use conqueror::Conqueror;
pub use conversation::{play, read_header, read_status};
pub use hunter::Hunter;
#[cfg(feature = "varied")]
pub use hunter::VariedHunter;
pub use wander::{any, wander};
