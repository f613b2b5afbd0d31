//! Runs instrumented modules: values are unchanged, endless work ends, equal runs spend equal time.
//! Modules are written as text.

mod host;

use botyard_sandbox::Budget;
use host::programs::{SECOND, check, module, program};
use host::{End, Run};

/// Runs it until it is past each of some limits, then lets it go on to the end.
fn check_resumed(rest: &str, status: u32) {
    let whole = check(rest, status);
    let module = program(rest);
    let mut run = Run::new(&module, Budget(whole.0 / 3));
    assert_eq!(run.go(), End::Exhausted);
    assert_eq!(run.go(), End::Exhausted);
    run.limit(Budget(whole.0 / 2));
    assert_eq!(run.go(), End::Exhausted);
    run.limit(SECOND);
    assert_eq!(run.go(), End::Exited(status));
    assert_eq!(run.spent(), whole);
}

fn check_exhausted(rest: &str) {
    let limit = Budget::from_millis(25);
    let mut run = Run::new(&program(rest), limit);
    assert_eq!(run.go(), End::Exhausted);
    assert!(run.spent() > limit);
    // The first, one for each slice, and the one that was refused.
    assert_eq!(run.refills().len(), 4);
}

const SUM: &str = "(func $f (result i32) (local $i i32) (local $sum i32)
    (loop $next
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (local.set $sum (i32.add (local.get $sum) (local.get $i)))
        (br_if $next (i32.lt_u (local.get $i) (i32.const 10000))))
    (local.get $sum))";

const NESTED: &str = "(func $f (result i32) (local $i i32) (local $j i32) (local $n i32)
    (loop $outer
        (local.set $j (i32.const 0))
        (loop $inner
            (local.set $n (i32.add (local.get $n) (i32.const 1)))
            (local.set $j (i32.add (local.get $j) (i32.const 1)))
            (br_if $inner (i32.lt_u (local.get $j) (i32.const 50))))
        (drop (call $yield))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $outer (i32.lt_u (local.get $i) (i32.const 40))))
    (local.get $n))";

const FIB: &str = "(func $f (result i32) (call $fib (i32.const 15)))
    (func $fib (param $n i32) (result i32)
        (if (i32.lt_u (local.get $n) (i32.const 2)) (then (return (local.get $n))))
        (i32.add
            (call $fib (i32.sub (local.get $n) (i32.const 1)))
            (call $fib (i32.sub (local.get $n) (i32.const 2)))))";

#[test]
fn a_loop_sums() {
    check_resumed(SUM, 50_005_000);
}

#[test]
fn nested_loops_around_system_calls_count() {
    check_resumed(NESTED, 2_000);
}

#[test]
fn recursion_computes() {
    check_resumed(FIB, 610);
}

#[test]
fn a_loop_spends_in_proportion() {
    let longer = check(&SUM.replace("10000", "100000"), 705_082_704);
    let ratio = longer.0 as f64 / check(SUM, 50_005_000).0 as f64;
    assert!((9.9..10.1).contains(&ratio), "{ratio}");
}

#[test]
fn endless_loops_end() {
    check_exhausted("(func $f (result i32) (loop $l (br $l)) (i32.const 0))");
    check_exhausted("(func $f (result i32) (loop $l (br_if $l (i32.const 1))) (i32.const 0))");
    check_exhausted("(func $f (result i32) (loop $a (loop $b (br $a))) (i32.const 0))");
    check_exhausted("(func $f (result i32) (loop $a (drop (call $yield)) (br $a)) (i32.const 0))");
    check_exhausted("(func $f (result i32) (loop $a (br_table $a $a (i32.const 7))) (i32.const 0))");
    check_exhausted("(func $f (result i32) (return_call $f))");
}

#[test]
fn an_exhausted_module_traps_if_it_is_let_go_on() {
    for rest in [SUM, NESTED, FIB] {
        let mut run = Run::new(&program(rest), Budget(10));
        assert_eq!(run.go(), End::Exhausted);
        let End::Trapped(message) = run.let_trap() else { panic!("it did not trap") };
        assert!(message.contains("unreachable"), "{message}");
    }
}

#[test]
fn returns_from_inside_loops_keep_the_count() {
    check(
        "(func $f (result i32) (local $i i32)
            (loop $l
                (local.set $i (i32.add (local.get $i) (call $g)))
                (br_if $l (i32.lt_u (local.get $i) (i32.const 1000))))
            (local.get $i))
        (func $g (result i32) (local $j i32)
            (loop $l (result i32)
                (local.set $j (i32.add (local.get $j) (i32.const 1)))
                (if (i32.eq (local.get $j) (i32.const 9)) (then (return (local.get $j))))
                (br_if 1 (i32.const 5) (i32.eq (local.get $j) (i32.const 11)))
                (drop)
                (br $l)))",
        1_008,
    );
}

