//! A tournament while it is played: hands out games, takes results in any order, and counts them in the order of the
//! schedule. Without I/O: a host plays games and keeps results, and may be ended between any two calls.
//!
//! Only the units before the first that is incomplete count. So what a table says, and when a stopping rule stops, depends on
//! the results alone: not on how fast they came, on how many cores, or on how often the host was ended.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::schedule::{GameId, Schedule, ScheduledGame};
use super::statistics::{Sprt, SprtVerdict};
use super::tally::{GameResult, PairingTally};

/// A tournament while it is played.
#[derive(Debug)]
pub struct Tournament {
    schedule: Schedule,
    /// Ends a series of two early.
    stopping_rule: Option<Sprt>,
    /// The next game of the schedule that was not handed out.
    next: (u64, usize),
    /// Void games that are to be played once more.
    again: VecDeque<GameId>,
    /// Games that were void once.
    void_once: BTreeSet<GameId>,
    /// Results of units that do not count yet.
    waiting: BTreeMap<u64, Vec<Option<GameResult>>>,
    /// How many units count.
    counted: u64,
    tallies: Vec<PairingTally>,
    /// Games that were void twice: they count for nobody.
    void_games: Vec<GameId>,
    verdict: SprtVerdict,
}

/// Why a result was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// There is no such game in the schedule.
    #[error("the schedule has no game {rotation} of unit {unit}", rotation = .0.rotation, unit = .0.unit)]
    NoSuchGame(GameId),
    /// The game has a result.
    #[error("game {rotation} of unit {unit} has a result already", rotation = .0.rotation, unit = .0.unit)]
    Twice(GameId),
    /// The result has not a place for each seat.
    #[error("the result has {found} places for {expected} seats")]
    Places {
        /// How many places it has.
        found: usize,
        /// How many seats the game has.
        expected: usize,
    },
}

impl Tournament {
    /// A tournament before its first game. A stopping rule holds for a schedule with one pairing of two.
    pub fn new(schedule: Schedule, stopping_rule: Option<Sprt>) -> Self {
        let tallies = schedule.pairings().iter().map(|pairing| PairingTally::new(pairing.len())).collect();
        Self {
            schedule,
            stopping_rule,
            next: (0, 0),
            again: VecDeque::new(),
            void_once: BTreeSet::new(),
            waiting: BTreeMap::new(),
            counted: 0,
            tallies,
            void_games: Vec::new(),
            verdict: SprtVerdict::Continue,
        }
    }

    /// The next game to play; `None` while all others are being played, or when the tournament is over. Each game is handed out
    /// once, and once more if it was void.
    pub fn next_game(&mut self) -> Option<ScheduledGame> {
        if self.is_over() {
            return None;
        }
        if let Some(id) = self.again.pop_front() {
            return Some(self.schedule.unit(id.unit).game(id.rotation.into()));
        }
        while self.next.0 < self.schedule.units() {
            let unit = self.schedule.unit(self.next.0);
            let (index, rotation) = self.next;
            self.next = match rotation + 1 < unit.participants.len() {
                true => (index, rotation + 1),
                false => (index + 1, 0),
            };
            if !self.has_result(GameId { unit: index, rotation: rotation as u16 }) {
                return Some(unit.game(rotation));
            }
        }
        None
    }

    /// Takes the result of a game, in any order. Also before the first game is handed out: so a host that was ended goes on
    /// with what it has kept.
    ///
    /// # Errors
    /// If there is no such game, or it has a result.
    pub fn record(&mut self, id: GameId, result: GameResult) -> Result<(), RecordError> {
        if id.unit >= self.schedule.units() {
            return Err(RecordError::NoSuchGame(id));
        }
        let expected = self.schedule.unit(id.unit).participants.len();
        if usize::from(id.rotation) >= expected {
            return Err(RecordError::NoSuchGame(id));
        }
        if self.has_result(id) {
            return Err(RecordError::Twice(id));
        }
        match &result {
            GameResult::Played(played) if played.places.len() != expected => {
                return Err(RecordError::Places { found: played.places.len(), expected });
            }
            GameResult::Void if self.void_once.insert(id) => {
                self.again.push_back(id);
                return Ok(());
            }
            GameResult::Played(_) | GameResult::Void => {}
        }
        self.again.retain(|&waiting| waiting != id);
        let unit = self.waiting.entry(id.unit).or_insert_with(|| vec![None; expected]);
        unit[usize::from(id.rotation)] = Some(result);
        self.count_complete_units();
        Ok(())
    }

    fn has_result(&self, id: GameId) -> bool {
        let waiting = || self.waiting.get(&id.unit).is_some_and(|unit| unit[usize::from(id.rotation)].is_some());
        id.unit < self.counted || waiting()
    }

    fn count_complete_units(&mut self) {
        while !self.is_over() && self.waiting.get(&self.counted).is_some_and(|unit| unit.iter().all(Option::is_some)) {
            let unit = self.waiting.remove(&self.counted).expect("it is there");
            let results: Vec<_> = unit.into_iter().flatten().collect();
            let void = results.iter().enumerate().filter(|(_, result)| matches!(result, GameResult::Void));
            let id = |rotation: usize| GameId { unit: self.counted, rotation: rotation as u16 };
            self.void_games.extend(void.map(|(rotation, _)| id(rotation)));
            let pairing = self.schedule.unit(self.counted).pairing;
            self.tallies[pairing].add_unit(&results);
            self.counted += 1;
            if let (Some(rule), Some(pairs)) = (&self.stopping_rule, self.tallies[pairing].pairs()) {
                self.verdict = rule.verdict(pairs);
            }
        }
    }

    /// Whether all units count, or the stopping rule has decided.
    pub fn is_over(&self) -> bool {
        self.counted == self.schedule.units() || self.verdict != SprtVerdict::Continue
    }

