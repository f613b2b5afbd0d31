//! The games that were sent to the fleet, and their batches. Sends nothing.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use botyard_engine::tournament::{GameId, Participant, ScheduledGame};
use botyard_fleet::limits;
use botyard_fleet::names::Token;
use serde_json::Value;

/// A batch takes a thread about this many seconds: much longer than its messages, and not too long
/// to play it again.
const BATCH_SECONDS: f64 = 0.4;
/// At the end of a tournament, or of a round that others wait for, batches get shorter, so that all
/// threads end at nearly the same time; but not shorter than this many seconds.
const LAST_BATCH_SECONDS: f64 = 0.02;
/// Of the games without a result, a batch has at most one part in this many for each thread.
const BATCHES_LEFT: f64 = 4.0;
/// The expected time of a game of bots that have not played each other, in seconds: their first
/// batches have few games.
const UNKNOWN_SECONDS: f64 = BATCH_SECONDS / 2.0;
/// This many batches for each thread are sent ahead: one that is played, one that waits there, and
/// one that is being sent.
const BATCHES_AHEAD: f64 = 3.0;
/// A worker's report of a game's time counts as at most this long, in seconds.
const GAME_SECONDS_MAX: f64 = 3600.0;
/// The most games that are sent ahead.
const AHEAD_MAX: usize = 200_000;

/// A batch that was sent.
#[derive(Debug, Default, Clone)]
pub(super) struct SentBatch {
    /// All games that it was sent with, each with its match's settings.
    pub(super) all: HashMap<GameId, Arc<Value>>,
    /// The games without a result.
    left: BTreeMap<GameId, ScheduledGame>,
    /// The workers that have refused them, once for each refusal.
    refused_by: Vec<Token>,
    /// The expected time of all of them, in seconds.
    seconds: f64,
}

impl SentBatch {
    /// Whether every game has a result.
    pub(super) fn is_done(&self) -> bool {
        self.left.is_empty()
    }

    /// The games without a result, and the workers that have refused them, as in `refused_by`.
    pub(super) fn into_left(self) -> (Vec<ScheduledGame>, Vec<Token>) {
        (self.left.into_values().collect(), self.refused_by)
    }
}

/// The games that wait to be sent, and the batches that were sent.
#[derive(Debug, Default)]
pub(super) struct SentBatches {
    unsent: Vec<ScheduledGame>,
    batches: HashMap<u64, SentBatch>,
    next: u64,
    games: usize,
    /// The expected time of all games that are unsent or sent, in seconds.
    seconds: f64,
    /// The recent time of a game on a worker, in seconds, by its participants.
    game_seconds: HashMap<Vec<Participant>, f64>,
}

impl SentBatches {
    /// The number of games without a result.
    pub(super) fn games(&self) -> usize {
        self.unsent.len() + self.games
    }

    /// The number of games that may wait, if this many threads play them.
    pub(super) fn games_max(&self, threads: usize) -> usize {
        let wanted = BATCHES_AHEAD * BATCH_SECONDS * threads.max(1) as f64;
        if self.seconds < wanted { AHEAD_MAX.min(self.games() + 1) } else { self.games() }
    }

    /// Keeps a game until the next batch is made.
    pub(super) fn push(&mut self, game: ScheduledGame) {
        self.seconds += self.expect(&game);
        self.unsent.push(game);
    }

    /// Whether a game waits to be sent.
    pub(super) fn has_unsent(&self) -> bool {
        !self.unsent.is_empty()
    }

