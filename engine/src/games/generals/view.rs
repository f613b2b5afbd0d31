//! What one player may see: the only place where fog is put over the board. Knows no bytes.

use super::board::{Board, Kind};
use crate::seat::Seat;

/// The board through the eyes of one player. It borrows the board and hands out nothing that is under fog.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    board: &'a Board,
    rounds: u32,
    seat: Seat,
}

/// What a player sees of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sight {
    /// A mountain close by.
    Mountain,
    /// A cell close by with everything on it.
    Clear {
        /// What it is: no mountain.
        kind: Kind,
        /// Whose it is: 0 nobody's, else the number of the player.
        owner: u8,
        /// How many units stand there.
        army: u32,
    },
    /// Fog over open ground, or over anyone's capital.
    Fog,
    /// Fog over a mountain or a city, captured capitals included.
    Obstacle,
}

impl<'a> View<'a> {
    pub(super) fn new(board: &'a Board, rounds: u32, seat: Seat) -> Self {
        Self { board, rounds, seat }
    }

    /// Whose view it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How many rows the map has.
    pub fn rows(&self) -> usize {
        self.board.rows()
    }

    /// How many columns the map has.
    pub fn columns(&self) -> usize {
        self.board.columns()
    }

    /// How many players started.
    pub fn players(&self) -> usize {
        self.board.players()
    }

    /// How many rounds are over.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Army and land of each player, which everyone knows.
    pub fn statistics(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.players()).map(Seat::new).map(|seat| (self.board.army(seat), self.board.land(seat)))
    }

    /// The cells of a row, from 0, from left to right.
    pub fn row(&self, row: usize) -> impl Iterator<Item = Sight> + 'a {
        let (board, columns) = (self.board, self.board.columns());
        let seen = board.seen(self.seat, row);
        (0..columns).map(move |column| {
            let cell = row * columns + column;
            match (seen >> column & 1, board.kind(cell)) {
                (0, Kind::Empty | Kind::Capital) => Sight::Fog,
                (0, Kind::City | Kind::Mountain) => Sight::Obstacle,
                (_, Kind::Mountain) => Sight::Mountain,
                (_, kind) => Sight::Clear { kind, owner: board.owner_number(cell), army: board.army_at(cell) },
            }
        })
    }
}
