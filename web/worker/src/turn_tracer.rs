//! Records turns of scripts: their lines and variables.

use botyard_driver::{RecordedRun, TurnFollower, TurnRecorder};
use botyard_engine::anymatch::AnyMatch;
use botyard_engine::replay::TurnResult;
use botyard_engine::rerun::TurnWindow;
use botyard_engine::seat::Seat;
use botyard_sandbox::recording::{QuietStretch, script_form};
use botyard_sandbox::script::Script;
use botyard_sandbox::{Attachment, Memory, RecordingForm, instrument_recording};
use botyard_web_protocol::match_worker::{TraceRequest, TurnTrace};

use super::tracing::{RunTracer, Tracing, TurnTracer};

/// What the program that records has.
pub(super) static TRACING: Tracing = Tracing {
    instrument: |module, limits| instrument_recording(module, limits, RecordingForm::Dispatch),
    begin: |request, attachment, interpreter| Ok(Box::new(ScriptTracer::new(request, attachment, interpreter)?)),
};

/// Records turns of a script.
struct ScriptTracer {
    recorder: TurnRecorder,
    follower: TurnFollower,
    window: TurnWindow,
    files: Vec<(String, String)>,
}

impl ScriptTracer {
    fn new(request: &TraceRequest, attachment: Option<&Attachment>, interpreter: Option<&str>) -> Result<Self, String> {
        let script = attachment.and_then(Attachment::script).ok_or("the bot is not a script")?;
        let form = script_form(script.language(), interpreter.unwrap_or_default());
        let form = form.ok_or("the lines of this build of the interpreter are not known")?;
        let recorder = TurnRecorder::new(form, request.limits);
        let follower = TurnFollower::new(recorder.clone(), request.window);
        Ok(Self { recorder, follower, window: request.window, files: read_files(script) })
    }
}

/// The script's files, with the text as its author wrote it.
fn read_files(script: &Script) -> Vec<(String, String)> {
    let source = Script::parse(script.language(), script.source());
    let files = source.iter().flat_map(Script::files);
    files.map(|(name, content)| (name.to_owned(), String::from_utf8_lossy(content).into_owned())).collect()
}

impl TurnTracer for ScriptTracer {
    fn traces(&self, seat: Seat) -> bool {
        seat == self.window.seat
    }

    fn start_run(&self, number: u32) -> Box<dyn RunTracer> {
        Box::new(self.recorder.start_run(number))
    }

    fn note_match(&mut self, game: &dyn AnyMatch) -> bool {
        self.follower.note_match(game)
    }

    fn finish(&self, game: &dyn AnyMatch) -> TurnTrace {
        let turns = game.turns_from(0);
        let last = turns.get(self.window.last);
        let mut runs = self.recorder.finish(last.is_some_and(|turn| matches!(turn.result, TurnResult::Fault(_))));
        // Nobody reads the paths of calls.
        runs.iter_mut().for_each(|(_, run)| run.calls.clear());
        TurnTrace { runs, files: self.files.clone(), followed: game.followed(), turns: turns.len() }
    }
}

impl RunTracer for RecordedRun {
    fn update_phase(&mut self) {
        self.update_phase();
    }

    fn note_input_closed(&mut self) {
        self.note_input_closed();
    }

    fn note_output(&mut self, work: u64) {
        self.note_output(work);
    }

    fn note_work(&mut self, work: u64) {
        self.note_work(work);
    }

    fn probe(&mut self, place: i32, work: u64, memory: &dyn Memory) {
        self.probe(place, work, memory);
    }

    fn quiet_stretch(&self) -> QuietStretch {
        self.quiet_stretch()
    }
}
