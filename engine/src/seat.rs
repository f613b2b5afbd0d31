//! Seats at the board, and sets of them. Knows nothing of the players.

use serde::{Deserialize, Serialize};

/// A place at the board, counted from 0 in the order of the game's own numbering (player 1 is seat
/// 0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

/// A number that is not a seat's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a seat (0 to 63)")]
pub struct SeatError(u8);

impl TryFrom<u8> for Seat {
    type Error = SeatError;

    fn try_from(index: u8) -> Result<Self, SeatError> {
        if usize::from(index) < Seats::MAX { Ok(Self(index)) } else { Err(SeatError(index)) }
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

impl Seat {
    /// The seat with this index, `0..Seats::MAX`.
    ///
    /// # Panics
    /// If `index` is not below [`Seats::MAX`].
    pub const fn new(index: usize) -> Self {
        assert!(index < Seats::MAX, "a game has at most 64 seats");
        Self(index as u8)
    }

    /// Its index, from 0: for slices with one entry a seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number as people and protocols count, from 1.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
}

/// A set of seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Seats(u64);

impl Seats {
    /// The most seats a game can have.
    pub const MAX: usize = 64;

    /// No seat.
    pub const NONE: Self = Self(0);

    /// The first `count` seats, `count <= Seats::MAX`.
    pub const fn first(count: usize) -> Self {
        match count {
            0 => Self(0),
            _ => Self(u64::MAX >> (Self::MAX - count)),
        }
    }

    /// The set of one seat.
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Whether no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes a seat out.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The lowest seat of the set.
    pub const fn lowest(self) -> Option<Seat> {
        match self.0 {
            0 => None,
            bits => Some(Seat(bits.trailing_zeros() as u8)),
        }
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self;
        std::iter::from_fn(move || {
            let seat = left.lowest()?;
            left.remove(seat);
            Some(seat)
        })
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::NONE;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_seats_in_order() {
        let mut seats = Seats::first(3);
        seats.remove(Seat::new(1));
        assert_eq!(seats.iter().map(Seat::index).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(Seats::first(64).len(), 64);
        assert_eq!(Seats::first(0), Seats::NONE);
    }

    /// A file can come from anyone.
    #[test]
    fn a_seat_that_no_game_has_is_not_read() {
        assert_eq!(serde_json::from_str::<Seat>("63").ok(), Some(Seat::new(63)));
        assert!(serde_json::from_str::<Seat>("64").is_err());
    }
}
