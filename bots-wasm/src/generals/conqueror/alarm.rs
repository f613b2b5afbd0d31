//! Enemies on their way to the capital. Knows only what is in sight, and nothing of other plans.

use super::super::gather::gather;
use super::super::guard::{is_threat, strike};
use super::super::hunter::Step;
use super::super::memory::Memory;
use super::super::routes::Routes;

/// From how many steps away an army is taken for a danger.
const HORIZON: usize = 10;

/// What the capital's safety asks for.
#[derive(Debug, Default)]
pub(super) struct Alarm {
    /// The move against an army that could reach the capital and take it.
    pub step: Option<Step>,
    /// How many turns that army needs, if there is one.
    pub time: Option<usize>,
    /// The capital, if it would fall without its garrison.
    pub resting: Option<usize>,
}

impl Alarm {
    /// Looks around the capital.
    pub(super) fn of(memory: &Memory) -> Self {
        let home = memory.home();
        let near = |&cell: &usize| memory.grid.steps(cell, home) <= HORIZON;
        let suspects: Vec<_> = memory.cells().filter(|&cell| memory.is_hostile_now(cell)).filter(near).collect();
        if suspects.is_empty() {
            return Self::default();
        }
        let routes = &Routes::to(memory, home, 0);
        let suspects = &suspects;
        let time = |cell: usize| routes.way(cell).count();
        let threats =
            |garrison| suspects.iter().copied().filter(move |&cell| is_threat(memory, routes, cell, garrison));
        let threat = threats(memory.place(home).army).min_by_key(|&cell| time(cell));
        let answer = |threat| strike(memory, threat).or_else(|| gather(memory, &[home], time(threat) as u32, None));
        Self { step: threat.and_then(answer), time: threat.map(time), resting: threats(1).next().map(|_| home) }
    }
}
