//! The settings of a match: the rules' variants and the limit of turns. Time limits are the
//! referee's.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How a match is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StrategoSettings {
    /// The rules of combat.
    pub variant: Variant,
    /// How equal ranks fight under [`Variant::Wiki`].
    #[serde(skip_serializing_if = "CoinToss::is_blank")]
    pub coin: CoinToss,
    /// Whether an army may have fewer pieces, as long as its flag stands.
    pub partial_setup: bool,
    /// Whether an illegal or unreadable response costs the turn only, and not the match.
    pub ignore_illegal: bool,
    /// The match is a draw when this turn is reached; `None` for no limit.
    pub max_turns: Option<u32>,
}

impl StrategoSettings {
    /// The limit of turns unless another is set.
    pub const MAX_TURNS: u32 = 5000;
}

impl Default for StrategoSettings {
    fn default() -> Self {
        Self {
            variant: Variant::Ucc,
            coin: CoinToss::default(),
            partial_setup: false,
            ignore_illegal: false,
            max_turns: Some(Self::MAX_TURNS),
        }
    }
}

/// The rules of combat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// The competition's: equal ranks both die; a bomb survives all but a miner.
    #[default]
    Ucc,
    /// The older ones of the competition's wiki: a coin decides between equal ranks; a bomb dies
    /// with its attacker.
    Wiki,
}

/// Tosses of a coin by value, one bit each, the first in the lowest. A toss takes a piece off the
/// board, so no match can use them up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CoinToss(pub u128);

impl CoinToss {
    /// Tosses drawn from a seed (SplitMix64 by Steele, Lea and Flood, 2014).
    pub fn from_seed(seed: u64) -> Self {
        let draw = |nth: u64| {
            let mixed = seed.wrapping_add(nth.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ mixed >> 31
        };
        Self(u128::from(draw(1)) | u128::from(draw(2)) << 64)
    }

    /// Whether every toss favours the defender, which is the unset value.
    pub fn is_blank(&self) -> bool {
        self.0 == 0
    }

    /// Takes the next toss: whether it is for the attacker.
    pub fn toss(&mut self) -> bool {
        let heads = self.0 & 1 == 1;
        self.0 >>= 1;
        heads
    }
}

impl fmt::Display for CoinToss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}", self.0)
    }
}

impl FromStr for CoinToss {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u128::from_str_radix(text, 16).map(Self)
    }
}

impl From<CoinToss> for String {
    fn from(coin: CoinToss) -> Self {
        coin.to_string()
    }
}

impl TryFrom<String> for CoinToss {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_short_in_a_file_and_may_be_partial() {
        let wiki =
            StrategoSettings { variant: Variant::Wiki, coin: CoinToss::from_seed(1), ..StrategoSettings::default() };
        let text = serde_json::to_string(&wiki).expect("text");
        assert_eq!(serde_json::from_str::<StrategoSettings>(&text).expect("what was written"), wiki);
        let short: StrategoSettings = serde_json::from_str(r#"{"max_turns":null}"#).expect("the rest is default");
        assert_eq!(short, StrategoSettings { max_turns: None, ..StrategoSettings::default() });
    }

    #[test]
    fn tosses_differ_with_the_seed() {
        let heads = |seed| CoinToss::from_seed(seed).0.count_ones();
        assert!((0..50).all(|seed| (30..100).contains(&heads(seed))));
        assert_ne!(CoinToss::from_seed(0), CoinToss::from_seed(1));
    }
}
