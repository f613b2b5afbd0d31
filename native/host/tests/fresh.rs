//! Fresh runs of modules: each starts as if it were the first, and costs the same virtual time
//! wherever and whenever it is played.

use std::time::Duration;

use botyard_engine::games::bitmartyr::{BitMartyrBoard, BitMartyrSettings, HEALTH_MAX, Unit, WireFormat};
use botyard_engine::replay::{Turn, TurnResult};
use botyard_engine::seat::Seat;
use botyard_host::module::{LoadedModule, ModuleLoader};
use botyard_host::{HostedMatch, Interrupt, NoAudience, SeatBody, play_match};
use serde_json::Value;

/// Leaves traces wherever a module can, and answers 0 if it has found no trace and 5 otherwise: in
/// memory from its first byte to its last, and in how large that is; in a global; in a table and
/// its size; in segments that it drops; in files.
const TRACES: &str = r#"(module
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "path_open"
        (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
    (memory (export "memory") 20 40)
    (table $table 2 9 funcref)
    (global $runs (mut i32) (i32.const 0))
    (data (i32.const 8) "\c0\00\00\00\01\00\00\00")
    (data (i32.const 64) "trace")
    (data $passive "5")
    (elem $segment func $trace)
    (func $trace)
    (func $bad (result i32)
        (local $at i32)
        (local.set $at (i32.const 4096))
        (loop $next
            (if (i32.load (local.get $at)) (then (return (i32.const 1))))
            (i32.store (local.get $at) (i32.const 1))
            (local.set $at (i32.add (local.get $at) (i32.const 32768)))
            (br_if $next (i32.lt_u (local.get $at) (i32.const 1310720))))
        (if (i32.load (i32.const 1310716)) (then (return (i32.const 1))))
        (i32.store (i32.const 1310716) (i32.const 1))
        (if (i32.ne (memory.size) (i32.const 20)) (then (return (i32.const 1))))
        (drop (memory.grow (i32.const 3)))
        (if (i32.load (i32.const 1400000)) (then (return (i32.const 1))))
        (i32.store (i32.const 1400000) (i32.const 1))
        (if (global.get $runs) (then (return (i32.const 1))))
        (global.set $runs (i32.const 1))
        (if (i32.eqz (ref.is_null (table.get $table (i32.const 1)))) (then (return (i32.const 1))))
        (if (i32.ne (table.size $table) (i32.const 2)) (then (return (i32.const 1))))
        (table.init $table $segment (i32.const 1) (i32.const 0) (i32.const 1))
        (drop (table.grow $table (ref.func $trace) (i32.const 1)))
        (elem.drop $segment)
        (memory.init $passive (i32.const 200) (i32.const 0) (i32.const 1))
        (data.drop $passive)
        ;; A new file, which must not be there yet.
        (call $open (i32.const 3) (i32.const 0) (i32.const 64) (i32.const 5) (i32.const 5)
            (i64.const 0) (i64.const 0) (i32.const 0) (i32.const 128)))
    (func (export "_start")
        (i32.store8 (i32.const 192) (select (i32.const 0x35) (i32.const 0x30) (call $bad)))
        (drop (call $write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 20)))))"#;

/// Leaves traces only in memory and globals, so that an instance of it is used again. Answers 0 if
/// it has found no trace and 5 otherwise.
const REUSED: &str = r#"(module
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 20)
    (global $runs (mut i32) (i32.const 3))
    (global $long (mut i64) (i64.const -1))
    (data (i32.const 8) "\c0\00\00\00\01\00\00\00")
    (data (i32.const 70000) "not a trace")
    (func $bad (result i32)
        (local $at i32)
        (local.set $at (i32.const 4096))
        (if (i32.ne (i32.load (i32.const 70000)) (i32.const 0x20746f6e)) (then (return (i32.const 1))))
        (i32.store (i32.const 70000) (i32.const 1))
        (i32.store (i32.const 70006) (i32.const 1))
        (loop $next
            (if (i32.load (local.get $at)) (then (return (i32.const 1))))
            (i32.store (local.get $at) (i32.const 1))
            (local.set $at (i32.add (local.get $at) (i32.const 262144)))
            (br_if $next (i32.lt_u (local.get $at) (i32.const 1310720))))
        (if (i32.load (i32.const 1310716)) (then (return (i32.const 1))))
        (i32.store (i32.const 1310716) (i32.const 1))
        (if (i32.ne (global.get $runs) (i32.const 3)) (then (return (i32.const 1))))
        (global.set $runs (i32.const 1))
        (if (i64.ne (global.get $long) (i64.const -1)) (then (return (i32.const 1))))
        (global.set $long (i64.const 1))
        (i32.const 0))
    (func (export "_start")
        (i32.store8 (i32.const 192) (select (i32.const 0x35) (i32.const 0x30) (call $bad)))
        (drop (call $write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 20)))
        ;; A trap leaves traces too.
        (if (i32.load8_u (i32.const 70003)) (then) (else (unreachable)))))"#;

