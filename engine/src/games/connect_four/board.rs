//! The board as two 64-bit words. Knows no players, only the side that moves next and the other.
//!
//! A column takes seven bits, six cells and one that stays empty, so that a shift never carries a
//! line into the next column (John Tromp's layout). Bit `7 * column + row`, both from 0, row 0 at
//! the bottom.

use serde::{Deserialize, Serialize};

/// How many columns the board has.
pub const COLUMNS: usize = 7;
/// How many rows the board has.
pub const ROWS: usize = 6;

const HEIGHT: u32 = ROWS as u32 + 1;
/// The lowest cell of every column.
const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// Every cell.
const CELLS: u64 = BOTTOM * ((1 << ROWS) - 1);
/// The cells of the first, third and fifth row.
pub(super) const ODD_ROWS: u64 = BOTTOM * 0b01_0101;
/// The cells of the second, fourth and sixth row.
pub(super) const EVEN_ROWS: u64 = BOTTOM * 0b10_1010;

/// A column, as people count: 1 to 7 from the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Column(u8);

impl Column {
    /// The column with this number, 1 to 7.
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1..=7 => Some(Self(number - 1)),
            _ => None,
        }
    }

    /// The columns from left to right.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..COLUMNS as u8).map(Self)
    }

    /// Its number, 1 to 7.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// Its index, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    const fn bottom(self) -> u64 {
        1 << (HEIGHT * self.0 as u32)
    }

    const fn cells(self) -> u64 {
        ((1 << ROWS) - 1) << (HEIGHT * self.0 as u32)
    }
}

impl TryFrom<u8> for Column {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(number).ok_or_else(|| format!("invalid column {number}: expected 1 to 7"))
    }
}

impl From<Column> for u8 {
    fn from(column: Column) -> Self {
        column.number()
    }
}

/// A position: the stones of the side to move, and all stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ConnectFourBoard {
    mover: u64,
    all: u64,
}

impl ConnectFourBoard {
    /// The board with these stones in its columns, each from the bottom: whether they belong to the
    /// side to move. Nobody has to have played them in turns.
    ///
    /// # Panics
    /// If a column has more stones than rows.
    pub fn of_columns(columns: &[Vec<bool>; COLUMNS]) -> Self {
        let mut board = Self::default();
        for (column, stones) in Column::all().zip(columns) {
            assert!(stones.len() <= ROWS, "a column has {ROWS} rows");
            for (row, is_own) in stones.iter().enumerate() {
                let stone = column.bottom() << row;
                board.all |= stone;
                board.mover |= if *is_own { stone } else { 0 };
            }
        }
        board
    }

    /// How many stones are on the board, 0 to 42.
    pub const fn stones(self) -> u32 {
        self.all.count_ones()
    }

    /// Whether a stone still fits into the column.
    pub const fn is_open(self, column: Column) -> bool {
        self.all & (column.bottom() << (ROWS - 1)) == 0
    }

    /// The open columns from left to right.
    pub fn open(self) -> impl DoubleEndedIterator<Item = Column> + Clone {
        Column::all().filter(move |&column| self.is_open(column))
    }

    /// How many stones are in the column, 0 to 6: the next lands in that row, counted from 0.
    pub const fn height(self, column: Column) -> usize {
        (self.all & column.cells()).count_ones() as usize
    }

    /// The board after the side to move has dropped a stone into an open column. It is then the
    /// other's move.
    #[must_use]
    pub const fn drop(self, column: Column) -> Self {
        Self { mover: self.mover ^ self.all, all: self.all | (self.all + column.bottom()) }
    }

    /// Whether the side that has just moved has four in a row.
    pub const fn has_four(self) -> bool {
        four(self.mover ^ self.all)
    }

    /// Whether dropping a stone into this open column makes four for the side to move.
    pub const fn wins(self, column: Column) -> bool {
        let stone = (self.all + column.bottom()) & column.cells();
        four(self.mover | stone)
    }

    /// Whether no column is open.
    pub const fn is_full(self) -> bool {
        self.all == CELLS
    }

    /// Whether the stone in a cell belongs to the side to move; `None` if the cell is empty. Rows
    /// from 0 at the bottom.
    pub const fn stone(self, column: Column, row: usize) -> Option<bool> {
        let cell = column.bottom() << row;
        if self.all & cell == 0 { None } else { Some(self.mover & cell != 0) }
    }

    /// A number that no other position has.
    pub const fn key(self) -> u64 {
        self.mover + self.all + BOTTOM
    }

    /// How many stones the position with this [`ConnectFourBoard::key`] has.
    pub(super) fn stones_of_key(key: u64) -> u32 {
        // The highest bit of each column is where its next stone would land.
        (0..COLUMNS as u32).map(|column| (key >> (HEIGHT * column) & ((1 << HEIGHT) - 1)).ilog2()).sum()
    }

    /// The stones of the side to move and those of the other, as bits.
    pub(super) const fn sides(self) -> (u64, u64) {
        (self.mover, self.mover ^ self.all)
    }

