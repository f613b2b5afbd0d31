//! How matches start, continue and are taken back.

use botyard_engine::live::HOST_MATCH_ID;
use botyard_engine::replay::PlayerKind;
use botyard_engine::seat::Seat;
use botyard_engine::transcript::Passage;
use botyard_web_games::AnyRecord;
use botyard_web_protocol::{BotKey, PlayRequest, ToWorker};
use serde_json::Value;

use super::{BotFailure, Play, PlayParts};
use crate::excerpt::quoted;
use crate::lineup::Lineup;
use crate::message::{Effect, NoticeMessage, Panel};
use crate::shown_match::{ResumePoint, ShownMatch, ShownPhase};
use crate::state::PageState;
use crate::state::match_spec::{LoadedBots, match_spec};

/// A match that starts as soon as its bots are loaded.
pub(crate) struct PendingMatch {
    pub(crate) lineup: Lineup,
    /// The actions that it continues from, unless it is a new match.
    earlier: Option<ResumePoint>,
}

impl PendingMatch {
    /// Whether the bot of this key plays in it.
    pub(crate) fn waits_for(&self, key: &BotKey) -> bool {
        self.lineup.has_bot(key)
    }
}

impl Play for Option<PendingMatch> {
    fn ready(&mut self, page: &mut PlayParts<'_>) {
        let Some(pending) = self.take() else { return };
        let Some(LoadedBots { host_bots, modules }) = LoadedBots::find(&pending.lineup, &page.context.library) else {
            *self = Some(pending);
            return;
        };
        let PendingMatch { lineup, earlier } = pending;
        let match_spec = match_spec(page.context.game_ui, &lineup, &page.context.library);
        let (record, script) = match earlier {
            Some(earlier) => (Ok(earlier.record), earlier.script),
            None => (page.context.game_ui.open(&match_spec), Vec::new()),
        };
        let record = match record {
            Ok(record) => record,
            Err(why) => return page.context.show_error(format!("Cannot play: {why}.")),
        };
        // The first match replaces no other, so it needs none of this code.
        let substitutes = match page.shown.shown_match.record.is_empty() {
            true => Vec::new(),
            false => page.shown.substitutes(&lineup, None, &page.context.library),
        };
        let id = page.context.next_id();
        page.shown.show(ShownMatch::new(id, record, ShownPhase::Playing), page.context);
        if !substitutes.is_empty() {
            page.context.show_notice(substitutes.join(" "));
        }
        page.visit.leave_replay(&page.shown.shown_match, page.context);
        page.context.play(PlayRequest { id, match_spec, script, host_bots, record: None }, modules);
    }

    fn failed(&mut self, failure: &BotFailure<'_>, _: &mut PlayParts<'_>) {
        // A match that waits for other bots keeps waiting for them.
        self.take_if(|pending| pending.waits_for(failure.key));
    }
}

impl PageState {
    /// Plays the line-up at the user's request, and shows the board.
    pub(crate) fn play(&mut self) {
        self.play_lineup();
        self.context.push(Effect::ShowBoard);
    }

    /// Plays the line-up.
    pub(crate) fn play_lineup(&mut self) {
        self.forget_match();
        // It was about the match that begins now.
        self.context.notices.update(NoticeMessage::Dismiss);
        self.begin_match(self.setup.lineup.clone(), None);
    }

    /// Starts a match of a line-up as soon as its bots are loaded.
    pub(crate) fn begin_match(&mut self, lineup: Lineup, earlier: Option<ResumePoint>) {
        if let Some((seat, name)) = lineup.absent() {
            let (name, side) = (quoted(name), self.context.game_ui.seat_style(seat).name);
            let sentence = format!("{name} isn't loaded. Drop its file, or choose another bot for {side}.");
            return self.context.show_error(sentence);
        }
        if let Some(draft) = &lineup.draft {
            return self.context.show_error(format!("Cannot play: {}.", draft.problem));
        }
        self.context.request_bots(&lineup);
        self.plays.pending = Some(PendingMatch { lineup, earlier });
        self.with_plays(|plays, page| plays.pending.ready(page));
    }

