//! Every module that the sandbox accepts starts in wasmtime: one decision for all hosts. It has the
//! same results in wasmi, which runs modules in browsers that cannot suspend them.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

#[path = "../../../sandbox/tests/host/mod.rs"]
mod interpreter;
mod support;

use std::ops::Range;
use std::time::Duration;

use botyard_effort::{count, seed};
use botyard_engine::live::TrialEnding;
use botyard_fuzz::choices::generate_program;
use botyard_fuzz::pass::generate_module;
use botyard_host::module::{StandaloneError, StandaloneRun};
use botyard_sandbox::{ModuleLimits, instrument};

use support::LOADER;

/// How many bytes choose a module.
const LENGTH: usize = 3_000;

/// The seeds of the modules that are tried.
fn seeds() -> Range<u64> {
    let first = seed(0);
    first..first + count(30, 150)
}

#[test]
fn an_accepted_module_starts() {
    let (seeds, mut accepted) = (seeds(), 0);
    for seed in seeds.clone() {
        let mut random = fastrand::Rng::with_seed(seed);
        let bytes: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(LENGTH).collect();
        let Some(module) = generate_module(&bytes) else { continue };
        if instrument(&module, &ModuleLimits::default()).is_err() {
            continue;
        }
        accepted += 1;
        let loaded = LOADER.load(&module).unwrap_or_else(|why| panic!("{seed}: {why}"));
        let run = StandaloneRun { limit: Duration::from_millis(1), ..StandaloneRun::default() };
        // Its data or elements may lie outside its memory or table, which is a trap on every host.
        if let Err(StandaloneError::Start(why)) = run.run(&loaded) {
            assert!(why.starts_with("by a trap"), "{seed}: {why}");
        }
    }
    assert!(accepted > (seeds.end - seeds.start) / 2, "{accepted}");
}

/// How a run ends in wasmtime and in wasmi, and the virtual time that it spends there.
fn run_on_both(module: &[u8]) -> [(u32, Duration); 2] {
    let loaded = LOADER.load(module).expect("it may run");
    let run = StandaloneRun { limit: Duration::from_secs(1), ..StandaloneRun::default() };
    let compiled = run.run(&loaded).expect("it starts");
    let TrialEnding::Exited(status) = compiled.ending else { panic!("{compiled:?}") };
    let instrumented = instrument(module, &ModuleLimits::default()).expect("it may run");
    let mut interpreted = interpreter::Run::new(&instrumented, interpreter::programs::SECOND);
    let interpreter::End::Exited(other) = interpreted.go() else { panic!("it ended otherwise than natively") };
    [(status as u32, compiled.spent), (other, interpreted.spent().into())]
}

/// Regression: in a `select` whose condition is a comparison with zero, wasmi 2.0.0 compares a
/// wrong value, if the value is in a local or waits among the operands.
#[test]
fn a_choice_by_a_comparison_with_zero_is_the_same_on_every_host() {
    for condition in [
        "(i32.eqz (local.get $x))",
        "(i32.eq (local.get $x) (i32.const 0))",
        "(i32.ne (i32.const 0) (local.get $x))",
        "(i32.eq (local.get $x) (i32.sub (i32.const 5) (i32.const 5)))",
        "(i32.eqz (i32.eqz (local.get $x)))",
        "(i32.eqz (i32.xor (local.get $x) (i32.const 0)))",
        "(i64.eqz (i64.extend_i32_u (i32.eqz (local.get $x))))",
        "(i32.wrap_i64 (i64.extend_i32_u (i32.eqz (local.get $x))))",
        "(block (result i32) (i32.eqz (local.get $x)))",
        "(i32.eqz (local.get $x)) (drop (local.get $y))",
        "(i32.eqz (local.get $x)) (nop)",
    ] {
        let text = format!(
            r#"(module
                (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
                (memory (export "memory") 1)
                (func $f (param $x i32) (param $y i32) (result i32)
                    (i32.mul (local.get $y) (i32.const 3)) (i32.const 2) {condition} (select))
                (func (export "_start")
                    (call $exit (i32.add (call $f (i32.const 0) (i32.const 10))
                        (i32.mul (i32.const 1000) (call $f (i32.const 7) (i32.const 10)))))))"#
        );
        let [compiled, interpreted] = run_on_both(&wat::parse_str(text).expect("the text is a module"));
        assert_eq!(compiled, interpreted, "{condition}");
        assert!([2_030, 30_002].contains(&compiled.0), "{condition}: {compiled:?}");
    }
}

#[test]
fn random_choices_are_the_same_on_every_host() {
    for seed in seeds() {
        let mut random = fastrand::Rng::with_seed(seed);
        let bytes: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(LENGTH).collect();
        let [compiled, interpreted] = run_on_both(&generate_program(&bytes));
        assert_eq!(compiled, interpreted, "{seed}");
    }
}
