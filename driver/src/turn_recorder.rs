//! Records a turn of a bot whose module is in a recording form. `botyard-sandbox` reads what the
//! module tells; this follows the match, and hands what was recorded from the runs to the host.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::rerun::TurnWindow;
use botyard_sandbox::recording::{QuietStretch, RecordingLimits, RecordingPhase, RunRecorder, RunRecording};
use botyard_sandbox::{Memory, RecordingForm};

/// The phases in the order of a match; their places are their numbers.
const PHASES: [RecordingPhase; 4] =
    [RecordingPhase::Idle, RecordingPhase::Before, RecordingPhase::Turn, RecordingPhase::Done];

/// Records one turn of one player. Clones record the same turn.
#[derive(Clone, Debug)]
pub struct TurnRecorder(Arc<RecorderState>);

#[derive(Debug)]
struct RecorderState {
    form: RecordingForm,
    limits: RecordingLimits,
    /// The place of the phase in [`PHASES`].
    phase: AtomicU8,
    /// The runs that have ended, by their numbers.
    ended: Mutex<Vec<(u32, RunRecorder)>>,
}

impl TurnRecorder {
    /// A recorder of modules in this form, which records nothing yet.
    pub fn new(form: RecordingForm, limits: RecordingLimits) -> Self {
        let (phase, ended) = Default::default();
        Self(Arc::new(RecorderState { form, limits, phase, ended }))
    }

    /// Sets which part of the match the player is in. Runs notice it when they go on.
    fn set_phase(&self, phase: RecordingPhase) {
        let place = PHASES.iter().position(|known| *known == phase).unwrap_or_default();
        self.0.phase.store(place as u8, Ordering::Relaxed);
    }

    /// What was recorded of the runs that took part in the turn, by their numbers, when all have
    /// ended. `includes_rest` is whether what came after the last output belongs to the turn: it
    /// ended with a fault.
    pub fn finish(&self, includes_rest: bool) -> Vec<(u32, RunRecording)> {
        let mut ended = std::mem::take(&mut *self.0.ended.lock().unwrap_or_else(PoisonError::into_inner));
        ended.sort_by_key(|(number, _)| *number);
        let recorded = ended.into_iter().map(|(number, run)| (number, run.finish(includes_rest)));
        recorded.filter_map(|(number, recording)| Some((number, recording?))).collect()
    }

    /// The form of the modules.
    pub fn form(&self) -> RecordingForm {
        self.0.form
    }

    /// Begins to record the run of this number.
    pub fn start_run(&self, number: u32) -> RecordedRun {
        let run = RunRecorder::new(self.0.form, self.0.limits);
        let mut recorded = RecordedRun { run: Some(run), number, recorder: self.clone() };
        recorded.update_phase();
        recorded
    }

    fn phase(&self) -> RecordingPhase {
        PHASES[usize::from(self.0.phase.load(Ordering::Relaxed))]
    }
}

/// Tells a recorder where a match is.
#[derive(Debug)]
pub struct TurnFollower {
    recorder: TurnRecorder,
    window: TurnWindow,
    is_recording: bool,
}

impl TurnFollower {
    /// One of a match that has not begun.
    pub fn new(recorder: TurnRecorder, window: TurnWindow) -> Self {
        let mut follower = Self { recorder, window, is_recording: false };
        follower.set_phase(0, false);
        follower
    }

    /// The match has gone on. Returns whether the last turn is over.
    pub fn note_match(&mut self, game: &dyn AnyMatch) -> bool {
        self.set_phase(game.turn_count(), game.awaited().contains(self.window.seat));
        game.turn_count() > self.window.last
    }

    /// Sets the phase after this many turns. `is_asked` is whether the player owes an answer: what
    /// it does before its first question belongs to no turn.
    fn set_phase(&mut self, turns: usize, is_asked: bool) {
        self.is_recording |= turns >= self.window.start && is_asked;
        self.recorder.set_phase(if turns > self.window.last {
            RecordingPhase::Done
        } else if self.is_recording {
            RecordingPhase::Turn
        } else if turns >= self.window.before {
            RecordingPhase::Before
        } else {
            RecordingPhase::Idle
        });
    }
}

/// A run that is recorded. When it is dropped, the run has ended.
#[derive(Debug)]
pub struct RecordedRun {
    /// `None` only when it is dropped.
    run: Option<RunRecorder>,
    number: u32,
    recorder: TurnRecorder,
}

impl RecordedRun {
    /// The run goes on.
    pub fn update_phase(&mut self) {
        let phase = self.recorder.phase();
        self.run_mut().set_phase(phase);
    }

    /// Notes that there is no more input.
    pub fn note_input_closed(&mut self) {
        self.run_mut().note_input_closed();
    }

    /// Notes that it has printed, with the work it had done then.
    pub fn note_output(&mut self, work: u64) {
        self.run_mut().note_output(work);
    }

    /// Notes the work that it has done when it is suspended, or has ended.
    pub fn note_work(&mut self, work: u64) {
        self.run_mut().note_work(work);
    }

    /// Receives a call of its recording form.
    pub fn probe(&mut self, place: i32, work: u64, memory: &dyn Memory) {
        self.run_mut().probe(place, work, memory);
    }

    /// Where it can go on without such a call: see [`RunRecorder::quiet_stretch`].
    pub fn quiet_stretch(&self) -> QuietStretch {
        self.run.as_ref().map(RunRecorder::quiet_stretch).unwrap_or_default()
    }

    fn run_mut(&mut self) -> &mut RunRecorder {
        self.run.as_mut().expect("a run is recorded until it is dropped")
    }
}

impl Drop for RecordedRun {
    fn drop(&mut self) {
        let run = self.run.take().filter(RunRecorder::took_part);
        let mut ended = self.recorder.0.ended.lock().unwrap_or_else(PoisonError::into_inner);
        ended.extend(run.map(|run| (self.number, run)));
    }
}
