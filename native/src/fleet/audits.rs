//! Plays a share of a fleet's games again on this computer, and compares. Knows no server.

use std::collections::HashMap;
use std::time::Duration;

use botyard_engine::tournament::{GameId, GameResult, ScheduledGame};

use super::answered::is_same;
use crate::tournament::{GamePlayers, GameReport, GameThreads, TournamentError};

/// What a worker says of a game that is being played again.
#[derive(Debug)]
enum Claim {
    /// How it ended: its result has been handed out.
    Played(Box<GameReport>),
    /// It could not play it: what this computer says is the result.
    Void,
}

/// What came of a game that was played again.
#[derive(Debug)]
pub(super) enum AuditVerdict {
    /// It came out as the worker says, or this computer cannot tell.
    Same,
    /// It came out otherwise: this worker's results are not true.
    Differs(String),
    /// The worker could not play it; this is the result.
    Result(Box<GameReport>),
}

/// The games that are being played again.
pub(super) struct Audits {
    threads: GameThreads,
    /// What workers say, with the game as it was when they said it: a round that is built on false
    /// results has other games of the same names when it has been built again.
    claims: HashMap<GameId, (ScheduledGame, Claim)>,
    /// Of each game, from 0 to 1.
    share: f64,
    /// How many games were compared.
    done: u64,
}

impl Audits {
    pub(super) fn new(threads: GameThreads, share: f64) -> Self {
        Self { threads, claims: HashMap::new(), share, done: 0 }
    }

    pub(super) fn done(&self) -> u64 {
        self.done
    }

    /// How many games have not been compared yet.
    pub(super) fn waiting(&self) -> usize {
        self.claims.len()
    }

    /// How many games wait for a result because a worker could not play them.
    pub(super) fn waiting_for_results(&self) -> usize {
        self.claims.values().filter(|claim| matches!(claim, (_, Claim::Void))).count()
    }

    /// Plays a game again, if it is among those that are.
    ///
    /// # Errors
    /// If this computer has no randomness: a worker must not know which games are played again.
    pub(super) fn sample(&mut self, scheduled: &ScheduledGame, report: &GameReport) -> Result<(), TournamentError> {
        if self.share >= 1.0 || random()? < self.share {
            self.begin(scheduled, Claim::Played(Box::new(report.clone())));
        }
        Ok(())
    }

    /// Plays a game that a worker could not play. Its result is a [`AuditVerdict::Result`].
    pub(super) fn play_void(&mut self, scheduled: &ScheduledGame) {
        self.begin(scheduled, Claim::Void);
    }

    fn begin(&mut self, scheduled: &ScheduledGame, claim: Claim) {
        self.claims.insert(scheduled.id, (scheduled.clone(), claim));
        self.threads.play(scheduled.clone());
    }

    /// What came of a game, if one has been played again.
    ///
    /// # Errors
    /// If this computer cannot play it.
    pub(super) fn next_verdict(&mut self) -> Result<Option<AuditVerdict>, TournamentError> {
        let Some(own) = self.threads.next_result(Duration::ZERO)? else { return Ok(None) };
        // Another game may have its name by now.
        let is_waited_for = self.claims.get(&own.id).is_some_and(|(scheduled, _)| is_of(&own, scheduled));
        let claim = if is_waited_for { self.claims.remove(&own.id) } else { None };
        Ok(Some(match claim.map(|(_, claim)| claim) {
            // It was forgotten meanwhile.
            None => AuditVerdict::Same,
            Some(Claim::Void) => AuditVerdict::Result(Box::new(own)),
            Some(Claim::Played(claimed)) => {
                self.done += 1;
                let is_known = own.result != GameResult::Void;
                match claimed.worker {
                    Some(ref worker) if is_known && !is_same(&claimed, &own) => AuditVerdict::Differs(worker.clone()),
                    _ => AuditVerdict::Same,
                }
            }
        }))
    }

    /// Compares nothing of what a worker has played, and nothing that has no result yet.
    pub(super) fn forget(&mut self, worker: &str) {
        self.claims.retain(|_, (_, claim)| match claim {
            Claim::Played(claimed) => claimed.worker.as_deref() != Some(worker),
            Claim::Void => false,
        });
    }
}

/// Whether this is what came of this game.
fn is_of(report: &GameReport, game: &ScheduledGame) -> bool {
    (report.id, report.seed, &report.seats) == (game.id, game.seed, &game.seats)
}

/// A number from 0 to 1 that nobody can foresee.
fn random() -> Result<f64, TournamentError> {
    let number = getrandom::u64().map_err(|why| TournamentError::Fleet(format!("cannot draw a number: {why}")))?;
    Ok((number >> 11) as f64 / (1_u64 << 53) as f64)
}
