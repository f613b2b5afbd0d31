//! Properties that must not depend on the host: how deep calls go, and the bits of a not-a-number.

mod host;

use host::programs::{SECOND, check, module, program};
use host::{End, Run};

/// The most bytes of all frames together, and the bytes of one frame and of each of its values: see
/// `frames.rs`.
const STACK: u32 = 512 << 10;
const BASE: u32 = 64;
const VALUE: u32 = 16;

/// A program that calls itself this many times, with this many locals, and returns the number of
/// calls.
fn recursion(times: u32, locals: u32) -> String {
    let locals = "i64 ".repeat(locals as usize);
    format!(
        "(func $f (result i32) (call $down (i32.const {times})))
        (func $down (param $n i32) (result i32) (local {locals})
            (if (i32.eqz (local.get $n)) (then (return (i32.const 0))))
            (i32.add (i32.const 1) (call $down (i32.sub (local.get $n) (i32.const 1)))))"
    )
}

/// How often it can call itself: its frame has the parameter, the locals and three operands, the
/// frames of `_start` and `$f` are below.
fn deepest(locals: u32) -> u32 {
    let below = (BASE + VALUE) * 2;
    (STACK - below) / (BASE + VALUE * (1 + locals + 3))
}

fn too_deep(rest: &str) -> bool {
    let mut run = Run::new(&program(rest), SECOND);
    let end = run.go();
    assert!(matches!(end, End::Trapped(_)), "{end:?}");
    run.is_too_deep()
}

#[test]
fn calls_go_as_deep_as_their_frames_fit() {
    for locals in [0, 1, 10, 1_000] {
        let most = deepest(locals) - 1;
        check(&recursion(most, locals), most);
        assert!(too_deep(&recursion(most + 1, locals)), "{locals} locals");
    }
    assert!(too_deep(&recursion(1, 29_000)));
}

#[test]
fn endless_recursion_ends_the_same_way_through_tables() {
    assert!(too_deep(
        "(table 1 funcref) (elem (i32.const 0) $f) (type $get (func (result i32)))
        (func $f (result i32) (i32.add (i32.const 1) (call_indirect (type $get) (i32.const 0))))"
    ));
}

#[test]
fn a_frame_is_given_back_however_a_function_is_left() {
    // At its end, by return, by a branch out, by a call in its place, from inside a loop.
    for leave in [
        "(call $leaf)",
        "(return (call $leaf))",
        "(br 0 (call $leaf))",
        "(drop (call $leaf)) (return_call $leaf)",
        "(drop (call $leaf)) (return_call_indirect (type $get) (i32.const 0))",
        "(loop $l (result i32) (br_if $l (i32.eqz (call $leaf))) (return (call $leaf)))",
        "(block (result i32) (drop (call $leaf)) (br_table 0 1 0 (i32.const 1) (i32.const 1)))",
    ] {
        check(
            &format!(
                "(table 1 funcref) (elem (i32.const 0) $leaf) (type $get (func (result i32)))
                (func $leaf (result i32) (i32.const 1))
                (func $wide (result i32) (local i64 i64 i64 i64 i64 i64 i64 i64) {leave})
                (func $f (result i32) (local $i i32) (local $sum i32)
                    (loop $next
                        (local.set $sum (i32.add (local.get $sum) (call $wide)))
                        (local.set $i (i32.add (local.get $i) (i32.const 1)))
                        (br_if $next (i32.lt_u (local.get $i) (i32.const 20000))))
                    (local.get $sum))"
            ),
            20_000,
        );
    }
}

#[test]
fn a_start_function_leaves_the_whole_stack() {
    let most = deepest(0) - 1;
    let module = module(&format!(
        r#"(module
            (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
            (memory (export "memory") 1)
            (start $first)
            (func $first (drop (call $f)))
            (func (export "_start") (call $exit (call $f)))
            {})"#,
        recursion(most, 0)
    ));
    assert_eq!(Run::new(&module, SECOND).go(), End::Exited(most));
}

#[test]
fn a_large_leaf_counts_and_a_small_one_does_not() {
    let rest = |locals: usize, below: usize| {
        let (locals, below) = ("i64 ".repeat(locals), "i64 ".repeat(below));
        format!(
            "(func $f (result i32) (local {below}) (call $leaf))
            (func $leaf (result i32) (local {locals}) (i32.const 7))"
        )
    };
    check(&rest(200, 29_000), 7);
    check(&rest(29_000, 200), 7);
    assert!(too_deep(&rest(29_000, 29_000)));
}

