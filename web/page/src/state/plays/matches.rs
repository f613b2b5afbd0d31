//! How matches start, continue and are taken back.

use botyard_engine::seat::Seat;
use botyard_engine::transcript::Passage;
use botyard_web_games::AnyRecord;
use botyard_web_protocol::{BotKey, PlayRequest, ToWorker};
use serde_json::Value;

use super::{BotFailure, Play, PlayParts, Plays};
use crate::excerpt::quoted;
use crate::lineup::Lineup;
use crate::message::{Effect, NoticeMessage};
use crate::shown_match::{ResumePoint, ShownMatch, ShownPhase};
use crate::state::match_spec::{LoadedBots, match_spec};
use crate::state::{Context, Shown};
use crate::task::Task;

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
        let mut record = match page.context.game_ui.open(&match_spec) {
            Ok(record) => record,
            Err(why) => return page.context.show_error(format!("Cannot play: {why}.")),
        };
        let (script, recorded) = match earlier {
            Some(ResumePoint { record: earlier, script, recorded }) => {
                if let Err(why) = record.extend(0, earlier.turns()) {
                    return page.context.show_error(format!("Cannot play on: {why}."));
                }
                (script, recorded)
            }
            None => Default::default(),
        };
        // The first match replaces no other, so it needs none of this code.
        let substitutes = match page.shown.shown_match.record.is_empty() {
            true => Vec::new(),
            false => page.shown.substitutes(&lineup, None, &page.context.library),
        };
        let id = page.context.next_id();
        page.shown.show(ShownMatch { recorded, ..ShownMatch::new(id, record, ShownPhase::Playing) }, page.context);
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

impl Plays {
    /// Plays the line-up at the user's request, and shows the board.
    pub(crate) fn play(&mut self, page: &mut PlayParts<'_>) {
        self.play_lineup(page);
        page.context.push(Effect::ShowBoard);
    }

    /// Plays the line-up.
    pub(crate) fn play_lineup(&mut self, page: &mut PlayParts<'_>) {
        page.visit.aside.take_match(page.context.game_ui.name());
        // It was about the match that begins now.
        page.context.notices.update(NoticeMessage::Dismiss);
        self.begin_match(page.setup.lineup.clone(), None, page);
    }

    /// Starts a match of a line-up as soon as its bots are loaded.
    pub(crate) fn begin_match(&mut self, lineup: Lineup, earlier: Option<ResumePoint>, page: &mut PlayParts<'_>) {
        if let Some((seat, name)) = lineup.absent() {
            let (name, side) = (quoted(name), page.context.game_ui.seat_style(seat).name);
            let sentence = format!("{name} isn't loaded. Drop its file, or choose another bot for {side}.");
            return page.context.show_error(sentence);
        }
        if let Some(draft) = &lineup.draft {
            return page.context.show_error(format!("Cannot play: {}.", draft.problem));
        }
        page.context.request_bots(&lineup);
        self.pending = Some(PendingMatch { lineup, earlier });
        self.pending.ready(page);
    }

    /// Keeps a person's match so that it can be continued.
    pub(crate) fn put_match_aside(&self, page: &mut PlayParts<'_>) {
        if page.position(self).could_go_on() {
            page.visit.aside.put_match(page.context.game_ui.name(), page.shown.shown_match.so_far());
        }
    }

    /// Continues the kept match; returns whether there was one.
    pub(crate) fn go_on(&mut self, page: &mut PlayParts<'_>) -> bool {
        let Some(earlier) = page.visit.aside.take_match(page.context.game_ui.name()) else { return false };
        let lineup = Lineup::of_record(&*earlier.record, &page.context.library, page.setup.lineup.terms);
        if lineup.absent().is_some() {
            return false;
        }
        page.setup.lineup = lineup.clone();
        self.begin_match(lineup, Some(earlier), page);
        page.context.show_notice("Your match continues.");
        true
    }

