//! The pieces: two colours, twelve ranks, what each is worth. Knows no board. Source: the manual of
//! the competition's manager.

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// A side. RED holds the top rows and moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// Seat 0.
    Red,
    /// Seat 1.
    Blue,
}

impl Colour {
    /// Both, in the order of seats.
    pub const BOTH: [Self; 2] = [Self::Red, Self::Blue];

    /// The side of a seat.
    pub const fn from_seat(seat: Seat) -> Self {
        if seat.index() == 0 { Self::Red } else { Self::Blue }
    }

    /// The seat of this side.
    pub const fn seat(self) -> Seat {
        Seat::new(self as usize)
    }

    /// The side across the board.
    pub const fn other(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }

    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "RED",
            Self::Blue => "BLUE",
        }
    }

    /// The board row in which its setup starts.
    pub const fn first_row(self) -> usize {
        match self {
            Self::Red => 0,
            Self::Blue => 6,
        }
    }
}

/// The rank of a piece. A lower number beats a higher one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rank {
    /// `1`: only the spy beats it.
    Marshal = 1,
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
    /// `9`: moves any number of squares.
    Scout,
    /// `s`: beats the marshal when it attacks.
    Spy,
    /// `B`: never moves.
    Bomb,
    /// `F`: never moves; taking it wins.
    Flag,
}

impl Rank {
    /// Every rank, the strongest first.
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

    /// The character that stands for it.
    pub const fn letter(self) -> char {
        b"123456789sBF"[self.index()] as char
    }

    /// The rank that a character stands for.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|rank| rank.letter() == letter)
    }

    /// Its place in [`Rank::ALL`].
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// The number of pieces of this rank in a full army.
    pub const fn count(self) -> u8 {
        [1, 1, 2, 3, 4, 4, 4, 5, 8, 1, 6, 1][self.index()]
    }

    /// The value of a piece when values are compared: 10 for the marshal, 1 for the spy, 0 for
    /// bombs and flag.
    pub const fn value(self) -> u32 {
        match self {
            Self::Bomb | Self::Flag => 0,
            _ => 11 - self as u32,
        }
    }

    /// Whether it can ever move.
    pub const fn is_mobile(self) -> bool {
        !matches!(self, Self::Bomb | Self::Flag)
    }
}

/// A piece on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The rank.
    pub rank: Rank,
    /// The side that it belongs to.
    pub owner: Colour,
    /// Whether it has survived a combat, so that both sides know its rank.
    pub revealed: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_army_is_40_pieces_worth_148() {
        let count: u8 = Rank::ALL.iter().map(|rank| rank.count()).sum();
        let value: u32 = Rank::ALL.iter().map(|rank| u32::from(rank.count()) * rank.value()).sum();
        assert_eq!((count, value), (40, 148));
    }

    #[test]
    fn letters_name_ranks() {
        assert!(Rank::ALL.into_iter().all(|rank| Rank::from_letter(rank.letter()) == Some(rank)));
        assert_eq!("SbfX0.+#".chars().find_map(Rank::from_letter), None);
    }
}
