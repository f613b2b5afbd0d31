//! The same search with a choice: any of the moves that it finds equally good. So two games against the same opponent differ,
//! and a series has something to count.

use super::order::root_moves;
use super::{CELLS_ON_BOARD, PROVEN, Score, Searcher, Spent};
use crate::chance::Chance;
use crate::connect_four::{Board, COLUMNS, Choice, Column};

/// A [`Searcher`] that draws among equally good moves.
pub struct VariedSearcher {
    searcher: Searcher,
    chance: Chance,
}

/// The moves to choose from, as far ahead as the search came.
struct Alike {
    cells: Vec<u64>,
    score: Score,
    depth: u32,
}

impl VariedSearcher {
    /// Draws from this source.
    pub fn new(chance: Chance) -> Self {
        Self { searcher: Searcher::default(), chance }
    }

    /// The answer to `board` with a remark such as `depth 14 score +3, one of 2 -> 4`.
    ///
    /// # Panics
    /// If the board is full.
    pub fn choose(&mut self, board: &Board) -> Choice {
        let Alike { cells, score, depth } = self.find(board);
        let column = Column::of(cells[self.chance.below(cells.len() as u32) as usize]);
        let score = match score {
            Score::Wins(ply) => format!("wins by ply {ply}"),
            Score::Loses(ply) => format!("loses by ply {ply}"),
            Score::Estimate(score) => format!("score {score:+}"),
        };
        Choice { column, remark: Some(format!("depth {depth} {score}, one of {} -> {column}", cells.len())) }
    }

    fn find(&mut self, board: &Board) -> Alike {
        self.searcher.nodes = 0;
        let winning = board.winning_moves();
        if winning != 0 {
            let cells = COLUMNS.map(|column| column.cells() & winning).into_iter().filter(|&cell| cell != 0).collect();
            return Alike { cells, score: Score::Wins(board.plies() + 1), depth: 1 };
        }
        let mut moves = root_moves(board);
        let mut found = Alike { cells: vec![moves[0]], score: Score::Estimate(0), depth: 0 };
        for depth in 1..=CELLS_ON_BOARD - board.plies() {
            let Ok((cells, value)) = self.best_of(board, &moves, depth) else {
                break;
            };
            // A good order for the next search.
            moves.sort_by_key(|cell| !cells.contains(cell));
            found = Alike { cells, score: Score::new(value), depth };
            if value.abs() > PROVEN {
                break;
            }
        }
        found
    }

    /// The moves with the best value, and that value.
    fn best_of(&mut self, board: &Board, moves: &[u64], depth: u32) -> Result<(Vec<u64>, i32), Spent> {
        const LOWEST: i32 = -(i8::MAX as i32);
        let (mut best, mut value) = (Vec::new(), LOWEST);
        for &cell in moves {
            // The search says no more of a worse move than that it is not above the floor: an equal one must be above it.
            let floor = (value - 1).max(LOWEST);
            let score = -self.searcher.value(&board.with(cell), depth - 1, LOWEST, -floor)?;
            if score > value {
                (best, value) = (Vec::new(), score);
            }
            if score == value {
                best.push(cell);
            }
        }
        Ok((best, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The columns that are chosen in a position over many seeds.
    fn chosen(columns: &str) -> Vec<String> {
        let board = Board::from_columns(columns).expect("legal columns");
        let choose = |seed| VariedSearcher::new(Chance::seeded(seed)).choose(&board).column.to_string();
        let mut chosen: Vec<_> = (0..8).map(choose).collect();
        chosen.sort();
        chosen.dedup();
        chosen
    }

    #[test]
    fn any_of_several_wins_is_taken() {
        assert_eq!(chosen("223344"), ["1", "5"]);
        // One way only.
        assert_eq!(chosen("121212"), ["1"]);
    }

    #[test]
    fn what_is_chosen_is_as_good_as_what_the_searcher_finds() {
        for columns in ["44", "4435", "12345671234567", "444444"] {
            let board = Board::from_columns(columns).expect("legal columns");
            let finding = Searcher::default().find(&board);
            let mut varied = VariedSearcher::new(Chance::seeded(1));
            let alike = varied.find(&board);
            assert!(alike.depth + 2 >= finding.depth, "{columns}: depth {} and {}", alike.depth, finding.depth);
            if alike.depth == finding.depth {
                assert!(alike.cells.iter().any(|&cell| Column::of(cell) == finding.column), "{columns}");
            }
        }
    }
}