    /// Shows a match that was played elsewhere, at this turn or from its beginning. If a draft has
    /// lost it in the seat of `loss`, it is shown at the draft's own turn.
    pub(crate) fn open_match(
        &mut self,
        record: Box<dyn AnyRecord>,
        passages: Vec<Passage>,
        turn: Option<usize>,
        loss: Option<Seat>,
        page: &mut PlayParts<'_>,
    ) {
        self.put_match_aside(page);
        self.stop(page);
        page.context.notices.update(NoticeMessage::Dismiss);
        // Messages that the worker may still send are not about this match.
        let id = page.context.next_id();
        // While a bot is being written, a watched game does not change the bot's next opponents.
        if page.visit.task == Task::Write {
            page.setup.set_up_again(&*record, page.context);
        } else {
            page.setup.lineup = Lineup::of_record(&*record, &page.context.library, page.setup.lineup.terms);
        }
        let mut shown_match = ShownMatch::new(id, record, ShownPhase::Opened);
        shown_match.add_passages(passages);
        page.shown.show(shown_match, page.context);
        let turn = loss.and_then(|seat| page.shown.inspect_loss(seat)).or(turn);
        page.shown.show_from(turn, page.context);
        let mut seats = (0..page.shown.shown_match.record.players().len()).map(Seat::new);
        if loss.is_some() && seats.any(|seat| page.position(self).is_changed(seat)) {
            // A phone shows the board and no seats then.
            let sides = page.shown.name_sides(page.context);
            page.context.show_notice(sides);
        }
    }

    pub(crate) fn stop(&mut self, page: &mut PlayParts<'_>) {
        self.pending = None;
        self.stop_linked(page);
        if page.shown.shown_match.phase == ShownPhase::Playing {
            page.context.push(Effect::AskHost(ToWorker::Stop, Vec::new()));
        }
    }

    /// Ends a match between bots of the page that the visitor has not started: the bot that a link
    /// has brought plays next, and the seats show it.
    pub(crate) fn stop_demo(&mut self, page: &mut PlayParts<'_>) {
        if page.shown.shown_match.persons().is_empty() {
            if page.shown.shown_match.phase == ShownPhase::Playing {
                self.stop(page);
                page.shown.shown_match.ended_for_draft = true;
            }
            let (at, stops) = (page.shown.playback.at, page.shown.shown_match.record.stops());
            page.shown.playback.go(at, &stops, page.context.now);
        }
    }

    pub(crate) fn act(&mut self, seat: Seat, action: Value, page: &mut PlayParts<'_>) {
        if page.position(self).actor() == Some(seat) {
            page.shown.playback.resume();
            page.context.push(Effect::AskHost(ToWorker::Act { seat, action }, Vec::new()));
        }
    }

    pub(crate) fn take_back(&mut self, page: &mut PlayParts<'_>) {
        // Playing the same match up to this point needs the same players and seed, whatever was
        // chosen since.
        if !page.position(self).can_take_back() {
            return;
        }
        if let Some(earlier) = page.shown.shown_match.before_last_action() {
            let record = &*page.shown.shown_match.record;
            page.setup.lineup = Lineup::of_record(record, &page.context.library, page.setup.lineup.terms);
            self.begin_match(page.setup.lineup.clone(), Some(earlier), page);
        }
    }
}

impl Shown {
    pub(crate) fn resign(&self, context: &mut Context) {
        let person = self.shown_match.awaited_person().or_else(|| self.shown_match.persons().lowest());
        if let Some(seat) = person.filter(|_| self.shown_match.phase == ShownPhase::Playing) {
            context.push(Effect::AskHost(ToWorker::Resign { seat }, Vec::new()));
        }
    }

    /// The sides in the match: `On the board: red is random, yellow is mine.`
    fn name_sides(&self, context: &Context) -> String {
        let players = self.shown_match.record.players().iter().enumerate();
        let sides = players.map(|(index, player)| {
            [context.game_ui.seat_style(Seat::new(index)).name, " is ", &quoted(&player.name)].concat()
        });
        ["On the board: ", &sides.collect::<Vec<_>>().join(", "), "."].concat()
    }
}
