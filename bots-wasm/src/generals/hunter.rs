//! A player of Generals that takes land, gathers its armies and hunts capitals. Deterministic: no clock, no randomness.
//!
//! Each turn has one move, and the first of these that has a use for it gets it: the capital in danger (guard.rs), the
//! army on its way to a capital (here), new land (frontier.rs), the next army being brought together (gather.rs).

use super::board::{Board, Reply, Share};
use super::frontier::{approach, conquer, open};
use super::gather::gather;
use super::guard::watch;
use super::memory::Memory;
use super::routes::{Routes, UNREACHED};

/// A move: from where, to where.
pub(super) type Step = (usize, usize);

/// For how many turns the capital's units are saved up and taken out for land.
const OPENING: u32 = 50;

/// Land grows every so many turns: the first half of them is for war, the second for land.
const SEASON: u32 = 50;

/// The smallest army that is worth sending out.
const PACK: u32 = 7;

/// The smallest army that goes on.
const STRAGGLERS: u32 = 4;

/// The player: what it remembers, and what it is about to do.
#[derive(Debug, Default)]
pub struct Hunter {
    memory: Option<Memory>,
    turns: u32,
    /// Where the hunting army stands, while there is one.
    pack: Option<usize>,
    /// The unseen cell where a capital is looked for.
    lair: Option<usize>,
    /// Until which turn armies are brought together, while they are.
    until: Option<u32>,
}

impl Hunter {
    /// The move in this position. Asked once for each of its turns, from the first one on.
    pub fn choose(&mut self, board: &Board) -> Reply {
        let mut memory = self.memory.take().unwrap_or_else(|| Memory::new(board));
        memory.look(board, self.turns);
        self.turns += 1;
        let watch = watch(&memory);
        let step = watch.step.or_else(|| self.plan(&memory, watch.resting));
        self.memory = Some(memory);
        step.map_or(Reply::Pass, |(from, to)| Reply::March { share: Share::All, from, to })
    }

    fn plan(&mut self, memory: &Memory, resting: Option<usize>) -> Option<Step> {
        if memory.turn < OPENING && memory.known_capitals().next().is_none() {
            return open(memory, OPENING);
        }
        let at_war = memory.has_met_anyone() && memory.turn % SEASON < SEASON / 2;
        let routes = self.target(memory).map(|(target, garrison)| Routes::to(memory, target, garrison));
        let war = routes.as_ref().and_then(|routes| self.chase(memory, routes, resting));
        war.or_else(|| if at_war { None } else { conquer(memory, resting) })
            .or_else(|| self.muster(memory, routes.as_ref()?, resting))
            .or_else(|| conquer(memory, resting))
            .or_else(|| approach(memory, resting))
    }

    /// Goes on with the nearest army that suffices, or with the one that is on its way.
    fn chase(&mut self, memory: &Memory, routes: &Routes, resting: Option<usize>) -> Option<Step> {
        let largest = memory.mine().map(|(_, army)| army).max()?;
        // A small army that would have to pick up a large one on its way is not what is meant.
        let suffices = |&(cell, army): &(usize, u32)| army >= routes.need(cell) && army * 2 >= largest;
        let reaching = memory.mine().filter(|&(cell, _)| routes.cost(cell) != UNREACHED && Some(cell) != resting);
        let ready = reaching.filter(suffices).min_by_key(|&(cell, _)| routes.cost(cell)).map(|(cell, _)| cell);
        let alive = |&cell: &usize| memory.is_mine(cell) && memory.place(cell).army >= STRAGGLERS;
        let going = self.pack.filter(alive).filter(|&cell| can_go(memory, routes, cell));
        self.pack = ready.or(going);
        self.march(routes)
    }

    /// Brings armies together on the way to the target, and sends them off when the time for that is over.
    fn muster(&mut self, memory: &Memory, routes: &Routes, resting: Option<usize>) -> Option<Step> {
        let reaching = memory.mine().filter(|&(cell, _)| routes.cost(cell) != UNREACHED && Some(cell) != resting);
        let (main, army) = reaching.max_by_key(|&(_, army)| army)?;
        let way = routes.way(main).take_while(|&cell| memory.is_mine(cell));
        let roots: Vec<_> = std::iter::once(main).chain(way).collect();
        let land = memory.mine().count() as u32;
        let until = *self.until.get_or_insert(memory.turn + (land / 3).clamp(8, 40));
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
            let place = memory.place(capital);
            return Some((capital, place.army + (memory.turn - place.seen).div_ceil(2)));
        }
        if self.lair.is_none_or(|cell| !memory.may_be_capital(cell)) {
            self.lair = most_suspicious(memory, from);
        }
        let idle = memory.enemies().map(|enemy| memory.standings[enemy - 1]);
        let idle = idle.map(|standing| standing.army.saturating_sub(standing.land)).min()?;
        self.lair.map(|cell| (cell, 6 + idle / 3))
    }
}

/// Whether the first step of the way succeeds.
fn can_go(memory: &Memory, routes: &Routes, from: usize) -> bool {
    routes.cost(from) != UNREACHED && memory.takes(from, routes.next(from))
}

/// The cell where a look is most likely to find a capital, for its price.
fn most_suspicious(memory: &Memory, from: usize) -> Option<usize> {
    let routes = Routes::to(memory, from, 0);
    let hostile: Vec<usize> = memory.cells().filter(|&cell| memory.is_hostile(cell)).collect();
    // Capitals rarely lie closer together than if each player had a square of its own.
    let spacing = (memory.grid.cells() / memory.standings.len()).isqrt();
    let doubt = |cell: usize| {
        let scent = hostile.iter().map(|&other| memory.grid.steps(cell, other)).min().unwrap_or(0);
        let close = spacing.saturating_sub(memory.grid.steps(cell, memory.home()));
        routes.cost(cell) as usize + 6 * scent + 9 * close
    };
    let reached = memory.cells().filter(|&cell| routes.cost(cell) != UNREACHED && memory.may_be_capital(cell));
    reached.min_by_key(|&cell| doubt(cell))
}

// Behind all code, whose lines keep their numbers: the bots name them when they panic, and their bytes are frozen.
#[cfg(feature = "varied")]
mod varied;

#[cfg(feature = "varied")]
pub use varied::VariedHunter;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generals::drawing::board;

    /// What the hunter does when this is what it sees first.
    #[track_caller]
    fn check(drawing: &str, expected: Option<Step>) {
        let expected = expected.map_or(Reply::Pass, |(from, to)| Reply::March { share: Share::All, from, to });
        assert_eq!(Hunter::default().choose(&board(drawing, 2)), expected, "{drawing}");
    }

    #[test]
    fn units_are_saved_up_before_the_first_walk() {
        check("? ? ? ? / . . . ? / A14 . . ?", None);
        check("? ? ? ? / . . . ? / A15 . . ?", Some((8, 4)));
    }

    #[test]
    fn a_capital_that_can_be_taken_is_taken() {
        check("A1 . a7 B5 / a9 a9 a9 .", Some((2, 3)));
        // Six are one too few: the others come first.
        check("A1 . a6 B5 / a9 a9 a9 .", Some((6, 2)));
    }

    #[test]
    fn an_army_before_the_capital_is_met() {
        // By an army beside it if there is one that is larger, else by all that can be there in time.
        check("A2 . b9 . / a1 a1 a12 .", Some((6, 2)));
        check("A2 . b9 . / a1 a8 a1 .", Some((5, 4)));
    }

    #[test]
    fn the_garrison_stays_while_somebody_is_near() {
        check("A20 . b9 B9 / # # # #", None);
    }
}
