//! A torus of cells with units on it, and its text. Knows no turns.
//!
//! The text is like FEN in chess: rows from the top with `/` between them, a number for as many
//! empty cells, a letter for a unit: `A` to `E` are Red's with health 1 to 5, `F` to `J` Green's,
//! on to `Z` and then `a` to `i`. `2E/E.1` has two rows of three; `.` is one empty cell.

use std::fmt::{self, Write};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// The most cells a side of a board can have.
pub const SIDE_MAX: usize = 1000;

/// The most teams: one for each colour.
pub const TEAMS_MAX: usize = 7;

/// The health of a new unit, and the most that a unit can have.
pub const HEALTH_MAX: u8 = 5;

/// A unit on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Unit {
    /// The seat of its team.
    pub team: Seat,
    /// Its health, 1 to [`HEALTH_MAX`].
    pub health: u8,
}

/// A unit in one byte: the health in the lowest three bits (0 is an empty cell), the team above
/// them.
pub(super) type UnitCode = u8;

/// The health of a cell's unit; 0 if the cell is empty.
#[inline]
pub(super) const fn health(code: UnitCode) -> u8 {
    code & 7
}

/// The index of the team of a cell's unit.
#[inline]
pub(super) const fn team(code: UnitCode) -> usize {
    (code >> 3) as usize
}

/// The health of a cell's unit, above 0 if it is of this team and below if it is of another.
#[inline]
pub(super) const fn relation(code: UnitCode, seat: Seat) -> i8 {
    let health = health(code) as i8;
    if team(code) == seat.index() { health } else { -health }
}

impl Unit {
    const fn code(self) -> UnitCode {
        (self.team.index() as u8) << 3 | self.health
    }

    /// The unit that a byte of [`BitMartyrBoard::codes`] stands for; `None` if the cell is empty.
    pub const fn of_code(code: u8) -> Option<Self> {
        match health(code) {
            0 => None,
            health => Some(Self { team: Seat::new(team(code)), health }),
        }
    }

    fn letter(self) -> char {
        let index = self.team.index() as u8 * HEALTH_MAX + self.health - 1;
        char::from(if index < 26 { b'A' + index } else { b'a' + index - 26 })
    }

    fn of_letter(letter: char) -> Option<Self> {
        let index = match letter {
            'A'..='Z' => letter as usize - 'A' as usize,
            'a'..='z' => letter as usize - 'a' as usize + 26,
            _ => return None,
        };
        let (team, health) = (index / HEALTH_MAX as usize, (index % HEALTH_MAX as usize) as u8 + 1);
        (team < TEAMS_MAX).then(|| Self { team: Seat::new(team), health })
    }
}

/// How many units of each health (1 to 5, one after another) each team has.
pub(super) type Census = [[u32; HEALTH_MAX as usize]; TEAMS_MAX];

/// A board. Cells are counted row by row from 0; beyond each edge comes the opposite one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BitMartyrBoard {
    width: usize,
    cells: Vec<UnitCode>,
    census: Census,
}

impl BitMartyrBoard {
    /// A board without units.
    ///
    /// # Errors
    /// If a side is not 1 to [`SIDE_MAX`] cells long.
    pub fn empty(width: usize, height: usize) -> Result<Self, BoardError> {
        if [width, height].iter().any(|side| !(1..=SIDE_MAX).contains(side)) {
            return Err(BoardError::Size { width, height });
        }
        Ok(Self { width, cells: vec![0; width * height], census: Census::default() })
    }

    /// A board of these cells, after a turn on another board.
    pub(super) fn of_codes(width: usize, cells: Vec<UnitCode>, census: Census) -> Self {
        Self { width, cells, census }
    }

    /// How many cells a row has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many rows there are.
    pub fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// All cells row by row, a byte each, for fast scans: [`Unit::of_code`] decodes a byte. No byte
    /// is 64 or more.
    pub fn codes(&self) -> &[u8] {
        &self.cells
    }