#[test]
fn several_results_come_through_wrappers_and_blocks() {
    check(
        "(func $f (result i32) (call $two) (i64.add) (i32.wrap_i64))
        (func $two (result i64 i64) (local $i i32)
            (loop $l
                (local.set $i (i32.add (local.get $i) (i32.const 1)))
                (br_if $l (i32.lt_u (local.get $i) (i32.const 3))))
            (if (i32.eq (local.get $i) (i32.const 4))
                (then (return (i64.const 1) (i64.const 2))))
            (block (result i64 i64) (i64.const 40) (i64.const 2) (br 1)))",
        42,
    );
    check(
        "(func $f (result i32) (local $n i32)
            (local.set $n (i32.const 5)) (i32.const 1) (i32.const 1)
            (loop $l (param i32 i32) (result i32)
                (i32.add)
                (local.set $n (i32.sub (local.get $n) (i32.const 1)))
                (i32.const 2)
                (br_if $l (local.get $n))
                (drop)))",
        10,
    );
}

#[test]
fn br_table_picks_its_arm() {
    let rest = |index: i32| {
        format!(
            "(func $f (result i32)
                (block $c (block $b (block $a (br_table $a $b $c (i32.const {index})))
                    (return (i32.const 10)))
                    (return (i32.const 20)))
                (i32.const 30))"
        )
    };
    for (index, status) in [(0, 10), (1, 20), (2, 30), (99, 30)] {
        check(&rest(index), status);
    }
}

#[test]
fn calls_through_tables_reach_the_same_functions() {
    check(
        "(table $t 4 funcref)
        (elem (i32.const 0) $one $two)
        (elem $late func $three)
        (elem declare func $four)
        (global $g (mut funcref) (ref.func $four))
        (type $get (func (result i32)))
        (func $one (result i32) (i32.const 1))
        (func $two (result i32) (i32.const 20))
        (func $three (result i32) (i32.const 300))
        (func $four (result i32) (i32.const 4000))
        (func $f (result i32)
            (table.init $t $late (i32.const 2) (i32.const 0) (i32.const 1))
            (table.set $t (i32.const 3) (global.get $g))
            (if (ref.is_null (ref.func $four)) (then (unreachable)))
            (i32.add
                (i32.add (call_indirect (type $get) (i32.const 0))
                         (call_indirect (type $get) (i32.const 1)))
                (i32.add (call_indirect (type $get) (i32.const 2))
                         (call_indirect (type $get) (i32.const 3)))))",
        4_321,
    );
}

#[test]
fn tail_calls_keep_the_count() {
    check(
        "(func $f (result i32) (return_call $count (i32.const 1000)))
        (func $count (param $n i32) (result i32) (local $i i32)
            (loop $l
                (local.set $i (i32.add (local.get $i) (i32.const 1)))
                (br_if $l (i32.lt_u (local.get $i) (i32.const 3))))
            (if (i32.eqz (local.get $n)) (then (return (i32.const 77))))
            (return_call $count (i32.sub (local.get $n) (i32.const 1))))",
        77,
    );
}

#[test]
fn bulk_instructions_pay_by_length() {
    let fill = |bytes: u32| {
        check(
            &format!(
                "(func $f (result i32)
                    (memory.fill (i32.const 0) (i32.const 7) (i32.const {bytes}))
                    (memory.copy (i32.const 1) (i32.const 0) (i32.const {bytes}))
                    (i32.load8_u (i32.const {bytes})))"
            ),
            7,
        )
    };
    assert_eq!(fill(64_000) - fill(32_000), Budget(2 * 2_000));
}

#[test]
fn growing_pays_by_the_page_and_failing_to_does_not() {
    let grow = |pages: i64, status| {
        check(
            &format!(
                "(func $f (result i32)
                    (drop (memory.grow (i32.const {pages})))
                    (memory.size))"
            ),
            status,
        )
    };
    let failed = grow(-1, 1);
    assert_eq!(grow(9, 10) - failed, Budget(9 * 8_192));
    assert_eq!(grow(1_024, 1), failed);
}

#[test]
fn memory_is_capped() {
    let module = program("(func $f (result i32) (memory.grow (i32.const 1023)))");
    assert_eq!((module.initial_pages, module.maximum_pages), (1, 1_024));
    check("(func $f (result i32) (drop (memory.grow (i32.const 1023))) (memory.size))", 1_024);
    check("(func $f (result i32) (drop (memory.grow (i32.const 1024))) (memory.size))", 1);
}

#[test]
fn a_start_section_runs_in_start_with_the_budget() {
    let text = r#"(module
        (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
        (memory (export "memory") 1)
        (global $g (mut i32) (i32.const 1))
        (func $first (global.set $g (i32.const 42)))
        (start $first)
        (func (export "_start") (call $exit (global.get $g))))"#;
    assert_eq!(Run::new(&module(text), SECOND).go(), End::Exited(42));
    let endless = text.replace("(global.set $g (i32.const 42))", "(loop (br 0))");
    assert_eq!(Run::new(&module(&endless), Budget(9_999)).go(), End::Exhausted);
}

