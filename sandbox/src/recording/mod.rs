//! What a run did in a turn: recorded from the calls of a recording form
//! ([`crate::instrument_recording`]). The run is the usual one: it spends as much, and nothing of it
//! is executed because somebody looks. Knows no host.
//!
//! A turn's charge runs from the bot's output before it to its answer, so the recorder begins anew
//! with each output before the turn ([`RecordingPhase::Before`]), and keeps what happened up to the
//! last output of the turn.

mod call_tree;
mod function_names;
mod function_observer;
mod javascript;
mod tally;

pub use call_tree::CallPath;
pub use function_names::read_function_names;
pub use javascript::{INTERPRETER_SHA256, LineVisits, ScriptFunction, ScriptRecording, ScriptStep, VariableChange};

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::RecordingForm;
use crate::script::ScriptLanguage;
use crate::wasi::Memory;
use function_observer::FunctionObserver;
use javascript::ScriptObserver;

/// Which part of a match a run is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordingPhase {
    /// Nothing is recorded.
    #[default]
    Idle,
    /// The turn begins with the next output at the earliest.
    Before,
    /// The turn.
    Turn,
    /// The turn is over.
    Done,
}

/// The bounds of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordingLimits {
    /// The most steps that are kept, from `first_step` on; all are counted.
    pub steps: usize,
    /// The number of the first step that is kept, from 0.
    pub first_step: u64,
}

/// The form in which the lines of a script are recorded, whose interpreter has this SHA-256 in
/// hexadecimal; `None` if they cannot be.
pub fn script_form(language: ScriptLanguage, interpreter: &str) -> Option<RecordingForm> {
    let is_known = language.played_language().has_recorded_lines() && interpreter == INTERPRETER_SHA256;
    is_known.then_some(RecordingForm::Dispatch)
}

/// Where a run is while a recorder need not be called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuietStretch {
    /// The places.
    pub instructions: Range<u32>,
    /// An address in the run's memory, and the word that must be there; `None` if any may be.
    pub frame: Option<(u32, u32)>,
}

/// Bytes of the texts of variables that a recording keeps.
const TEXT_BYTES: usize = 64 << 20;

/// Records one run.
#[derive(Debug)]
pub struct RunRecorder {
    phase: RecordingPhase,
    observer: Observer,
    /// The work that is known to be done.
    work: u64,
    /// The work at the start of the recording.
    start: u64,
    /// The work up to which the recording is kept.
    end: u64,
    /// Whether the run answers by ending, so that all of it belongs to the turn.
    answers_by_ending: bool,
}

#[derive(Debug)]
enum Observer {
    Functions(FunctionObserver),
    Script(Box<ScriptObserver>),
}

/// What was recorded of a run in a turn. Its charges are in units of work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRecording {
    /// The work of the run before the recording.
    pub start: u64,
    /// The work of the run at its end.
    pub end: u64,
    /// The functions by the paths of calls that led to them.
    pub calls: Vec<CallPath>,
    /// Whether there were more paths than are kept: then rare ones are without their callers.
    pub has_more_paths: bool,
    /// The lines of a script.
    pub script: Option<ScriptRecording>,
}

impl RunRecorder {
    /// A recorder of a run that begins, of a module in this form.
    pub fn new(form: RecordingForm, limits: RecordingLimits) -> Self {
        let observer = match form {
            RecordingForm::Functions => Observer::Functions(FunctionObserver::default()),
            RecordingForm::Dispatch => Observer::Script(Box::new(ScriptObserver::new(limits))),
        };
        Self { phase: RecordingPhase::Idle, observer, work: 0, start: 0, end: 0, answers_by_ending: false }
    }

    /// Receives a call of the recording form, with the work of the run and its memory.
    pub fn probe(&mut self, place: i32, work: u64, memory: &dyn Memory) {
        let is_recording = self.is_recording();
        match &mut self.observer {
            Observer::Functions(functions) => functions.probe(place, work, is_recording),
            Observer::Script(script) if is_recording => script.probe(place.cast_unsigned(), work, memory),
            Observer::Script(_) => {}
        }
    }

    /// Where the run can go on without a call of [`RunRecorder::probe`], until it is called or the
    /// phase changes.
    pub fn quiet_stretch(&self) -> QuietStretch {
        match &self.observer {
            Observer::Functions(_) => QuietStretch::default(),
            Observer::Script(_) if !self.is_recording() => QuietStretch { instructions: 0..u32::MAX, frame: None },
            Observer::Script(script) => script.quiet_stretch().unwrap_or_default(),
        }
    }

    /// Sets which part of the match the run is in, while it is suspended.
    pub fn set_phase(&mut self, phase: RecordingPhase) {
        let was_recording = self.is_recording();
        self.phase = phase;
        if !was_recording && self.is_recording() {
            self.begin(self.work);
        }
    }

    /// Notes that there is no more input. If the run has not begun, it answers by ending.
    pub fn note_input_closed(&mut self) {
        self.answers_by_ending |= self.work == 0;
    }

    /// Notes that the run has printed, with the work it had done then.
    pub fn note_output(&mut self, work: u64) {
        self.work = work;
        match self.phase {
            RecordingPhase::Before => self.begin(work),
            RecordingPhase::Turn => self.keep(work),
            RecordingPhase::Idle | RecordingPhase::Done => {}
        }
    }

    /// Whether the run took part in the turn.
    pub fn took_part(&self) -> bool {
        matches!(self.phase, RecordingPhase::Turn | RecordingPhase::Done)
    }

    /// The recording, if the run took part in the turn. `includes_rest` is whether what came after
    /// the last output belongs to it: the turn ended with a fault.
    pub fn finish(mut self, includes_rest: bool) -> Option<RunRecording> {
        if !self.took_part() {
            return None;
        }
        if includes_rest || self.answers_by_ending {
            self.end = self.charged().max(self.end);
            match &mut self.observer {
                Observer::Functions(functions) => functions.keep(),
                Observer::Script(script) => script.keep(),
            }
        }
        let mut recording = RunRecording { start: self.start, end: self.end, ..RunRecording::default() };
        let tree = match self.observer {
            Observer::Functions(functions) => functions.into_tree(),
            Observer::Script(script) => {
                let (tree, lines) = script.finish(self.end);
                recording.script = Some(lines);
                tree
            }
        };
        recording.has_more_paths = tree.has_more();
        recording.calls = tree.into_paths();
        Some(recording)
    }

    /// Notes the work that the run has done when it is suspended, or has ended.
    pub fn note_work(&mut self, work: u64) {
        self.work = work;
        if !self.is_recording() {
            return;
        }
        match &mut self.observer {
            Observer::Functions(functions) => functions.charge(work),
            Observer::Script(script) => script.charge(work),
        }
    }

    fn is_recording(&self) -> bool {
        matches!(self.phase, RecordingPhase::Before | RecordingPhase::Turn)
    }

    fn begin(&mut self, work: u64) {
        (self.start, self.end) = (work, work);
        match &mut self.observer {
            Observer::Functions(functions) => functions.begin(work),
            Observer::Script(script) => script.begin(work),
        }
    }

    fn keep(&mut self, work: u64) {
        self.note_work(work);
        self.end = work;
        match &mut self.observer {
            Observer::Functions(functions) => functions.keep(),
            Observer::Script(script) => script.keep(),
        }
    }

    fn charged(&self) -> u64 {
        match &self.observer {
            Observer::Functions(functions) => functions.charged(),
            Observer::Script(script) => script.charged(),
        }
    }
}
