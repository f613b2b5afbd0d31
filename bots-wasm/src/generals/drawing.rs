//! Boards drawn as text, for tests. Rows end at `/`, cells at blanks: `?` fog, `!` fog over a mountain or a city, `#` a
//! mountain, `.` nobody's ground, `+40` nobody's city; `a7` ground of player 1 (the one who looks) with 7 units, `A7`
//! its capital, `b` and `B` those of player 2, and so on.

use super::board::{Board, Grid, Kind, Sight, Standing};
use super::memory::Memory;

/// The board as player 1 sees it. Every player has 1000 units on 100 cells in all, so that nobody is out.
pub(super) fn board(drawing: &str, players: usize) -> Board {
    let rows: Vec<Vec<&str>> = drawing.split('/').map(|row| row.split_ascii_whitespace().collect()).collect();
    let grid = Grid { rows: rows.len(), columns: rows[0].len() };
    let mut board = Board::unseen(grid, players, 1);
    board.standings.fill(Standing { army: 1000, land: 100 });
    board.cells = rows.concat().into_iter().map(sight).collect();
    board
}

/// What is remembered after a look at the board in turn 100.
pub(super) fn memory(drawing: &str, players: usize) -> Memory {
    let board = board(drawing, players);
    let mut memory = Memory::new(&board);
    memory.look(&board, 100);
    memory
}

fn sight(cell: &str) -> Sight {
    let (letter, army) = (cell.as_bytes()[0], cell[1..].parse().unwrap_or(0));
    let clear = |kind, owner: u8| Sight::Clear { kind, owner: owner.into(), army };
    match letter {
        b'?' => Sight::Fog,
        b'!' => Sight::Obstacle,
        b'#' => Sight::Mountain,
        b'.' => clear(Kind::Empty, 0),
        b'+' => clear(Kind::City, 0),
        b'a'..=b'h' => clear(Kind::Empty, letter - b'a' + 1),
        _ => clear(Kind::Capital, letter - b'A' + 1),
    }
}
