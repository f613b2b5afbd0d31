//! A person takes a seat in the match that is shown, and it goes on from the turn that is shown. The
//! match is played from its start: the person's seat repeats its recorded actions, and the bots repeat
//! themselves. If one of them does not, the match goes on from its first turn that differs.

use botyard_engine::replay::PlayerKind;
use botyard_engine::rerun::common_turns;
use botyard_engine::seat::{Seat, Seats};
use botyard_web_games::AnyRecord;
use serde_json::Value;

use super::{PlayParts, Plays};
use crate::lineup::{Lineup, SeatChoice};
use crate::message::Effect;
use crate::shown_match::ResumePoint;
use crate::state::Position;

impl Position<'_> {
    /// The seat that a person can take in the position that is shown: the one whose turn comes, in a
    /// match that no one has to be kept from looking at, and whose bots repeat themselves.
    pub fn seat_to_play_on(&self) -> Option<Seat> {
        let (shown_match, game_ui) = (&self.shown.shown_match, self.context.game_ui);
        let record = &shown_match.record;
        let repeats = record.players().iter().all(|player| player.kind != PlayerKind::Executable);
        let is_open = shown_match.is_over() && game_ui.has_persons() && !game_ui.hides();
        let next = record.lines().get(self.shown.playback.at).map(|line| line.seat);
        next.filter(|_| is_open && repeats && self.plays.match_beside().is_none())
    }
}

impl Plays {
    /// Lets a person take the seat whose turn comes in the position that is shown.
    pub(crate) fn play_on(&mut self, page: &mut PlayParts<'_>) {
        let Some(seat) = page.position(self).seat_to_play_on() else { return };
        let record = page.shown.shown_match.record.up_to(page.shown.playback.at);
        let mut lineup = Lineup::of_record(&*record, &page.context.library, page.setup.lineup.terms);
        lineup.choose(seat, SeatChoice::Person);
        page.setup.lineup = lineup.clone();
        let (script, recorded) = (script_of(&*record, &lineup), record.turns());
        self.stop(page);
        self.begin_match(lineup, Some(ResumePoint { record, script, recorded }), page);
        page.context.push(Effect::ShowBoard);
    }

    /// If a bot of the match that goes on did not repeat its recorded turns, goes on from its first turn
    /// that differs.
    pub(crate) fn follow_difference(&mut self, page: &mut PlayParts<'_>) {
        let shown_match = &mut page.shown.shown_match;
        let turns = shown_match.record.turns();
        let same = common_turns(&shown_match.recorded, &turns);
        if same == shown_match.recorded.len() {
            return;
        }
        let Some(turn) = turns.get(same) else { return };
        let name = shown_match.names(page.context.game_ui).swap_remove(turn.seat.index());
        let record = shown_match.record.up_to(same + 1);
        let number = record.stops().number(same + 1);
        let lineup = page.setup.lineup.clone();
        let script = script_of(&*record, &lineup);
        // What was refused was an action of the record, after the difference.
        page.context.notices.dismiss_error();
        self.begin_match(lineup, Some(ResumePoint { record, script, recorded: Vec::new() }), page);
        page.context.show_notice(format!("{name} plays differently at turn {number}: the match goes on from there."));
    }
}

/// The actions of a record in the seats that persons have in this line-up.
fn script_of(record: &dyn AnyRecord, lineup: &Lineup) -> Vec<(Seat, Value)> {
    let seats = lineup.seats.iter().enumerate();
    let persons: Seats =
        seats.filter(|(_, choice)| **choice == SeatChoice::Person).map(|(index, _)| Seat::new(index)).collect();
    record.actions_of(persons).into_iter().map(|(_, seat, action)| (seat, action)).collect()
}
