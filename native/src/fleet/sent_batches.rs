//! The games that were sent to the fleet, and their batches. Sends nothing.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use botyard_engine::tournament::{GameId, Participant, ScheduledGame};
use botyard_fleet::limits;
use botyard_fleet::names::Token;
use serde_json::Value;

/// A batch takes a thread about this many seconds: much longer than its messages, and not too long
/// to play it again.
const BATCH_SECONDS: f64 = 0.4;
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
    pub(super) left: Vec<ScheduledGame>,
    /// The workers that have refused them, once for each refusal.
    pub(super) refused_by: Vec<Token>,
    /// The expected time of all of them, in seconds.
    seconds: f64,
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

    /// Takes the games of the next batch; empty if no game waits.
    pub(super) fn take_unsent(&mut self) -> Vec<ScheduledGame> {
        let (mut count, mut seconds) = (0, 0.0);
        while count < self.unsent.len().min(limits::GAMES) && seconds < BATCH_SECONDS {
            seconds += self.expect(&self.unsent[count]);
            count += 1;
        }
        self.seconds -= seconds;
        self.unsent.drain(..count).collect()
    }

    /// Takes back all unsent games.
    pub(super) fn drop_unsent(&mut self) {
        while !self.take_unsent().is_empty() {}
    }

    /// Notes a new batch, of games with the settings of their matches, and returns its number.
    pub(super) fn add(&mut self, games: Vec<(ScheduledGame, Arc<Value>)>, refused_by: &[Token]) -> u64 {
        self.next += 1;
        self.games += games.len();
        let all = games.iter().map(|(game, settings)| (game.id, Arc::clone(settings))).collect();
        let games: Vec<_> = games.into_iter().map(|(game, _)| game).collect();
        let seconds = games.iter().map(|game| self.expect(game)).sum();
        self.seconds += seconds;
        self.batches.insert(self.next, SentBatch { all, left: games, refused_by: refused_by.to_vec(), seconds });
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
        let at = left.iter().position(|game| game.id == id)?;
        let settings = Arc::clone(all.get(&id)?);
        self.games -= 1;
        Some((left.swap_remove(at), settings))
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
        assert_eq!(batches.remove(first).map(|batch| batch.left), Some(games[1..2].to_vec()));
        assert_eq!(batches.remove_where(|batch| batch == second), [second]);
        assert_eq!((batches.games(), batches.seconds), (0, 0.0));
    }

    /// Regression: games of two slow bots were sent by the hundred, because those of two others are
    /// short.
    #[test]
    fn short_games_travel_together_and_long_ones_alone() {
        let mut batches = SentBatches::default();
        let next = |batches: &mut SentBatches, bot| {
            (0..1000).for_each(|unit| batches.push(game(unit, bot)));
            let count = batches.take_unsent().len();
            batches.drop_unsent();
            count
        };
        assert_eq!(next(&mut batches, 1), 2);
        batches.note_duration(&game(0, 1), Duration::from_millis(8));
        batches.note_duration(&game(0, 2), Duration::from_secs(60));
        batches.note_duration(&game(0, 3), Duration::from_micros(1));
        assert_eq!([1, 2, 3].map(|bot| next(&mut batches, bot)), [50, 1, limits::GAMES]);
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
