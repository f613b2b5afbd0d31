//! Drives one match: does what the referee asks through a [`Host`], and reports the runs' events to
//! the referee. Performs no I/O, reads no clock and executes no module: a host starts, writes,
//! waits and shows.
//!
//! The native program and the page's worker play their matches with this driver, so that both order
//! grants, pauses, the wall clock, unread input and void matches in the same way.
//!
//! ```text
//!             poll                       open, write, grant, close
//!  referee ----------> MatchDriver ------------------------------> Host
//!     ^                     |  ^                                    |
//!     +---------------------+  +------------------------------------+
//!             handle                handle_pause, handle_program
//! ```

mod match_driver;
mod run_pause;
mod start_error;
mod turn_recorder;

pub use match_driver::{Host, HostShortage, MatchDriver, MatchSetup, RunKind, VoidMatch};
pub use run_pause::{RunPause, RunReport};
pub use start_error::StartError;
pub use turn_recorder::{RecordedRun, TurnFollower, TurnRecorder};
