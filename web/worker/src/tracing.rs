//! What records turns of scripts, behind interfaces: only the program that records contains
//! `turn_tracer.rs`.

use botyard_engine::anymatch::AnyMatch;
use botyard_sandbox::recording::QuietStretch;
use botyard_sandbox::{Attachment, InstrumentError, Instrumented, Memory, ModuleLimits};
use botyard_web_protocol::match_worker::{TraceRequest, TurnTrace};

/// Begins to record a bot, of what comes with its module and the SHA-256 of its interpreter.
type BeginTrace = fn(&TraceRequest, Option<&Attachment>, Option<&str>) -> Result<Box<dyn TurnTracer>, String>;

/// What a program that records has, and others have not.
pub(super) struct Tracing {
    /// The pass that makes the recording form of a module.
    pub(super) instrument: fn(&[u8], &ModuleLimits) -> Result<Instrumented, InstrumentError>,
    pub(super) begin: BeginTrace,
}

/// Records turns of a bot in a match.
pub(super) trait TurnTracer {
    /// Whether this seat is the bot's.
    fn traces(&self, seat: botyard_engine::seat::Seat) -> bool;

    /// Begins to record the run of this number.
    fn start_run(&self, number: u32) -> Box<dyn RunTracer>;

    /// The match has gone on. Returns whether the last turn is over.
    fn note_match(&mut self, game: &dyn AnyMatch) -> bool;

    /// What was recorded, when all runs have ended.
    fn finish(&self, game: &dyn AnyMatch) -> TurnTrace;
}

/// Records a run. When it is dropped, the run has ended.
pub(super) trait RunTracer {
    /// The run goes on.
    fn update_phase(&mut self);

    /// There is no more input.
    fn note_input_closed(&mut self);

    /// The run has printed, with the work it had done then.
    fn note_output(&mut self, work: u64);

    /// The work that it has done when it is suspended, or has ended.
    fn note_work(&mut self, work: u64);

    /// A call of its recording form.
    fn probe(&mut self, place: i32, work: u64, memory: &dyn Memory);

    /// Where it can go on without such a call.
    fn quiet_stretch(&self) -> QuietStretch;
}
