//! Where an unseen capital may be: far from one's own, near the enemy's land. Knows no armies.

use std::collections::VecDeque;

use super::super::memory::Memory;
use super::super::routes::{Routes, UNREACHED};

/// What a cell's suspicion loses for each step between it and known land of an enemy.
const SCENT: usize = 10;
/// For each step by which it is closer to home than a player's share of the map is wide.
const CLOSE: usize = 15;
/// For each step by which an army would walk less from home than generated maps have their capitals apart, if they can.
const APART: usize = 40;

/// The cell where a look is most likely to find a capital, for the price of the way from `from`.
pub(super) fn most_suspicious(memory: &Memory, from: usize) -> Option<usize> {
    let routes = Routes::to(memory, from, 0);
    let hostile: Vec<usize> = memory.cells().filter(|&cell| memory.is_hostile(cell)).collect();
    let walks = walks(memory, memory.home());
    let spacing = (memory.grid.cells() / memory.standings.len()).isqrt();
    // Seven quarters are as far as maps are generated.
    let apart = spacing * 7 / 4;
    let doubt = |cell: usize| {
        let scent = hostile.iter().map(|&other| memory.grid.steps(cell, other)).min().unwrap_or(0);
        let close = spacing.saturating_sub(memory.grid.steps(cell, memory.home()));
        routes.cost(cell) as usize + SCENT * scent + CLOSE * close + APART * apart.saturating_sub(walks[cell])
    };
    let reached = memory.cells().filter(|&cell| routes.cost(cell) != UNREACHED && memory.may_be_capital(cell));
    reached.min_by_key(|&cell| doubt(cell))
}

/// How many steps each cell is from this one, as far as the map is known; what may be a mountain is gone round.
fn walks(memory: &Memory, from: usize) -> Vec<usize> {
    let mut steps = vec![usize::MAX; memory.grid.cells()];
    steps[from] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        for next in memory.exits(cell) {
            if steps[next] == usize::MAX {
                steps[next] = steps[cell] + 1;
                queue.push_back(next);
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generals::drawing::memory;

    #[test]
    fn walks_lead_round_mountains() {
        let memory = memory("A9 # ? / ? # ? / ? ? ?", 2);
        assert_eq!(walks(&memory, 0)[..3], [0, usize::MAX, 6]);
    }

    #[test]
    fn what_is_too_near_for_a_capital_is_passed_by() {
        // The cell below the ground in sight is nearer, but only two steps from home.
        assert_eq!(most_suspicious(&memory("A9 # ? / . # ? / ? ? ? / ? # #", 2), 0), Some(7));
    }
}
