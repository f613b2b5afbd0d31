//! Maximum likelihood of a distribution on known scores under one condition on it. This is Owen's
//! empirical likelihood, except that scores that never occurred stay possible. Knows nothing of
//! ratings.

/// A score and how many samples had it.
pub(super) type WeightedScore = (f64, f64);

/// How the most likely distribution under a condition departs from the counts: cell `i` has
/// probability `count / (samples * (1 + tilt * influence))`.
pub(super) struct Tilted {
    /// For each cell.
    factors: Vec<f64>,
}

impl Tilted {
    /// The most likely distribution under which `influences` (one for each cell) have the mean 0.
    /// `None` if they all have the same sign: then no distribution exists.
    fn new(cells: &[WeightedScore], influences: &[f64]) -> Option<Self> {
        let tilt = tilt(cells, influences)?;
        Some(Self { factors: influences.iter().map(|influence| 1.0 + tilt * influence).collect() })
    }

    /// The most likely distribution whose mean is `mean`, which is above the lowest score and below
    /// the highest.
    pub(super) fn with_mean(cells: &[WeightedScore], mean: f64) -> Option<Self> {
        Self::new(cells, &cells.iter().map(|(score, _)| score - mean).collect::<Vec<_>>())
    }

    /// The most likely distribution whose mean is this many standard deviations above 1/2. Every
    /// count is positive.
    ///
    /// The condition is not linear: it is replaced by its derivative (the influence function of
    /// `mean - 1/2 - ratio * deviation`) at the last solution until the likelihood stays where it
    /// is. Van den Bergh, "Normalized Elo", section 4.
    pub(super) fn with_ratio(cells: &[WeightedScore], ratio: f64) -> Option<Self> {
        // Seven rounds are usual. Many are used up only by counts that are far from the condition
        // and empty in between, where the likelihood is so small that its last digits decide
        // nothing.
        const ROUNDS: usize = 1000;
        let samples: f64 = cells.iter().map(|(_, count)| count).sum();
        let (mut mean, mut deviation) = start(ratio);
        // The sum over this many samples has no more digits.
        let tolerance = f64::max(1e-9, samples * 1e-15);
        let mut last = f64::INFINITY;
        for round in 0.. {
            let influence = |score: f64| {
                let distance = (score - mean) / deviation;
                score - 0.5 - ratio * deviation * (1.0 + distance * distance) / 2.0
            };
            let tilted = Self::new(cells, &cells.iter().map(|&(score, _)| influence(score)).collect::<Vec<_>>())?;
            let deficit = tilted.deficit(cells);
            if (deficit - last).abs() < tolerance || round == ROUNDS {
                return Some(tilted);
            }
            last = deficit;
            (mean, deviation) = tilted.moments(cells, samples);
        }
        unreachable!("the last round returns")
    }

    /// The mean and the standard deviation.
    fn moments(&self, cells: &[WeightedScore], samples: f64) -> (f64, f64) {
        let weighted =
            || cells.iter().zip(&self.factors).map(|(&(score, count), factor)| (score, count / (samples * factor)));
        let mean: f64 = weighted().map(|(score, probability)| probability * score).sum();
        let variance: f64 = weighted().map(|(score, probability)| probability * (score - mean).powi(2)).sum();
        (mean, variance.sqrt())
    }

    /// The logarithm of how much likelier the counts are under their own frequencies than under
    /// this distribution.
    pub(super) fn deficit(&self, cells: &[WeightedScore]) -> f64 {
        // A cell without samples adds 0, even if its factor is 0.
        let seen = cells.iter().zip(&self.factors).filter(|((_, count), _)| *count > 0.0);
        seen.map(|((_, count), factor)| count * factor.ln()).sum()
    }
}

/// A mean and a standard deviation from which both signs of influence occur: those of even chances,
/// or for a ratio that these are too far from, of scores that are nearly all alike.
fn start(ratio: f64) -> (f64, f64) {
    if ratio.abs() < 0.9 {
        (0.5, 0.35)
    } else if ratio > 0.0 {
        (1.0, 0.5 / ratio)
    } else {
        (0.0, -0.5 / ratio)
    }
}

/// The zero of `sum(count * influence / (1 + tilt * influence))`, which falls with the tilt, where
/// no factor is negative. If the cell with an extreme influence has no samples the sum may have no
/// zero there: then it is the end of the interval, and that cell takes the rest of the probability.
fn tilt(cells: &[WeightedScore], influences: &[f64]) -> Option<f64> {
    let highest = influences.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let lowest = influences.iter().copied().fold(f64::INFINITY, f64::min);
    if !(lowest < 0.0 && highest > 0.0) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    let mut tilt = 0.0;
    // Newton's steps, and the middle where one would leave the interval: each doubles the digits or
    // halves the interval.
    for _ in 0..200 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for ((_, count), influence) in cells.iter().zip(influences).filter(|((_, count), _)| *count > 0.0) {
            let part = influence / (1.0 + tilt * influence);
            sum += count * part;
            slope -= count * part * part;
        }
        if sum > 0.0 {
            low = tilt;
        } else {
            high = tilt;
        }
        let step = tilt - sum / slope;
        let next = if step > low && step < high { step } else { f64::midpoint(low, high) };
        if (next - tilt).abs() <= 1e-15 * tilt.abs().max(1e-3) {
            return Some(next);
        }
        tilt = next;
    }
    Some(tilt)
}
