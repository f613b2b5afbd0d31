//! Connect Four: a random legal column. A first argument, if there is one, is its seed.

use botyard_bots::chance::Chance;
use botyard_bots::connect_four::{Board, COLUMNS, Choice, Column, play};

fn main() {
    let mut chance = Chance::from_arguments();
    play(|board| any_open_column(board, &mut chance));
}

fn any_open_column(board: &Board, chance: &mut Chance) -> Choice {
    let open: Vec<Column> = COLUMNS.into_iter().filter(|&column| board.after(column).is_some()).collect();
    open[chance.below(open.len() as u32) as usize].into()
}
