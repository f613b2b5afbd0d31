//! The outcome of a move: which piece survives when two meet. Source: the manual and the
//! competition's wiki.

use std::cmp::Ordering;
use std::fmt;

use super::piece::Rank;
use super::settings::{CoinToss, Variant};

/// The outcome of a move; the ranks are the attacker's, then the defender's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CombatEffect {
    /// The square was empty.
    Ok,
    /// The defender died; the attacker stands in its place.
    Kills(Rank, Rank),
    /// The attacker died; the defender stays.
    Dies(Rank, Rank),
    /// Both died.
    BothDie(Rank, Rank),
    /// The flag was taken.
    VictoryFlag,
}

impl fmt::Display for CombatEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, attacker, defender) = match self {
            Self::Ok => return f.write_str("OK"),
            Self::VictoryFlag => return f.write_str("VICTORY_FLAG"),
            Self::Kills(attacker, defender) => ("KILLS", attacker, defender),
            Self::Dies(attacker, defender) => ("DIES", attacker, defender),
            Self::BothDie(attacker, defender) => ("BOTHDIE", attacker, defender),
        };
        write!(f, "{word} {} {}", attacker.letter(), defender.letter())
    }
}

/// Lets two pieces fight. A coin is tossed only if the variant decides between equal ranks by a
/// coin.
pub(super) fn fight(attacker: Rank, defender: Rank, variant: Variant, coin: &mut CoinToss) -> CombatEffect {
    match (attacker, defender) {
        (_, Rank::Flag) => CombatEffect::VictoryFlag,
        (Rank::Miner, Rank::Bomb) | (Rank::Spy, Rank::Marshal) => CombatEffect::Kills(attacker, defender),
        (_, Rank::Bomb) if variant == Variant::Wiki => CombatEffect::BothDie(attacker, defender),
        (_, Rank::Bomb) => CombatEffect::Dies(attacker, defender),
        _ => match (attacker.cmp(&defender), variant) {
            (Ordering::Less, _) => CombatEffect::Kills(attacker, defender),
            (Ordering::Greater, _) => CombatEffect::Dies(attacker, defender),
            (Ordering::Equal, Variant::Ucc) => CombatEffect::BothDie(attacker, defender),
            (Ordering::Equal, Variant::Wiki) if coin.toss() => CombatEffect::Kills(attacker, defender),
            (Ordering::Equal, Variant::Wiki) => CombatEffect::Dies(attacker, defender),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effect(letters: &str, variant: Variant) -> String {
        let rank = |at| Rank::from_letter(letters.chars().nth(at).expect("two letters")).expect("a rank");
        fight(rank(0), rank(1), variant, &mut CoinToss(0b10)).to_string()
    }

    #[test]
    fn every_row_of_the_combat_rules() {
        for (letters, expected) in [
            ("9F", "VICTORY_FLAG"),
            ("8B", "KILLS 8 B"),
            ("1B", "DIES 1 B"),
            ("s1", "KILLS s 1"),
            ("1s", "KILLS 1 s"),
            ("s2", "DIES s 2"),
            ("34", "KILLS 3 4"),
            ("43", "DIES 4 3"),
            ("55", "BOTHDIE 5 5"),
            ("ss", "BOTHDIE s s"),
            ("9s", "KILLS 9 s"),
        ] {
            assert_eq!(effect(letters, Variant::Ucc), expected);
        }
    }

    #[test]
    fn the_wiki_has_a_coin_and_bombs_that_burst() {
        assert_eq!(effect("1B", Variant::Wiki), "BOTHDIE 1 B");
        assert_eq!(effect("8B", Variant::Wiki), "KILLS 8 B");
        assert_eq!(effect("55", Variant::Wiki), "DIES 5 5");
        let mut coin = CoinToss(0b10);
        let tosses: Vec<_> =
            (0..2).map(|_| fight(Rank::Spy, Rank::Spy, Variant::Wiki, &mut coin).to_string()).collect();
        assert_eq!(tosses, ["DIES s s", "KILLS s s"]);
    }
}
