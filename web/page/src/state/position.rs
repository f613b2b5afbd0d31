//! What the visitor may do in the position that is shown. What is said about it is in
//! `shown/words.rs`, who sees it in `shown/viewpoint.rs`.

use botyard_engine::seat::Seat;

use super::Position;
use super::plays::can_be_traced;
use crate::message::{MarkDirection, Panel};
use crate::shown_match::{ShownMatch, ShownPhase};

impl<'a> Position<'a> {
    /// The match whose turns can be gone through: the longer one if two are shown.
    pub fn timeline(&self) -> &'a ShownMatch {
        self.plays.timeline(self.shown)
    }

    /// Whether a match is waiting for its bots.
    pub fn is_loading(&self) -> bool {
        self.plays.pending.is_some()
    }

    /// The person who could act in the newest position, if a past one is shown for good: while the
    /// page plays back what has just happened, the newest follows by itself.
    pub fn actor_later(&self) -> Option<Seat> {
        let (shown, playback) = (&self.shown.shown_match, &self.shown.playback);
        let is_past = playback.at < shown.record.len() && !playback.is_playing() && !self.is_loading();
        shown.awaited_person().filter(|_| is_past)
    }

    /// Whether the last step is shown as a motion.
    pub fn moves(&self) -> bool {
        self.shown.playback.moves && !self.context.browser.is_still
    }

    /// Why nothing can be played in the position that is shown, a past one.
    pub(crate) fn past_words(&self) -> String {
        let stops = self.shown.shown_match.record.stops();
        let at = match stops.number(self.shown.playback.at) {
            0 => "the start".to_owned(),
            number => format!("turn {number}"),
        };
        format!("You look at {at}, where nothing can be played any more: the match is at turn {}.", stops.count())
    }

    /// Whether there is a person's action that can be taken back.
    pub fn can_take_back(&self) -> bool {
        let shown = &self.shown.shown_match;
        let has_acted = || !shown.record.actions_of(shown.persons()).is_empty();
        self.shown.offers_take_back() && !self.is_loading() && has_acted()
    }

    /// Whether a person has started a match that can be played again up to the current turn.
    pub(crate) fn could_go_on(&self) -> bool {
        self.shown.shown_match.phase == ShownPhase::Playing && self.can_take_back()
    }

    /// Whether the inspector offers to keep a turn as a case.
    pub fn offers_case(&self, panel: Panel) -> bool {
        let is_seen = panel == Panel::Inspector && !self.shown.is_veiled(self.context);
        is_seen && self.plays.inspected_turn(self.shown).is_some()
    }

    /// Whether the inspector offers to step through the turn.
    pub fn offers_steps(&self) -> bool {
        !self.shown.is_veiled(self.context) && self.plays.traceable_turn(self.shown, self.context).is_some()
    }

    /// Whether the report of the loss offers to step through the turn that lost the match.
    pub fn offers_steps_of_loss(&self) -> bool {
        let loser = self.shown.decisive_turn().and(self.shown.loser());
        let is_traceable = |seat| can_be_traced(self.shown, seat, self.context).is_some();
        loser.is_some_and(is_traceable) && !self.shown.is_veiled(self.context)
    }

    /// The next turn that the timeline marks, in this direction.
    pub(crate) fn find_mark(&self, direction: MarkDirection) -> usize {
        let (lines, at) = (self.lines(), self.shown.playback.at);
        let marked = |turn: &usize| lines[turn - 1].mark.is_some();
        match direction {
            MarkDirection::Forward => (at + 1..=lines.len()).find(marked).unwrap_or(lines.len()),
            MarkDirection::Back => {
                (1..=self.shown.shown_match.record.stops().before(at)).rev().find(marked).unwrap_or(0)
            }
        }
    }
}
