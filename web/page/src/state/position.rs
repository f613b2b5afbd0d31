//! What the visitor may do in the position that is shown. What is said about it is in
//! `shown/words.rs`, who sees it in `shown/viewpoint.rs`.

use super::Position;
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
