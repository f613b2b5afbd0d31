//! Runs of drafts outside any match: on some lines for the steps to a first bot, and to check their
//! syntax before they play. The editor gets the results, and for the steps the result of the match
//! in which a draft was run. The content of the steps is the editor's.

use botyard_engine::seat::Seat;
use botyard_web_messages::{BotKey, TrialEnding, TrialRequest, TrialResult};

use super::PageState;
use crate::bot_library::{LibraryRequest, ModuleBytes};
use crate::message::Effect;

/// How much virtual time a draft has for the lines, in milliseconds.
const LIMIT_MS: u64 = 2_000;
/// The seed of its randomness: the same lines have the same answer.
const SEED: u64 = 1;

/// Has the interpreter parse a script, and not run it. The path of a file follows.
const CHECK: &str = "--check";

/// A draft's run outside any match, under way or ended.
pub struct DraftTrial {
    /// The editor's number of the run.
    number: u32,
    /// The worker's.
    id: u32,
    input: String,
    /// The interpreter's arguments, if they are not those of a match.
    arguments: Option<Vec<String>>,
    result: Option<Result<TrialResult, String>>,
}

/// The key of a draft while its interpreter is fetched. It is no bot of the library: no file has
/// this name.
fn trial_key(id: u32) -> BotKey {
    BotKey::Dropped(String::new(), id)
}

impl PageState {
    /// Runs a draft on these lines, as soon as its interpreter is loaded.
    pub(super) fn try_draft(&mut self, number: u32, input: String, script: ModuleBytes) {
        self.write.trial = Some(self.begin_draft_trial(number, input, None, script));
    }

    /// Has the interpreter parse a file of a script, and all that it imports.
    pub(super) fn check_draft(&mut self, number: u32, path: String, script: ModuleBytes) {
        let arguments = Some(vec![CHECK.to_owned(), path]);
        self.write.check = Some(self.begin_draft_trial(number, String::new(), arguments, script));
    }

    fn begin_draft_trial(
        &mut self,
        number: u32,
        input: String,
        arguments: Option<Vec<String>>,
        script: ModuleBytes,
    ) -> DraftTrial {
        let id = self.context.next_id();
        self.context.push_request(LibraryRequest::Attach(trial_key(id), script));
        DraftTrial { number, id, input, arguments, result: None }
    }

    /// Runs the draft if this is it, behind its interpreter. Returns whether it is a draft.
    pub(super) fn launch_draft_trial(&mut self, key: &BotKey, module: &Result<ModuleBytes, String>) -> bool {
        let unread_output_max = self.shown.limits().unread_output_max;
        if let Some(trial) = self.write.trials().find(|trial| trial_key(trial.id) == *key) {
            match module {
                Ok(module) => {
                    let (id, seat, stdin) = (trial.id, Seat::new(0), trial.input.clone());
                    let arguments = trial.arguments.clone();
                    let run =
                        TrialRequest { id, seed: SEED, seat, stdin, arguments, limit_ms: LIMIT_MS, unread_output_max };
                    self.context.push(Effect::Try(run, module.clone()));
                }
                Err(why) => trial.result = Some(Err(why.clone())),
            }
        }
        matches!(key, BotKey::Dropped(name, _) if name.is_empty())
    }

    /// Takes the worker's result, if it is that of the draft.
    pub(super) fn take_draft_result(&mut self, id: u32, tried: Result<TrialResult, String>) {
        if let Some(trial) = self.write.trials().find(|trial| trial.id == id) {
            trial.result = Some(tried);
        }
    }

    /// The result of the draft's check for the editor, with a zero between: its number, and the
    /// interpreter's stderr if the draft could not be parsed. A check that failed for another
    /// reason has no text: a run shows why.
    pub fn draft_check(&self) -> Option<String> {
        let DraftTrial { number, result, .. } = self.write.check.as_ref()?;
        let errors = match result.as_ref()? {
            Ok(TrialResult { stderr, ending: TrialEnding::Exited(1..), .. }) => stderr.as_str(),
            _ => "",
        };
        Some(format!("{number}\0{errors}"))
    }

    /// The result of the draft's trial for the editor, with zeros between: its number, why it did
    /// not end of its own accord without an error (empty if it did), its output, and its stderr.
    pub fn draft_trial(&self) -> Option<String> {
        let DraftTrial { number, result, .. } = self.write.trial.as_ref()?;
        let TrialResult { stdout, stderr, ending, .. } = match result.as_ref()? {
            Ok(tried) => tried,
            Err(why) => return Some(format!("{number}\0{why}\0\0")),
        };
        let why = match ending {
            TrialEnding::Exited(0) => "",
            TrialEnding::Exited(_) => "it ended with an error",
            TrialEnding::Failed(why) => why,
            TrialEnding::OutOfTime => "it was still computing after two seconds",
            TrialEnding::Waiting => "it waits for something that never happens",
        };
        Some(format!("{number}\0{why}\0{}\0{stderr}", stdout.replace('\0', "\u{fffd}")))
    }

    /// The result of the match in which the editor's bot was run, once it is over, with zeros
    /// between: the number of the run, `won`, `drawn` or `lost`, how many faults the bot had, and
    /// the names of the others.
    pub fn played_match(&self) -> Option<String> {
        let (seat, record) = (self.seat_of_run()?, &self.shown.shown_match.record);
        let how = match record.outcome()?.winner() {
            Some(winner) if winner == seat => "won",
            Some(_) => "lost",
            None => "drawn",
        };
        let faults = record.lines().iter().filter(|line| line.fault && line.seat == seat).count();
        let others = record.players().iter().enumerate().filter(|(index, _)| *index != seat.index());
        let told = format!("{}\0{how}\0{faults}", self.write.runs);
        Some(others.fold(told, |told, (_, player)| told + "\0" + &player.name))
    }
}
