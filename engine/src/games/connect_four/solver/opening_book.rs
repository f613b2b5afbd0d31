//! Who wins each position after seven plies, as a file: a solver that has read it answers questions
//! about earlier positions in a moment. Knows no search. The command that writes such a file, and goes
//! on with one that has gaps, is `engine/examples/opening_book.rs`.

use std::collections::BTreeMap;

use super::super::board::ConnectFourBoard;
use crate::judge::Judgement;

/// How many stones the positions of a book have.
const BOOK_STONES: u32 = 7;

/// How many results a byte holds.
const PER_BYTE: usize = 4;
/// The two bits of a result that is not known.
const UNKNOWN: u8 = 3;

/// The results of perfect play, for the side to move, of all positions after seven plies in which
/// nobody has won yet. A position and its mirror image are one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpeningBook {
    /// In the order of their keys.
    positions: Vec<ConnectFourBoard>,
    results: Vec<Option<Judgement>>,
}

/// A file that is not an opening book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an opening book has {expected} bytes, this has {found}")]
pub struct OpeningBookError {
    expected: usize,
    found: usize,
}

impl Default for OpeningBook {
    /// A book without results.
    fn default() -> Self {
        let mut positions = BTreeMap::from([(0, ConnectFourBoard::default())]);
        for _ in 0..BOOK_STONES {
            let before = std::mem::take(&mut positions);
            for board in before.into_values() {
                let next = board.open().filter(|&column| !board.wins(column)).map(|column| board.drop(column));
                positions.extend(next.map(|next| (next.unmirrored_key(), next)));
            }
        }
        let positions: Vec<_> = positions.into_values().collect();
        Self { results: vec![None; positions.len()], positions }
    }
}

impl OpeningBook {
    /// Reads a file.
    ///
    /// # Errors
    /// If it has another length than that of a book.
    pub fn read(file: &[u8]) -> Result<Self, OpeningBookError> {
        let mut book = Self::default();
        let expected = book.positions.len().div_ceil(PER_BYTE);
        if file.len() != expected {
            return Err(OpeningBookError { expected, found: file.len() });
        }
        for (at, result) in book.results.iter_mut().enumerate() {
            *result = match file[at / PER_BYTE] >> (2 * (at % PER_BYTE)) & UNKNOWN {
                0 => Some(Judgement::Loss),
                1 => Some(Judgement::Draw),
                2 => Some(Judgement::Win),
                _ => None,
            };
        }
        Ok(book)
    }

    /// The file: two bits for each position.
    pub fn write(&self) -> Vec<u8> {
        let bits = |result: &Option<Judgement>| result.map_or(UNKNOWN, |result| result as u8);
        let byte =
            |results: &[Option<Judgement>]| results.iter().rev().fold(0, |byte, result| byte << 2 | bits(result));
        self.results.chunks(PER_BYTE).map(byte).collect()
    }

    /// The positions with their results, as far as these are known.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = (ConnectFourBoard, Option<Judgement>)> {
        self.positions.iter().copied().zip(self.results.iter().copied())
    }

    /// Adds the result of the position at this place in [`OpeningBook::positions`].
    ///
    /// # Panics
    /// If there is no such place.
    pub fn set(&mut self, at: usize, result: Judgement) {
        self.results[at] = Some(result);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Solver;
    use super::*;

    #[test]
    fn a_book_is_read_as_it_was_written() {
        let mut book = OpeningBook::default();
        assert_eq!((book.positions().len(), book.write().len()), (27_109, 6_778));
        for (at, result) in [(0, Judgement::Win), (5, Judgement::Loss), (27_108, Judgement::Draw)] {
            book.set(at, result);
        }
        assert_eq!(OpeningBook::read(&book.write()), Ok(book));
        let short = OpeningBook::read(&[0; 3]).expect_err("it is too short");
        assert_eq!(short.to_string(), "an opening book has 6778 bytes, this has 3");
    }

    #[test]
    fn a_solver_does_not_search_what_a_book_has() {
        let mut book = OpeningBook::default();
        let count = book.positions().len();
        for at in 0..count {
            book.set(at, Judgement::Draw);
        }
        let mut solver = Solver::with_entries(1 << 18);
        solver.learn(&book);
        solver.judge(ConnectFourBoard::default());
        assert!(solver.nodes() < 100_000, "{} positions", solver.nodes());
    }
}