    /// The unit on a cell, if there is one.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn unit(&self, cell: usize) -> Option<Unit> {
        Unit::of_code(self.cells[cell])
    }

    /// Puts a unit on a cell, or removes it.
    ///
    /// # Panics
    /// If there is no such cell, or no such unit: a health above [`HEALTH_MAX`], a team beyond
    /// [`TEAMS_MAX`].
    pub fn set_unit(&mut self, cell: usize, unit: Option<Unit>) {
        if let Some(old) = self.unit(cell) {
            self.census[old.team.index()][usize::from(old.health) - 1] -= 1;
        }
        if let Some(new) = unit {
            self.census[new.team.index()][usize::from(new.health) - 1] += 1;
        }
        self.cells[cell] = unit.map_or(0, Unit::code);
    }

    /// All units with their cells, row by row.
    pub fn units(&self) -> impl Iterator<Item = (usize, Unit)> {
        occupied(&self.cells).filter_map(|(cell, code)| Some((cell, Unit::of_code(code)?)))
    }

    /// The cells of a team's units, row by row: the order of its [`Orders`](super::Orders).
    pub fn cells_of(&self, seat: Seat) -> impl Iterator<Item = usize> {
        self.units().filter(move |(_, unit)| unit.team == seat).map(|(cell, _)| cell)
    }

    /// Like [`Self::cells_of`], into a buffer, for callers that look at very many cells: writes
    /// every cell and keeps it only if it is one of the team's, because a processor would often
    /// mispredict that branch.
    pub(super) fn list_cells_of(&self, seat: Seat, list: &mut Vec<u32>) {
        list.resize(self.cells.len() + 1, 0);
        let mut count = 0;
        for (cell, code) in self.cells.iter().enumerate() {
            list[count] = cell as u32;
            count += usize::from((team(*code) == seat.index()) & (health(*code) > 0));
        }
        list.truncate(count);
    }

    /// How many units a team has.
    pub fn count(&self, seat: Seat) -> usize {
        self.by_health(seat).iter().map(|&count| count as usize).sum()
    }

    /// How many units of health 1, 2, 3, 4 and 5 a team has.
    pub fn by_health(&self, seat: Seat) -> [u32; HEALTH_MAX as usize] {
        self.census.get(seat.index()).copied().unwrap_or_default()
    }

    /// How many units there are.
    pub fn population(&self) -> usize {
        self.census.as_flattened().iter().map(|&count| count as usize).sum()
    }

    /// The highest number of a team that has units; 0 if the board is empty.
    pub fn teams(&self) -> usize {
        (0..TEAMS_MAX).rev().find(|&team| self.count(Seat::new(team)) > 0).map_or(0, |team| team + 1)
    }

    /// The 25 numbers that a unit of `seat` on this cell sees: the cells from two rows above to two
    /// below, each from two to the left to two to the right; the health of its own team's units,
    /// the negative health of the others'. The 13th number is the unit itself.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn around(&self, seat: Seat, cell: usize) -> [i8; SIGHT] {
        let mut seen = [0; SIGHT];
        for (line, row) in seen.chunks_exact_mut(REACH).zip(self.surroundings().rows(cell)) {
            line.copy_from_slice(&row.map(|code| relation(code, seat)));
        }
        seen
    }

    /// The surroundings of units, for callers that read many of them.
    pub(super) fn surroundings(&self) -> Surroundings<'_> {
        Surroundings { cells: &self.cells, width: self.width, height: self.height() }
    }
}

/// Reads the cells around units. Row by row: a copy of all of them, which would be written in
/// pieces and read in others, makes the processor wait.
#[derive(Debug, Clone, Copy)]
pub(super) struct Surroundings<'a> {
    cells: &'a [UnitCode],
    width: usize,
    height: usize,
}

