//! Re-runs a bot of the match once, outside the match, with an input that it had or that a person
//! wrote.

use botyard_engine::replay::PlayerKind;
use botyard_engine::seat::Seat;
use botyard_web_protocol::{BotKey, ToWorker, TrialRequest, TrialResult};

use super::{BotFailure, Play, PlayParts, Plays};
use crate::excerpt::{quoted, sentence};
use crate::message::{Dialog, Effect};

/// A bot that is run separately.
#[derive(Debug, Clone, PartialEq)]
pub struct TrialState {
    /// The bot's seat in the match.
    pub seat: Seat,
    /// Its input.
    pub input: String,
    /// Its phase.
    pub stage: TrialPhase,
    /// The trial's number.
    id: u32,
}

/// The phase of a trial.
#[derive(Debug, Clone, PartialEq)]
pub enum TrialPhase {
    /// It has not been run with this input.
    Offered,
    /// The bot with this key is not loaded yet.
    Fetching(BotKey),
    /// It runs.
    Running,
    /// It has run, or cannot be run: a sentence with the reason.
    Done(Result<TrialResult, String>),
}

impl Plays {
    /// Shows the dialog for running a bot.
    pub(crate) fn offer_trial(&mut self, seat: Seat, input: String, page: &mut PlayParts<'_>) {
        let id = page.context.next_id();
        self.trial = Some(TrialState { seat, input, stage: TrialPhase::Offered, id });
        page.visit.dialog = Some(Dialog::Trial);
    }

    /// Runs the bot with this input as soon as it is loaded.
    pub(crate) fn run_trial(&mut self, input: String, page: &mut PlayParts<'_>) {
        let Some(seat) = self.trial.as_ref().map(|trial| trial.seat) else { return };
        let stage = match find_module(seat, page) {
            Ok(key) => {
                page.context.request_bot(&key);
                TrialPhase::Fetching(key)
            }
            Err(why) => TrialPhase::Done(Err(why)),
        };
        let id = page.context.next_id();
        self.trial = Some(TrialState { seat, input, stage, id });
        self.trial.ready(page);
    }

    /// Handles the worker's result, if it is that of the trial; else returns it.
    pub(crate) fn take_trial_result(
        &mut self,
        id: u32,
        tried: Result<TrialResult, String>,
    ) -> Option<Result<TrialResult, String>> {
        let Some(trial) = self.trial.as_mut().filter(|trial| trial.id == id) else { return Some(tried) };
        trial.stage = TrialPhase::Done(tried.map_err(|why| sentence(&why)));
        None
    }
}

/// The key of the module that plays a seat of the match.
///
/// # Errors
/// A sentence, if it is no module or is not here.
fn find_module(seat: Seat, page: &PlayParts<'_>) -> Result<BotKey, String> {
    let player = page.shown.shown_match.record.players().get(seat.index()).cloned().unwrap_or_default();
    let name = quoted(&player.name);
    if player.kind != PlayerKind::Module {
        return Err(format!("{name} is not a module. Only modules can be run here."));
    }
    match page.context.library.played_by(&player) {
        Some(bot) if bot.is_host_bot() => {
            Err(format!("{name} is on the local server, not in this page. Drop its file to run it here."))
        }
        Some(bot) => Ok(bot.key.clone()),
        None => Err(format!("{name} isn't loaded. Drop its file to run it.")),
    }
}

impl Play for Option<TrialState> {
    fn ready(&mut self, page: &mut PlayParts<'_>) {
        let Some(trial) = self else { return };
        let TrialPhase::Fetching(key) = &trial.stage else { return };
        let Some((module, _)) = page.context.library.ready(key) else { return };
        let record = &page.shown.shown_match.record;
        let (seed, limits) = (record.seed(), record.limits(trial.seat));
        let limit_ms = u64::try_from(limits.turn.as_millis()).unwrap_or(u64::MAX);
        let (id, seat, stdin, unread_output_max) =
            (trial.id, trial.seat, trial.input.clone(), limits.unread_output_max);
        let run = TrialRequest { id, seed, seat, stdin, arguments: None, limit_ms, unread_output_max };
        page.context.push(Effect::AskHost(ToWorker::Try(run), vec![module.clone()]));
        trial.stage = TrialPhase::Running;
    }

    fn failed(&mut self, failure: &BotFailure<'_>, _: &mut PlayParts<'_>) {
        if let Some(trial) = self.as_mut().filter(|trial| trial.stage == TrialPhase::Fetching(failure.key.clone())) {
            trial.stage = TrialPhase::Done(Err(sentence(failure.sentence)));
        }
    }
}
