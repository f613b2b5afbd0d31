//! The moves of the opening, for every position that these moves allow: up to ply 12 as first player, up to ply 11 as second.
//!
//! The book has no positions: they follow from its own moves. A line has the bot's moves for all positions of one ply, in the order
//! of their keys; the next line's positions are those after each of the other side's replies. Of two mirror images one is looked up.
//!
//! The moves up to ply 11 are those that win soonest or lose latest by the values of all positions of twelve discs in
//! bitbully-databases 0.0.2 (Markus Thill, MIT licence); of equal ones, the nearest to the centre. Those of ply 12 are the first
//! winning ones from the centre that the solver here finds.

use std::collections::BTreeMap;

use super::super::{Board, COLUMNS, Column};

/// The bot's moves when it moves first, for plies 0, 2, 4 and so on.
const FIRST: &str = include_str!("first.txt");
/// The bot's moves when it moves second, for plies 1, 3, 5 and so on.
const SECOND: &str = include_str!("second.txt");

/// The bot's columns by position. Either the position or its mirror image is a key.
pub(super) struct Book(BTreeMap<u64, Column>);

impl Book {
    /// Follows the lines of both seats.
    pub(super) fn read() -> Self {
        let mut columns = BTreeMap::new();
        for (start, lines) in [(vec![Board::default()], FIRST), (replies([Board::default()]), SECOND)] {
            let mut boards = start;
            for line in lines.lines() {
                let moves = line.chars().filter_map(|digit| Column::parse(digit.encode_utf8(&mut [0; 4])));
                let answered: Vec<(Board, Column)> = boards.into_iter().zip(moves).collect();
                columns.extend(answered.iter().map(|(board, column)| (board.key(), *column)));
                let unfinished = answered.iter().filter(|(board, column)| board.winning_moves() & column.cells() == 0);
                boards = replies(unfinished.filter_map(|(board, column)| board.after(*column)));
            }
        }
        Self(columns)
    }

    /// The move in this position, if the book has it.
    pub(super) fn look_up(&self, board: &Board) -> Option<Column> {
        let mirrored = || self.0.get(&board.mirrored().key()).map(|column| COLUMNS[6 - column.index()]);
        self.0.get(&board.key()).copied().or_else(mirrored)
    }
}

/// The positions after any move in these ones, those without a winner, in the order of their keys; of two mirror images the one with
/// the smaller key.
pub fn replies(boards: impl IntoIterator<Item = Board>) -> Vec<Board> {
    let mut next = BTreeMap::new();
    for board in boards {
        let columns = COLUMNS.into_iter().filter(|column| board.winning_moves() & column.cells() == 0);
        for after in columns.filter_map(|column| board.after(column)) {
            let mirrored = after.mirrored();
            let board = if mirrored.key() < after.key() { mirrored } else { after };
            next.insert(board.key(), board);
        }
    }
    next.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::search::{Score, Searcher};
    use super::super::solver::{Outcome, Solver};
    use super::*;

    /// The positions of each line of a seat's, from the first line on, and behind them those that the book leaves to the solver.
    fn levels(start: Vec<Board>) -> Vec<Vec<Board>> {
        let book = Book::read();
        let answer = |board: &Board| {
            let column = book.look_up(board).expect("the book has all positions of a line");
            (board.winning_moves() & column.cells() == 0).then(|| board.after(column)).flatten()
        };
        let next = |boards: &Vec<Board>| {
            let is_known = boards.first().is_some_and(|board| book.look_up(board).is_some());
            is_known.then(|| replies(boards.iter().filter_map(answer)))
        };
        std::iter::successors(Some(start), next).collect()
    }

    #[test]
    fn each_line_has_a_move_for_each_position() {
        for (start, lines) in [(vec![Board::default()], FIRST), (replies([Board::default()]), SECOND)] {
            let positions: Vec<usize> = levels(start).iter().map(Vec::len).collect();
            let moves: Vec<usize> = lines.lines().map(str::len).collect();
            assert_eq!(positions[..moves.len()], moves);
            assert_eq!(positions.len(), moves.len() + 1);
        }
    }

    // The first player wins wherever its book ends. That is what the book is for, and shows each of its moves to be right that
    // leads there.
    #[test]
    fn the_first_players_book_leads_to_won_positions() {
        let mut solver = Solver::default();
        let ends = levels(vec![Board::default()]).pop().expect("positions behind the book");
        for board in ends.iter().step_by(ends.len() / 60) {
            let (_, outcome) = solver.best(board, COLUMNS[3]);
            assert_eq!(outcome, Outcome::Win, "{board:?}");
        }
    }

    // Against a first move in the middle it is lost, as is known; nearly everything else is not.
    #[test]
    fn the_second_players_book_loses_only_to_the_best_play() {
        let mut solver = Solver::default();
        let ends = levels(replies([Board::default()])).pop().expect("positions behind the book");
        let sample: Vec<_> = ends.iter().step_by(ends.len() / 60).collect();
        let lost = sample.iter().filter(|board| solver.best(board, COLUMNS[3]).1 == Outcome::Loss).count();
        assert!(lost <= 1, "{lost} of {} are lost", sample.len());
    }

    #[test]
    fn the_solver_agrees_with_the_search_where_that_reaches_the_end() {
        let mut solver = Solver::default();
        let mut compared = 0;
        for columns in [
            "444444333333",
            "1212217654356",
            "44444335555226",
            "123456712345676543217",
            "4435261744",
            "112233445566771",
        ] {
            let board = Board::from_columns(columns).expect("legal columns");
            let expected = match Searcher::default().find(&board).score {
                Score::Wins(_) => Outcome::Win,
                Score::Loses(_) => Outcome::Loss,
                Score::Estimate(_) => continue,
            };
            compared += 1;
            assert_eq!(solver.best(&board, COLUMNS[3]).1, expected, "{columns}");
        }
        assert!(compared > 2, "only {compared} are solved by the search");
    }
}
