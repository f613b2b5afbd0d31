//! How many games a worker gets at once: enough that messages cost little, and few enough that
//! little is lost when the page is closed; and how long the remaining games will take. Knows no
//! games.

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

    /// The size of the next batch; this many workers share the `left` games.
    pub(crate) fn batch(&self, left: u64, workers: usize) -> usize {
        let Some(game) = self.game.filter(|_| !self.is_single) else { return 1 };
        let share = left / (2 * workers.max(1) as u64);
        ((BATCH / game.max(0.01)) as usize).min(share as usize).clamp(1, MOST)
    }
}

/// A game is not called long before it has been played for this long, in milliseconds.
const LONG: f64 = 3_000.0;
/// From this long on, fewer games are recommended, in seconds.
const TOO_LONG: f64 = 300.0;

/// How long the games that are left will take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TimeLeft {
    seconds: f64,
    /// Whether it may be any longer: no game is over yet.
    is_least: bool,
}

impl TimeLeft {
    /// `played` games were over after `elapsed` milliseconds. Before the first is, each takes
    /// longer than the one that `workers` have played for longest: that many milliseconds.
    pub(crate) fn estimate(left: u64, played: usize, elapsed: f64, workers: usize, longest: f64) -> Option<Self> {
        let left = left as f64 / 1000.0;
        match played {
            0 if longest < LONG => None,
            0 => Some(Self { seconds: left * longest / workers.max(1) as f64, is_least: true }),
            played => Some(Self { seconds: left * elapsed / played as f64, is_least: false }),
        }
    }

    /// The time in whole minutes: `about 3 minutes left`; `None` if it is less than a minute.
    pub(crate) fn text(self) -> Option<String> {
        let minutes = if self.is_least { (self.seconds / 60.0).floor() } else { (self.seconds / 60.0).round() };
        let about = if self.is_least { "more than" } else { "about" };
        let unit = if minutes == 1.0 { "minute" } else { "minutes" };
        (minutes >= 1.0).then(|| format!("{about} {minutes} {unit} left"))
    }

    /// Whether fewer games are recommended.
    pub(crate) fn is_too_long(self) -> bool {
        self.seconds > TOO_LONG
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_told_as_soon_as_it_can_be() {
        let text = |left, played, elapsed, longest| {
            let time_left = TimeLeft::estimate(left, played, elapsed, 2, longest);
            time_left.map(|time_left| (time_left.text(), time_left.is_too_long()))
        };
        let told = |words: &str, is_too_long| Some((Some(words.to_owned()), is_too_long));
        assert_eq!(text(100, 0, 2_000.0, 2_000.0), None, "a first game takes its time");
        assert_eq!(text(100, 0, 5_000.0, 4_000.0), told("more than 3 minutes left", false));
        assert_eq!(text(98, 2, 80_000.0, 1_000.0), told("about 65 minutes left", true));
        assert_eq!(text(9, 1, 7_000.0, 0.0), told("about 1 minute left", false));
        assert_eq!(text(50, 50, 1_000.0, 0.0), Some((None, false)));
    }

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
