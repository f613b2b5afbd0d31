//! Modules that may not run, and the messages for their builders.

use botyard_sandbox::{InstrumentError, ModuleLimits, instrument};

const MEMORY: &str = r#"(memory (export "memory") 1)"#;
const START: &str = r#"(func (export "_start"))"#;

fn refuse(bytes: &[u8]) -> InstrumentError {
    instrument(bytes, &ModuleLimits::default()).expect_err("it may not run")
}

fn refuse_text(text: &str) -> InstrumentError {
    refuse(&wat::parse_str(text).expect("the text is a module"))
}

/// Checks that the message holds these words.
fn check(refused: InstrumentError, words: &[&str]) {
    let message = refused.to_string();
    for word in words {
        assert!(message.contains(word), "{word:?} is not in {message:?}");
    }
    assert!(!message.ends_with('.'), "{message:?}");
}

#[test]
fn files_that_are_no_module_are_named() {
    check(refuse(b""), &["empty"]);
    check(refuse(b"<!DOCTYPE html><html>"), &["an HTML page"]);
    check(refuse(b"\x7fELF\x02\x01\x01"), &["Linux", "wasm32-wasip1"]);
    check(refuse(b"MZ\x90\0\x03"), &["Windows"]);
    check(refuse(b"#!/usr/bin/python3\n"), &["a script"]);
    check(refuse(b"#include <stdio.h>\nint main() {}"), &["a text file"]);
    check(refuse("h\u{e9}llo".as_bytes()), &["a text file"]);
    check(refuse(b"  (module)"), &["text format"]);
    check(refuse(&[0xff; 100]), &["unknown kind"]);
    check(refuse(b"\0asm\x0d\0\x01\0"), &["component", "wasip1, not"]);
    check(refuse(b"\0asm\x02\0\0\0"), &["unknown version"]);
}

#[test]
fn a_cut_module_is_truncated_at_every_byte() {
    let whole =
        wat::parse_str(format!("(module {MEMORY} {START} (func (loop (br 0))) (data (i32.const 0) \"abcdefgh\"))"))
            .expect("the text is a module");
    instrument(&whole, &ModuleLimits::default()).expect("it may run");
    for len in 1..whole.len() {
        match instrument(&whole[..len], &ModuleLimits::default()) {
            // Cut between two sections it may only miss something.
            Err(InstrumentError::Truncated | InstrumentError::NoStart | InstrumentError::NoMemory) => {}
            Err(InstrumentError::Invalid { message, .. }) if message.contains("inconsistent lengths") => {}
            other => assert!(other.is_ok(), "cut to {len}: {other:?}"),
        }
    }
}

#[test]
fn what_a_program_needs_is_asked_for() {
    check(refuse_text(&format!("(module {MEMORY})")), &["_start", "library"]);
    check(refuse_text(&format!("(module {START})")), &["no memory"]);
    check(refuse_text(&format!("(module (memory 1) {START})")), &["export", "`memory`"]);
    let start = r#"(func (export "_start") (param i32))"#;
    assert_eq!(refuse_text(&format!("(module {MEMORY} {start})")), InstrumentError::StartType);
    let start = r#"(global (export "_start") i32 (i32.const 0))"#;
    assert_eq!(refuse_text(&format!("(module {MEMORY} {start})")), InstrumentError::StartType);
}

