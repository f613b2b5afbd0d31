//! The only randomness here: a seeded generator (Steele, Lea and Flood's SplitMix64). Its numbers
//! must never change: a seed names a map, a start and every number that a bot gets.

/// By how much the state grows with each number.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A row of numbers that look like chance.
#[derive(Debug, Clone)]
pub(crate) struct SplitMix64(u64);

impl SplitMix64 {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// The number that [`next`](Self::next) returns after `skipped` others.
    pub(crate) fn nth(mut self, skipped: u64) -> u64 {
        self.0 = self.0.wrapping_add(STEP.wrapping_mul(skipped));
        self.next()
    }

    /// A number below `count`, which is positive.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        // The high half of the product; the bias is below count / 2^64.
        ((u128::from(self.next()) * count as u128) >> 64) as usize
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
