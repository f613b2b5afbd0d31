//! Many games between the same bots, and what they say. Without I/O: who plays a game and where its result is kept is the
//! host's.
//!
//! A *match* is one game as elsewhere; a *unit* is one seed with the participants in every rotation of the seats; a *series*
//! is many units of one pairing, and a *tournament* any number of pairings.

mod finished_game;
mod game_line;
mod progress;
mod schedule;
pub mod statistics;
mod tally;

pub use finished_game::FinishedGame;
pub use game_line::{GameLine, GameLineError};
pub use progress::{RecordError, Tournament};
pub use schedule::{Format, GameId, Participant, Schedule, ScheduleError, ScheduledGame, ScheduledUnit};
pub use tally::{
    GameDigest, GameDigestError, GameResult, PairingTally, PlayedGame, PlayerTally, SeatTime, WinDrawLoss,
};
