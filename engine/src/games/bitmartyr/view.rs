//! What one team's bot may see: the cells around its own units, and which turn it is. Knows no
//! format.

use super::board::{BitMartyrBoard, REACH, SIGHT, UnitCode};
use super::sight_writer::SightWriter;
use crate::seat::Seat;

/// The board through the eyes of one team. It borrows the board and exposes only the cells that its
/// units see.
#[derive(Debug, Clone, Copy)]
pub struct BitMartyrView<'a> {
    board: &'a BitMartyrBoard,
    turn: u32,
    seat: Seat,
}

impl<'a> BitMartyrView<'a> {
    pub(super) fn new(board: &'a BitMartyrBoard, turn: u32, seat: Seat) -> Self {
        Self { board, turn, seat }
    }

    /// The seat of the team.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How many turns are over.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// How many units the team has.
    pub fn units(&self) -> usize {
        self.board.count(self.seat)
    }

    /// The sight of each of its units, row by row: see [`BitMartyrBoard::around`].
    pub fn sights(&self) -> impl Iterator<Item = [i8; SIGHT]> + 'a {
        let Self { board, seat, .. } = *self;
        board.cells_of(seat).map(move |cell| board.around(seat, cell))
    }

    /// Like [`Self::sights`], in the board's codes: the rows around each unit.
    pub(super) fn code_sights(&self) -> impl Iterator<Item = impl Iterator<Item = [UnitCode; REACH]> + 'a> + 'a {
        let surroundings = self.board.surroundings();
        self.board.cells_of(self.seat).map(move |cell| surroundings.rows(cell))
    }

    /// Writes the sight of each of its units, row by row.
    pub(super) fn write_sights(&self, writer: &mut SightWriter, out: &mut Vec<u8>) {
        writer.write_sights(self.board, self.seat, out);
    }
}
