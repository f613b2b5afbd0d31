//! Generals, as played by generals-tournament's bots.
//!
//! [`Settings`] hold a [`Map`] by value; [`generate()`] draws one, [`Survey`] looks one over. [`Generals`] are the rules,
//! [`GeneralsCodec`] the conversation, [`Log`] and [`Recording`] the original's log written and read; [`Recording::retold`] finds the
//! moves behind one.

mod action;
mod board;
mod codec;
mod generate;
mod link;
mod log;
mod map;
mod recording;
mod retold;
mod rules;
mod settings;
mod survey;
mod view;
mod walk;

pub use action::{Action, NoAction, Place};
pub use board::{Board, Kind};
pub use codec::GeneralsCodec;
pub use generate::{NoMap, Search, Wishes, generate};
pub use log::Log;
pub use map::{ARMY_MAX, BadMap, Map, SIDE_MAX, Tile};
pub use recording::{BadLog, Cell, Change, Frame, Record, Recording};
pub use retold::Untold;
pub use rules::{Event, Generals, Illegal};
pub use settings::{ROUNDS_MAX, Settings, random_order};
pub use survey::{Ground, Survey};
pub use view::{Sight, View};
