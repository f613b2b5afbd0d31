//! The capital in danger. Knows only what is in sight, and nothing of other plans.

use super::gather::gather;
use super::hunter::Step;
use super::memory::Memory;
use super::routes::{Routes, UNREACHED};

/// From how many steps away an army is taken for a danger.
const ALARM: usize = 5;

/// The move against an army that could reach the capital and take it, if there is one.
pub(super) fn defend(memory: &Memory) -> Option<Step> {
    let home = memory.home();
    let near = |&cell: &usize| memory.grid.steps(cell, home) <= ALARM;
    let suspects: Vec<_> = memory.cells().filter(|&cell| memory.is_hostile_now(cell)).filter(near).collect();
    if suspects.is_empty() {
        return None;
    }
    let routes = Routes::to(memory, home, 0);
    let threats = suspects.into_iter().filter(|&cell| is_threat(memory, &routes, cell));
    let threat = threats.min_by_key(|&cell| routes.way(cell).count())?;
    strike(memory, threat).or_else(|| gather(memory, &[home], routes.way(threat).count() as u32))
}

/// Whether the army would still be larger than the garrison when it had come that far.
fn is_threat(memory: &Memory, routes: &Routes, cell: usize) -> bool {
    let met: u32 = routes.way(cell).filter(|&on| memory.is_mine(on)).map(|on| memory.place(on).army).sum();
    let grown = routes.way(cell).count() as u32 / 2;
    routes.cost(cell) != UNREACHED && memory.place(cell).army > 1 + met + grown
}

/// An attack that takes the cell, by the largest army beside it; by the garrison only if need be.
fn strike(memory: &Memory, threat: usize) -> Option<Step> {
    let beside = memory.exits(threat).filter(|&cell| memory.is_mine(cell) && memory.takes(cell, threat));
    let hitter = beside.max_by_key(|&cell| (cell != memory.home(), memory.place(cell).army))?;
    Some((hitter, threat))
}
