//! Generals, as played by generals-tournament's bots.
//!
//! [`GeneralsSettings`] hold a [`GeneralsMap`] by value; [`generate()`] draws one, [`MapSurvey`]
//! looks one over. [`Generals`] are the rules, [`GeneralsCodec`] the conversation.
//! [`GeneralsLogWriter`] writes the original's log, [`RecordedLog`] is one as its boards, and
//! [`read_log()`] finds the match behind it.

mod action;
mod board;
mod codec;
mod distance;
mod generate;
pub mod gior;
pub mod gioreplay;
mod link;
pub mod log;
mod map;
mod playable;
mod reasons;
mod reconstruct;
mod recording;
mod rules;
mod settings;
mod survey;
mod unplayed_map;
mod view;
mod win_features;

pub use action::{CellPosition, GeneralsAction, ParseActionError};
pub use board::{CellKind, GeneralsBoard};
pub use codec::GeneralsCodec;
pub use generate::{GenerateMapError, MapParams, MapSearch, generate};
pub use log::GeneralsLogWriter;
pub use map::{ARMY_MAX, GeneralsMap, MapError, SIDE_MAX, Tile};
pub use reasons::GeneralsReason;
pub use reconstruct::{GeneralsLogError, ReconstructError, read_log};
pub use recording::{RecordedBoard, RecordedCell, RecordedChange, RecordedLog, RecordedLogError, RecordedTurn};
pub use rules::{Generals, GeneralsEvent, GeneralsRuleError};
pub use settings::{GeneralsSettings, ROUNDS_MAX, random_order};
pub use survey::{CapitalReach, MapSurvey};
pub use unplayed_map::{MAP_PLAYERS, unplayed};
pub use view::{CellView, GeneralsView};
