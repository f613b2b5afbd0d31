//! Steps that are as good: what chance may choose among.

use super::super::hunter::Step;
use super::super::memory::Memory;
use super::{movers, steps_to_the_border, worth};

/// The steps that are as good as this one, itself among them: conquests of the same worth, or marches of armies of the same size
/// that are as near to the border. The garrison moves only if it is the garrison's step.
pub(in crate::generals) fn steps_alike(memory: &Memory, step: Step) -> Vec<Step> {
    let resting = Some(memory.home()).filter(|&home| home != step.0);
    let steps = || movers(memory, resting).flat_map(|from| memory.exits(from).map(move |to| (from, to)));
    if !memory.is_mine(step.1) {
        let conquests = steps().filter(|&(from, to)| !memory.is_mine(to) && memory.takes(from, to));
        return conquests.filter(|&(from, to)| worth(memory, from, to) == worth(memory, step.0, step.1)).collect();
    }
    let border = steps_to_the_border(memory);
    let what_counts = |(from, to): Step| (border[from], memory.place(from).army, border[to]);
    steps().filter(|&other| memory.is_mine(other.1) && what_counts(other) == what_counts(step)).collect()
}
