//! Programs drawn as text, instrumented and run.

// Each test program uses its own part of this module.
#![allow(dead_code)]

use botyard_sandbox::{Budget, Instrumented, ModuleLimits, RecordingForm, instrument, instrument_recording};

use super::{End, Run};

pub const SECOND: Budget = Budget(1_000_000_000);

pub fn module(text: &str) -> Instrumented {
    module_in(text, None)
}

/// The module in a form of recording, if one is given.
pub fn module_in(text: &str, form: Option<RecordingForm>) -> Instrumented {
    let bytes = wat::parse_str(text).expect("the text is a module");
    let limits = ModuleLimits::default();
    let module = match form {
        None => instrument(&bytes, &limits),
        Some(form) => instrument_recording(&bytes, &limits, form),
    };
    let module = module.expect("it may run");
    wasmparser::Validator::new_with_features(wasmparser::WasmFeatures::WASM2 | wasmparser::WasmFeatures::TAIL_CALL)
        .validate_all(&module.bytes)
        .expect("what comes out is valid");
    module
}

/// A program whose exit status is the result of `$f`; `rest` defines it.
pub fn program(rest: &str) -> Instrumented {
    module(&program_text(rest))
}

/// The text of such a program.
pub fn program_text(rest: &str) -> String {
    format!(
        r#"(module
            (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
            (import "wasi_snapshot_preview1" "sched_yield" (func $yield (result i32)))
            (memory (export "memory") 1)
            (func (export "_start") (call $exit (call $f)))
            {rest})"#
    )
}

/// Runs it twice: the status is as expected, and both spent the same.
#[track_caller]
pub fn check(rest: &str, status: u32) -> Budget {
    let module = program(rest);
    let once = || {
        let mut run = Run::new(&module, SECOND);
        (run.go(), run.spent(), run.refills().to_vec())
    };
    let first = once();
    assert_eq!(first.0, End::Exited(status));
    assert_eq!(first, once());
    first.1
}
