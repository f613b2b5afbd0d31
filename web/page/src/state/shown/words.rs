//! The page's sentences about the position that is shown.

use botyard_engine::fault::printable;
use botyard_engine::seat::Seat;
use botyard_web_games::MoveLine;

use super::Shown;
use crate::shown_match::ShownPhase;
use crate::state::{Context, Position};

/// In how many of their turns people see a hint.
const HINTED: usize = 2;

/// The standing of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatStanding {
    /// No text.
    None,
    /// It is to move.
    ToMove,
    /// It is to move and the worker plays.
    Thinking,
    /// It won.
    Won,
    /// It lost.
    Lost,
    /// A draw.
    Drew,
    /// It finished in this place, among more than two.
    Placed(u8),
}

impl Shown {
    /// How the match ended, if its end is shown.
    pub fn verdict(&self, context: &Context) -> Option<String> {
        self.shown_match.verdict(context.game_ui).filter(|_| self.shows_end())
    }

    /// The standing of a seat in the position shown.
    pub fn standing(&self, seat: Seat) -> SeatStanding {
        let shown = &self.shown_match;
        let is_newest = self.playback.at == shown.record.len();
        if shown.phase == ShownPhase::Playing && is_newest && shown.awaited.contains(seat) {
            let is_person = shown.persons().contains(seat);
            return if is_person { SeatStanding::ToMove } else { SeatStanding::Thinking };
        }
        let Some(outcome) = shown.record.outcome().filter(|_| self.shows_end()) else {
            return SeatStanding::None;
        };
        match (outcome.winner(), outcome.places.get(seat.index())) {
            (Some(winner), _) if winner == seat => SeatStanding::Won,
            (_, Some(&place)) if outcome.places.len() > 2 => SeatStanding::Placed(place),
            (None, Some(1)) => SeatStanding::Drew,
            _ => SeatStanding::Lost,
        }
    }
}

impl Position<'_> {
    /// The bot whose fault decided the match, if its end is shown.
    pub fn losing_bot(&self) -> Option<Seat> {
        let is_alone = self.plays.match_beside().is_none();
        self.shown.shown_match.losing_bot().filter(|_| is_alone && self.shown.shows_end() && !self.is_loading())
    }

    /// The position that is shown, in a sentence.
    pub fn status(&self) -> String {
        if self.is_loading() {
            return "Loading the bots …".to_owned();
        }
        if let Some(note) = self.plays.words_note(self.shown).filter(|_| self.shown.shown_match.record.is_empty()) {
            return note;
        }
        if let Some(both) = self.status_of_both() {
            return both;
        }
        if let Some(verdict) = self.shown.verdict(self.context) {
            return verdict;
        }
        match (self.last_words(), self.actor().or_else(|| self.shown.covered_for(self.context))) {
            (Some(words), Some(actor)) => format!("{words} {}", self.asking(actor)),
            (None, Some(actor)) => self.asking(actor),
            (Some(words), None) => words,
            (None, None) => self.start_words(),
        }
    }

    /// Whether all of that sentence is shown where it has one line.
    pub fn is_status_whole(&self) -> bool {
        self.shown.whole_status.as_ref().is_some_and(|whole| *whole == self.status())
    }

    /// Whose turn it is, with a hint in the first turns.
    fn asking(&self, actor: Seat) -> String {
        let lines = self.shown.shown_match.record.lines();
        let acted = lines.iter().filter(|line| line.seat == actor).take(HINTED).count();
        match acted < HINTED && self.shown.covered_for(self.context).is_none() {
            true => format!("{}: {}.", self.whose_turn(actor), self.hint()),
            false => format!("{}.", self.whose_turn(actor)),
        }
    }

    /// `Your turn`, or `Red's turn` if several people share the page.
    fn whose_turn(&self, actor: Seat) -> String {
        match self.shown.shown_match.persons().len() {
            1 => "Your turn".to_owned(),
            _ => capitalised(&format!("{}'s turn", self.context.game_ui.seat_style(actor).name)),
        }
    }

    fn hint(&self) -> &'static str {
        if self.context.browser.has_keys { self.context.game_ui.hint() } else { self.context.game_ui.touch_hint() }
    }

    /// The seat that the sentence is about: the winner at the end, otherwise the seat of the turn
    /// shown.
    pub fn subject(&self) -> Option<Seat> {
        if self.plays.match_beside().is_some() {
            return None;
        }
        if self.shown.verdict(self.context).is_some() {
            return self.shown.shown_match.record.outcome().and_then(|outcome| outcome.winner());
        }
        let at = self.shown.playback.at.checked_sub(1).filter(|_| !self.is_loading())?;
        if self.shown.shown_match.record.summary(self.shown.playback.at).is_some() {
            return None;
        }
        self.shown.shown_match.record.lines().get(at).map(|line| line.seat)
    }

    /// The turn that is shown, or the state of the match after it, in a sentence.
    pub fn last_words(&self) -> Option<String> {
        let last = self.shown.playback.at.checked_sub(1)?;
        if let Some(words) = self.shown.shown_match.record.summary(self.shown.playback.at) {
            return Some(capitalised(&format!("{words}.")));
        }
        Some(capitalised(&format!("{}.", self.lines().get(last)?.words)))
    }

    /// The text that screen readers read before that sentence, and that the sentence leaves out:
    /// the last move before a verdict; where all act at once, the rest of the round; and in a
    /// position that somebody has gone to, why the timeline marks it. With more than two players,
    /// only turns that the timeline marks.
    pub fn unseen_words(&self) -> String {
        if self.is_loading() || self.plays.match_beside().is_some() {
            return String::new();
        }
        let (record, lines, at) = (&self.timeline().record, self.lines(), self.shown.playback.at);
        let others = match record.summary(at) {
            Some(_) => Default::default(),
            None => lines.get(record.stops().before(at)..at.saturating_sub(1)).unwrap_or_default(),
        };
        let is_few = record.players().len() <= 2;
        let is_told = |line: &&MoveLine| !line.is_out_of_sight() && (is_few || line.mark.is_some());
        let others = others.iter().filter(is_told).map(|line| capitalised(&format!("{}. ", line.words)));
        let last = self.shown.verdict(self.context).and_then(|_| self.last_words());
        others.chain(last.map(|last| format!("{last} "))).chain(self.marks_of_step(&lines)).collect()
    }

    /// Why the timeline marks the step that leads to the position that is shown, once playback rests
    /// there. A fault's mark is its sentence, and the verdict says why the last step is marked.
    fn marks_of_step(&self, lines: &[MoveLine]) -> Vec<String> {
        let at = self.shown.playback.at;
        let step = lines.get(self.timeline().record.stops().before(at)..at).unwrap_or_default();
        let is_told = self.shown.playback.is_playing() || self.shown.verdict(self.context).is_some();
        let marked = step.iter().filter(|line| !is_told && line.mark.as_ref() != Some(&line.words));
        marked.filter_map(|line| Some(capitalised(&format!("{}. ", line.mark.as_ref()?)))).collect()
    }

    fn start_words(&self) -> String {
        let names = self.shown.shown_match.names(self.context.game_ui);
        let [first, rest @ ..] = names.as_slice() else { return String::new() };
        let against = rest.iter().fold(printable(first), |all, name| format!("{all} against {}", printable(name)));
        capitalised(&format!("{against}."))
    }
}

/// Capitalises ASCII only, because sentences begin in English and full Unicode tables take 10 kB.
fn capitalised(sentence: &str) -> String {
    let mut sentence = sentence.to_owned();
    sentence.get_mut(..1).into_iter().for_each(str::make_ascii_uppercase);
    sentence
}
