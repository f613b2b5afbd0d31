//! The words of the bots of an opened match: a link holds the bots' turns, but not their words. If
//! all of the bots are here, the match is played again, and its words are shown if it is the same
//! turn for turn.

use botyard_engine::replay::link::ExpectedTurns;
use botyard_engine::replay::{MatchClock, PlayerInfo, PlayerKind, SharedTerms};
use botyard_engine::rerun::first_difference;
use botyard_web_protocol::{MatchProgress, PlayRequest, ToWorker};

use super::{BotFailure, Play, PlayParts, Plays};
use crate::bot_library::BotLibrary;
use crate::excerpt::sentence;
use crate::lineup::{Lineup, SeatChoice};
use crate::message::{Effect, Panel};
use crate::shown_match::{ShownMatch, ShownPhase};
use crate::state::match_spec::{LoadedBots, player_info, spec_again};
use crate::state::shown::Shown;

/// An opened match that is played again, or has been in vain.
pub(crate) struct PlayedAgain {
    /// The number of the match that is shown.
    of: u32,
    /// The turns that its link expects and the turn to be shown, if the link has named its bots.
    linked: Option<(ExpectedTurns, Option<usize>)>,
    phase: ReplayPhase,
    replayed: ShownMatch,
}

/// How far it is.
enum ReplayPhase {
    /// Its bots are being loaded, or the worker plays a rerun.
    Fetching,
    /// It is played.
    Running,
    /// It differs in this turn, counted from 0.
    Differs(usize),
    /// It cannot be played; holds a sentence with the reason.
    Failed(String),
}

/// Why the match of a link that names its bots is not shown.
const NO_BOTS: &str = "This link names its bots instead of their turns, and they are not all here.";

impl PlayedAgain {
    fn new(shown: &ShownMatch, linked: Option<(ExpectedTurns, Option<usize>)>) -> Self {
        let replayed = ShownMatch::new(0, shown.record.up_to(0), ShownPhase::Playing);
        Self { of: shown.id, linked, phase: ReplayPhase::Fetching, replayed }
    }

    /// Whether the link of the match that is shown has named its bots.
    fn is_linked(&self, shown: &Shown) -> bool {
        self.of == shown.shown_match.id && self.linked.is_some()
    }
}

impl Play for Option<PlayedAgain> {
    // After each message, `play_for_words` looks whether the match can begin.
    fn ready(&mut self, _: &mut PlayParts<'_>) {}

    fn failed(&mut self, failure: &BotFailure<'_>, page: &mut PlayParts<'_>) {
        let Some(again) = self else { return };
        let is_linked = again.is_linked(page.shown);
        let lineup =
            lineup_of_modules(&page.shown.shown_match, is_linked, page.setup.lineup.terms, &page.context.library);
        let needs_bot = lineup.is_none_or(|lineup| lineup.has_bot(failure.key));
        if needs_bot && matches!(again.phase, ReplayPhase::Fetching) {
            again.phase = ReplayPhase::Failed(sentence(failure.sentence));
        }
    }
}

/// The bots of the match that is shown, in their seats, if all are modules that are here and their
/// time is counted: only these repeat their turns.
fn lineup_of_modules(shown: &ShownMatch, is_linked: bool, terms: SharedTerms, library: &BotLibrary) -> Option<Lineup> {
    let record = &*shown.record;
    let is_counted = record.terms().clock != MatchClock::Wall;
    let mut lineup = Lineup::of_record(record, library, terms);
    for (choice, player) in lineup.seats.iter_mut().zip(record.players()) {
        // Links name bundled bots only, so the visitor's files of the same names are no candidates.
        if (is_linked || matches!(choice, SeatChoice::Absent(_)))
            && let Some(bot) = library.bundled_as(player)
        {
            *choice = SeatChoice::Bot(bot.key.clone());
        }
    }
    let is_module = |choice: &SeatChoice| match choice {
        SeatChoice::Bot(key) => library.bot(key).is_some_and(|bot| bot.kind() == PlayerKind::Module),
        SeatChoice::Person | SeatChoice::Absent(_) => false,
    };
    (is_counted && lineup.seats.iter().all(is_module)).then_some(lineup)
}

impl Plays {
    /// Plays the match that is shown again, if it was opened without its bots' words and the
    /// visitor looks at bots.
    pub(crate) fn play_for_words(&mut self, page: &mut PlayParts<'_>) {
        if let Some(again) = &mut self.played_again
            && matches!(again.phase, ReplayPhase::Running)
            && page.context.played != again.replayed.id
        {
            // The worker was given another match, which ends this one: it is played later.
            again.phase = ReplayPhase::Fetching;
        }
        let (shown, is_linked) = (&page.shown.shown_match, self.is_linked(page.shown));
        let panels = [Some(page.visit.beside), page.visit.layout().main_panel()];
        let is_looked_at = panels.into_iter().flatten().any(Panel::shows_words);
        let is_wanted = is_linked || (is_looked_at && shown.passages.is_empty() && !shown.record.is_empty());
        if shown.phase != ShownPhase::Opened || !is_wanted {
            return;
        }
        match &self.played_again {
            Some(PlayedAgain { of, phase: ReplayPhase::Fetching, .. }) if *of == shown.id => self.launch_again(page),
            Some(again) if again.of == shown.id => {}
            _ => {
                let Some(lineup) = self.lineup_of_modules(page) else { return };
                self.played_again = Some(PlayedAgain::new(shown, None));
                page.context.request_bots(&lineup);
                self.launch_again(page);
            }
        }
    }

