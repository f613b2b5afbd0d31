//! BitMartyr: teams on a torus whose units move, clone themselves and die, each turn at the same time.
//!
//! [`Settings`] hold a [`Board`] by value; [`place`] puts the units on one. [`BitMartyr`] are the rules,
//! [`BitMartyrCodec`] the conversation in its three formats, [`log`] what the original wrote.

mod board;
mod codec;
mod lattice;
mod link;
pub mod log;
mod order;
mod placement;
mod rules;
mod settings;
mod turn;
mod view;
mod wire;

pub use board::{BadBoard, Board, HEALTH_MAX, SIDE_MAX, SIGHT, TEAMS_MAX, Unit};
pub use codec::{BitMartyrCodec, NUMBER_MAX};
pub use order::{NoOrder, Order, Orders};
pub use placement::{NoPlace, Placement, Wishes, place};
pub use rules::{BitMartyr, Event, Illegal};
pub use settings::{DURATION_MAX, Missing, Settings};
pub use view::View;
pub use wire::Wire;
