//! The messages between the parts of the page: its program, its workers and its scripts.
//! [`botyard_engine::live`] has those about matches, because a worker is not the only host.
//!
//! A message travels in a parcel: a list of the message as JSON text, and of what cannot be text
//! beside it: files as bytes, modules as the browser has compiled them, ports. Messages that scripts
//! send or receive are declared for them in `web/protocol/protocol.d.ts`, which is made from the
//! types here.

mod bot_key;
pub mod bot_store;
mod build_games;
#[cfg(test)]
mod declarations;
pub mod editor;
pub mod manual;
mod match_files;
pub mod match_worker;
pub mod program_store;
mod rung;
mod script_error;
pub mod series;
pub mod transcript;

pub use bot_key::{BotKey, file_of_build, numbered_build};
pub use botyard_engine::live::{
    BotFile, FromHost as FromWorker, HostBot, HostBotFile, MatchProgress, PlayRequest, ToHost as ToWorker, TrialEnding,
    TrialRequest, TrialResult,
};
pub use botyard_sandbox::prices::PRICES_VERSION;
pub use build_games::BuildGames;
pub use match_files::{Export, ExportForm, FoundMatch, FromReader, QR_CODE_MAX, ReadRequest};
pub use rung::{AttemptState, BeatenRung, RungReport};
pub use script_error::{ScriptError, ScriptPlace};