    /// The link of the match that was opened has named its bots: they play it, and their turns have
    /// to be these.
    pub(crate) fn expect_turns(
        &mut self,
        expected: Option<ExpectedTurns>,
        payload: &str,
        turn: Option<usize>,
        page: &mut PlayParts<'_>,
    ) {
        let Some(expected) = expected else { return };
        (page.shown.shown_match.payload, page.shown.shown_match.is_link_by_bots) = (Some(payload.to_owned()), true);
        self.played_again = Some(PlayedAgain::new(&page.shown.shown_match, Some((expected, turn))));
        match self.lineup_of_modules(page) {
            Some(lineup) => page.context.request_bots(&lineup),
            None => self.fail_for_missing_bots(),
        }
    }

    /// Whether the link of the match that is shown has named its bots.
    fn is_linked(&self, shown: &Shown) -> bool {
        self.played_again.as_ref().is_some_and(|again| again.is_linked(shown))
    }

    /// Fails because not all bots of the match are here, or a loaded one is not the one that has
    /// played.
    fn fail_for_missing_bots(&mut self) {
        match &mut self.played_again {
            Some(again) if again.linked.is_some() => again.phase = ReplayPhase::Failed(NO_BOTS.to_owned()),
            again => *again = None,
        }
    }

    fn lineup_of_modules(&self, page: &PlayParts<'_>) -> Option<Lineup> {
        lineup_of_modules(
            &page.shown.shown_match,
            self.is_linked(page.shown),
            page.setup.lineup.terms,
            &page.context.library,
        )
    }

    /// Plays it if its bots are loaded now, and the worker plays no rerun: the visitor waits for
    /// that.
    fn launch_again(&mut self, page: &mut PlayParts<'_>) {
        if self.plays_rerun() {
            return;
        }
        let Some(lineup) = self.lineup_of_modules(page) else { return self.fail_for_missing_bots() };
        let Some(LoadedBots { host_bots, modules }) = LoadedBots::find(&lineup, &page.context.library) else { return };
        let Some(again) = &mut self.played_again else { return };
        let id = page.context.next_id();
        let record = &page.shown.shown_match.record;
        // Bots may get the others' names in their input.
        let players = lineup.seats.iter().zip(record.players()).map(|(choice, PlayerInfo { name, .. })| PlayerInfo {
            name: name.clone(),
            ..player_info(choice, &page.context.library)
        });
        let match_spec = spec_again(page.context.game_ui, &**record, players.collect());
        match page.context.game_ui.open(&match_spec) {
            Ok(record) => again.replayed = ShownMatch::new(id, record, ShownPhase::Playing),
            Err(why) => {
                return again.phase = ReplayPhase::Failed(format!("It cannot be played again: {}.", sentence(&why)));
            }
        }
        again.phase = ReplayPhase::Running;
        let play = PlayRequest { id, match_spec, script: Vec::new(), host_bots, record: None };
        page.context.play(play, modules);
    }

    /// Whether the worker's match of this number is the one that is shown, played again.
    pub(crate) fn is_played_again(&self, id: u32) -> bool {
        let runs = |again: &PlayedAgain| matches!(again.phase, ReplayPhase::Running) && again.replayed.id == id;
        self.played_again.as_ref().is_some_and(runs)
    }

