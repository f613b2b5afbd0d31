//! What is played as soon as its bots are loaded: the next match, runs of single bots, and the
//! games of other programs. Shows nothing.

mod cases;
mod matches;
mod play_on;
mod played_again;
mod rerun;
mod series;
mod trial;

use std::rc::Rc;

use botyard_web_protocol::BotKey;
use botyard_web_protocol::series::{FromSeries, ToSeries};

pub use cases::CasesState;
pub use rerun::{AnswerView, RerunView};
pub use series::{SERIES_GAMES, SeriesState};
pub use trial::{TrialPhase, TrialState};

pub(crate) use self::cases::can_be_traced;
pub(crate) use self::matches::PendingMatch;
use self::played_again::PlayedAgain;
use self::rerun::RerunState;
use super::bots::note_series;
use super::visit::Removal;
use super::{Context, PageState, Position, Setup, Shown, Visit};
use crate::message::{CasesMessage, Effect, Panel, SeriesMessage};
use crate::task::Task;

/// What is played as soon as its bots are loaded.
#[derive(Default)]
pub struct Plays {
    /// The next match, while it waits for its bots.
    pub(crate) pending: Option<PendingMatch>,
    /// The bot that is run separately with an input.
    pub trial: Option<TrialState>,
    /// The rerun of the match that is shown.
    pub(crate) rerun: Option<RerunState>,
    /// The shown match, played again for its bots' words.
    pub(crate) played_again: Option<PlayedAgain>,
    /// The series.
    pub series: SeriesState,
    /// The cases.
    pub cases: CasesState,
}

/// The parts of the page that a play uses beside its own data.
pub(crate) struct PlayParts<'a> {
    pub(crate) context: &'a mut Context,
    pub(crate) setup: &'a mut Setup,
    pub(crate) shown: &'a mut Shown,
    pub(crate) visit: &'a mut Visit,
}

impl PlayParts<'_> {
    /// The position that is shown.
    pub(crate) fn position<'a>(&'a self, plays: &'a Plays) -> Position<'a> {
        Position { context: self.context, setup: self.setup, shown: self.shown, plays }
    }
}

/// A bot that cannot be loaded, or whose file is no bot.
pub(crate) struct BotFailure<'a> {
    /// The bot.
    pub(crate) key: &'a BotKey,
    /// The page's sentence on it.
    pub(crate) sentence: &'a str,
    /// The sentence for the author of the bot.
    pub(crate) reason: &'a str,
}

/// Something that is played as soon as its bots are loaded.
pub(crate) trait Play {
    /// A bot was loaded: begins if all of its bots are.
    fn ready(&mut self, page: &mut PlayParts<'_>);

    /// A bot cannot be loaded: does not wait for it any longer.
    fn failed(&mut self, failure: &BotFailure<'_>, page: &mut PlayParts<'_>);
}

impl Plays {
    /// Forgets the rerun of a match that is not shown any more: this many have been shown.
    pub(crate) fn drop_stale_rerun(&mut self, shows: u32) {
        self.rerun.take_if(|rerun| rerun.of != shows);
    }
}

impl PageState {
    pub(crate) fn handle_series_message(&mut self, message: SeriesMessage) {
        match message {
            SeriesMessage::Games(games) if SERIES_GAMES.contains(&games) => {
                self.plays.series.games = games;
                self.context.push(Effect::KeepSeriesGames(games));
            }
            // A later version may have kept another number.
            SeriesMessage::Games(_) => {}
            SeriesMessage::Play => self.with_plays(|plays, page| plays.series.play_lineup(page)),
            SeriesMessage::GoOn => {
                self.leave_start();
                self.visit.show(Panel::Series);
                self.context.tell_series(ToSeries::GoOn);
            }
            SeriesMessage::Press(press) => {
                // If the error still holds, the program reports it again.
                self.context.notices.dismiss_error();
                self.context.tell_series(ToSeries::Press(press));
            }
            SeriesMessage::Said(FromSeries::View(view)) => self.plays.series.view = Some(Rc::new(view)),
            SeriesMessage::Said(FromSeries::Playing(is_playing)) => {
                self.context.push(Effect::RememberSeries(is_playing))
            }
            SeriesMessage::Said(FromSeries::Field { format, bots, games }) => {
                self.with_plays(|plays, page| plays.series.play_field(format, &bots, games, page));
            }
            SeriesMessage::Said(FromSeries::Games(participants)) => {
                note_series(&participants, &mut self.visit, &mut self.context);
            }
            SeriesMessage::Said(FromSeries::Rung(report)) => {
                self.ladder.take_report(report, &mut self.visit, &mut self.context);
            }
            SeriesMessage::Said(FromSeries::Removed(told)) => self.context.show_removal(&told, Removal::Series),
            SeriesMessage::Said(FromSeries::Open(replay)) => self.open_pasted(&replay),
            SeriesMessage::Said(FromSeries::Save { name, text }) => self.context.push(Effect::Save(name, text)),
            SeriesMessage::Said(FromSeries::Error(why)) => {
                self.ladder.note_error();
                self.context.show_error(why);
            }
            SeriesMessage::Said(FromSeries::AskCases(key)) => {
                self.plays.cases.send_bots(&mut self.context);
                self.context.tell_cases(ToSeries::AskRun { key });
            }
            SeriesMessage::Said(FromSeries::FindLostTurns(games)) => {
                self.context.tell_cases(ToSeries::FindLostTurns(games));
            }
            // The program of cases sends the others.
            SeriesMessage::Said(
                FromSeries::Load(_)
                | FromSeries::Play
                | FromSeries::Drawn { .. }
                | FromSeries::Written(_)
                | FromSeries::Reading { .. }
                | FromSeries::Read(_)
                | FromSeries::Analysed { .. }
                | FromSeries::Steps(_)
                | FromSeries::LostTurn(_)
                | FromSeries::Ready,
            ) => {}
        }
    }

