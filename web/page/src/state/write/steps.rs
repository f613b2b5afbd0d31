//! Runs of drafts outside any match: on some lines for the steps to a first bot, and to check their
//! syntax before they play. The editor gets the results, and for the steps the result of the match
//! in which a draft was run. The content of the steps is the editor's.

use botyard_engine::seat::Seat;
use botyard_sandbox::script::ScriptLanguage;
use botyard_web_protocol::editor::{CheckResult, MatchEnding, PlayedMatch, TryResult};
use botyard_web_protocol::{BotKey, ScriptError, ToWorker, TrialEnding, TrialRequest, TrialResult};

use super::WriteState;
use crate::bot_library::{LibraryRequest, ModuleBytes};
use crate::message::Effect;
use crate::state::{Context, Position, Shown};

/// How much virtual time a draft has for the lines, in milliseconds.
const LIMIT_MS: u64 = 2_000;
/// The seed of its randomness: the same lines have the same answer.
const SEED: u64 = 1;

/// Has an interpreter parse a script, and not run it. The path of a file follows. In some languages, the
/// script itself parses the files that are checked, and the argument is ignored.
const CHECK: &str = "--check";

/// A draft's run outside any match, under way or ended.
pub struct DraftTrial {
    /// The editor's number of the run.
    number: u32,
    /// The worker's.
    id: u32,
    language: ScriptLanguage,
    input: String,
    /// The interpreter's arguments, if they are not those of a match.
    arguments: Option<Vec<String>>,
    result: Option<Result<TrialResult, String>>,
}

/// The beginning of the names in the keys of drafts that are run outside any match. No file's name
/// begins so.
const TRIAL: char = '/';

/// The key of a draft while its interpreter is fetched. It is no bot of the library.
fn trial_key(language: ScriptLanguage, id: u32) -> BotKey {
    BotKey::Dropped(format!("{TRIAL}{}", language.main_file()), id)
}

/// The language of a draft by the name of a file.
fn language_of(file: &str) -> ScriptLanguage {
    ScriptLanguage::of_file(file).unwrap_or_default()
}

/// Whether the key is that of a draft that is run outside any match.
pub(in crate::state) fn is_trial_key(key: &BotKey) -> bool {
    matches!(key, BotKey::Dropped(name, _) if name.starts_with(TRIAL))
}

impl DraftTrial {
    /// Has the interpreter put before the script.
    fn begin(
        number: u32,
        input: String,
        arguments: Option<Vec<String>>,
        (language, script): (ScriptLanguage, ModuleBytes),
        context: &mut Context,
    ) -> Self {
        let id = context.next_id();
        context.push_request(LibraryRequest::Attach(trial_key(language, id), script));
        Self { number, id, language, input, arguments, result: None }
    }
}

impl WriteState {
    /// Runs a draft, whose first file is called so, on these lines, as soon as its interpreter is
    /// loaded.
    pub(super) fn try_draft(
        &mut self,
        number: u32,
        input: String,
        file: &str,
        script: ModuleBytes,
        context: &mut Context,
    ) {
        let script = (language_of(file), script);
        self.trial = Some(DraftTrial::begin(number, input, None, script, context));
    }

    /// Has the interpreter parse a file of a script, and all that it imports.
    pub(super) fn check_draft(&mut self, number: u32, path: String, script: ModuleBytes, context: &mut Context) {
        let script = (language_of(&path), script);
        let arguments = Some(vec![CHECK.to_owned(), path]);
        self.check = Some(DraftTrial::begin(number, String::new(), arguments, script, context));
    }

    /// The drafts that are run outside any match.
    fn trials(&mut self) -> impl Iterator<Item = &mut DraftTrial> {
        [&mut self.trial, &mut self.check].into_iter().flatten()
    }

    /// Runs the draft of this key, behind its interpreter.
    pub(in crate::state) fn launch_trial(
        &mut self,
        key: &BotKey,
        module: Result<ModuleBytes, String>,
        shown: &Shown,
        context: &mut Context,
    ) {
        let unread_output_max = shown.limits(Seat::new(0)).unread_output_max;
        let is_it = |trial: &&mut DraftTrial| trial_key(trial.language, trial.id) == *key;
        let Some(trial) = self.trials().find(is_it) else { return };
        match module {
            Ok(module) => {
                let (id, seat, stdin) = (trial.id, Seat::new(0), trial.input.clone());
                let arguments = trial.arguments.clone();
                let run =
                    TrialRequest { id, seed: SEED, seat, stdin, arguments, limit_ms: LIMIT_MS, unread_output_max };
                context.push(Effect::AskHost(ToWorker::Try(run), vec![module]));
            }
            Err(why) => trial.result = Some(Err(why)),
        }
    }

    /// Takes the worker's result, if it is that of the draft.
    pub(in crate::state) fn take_trial_result(&mut self, id: u32, tried: Result<TrialResult, String>) {
        if let Some(trial) = self.trials().find(|trial| trial.id == id) {
            trial.result = Some(tried);
        }
    }

    /// The result of the draft's check.
    pub(in crate::state) fn draft_check(&self) -> Option<CheckResult> {
        let DraftTrial { number, result, .. } = self.check.as_ref()?;
        let errors = match result.as_ref()? {
            Ok(TrialResult { stderr, ending: TrialEnding::Exited(1..), .. }) => stderr.clone(),
            _ => String::new(),
        };
        let error = ScriptError::find(&errors);
        Some(CheckResult { number: *number, errors, error })
    }

    /// The result of the draft's trial.
    pub(in crate::state) fn draft_trial(&self) -> Option<TryResult> {
        let DraftTrial { number, result, .. } = self.trial.as_ref()?;
        let (why, stdout, stderr) = match result.as_ref()? {
            Ok(TrialResult { stdout, stderr, ending, .. }) => {
                let why = match ending {
                    TrialEnding::Exited(0) => "",
                    TrialEnding::Exited(_) => "it ended with an error",
                    TrialEnding::Failed(why) => why,
                    TrialEnding::OutOfTime => "it was still computing after two seconds",
                    TrialEnding::Waiting => "it waits for something that never happens",
                };
                (why, &**stdout, &**stderr)
            }
            Err(why) => (&**why, "", ""),
        };
        let [why, stdout, stderr] = [why, stdout, stderr].map(str::to_owned);
        let error = ScriptError::find(&stderr);
        Some(TryResult { number: *number, why, stdout, stderr, error })
    }

    /// The match in which the editor's bot was run, once it is over.
    pub(in crate::state) fn played_match(&self, position: Position<'_>) -> Option<PlayedMatch> {
        let (seat, record) = (self.seat_of_run(position)?, &position.shown.shown_match.record);
        let ending = match record.outcome()?.winner() {
            Some(winner) if winner == seat => MatchEnding::Won,
            Some(_) => MatchEnding::Lost,
            None => MatchEnding::Drawn,
        };
        let faults = record.lines().iter().filter(|line| line.fault && line.seat == seat).count();
        let others = record.players().iter().enumerate().filter(|(index, _)| *index != seat.index());
        let opponents = others.map(|(_, player)| player.name.clone()).collect();
        Some(PlayedMatch { run: self.runs, ending, faults, opponents })
    }
}
