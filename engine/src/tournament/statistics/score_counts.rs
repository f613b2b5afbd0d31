//! How often each score occurred: the input of every statistic of two seats. Knows no games and no
//! bots.

use std::fmt;
use std::str::FromStr;

use crate::tournament::participant::PAIR;

/// The kind of a sample: its score is a multiple of `1 / (cells - 1)`, from 0 (lost) to 1 (won).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SampleKind {
    /// One game: lost, drawn, won.
    Game,
    /// Two games of one seed, each player once in each seat: the mean of both games' scores.
    Pair,
}

impl SampleKind {
    /// How many games one sample has.
    pub fn games(self) -> u32 {
        match self {
            Self::Game => 1,
            Self::Pair => PAIR as u32,
        }
    }

    fn cells(self) -> usize {
        2 * self.games() as usize + 1
    }
}

/// How many samples had each score, the lowest score first.
///
/// ```
/// use botyard_engine::tournament::statistics::ScoreCounts;
///
/// let pairs = ScoreCounts::of_pairs([177, 1629, 3083, 1780, 221]);
/// assert_eq!(pairs.games(), 13_780);
/// assert!((pairs.mean().expect("there are pairs") - 0.508672).abs() < 1e-6);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreCounts {
    kind: SampleKind,
    /// The counts of games use the first three.
    counts: [u64; 5],
}

impl ScoreCounts {
    /// Counts of pairs by the points of both games together: 0, 1/2, 1, 3/2 and 2 (the pentanomial
    /// counts).
    pub fn of_pairs(counts: [u64; 5]) -> Self {
        Self { kind: SampleKind::Pair, counts }
    }

    /// Counts of single games.
    pub fn of_games(wins: u64, draws: u64, losses: u64) -> Self {
        Self { kind: SampleKind::Game, counts: [losses, draws, wins, 0, 0] }
    }

    /// The kind of the samples.
    pub fn kind(&self) -> SampleKind {
        self.kind
    }

    /// How many samples had each score, the lowest score first: three counts of games or five of
    /// pairs.
    pub fn counts(&self) -> &[u64] {
        &self.counts[..self.kind.cells()]
    }

    /// Adds a sample; `half_points` are those of all its games together.
    ///
    /// # Panics
    /// If a sample cannot have this many half points.
    pub fn add(&mut self, half_points: usize) {
        assert!(half_points < self.kind.cells(), "{half_points} half points in {:?}", self.kind);
        self.counts[half_points] += 1;
    }

    /// How many samples there are.
    pub fn samples(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.samples() * u64::from(self.kind.games())
    }

    /// The mean score of a sample, from 0 to 1; `None` without samples.
    pub fn mean(&self) -> Option<f64> {
        let samples = self.samples();
        (samples > 0).then(|| self.weighted().map(|(score, weight)| score * weight).sum::<f64>() / samples as f64)
    }

    /// The variance of a sample's score; `None` without samples.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        let squares = self.weighted().map(|(score, weight)| weight * (score - mean).powi(2)).sum::<f64>();
        Some(squares / self.samples() as f64)
    }

    /// Whether all samples had the same score: their variance is then unknown.
    pub fn is_constant(&self) -> bool {
        self.counts.iter().filter(|&&count| count > 0).count() <= 1
    }

    /// Each score a sample can have, and how many had it.
    pub(super) fn weighted(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let highest = (self.kind.cells() - 1) as f64;
        self.counts().iter().enumerate().map(move |(cell, &count)| (cell as f64 / highest, count as f64))
    }
}

/// Why a text names no counts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScoreCountsError {
    /// There are not three and not five numbers.
    #[error(
        "invalid counts: expected 3 numbers (wins, draws, losses) or 5 (pairs with 0, 1/2, 1, 3/2 and 2 points), found {0}"
    )]
    WrongNumber(usize),
    /// One of them is not a number.
    #[error("invalid count {0:?}: expected a whole number from 0 to 1000000000000")]
    NoNumber(String),
}

/// No series is long enough for a larger count: sums stay far from overflow.
const LARGEST: u64 = 1_000_000_000_000;

/// Reads numbers with commas between them: wins, draws and losses, or five counts of pairs.
impl FromStr for ScoreCounts {
    type Err = ScoreCountsError;

    fn from_str(text: &str) -> Result<Self, ScoreCountsError> {
        let count = |word: &str| {
            let count = word.trim().parse().ok().filter(|&count| count <= LARGEST);
            count.ok_or_else(|| ScoreCountsError::NoNumber(word.trim().to_owned()))
        };
        let counts = text.split(',').map(count).collect::<Result<Vec<u64>, _>>()?;
        match counts[..] {
            [wins, draws, losses] => Ok(Self::of_games(wins, draws, losses)),
            [a, b, c, d, e] => Ok(Self::of_pairs([a, b, c, d, e])),
            _ => Err(ScoreCountsError::WrongNumber(counts.len())),
        }
    }
}

/// As [`FromStr`] reads it.
impl fmt::Display for ScoreCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, self.counts) {
            (SampleKind::Game, [losses, draws, wins, ..]) => write!(f, "{wins},{draws},{losses}"),
            (SampleKind::Pair, [a, b, c, d, e]) => write!(f, "{a},{b},{c},{d},{e}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_they_are_written() {
        for text in ["1,2,3", "177,1629,3083,1780,221"] {
            assert_eq!(text.parse::<ScoreCounts>().expect("counts").to_string(), text);
        }
        let spaced: ScoreCounts = "10, 5, 2".parse().expect("counts");
        assert_eq!(spaced.counts(), [2, 5, 10]);
    }

    #[test]
    fn other_texts_are_refused() {
        assert_eq!("1,2".parse::<ScoreCounts>(), Err(ScoreCountsError::WrongNumber(2)));
        for text in ["1,x,3", "1,-2,3", "1,,3", "", "1,2,1000000000001"] {
            assert!(matches!(text.parse::<ScoreCounts>(), Err(ScoreCountsError::NoNumber(_))), "{text:?}");
        }
    }

    #[test]
    fn mean_and_variance_of_games() {
        let counts = ScoreCounts::of_games(3, 2, 5);
        assert_eq!((counts.mean(), counts.samples(), counts.games()), (Some(0.4), 10, 10));
        assert!((counts.variance().expect("there are games") - 0.19).abs() < 1e-12);
        assert_eq!(ScoreCounts::of_games(0, 0, 0).mean(), None);
        assert_eq!(ScoreCounts::of_games(0, 0, 0).variance(), None);
    }

    #[test]
    fn samples_are_added_by_their_half_points() {
        let mut counts = ScoreCounts::of_pairs([0; 5]);
        for half_points in [0, 4, 4, 1] {
            counts.add(half_points);
        }
        assert_eq!(counts.counts(), [1, 1, 0, 0, 2]);
        assert!(!counts.is_constant());
        assert!(ScoreCounts::of_pairs([0, 0, 9, 0, 0]).is_constant());
    }
}
