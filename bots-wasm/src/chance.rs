//! A bot's own small random numbers. Knows no game and needs no crate; not for secrets.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

/// A generator of 64 random bits at a time (SplitMix64: Steele, Lea and Flood, 2014).
pub struct Chance(u64);

impl Chance {
    /// Seeded with `seed`: the same numbers every time.
    pub fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    /// Seeded with the program's first argument, a decimal number. Without one the system's randomness decides, which
    /// for a module is WASI's `random_get`: inside a match it follows the match's seed.
    pub fn from_arguments() -> Self {
        let argument = std::env::args().nth(1);
        let seed = argument.and_then(|word| word.parse().ok());
        Self::seeded(seed.unwrap_or_else(system_randomness))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `end - 1`. The bias of the remainder is below 2^-56 for the small ranges of a board game.
    ///
    /// # Panics
    /// If `end` is 0.
    pub fn below(&mut self, end: u32) -> u32 {
        (self.bits() % u64::from(end)) as u32
    }
}

// The standard library keys its hash maps with the system's randomness, and lets us have it through an empty hash.
fn system_randomness() -> u64 {
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use super::Chance;

    #[test]
    fn follows_the_published_sequence() {
        let mut chance = Chance::seeded(1_234_567);
        assert_eq!(chance.bits(), 6_457_827_717_110_365_317);
        assert_eq!(chance.bits(), 3_203_168_211_198_807_973);
    }
}
