//! BitMartyr: teams on a torus whose units move, clone themselves and die, each turn at the same
//! time.
//!
//! [`BitMartyrSettings`] hold a [`BitMartyrBoard`] by value; [`place`] puts the units on one.
//! [`BitMartyr`] are the rules, [`BitMartyrCodec`] the conversation in its three formats, [`log`]
//! what the original wrote.

mod board;
mod codec;
mod lattice;
mod link;
pub mod log;
mod order;
mod placement;
mod playable;
mod reasons;
mod rules;
mod settings;
mod sight_writer;
mod turn;
mod view;
mod wire_format;

pub use board::{BitMartyrBoard, BoardError, HEALTH_MAX, SIDE_MAX, SIGHT, TEAMS_MAX, Unit};
pub use codec::{BitMartyrCodec, NUMBER_MAX};
pub use order::{Order, Orders, ParseOrderError};
pub use placement::{Placement, PlacementError, PlacementParams, place};
pub use reasons::BitMartyrReason;
pub use rules::{BitMartyr, BitMartyrEvent, BitMartyrRuleError};
pub use settings::{BitMartyrSettings, DURATION_MAX, MissingOrder};
pub use view::BitMartyrView;
pub use wire_format::WireFormat;
