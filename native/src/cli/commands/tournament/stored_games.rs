//! Takes in the games that a store has kept, and finds out what was played so far.

use std::collections::{HashMap, HashSet};
use std::iter;
use std::path::Path;

use botyard::tournament::GameReport;
use botyard::tournament::store::StoreError;
use botyard::tournament::store_reader::StoreReader;
use botyard_engine::tournament::{Amendments, GameId, Tournament};

use super::description::TournamentDescription;

/// A tournament as its store has it.
pub struct StoredTournament {
    /// Its description.
    pub description: TournamentDescription,
    /// What follows from its journal.
    pub amendments: Amendments,
    /// The last unit of which a game was kept.
    last_unit: Option<u64>,
}

impl StoredTournament {
    /// Reads a store; `None` if that is not possible, which whoever goes on with it explains.
    pub fn find(path: &Path) -> Option<Self> {
        let (store, description) = StoreReader::open(path).ok()?;
        let description = TournamentDescription::read(&description)?;
        let amendments = Amendments::new(&store.journal().ok()?);
        let mut last_unit = None;
        store.for_each_game(|report| last_unit = last_unit.max(Some(report.id.unit))).ok()?;
        Some(Self { description, amendments, last_unit })
    }

    /// How many rounds had begun when each late bot came, if this many bots play from now on.
    pub fn late(&self, bots: usize) -> Vec<u64> {
        let mut late = self.amendments.late().to_vec();
        let new = bots.saturating_sub(self.description.players.len());
        if new > 0 && self.description.format.takes_late() {
            late.extend(iter::repeat_n(self.rounds_begun(), new));
        }
        late
    }

    fn rounds_begun(&self) -> u64 {
        let before = self.amendments.late().iter().max().copied().unwrap_or(0);
        if self.description.format.is_endless() {
            // Each unit is a round; those that are drawn and have no game are drawn anew.
            return self.last_unit.map_or(before, |unit| before.max(unit + 1));
        }
        let schedule = self.description.schedule_until(self.amendments.late(), self.last_unit.unwrap_or(0));
        let begun = schedule.ok().zip(self.last_unit).map_or(0, |(schedule, unit)| schedule.unit(unit).round + 1);
        begun.max(before)
    }
}

/// Chooses among the attempts at games, which it gets in their order: those that count no more are left
/// out.
pub struct AttemptFilter<'a> {
    amendments: &'a Amendments,
    attempts: HashMap<GameId, usize>,
}

impl<'a> AttemptFilter<'a> {
    /// A filter before the first attempt.
    pub fn new(amendments: &'a Amendments) -> Self {
        Self { amendments, attempts: HashMap::new() }
    }

    /// Whether the next attempt at this game may count.
    pub fn takes(&mut self, game: GameId) -> bool {
        let superseded = self.amendments.superseded(game);
        if superseded == 0 {
            return true;
        }
        let attempt = self.attempts.entry(game).or_insert(0);
        *attempt += 1;
        *attempt > superseded
    }
}

/// Takes in the games of a store that count, each of which `note` gets; returns those that do not fit,
/// each with the reason, in the order of the schedule. `for_each_game` reads the store.
///
/// # Errors
/// If the store cannot be read.
pub fn take_stored(
    for_each_game: impl FnOnce(&mut dyn FnMut(GameReport)) -> Result<(), StoreError>,
    tournament: &mut Tournament,
    note: &mut dyn FnMut(&GameReport),
) -> Result<Vec<(GameId, String)>, StoreError> {
    let mut refused = Vec::new();
    let amendments = tournament.amendments().clone();
    let (mut attempts, mut annulled) = (AttemptFilter::new(&amendments), HashSet::new());
    for_each_game(&mut |report| {
        if !attempts.takes(report.id) {
            return;
        }
        let is_scheduled = report.id.unit < tournament.schedule().units();
        if is_scheduled && tournament.is_excluded(report.id.unit) {
            return;
        }
        let recorded = check_scheduled(tournament, &report).and_then(|()| {
            let result = amendments.amend(&report.result, &report.seats).into_owned();
            let recorded = match amendments.annulment(report.id) {
                // It may have had several attempts.
                Some(_) if annulled.insert(report.id) => tournament.annul_game(report.id),
                Some(_) => Ok(()),
                None => tournament.record_game(report.id, result, report.turns),
            };
            recorded.map_err(|why| why.to_string())
        });
        match recorded {
            Ok(()) => note(&report),
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
    let is_as_scheduled = rotation < unit.rotations && {
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