    /// Takes the games of the next batch for a fleet of this many threads. `without_result` is the
    /// number of games of the tournament that have no result, those that were sent included.
    pub(super) fn take_unsent(&mut self, threads: usize, without_result: u64) -> Vec<ScheduledGame> {
        // If there are fewer games than were asked for, the others wait for the results of these.
        let is_all = self.games() < self.games_max(threads);
        let games = self.games();
        let shown = if is_all { games as u64 } else { without_result.max(games as u64) };
        let left = self.seconds / games.max(1) as f64 * shown as f64;
        let most = (left / (BATCHES_LEFT * threads.max(1) as f64)).clamp(LAST_BATCH_SECONDS, BATCH_SECONDS);
        let (mut count, mut seconds) = (0, 0.0);
        while count < self.unsent.len().min(limits::GAMES) && seconds < most {
            seconds += self.expect(&self.unsent[count]);
            count += 1;
        }
        self.seconds -= seconds;
        self.unsent.drain(..count).collect()
    }

    /// Takes back all unsent games.
    pub(super) fn drop_unsent(&mut self) {
        for game in std::mem::take(&mut self.unsent) {
            self.seconds -= self.expect(&game);
        }
    }

    /// Notes a new batch, of games with the settings of their matches, and returns its number.
    pub(super) fn add(&mut self, games: Vec<(ScheduledGame, Arc<Value>)>, refused_by: &[Token]) -> u64 {
        self.next += 1;
        self.games += games.len();
        let all = games.iter().map(|(game, settings)| (game.id, Arc::clone(settings))).collect();
        let seconds = games.iter().map(|(game, _)| self.expect(game)).sum();
        let left = games.into_iter().map(|(game, _)| (game.id, game)).collect();
        self.seconds += seconds;
        self.batches.insert(self.next, SentBatch { all, left, refused_by: refused_by.to_vec(), seconds });
        self.next
    }

    /// A batch that was sent and not taken out.
    pub(super) fn get(&self, batch: u64) -> Option<&SentBatch> {
        self.batches.get(&batch)
    }

    /// Takes a game out of its batch, and returns it with its match's settings; `None` if the batch
    /// does not wait for it.
    pub(super) fn take_game(&mut self, batch: u64, id: GameId) -> Option<(ScheduledGame, Arc<Value>)> {
        let SentBatch { all, left, .. } = self.batches.get_mut(&batch)?;
        let game = left.remove(&id)?;
        self.games -= 1;
        Some((game, Arc::clone(all.get(&id)?)))
    }

    /// Takes out a batch.
    pub(super) fn remove(&mut self, batch: u64) -> Option<SentBatch> {
        let removed = self.batches.remove(&batch)?;
        self.games -= removed.left.len();
        self.seconds -= removed.seconds;
        if self.games() == 0 {
            // Removes the rounding error of the sum.
            self.seconds = 0.0;
        }
        Some(removed)
    }

    /// Takes out the batches that `is_removed` selects; returns their numbers.
    pub(super) fn remove_where(&mut self, is_removed: impl Fn(u64) -> bool) -> Vec<u64> {
        let removed: Vec<_> = self.batches.keys().copied().filter(|&batch| is_removed(batch)).collect();
        for &batch in &removed {
            self.remove(batch);
        }
        removed
    }

    /// Notes that a worker has taken `duration` for a game.
    pub(super) fn note_duration(&mut self, game: &ScheduledGame, duration: Duration) {
        let (players, seconds) = (players(game), duration.as_secs_f64().clamp(1e-6, GAME_SECONDS_MAX));
        // A single long game has little effect, and a lasting change has its effect soon.
        let expected = self.game_seconds.get(&players).map_or(seconds, |before| 0.9 * before + 0.1 * seconds);
        self.game_seconds.insert(players, expected);
    }

    /// The expected time of a game, in seconds.
    fn expect(&self, game: &ScheduledGame) -> f64 {
        self.game_seconds.get(&players(game)).copied().unwrap_or(UNKNOWN_SECONDS)
    }
}

