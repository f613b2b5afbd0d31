//! What the BitMartyr bots share: what one unit sees and can do, the conversation in its three formats, and how those
//! bots think that need more than a line for it.

mod action;
mod conversation;
mod hunter;
mod scared;
mod sight;
#[cfg(feature = "champions")]
mod tide;
mod wall;

pub use action::Action;
pub use conversation::{Moment, answers, basic, plain, say, standard, status};
pub use hunter::hunter;
#[cfg(feature = "varied")]
pub use hunter::hunter_varied;
pub use scared::scared;
pub use sight::{Direction, Sight};
#[cfg(feature = "champions")]
pub use tide::tide;
pub use wall::wall;
#[cfg(feature = "varied")]
pub use wall::wall_varied;
