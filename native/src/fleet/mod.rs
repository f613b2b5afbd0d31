//! The games of a tournament on a fleet: how a submitter handles workers' answers, and how a worker
//! plays a batch. The messages are in `botyard-fleet`; the engine decides which games count.

mod answered;
mod audits;
mod batch_player;
mod fleet_players;
mod sent_batches;

use std::thread;

use botyard_engine::tournament::{ScheduledGame, Tournament};
use botyard_fleet::messages::SentBot;
use botyard_fleet::names::{Capability, Token, Versions};
use botyard_fleet::submitter::Submitter;
use botyard_host::Interrupt;
use botyard_sandbox::prices::PRICES_VERSION;
use serde_json::Value;

use crate::tournament::store::Store;
use crate::tournament::{GameThreads, NewPlayer, StopSwitch, TournamentError, TournamentObserver, feed_players};
pub use batch_player::{BatchPlayer, LoadBot};
use fleet_players::FleetPlayers;

/// The versions of this program.
pub fn versions() -> Versions {
    Versions::new(env!("CARGO_PKG_VERSION"), PRICES_VERSION)
}

/// A tournament for a fleet, besides its games.
pub struct FleetTournament<'a> {
    /// The connection to the server.
    pub submitter: Submitter,
    /// The tournament's name on the server.
    pub name: Token,
    /// The game's name in the catalogue.
    pub game: &'a str,
    /// The terms of the bots. Those of seats are the participants' own.
    pub terms: botyard_engine::replay::MatchTerms,
    /// The bots, in the order of participants.
    pub bots: Vec<SentBot>,
    /// The kind of bots that a worker must be able to run.
    pub capability: Capability,
    /// The complete settings of a match.
    pub settings: &'a dyn Fn(&ScheduledGame) -> Result<Value, TournamentError>,
    /// The share of games that is played again here; `None` where two computers need not play the
    /// same game.
    pub audit: Option<f64>,
    /// The number of games that are played again at once.
    pub audit_threads: usize,
    /// The number of games that have a result already, and of all games, or 0 if there is no end of them.
    pub games: (u64, u64),
    /// Shows people a sentence.
    pub note: &'a dyn Fn(&str),
}

/// Has the remaining games of a tournament played by a fleet. `new_player` makes the players of
/// audits on this computer.
///
/// # Errors
/// If no worker can play a game, or a result cannot be kept.
pub fn play_on_fleet<'a>(
    tournament: &mut Tournament,
    store: &mut Store,
    fleet: FleetTournament<'_>,
    new_player: &'a NewPlayer<'a>,
    stop: &StopSwitch,
    observer: &mut dyn TournamentObserver,
) -> Result<(), TournamentError> {
    thread::scope(|scope| {
        // However this ends, no thread goes on playing.
        let interrupt = Interrupt::default();
        let auditors = match fleet.audit {
            Some(_) => Some(GameThreads::start(scope, fleet.audit_threads, new_player, &interrupt)?),
            None => None,
        };
        let commit_each = fleet.audit.is_none();
        let mut players = FleetPlayers::new(fleet, auditors);
        let played = feed_players(tournament, store, commit_each, &mut players, stop, observer);
        interrupt.raise();
        played
    })
}
