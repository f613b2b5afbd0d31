//! How many games a worker is given at once: so many that messages cost little, and so few that
//! little is lost when the page is closed. Knows no games.

/// How long a batch should take, in milliseconds.
const BATCH: f64 = 150.0;
/// At most this many games are in a batch.
const MOST: usize = 256;

/// How fast games were so far.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct BatchPace {
    /// Milliseconds for a game in one worker, lately.
    game: Option<f64>,
    /// Whether each game is a batch, because one of them crashes its worker.
    is_single: bool,
}

impl BatchPace {
    /// A batch of this many games took this many milliseconds.
    pub(crate) fn note(&mut self, games: usize, took: f64) {
        let latest = took / games.max(1) as f64;
        self.game = Some(self.game.map_or(latest, |before| (before + latest) / 2.0));
    }

    /// From now on each game is a batch.
    pub(crate) fn play_singly(&mut self) {
        self.is_single = true;
    }

    /// How many games are the next batch; `left` of them are to be shared by this many workers.
    pub(crate) fn batch(&self, left: u64, workers: usize) -> usize {
        let Some(game) = self.game.filter(|_| !self.is_single) else { return 1 };
        let share = left / (2 * workers.max(1) as u64);
        ((BATCH / game.max(0.01)) as usize).min(share as usize).clamp(1, MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_games_come_in_batches_and_long_ones_alone() {
        let mut pace = BatchPace::default();
        assert_eq!(pace.batch(1000, 2), 1, "nothing is known yet");
        pace.note(1, 1.0);
        assert_eq!(pace.batch(1000, 2), 150);
        assert_eq!(pace.batch(40, 2), 10, "the last games are shared");
        pace.note(1, 2001.0);
        assert_eq!(pace.batch(1000, 2), 1);
        pace.note(1000, 0.0);
        pace.play_singly();
        assert_eq!(pace.batch(1000, 2), 1);
    }
}
