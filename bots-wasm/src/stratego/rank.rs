//! The twelve ranks, and what happens when two of them meet.

use std::cmp::Ordering;

/// What a piece is. The one that is listed earlier beats the later one, but for bombs, the flag and the spy's attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Rank {
    /// `1`
    Marshal,
    /// `2`
    General,
    /// `3`
    Colonel,
    /// `4`
    Major,
    /// `5`
    Captain,
    /// `6`
    Lieutenant,
    /// `7`
    Sergeant,
    /// `8`: takes bombs away.
    Miner,
    /// `9`: runs any number of squares.
    Scout,
    /// `s`: kills the marshal if it attacks.
    Spy,
    /// `B`
    Bomb,
    /// `F`: who takes it has won.
    Flag,
}

impl Rank {
    /// Every rank.
    pub const ALL: [Self; 12] = [
        Self::Marshal,
        Self::General,
        Self::Colonel,
        Self::Major,
        Self::Captain,
        Self::Lieutenant,
        Self::Sergeant,
        Self::Miner,
        Self::Scout,
        Self::Spy,
        Self::Bomb,
        Self::Flag,
    ];

    /// The rank of a letter of the protocol.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|rank| rank.letter() == letter)
    }

    /// Its letter in the protocol.
    pub const fn letter(self) -> char {
        b"123456789sBF"[self.index()] as char
    }

    /// Its place in [`Rank::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many of it an army has.
    pub const fn count(self) -> u8 {
        [1, 1, 2, 3, 4, 4, 4, 5, 8, 1, 6, 1][self.index()]
    }

    /// Whether it can ever move.
    pub const fn is_mobile(self) -> bool {
        !matches!(self, Self::Bomb | Self::Flag)
    }
}

/// How an attack ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// The defender dies.
    Kills,
    /// The attacker dies.
    Dies,
    /// Both die.
    BothDie,
}

/// What comes of an attack.
pub fn clash(attacker: Rank, defender: Rank) -> Clash {
    match (attacker, defender) {
        (_, Rank::Flag) | (Rank::Miner, Rank::Bomb) | (Rank::Spy, Rank::Marshal) => Clash::Kills,
        (_, Rank::Bomb) => Clash::Dies,
        _ => match attacker.cmp(&defender) {
            Ordering::Less => Clash::Kills,
            Ordering::Equal => Clash::BothDie,
            Ordering::Greater => Clash::Dies,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{Rank, clash};

    #[test]
    fn an_army_has_forty_pieces() {
        assert_eq!(Rank::ALL.iter().map(|rank| u32::from(rank.count())).sum::<u32>(), 40);
        assert!(Rank::ALL.into_iter().all(|rank| Rank::from_letter(rank.letter()) == Some(rank)));
    }

    #[test]
    fn combat_follows_the_protocol_page() {
        let ends = |letters: &str| {
            let ranks: Vec<_> = letters.chars().filter_map(Rank::from_letter).collect();
            format!("{letters} {:?}", clash(ranks[0], ranks[1]))
        };
        for expected in ["s1 Kills", "1s Kills", "s2 Dies", "ss BothDie", "8B Kills", "1B Dies", "9F Kills", "34 Kills"]
        {
            assert_eq!(ends(&expected[..2]), expected);
        }
    }
}
