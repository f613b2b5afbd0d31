//! Moving without a plan: what Generals' random bot always does, and its greedy bot when nothing can be taken.

use super::board::{Board, Reply, Share};
use crate::chance::Chance;

/// A random own cell, a random neighbour of it that is no mountain, all or half. Passes where mountains leave no way
/// out.
pub fn wander(board: &Board, chance: &mut Chance) -> Reply {
    let Some(from) = any(board.own_cells(), chance) else {
        return Reply::Pass;
    };
    let Some(to) = any(board.exits(from), chance) else {
        return Reply::Pass;
    };
    let share = if chance.below(2) == 0 { Share::All } else { Share::Half };
    Reply::March { share, from, to }
}

/// One of these, each as likely as any other.
pub fn any<T>(candidates: impl Iterator<Item = T>, chance: &mut Chance) -> Option<T> {
    let mut candidates: Vec<T> = candidates.collect();
    match candidates.len() {
        0 => None,
        count => Some(candidates.swap_remove(chance.below(count as u32) as usize)),
    }
}
