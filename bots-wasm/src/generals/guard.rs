//! The capital in danger. Knows only what is in sight, and nothing of other plans.

use super::gather::gather;
use super::hunter::Step;
use super::memory::Memory;
use super::routes::{Routes, UNREACHED};

/// From how many steps away an army is taken for a danger.
const ALARM: usize = 5;

/// What the capital's safety asks for.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// The move against an army that could reach the capital and take it.
    pub step: Option<Step>,
    /// The capital, if it would fall without its garrison.
    pub resting: Option<usize>,
}

/// Looks around the capital.
pub(super) fn watch(memory: &Memory) -> Watch {
    let home = memory.home();
    let near = |&cell: &usize| memory.grid.steps(cell, home) <= ALARM;
    let suspects: Vec<_> = memory.cells().filter(|&cell| memory.is_hostile_now(cell)).filter(near).collect();
    if suspects.is_empty() {
        return Watch::default();
    }
    let routes = Routes::to(memory, home, 0);
    let routes = &routes;
    let threats =
        |garrison: u32| suspects.iter().copied().filter(move |&cell| is_threat(memory, routes, cell, garrison));
    let resting = threats(1).next().map(|_| home);
    let threat = threats(memory.place(home).army).min_by_key(|&cell| routes.way(cell).count());
    let step = threat.and_then(|threat| {
        strike(memory, threat).or_else(|| gather(memory, &[home], routes.way(threat).count() as u32, None))
    });
    Watch { step, resting }
}

/// Whether the army would still be larger than the garrison when it had come that far.
pub(super) fn is_threat(memory: &Memory, routes: &Routes, cell: usize, garrison: u32) -> bool {
    let between = routes.way(cell).filter(|&on| memory.is_mine(on) && on != memory.home());
    let met: u32 = between.map(|on| memory.place(on).army).sum();
    let grown = routes.way(cell).count() as u32 / 2;
    routes.cost(cell) != UNREACHED && memory.place(cell).army > 1 + met + garrison + grown
}

/// An attack that takes the cell, by the largest army beside it; by the garrison only if need be.
pub(super) fn strike(memory: &Memory, threat: usize) -> Option<Step> {
    let beside = memory.exits(threat).filter(|&cell| memory.is_mine(cell) && memory.takes(cell, threat));
    let hitter = beside.max_by_key(|&cell| (cell != memory.home(), memory.place(cell).army))?;
    Some((hitter, threat))
}
