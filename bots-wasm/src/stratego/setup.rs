//! Where an army stands: a few setups of our own, each different every time.

use std::fmt;

use super::board::Colour;
use super::rank::Rank;
use crate::chance::Chance;

/// Four rows in board order, the topmost first; shown as the protocol has it, newlines included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup(pub [[Rank; 10]; 4]);

// From the back row to the front. The flag is behind bombs or among them, the spy near the general, miners at the
// back, scouts and middle ranks in front, and false nests of bombs away from the flag.
const SETUPS: [[&str; 4]; 6] = [
    ["8B98788BFB", "5B897s67B9", "5476652B45", "9939194369"],
    ["BFB88B878B", "6B75s87469", "9542693B75", "9591969349"],
    ["9878BFB88B", "867s5BB765", "7354296459", "9B14699399"],
    ["FB89878BB8", "B8B74s6755", "59B7263496", "6931995499"],
    ["8BB8798BFB", "758854s6B7", "9364B62597", "1954969399"],
    ["8788BFB98B", "B6957B84B6", "7s26594573", "9945319699"],
];

impl Setup {
    /// Reads four rows of ten ranks.
    pub fn read(rows: [&str; 4]) -> Option<Self> {
        let mut setup = [[Rank::Flag; 10]; 4];
        for (y, row) in rows.into_iter().enumerate() {
            let mut letters = row.chars();
            for rank in &mut setup[y] {
                *rank = Rank::from_letter(letters.next()?)?;
            }
        }
        Some(Self(setup))
    }

    fn swap_neighbours_in_rank(&mut self, chance: &mut Chance) {
        let mut place = || (chance.below(4) as usize, chance.below(10) as usize);
        let (one, other) = (place(), place());
        let (first, second) = (self.0[one.0][one.1], self.0[other.0][other.1]);
        let near = first.index().abs_diff(second.index()) == 1;
        // Marshal and general are placed on purpose, and so are spy and miners.
        let plain = |rank: Rank| (Rank::Colonel..=Rank::Sergeant).contains(&rank);
        if near && plain(first) && plain(second) {
            self.0[one.0][one.1] = second;
            self.0[other.0][other.1] = first;
        }
    }
}

/// One of the setups, mirrored or not, with some pieces of almost the same rank in each other's places.
pub fn any_setup(colour: Colour, chance: &mut Chance) -> Setup {
    let rows = SETUPS[chance.below(SETUPS.len() as u32) as usize];
    let mut setup = Setup::read(rows).expect("the setups are written correctly");
    if chance.below(2) == 1 {
        setup.0.iter_mut().for_each(|row| row.reverse());
    }
    (0..60).for_each(|_| setup.swap_neighbours_in_rank(chance));
    if colour == Colour::Blue {
        setup.0.reverse();
    }
    setup
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|row| writeln!(f, "{}", row.map(Rank::letter).iter().collect::<String>()))
    }
}

// Behind all code, whose lines keep their numbers: the bots name them when they panic, and their bytes are frozen.
/// The setups as they are written, with RED's back row first.
#[cfg(feature = "champions")]
pub fn usual_setups() -> impl Iterator<Item = Setup> {
    SETUPS.into_iter().map(|rows| Setup::read(rows).expect("the setups are written correctly"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setup_is_a_full_army_that_can_move() {
        for rows in SETUPS {
            let setup = Setup::read(rows).expect("ten ranks a row");
            assert_eq!(rows.map(str::len), [10; 4]);
            for rank in Rank::ALL {
                let count = setup.0.iter().flatten().filter(|there| **there == rank).count();
                assert_eq!(count, usize::from(rank.count()), "{} in {rows:?}", rank.letter());
            }
            assert!(setup.0[3].iter().any(|rank| rank.is_mobile()));
        }
    }

    #[test]
    fn setups_vary_and_follow_the_seed() {
        let drawn = |seed| any_setup(Colour::Blue, &mut Chance::seeded(seed)).to_string();
        let mut all: Vec<_> = (0..100).map(drawn).collect();
        assert_eq!(all[7], drawn(7));
        all.sort();
        all.dedup();
        assert!(all.len() > 90, "{}", all.len());
    }
}
