//! Re-runs a bot of the match once, outside the match, with an input that it had or that a person
//! wrote.

use botyard_engine::replay::PlayerKind;
use botyard_engine::seat::Seat;
use botyard_web_messages::{BotKey, TrialRequest, TrialResult};

use super::PageState;
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

impl PageState {
    /// Shows the dialog for running a bot.
    pub(super) fn offer_trial(&mut self, seat: Seat, input: String) {
        self.ids += 1;
        self.trial = Some(TrialState { seat, input, stage: TrialPhase::Offered, id: self.ids });
        self.dialog = Some(Dialog::Trial);
    }

    /// Runs the bot with this input as soon as it is loaded.
    pub(super) fn run_trial(&mut self, input: String, effects: &mut Vec<Effect>) {
        let Some(seat) = self.trial.as_ref().map(|trial| trial.seat) else { return };
        self.ids += 1;
        let stage = match self.key_of(seat) {
            Ok(key) => {
                self.request_bot(&key, effects);
                TrialPhase::Fetching(key)
            }
            Err(why) => TrialPhase::Done(Err(why)),
        };
        self.trial = Some(TrialState { seat, input, stage, id: self.ids });
        self.launch_trial(effects);
    }

    /// The key of the module that plays a seat of the match.
    fn key_of(&self, seat: Seat) -> Result<BotKey, String> {
        let player = self.shown_match.record.players().get(seat.index()).cloned().unwrap_or_default();
        let name = quoted(&player.name);
        if player.kind != PlayerKind::Module {
            return Err(format!("{name} is not a module. Only modules can be run here."));
        }
        match self.library.played_by(&player) {
            Some(bot) if bot.is_host_bot() => {
                Err(format!("{name} is on the local server, not in this page. Drop its file to run it here."))
            }
            Some(bot) => Ok(bot.key.clone()),
            None => Err(format!("{name} isn't loaded. Drop its file to run it.")),
        }
    }

    /// Runs the trial's bot if its file is loaded now.
    pub(super) fn launch_trial(&mut self, effects: &mut Vec<Effect>) {
        let (seed, limits) = (self.shown_match.record.seed(), self.limits());
        let Some(trial) = &mut self.trial else { return };
        let TrialPhase::Fetching(key) = &trial.stage else { return };
        let Some((module, _)) = self.library.ready(key) else { return };
        let limit_ms = u64::try_from(limits.turn.as_millis()).unwrap_or(u64::MAX);
        let (id, seat, stdin, unread_output_max) =
            (trial.id, trial.seat, trial.input.clone(), limits.unread_output_max);
        let run = TrialRequest { id, seed, seat, stdin, arguments: None, limit_ms, unread_output_max };
        effects.push(Effect::Try(run, module.clone()));
        trial.stage = TrialPhase::Running;
    }

    /// Ends the trial if its bot's file could not be loaded.
    pub(super) fn fail_trial(&mut self, key: &BotKey, why: &str) {
        if let Some(trial) = self.trial.as_mut().filter(|trial| trial.stage == TrialPhase::Fetching(key.clone())) {
            trial.stage = TrialPhase::Done(Err(sentence(why)));
        }
    }

    /// Handles the worker's result.
    pub(super) fn take_trial_result(&mut self, id: u32, tried: Result<TrialResult, String>) {
        match self.trial.as_mut().filter(|trial| trial.id == id) {
            Some(trial) => trial.stage = TrialPhase::Done(tried.map_err(|why| sentence(&why))),
            None => self.take_draft_result(id, tried),
        }
    }
}