/// The players of a game, regardless of their seats.
fn players(game: &ScheduledGame) -> Vec<Participant> {
    let mut players = game.seats.clone();
    players.sort_unstable();
    players
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of two bots: `bot` and participant 0.
    fn game(unit: u64, bot: usize) -> ScheduledGame {
        let seats = vec![Participant::new(bot), Participant::new(0)];
        ScheduledGame { id: GameId { unit, rotation: 0 }, round: 0, seats, seed: 1 }
    }

    #[test]
    fn a_game_is_taken_out_of_its_own_batch_once() {
        let mut batches = SentBatches::default();
        let games = [0, 1, 2].map(|unit| game(unit, 1));
        let with_settings = |games: &[ScheduledGame]| {
            games.iter().map(|game| (game.clone(), Arc::new(Value::from(game.id.unit)))).collect::<Vec<_>>()
        };
        let first = batches.add(with_settings(&games[..2]), &[]);
        let second = batches.add(with_settings(&games[2..]), &[]);
        assert_eq!(batches.games(), 3);
        assert!(batches.take_game(second, games[0].id).is_none());
        assert_eq!(batches.take_game(first, games[0].id), with_settings(&games[..1]).pop());
        assert!(batches.take_game(first, games[0].id).is_none());
        assert_eq!(batches.games(), 2);
        assert_eq!(batches.remove(first).map(|batch| batch.into_left().0), Some(games[1..2].to_vec()));
        assert_eq!(batches.remove_where(|batch| batch == second), [second]);
        assert_eq!((batches.games(), batches.seconds), (0, 0.0));
    }

    /// Regression: games of two slow bots were sent by the hundred, because those of two others are
    /// short.
    #[test]
    fn short_games_travel_together_and_long_ones_alone() {
        let mut batches = SentBatches::default();
        let next = |batches: &mut SentBatches, bot| {
            (0..5000).for_each(|unit| batches.push(game(unit, bot)));
            let count = batches.take_unsent(1, 5000).len();
            batches.drop_unsent();
            count
        };
        assert_eq!(next(&mut batches, 1), 2);
        batches.note_duration(&game(0, 1), Duration::from_millis(8));
        batches.note_duration(&game(0, 2), Duration::from_secs(60));
        batches.note_duration(&game(0, 3), Duration::from_micros(1));
        assert_eq!([1, 2, 3].map(|bot| next(&mut batches, bot)), [50, 1, limits::GAMES]);
    }

    /// Regression: the last games of a tournament were played by one thread, and the others waited.
    #[test]
    fn the_last_batches_are_short() {
        let send_all = |ahead: u64, without_result: u64| {
            let mut batches = SentBatches::default();
            batches.note_duration(&game(0, 1), Duration::from_millis(1));
            (0..ahead).for_each(|unit| batches.push(game(unit, 1)));
            let mut lengths = Vec::new();
            while batches.has_unsent() {
                let games = batches.take_unsent(2, without_result);
                lengths.push(games.len());
                batches.add(games.into_iter().map(|game| (game, Arc::default())).collect(), &[]);
            }
            assert_eq!(lengths.iter().sum::<usize>() as u64, ahead);
            lengths
        };
        // There are more games than the threads are given, and a part of them.
        for (ahead, without_result, expected) in [(3000, 1_000_000, 400), (2600, 2600, 325)] {
            let lengths = send_all(ahead, without_result);
            assert!((expected..=expected + 1).contains(&lengths[0]), "{lengths:?}");
        }
        // There are no others until these are played.
        for (ahead, expected) in [(800, 100), (40, 20)] {
            let lengths = send_all(ahead, 1_000_000);
            assert!((expected..=expected + 1).contains(&lengths[0]), "{lengths:?}");
        }
    }

    #[test]
    fn threads_have_enough_to_do_and_not_much_more() {
        let mut batches = SentBatches::default();
        batches.note_duration(&game(0, 1), Duration::from_millis(1));
        let fill = |batches: &mut SentBatches, threads| {
            while batches.games() < batches.games_max(threads) {
                batches.push(game(batches.games() as u64, 1));
            }
            batches.games()
        };
        for threads in [0, 1, 8] {
            let games = fill(&mut batches, threads);
            let expected = threads.max(1) * 1200;
            assert!((expected..=expected + 1).contains(&games), "{games} for {threads}");
        }
    }
}
