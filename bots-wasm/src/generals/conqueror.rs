//! A player of Generals for whom everything is about capitals. Deterministic: no clock, no randomness.
//!
//! It has the hunter's means (hunter.rs), and makes more of them. Maps have their capitals far apart, which leaves few cells for the
//! enemy's: it looks there (lair.rs). It sees an army that comes for its own capital from afar (alarm.rs), and meets it unless its own
//! arrives first. Otherwise it attacks: it brings its armies together for a short time, and marches with the largest one, whether or
//! not that suffices. Who is attacked does not attack.

mod alarm;
mod lair;

use super::board::{Board, Reply, Share};
use super::frontier::{approach, conquer};
use super::gather::gather;
use super::hunter::Step;
use super::memory::Memory;
use super::routes::{Routes, UNREACHED};
use alarm::Alarm;
use lair::most_suspicious;

/// Land grows every so many turns: the first half of them is for war, the second for land. The first such time is all for land.
const SEASON: u32 = 50;
/// How many units leave the capital on the first walk.
const FIRST_WALK: u32 = 15;
/// For how many turns armies are brought together.
const MUSTER: u32 = 18;
/// The smallest army that attacks.
const PACK: u32 = 5;
/// How many units more than were seen may wait in a capital.
const SURPRISE: u32 = 2;
/// How many units may wait in a capital that was never seen, besides half of those that its player has to spare.
const UNSEEN_GARRISON: u32 = 6;

/// The player: what it remembers, and what it is about to do.
#[derive(Debug, Default)]
pub struct Conqueror {
    memory: Option<Memory>,
    turns: u32,
    /// Where the attacking army stands, while there is one.
    pack: Option<usize>,
    /// The unseen cell where a capital is looked for.
    lair: Option<usize>,
    /// Until which turn armies are brought together, while they are.
    until: Option<u32>,
}

impl Conqueror {
    /// The move in this position. Asked once for each of its turns, from the first one on.
    pub fn choose(&mut self, board: &Board) -> Reply {
        let mut memory = self.memory.take().unwrap_or_else(|| Memory::new(board));
        memory.look(board, self.turns);
        self.turns += 1;
        let alarm = Alarm::of(&memory);
        let step = self.race(&memory, &alarm).or(alarm.step).or_else(|| self.plan(&memory, alarm.resting));
        self.memory = Some(memory);
        step.map_or(Reply::Pass, |(from, to)| Reply::March { share: Share::All, from, to })
    }

    /// Takes the enemy's capital if that is quicker than the enemy.
    fn race(&mut self, memory: &Memory, alarm: &Alarm) -> Option<Step> {
        let time = alarm.time?;
        let capital = memory.known_capitals().next()?;
        let routes = Routes::to(memory, capital, garrison(memory, capital));
        let suffices = |&(cell, army): &(usize, u32)| army >= routes.need(cell) && routes.way(cell).count() <= time;
        let quickest =
            marchable(memory, &routes, None).filter(suffices).min_by_key(|&(cell, _)| routes.way(cell).count());
        self.pack = Some(quickest?.0);
        self.march(&routes)
    }

    fn plan(&mut self, memory: &Memory, resting: Option<usize>) -> Option<Step> {
        if memory.turn < SEASON && memory.known_capitals().next().is_none() {
            return open(memory);
        }
        let at_war = memory.turn % SEASON < SEASON / 2;
        let routes = self.target(memory).map(|(target, garrison)| Routes::to(memory, target, garrison));
        let attack = routes.as_ref().and_then(|routes| self.attack(memory, routes, resting));
        attack
            .or_else(|| if at_war { None } else { conquer(memory, resting) })
            .or_else(|| self.muster(memory, routes.as_ref()?, resting))
            .or_else(|| conquer(memory, resting))
            .or_else(|| approach(memory, resting))
    }

    /// Goes on with the largest army if it suffices, or with the one that is on its way.
    fn attack(&mut self, memory: &Memory, routes: &Routes, resting: Option<usize>) -> Option<Step> {
        let largest = memory.mine().map(|(_, army)| army).max()?;
        let suffices = |&(cell, army): &(usize, u32)| army == largest && army >= routes.need(cell);
        let ready = marchable(memory, routes, resting).filter(suffices).min_by_key(|&(cell, _)| routes.cost(cell));
        let is_alive = |&cell: &usize| memory.is_mine(cell) && memory.place(cell).army >= PACK;
        let going = self.pack.filter(is_alive).filter(|&cell| can_go(memory, routes, cell));
        self.pack = ready.map(|(cell, _)| cell).or(going);
        self.march(routes)
    }

