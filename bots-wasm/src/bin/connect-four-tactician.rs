//! Connect Four, one ply ahead: wins if it can, blocks if it must, gives no win away, and otherwise likes the centre.
//! A first argument, if there is one, is its seed.

use botyard_bots::chance::Chance;
use botyard_bots::connect_four::{Board, COLUMNS, Choice, Column, play};

// How often a column is drawn, from left to right: each cell of the middle lies on more lines of four.
const WEIGHTS: [u32; 7] = [1, 2, 4, 6, 4, 2, 1];

fn main() {
    let mut chance = Chance::from_arguments();
    play(|board| choose(board, &mut chance));
}

fn choose(board: &Board, chance: &mut Chance) -> Choice {
    let block = board.their_threats() & board.playable();
    let (cells, why) = match (board.winning_moves(), block, board.safe_moves()) {
        (0, 0, 0) => (board.playable(), "every move gives a win away"),
        (0, 0, safe) => (safe, "nothing urgent"),
        (0, block, _) => (block, "must block"),
        (winning, _, _) => (winning, "wins"),
    };
    let column = draw(cells, chance);
    Choice { column, remark: Some(format!("{why} -> {column}")) }
}

// One of the columns with a cell in `cells`, the middle ones more often.
fn draw(cells: u64, chance: &mut Chance) -> Column {
    let candidates = || COLUMNS.into_iter().filter(|column| column.cells() & cells != 0);
    let total = candidates().map(|column| WEIGHTS[column.index()]).sum();
    let mut drawn = chance.below(total);
    let falls_here = |column: &Column| {
        let weight = WEIGHTS[column.index()];
        let here = drawn < weight;
        drawn = drawn.wrapping_sub(weight);
        here
    };
    candidates().find(falls_here).expect("the weights of the candidates add up to the total")
}