#[test]
fn an_echo_waits_for_each_line() {
    let echo = module(
        r#"(module
        (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
        (memory (export "memory") 1)
        (data (i32.const 0) "\40\00\00\00\40\00\00\00")
        (func (export "_start")
            (loop $l
                (i32.store (i32.const 4) (i32.const 64))
                (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
                (i32.store (i32.const 4) (i32.load (i32.const 8)))
                (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
                (br_if $l (i32.load (i32.const 8))))))"#,
    );
    let mut run = Run::new(&echo, SECOND);
    assert_eq!(run.go(), End::Waits);
    assert_eq!(run.go(), End::Waits);
    for line in ["one\n", "two\n"] {
        let before = run.spent();
        run.process().stdin.push(line.as_bytes()).expect("there is room");
        assert_eq!(run.go(), End::Waits);
        let stdout = &mut run.process().stdout;
        assert_eq!(stdout.bytes(), line.as_bytes());
        assert!(stdout.stamp() > before);
        stdout.clear();
    }
    run.process().stdin.close();
    assert_eq!(run.go(), End::Exited(0));
}

/// A run that looks for input keeps its place and its time while its output is taken.
#[test]
fn a_poll_after_output_goes_on_where_it_was() {
    let looks = module(
        r#"(module
        (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
        (memory (export "memory") 1)
        (func (export "_start")
            (i32.store (i32.const 0) (i32.const 64)) (i32.store (i32.const 4) (i32.const 1))
            (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
            (i32.store8 (i32.const 136) (i32.const 1))
            (i32.store (i32.const 192) (i32.const 1)) (i64.store (i32.const 200) (i64.const 5000000))
            (drop (call $poll (i32.const 128) (i32.const 256) (i32.const 2) (i32.const 512)))
            (call $exit (i32.load (i32.const 512)))))"#,
    );
    let mut run = Run::new(&looks, SECOND);
    assert_eq!([run.go(), run.go()], [End::Polls, End::Polls]);
    let before = run.spent();
    run.process().stdout.clear();
    assert_eq!(run.go(), End::Exited(1));
    let slept = run.spent() - before;
    assert!((5_000_000..5_001_000).contains(&slept.0), "{slept:?}");
}

#[test]
fn a_sleep_past_the_limit_is_noticed_when_the_call_returns() {
    let sleeper = module(
        r#"(module
        (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
        (memory (export "memory") 1)
        (func (export "_start")
            (i64.store (i32.const 24) (i64.const 5000000000))
            (drop (call $poll (i32.const 0) (i32.const 64) (i32.const 1) (i32.const 128)))
            (call $exit (i32.load (i32.const 128)))))"#,
    );
    let mut run = Run::new(&sleeper, SECOND);
    assert_eq!(run.go(), End::Exhausted);
    run.limit(Budget(6 * SECOND.0));
    assert_eq!(run.go(), End::Exited(1));
    assert!(run.spent() > Budget(5 * SECOND.0));
}

#[test]
fn a_loop_keeps_its_locals_while_it_requests_slices() {
    // Roots are dear: requests fall into both halves of a round.
    let dear = "(f64.sqrt ".repeat(300) + "(f64.const 16)" + &")".repeat(300);
    let rest = format!(
        "(func $f (result i32)
            (local $rounds i32) (local $whole i64) (local $single f32) (local $double f64)
            (local $step i64) (local $half f32) (local $quarter f64) (local $root f64)
            (local.set $step (i64.const 3))
            (local.set $half (f32.const 0.5))
            (local.set $quarter (f64.const 0.25))
            (loop $next
                (local.set $root {dear})
                (local.set $whole (i64.add (local.get $whole) (local.get $step)))
                (if (i32.and (local.get $rounds) (i32.const 1)) (then
                    (local.set $root {dear})
                    (local.set $single (f32.add (local.get $single) (local.get $half)))
                    (local.set $double (f64.add (local.get $double) (local.get $quarter)))))
                (local.set $rounds (i32.add (local.get $rounds) (i32.const 1)))
                (br_if $next (i32.lt_u (local.get $rounds) (i32.const 24000))))
            (i32.add
                (i32.add (i32.wrap_i64 (local.get $whole)) (i32.trunc_f32_s (local.get $single)))
                (i32.add (i32.trunc_f64_s (local.get $double)) (i32.trunc_f64_s (local.get $root)))))"
    );
    let mut run = Run::new(&program(&rest), SECOND);
    assert_eq!(run.go(), End::Exited(24_000 * 3 + 6_000 + 3_000 + 1));
    assert!(run.refills().len() > 3, "{:?}", run.refills());
}
