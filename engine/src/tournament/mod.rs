//! Many games between the same bots, and their statistics. Without I/O: the host plays the games
//! and stores their results.
//!
//! A *match* is one game as elsewhere; a *unit* is one seed with the participants in every rotation
//! of the seats; a *series* is many units of one pairing, and a *tournament* any number of
//! pairings. A pairing of more than two is a *field*.

mod counted_games;
pub mod drawn_rounds;
mod fields;
mod finished_game;
mod format;
mod formats;
pub mod game_identity;
mod game_line;
mod game_list;
mod import;
mod journal;
mod participant;
mod place_points;
mod progress;
mod repeated_failure;
mod replayed_game;
pub mod report;
mod rung_attempt;
mod schedule;
mod scoring;
mod stages;
pub mod statistics;
mod tally;
mod void_games;

pub use counted_games::CountedGames;
pub use finished_game::FinishedGame;
pub use format::{Format, FormatError};
pub use game_identity::DIGEST_VERSION;
pub use game_line::{GameLine, GameLineError};
pub use game_list::{GameFilter, GameFilterError, GameList};
pub use import::{ImportError, ImportedGames};
pub use journal::{Amendments, DisqualifiedGames, JournalChange, JournalEntry};
pub use participant::{PAIR, Pair, Participant};
pub use place_points::{PlaceCounts, PlacePoints, PlacePointsError};
pub use progress::{RecordError, Tournament};
pub use repeated_failure::RepeatedFailure;
pub use replayed_game::{FalseReplay, ReplayedGame};
pub use rung_attempt::{RungAttempt, RungScore, RungVerdict};
pub use schedule::{GameId, Schedule, ScheduleError, ScheduledGame, ScheduledUnit};
pub use scoring::{Ranking, Scoring, ScoringError, Standing, standings};
pub use tally::{
    GameDigest, GameDigestError, GameResult, PairingTally, PlayedGame, PlayerTally, SeatTime, SeatsError, WinDrawLoss,
};
pub use void_games::{VoidReason, describe_long_run, describe_void_games};
