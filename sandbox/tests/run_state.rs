//! The state that a host restores to use an instance for another run, and the modules that allow
//! it.

mod host;

use host::programs::program;
use wasmparser::{ExternalKind, Parser, Payload};

/// The names of the globals that can be restored.
fn run_state(rest: &str) -> Option<Vec<String>> {
    program(rest).run_state
}

#[test]
fn mutable_integers_are_exported_for_the_host() {
    let module = program(
        "(func $f (result i32) (global.set $b (i64.const 7)) (global.get $constant))
         (global $a (mut i32) (i32.const 1)) (global $constant i32 (i32.const 2)) (global $b (mut i64) (i64.const 3))",
    );
    assert_eq!(module.run_state.unwrap(), ["botyard:global-0", "botyard:global-2"]);
    let exports = Parser::new(0).parse_all(&module.bytes).find_map(|payload| match payload.unwrap() {
        Payload::ExportSection(exports) => Some(exports),
        _ => None,
    });
    let exports = exports.unwrap().into_iter().map(Result::unwrap);
    let globals: Vec<_> = exports.filter(|export| export.kind == ExternalKind::Global).collect();
    let place = |name: &str| globals.iter().find(|export| export.name == name).unwrap().index;
    assert_eq!([place("botyard:global-0"), place("botyard:global-2")], [0, 2]);
}

#[test]
fn a_module_without_globals_has_its_memory_alone() {
    assert_eq!(run_state("(func $f (result i32) (i32.const 0))").unwrap(), [""; 0]);
}

#[test]
fn state_that_cannot_be_restored_is_reported() {
    for rest in [
        // A table, and segments that are dropped.
        "(table $t 2 funcref) (elem declare func $f) (func $f (result i32) (table.set $t (i32.const 0) (ref.func $f)) (i32.const 0))",
        "(table $t 2 funcref) (func $f (result i32) (table.grow $t (ref.null func) (i32.const 1)))",
        "(data $d \"passive\") (func $f (result i32) (data.drop $d) (i32.const 0))",
        "(elem $e func $f) (func $f (result i32) (elem.drop $e) (i32.const 0))",
        // A float may be a not-a-number, whose bits a host may change; a reference has no value of
        // its own.
        "(global (mut f64) (f64.const nan:0x4000000000001)) (func $f (result i32) (i32.const 0))",
        "(global (mut funcref) (ref.null func)) (func $f (result i32) (i32.const 0))",
        // The name is taken.
        "(global (mut i32) (i32.const 0)) (func $f (export \"botyard:global-0\") (result i32) (i32.const 0))",
    ] {
        assert_eq!(run_state(rest), None, "{rest}");
    }
}

#[test]
fn a_module_with_a_great_many_globals_is_made_anew() {
    let globals =
        |count: usize| "(global (mut i32) (i32.const 0))".repeat(count) + "(func $f (result i32) (i32.const 0))";
    assert_eq!(run_state(&globals(64)).unwrap().len(), 64);
    assert_eq!(run_state(&globals(65)), None);
}
