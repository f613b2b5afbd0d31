//! The searcher in positions whose value is known.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod arena;

use arena::Grid;
use botyard_bots::connect_four::{Board, Score, Searcher};

// A published score is 22 minus the discs the winner has used, positive if the side to move wins. The ply of the last
// disc follows from it. The searcher has to name this ply, and then, playing both sides, end the game with it.
#[track_caller]
fn check(columns: &str, score: i32) {
    let mover = columns.len() as u32 % 2;
    let winner = if score > 0 { mover } else { 1 - mover };
    let ply = 2 * (22 - score.unsigned_abs()) - (1 - winner);
    let expected = if score > 0 { Score::Wins(ply) } else { Score::Loses(ply) };
    let board = Board::from_columns(columns).unwrap();
    assert_eq!(Searcher::default().find(&board).score, expected, "{columns}");
    assert_eq!(self_play(columns), (ply as usize, 1 + winner as u8), "{columns}");
}

// The number of plies and the winner when the searcher, knowing nothing of the other side's search, plays both.
fn self_play(columns: &str) -> (usize, u8) {
    let mut grid = Grid::default();
    columns.bytes().for_each(|digit| grid.play(usize::from(digit - b'0')));
    let mut searchers = [Searcher::default(), Searcher::default()];
    loop {
        let board = Board::from_columns(&grid.moves).unwrap();
        let mover = grid.mover();
        let column = searchers[usize::from(mover) - 1].find(&board).column.index() + 1;
        let wins = grid.wins(column, mover);
        grid.play(column);
        if wins {
            return (grid.moves.len(), mover);
        }
    }
}

#[test]
fn finds_near_wins_and_the_longest_defence() {
    check("4455", 18);
    check("25144", 18);
    check("44455554221", -15);
    check("32164625", 11);
}

#[test]
fn finds_the_end_of_late_games() {
    check("37313333717124171162542", 3);
    check("5554224333234511764415115", 4);
    check("2531276566711153", 2);
}

#[test]
fn a_lost_position_still_gets_a_legal_answer() {
    let board = Board::from_columns("27374").unwrap();
    let finding = Searcher::default().find(&board);
    assert_eq!(finding.score, Score::Loses(7));
    assert!([0, 4].contains(&finding.column.index()), "blocks one of the two");
}

#[test]
fn the_last_free_cell_is_played() {
    let columns = "65617356615221567642233737747314144542532";
    let board = Board::from_columns(columns).unwrap();
    assert_eq!(Searcher::default().find(&board).column.index(), 0);
}

#[test]
fn says_what_it_found() {
    let board = Board::from_columns("4455").unwrap();
    let remark = Searcher::default().choose(&board).remark.unwrap();
    assert!(remark.starts_with("depth 1 wins by ply 7 nodes "), "{remark}");
    let remark = Searcher::default().choose(&Board::default()).remark.unwrap();
    assert!(remark.contains(" score ") && remark.ends_with(" -> 4"), "{remark}");
}
