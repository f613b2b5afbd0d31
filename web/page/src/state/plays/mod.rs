//! What is played as soon as its bots are loaded: the next match, runs of single bots, and the
//! games of other programs. Shows nothing.

mod cases;
mod matches;
mod played_again;
mod rerun;
mod series;
mod trial;

use botyard_web_protocol::BotKey;

pub use cases::CasesState;
pub use rerun::{AnswerView, RerunView};
pub use series::{SERIES_GAMES, SeriesState};
pub use trial::{TrialPhase, TrialState};

pub(crate) use self::matches::PendingMatch;
use self::played_again::PlayedAgain;
use self::rerun::RerunState;
use super::{Context, PageState, Setup, Shown, Visit};

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
    pub(crate) setup: &'a Setup,
    pub(crate) shown: &'a mut Shown,
    pub(crate) visit: &'a mut Visit,
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

impl PageState {
    /// Does something with what is played and the other parts.
    pub(crate) fn with_plays(&mut self, act: impl FnOnce(&mut Plays, &mut PlayParts<'_>)) {
        let Self { context, setup, shown, plays, visit, .. } = self;
        act(plays, &mut PlayParts { context, setup, shown, visit });
    }

    /// All that can wait for a bot. The worker plays one match, the last that it is given: that is
    /// the next match, if it can begin.
    fn waiting(&mut self) -> ([&mut dyn Play; 7], PlayParts<'_>) {
        let Self { context, setup, shown, plays, write, visit, .. } = self;
        let Plays { pending, trial, rerun, played_again, series, cases } = plays;
        ([write, trial, rerun, played_again, pending, series, cases], PlayParts { context, setup, shown, visit })
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

    /// Forgets the rerun of a match that is not shown any more.
    pub(crate) fn drop_stale_rerun(&mut self) {
        let shows = self.shown.shows;
        self.plays.rerun.take_if(|rerun| rerun.of != shows);
    }
}

#[cfg(test)]
mod tests {
    use botyard_engine::seat::Seat;
    use botyard_web_games::game_uis;

    use super::*;
    use crate::bot_library::LibraryRequest;
    use crate::lineup::{Lineup, SeatChoice};
    use crate::message::Effect;
    use crate::state::{BrowserInfo, match_spec};

    #[test]
    fn a_trial_waits_for_its_bot_and_ends_when_that_cannot_be_loaded() {
        let game_ui = game_uis()[0];
        let mut context = Context::new(game_ui, BrowserInfo::default());
        let setup = Setup::new(Lineup::of_bots(game_ui, 1));
        let SeatChoice::Bot(key) = setup.lineup.seats[0].clone() else { panic!("a bot plays") };
        let mut shown = Shown::new(match_spec::empty(game_ui, &setup.lineup, &context.library));
        let mut visit = Visit::new(&BrowserInfo::default());
        let mut page = PlayParts { context: &mut context, setup: &setup, shown: &mut shown, visit: &mut visit };
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
