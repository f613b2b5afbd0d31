//! Generals: takes whatever a single army can take at once, any of it, and wanders about when that is nothing. A first
//! argument, if there is one, is its seed.

use botyard_bots::chance::Chance;
use botyard_bots::generals::{Board, Reply, Share, Sight, any, play, wander};

fn main() {
    let mut chance = Chance::from_arguments();
    play(|board| choose(board, &mut chance));
}

fn choose(board: &Board, chance: &mut Chance) -> Reply {
    let conquest = any(conquests(board), chance);
    conquest.map_or_else(|| wander(board, chance), |(from, to)| Reply::March { share: Share::All, from, to })
}

/// Each own cell with each neighbour that its army would take.
fn conquests(board: &Board) -> impl Iterator<Item = (usize, usize)> {
    let targets = |from| board.exits(from).map(move |to| (from, to));
    board.own_cells().flat_map(targets).filter(|&(from, to)| takes(board, from, to))
}

fn takes(board: &Board, from: usize, to: usize) -> bool {
    match (board.own_army(from), board.cells[to]) {
        (Some(mine), Sight::Clear { owner, army, .. }) => owner != board.me && mine > army + 1,
        _ => false,
    }
}
