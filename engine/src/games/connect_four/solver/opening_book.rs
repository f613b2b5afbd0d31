//! Who wins each position after eight plies, as a file: a solver that has read it answers questions
//! about earlier positions in a moment. Knows no search. The command that writes such a file, and goes
//! on with one that has gaps, is `engine/examples/opening_book.rs`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::super::board::ConnectFourBoard;
use crate::judge::Judgement;

/// How many stones the positions of a book have.
const BOOK_STONES: u32 = 8;

/// The book of this program: `opening_book.md` says where its results come from.
static BUNDLED: LazyLock<OpeningBook> =
    LazyLock::new(|| OpeningBook::read(include_bytes!("opening_book.bin")).expect("a test reads the file"));

/// How many results a byte holds.
const PER_BYTE: usize = 4;
/// The two bits of a result that is not known.
const UNKNOWN: u8 = 3;

/// The results of perfect play, for the side to move, of all positions after eight plies in which
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
    /// The book of this program. Its first use takes a tenth of a second.
    pub fn bundled() -> &'static Self {
        &BUNDLED
    }

    /// Who wins this position, if the book has it.
    pub fn find(&self, board: ConnectFourBoard) -> Option<Judgement> {
        if board.stones() != BOOK_STONES {
            return None;
        }
        let at = self.positions.binary_search_by_key(&board.unmirrored_key(), |board| board.unmirrored_key());
        self.results[at.ok()?]
    }

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
    use botyard_effort::{count, seed};

    use super::super::{PositionSearch, Precision, Solver};
    use super::*;

    #[test]
    fn a_book_is_read_as_it_was_written() {
        let mut book = OpeningBook::default();
        assert_eq!((book.positions().len(), book.write().len()), (91_295, 22_824));
        for (at, result) in [(0, Judgement::Win), (5, Judgement::Loss), (91_294, Judgement::Draw)] {
            book.set(at, result);
        }
        assert_eq!(OpeningBook::read(&book.write()), Ok(book));
        let short = OpeningBook::read(&[0; 3]).expect_err("it is too short");
        assert_eq!(short.to_string(), "an opening book has 22824 bytes, this has 3");
    }

    #[test]
    fn the_bundled_book_knows_every_position() {
        assert!(OpeningBook::bundled().positions().all(|(_, result)| result.is_some()));
    }

    /// John Tromp's database (UCI Machine Learning Repository, "Connect-4", 1995) has the positions
    /// after eight plies in which neither side can make four at once: so many are won, drawn and lost.
    #[test]
    fn the_bundled_book_counts_the_results_that_tromp_published() {
        let is_quiet = |board: ConnectFourBoard| (board.threats() | board.dangers()) & board.landings() == 0;
        let quiet: Vec<_> = OpeningBook::bundled().positions().filter(|(board, _)| is_quiet(*board)).collect();
        let count = |wanted| quiet.iter().filter(|(_, result)| *result == Some(wanted)).count();
        assert_eq!([Judgement::Win, Judgement::Draw, Judgement::Loss].map(count), [44_473, 6_449, 16_635]);
    }

    /// Without the book, from its own table only. Positions that take longer are left to the complete
    /// run.
    #[test]
    fn the_solver_confirms_the_bundled_book() {
        let book: Vec<_> = OpeningBook::bundled().positions().collect();
        let mut random = fastrand::Rng::with_seed(seed(8));
        let mut solver = Solver::with_entries(1 << 18);
        let mut confirmed = 0;
        while confirmed < count(10, 400) {
            let (board, result) = book[random.usize(..book.len())];
            let (mut search, mut nodes) = (PositionSearch::new(board), count(50_000, 100_000_000));
            search.advance(&mut solver, Precision::Outcome, &mut nodes);
            let Some(judgement) = search.judgement() else { continue };
            assert_eq!(Some(judgement), result, "{board:?}");
            confirmed += 1;
        }
    }

    #[test]
    fn the_book_answers_for_the_first_plies() {
        let mut solver = Solver::with_entries(1 << 16).with_book(OpeningBook::bundled());
        assert_eq!(solver.judge(ConnectFourBoard::default()), Judgement::Win);
        assert!(solver.nodes() < 200_000, "{} positions", solver.nodes());
    }
}
