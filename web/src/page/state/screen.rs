//! Who sits at the screen: through whose eyes the board is shown, and when it is covered because another person comes to it. What a
//! person played first last time is kept here too.

use std::rc::Rc;

use botyard_engine::seat::{Seat, Seats};
use serde_json::Value;

use super::PageState;
use crate::games::MoveLine;
use crate::page::lineup::SeatChoice;
use crate::page::shown_match::{ShownMatch, ShownPhase};

/// Who sits at the screen.
#[derive(Default)]
pub(super) struct Viewpoint {
    /// Of several persons, the one who has said so last.
    looking: Option<Seat>,
    /// What persons played first in the match before.
    first_actions: Vec<(Seat, Value)>,
    /// Whether somebody has chosen the seed of the next match.
    pub(super) is_seed_meant: bool,
}

impl Viewpoint {
    /// Another match is put on the table. Whoever is asked first in a new one may look: nothing has been seen of it.
    pub(super) fn turn_to(&mut self, next: &ShownMatch, last: &ShownMatch) {
        let persons = next.persons();
        self.looking = persons.lowest().filter(|_| persons.len() == 1 || next.record.is_empty());
        let firsts = last.persons().iter().filter_map(|seat| {
            let (_, seat, action) = last.record.actions_of(Seats::only(seat)).into_iter().next()?;
            Some((seat, action))
        });
        let firsts: Vec<_> = firsts.collect();
        if !firsts.is_empty() {
            self.first_actions = firsts;
        }
    }
}

impl PageState {
    /// The person for whom the board waits to be uncovered: another one has been at the screen, and must not see it.
    pub fn covered_for(&self) -> Option<Seat> {
        let next = self.shown_match.awaited_person().filter(|_| self.game_ui.hides())?;
        (self.screen.looking != Some(next)).then_some(next)
    }

    /// The person for whom it waits is at the screen.
    pub(super) fn uncover(&mut self) {
        self.screen.looking = self.shown_match.awaited_person();
    }

    /// Through whose eyes the board is shown: while a person plays against others, through that person's.
    pub fn eyes(&self) -> Option<Seat> {
        let person = self.screen.looking.or_else(|| self.shown_match.persons().lowest());
        let fixed = person.filter(|_| self.is_live());
        if self.game_ui.hides() { fixed.or(self.eyes) } else { None }
    }

    /// From whose side the board is looked at: from that of the only person here, even if everything is to be seen.
    pub fn side(&self) -> Option<Seat> {
        let persons = self.shown_match.persons();
        self.eyes().or_else(|| persons.lowest().filter(|_| persons.len() == 1))
    }

    /// What the person who may act played first last time, there or in the seat of before.
    pub fn earlier_action(&self) -> Option<(Seat, Value)> {
        let actor = self.actor()?;
        let first_actions = &self.screen.first_actions;
        let same = first_actions.iter().find(|(seat, _)| *seat == actor);
        same.or_else(|| first_actions.first().filter(|_| first_actions.len() == 1)).cloned()
    }

    /// Whether a person would play from a seed that nobody has chosen, and of which everything may have been seen.
    pub(super) fn tells_too_much(&self) -> bool {
        let is_seen = self.lineup.seed == self.shown_match.record.seed() && !self.shown_match.record.is_empty();
        let has_person = self.lineup.seats.contains(&SeatChoice::Person);
        self.game_ui.hides() && has_person && is_seen && !self.screen.is_seed_meant
    }

    /// Whether a person plays now who may not see everything.
    pub fn is_veiled(&self) -> bool {
        self.game_ui.hides() && self.is_live()
    }

    /// Every turn in words, as far as those who may look now may know of it.
    pub fn lines(&self) -> Rc<Vec<MoveLine>> {
        let lines = self.shown_match.record.lines();
        if !self.is_veiled() {
            return lines;
        }
        let viewers = match self.covered_for() {
            Some(_) => self.shown_match.persons(),
            None => self.eyes().map_or(Seats::NONE, Seats::only),
        };
        let is_seen = |line: &MoveLine| viewers.iter().all(|seat| line.seen_by.contains(seat));
        if lines.iter().all(is_seen) {
            return lines;
        }
        let told = |line: &MoveLine| match is_seen(line) {
            true => line.clone(),
            false => line.out_of_sight(self.game_ui.side(line.seat).name),
        };
        Rc::new(lines.iter().map(told).collect())
    }

    /// The person who may act in the position that is shown.
    pub fn actor(&self) -> Option<Seat> {
        let is_newest = self.player.at == self.shown_match.record.len();
        self.shown_match
            .awaited_person()
            .filter(|_| is_newest && self.pending.is_none() && self.covered_for().is_none())
    }

    /// Whether a person is playing now.
    pub fn is_live(&self) -> bool {
        self.shown_match.phase == ShownPhase::Playing && !self.shown_match.persons().is_empty()
    }
}