#[test]
fn all_foreign_imports_are_listed() {
    let refused = refuse_text(&format!(
        r#"(module
            (import "env" "emscripten_memcpy" (func))
            (import "wasi_snapshot_preview1" "fd_frobnicate" (func))
            (import "wasi_snapshot_preview1" "fd_close" (func (param i64) (result i32)))
            (import "wasi_snapshot_preview1" "sched_yield" (func (result i32)))
            (import "env" "table" (table 1 funcref))
            {MEMORY} {START})"#
    ));
    check(
        refused,
        &[
            "env.emscripten_memcpy,",
            "wasi_snapshot_preview1.fd_frobnicate,",
            "wasi_snapshot_preview1.fd_close (of another type),",
            "env.table",
            "Emscripten",
        ],
    );
    let import = |module: &str| refuse_text(&format!(r#"(module (import "{module}" "f" (func)) {MEMORY} {START})"#));
    check(import("__wbindgen_placeholder__"), &["__wbindgen_placeholder__.f", "web page"]);
    check(import("wasi_unstable"), &["too old"]);
    check(import("wasi:cli/environment@0.2.0"), &["WASI 0.2"]);
    check(import("x\\e2\\80\\ae\\1b"), &["\\u{202e}", "\\u{1b}"]);
}

#[test]
fn proposals_are_named() {
    let feature = |rest: &str| refuse_text(&format!("(module {rest} {START})"));
    check(feature(r#"(memory (export "memory") 1 2 shared)"#), &["threads"]);
    check(feature(r#"(memory (export "memory") i64 1)"#), &["memory64"]);
    let body = |body: &str| feature(&format!("{MEMORY} (func {body})"));
    check(body("(drop (i32.atomic.load (i32.const 0)))"), &["threads"]);
    check(body("(try_table)"), &["exceptions"]);
    check(body("(drop (i8x16.relaxed_swizzle (v128.const i64x2 0 0) (v128.const i64x2 0 0)))"), &["relaxed SIMD"]);
    check(feature(&format!("{MEMORY} (memory 1)")), &["multi-memory"]);
}

#[test]
fn sizes_are_bounded() {
    check(refuse_text(&format!(r#"(module (memory (export "memory") 2000) {START})"#)), &["128000 KiB", "65536"]);
    let table = refuse_text(&format!("(module {MEMORY} {START} (table 100001 funcref))"));
    assert_eq!(table, InstrumentError::TablesTooLarge);
    let tables = "(table 1 funcref)".repeat(17);
    assert_eq!(refuse_text(&format!("(module {MEMORY} {START} {tables})")), InstrumentError::TablesTooLarge);
    let locals = "i64 ".repeat(49_500);
    check(refuse_text(&format!("(module {MEMORY} {START} (func (local {locals})))")), &["function 1", "too large"]);
    let bytes = wat::parse_str(format!("(module {MEMORY} {START})")).expect("a module");
    let limits = ModuleLimits { module_bytes: 10, ..ModuleLimits::default() };
    check(instrument(&bytes, &limits).expect_err("large"), &["and may have 10"]);
}

#[test]
fn nesting_is_bounded() {
    let module = |kind: &str, depth| {
        let (open, close) = (format!("({kind} ").repeat(depth), ")".repeat(depth));
        wat::parse_str(format!("(module {MEMORY} {START} (func {open} {close}))")).expect("a module")
    };
    // The parser of the text takes less than the limit of blocks.
    for (kind, depth) in [("loop", 1_000), ("block", 4_000)] {
        instrument(&module(kind, depth), &ModuleLimits::default()).expect("it is not too deep");
    }
    assert_eq!(refuse(&module("loop", 1_001)), InstrumentError::TooNested { index: 1 });
    // One after the other they are not in each other.
    let row = format!("(module {MEMORY} {START} (func {}))", "(loop)".repeat(1_001));
    instrument(&wat::parse_str(row).expect("a module"), &ModuleLimits::default()).expect("it is not deep at all");
}

#[test]
fn the_counter_is_out_of_a_modules_reach() {
    let reserved = r#"(global (export "botyard:budget") (mut i64) (i64.const 0))"#;
    assert_eq!(refuse_text(&format!("(module {MEMORY} {START} {reserved})")), InstrumentError::ReservedExport);
    let touch = "(func (global.set 0 (i64.const 9)))";
    let refused = wat::parse_str(format!("(module {MEMORY} {START} {touch})")).map(|b| refuse(&b));
    assert!(matches!(refused, Ok(InstrumentError::Invalid { .. })));
}

/// Regression: the message about 50,000 imports had 589 kB.
#[test]
fn a_message_about_imports_is_short_however_many_there_are_and_however_they_are_called() {
    let many: String = (0..50_000).map(|n| format!(r#"(import "env" "f{n}" (func))"#)).collect();
    let told = refuse_text(&format!("(module {many} {MEMORY} {START})")).to_string();
    assert!(told.contains("env.f0, env.f1, ") && told.contains("env.f19 and 49980 more; something"), "{told}");
    assert!(told.len() < 1_000, "{} bytes", told.len());
    let long = format!(r#"(module (import "{0}" "{0}" (func)) {MEMORY} {START})"#, "x".repeat(100_000));
    let told = refuse_text(&long).to_string();
    assert!(told.contains("x….x") && told.len() < 1_000, "{} bytes", told.len());
}