    /// Shows a match that was played elsewhere.
    pub(crate) fn open_match(&mut self, record: Box<dyn AnyRecord>, passages: Vec<Passage>, turn: Option<usize>) {
        self.put_match_aside();
        self.stop();
        self.context.notices.update(NoticeMessage::Dismiss);
        // Messages that the worker may still send are not about this match.
        let id = self.context.next_id();
        let is_loss = self.write.is_opening_loss();
        // While a bot is being written, a watched game does not change the bot's next opponents.
        if self.visit.panel == Panel::Write {
            self.set_up_again(&*record);
        } else {
            self.setup.lineup = Lineup::of_record(&*record, &self.context.library, self.setup.lineup.terms);
        }
        let mut shown_match = ShownMatch::new(id, record, ShownPhase::Opened);
        shown_match.add_passages(passages);
        self.shown.show(shown_match, &self.context);
        self.show_from(turn);
        let mut seats = (0..self.shown.shown_match.record.players().len()).map(Seat::new);
        if is_loss && seats.any(|seat| self.is_changed(seat)) {
            // A phone shows the board and no seats then.
            let sides = self.name_sides();
            self.context.show_notice(sides);
        }
    }

    /// The sides in the match that is shown: `On the board: red is random, yellow is mine.`
    fn name_sides(&self) -> String {
        let players = self.shown.shown_match.record.players().iter().enumerate();
        let sides = players.map(|(index, player)| {
            [self.context.game_ui.seat_style(Seat::new(index)).name, " is ", &quoted(&player.name)].concat()
        });
        ["On the board: ", &sides.collect::<Vec<_>>().join(", "), "."].concat()
    }

    /// Shows an opened match at this turn, or from its beginning; a game that a draft has lost, at
    /// its own turn.
    pub(crate) fn show_from(&mut self, turn: Option<usize>) {
        let stops = self.shown.shown_match.record.stops();
        match self.turn_of_loss().or(turn) {
            Some(turn) => self.shown.playback.go(turn, &stops, self.context.now),
            None if self.context.browser.is_still => self.shown.playback.go(stops.newest(), &stops, self.context.now),
            None => self.shown.playback.rewind(self.context.now),
        }
    }

    pub(crate) fn stop(&mut self) {
        self.plays.pending = None;
        self.with_plays(|plays, page| plays.stop_linked(page));
        if self.shown.shown_match.phase == ShownPhase::Playing {
            self.context.push(Effect::Tell(ToWorker::Stop));
        }
    }

    pub(crate) fn resign(&mut self) {
        let person = self.shown.shown_match.awaited_person().or_else(|| self.shown.shown_match.persons().lowest());
        if let Some(seat) = person.filter(|_| self.shown.shown_match.phase == ShownPhase::Playing) {
            self.context.push(Effect::Tell(ToWorker::Resign { seat }));
        }
    }

    pub(crate) fn act(&mut self, seat: Seat, action: Value) {
        if self.actor() == Some(seat) {
            self.shown.playback.resume();
            self.context.push(Effect::Tell(ToWorker::Act { seat, action }));
        }
    }

    pub(crate) fn take_back(&mut self) {
        // Playing the same match up to this point needs the same players and seed, whatever was
        // chosen since.
        if !self.can_take_back() {
            return;
        }
        if let Some(earlier) = self.shown.shown_match.before_last_action() {
            self.setup.lineup =
                Lineup::of_record(&*self.shown.shown_match.record, &self.context.library, self.setup.lineup.terms);
            self.begin_match(self.setup.lineup.clone(), Some(earlier));
        }
    }

    /// Whether there is a person's action that can be taken back.
    pub fn can_take_back(&self) -> bool {
        let has_acted = || !self.shown.shown_match.record.actions_of(self.shown.shown_match.persons()).is_empty();
        self.offers_take_back() && self.plays.pending.is_none() && has_acted()
    }

    /// Whether the match has a person and can be played again up to any turn.
    pub fn offers_take_back(&self) -> bool {
        // An executable may play another move the second time, and the page cannot repeat the
        // server's own match.
        let repeats =
            self.shown.shown_match.record.players().iter().all(|player| player.kind != PlayerKind::Executable);
        self.shown.shown_match.id != HOST_MATCH_ID && repeats && !self.shown.shown_match.persons().is_empty()
    }
}
