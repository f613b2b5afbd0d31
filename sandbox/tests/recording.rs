//! Recording forms: a recorded run does what an unrecorded one does and spends as much, and its
//! charges add up.

mod host;

use botyard_sandbox::recording::{RecordingLimits, RecordingPhase, RunRecorder, RunRecording};
use botyard_sandbox::{Budget, ModuleLimits, RecordingForm, instrument_recording};
use host::programs::{SECOND, module_in, program_text};
use host::{End, Run};

const LIMITS: RecordingLimits = RecordingLimits { steps: 1_000, first_step: 0 };

/// Runs the module without and with a recording: both are the same run.
#[track_caller]
fn check_module(text: &str, form: RecordingForm) -> RunRecording {
    let mut usual = Run::new(&module_in(text, None), SECOND);
    let mut run = Run::new(&module_in(text, Some(form)), SECOND);
    let mut recorder = RunRecorder::new(form, LIMITS);
    recorder.set_phase(RecordingPhase::Turn);
    run.record(recorder);
    assert_eq!((run.go(), run.spent()), (usual.go(), usual.spent()));
    assert_eq!(run.refills(), usual.refills());
    let recording = run.recording();
    assert_eq!(Budget(recording.end - recording.start), usual.spent());
    assert_eq!(recording.calls.iter().map(|path| path.charge).sum::<u64>(), usual.spent().0, "{recording:?}");
    recording
}

#[track_caller]
fn check(rest: &str) -> RunRecording {
    check_module(&program_text(rest), RecordingForm::Functions)
}

/// How often a path was taken; the first function is `_start`.
fn calls(recording: &RunRecording, path: &[u32]) -> Option<u64> {
    recording.calls.iter().find(|known| known.functions == path).map(|known| known.calls)
}

#[test]
fn functions_are_charged_by_their_paths() {
    let recording = check(
        "(func $f (result i32) (call $g (i32.const 3)) (call $h) (i32.const 5))
         (func $g (param $n i32)
            (if (local.get $n) (then (call $g (i32.sub (local.get $n) (i32.const 1))))))
         (func $h (local $i i32)
            (loop $next
                (local.set $i (i32.add (local.get $i) (i32.const 1)))
                (br_if $next (i32.lt_u (local.get $i) (i32.const 1000))))
            (call $g (i32.const 0)))",
    );
    for (path, expected) in
        [(&[0][..], 1), (&[0, 1], 1), (&[0, 1, 2], 1), (&[0, 1, 2, 2, 2, 2], 1), (&[0, 1, 3], 1), (&[0, 1, 3, 2], 1)]
    {
        assert_eq!(calls(&recording, path), Some(expected), "{path:?}: {recording:?}");
    }
    let most = recording.calls.iter().max_by_key(|path| path.charge).expect("some");
    assert_eq!(most.functions, [0, 1, 3]);
}

#[test]
fn every_way_out_of_a_function_is_one() {
    // Returns, branches out of the function, several results, calls in place of the caller.
    let recording = check(
        "(table 1 funcref) (elem (i32.const 0) $three)
         (func $f (result i32) (local $n i32)
            (call $two) (drop) (local.set $n)
            (i32.add (local.get $n) (i32.add (call $early (i32.const 1)) (call $tail (i32.const 40)))))
         (func $two (result i32 i64) (return (i32.const 1) (i64.const 2)))
         (func $early (param i32) (result i32)
            (br_if 0 (i32.const 3) (local.get 0)) (drop) (return (i32.const 4)))
         (func $tail (param i32) (result i32)
            (if (i32.eqz (local.get 0)) (then (return_call_indirect (result i32) (i32.const 0))))
            (return_call $tail (i32.sub (local.get 0) (i32.const 1))))
         (func $three (result i32) (i32.const 3))",
    );
    assert_eq!(calls(&recording, &[0, 1, 2]), Some(1));
    assert_eq!(calls(&recording, &[0, 1, 4]), Some(41), "each in place of the one before: {recording:?}");
    assert_eq!(calls(&recording, &[0, 1, 5]), Some(1), "{recording:?}");
}

#[test]
fn a_trap_ends_a_recording_and_a_start_section_begins_it() {
    let recording = check("(func $f (result i32) (call $trap) (i32.const 1)) (func $trap (unreachable))");
    assert_eq!(calls(&recording, &[0, 1, 2]), Some(1));
    let deep = check("(func $f (result i32) (call $f))");
    assert!(deep.calls.len() > 200, "paths are as deep as is kept");
    let text = r#"(module (memory (export "memory") 1) (func $first (call $inner)) (func $inner)
        (func (export "_start") (call $inner)) (start $first))"#;
    let recording = check_module(text, RecordingForm::Functions);
    assert_eq!([&[0][..], &[0, 1], &[2], &[2, 1]].map(|path| calls(&recording, path)), [Some(1); 4]);
}

#[test]
fn a_module_that_is_no_interpreter_has_no_dispatch() {
    let bytes = wat::parse_str(program_text("(func $f (result i32) (i32.const 0))")).expect("valid");
    let refused = instrument_recording(&bytes, &ModuleLimits::default(), RecordingForm::Dispatch);
    assert_eq!(
        refused.map(|_| ()).expect_err("none").to_string(),
        "the module has no interpreter's loop that could be recorded"
    );
}

/// An interpreter of two instructions, in a memory that holds no script: the run is the same, and the
/// recording has no lines.
#[test]
fn a_dispatch_of_something_else_is_recorded_without_lines() {
    let targets = "$on ".repeat(220);
    let text = program_text(&format!(
        "(data (i32.const 100) \"\\01\\01\\01\\00\")
         (func $f (result i32) (local $pc i32)
            (local.set $pc (i32.const 100))
            (loop $next
                (block $end (block $on
                    (br_table $end {targets} (i32.load8_u (local.get $pc))))
                    (local.set $pc (i32.add (local.get $pc) (i32.const 1)))
                    (br $next)))
            (local.get $pc))"
    ));
    let recording = check_module(&text, RecordingForm::Dispatch);
    let script = recording.script.expect("it is recorded as a script");
    assert_eq!((script.steps.len(), script.step_count), (0, 0));
}

#[test]
fn a_limit_holds_a_recorded_run_as_it_holds_another() {
    let text = program_text("(func $f (result i32) (loop $next (br $next)) (i32.const 0))");
    let mut run = Run::new(&module_in(&text, Some(RecordingForm::Functions)), Budget(1_000));
    assert_eq!(run.go(), End::Exhausted);
}
