//! A tournament that is being played, for the code that has its games played.

use botyard::tournament::store::Store;
use botyard::tournament::{StopSwitch, TournamentError, TournamentObserver};
use botyard_engine::anymatch;
use botyard_engine::tournament::{ScheduledGame, Tournament};
use botyard_host::HostError;
use serde_json::Value;

use super::plan::Plan;

/// A tournament that is being played.
pub struct RunningTournament<'a> {
    /// The plan.
    pub plan: &'a Plan<'a>,
    /// The number of games that are left.
    pub left: u64,
    /// The tournament with its counted games.
    pub tournament: &'a mut Tournament,
    /// The store of the games.
    pub store: &'a mut Store,
    /// The switch that stops it.
    pub stop: &'a StopSwitch,
    /// The observer that follows it.
    pub observer: &'a mut dyn TournamentObserver,
}

/// The complete settings of a game.
///
/// # Errors
/// Why there are no settings, as a clause.
pub fn match_settings(plan: &Plan<'_>, scheduled: &ScheduledGame) -> Result<Value, TournamentError> {
    let seats: Vec<usize> = scheduled.seats.iter().map(|participant| participant.index()).collect();
    let settings = plan.starts.settings(seats.len(), scheduled.seed, scheduled.round);
    let settings = settings.map_err(|why| TournamentError::Thread(why.to_string()))?;
    let settings = anymatch::seat_settings(plan.game, settings, plan.bots.count(), &seats);
    Ok(settings.map_err(HostError::from)?)
}
