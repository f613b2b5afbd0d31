//! The page. `desk` is all of its state, a pure machine of messages and effects that runs on any host; `app` lets it
//! run in a browser; `view` draws it. None of them knows a game: that is [`crate::games`].

mod address;
mod app;
pub(crate) mod browser;
mod cellar;
mod desk;
pub mod lineup;
mod message;
mod player;
mod shelf;
mod table;
pub(crate) mod view;

pub use app::App;
