//! Takes in the games that a store has kept, and finds out who played them.

use std::path::Path;

use botyard::tournament::GameReport;
use botyard::tournament::store::{Store, StoreError};
use botyard_engine::tournament::{GameId, Tournament};

use super::description::TournamentDescription;
use super::first_faults::FirstFaults;
use super::tournament_bots::BotDescription;

/// The bots of a store's games; none if it cannot be opened, which whoever opens it explains.
pub fn find_players(path: &Path) -> Vec<BotDescription> {
    let stored = Store::resume(path).ok().and_then(|(_, stored)| TournamentDescription::read(&stored));
    stored.map_or_else(Vec::new, |stored| stored.players)
}

/// Takes in the games of a store; returns those that do not fit, each with the reason, in the order
/// of the schedule.
///
/// # Errors
/// If the store cannot be read.
pub fn take_stored(
    store: &Store,
    tournament: &mut Tournament,
    first_faults: &mut FirstFaults,
) -> Result<Vec<(GameId, String)>, StoreError> {
    let mut refused = Vec::new();
    store.for_each_game(|report| {
        let recorded = check_scheduled(tournament, &report).and_then(|()| {
            let recorded = tournament.record_game(report.id, report.result.clone(), report.turns);
            recorded.map_err(|why| why.to_string())
        });
        match recorded {
            Ok(()) => first_faults.add(&report),
            Err(why) => refused.push((report.id, why)),
        }
    })?;
    Ok(refused)
}

/// Refuses a stored game that another program has changed: its seats and its seed follow from the
/// schedule.
fn check_scheduled(tournament: &Tournament, report: &GameReport) -> Result<(), String> {
    let (id, schedule) = (report.id, tournament.schedule());
    if id.unit >= schedule.units() {
        // A game without a place in the schedule is refused with its result.
        return Ok(());
    }
    let unit = schedule.unit(id.unit);
    let rotation = usize::from(id.rotation);
    let is_as_scheduled = rotation < unit.participants.len() && {
        let scheduled = unit.game(rotation);
        (scheduled.seed, &scheduled.seats) == (report.seed, &report.seats)
    };
    match is_as_scheduled {
        true => Ok(()),
        false => {
            Err(format!("game {rotation} of unit {} has other seats or another seed than in the schedule", id.unit))
        }
    }
}