/// Leaves a trace in one of sixteen pages, by digits of the random number that it reads: a run of a
/// used instance often writes a page that no run before it has written. Answers 0 if it has found no
/// trace and 5 otherwise.
const ELSEWHERE: &str = r#"(module
    (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 20)
    (data (i32.const 0) "\00\01\00\00\08\00\00\00")
    (data (i32.const 8) "\c0\00\00\00\01\00\00\00")
    (func $bad (result i32)
        (local $at i32)
        (local.set $at (i32.const 67584))
        (loop $next
            (if (i32.load (local.get $at)) (then (return (i32.const 1))))
            (local.set $at (i32.add (local.get $at) (i32.const 65536)))
            (br_if $next (i32.lt_u (local.get $at) (i32.const 1310720))))
        (local.set $at (i32.and (i32.xor (i32.load8_u (i32.const 257)) (i32.load8_u (i32.const 260))) (i32.const 15)))
        (i32.store (i32.add (i32.const 67584) (i32.shl (local.get $at) (i32.const 16))) (i32.const 1))
        (i32.const 0))
    (func (export "_start")
        (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 16)))
        (i32.store8 (i32.const 192) (select (i32.const 0x35) (i32.const 0x30) (call $bad)))
        (drop (call $write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 20)))))"#;

/// Answers by the first byte that it reads, after some work; a run in a hundred works for several
/// slices.
const WORKER: &str = r#"(module
    (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 1)
    (data (i32.const 0) "\00\01\00\00\02\00\00\00")
    (data (i32.const 8) "\c0\00\00\00\01\00\00\00")
    (data (i32.const 192) "0")
    (func (export "_start")
        (local $work i32)
        (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 16)))
        (local.set $work (i32.mul (i32.load8_u (i32.const 256)) (i32.const 100)))
        (if (i32.eq (i32.load16_u (i32.const 256)) (i32.const 0x3231))
            (then (local.set $work (i32.const 10000000))))
        (loop $again
            (local.set $work (i32.sub (local.get $work) (i32.const 1)))
            (br_if $again (local.get $work)))
        (drop (call $write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 20)))))"#;

fn load(text: &str) -> LoadedModule {
    let module = wat::parse_str(text).expect("the module is well-formed");
    ModuleLoader::new().expect("wasmtime works here").load(&module).expect("the module may run")
}

/// Two teams side by side, a hundred units each.
fn settings(wire: WireFormat) -> BitMartyrSettings {
    let mut board = BitMartyrBoard::empty(20, 20).expect("a board");
    for cell in 0..200 {
        board.set_unit(2 * cell, Some(Unit { team: Seat::new(cell % 2), health: HEALTH_MAX }));
    }
    let limit = Duration::from_secs(60);
    BitMartyrSettings { duration: 4, wires: vec![wire; 2], limit, seed: 3, ..BitMartyrSettings::on(board) }
}

fn played(settings: &BitMartyrSettings, bodies: [SeatBody; 2]) -> Vec<Turn<Value>> {
    let [a, b] = bodies;
    let mut hosted_match = HostedMatch::new("bitmartyr", 7, vec![("a".to_owned(), a), ("b".to_owned(), b)]);
    hosted_match.match_spec.settings = serde_json::to_value(settings).expect("it is plain data");
    play_match(hosted_match, &mut NoAudience, &Interrupt::default()).expect("the match can be played").turns_from(0)
}

fn orders(turn: &Turn<Value>) -> &str {
    match &turn.result {
        TurnResult::Action(orders) => orders.as_str().expect("orders are text"),
        TurnResult::Fault(fault) => panic!("{fault:?}"),
    }
}

#[test]
fn no_run_finds_what_another_has_left() {
    for text in [TRACES, REUSED, ELSEWHERE] {
        let traces = load(text);
        let [a, b] = [0, 1].map(|_| SeatBody::Module(traces.clone()));
        let turns = played(&settings(WireFormat::Basic), [a, b]);
        assert_eq!(turns.len(), 8);
        for turn in &turns {
            assert_eq!(orders(turn), "0".repeat(100), "{:?}", turn.seat);
        }
    }
}

/// Like the test above, in a format with fewer runs, and with a module that is loaded twice.
#[test]
fn nor_does_one_of_another_team() {
    let [a, b] = [0, 1].map(|_| SeatBody::Module(load(TRACES)));
    let turns = played(
        &BitMartyrSettings {
            missing: botyard_engine::games::bitmartyr::MissingOrder::Stay,
            ..settings(WireFormat::Plain)
        },
        [a, b],
    );
    assert_eq!(turns.len(), 8);
    assert!(turns.iter().all(|turn| orders(turn).starts_with('0')), "{turns:?}");
}

#[test]
fn a_run_costs_the_same_virtual_time_in_whatever_company() {
    let worker = load(WORKER);
    let body = || SeatBody::Module(worker.clone());
    let (basic, half) = (settings(WireFormat::Basic), settings(WireFormat::Basic));
    let once = played(&basic, [body(), body()]);
    assert_eq!(played(&basic, [body(), body()]), once);
    // Another program in the match changes when runs have their slices, but not their costs.
    let other = BitMartyrSettings { wires: vec![WireFormat::Basic, WireFormat::Standard], ..half };
    let alone = played(&other, [body(), SeatBody::Module(load(TRACES))]);
    let own = |turns: &[Turn<Value>]| turns[0].used;
    assert_eq!(own(&alone), own(&once));
    assert!(once.iter().any(|turn| turn.used > Duration::from_millis(10)), "no run takes several slices");
}
