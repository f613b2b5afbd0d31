//! Records a turn of a bot whose module is in a recording form. `botyard-sandbox` reads what the
//! module tells; this hands it from the runs to whoever asked. Knows no match.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use botyard_sandbox::RecordingForm;
use botyard_sandbox::recording::{RecordingLimits, RecordingPhase, RunRecorder, RunRecording};

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
    pub fn set_phase(&self, phase: RecordingPhase) {
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

    pub(super) fn form(&self) -> RecordingForm {
        self.0.form
    }

    /// Begins to record the run of this number.
    pub(super) fn start_run(&self, number: u32) -> RecordedRun {
        let run = RunRecorder::new(self.0.form, self.0.limits);
        let mut recorded = RecordedRun { run: Some(run), number, recorder: self.clone() };
        recorded.update_phase();
        recorded
    }

    fn phase(&self) -> RecordingPhase {
        PHASES[usize::from(self.0.phase.load(Ordering::Relaxed))]
    }
}

/// A run that is recorded. When it is dropped, the run has ended.
#[derive(Debug)]
pub(super) struct RecordedRun {
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

    pub fn note_input_closed(&mut self) {
        self.run_mut().note_input_closed();
    }

    pub fn note_output(&mut self, work: u64) {
        self.run_mut().note_output(work);
    }

    pub fn note_work(&mut self, work: u64) {
        self.run_mut().note_work(work);
    }

    pub fn probe(&mut self, place: i32, work: u64, memory: &[u8]) {
        self.run_mut().probe(place, work, memory);
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
