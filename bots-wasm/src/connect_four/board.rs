//! Connect Four's board as two sets of bits. Knows no protocol and no strategy.
//!
//! A column is seven bits, six cells from the bottom up and one that stays empty, so that no line of four runs from
//! one column's top into the next column's bottom.
//!
//! ```text
//!  5 12 19 26 33 40 47
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42
//! ```

use std::fmt;

const HEIGHT: u32 = 7;
const BOTTOM: u64 = 0x0000_0408_1020_4081;
const CELLS: u64 = BOTTOM * 0b11_1111;

/// The seven columns from left to right.
pub const COLUMNS: [Column; 7] = [Column(0), Column(1), Column(2), Column(3), Column(4), Column(5), Column(6)];

/// One of the seven columns; shown as the protocol writes it, `1` to `7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column(u8);

impl Column {
    /// Reads `1` to `7`; anything else is no column.
    pub fn parse(word: &str) -> Option<Self> {
        let number: u8 = word.parse().ok()?;
        (1..=7).contains(&number).then(|| Self(number - 1))
    }

    /// 0 for the leftmost column, 6 for the rightmost.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// All cells of this column.
    pub fn cells(self) -> u64 {
        0b11_1111 << (u32::from(self.0) * HEIGHT)
    }

    /// The column that holds `cell`, a single bit of the board.
    pub(super) fn of(cell: u64) -> Self {
        Self((cell.trailing_zeros() / HEIGHT) as u8)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// A position: whose discs lie where. Sets of cells are bits as drawn at the top of this file.
///
/// ```
/// use botyard_bots::connect_four::Board;
/// let board = Board::from_columns("4455").expect("four legal moves");
/// assert_eq!(board.plies(), 4);
/// assert_eq!(board.winning_moves(), 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    mine: u64,
    all: u64,
}

impl Board {
    /// The position after `columns` (`"4455"`) were played in turn from the empty board, or nothing if one of them
    /// is no column or full.
    pub fn from_columns(columns: &str) -> Option<Self> {
        let mut words = columns.chars().map(|digit| Column::parse(digit.encode_utf8(&mut [0; 4])));
        words.try_fold(Self::default(), |board, column| board.after(column?))
    }

    /// The number of discs on the board, 0 to 42.
    pub fn plies(&self) -> u32 {
        self.all.count_ones()
    }

    /// The cells a disc can land in now, at most one a column.
    pub fn playable(&self) -> u64 {
        (self.all + BOTTOM) & CELLS
    }

    /// The playable cells that complete four for the side to move.
    pub fn winning_moves(&self) -> u64 {
        self.my_threats() & self.playable()
    }

    /// The empty cells, playable or not, that would complete four for the side to move.
    pub fn my_threats(&self) -> u64 {
        completing(self.mine) & CELLS & !self.all
    }

    /// The empty cells, playable or not, that would complete four for the other side.
    pub fn their_threats(&self) -> u64 {
        completing(self.theirs()) & CELLS & !self.all
    }

    /// The playable cells after which the other side cannot win at once. Means nothing while the side to move can win.
    pub fn safe_moves(&self) -> u64 {
        let threats = self.their_threats();
        let must_block = threats & self.playable();
        // Two cells to block are one too many, and a disc under a threat is a step for the other side.
        let candidates = match must_block.count_ones() {
            0 => self.playable(),
            1 => must_block,
            _ => 0,
        };
        candidates & !(threats >> 1)
    }

    /// The position after a disc in `column`, with the other side to move, or nothing if the column is full.
    pub fn after(&self, column: Column) -> Option<Self> {
        let cell = self.playable() & column.cells();
        (cell != 0).then(|| self.with(cell))
    }

    /// The position after a disc in `cell`, which must be one playable bit.
    pub(super) fn with(&self, cell: u64) -> Self {
        Self { mine: self.mine ^ self.all, all: self.all | cell }
    }

    /// The discs of the side to move.
    pub(super) fn mine(&self) -> u64 {
        self.mine
    }

    /// The discs of the other side.
    pub(super) fn theirs(&self) -> u64 {
        self.mine ^ self.all
    }

    /// A number below 2^49 that belongs to this position alone: the carry marks the height of every column.
    pub(super) fn key(&self) -> u64 {
        self.mine + self.all + BOTTOM
    }
}

// The cells that make four together with three of `discs`, whether or not they lie on the board and are free.
fn completing(discs: u64) -> u64 {
    let upright = (discs << 1) & (discs << 2) & (discs << 3);
    upright | in_line(discs, HEIGHT - 1) | in_line(discs, HEIGHT) | in_line(discs, HEIGHT + 1)
}

// A missing end has three discs on one side of it; a gap has two on one side and one on the other.
fn in_line(discs: u64, step: u32) -> u64 {
    let two_before = (discs << step) & (discs << (2 * step));
    let two_behind = (discs >> step) & (discs >> (2 * step));
    let end_or_gap = two_before & ((discs << (3 * step)) | (discs >> step));
    end_or_gap | (two_behind & ((discs >> (3 * step)) | (discs << step)))
}

// Behind all code, whose lines keep their numbers: the bots name them when they panic, and their bytes are frozen.
#[cfg(feature = "champions")]
impl Board {
    /// The position with left and right exchanged.
    pub(super) fn mirrored(&self) -> Self {
        Self { mine: mirror(self.mine), all: mirror(self.all) }
    }
}

#[cfg(feature = "champions")]
fn mirror(cells: u64) -> u64 {
    COLUMNS.iter().fold(0, |mirrored, column| {
        let discs = (cells & column.cells()) >> (u32::from(column.0) * HEIGHT);
        mirrored | (discs << ((6 - u32::from(column.0)) * HEIGHT))
    })
}

#[cfg(test)]
mod tests {
    use super::Board;

    fn perft(board: Board, depth: u32) -> u64 {
        let columns = super::COLUMNS.into_iter();
        let children = columns.filter_map(|column| Some((column, board.after(column)?)));
        let count = |(column, next): (super::Column, Board)| {
            let over = board.winning_moves() & column.cells() != 0;
            if depth == 1 {
                1
            } else if over {
                0
            } else {
                perft(next, depth - 1)
            }
        };
        children.map(count).sum()
    }

    #[test]
    fn perft_counts_the_published_number_of_lines() {
        assert_eq!(perft(Board::default(), 6), 117_649);
        assert_eq!(perft(Board::default(), 8), 5_673_234);
    }

    #[test]
    fn safe_moves_block_one_threat_and_give_up_on_two() {
        let check = |columns, safe: u32| {
            let board = Board::from_columns(columns).expect("legal columns");
            assert_eq!(board.safe_moves().count_ones(), safe, "{columns}");
        };
        check("", 7);
        check("17273", 1);
        check("27374", 0);
    }
}
