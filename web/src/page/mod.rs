//! The page. `state` is all of its state, a pure machine of messages and effects that runs on any host; `app` lets it
//! run in a browser; `view` draws it. None of them knows a game: that is [`crate::games`].

mod address;
mod app;
mod bot_key;
mod bot_library;
mod bot_storage;
pub(crate) mod browser;
pub mod lineup;
mod message;
mod playback;
mod shown_match;
mod state;
pub(crate) mod view;

pub use app::App;
