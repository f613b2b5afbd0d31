//! People who share the screen: whose view is shown, and when the board is covered because another
//! person takes over. Also keeps each person's first action in the previous match.

use std::rc::Rc;

use botyard_engine::seat::{Seat, Seats};
use botyard_web_games::MoveLine;
use serde_json::Value;

use super::Shown;
use crate::lineup::SeatChoice;
use crate::shown_match::ShownMatch;
use crate::state::{Context, Position};

/// The people at the screen.
#[derive(Default)]
pub(crate) struct Viewpoint {
    /// The seat whose view was chosen.
    pub(crate) eyes: Option<Seat>,
    /// Of several people, the seat of the one who uncovered the board last.
    looking: Option<Seat>,
    /// People's first actions in the previous match.
    first_actions: Vec<(Seat, Value)>,
}

impl Viewpoint {
    /// Prepares for another match. In a new one, the first person asked sees the board at once,
    /// because no one has seen anything of it.
    pub(crate) fn turn_to(&mut self, next: &ShownMatch, last: &ShownMatch) {
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

impl Shown {
    /// The person who must uncover the board, because another person was at the screen and must not
    /// see it.
    pub fn covered_for(&self, context: &Context) -> Option<Seat> {
        let next = self.shown_match.awaited_person().filter(|_| context.game_ui.hides())?;
        (self.viewpoint.looking != Some(next)).then_some(next)
    }

    /// Uncovers the board for that person.
    pub(crate) fn uncover(&mut self) {
        self.viewpoint.looking = self.shown_match.awaited_person();
    }

    /// The seat whose view is shown: a person's own while they play against others.
    pub fn eyes(&self, context: &Context) -> Option<Seat> {
        let person = self.viewpoint.looking.or_else(|| self.shown_match.persons().lowest());
        let fixed = person.filter(|_| self.is_live());
        if context.game_ui.hides() { fixed.or(self.chosen_eyes()) } else { None }
    }

    /// The seat whose view was chosen. An address, or the match before, may have named a seat that
    /// the match that is shown does not have.
    fn chosen_eyes(&self) -> Option<Seat> {
        self.viewpoint.eyes.filter(|seat| seat.index() < self.shown_match.record.players().len())
    }

    /// Shows the next seat's view, in a game with hidden information; after the last one's,
    /// everything.
    pub(crate) fn choose_next_eyes(&mut self, context: &Context) {
        let next = self.chosen_eyes().map_or(0, |seat| seat.index() + 1);
        let is_seat = context.game_ui.hides() && next < self.shown_match.record.players().len();
        self.viewpoint.eyes = is_seat.then(|| Seat::new(next));
    }

    /// The side that the board is shown from: the only person's, even if everything is visible.
    pub fn side(&self, context: &Context) -> Option<Seat> {
        let persons = self.shown_match.persons();
        self.eyes(context).or_else(|| persons.lowest().filter(|_| persons.len() == 1))
    }

    /// Whether a person is playing who must not see everything.
    pub fn is_veiled(&self, context: &Context) -> bool {
        context.game_ui.hides() && self.is_live()
    }
}

impl Position<'_> {
    /// The action that the person who may act now played first in the previous match, in this seat
    /// or their previous one.
    pub fn earlier_action(&self) -> Option<(Seat, Value)> {
        let actor = self.actor()?;
        let first_actions = &self.shown.viewpoint.first_actions;
        let same = first_actions.iter().find(|(seat, _)| *seat == actor);
        same.or_else(|| first_actions.first().filter(|_| first_actions.len() == 1)).cloned()
    }

    /// The seed that the next match is played from; `None` if a new one is drawn for it.
    pub fn next_seed(&self) -> Option<u64> {
        (!self.reveals_hidden_start()).then_some(self.setup.lineup.seed)
    }

    /// Whether a person would play with a seed that was not chosen, and of which everything may
    /// have been seen before.
    pub(crate) fn reveals_hidden_start(&self) -> bool {
        let is_seen =
            self.setup.lineup.seed == self.shown.shown_match.record.seed() && !self.shown.shown_match.record.is_empty();
        let has_person = self.setup.lineup.seats.contains(&SeatChoice::Person);
        self.context.game_ui.hides() && has_person && is_seen && !self.setup.is_seed_chosen
    }

    /// Every turn in words, without what the seat whose view is shown does not see.
    pub fn lines(&self) -> Rc<Vec<MoveLine>> {
        self.seen_lines(self.timeline())
    }

    /// [`Self::lines`] of this match, which has the same seats.
    pub(crate) fn seen_lines(&self, shown_match: &ShownMatch) -> Rc<Vec<MoveLine>> {
        let lines = shown_match.record.lines();
        let viewers = match self.shown.covered_for(self.context) {
            Some(_) => self.shown.shown_match.persons(),
            None => self.shown.eyes(self.context).map_or(Seats::NONE, Seats::only),
        };
        let is_seen = |line: &MoveLine| viewers.iter().all(|seat| line.seen_by.contains(seat));
        if lines.iter().all(is_seen) {
            return lines;
        }
        let told = |line: &MoveLine| match is_seen(line) {
            true => line.clone(),
            false => line.out_of_sight(self.context.game_ui.seat_style(line.seat).name),
        };
        Rc::new(lines.iter().map(told).collect())
    }

    /// The person who may act in the position shown.
    pub fn actor(&self) -> Option<Seat> {
        let is_newest = self.shown.playback.at == self.shown.shown_match.record.len();
        self.shown
            .shown_match
            .awaited_person()
            .filter(|_| is_newest && !self.is_loading() && self.shown.covered_for(self.context).is_none())
    }
}
