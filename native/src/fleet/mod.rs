//! The games of a tournament on a fleet: what a submitter makes of workers' answers, and how a
//! worker plays a batch. What travels, and how, is `botyard-fleet`'s; which games count is the
//! engine's.

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

/// Those of this program.
pub fn versions() -> Versions {
    Versions::new(env!("CARGO_PKG_VERSION"), PRICES_VERSION)
}

/// What a fleet is sent of a tournament, besides its games.
pub struct FleetTournament<'a> {
    /// The talk with the server.
    pub submitter: Submitter,
    /// The tournament's name there.
    pub name: Token,
    /// The game's name in the catalogue.
    pub game: &'a str,
    /// What bots are allowed.
    pub terms: botyard_engine::replay::MatchTerms,
    /// The bots, in the order of participants.
    pub bots: Vec<SentBot>,
    /// What a worker must be able to run.
    pub capability: Capability,
    /// The complete settings of a match.
    pub settings: &'a dyn Fn(&ScheduledGame) -> Result<Value, TournamentError>,
    /// Which share of games is played again here; `None` where two computers need not play the same
    /// game.
    pub audit: Option<f64>,
    /// How many games are played again at once.
    pub audit_threads: usize,
    /// How many games have a result already, and how many there are.
    pub games: (u64, u64),
    /// Tells people a sentence.
    pub note: &'a dyn Fn(&str),
}

/// Has what is left of a tournament played by a fleet. `new_player` plays on this computer what is
/// compared.
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
        // However this ends, no thread plays on.
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