    /// The empty cells, as bits.
    pub(super) const fn empty_cells(self) -> u64 {
        CELLS ^ self.all
    }

    /// The cells where a stone would make four for the side to move, reachable now or not, as bits.
    pub(super) fn threats(self) -> u64 {
        completions(self.mover) & (CELLS ^ self.all)
    }

    /// The cells where a stone would make four for the side that has just moved, as bits.
    pub(super) fn dangers(self) -> u64 {
        completions(self.mover ^ self.all) & (CELLS ^ self.all)
    }

    /// The cells where the next stone of each open column would land, as bits.
    pub(super) const fn landings(self) -> u64 {
        (self.all + BOTTOM) & CELLS
    }

    /// The board after the side to move has put a stone on this one of
    /// [`ConnectFourBoard::landings`].
    pub(super) const fn place_stone(self, cell: u64) -> Self {
        Self { mover: self.mover ^ self.all, all: self.all | cell }
    }

    /// The side to move with this cell as well: for looking ahead at its threats.
    pub(super) fn threats_with(self, cell: u64) -> u64 {
        completions(self.mover | cell) & (CELLS ^ self.all)
    }

    /// The mirror image of the position.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self { mover: mirrored(self.mover), all: mirrored(self.all) }
    }

    /// A number that only this position and its mirror image have.
    pub fn unmirrored_key(self) -> u64 {
        self.key().min(self.mirrored().key())
    }

    /// The cells of every four in a row of the side that has just moved, as (column, row from 0).
    pub fn fours(self) -> Vec<(Column, usize)> {
        let line = lines(self.mover ^ self.all);
        let cells = Column::all().flat_map(|column| (0..ROWS).map(move |row| (column, row)));
        cells.filter(|&(column, row)| line & column.bottom() << row != 0).collect()
    }

    /// Counts the lines of play of exactly `depth` plies; a finished game has none.
    pub fn perft(self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.has_four() {
            return 0;
        }
        match depth {
            1 => self.open().count() as u64,
            _ => self.open().map(|column| self.drop(column).perft(depth - 1)).sum(),
        }
    }
}

/// The four directions of a line, as distances between its cells.
const DIRECTIONS: [u32; 4] = [1, HEIGHT - 1, HEIGHT, HEIGHT + 1];

/// Whether these cells contain four in a row.
pub(super) const fn four(stones: u64) -> bool {
    let mut found = 0;
    let mut at = 0;
    while at < DIRECTIONS.len() {
        let pairs = stones & stones >> DIRECTIONS[at];
        found |= pairs & pairs >> (2 * DIRECTIONS[at]);
        at += 1;
    }
    found != 0
}

/// The cells that complete four with three of these stones, occupied or not.
fn completions(stones: u64) -> u64 {
    // Upwards in a column only from below.
    let column = (stones << 1) & (stones << 2) & (stones << 3);
    DIRECTIONS[1..].iter().fold(column, |found, &step| {
        let right = (stones << step) & (stones << (2 * step));
        let left = (stones >> step) & (stones >> (2 * step));
        found | right & (stones << (3 * step) | stones >> step) | left & (stones >> (3 * step) | stones << step)
    })
}

/// The columns in reverse order.
fn mirrored(stones: u64) -> u64 {
    let lane = (1 << HEIGHT) - 1;
    (0..COLUMNS as u32)
        .fold(0, |image, at| image | (stones >> (HEIGHT * at) & lane) << (HEIGHT * (COLUMNS as u32 - 1 - at)))
}

/// Every stone that is part of four in a row.
fn lines(stones: u64) -> u64 {
    DIRECTIONS.iter().fold(0, |found, &step| {
        let pairs = stones & stones >> step;
        let starts = pairs & pairs >> (2 * step);
        found | starts | starts << step | starts << (2 * step) | starts << (3 * step)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(columns: &str) -> ConnectFourBoard {
        columns
            .bytes()
            .fold(ConnectFourBoard::default(), |board, digit| board.drop(Column::new(digit - b'0').expect("a column")))
    }

    #[test]
    fn lines_do_not_wrap_around_the_edges() {
        assert!(after("1212121").has_four());
        assert!(after("4455667").has_four());
        assert!(!after("1122").has_four());
        // Three on top of column 1 and one at the bottom of column 2 are no line.
        assert!(!after("2152535411661").has_four());
    }

    #[test]
    fn a_four_names_its_cells() {
        let cells: Vec<_> = after("4455667").fours().iter().map(|&(c, row)| (c.number(), row)).collect();
        assert_eq!(cells, [(4, 0), (5, 0), (6, 0), (7, 0)]);
    }

    #[test]
    fn winning_is_seen_before_the_move() {
        let board = after("445566");
        assert!(board.wins(Column::new(7).expect("a column")));
        assert!(board.wins(Column::new(3).expect("a column")));
        assert!(!board.wins(Column::new(1).expect("a column")));
    }
}
