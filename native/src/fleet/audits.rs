//! Plays a share of a fleet's games again on this computer, and compares the results. Knows no
//! server.

use std::collections::HashMap;
use std::time::Duration;

use botyard_engine::tournament::{GameId, GameResult, ScheduledGame};

use super::answered::{Evidence, is_same};
use crate::tournament::{GamePlayers, GameReport, GameThreads, TournamentError};

/// A worker's answer for a game that is being played again.
#[derive(Debug)]
enum Claim {
    /// It played the game, and this result has been handed out.
    Played(Box<GameReport>),
    /// It could not play the game: this computer's result counts.
    Void,
}

/// The outcome of an audit.
#[derive(Debug)]
pub(super) enum AuditVerdict {
    /// The results are the same, or this computer has no result.
    Same,
    /// The results differ: this worker's results are wrong.
    Differs(String),
    /// The worker could not play it; this is the result.
    Result(Box<GameReport>),
}

/// The games that are being played again.
pub(super) struct Audits {
    threads: GameThreads,
    /// Workers' answers, each with its game as it was then: when a round that was based on wrong
    /// results is made again, other games have the same ids.
    claims: HashMap<GameId, (ScheduledGame, Claim)>,
    /// The share of games that is played again, from 0 to 1.
    share: f64,
    /// How many games were reported, and how many of them on the worker's word.
    reported: u64,
    on_word: u64,
    /// How many games were compared.
    done: u64,
}

impl Audits {
    pub(super) fn new(threads: GameThreads, share: f64) -> Self {
        Self { threads, claims: HashMap::new(), share, reported: 0, on_word: 0, done: 0 }
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

    /// Plays a game again, if it is drawn for the sample. Of all games, the share is drawn; of
    /// those that rest on a worker's word, as many games more often, up to all of them.
    ///
    /// # Errors
    /// If this computer has no randomness: a worker must not know which games are played again.
    pub(super) fn sample(
        &mut self,
        scheduled: &ScheduledGame,
        report: &GameReport,
        evidence: Evidence,
    ) -> Result<(), TournamentError> {
        self.reported += 1;
        self.on_word += u64::from(evidence == Evidence::Word);
        let share = match evidence {
            Evidence::Replay => self.share,
            Evidence::Word => share_on_word(self.share, self.on_word, self.reported),
        };
        if share >= 1.0 || random()? < share {
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

    /// The next verdict, if a game has been played again.
    ///
    /// # Errors
    /// If this computer cannot play it.
    pub(super) fn next_verdict(&mut self) -> Result<Option<AuditVerdict>, TournamentError> {
        let Some(own) = self.threads.next_result(Duration::ZERO)? else { return Ok(None) };
        // Another game may have its id by now.
        let is_waited_for = self.claims.get(&own.id).is_some_and(|(scheduled, _)| is_of(&own, scheduled));
        let claim = if is_waited_for { self.claims.remove(&own.id) } else { None };
        Ok(Some(match claim.map(|(_, claim)| claim) {
            // The claim was forgotten meanwhile.
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

    /// Drops the audits of games that a worker has played, and of games without a result.
    pub(super) fn forget(&mut self, worker: &str) {
        self.claims.retain(|_, (_, claim)| match claim {
            Claim::Played(claimed) => claimed.worker.as_deref() != Some(worker),
            Claim::Void => false,
        });
    }
}

/// The share to draw of the games that rest on a worker's word, which `on_word` of `reported` games
/// do: they are drawn as often, all together, as `share` of all games would be.
fn share_on_word(share: f64, on_word: u64, reported: u64) -> f64 {
    (share * reported as f64 / on_word as f64).min(1.0)
}

/// Whether this is a report on this game.
fn is_of(report: &GameReport, game: &ScheduledGame) -> bool {
    (report.id, report.seed, &report.seats) == (game.id, game.seed, &game.seats)
}

/// An unpredictable number from 0 to 1.
fn random() -> Result<f64, TournamentError> {
    let number = getrandom::u64().map_err(|why| TournamentError::Fleet(format!("cannot draw a number: {why}")))?;
    Ok((number >> 11) as f64 / (1_u64 << 53) as f64)
}

#[cfg(test)]
mod tests {
    use std::thread;

    use botyard_engine::tournament::{GameDigest, Participant, PlayedGame};
    use botyard_host::Interrupt;

    use super::*;
    use crate::tournament::PlayGame;

    /// The report of whoever plays a game honestly: the first seat of an even seed wins.
    fn honest(game: &ScheduledGame) -> GameReport {
        let first = u8::from(game.seed % 2 == 1) + 1;
        let played = PlayedGame {
            places: vec![first, 3 - first],
            digest: GameDigest([first; 16]),
            faults: Vec::new(),
            times: Vec::new(),
            competition_points: None,
        };
        GameReport {
            id: game.id,
            seed: game.seed,
            seats: game.seats.clone(),
            result: GameResult::Played(played),
            turns: 9,
            duration: Duration::ZERO,
            replay: None,
            stderr: Vec::new(),
            void_run: None,
            worker: None,
        }
    }

    #[test]
    fn games_on_a_workers_word_are_drawn_first() {
        assert_eq!(share_on_word(0.02, 1, 10), 0.2);
        assert_eq!(share_on_word(0.02, 1, 100), 1.0);
        assert_eq!(share_on_word(0.02, 100, 100), 0.02);
        assert_eq!(share_on_word(0.0, 1, 100), 0.0);
    }

    /// Regression: when a round was made again, the result of its old game with the same id was
    /// compared with what a worker answered for the new one.
    #[test]
    fn a_game_of_a_round_that_was_made_again_blames_nobody() {
        let seats = vec![Participant::new(0), Participant::new(1)];
        let old = ScheduledGame { id: GameId { unit: 0, rotation: 0 }, round: 1, seats, seed: 1 };
        let new = ScheduledGame { seed: 2, ..old.clone() };
        let of_worker = |game| GameReport { worker: Some("w".to_owned()), ..honest(game) };
        let interrupt = Interrupt::default();
        let new_player = || -> Result<Box<PlayGame<'_>>, String> { Ok(Box::new(|game, _| Ok(Some(honest(game))))) };
        thread::scope(|scope| {
            let threads = GameThreads::start(scope, 1, &new_player, &interrupt).expect("a thread starts");
            let mut audits = Audits::new(threads, 1.0);
            for game in [&old, &new] {
                audits.sample(game, &of_worker(game), Evidence::Replay).expect("every game is in the sample");
            }
            for done in [0, 1] {
                let verdict = loop {
                    if let Some(verdict) = audits.next_verdict().expect("it can be played") {
                        break verdict;
                    }
                    thread::yield_now();
                };
                assert!(matches!(verdict, AuditVerdict::Same), "{verdict:?}");
                assert_eq!(audits.done(), done, "only the new game is compared");
            }
        });
    }
}