impl<'a> Surroundings<'a> {
    /// The codes of all cells.
    pub fn cells(self) -> &'a [UnitCode] {
        self.cells
    }

    /// How many cells a row has.
    pub fn width(self) -> usize {
        self.width
    }

    /// The codes of the cells that a unit in this cell sees.
    #[inline]
    pub fn rows(self, cell: usize) -> impl Iterator<Item = [UnitCode; REACH]> + 'a {
        let Self { cells, width, height } = self;
        let (x, y) = (cell % width, cell / width);
        (0..REACH).map(move |dy| {
            let from = wrapped(y + dy, height) * width;
            let row = &cells[from..from + width];
            let near = row.get(x.wrapping_sub(REACH / 2)..x + REACH / 2 + 1);
            match near.and_then(<[UnitCode]>::first_chunk) {
                Some(near) => *near,
                None => std::array::from_fn(|dx| row[wrapped(x + dx, width)]),
            }
        })
    }
}

/// How many cells a unit sees.
pub const SIGHT: usize = REACH * REACH;

/// How many cells a unit sees in a row.
pub(super) const REACH: usize = 5;

/// A coordinate that is two too large, on a side of this length. Short sides go round more than
/// once.
#[inline]
pub(super) fn wrapped(beyond: usize, side: usize) -> usize {
    match beyond {
        0 | 1 => (beyond + 2 * side - REACH / 2) % side,
        _ if beyond - REACH / 2 < side => beyond - REACH / 2,
        _ => (beyond - REACH / 2) % side,
    }
}

/// The cells that are not empty, row by row; stretches of empty ones cost next to nothing.
#[inline]
pub(super) fn occupied(cells: &[UnitCode]) -> impl Iterator<Item = (usize, UnitCode)> {
    let lively = cells.chunks(STRETCH).enumerate().filter(|(_, stretch)| is_lively(stretch));
    lively.flat_map(|(at, stretch)| {
        let cells = stretch.iter().enumerate().map(move |(offset, &code)| (at * STRETCH + offset, code));
        cells.filter(|&(_, code)| health(code) > 0)
    })
}

/// How many cells are looked at together: a bit for each has to fit into a `u32`.
pub(super) const STRETCH: usize = 32;

/// Whether there is a unit on any of these cells.
#[inline]
pub(super) fn is_lively(stretch: &[UnitCode]) -> bool {
    stretch.iter().fold(0, |any, code| any | code) != 0
}

/// Why a text or some cells are not a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A side that is too long or too short.
    #[error("width and height must be between 1 and {SIDE_MAX}: this board is {width} by {height}")]
    Size {
        /// How many cells a row has.
        width: usize,
        /// How many rows there are.
        height: usize,
    },
    /// A row that is not as long as the first.
    #[error("row {0} of the board is not as long as the first")]
    Ragged(usize),
    /// A character without a meaning.
    #[error("{0:?} on the board is neither a number, `.`, `/` nor a unit (A to Z, a to i)")]
    Letter(char),
}

impl FromStr for BitMartyrBoard {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let mut rows = Vec::new();
        for row in text.trim().split('/') {
            rows.push(read_row(row)?);
            if rows.len() > SIDE_MAX {
                break;
            }
        }
        let mut board = Self::empty(rows[0].0, rows.len())?;
        for (y, (width, units)) in rows.into_iter().enumerate() {
            if width != board.width {
                return Err(BoardError::Ragged(y + 1));
            }
            units.into_iter().for_each(|(x, unit)| board.set_unit(y * width + x, Some(unit)));
        }
        Ok(board)
    }
}

/// How long a row is (at most one more than it may be), and its units.
fn read_row(row: &str) -> Result<(usize, Vec<(usize, Unit)>), BoardError> {
    let (mut width, mut empty, mut units) = (0, 0, Vec::new());
    for letter in row.chars() {
        if let Some(digit) = letter.to_digit(10) {
            empty = (empty * 10 + digit as usize).min(SIDE_MAX + 1);
            continue;
        }
        width += std::mem::take(&mut empty);
        if letter != '.' {
            units.push((width, Unit::of_letter(letter).ok_or(BoardError::Letter(letter))?));
        }
        width += 1;
        if width > SIDE_MAX {
            break;
        }
    }
    Ok(((width + empty).min(SIDE_MAX + 1), units))
}