#[test]
fn an_operand_that_waits_for_a_call_counts() {
    let waiting = "(i64.const 1) ".repeat(1_000);
    let added = "(i64.add) ".repeat(1_000);
    let rest = |times: u32| {
        format!(
            "(func $f (result i32) (i32.wrap_i64 (call $down (i32.const {times}))))
            (func $down (param $n i32) (result i64)
                (if (i32.eqz (local.get $n)) (then (return (i64.const 0))))
                {waiting} (call $down (i32.sub (local.get $n) (i32.const 1))) {added})"
        )
    };
    let most = (STACK - (BASE + VALUE) * 2) / (BASE + VALUE * 1_003) - 1;
    check(&rest(most), most * 1_000);
    assert!(too_deep(&rest(most + 1)));
}

#[test]
fn what_is_no_number_looks_the_same() {
    const NAN32: u32 = 0x7fc0_0000;
    const NAN64: u64 = 0x7ff8_0000_0000_0000;
    // Each with another sign or payload on some processor or other.
    let nans = ["(f64.div (f64.const 0) (f64.const 0))", "(f64.neg (f64.sub (f64.const inf) (f64.const inf)))", {
        "(f64.add (f64.const nan:0x8000000000001) (f64.const 1))"
    }];
    for nan in nans {
        for (view, bits) in [
            ("(i32.wrap_i64 (i64.shr_u (i64.reinterpret_f64 {}) (i64.const 32)))", (NAN64 >> 32) as u32),
            ("(i32.reinterpret_f32 (f32.demote_f64 {}))", NAN32),
            ("(f64.store (i32.const 8) {}) (i32.load (i32.const 12))", (NAN64 >> 32) as u32),
            ("(f32.store (i32.const 8) (f32.demote_f64 {})) (i32.load (i32.const 8))", NAN32),
            ("(f64.lt (f64.copysign (f64.const 1) {}) (f64.const 0))", 0),
            ("(i32x4.extract_lane 3 (f64x2.splat {}))", (NAN64 >> 32) as u32),
            ("(i32x4.extract_lane 0 (f32x4.replace_lane 0 (v128.const i32x4 0 0 0 0) (f32.demote_f64 {})))", NAN32),
            ("(i32x4.extract_lane 2 (f32x4.mul (f32x4.splat (f32.demote_f64 {})) (v128.const f32x4 1 1 1 1)))", NAN32),
            ("(i32x4.extract_lane 1 (f64x2.sqrt (f64x2.splat {})))", (NAN64 >> 32) as u32),
        ] {
            check(&format!("(func $f (result i32) {})", view.replace("{}", nan)), bits);
        }
    }
}

#[test]
fn numbers_stay_what_they_were() {
    check(
        "(func $f (result i32) (local $x f64)
            (local.set $x (f64.mul (f64.const -1.5) (f64.const 3)))
            (f64.store (i32.const 8) (local.get $x))
            (f32.store (i32.const 16) (f32.demote_f64 (f64.copysign (f64.const 2) (local.get $x))))
            (i32.add
                (i32.trunc_f64_s (f64.mul (f64.const -10) (f64.load (i32.const 8))))
                (i32.trunc_f32_s (f32.mul (f32.const -100) (f32.load (i32.const 16))))))",
        245,
    );
    check(
        "(func $f (result i32)
            (i32.trunc_f32_s (f32x4.extract_lane 2
                (f32x4.add (v128.const f32x4 1 2 3 nan) (f32x4.splat (f32.const 39))))))",
        42,
    );
}

#[test]
fn bits_that_are_only_moved_stay_what_they_were() {
    check(
        "(data (i32.const 8) \"\\01\\00\\00\\00\\ef\\be\\f8\\7f\")
        (func $f (result i32)
            (f64.store (i32.const 16) (f64.load (i32.const 8)))
            (f64.store (i32.const 24) (f64.reinterpret_i64 (i64.const 0x7ff8000000000005)))
            (i32.add (i32.load (i32.const 16)) (i32.load (i32.const 24))))",
        6,
    );
}

#[test]
fn a_module_can_ask_how_much_of_the_stack_is_left() {
    // Its frame has a local and an operand; below it are those of `_start` and `$f`, which have an
    // operand each.
    let left = STACK - (BASE + VALUE) * 2 - (BASE + VALUE * 2);
    let asks = |export: &str| {
        format!(
            "(func $left (export \"{export}\") (result i32) (i32.const 7))
            (func $f (result i32) (call $ask))
            (func $ask (result i32) (local i32) (call $left))"
        )
    };
    check(&asks("botyard:stack-left"), left);
    check(&asks("stack-left"), 7);
    // Of another type it is a function like any other.
    check(
        "(func $left (export \"botyard:stack-left\") (param i32) (result i32) (local.get 0))
        (func $f (result i32) (call $left (i32.const 7)))",
        7,
    );
}
