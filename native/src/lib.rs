//! The `botyard` program as a library: the bots that come with it, the server that lets the page
//! play with them and with programs of this machine, the licences of its parts, reading files, and
//! notes on bots that the sandbox may have ended. `botyard-host` runs the bots.
//!
//! ```no_run
//! use botyard::bots;
//! use botyard_host::{HostedMatch, Interrupt, NoAudience, SeatBody, module::ModuleLoader, play_match};
//!
//! let loader = ModuleLoader::new()?;
//! let bot = |name: &str| -> Result<_, Box<dyn std::error::Error>> {
//!     let bundled = bots::find(name, Some("connect-four")).ok_or("no such bot")?;
//!     Ok((bundled.name.to_owned(), SeatBody::Module(loader.load(&bundled.module().ok_or("no interpreter")?)?)))
//! };
//! let contest = HostedMatch::new("connect-four", 1, vec![bot("negamax")?, bot("random")?]);
//! let finished = play_match(contest, &mut NoAudience, &Interrupt::default())?;
//! assert!(finished.outcome().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bot_folder;
pub mod bots;
#[cfg(feature = "fleet")]
pub mod fleet;
pub mod input;
pub mod licences;
pub mod refusal_notes;
pub mod script_file;
pub mod serve;
pub mod shebang;
pub mod tournament;
mod translation;
