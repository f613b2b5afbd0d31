//! New land: which cell to take next, and who goes there. Knows no plans of war.

use std::cmp::Reverse;
use std::collections::VecDeque;

use super::hunter::Step;
use super::memory::{Ground, Memory};
use super::routes::UNREACHED;

/// The first `turns` turns: the capital's units are saved up, then taken out on long walks.
pub(super) fn open(memory: &Memory, turns: u32) -> Option<Step> {
    let home = memory.home();
    let enough = if memory.mine().count() == 1 { 15 } else { 2 + (turns - memory.turn) / 4 };
    let resting = Some(home).filter(|&home| memory.place(home).army < enough);
    conquer(memory, resting).or_else(|| approach(memory, resting))
}

/// Takes a cell beside own land. The army on `resting` stays where it is.
pub(super) fn conquer(memory: &Memory, resting: Option<usize>) -> Option<Step> {
    let steps = movers(memory, resting).flat_map(|from| memory.exits(from).map(move |to| (from, to)));
    let conquests = steps.filter(|&(from, to)| !memory.is_mine(to) && memory.takes(from, to));
    conquests.max_by_key(|&(from, to)| worth(memory, from, to))
}

/// What speaks for taking a cell, the weightiest first: what it does to others, what it shows, where it leads.
fn worth(memory: &Memory, from: usize, to: usize) -> impl Ord + use<> {
    let home = memory.home();
    let is_city = |cell: usize| memory.place(cell).ground == Ground::City;
    let dark = memory.grid.around(to).filter(|&next| memory.place(next).ground == Ground::Dark).count();
    let room = memory.exits(to).filter(|&next| !memory.is_mine(next) && !is_city(next)).count();
    let lasting = memory.place(from).army.min(3);
    (memory.is_hostile(to), is_city(to), from != home, dark, lasting, room, memory.grid.steps(to, home))
}

/// Brings the army that is nearest to the border one step nearer.
pub(super) fn approach(memory: &Memory, resting: Option<usize>) -> Option<Step> {
    let steps = steps_to_the_border(memory);
    let movers = movers(memory, resting).filter(|&cell| steps[cell] != UNREACHED);
    let from = movers.min_by_key(|&cell| (steps[cell], Reverse(memory.place(cell).army)))?;
    let to = memory.exits(from).min_by_key(|&next| steps[next])?;
    Some((from, to))
}

fn movers(memory: &Memory, resting: Option<usize>) -> impl Iterator<Item = usize> {
    let armies = memory.mine().filter(move |&(cell, army)| army > 1 && Some(cell) != resting);
    armies.map(|(cell, _)| cell)
}

/// For each cell how far it is to open ground that is not the bot's.
fn steps_to_the_border(memory: &Memory) -> Vec<u32> {
    let is_land = |cell: usize| memory.is_open(cell) && memory.place(cell).ground != Ground::City;
    let mut queue: VecDeque<_> = memory.cells().filter(|&cell| is_land(cell) && !memory.is_mine(cell)).collect();
    let mut steps = vec![UNREACHED; memory.grid.cells()];
    queue.iter().for_each(|&cell| steps[cell] = 0);
    while let Some(cell) = queue.pop_front() {
        for next in memory.exits(cell).filter(|&next| memory.is_mine(next)) {
            if steps[next] == UNREACHED {
                steps[next] = steps[cell] + 1;
                queue.push_back(next);
            }
        }
    }
    steps
}

// Behind all code, whose lines keep their numbers: the bots name them when they panic, and their bytes are frozen.
#[cfg(feature = "varied")]
mod alike;

#[cfg(feature = "varied")]
pub(super) use alike::steps_alike;