impl fmt::Display for BitMartyrBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (y, row) in self.cells.chunks_exact(self.width).enumerate() {
            if y > 0 {
                f.write_char('/')?;
            }
            let mut written = 0;
            for (x, code) in occupied(row) {
                write_empty(x - written, f)?;
                Unit::of_code(code).map_or(Ok(()), |unit| f.write_char(unit.letter()))?;
                written = x + 1;
            }
            write_empty(self.width - written, f)?;
        }
        Ok(())
    }
}

fn write_empty(cells: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if cells > 0 { write!(f, "{cells}") } else { Ok(()) }
}

impl TryFrom<String> for BitMartyrBoard {
    type Error = BoardError;

    fn try_from(text: String) -> Result<Self, BoardError> {
        text.parse()
    }
}

impl From<BitMartyrBoard> for String {
    fn from(board: BitMartyrBoard) -> Self {
        board.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> BitMartyrBoard {
        text.parse().unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    #[test]
    fn a_board_is_read_and_written() {
        for (text, canonical) in [
            ("1", "1"),
            ("E", "E"),
            ("..A/2B/1Zi", "2A/2B/1Zi"),
            (".10./E11", "12/E11"),
            (" 3/3 \n", "3/3"),
            ("1000", "1000"),
        ] {
            assert_eq!(board(text).to_string(), canonical);
        }
        for (text, why) in [
            ("", BoardError::Size { width: 0, height: 1 }),
            ("1001", BoardError::Size { width: 1001, height: 1 }),
            ("99999999999999999999999", BoardError::Size { width: 1001, height: 1 }),
            (&"1/".repeat(5000), BoardError::Size { width: 1, height: 1001 }),
            ("3/2", BoardError::Ragged(2)),
            ("2j", BoardError::Letter('j')),
            ("2?", BoardError::Letter('?')),
        ] {
            assert_eq!(text.parse::<BitMartyrBoard>(), Err(why), "{text:.20}");
        }
    }

    #[test]
    fn units_are_counted() {
        let mut board = board("EEA/1J1/2i");
        assert_eq!(board.by_health(Seat::new(0)), [1, 0, 0, 0, 2]);
        assert_eq!((board.count(Seat::new(1)), board.count(Seat::new(6)), board.count(Seat::new(40))), (1, 1, 0));
        assert_eq!((board.population(), board.teams()), (5, 7));
        board.set_unit(8, None);
        board.set_unit(0, Some(Unit { team: Seat::new(1), health: 2 }));
        assert_eq!(board.to_string(), "GEA/1J1/3");
        assert_eq!((board.population(), board.teams()), (4, 2));
        assert_eq!(board.cells_of(Seat::new(1)).collect::<Vec<_>>(), [0, 4]);
    }

    #[test]
    fn a_unit_sees_25_cells() {
        let seen = board("1A5/7/2BCD2/G6/4J2/7/7").around(Seat::new(0), 17);
        assert_eq!(seen, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, -5, 0]);
    }

    /// The original went round the bottom as if the board were square.
    #[test]
    fn sight_goes_round_a_board_that_is_not_square() {
        let seen = board("E4/5/2J2").around(Seat::new(0), 0);
        assert_eq!(seen, [0, 0, 0, 0, 0, 0, 0, 0, 0, -5, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -5]);
    }

    #[test]
    fn small_boards_repeat_their_cells() {
        assert_eq!(board("E").around(Seat::new(0), 0), [5; SIGHT]);
        assert_eq!(board("E").around(Seat::new(1), 0), [-5; SIGHT]);
        let seen = board("EJ").around(Seat::new(0), 0);
        assert_eq!(seen[..5], [5, -5, 5, -5, 5]);
        assert!(seen.chunks(5).all(|row| *row == seen[..5]));
    }
}