    /// Whether the bots that a link names play the match that is to be shown.
    pub(crate) fn plays_linked(&self, shown: &Shown) -> bool {
        let is_wanted = |again: &PlayedAgain| matches!(again.phase, ReplayPhase::Fetching | ReplayPhase::Running);
        self.is_linked(shown) && self.played_again.as_ref().is_some_and(is_wanted)
    }

    /// Stops playing a linked match, so that the visitor need not wait for slow bots.
    pub(crate) fn stop_linked(&mut self, page: &mut PlayParts<'_>) {
        if !self.plays_linked(page.shown) {
            return;
        }
        if let Some(again) = &mut self.played_again {
            page.context.effects.extend(
                matches!(again.phase, ReplayPhase::Running).then_some(Effect::AskHost(ToWorker::Stop, Vec::new())),
            );
            again.phase =
                ReplayPhase::Failed("Stopped: the bots of this link have not played their match again.".to_owned());
        }
    }

    /// The match of this number cannot be played.
    pub(crate) fn fail_words(&mut self, id: u32, why: &str) {
        if let Some(again) = self.played_again.as_mut().filter(|again| again.replayed.id == id) {
            again.phase = ReplayPhase::Failed(sentence(why));
        }
    }

    /// Why the bots' words are not here, in a sentence; `None` if they are, or if they cannot be
    /// known.
    pub(crate) fn words_note(&self, shown: &Shown) -> Option<String> {
        let again = self.played_again.as_ref().filter(|again| again.of == shown.shown_match.id)?;
        Some(match &again.phase {
            ReplayPhase::Fetching | ReplayPhase::Running if again.linked.is_some() => {
                let (count, played) =
                    (again.linked.map_or(0, |(expected, _)| expected.count), again.replayed.record.len());
                // Screen readers announce every change.
                let percent = 10 * (10 * played / count.max(1));
                format!("The bots that this link names play their match again: {percent} % …")
            }
            ReplayPhase::Fetching | ReplayPhase::Running => {
                "Playing this match again, for what its bots read and said …".to_owned()
            }
            ReplayPhase::Differs(_) if again.linked.is_some() => {
                "The bots that this link names play another match here: they are not those of the link.".to_owned()
            }
            ReplayPhase::Differs(turn) => format!(
                "Played again, this match differs in turn {}: what its bots said is not known.",
                shown.shown_match.record.stops().number(turn + 1)
            ),
            ReplayPhase::Failed(why) => why.clone(),
        })
    }

    /// Handles the worker's progress with that match.
    pub(crate) fn take_words(&mut self, progress: MatchProgress, page: &mut PlayParts<'_>) {
        let Some(again) = &mut self.played_again else { return };
        let mut is_done = progress.done;
        if let Err(why) = again.replayed.add_progress(progress) {
            again.phase = ReplayPhase::Failed(format!("It cannot be played again: {why}."));
            return;
        }
        if let Some((expected, _)) = again.linked.filter(|(expected, _)| again.replayed.record.len() > expected.count) {
            // It would perhaps never end.
            page.context.effects.extend((!is_done).then_some(Effect::AskHost(ToWorker::Stop, Vec::new())));
            (is_done, again.phase) = (true, ReplayPhase::Differs(expected.count));
        }
        if !is_done || again.of != page.shown.shown_match.id {
            return;
        }
        let turns = again.replayed.record.turns();
        let differs = match again.linked {
            Some((expected, _)) => (ExpectedTurns::from_turns(&turns) != expected).then_some(0),
            None => {
                let recorded = page.shown.shown_match.record.turns();
                let is_shorter = turns.len() < recorded.len();
                first_difference(&recorded, &turns).or_else(|| is_shorter.then_some(turns.len()))
            }
        };
        if let Some(turn) = differs {
            again.phase = ReplayPhase::Differs(turn);
        } else if let Some(PlayedAgain { replayed, linked, .. }) = self.played_again.take() {
            // Its turns have their times, too.
            let shown = &mut page.shown.shown_match;
            (shown.record, shown.passages, shown.annotations) =
                (replayed.record, replayed.passages, replayed.annotations);
            page.shown.retell_transcript();
            page.setup.lineup.seat_known(page.shown.shown_match.record.players(), &page.context.library);
            if let Some((_, turn)) = linked {
                page.shown.show_from(turn, page.context);
            }
        }
    }
}
