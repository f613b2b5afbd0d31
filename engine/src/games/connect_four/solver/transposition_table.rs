//! What a solver remembers of positions: bounds of their scores. Knows no search.

use super::Score;
use crate::games::connect_four::board::ConnectFourBoard;

/// More than any score.
const SCORE_LIMIT: Score = 22;
/// How many bits a bound takes in an entry.
const BOUND_BITS: u32 = 6;

/// The range of a position's score for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScoreBounds {
    pub lower: Score,
    pub upper: Score,
}

/// A table of fixed size. A bucket holds two positions: the one with the fewest stones so far,
/// which cost most to search, and the newest other one.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    /// The key of a position, which has 49 bits, above its two bounds; 0 if there is none.
    buckets: Vec<[u64; 2]>,
}

impl TranspositionTable {
    /// A table for this many positions, 8 bytes each; for two at least.
    pub fn new(entries: usize) -> Self {
        Self { buckets: vec![[0; 2]; (entries / 2).max(1)] }
    }

    /// The bounds of the position with this key; if it is not in the table, those of any position.
    pub fn recall(&self, key: u64) -> ScoreBounds {
        let found = self.buckets[self.find_bucket(key)].into_iter().find(|&entry| key_of(entry) == key);
        found.map_or(ScoreBounds { lower: -SCORE_LIMIT, upper: SCORE_LIMIT }, bounds_of)
    }

    /// Stores the bounds of the position with this key.
    pub fn remember(&mut self, key: u64, bounds: ScoreBounds) {
        let at = self.find_bucket(key);
        let [costly, newest] = &mut self.buckets[at];
        let entry = entry_of(key, bounds);
        if key_of(*costly) == key {
            *costly = entry;
        } else if key_of(*newest) == key {
            *newest = entry;
        } else if *costly == 0 || stones(key) <= stones(key_of(*costly)) {
            *newest = std::mem::replace(costly, entry);
        } else {
            *newest = entry;
        }
    }

    fn find_bucket(&self, key: u64) -> usize {
        // Fibonacci hashing spreads neighbouring positions.
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }
}

fn stones(key: u64) -> u32 {
    ConnectFourBoard::stones_of_key(key)
}

fn key_of(entry: u64) -> u64 {
    entry >> (2 * BOUND_BITS)
}

fn entry_of(key: u64, bounds: ScoreBounds) -> u64 {
    let code = |bound: Score| (bound + SCORE_LIMIT) as u64;
    (key << BOUND_BITS | code(bounds.upper)) << BOUND_BITS | code(bounds.lower)
}

fn bounds_of(entry: u64) -> ScoreBounds {
    let bound = |bits: u64| (bits & ((1 << BOUND_BITS) - 1)) as Score - SCORE_LIMIT;
    ScoreBounds { lower: bound(entry), upper: bound(entry >> BOUND_BITS) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::Column;

    #[test]
    fn the_costliest_position_stays() {
        let mut table = TranspositionTable::new(2);
        let boards = Column::all().take(3).scan(ConnectFourBoard::default(), |board, column| {
            *board = board.drop(column);
            Some(*board)
        });
        let keys: Vec<u64> = boards.map(ConnectFourBoard::key).collect();
        for (&key, score) in keys.iter().zip([-18, 0, 18]) {
            table.remember(key, ScoreBounds { lower: score, upper: score });
        }
        let unknown = ScoreBounds { lower: -SCORE_LIMIT, upper: SCORE_LIMIT };
        assert_eq!(table.recall(keys[0]), ScoreBounds { lower: -18, upper: -18 });
        assert_eq!(table.recall(keys[1]), unknown, "the third has taken its place");
        assert_eq!(table.recall(keys[2]), ScoreBounds { lower: 18, upper: 18 });
    }
}