    /// What the stopping rule says of the units that count.
    pub fn verdict(&self) -> SprtVerdict {
        self.verdict
    }

    /// The rule that ends the tournament early.
    pub fn stopping_rule(&self) -> Option<&Sprt> {
        self.stopping_rule.as_ref()
    }

    /// The games in their order.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// How many units count.
    pub fn counted_units(&self) -> u64 {
        self.counted
    }

    /// What was counted of each pairing, in the order of [`Schedule::pairings`].
    pub fn tallies(&self) -> &[PairingTally] {
        &self.tallies
    }

    /// Games that were void twice, in the order of the schedule.
    pub fn void_games(&self) -> &[GameId] {
        &self.void_games
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::schedule::Format;
    use crate::tournament::statistics::EloModel;
    use crate::tournament::tally::{GameDigest, PlayedGame};

    fn series(rounds: u64, stopping_rule: Option<Sprt>) -> Tournament {
        Tournament::new(Schedule::new(Format::Series, 2, rounds, 1).expect("a schedule"), stopping_rule)
    }

    /// What the game is bound to bring: it depends on its id alone.
    fn result(id: GameId) -> GameResult {
        let chance = id.unit.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 & 7;
        let places = match (chance, id.rotation) {
            (0, _) => vec![1, 1],
            (1..4, 0) | (4.., 1) => vec![1, 2],
            _ => vec![2, 1],
        };
        let mut digest = [id.rotation as u8; 16];
        digest[..8].copy_from_slice(&id.unit.to_le_bytes());
        GameResult::Played(PlayedGame {
            places,
            digest: GameDigest(digest),
            faults: Vec::new(),
            times: Vec::new(),
            competition_points: None,
        })
    }

    fn finish(tournament: &mut Tournament) {
        while let Some(game) = tournament.next_game() {
            tournament.record(game.id, result(game.id)).expect("a result of a game that was handed out");
        }
        assert!(tournament.is_over());
    }

    #[test]
    fn every_game_is_handed_out_once() {
        let mut tournament = series(3, None);
        let games: Vec<_> =
            std::iter::from_fn(|| tournament.next_game()).map(|game| (game.id.unit, game.id.rotation)).collect();
        assert_eq!(games, [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]);
        assert!(!tournament.is_over());
    }

    #[test]
    fn results_count_in_the_order_of_the_schedule() {
        let mut tournament = series(3, None);
        for (unit, rotation, counted) in [(1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 2), (2, 1, 2), (2, 0, 3)] {
            let id = GameId { unit, rotation };
            tournament.record(id, result(id)).expect("a new result");
            assert_eq!(tournament.counted_units(), counted, "{id:?}");
        }
        assert!(tournament.is_over());
    }

    /// Many games at once that end in any order, and a host that is ended now and then and goes on with a part of the results:
    /// the same table and the same end.
    #[test]
    fn order_and_interruptions_change_nothing() {
        let rule = Sprt::new(0.0, 80.0, 0.05, 0.05, EloModel::Normalized).expect("a rule");
        let mut expected = series(400, Some(rule));
        finish(&mut expected);
        assert_ne!(expected.verdict(), SprtVerdict::Continue);
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..50 {
            let mut kept: Vec<GameId> = Vec::new();
            let mut tournament = series(400, Some(rule));
            let mut playing = Vec::new();
            while !tournament.is_over() {
                while playing.len() < 8
                    && let Some(game) = tournament.next_game()
                {
                    playing.push(game.id);
                }
                let id = playing.swap_remove(rng.usize(..playing.len()));
                tournament.record(id, result(id)).expect("a new result");
                kept.push(id);
                if rng.u32(..100) == 0 {
                    tournament = series(400, Some(rule));
                    rng.shuffle(&mut kept);
                    playing.clear();
                    for &id in &kept {
                        tournament.record(id, result(id)).expect("a kept result");
                    }
                }
            }
            assert_eq!(tournament.tallies(), expected.tallies());
            assert_eq!(
                (tournament.verdict(), tournament.counted_units()),
                (expected.verdict(), expected.counted_units())
            );
        }
    }

    #[test]
    fn a_void_game_is_played_once_more() {
        let mut tournament = series(1, None);
        let id = tournament.next_game().expect("a game").id;
        tournament.record(id, GameResult::Void).expect("a new result");
        assert_eq!(tournament.next_game().map(|game| game.id), Some(id));
        tournament.record(id, GameResult::Void).expect("the second result");
        assert_eq!(tournament.record(id, GameResult::Void), Err(RecordError::Twice(id)));
        finish(&mut tournament);
        assert_eq!((tournament.void_games(), tournament.tallies()[0].void_units()), (&[id][..], 1));
    }

    #[test]
    fn wrong_results_are_refused() {
        let mut tournament = series(1, None);
        let [missing, first] = [(1, 0), (0, 0)].map(|(unit, rotation)| GameId { unit, rotation });
        let other = GameId { unit: 0, rotation: 2 };
        assert_eq!(tournament.record(missing, result(missing)), Err(RecordError::NoSuchGame(missing)));
        assert_eq!(tournament.record(other, result(other)), Err(RecordError::NoSuchGame(other)));
        tournament.record(first, result(first)).expect("a result");
        assert_eq!(tournament.record(first, result(first)), Err(RecordError::Twice(first)));
        let short = PlayedGame {
            places: vec![1],
            digest: GameDigest([0; 16]),
            faults: Vec::new(),
            times: Vec::new(),
            competition_points: None,
        };
        let second = GameId { unit: 0, rotation: 1 };
        let error = tournament.record(second, GameResult::Played(short));
        assert_eq!(error, Err(RecordError::Places { found: 1, expected: 2 }));
    }
}
