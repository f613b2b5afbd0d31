//! One player's view: the only place where fog is put over the board. Knows no bytes.

use super::board::{CellKind, GeneralsBoard};
use crate::seat::Seat;

/// The board through the eyes of one player. It borrows the board and exposes nothing under fog.
#[derive(Debug, Clone, Copy)]
pub struct GeneralsView<'a> {
    board: &'a GeneralsBoard,
    rounds: u32,
    seat: Seat,
}

/// A player's view of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CellView {
    /// A mountain close by.
    Mountain,
    /// A cell close by with everything on it.
    Clear {
        /// The kind of the cell, never a mountain.
        kind: CellKind,
        /// The owner: 0 for neutral, else the number of the player.
        owner: u8,
        /// How many units stand there.
        army: u32,
    },
    /// Fog over open ground, or over anyone's capital.
    Fog,
    /// Fog over a mountain or a city, captured capitals included.
    Obstacle,
}

impl<'a> GeneralsView<'a> {
    pub(super) fn new(board: &'a GeneralsBoard, rounds: u32, seat: Seat) -> Self {
        Self { board, rounds, seat }
    }

    /// The seat of the player.
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

    /// Army and land of each player, which are public.
    pub fn statistics(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.players()).map(Seat::new).map(|seat| (self.board.army(seat), self.board.land(seat)))
    }

    /// The cells of a row, from 0, from left to right.
    pub fn row(&self, row: usize) -> impl Iterator<Item = CellView> + 'a {
        self.cells_in(row).map(|SightedCell { is_clear, kind, owner, army }| match kind {
            CellKind::Mountain if is_clear => CellView::Mountain,
            kind if is_clear => CellView::Clear { kind, owner, army },
            CellKind::Empty | CellKind::Capital => CellView::Fog,
            CellKind::City | CellKind::Mountain => CellView::Obstacle,
        })
    }

    /// Like [`GeneralsView::row`], with hidden data: a caller must show no more of a cell than
    /// `row`.
    #[inline]
    pub(super) fn cells_in(&self, row: usize) -> impl Iterator<Item = SightedCell> + 'a {
        let mut seen = self.board.seen(self.seat, row);
        self.board.row(row).map(move |(kind, owner, army)| {
            let is_clear = seen & 1 == 1;
            seen >>= 1;
            SightedCell { is_clear, kind, owner, army }
        })
    }
}

/// A cell, and whether it is seen.
#[derive(Debug, Clone, Copy)]
pub(super) struct SightedCell {
    pub is_clear: bool,
    pub kind: CellKind,
    pub owner: u8,
    pub army: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::SessionCodec;
    use crate::fault::{Fault, FaultKind};
    use crate::game::Game;
    use crate::games::generals::{Generals, GeneralsCodec, GeneralsSettings, MapParams, generate};

    fn asked(board: &GeneralsBoard, settings: &GeneralsSettings, seat: Seat) -> Vec<u8> {
        let mut question = Vec::new();
        GeneralsCodec::new(settings, seat).write_question(GeneralsView::new(board, 0, seat), &mut question);
        question
    }

    /// Whether a player owns this cell or one of its eight neighbours.
    fn sees(board: &GeneralsBoard, seat: Seat, cell: usize) -> bool {
        let (row, column) = (cell / board.columns(), cell % board.columns());
        (0..board.cells()).any(|own| {
            board.owner(own) == Some(seat)
                && (own / board.columns()).abs_diff(row) < 2
                && (own % board.columns()).abs_diff(column) < 2
        })
    }

    /// Replaces all cells that a player does not see by others that look alike under fog.
    fn disguised(board: &GeneralsBoard, seat: Seat, random: &mut fastrand::Rng) -> GeneralsBoard {
        let mut other = board.clone();
        for cell in (0..board.cells()).filter(|&cell| !sees(board, seat, cell)) {
            let kind = match (board.kind(cell), random.bool()) {
                (CellKind::Empty | CellKind::Capital, true) => CellKind::Empty,
                (CellKind::Empty | CellKind::Capital, false) => CellKind::Capital,
                (CellKind::City | CellKind::Mountain, true) => CellKind::City,
                (CellKind::City | CellKind::Mountain, false) => CellKind::Mountain,
            };
            other.disguise(cell, kind, random.u8(..=board.players() as u8), random.u32(..));
        }
        other
    }

    fn play_at_random(game: &mut Generals, random: &mut fastrand::Rng) {
        let Some(seat) = game.to_act().lowest() else { return };
        if random.u16(..400) == 0 {
            return game.fault(seat, &Fault::new(FaultKind::Illegal, b"", ""), &mut Vec::new());
        }
        let legal: Vec<_> = game.legal(seat).collect();
        game.play(seat, legal[random.usize(..legal.len())], &mut Vec::new()).expect("it is legal");
    }

    #[test]
    fn what_is_under_fog_changes_no_byte() {
        for seed in 0..60 {
            let mut random = fastrand::Rng::with_seed(seed);
            let (rows, columns) = (random.usize(1..12), random.usize(2..51));
            let params = MapParams { seed, ..MapParams::new(rows, columns, 2 + seed as usize % 4) };
            let Ok(map) = generate(&params) else { continue };
            let settings = GeneralsSettings { garrison: 30, ..GeneralsSettings::on(map) };
            let mut game = Generals::start(&settings, params.players).expect("a map for so many");
            for _ in 0..40 {
                (0..25).for_each(|_| play_at_random(&mut game, &mut random));
                for seat in game.playing().iter() {
                    let shown = asked(game.board(), &settings, seat);
                    let other = disguised(game.board(), seat, &mut random);
                    assert_eq!(asked(&other, &settings, seat), shown, "seed {seed}, {seat:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_seen_changes_the_bytes() {
        let settings = GeneralsSettings::default();
        let game = Generals::start(&settings, 2).expect("the default map is for two");
        let (seat, mut other) = (Seat::new(0), game.board().clone());
        other.disguise(11, CellKind::Empty, 2, 1);
        assert_ne!(asked(&other, &settings, seat), asked(game.board(), &settings, seat));
        other = game.board().clone();
        other.disguise(12, CellKind::Empty, 2, 1);
        assert_eq!(asked(&other, &settings, seat), asked(game.board(), &settings, seat));
    }
}
