//! The page. `state` is all of its state, a pure machine of messages and effects that runs on any
//! host; `app` runs it in a browser; `view` draws it. None of them knows a game: games are in
//! [`botyard_web_games`].

mod address;
mod address_bar;
mod app;
mod bot_library;
mod bot_port;
mod client;
mod curated;
mod deferred_code;
mod editor_port;
mod excerpt;
mod file_names;
mod lineup;
mod message;
mod panel;
mod parcel;
mod playback;
mod shown_match;
mod speeds;
mod state;
mod task;
mod transcript_script;
mod view;

pub use app::App;
pub use deferred_code::start;
