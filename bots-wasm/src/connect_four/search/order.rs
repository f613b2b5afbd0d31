//! In which order moves are tried. A good order is most of what makes alpha-beta fast; it never changes a result.

use super::super::{Board, COLUMNS};
use super::table::Known;

/// Up to seven cells, the most promising one first.
pub(in crate::connect_four) struct Ordered {
    cells: [u64; 7],
    length: usize,
}

impl Ordered {
    /// The cells in the order in which to try them.
    pub(in crate::connect_four) fn cells(&self) -> &[u64] {
        &self.cells[..self.length]
    }
}

/// The cells to choose from in the position that is asked about: the safe ones or, where all lose, every cell, those
/// first that at least block something.
pub(super) fn root_moves(board: &Board) -> Vec<u64> {
    let safe = board.safe_moves();
    let candidates = if safe == 0 { board.playable() } else { safe };
    let mut cells: Vec<u64> = from_the_centre(candidates).collect();
    cells.sort_by_key(|&cell| board.their_threats() & cell == 0);
    cells
}

/// `moves` with the one that was best before in front, then those that threaten most.
pub(in crate::connect_four) fn ordered(board: &Board, moves: u64, known: Option<Known>) -> Ordered {
    let remembered = known.map_or(0, |known| known.column().cells());
    let promise = |cell: u64| match cell & remembered {
        0 => board.with(cell).their_threats().count_ones(),
        _ => u32::MAX,
    };
    let (mut ordered, mut promises) = (Ordered { cells: [0; 7], length: 0 }, [0; 7]);
    for cell in from_the_centre(moves) {
        let promise = promise(cell);
        let better = promises[..ordered.length].iter().position(|&other| other < promise);
        let place = better.unwrap_or(ordered.length);
        ordered.cells.copy_within(place..ordered.length, place + 1);
        promises.copy_within(place..ordered.length, place + 1);
        (ordered.cells[place], promises[place]) = (cell, promise);
        ordered.length += 1;
    }
    ordered
}

pub(in crate::connect_four) fn from_the_centre(cells: u64) -> impl Iterator<Item = u64> {
    let columns = [3, 2, 4, 1, 5, 0, 6].into_iter();
    columns.map(move |index: usize| COLUMNS[index].cells() & cells).filter(|&cell| cell != 0)
}