    pub(crate) fn handle_cases_message(&mut self, message: CasesMessage) {
        match message {
            CasesMessage::Offer => self.with_plays(Plays::offer_case),
            CasesMessage::Trace => self.with_plays(Plays::trace_turn),
            CasesMessage::Said(FromSeries::Steps(view)) => self.plays.cases.steps = Some(Rc::new(view)),
            CasesMessage::Press(press) => {
                // If the error still holds, the program reports it again.
                self.context.notices.dismiss_error();
                self.context.tell_cases(ToSeries::Press(press));
            }
            CasesMessage::Said(FromSeries::Removed(told)) => self.context.show_removal(&told, Removal::Case),
            CasesMessage::Said(FromSeries::Reading { id, percent }) => {
                self.visit.note_reading(id, percent, &mut self.context);
            }
            CasesMessage::Said(FromSeries::Read(read)) => self.take_read(read),
            CasesMessage::Said(FromSeries::Analysed { id, report, is_done }) => {
                self.shown.take_loss_report(id, report, is_done);
            }
            CasesMessage::Said(FromSeries::LostTurn(found)) => self.context.tell_series(ToSeries::LostTurn(found)),
            CasesMessage::Said(FromSeries::Drawn { done, count }) => self.shown.exports.note_drawn(done, count),
            CasesMessage::Said(FromSeries::Written(written)) => {
                self.shown.exports.take_written(written, &mut self.context)
            }
            CasesMessage::Said(FromSeries::View(view)) => self.plays.cases.view = Some(Rc::new(view)),
            CasesMessage::Said(FromSeries::Load(key)) => {
                self.with_plays(|plays, page| plays.cases.load(BotKey::from(&*key), page));
            }
            // Beside the editor a new build was run: that does all that is to be done with it.
            CasesMessage::Said(FromSeries::Play | FromSeries::Field { .. }) if self.visit.task == Task::Write => {}
            CasesMessage::Said(FromSeries::Play) => self.with_plays(Plays::play),
            // Messages that both programs send.
            CasesMessage::Said(said) => {
                if matches!(said, FromSeries::Error(_)) {
                    // What is pending will not come.
                    self.shown.exports.pending = None;
                    self.shown.stop_waiting_for_loss_report();
                }
                self.handle_series_message(SeriesMessage::Said(said));
            }
        }
    }

    /// All that can wait for a bot. The worker plays one match, the last that it is given: that is
    /// the next match, if it can begin.
    fn waiting(&mut self) -> ([&mut dyn Play; 8], PlayParts<'_>) {
        let Self { context, setup, shown, plays, ladder, write, visit, .. } = self;
        let Plays { pending, trial, rerun, played_again, series, cases } = plays;
        (
            [write, trial, rerun, played_again, pending, series, cases, ladder],
            PlayParts { context, setup, shown, visit },
        )
    }

    /// Has what waits for a bot begin, if it is the one that was loaded now.
    pub(crate) fn bot_is_ready(&mut self) {
        let (waiting, mut page) = self.waiting();
        waiting.into_iter().for_each(|play| play.ready(&mut page));
    }

    /// Has nothing wait any longer for a bot that cannot be loaded.
    pub(crate) fn bot_has_failed(&mut self, failure: &BotFailure<'_>) {
        let (waiting, mut page) = self.waiting();
        waiting.into_iter().for_each(|play| play.failed(failure, &mut page));
    }
}

#[cfg(test)]
mod tests {
    use botyard_engine::seat::Seat;
    use botyard_web_games::game_uis;

    use super::*;
    use crate::bot_library::LibraryRequest;
    use crate::lineup::{Lineup, SeatChoice};
    use crate::state::{BrowserInfo, match_spec};

    #[test]
    fn a_trial_waits_for_its_bot_and_ends_when_that_cannot_be_loaded() {
        let game_ui = game_uis()[0];
        let mut context = Context::new(game_ui, BrowserInfo::default());
        let mut setup = Setup::new(Lineup::of_bots(game_ui, 1));
        let SeatChoice::Bot(key) = setup.lineup.seats[0].clone() else { panic!("a bot plays") };
        let mut shown = Shown::new(match_spec::empty(game_ui, &setup.lineup, &context.library));
        let mut visit = Visit::new(&BrowserInfo::default());
        let mut page = PlayParts { context: &mut context, setup: &mut setup, shown: &mut shown, visit: &mut visit };
        let mut plays = Plays::default();
        plays.offer_trial(Seat::new(0), String::new(), &mut page);
        plays.run_trial("1\n".to_owned(), &mut page);
        let fetch = Effect::Prepare(game_ui.name(), LibraryRequest::Fetch(key.clone()));
        assert_eq!(page.context.effects, [fetch]);
        plays.trial.ready(&mut page);
        assert_eq!(page.context.effects.len(), 1, "another bot is ready");
        let sentence = "It is gone.";
        plays.trial.failed(&BotFailure { key: &key, sentence, reason: sentence }, &mut page);
        assert_eq!(plays.trial.map(|trial| trial.stage), Some(TrialPhase::Done(Err(sentence.to_owned()))));
    }
}