    /// Brings armies together on the way to the target, and sends them off when the time for that is over.
    fn muster(&mut self, memory: &Memory, routes: &Routes, resting: Option<usize>) -> Option<Step> {
        let (main, army) = marchable(memory, routes, resting).max_by_key(|&(_, army)| army)?;
        let way = routes.way(main).take_while(|&cell| memory.is_mine(cell));
        let roots: Vec<_> = std::iter::once(main).chain(way).collect();
        let until = *self.until.get_or_insert(memory.turn + MUSTER);
        gather(memory, &roots, until.saturating_sub(memory.turn), resting).or_else(|| {
            self.until = None;
            self.pack = Some(main).filter(|_| army >= PACK && can_go(memory, routes, main));
            self.march(routes)
        })
    }

    fn march(&mut self, routes: &Routes) -> Option<Step> {
        let from = self.pack?;
        self.pack = Some(routes.next(from));
        Some((from, routes.next(from)))
    }

    /// Where to go, and how many units may wait there.
    fn target(&mut self, memory: &Memory) -> Option<(usize, u32)> {
        let from = self.pack.unwrap_or(memory.home());
        if let Some(capital) = memory.known_capitals().min_by_key(|&capital| memory.grid.steps(from, capital)) {
            return Some((capital, SURPRISE + garrison(memory, capital)));
        }
        if self.lair.is_none_or(|cell| !memory.may_be_capital(cell)) {
            self.lair = most_suspicious(memory, from);
        }
        let idle = memory.enemies().map(|enemy| memory.standings[enemy - 1]);
        let idle = idle.map(|standing| standing.army.saturating_sub(standing.land)).min()?;
        self.lair.map(|cell| (cell, UNSEEN_GARRISON + idle / 2))
    }
}

/// How many units wait in a capital that was seen: it gains one in two turns.
fn garrison(memory: &Memory, capital: usize) -> u32 {
    let place = memory.place(capital);
    place.army + (memory.turn - place.seen).div_ceil(2)
}

/// The time before land grows first: the capital's units are saved up, then taken out on walks.
fn open(memory: &Memory) -> Option<Step> {
    let home = memory.home();
    let enough = if memory.mine().count() == 1 { FIRST_WALK } else { 2 + (SEASON - memory.turn) / 2 };
    let resting = Some(home).filter(|&home| memory.place(home).army < enough);
    conquer(memory, resting).or_else(|| approach(memory, resting))
}

/// The armies that have a way to the target and no other duty.
fn marchable(memory: &Memory, routes: &Routes, resting: Option<usize>) -> impl Iterator<Item = (usize, u32)> {
    memory.mine().filter(move |&(cell, _)| routes.cost(cell) != UNREACHED && Some(cell) != resting)
}

/// Whether the first step of the way succeeds.
fn can_go(memory: &Memory, routes: &Routes, from: usize) -> bool {
    routes.cost(from) != UNREACHED && memory.takes(from, routes.next(from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generals::drawing::board;

    /// What the conqueror does when this is what it sees first.
    #[track_caller]
    fn check(drawing: &str, expected: Option<Step>) {
        let expected = expected.map_or(Reply::Pass, |(from, to)| Reply::March { share: Share::All, from, to });
        assert_eq!(Conqueror::default().choose(&board(drawing, 2)), expected, "{drawing}");
    }

    #[test]
    fn units_are_saved_up_before_the_first_walk() {
        check("? ? ? ? / . . . ? / A14 . . ?", None);
        check("? ? ? ? / . . . ? / A15 . . ?", Some((8, 4)));
    }

    #[test]
    fn the_largest_army_takes_a_capital() {
        check("A1 . a9 B5 / a8 a8 a8 .", Some((2, 3)));
        // Two more than are seen may wait there: the others come first.
        check("A1 . a8 B5 / a7 a7 a7 .", Some((4, 5)));
    }

    #[test]
    fn an_army_far_before_the_capital_is_met() {
        check("A2 a1 a1 a1 a1 a1 a1 b19 . / a1 a1 a1 a1 a1 a1 a1 a29 .", Some((16, 7)));
    }

    #[test]
    fn a_race_that_is_won_is_run() {
        check("A2 a1 b9 . B3 a1 a9 / # # a12 # # # #", Some((6, 5)));
        // The enemy is a step nearer.
        check("A2 b9 . . B3 a1 a9 / # a12 # # # # #", Some((8, 1)));
    }
}
