//! The sights of a team's units as text: numbers, each with a blank after it. Knows no format
//! around it.
//!
//! Units that stand close see the same cells. So if a team has many units, the text of the whole
//! board is written once, and each row of a sight is a part of it.

use super::board::{BitMartyrBoard, REACH, SIGHT, Surroundings, TEAMS_MAX, UnitCode, relation, wrapped};
use crate::seat::Seat;

/// More than the highest code, and a power of two.
const CODES: usize = (TEAMS_MAX << 3).next_power_of_two();
/// The bytes that are written of each number.
const PLACE: usize = 4;
/// The bytes that are copied for a row of a sight: more than its numbers have, which are three
/// bytes at most.
const ROW: usize = 16;
/// The text of the board pays for itself if there is a unit for this many cells.
const CELLS_A_UNIT: usize = 20;
/// For this many units, room is made at once.
const UNITS_AT_ONCE: usize = 64;

/// Writes for one team. Its buffers are reused.
#[derive(Debug)]
pub(super) struct SightWriter {
    /// The text of each code: a number and a blank, in the order of bytes of `to_le_bytes`, with
    /// the length in the highest byte. All are written as four bytes, which saves a check for each
    /// number.
    texts: [u32; CODES],
    board: Vec<u8>,
    /// Where each cell's number starts in the text of the board, whose rows go on beyond both edges
    /// as far as a unit sees; for each row also where it ends.
    starts: Vec<u32>,
    /// The cells of the units.
    units: Vec<u32>,
}

impl SightWriter {
    pub fn for_seat(seat: Seat) -> Self {
        let texts = std::array::from_fn(|code| {
            let number = relation(code as UnitCode, seat);
            let digit = b'0' + number.unsigned_abs();
            u32::from_le_bytes(if number < 0 { [b'-', digit, b' ', 3] } else { [digit, b' ', 0, 2] })
        });
        Self { texts, board: Vec::new(), starts: Vec::new(), units: Vec::new() }
    }

    /// Writes one unit's sight, which ends a run's input: reserving room for it first would take
    /// longer.
    pub fn write_sight(&self, rows: impl Iterator<Item = [UnitCode; REACH]>, out: &mut Vec<u8>) {
        let mut text = [0; SIGHT * PLACE];
        let length = self.write_rows(rows, &mut text);
        out.extend_from_slice(&text[..length]);
    }

    /// Writes the sight of each of a team's units, row by row.
    pub fn write_sights(&mut self, board: &BitMartyrBoard, seat: Seat, out: &mut Vec<u8>) {
        let around = board.surroundings();
        if board.count(seat) * CELLS_A_UNIT < board.cells() {
            return board.cells_of(seat).for_each(|cell| self.write_sight(around.rows(cell), out));
        }
        self.write_board(around);
        let mut units = std::mem::take(&mut self.units);
        board.list_cells_of(seat, &mut units);
        self.copy_sights(around, &units, out);
        self.units = units;
    }

    /// Writes them at the start of `text`; returns how many bytes they take.
    #[inline(always)]
    fn write_rows(&self, rows: impl Iterator<Item = [UnitCode; REACH]>, text: &mut [u8]) -> usize {
        let mut length = 0;
        for row in rows {
            for code in row {
                length += self.write_number(code, &mut text[length..]);
            }
        }
        length
    }

    #[inline(always)]
    fn write_number(&self, code: UnitCode, text: &mut [u8]) -> usize {
        let number = self.texts[usize::from(code) % CODES];
        text[..PLACE].copy_from_slice(&number.to_le_bytes());
        (number >> 24) as usize
    }

    /// Writes the text of the board.
    fn write_board(&mut self, around: Surroundings<'_>) {
        let width = around.width();
        let (mut board, mut starts) = (std::mem::take(&mut self.board), std::mem::take(&mut self.starts));
        let numbers = around.cells().len() / width * (width + REACH - 1);
        board.resize(numbers * (PLACE - 1) + ROW, 0);
        starts.resize(around.cells().len() / width * (width + REACH), 0);
        let mut length = 0;
        for (row, starts) in around.cells().chunks_exact(width).zip(starts.chunks_exact_mut(width + REACH)) {
            let mut starts = starts.iter_mut();
            let mut write = |code| {
                starts.next().into_iter().for_each(|start| *start = length as u32);
                length += self.write_number(code, &mut board[length..]);
            };
            let beyond = |x: usize| row[wrapped(x, width)];
            (0..REACH / 2).map(beyond).for_each(&mut write);
            row.iter().copied().for_each(&mut write);
            (width + REACH / 2..width + REACH - 1).map(beyond).for_each(&mut write);
            starts.for_each(|end| *end = length as u32);
        }
        (self.board, self.starts) = (board, starts);
    }

    /// Copies the sights of the units on these cells from the text of the board.
    ///
    /// The copy is made in the final buffer: copying text again that was just written in other
    /// pieces makes the processor wait.
    fn copy_sights(&self, around: Surroundings<'_>, units: &[u32], out: &mut Vec<u8>) {
        let (width, height) = (around.width(), around.cells().len() / around.width());
        for units in units.chunks(UNITS_AT_ONCE) {
            let mut length = out.len();
            out.resize(length + units.len() * SIGHT * (PLACE - 1) + ROW, 0);
            for &cell in units {
                let (x, y) = (cell as usize % width, cell as usize / width);
                for dy in 0..REACH {
                    let first = wrapped(y + dy, height) * (width + REACH) + x;
                    let (start, end) = (self.starts[first] as usize, self.starts[first + REACH] as usize);
                    out[length..length + ROW].copy_from_slice(&self.board[start..start + ROW]);
                    length += end - start;
                }
            }
            out.truncate(length);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::bitmartyr::Unit;

    /// However small a side is, and however many units there are.
    #[test]
    fn the_text_of_the_board_has_what_each_unit_sees() {
        for (width, height) in [(1, 1), (1, 9), (2, 3), (4, 4), (5, 5), (6, 31), (40, 33)] {
            let mut random = fastrand::Rng::with_seed((width * 100 + height) as u64);
            let mut board = BitMartyrBoard::empty(width, height).expect("it has cells");
            for cell in 0..board.cells() {
                let unit = Unit { team: Seat::new(random.usize(..TEAMS_MAX)), health: random.u8(1..=5) };
                board.set_unit(cell, Some(unit).filter(|_| random.usize(..3) > 0));
            }
            for seat in (0..TEAMS_MAX).map(Seat::new) {
                let expected: String = board
                    .cells_of(seat)
                    .flat_map(|cell| board.around(seat, cell))
                    .map(|number| format!("{number} "))
                    .collect();
                let mut writer = SightWriter::for_seat(seat);
                let mut text = b"before".to_vec();
                let mut units = vec![7; 3];
                board.list_cells_of(seat, &mut units);
                writer.write_board(board.surroundings());
                writer.copy_sights(board.surroundings(), &units, &mut text);
                assert_eq!(String::from_utf8(text).expect("digits"), format!("before{expected}"));
                let mut few = Vec::new();
                board.cells_of(seat).for_each(|cell| writer.write_sight(board.surroundings().rows(cell), &mut few));
                assert_eq!(String::from_utf8(few).expect("digits"), expected);
            }
        }
    }
}
