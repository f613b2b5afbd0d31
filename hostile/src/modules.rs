//! Modules that may run and behave like no program of a language: as text, around the same
//! conversation.

use crate::{Bot, HostileRow, Limit};

const PLAYS_ON: &str = "4 4 4 4 wins";
const COMPUTING: &str = "timeout: as it was still computing";
const ABORTED: &str = "exited: by a trap: it aborted (unreachable)";
const BEYOND: &str = "exited: by a trap: it reached beyond the end of its memory or of a table";
const NO_FUNCTION: &str = "exited: by a trap: it called a function that is none";
const NO_DIVISION: &str = "exited: by a trap: it divided by zero";
const TOO_LARGE: &str = "exited: by a trap: a number was too large for its type";
const TOO_DEEP: &str = "exited: by a trap: its calls went too deep";

/// A module with this much memory that greets, runs `misdeed` when it is asked, and then plays
/// column 4 until that wins. `rest` are definitions of its own.
fn module(memory: &str, misdeed: &str, rest: &str) -> String {
    format!(
        r#"(module
        (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_close" (func $fd_close (param i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_renumber" (func $fd_renumber (param i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "path_open"
            (func $path_open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_fdstat_set_flags" (func $set_flags (param i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "clock_time_get" (func $clock (param i32 i64 i32) (result i32)))
        (import "wasi_snapshot_preview1" "args_get" (func $args (param i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "sched_yield" (func $yield (result i32)))
        (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
        (memory (export "memory") {memory})
        (data (i32.const 32) "p\n?\n4\n")
        (func $say (param $at i32)
            (i32.store (i32.const 0) (local.get $at)) (i32.store (i32.const 4) (i32.const 2))
            (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
        (func $hear (result i32)
            (i32.store (i32.const 0) (i32.const 64)) (i32.store (i32.const 4) (i32.const 64))
            (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
            (i32.load8_u (i32.const 64)))
        (func $meet
            (call $say (i32.const 32))
            (if (i32.eq (call $hear) (i32.const 50)) (then (call $say (i32.const 34)) (drop (call $hear)))))
        (func $play_on (local $left i32)
            (local.set $left (i32.const 4))
            (loop $next
                (call $say (i32.const 36)) (drop (call $hear))
                (br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1))))))
        (func $looks (param $timeout i64) (result i32)
            (i32.store8 (i32.const 128) (i32.const 1))
            (i32.store (i32.const 184) (i32.const 1)) (i64.store (i32.const 192) (local.get $timeout))
            (call $check (i32.eqz (call $poll (i32.const 120) (i32.const 256) (i32.const 2) (i32.const 512))))
            (i32.load8_u (i32.const 266)))
        (func $check (param $is_fine i32) (if (i32.eqz (local.get $is_fine)) (then (unreachable))))
        (func (export "_start") (call $meet) (call $misdeed) (call $play_on))
        (func $misdeed {misdeed})
        {rest})"#
    )
}

/// A row of a module with this much memory, this misdeed, and these definitions of its own.
macro_rules! text {
    ($name:literal, $does:literal, $memory:literal, $misdeed:expr, $rest:literal) => {
        HostileRow::new($name, $does, Bot::Text(|| module($memory, $misdeed, $rest)))
    };
    ($name:literal, $does:literal, $misdeed:expr, $rest:literal) => {
        text!($name, $does, "1", $misdeed, $rest)
    };
    ($name:literal, $does:literal, $misdeed:expr) => {
        text!($name, $does, "1", $misdeed, "")
    };
}

/// Does something for ever.
macro_rules! for_ever {
    ($name:literal, $does:literal, $something:literal, $rest:literal) => {
        text!($name, $does, "16", concat!("(loop $again ", $something, " (br $again))"), $rest)
            .module(COMPUTING)
            .within(Limit::Turn)
    };
    ($name:literal, $does:literal, $something:literal) => {
        for_ever!($name, $does, $something, "")
    };
}

pub(crate) const ROWS: &[HostileRow] = &[
    // Traps.
    text!("unreachable", "aborts", "(unreachable)").module(ABORTED),
    text!("division", "divides by zero", "(drop (i32.div_u (i32.const 1) (i32.const 0)))").module(NO_DIVISION),
    text!("remainder", "divides by zero for the rest", "(drop (i64.rem_s (i64.const 1) (i64.const 0)))")
        .module(NO_DIVISION),
    text!(
        "overflow",
        "divides the smallest number by -1",
        "(drop (i32.div_s (i32.const 0x80000000) (i32.const -1)))"
    )
    .module(TOO_LARGE),
    text!("not-a-number", "makes an integer of what is no number", "(drop (i32.trunc_f64_s (f64.const nan)))")
        .module(TOO_LARGE),
    text!("too-large", "makes an integer of infinity", "(drop (i64.trunc_f32_u (f32.const inf)))").module(TOO_LARGE),
    text!("load", "reads behind its memory", "(drop (i32.load (i32.const -4)))").module(BEYOND),
    text!("store", "writes over the end of its memory", "(i64.store (i32.const 65532) (i64.const 1))")
        .module(BEYOND),
    text!(
        "far-load",
        "reads 4 GiB behind what is 4 GiB",
        "(drop (i64.load offset=0xffffffff align=1 (i32.const -1)))"
    )
    .module(BEYOND),
    text!("fill", "fills more memory than it has", "(memory.fill (i32.const 1) (i32.const 1) (i32.const -1))")
        .module(BEYOND)
        ,
    text!("copy", "copies more memory than it has", "(memory.copy (i32.const 1) (i32.const 0) (i32.const 65536))")
        .module(BEYOND),
    text!(
        "init",
        "initialises more memory than it has",
        "(memory.init $some (i32.const 0) (i32.const 2) (i32.const 9))",
        "(data $some \"some\")"
    )
    .module(BEYOND),
    text!(
        "null-call",
        "calls a function that is none",
        "(call_indirect (i32.const 3))",
        "(table 4 funcref)"
    )
    .module(NO_FUNCTION),
    text!("call-behind", "calls behind its table", "(call_indirect (i32.const -1))", "(table 4 funcref)")
        .module(BEYOND),
    text!(
        "wrong-call",
        "calls a function of another type",
        "(drop (call_indirect (result f64) (i32.const 0)))",
        "(table 4 funcref) (elem (i32.const 0) $misdeed)"
    )
    .module(NO_FUNCTION),
    text!("table-behind", "reads behind its table", "(drop (table.get (i32.const 4)))", "(table 4 funcref)")
        .module(BEYOND),
    text!(
        "table-fill",
        "fills more of a table than it has",
        "(table.fill (i32.const 1) (ref.null func) (i32.const 4))",
        "(table 4 funcref)"
    )
    .module(BEYOND),
    text!(
        "table-copy",
        "copies more of a table than it has",
        "(table.copy (i32.const 1) (i32.const 0) (i32.const 4))",
        "(table 4 funcref)"
    )
    .module(BEYOND),
    // Depth.
    text!("deep", "calls itself without end and without memory", "(call $misdeed)").module(TOO_DEEP),
    text!(
        "deep-in-turns",
        "has two functions call each other through a table",
        "(call_indirect (i32.const 0))",
        "(table 1 funcref) (elem (i32.const 0) $other) (func $other (call $misdeed))"
    )
    .module(TOO_DEEP),
    text!("starts-again", "calls its own start without end", "(call $again)", "(func $again (call $misdeed) (call $meet))")
        .module(TOO_DEEP),
    // Work without end.
    for_ever!("endless", "loops", ""),
    for_ever!("endless-table", "loops over a `br_table`", "(br_table $again $again $again (i32.const 7))"),
    for_ever!("endless-yield", "gives way", "(drop (call $yield))"),
    for_ever!("endless-clock", "asks for the time", "(drop (call $clock (i32.const 1) (i64.const 1) (i32.const 0)))"),
    for_ever!("endless-random", "draws 1 MiB at a time", "(drop (call $random (i32.const 0) (i32.const 0x100000)))"),
    for_ever!(
        "endless-nothing",
        "prints nothing",
        "(drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 0) (i32.const 0)))"
    ),
    for_ever!(
        "endless-no-room",
        "reads into no room",
        "(drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0)))"
    ),
    for_ever!("endless-fill", "fills 1 MiB", "(memory.fill (i32.const 0) (i32.const 1) (i32.const 0x100000))"),
    for_ever!("endless-copy", "copies 1 MiB", "(memory.copy (i32.const 8) (i32.const 0) (i32.const 0xffff8))"),
    for_ever!("endless-grow", "asks for all memory", "(drop (memory.grow (i32.const 65536)))"),
    for_ever!("endless-grow-none", "asks for no memory", "(drop (memory.grow (i32.const 0)))"),
    for_ever!("endless-grow-one", "asks for a page", "(drop (memory.grow (i32.const 1)))"),
    for_ever!(
        "endless-table-fill",
        "fills a table",
        "(table.fill (i32.const 0) (ref.func $misdeed) (i32.const 100000))",
        "(table 100000 funcref) (elem declare func $misdeed)"
    ),
    for_ever!(
        "endless-table-copy",
        "copies a table",
        "(table.copy (i32.const 1) (i32.const 0) (i32.const 99999))",
        "(table 100000 funcref)"
    ),
    for_ever!(
        "endless-table-grow",
        "asks for more of a table",
        "(drop (table.grow (ref.null func) (i32.const 1)))",
        "(table 1 funcref)"
    ),
    for_ever!(
        "endless-calls",
        "calls a function that does nothing",
        "(call_indirect (i32.const 0))",
        "(table 1 funcref) (elem (i32.const 0) $nothing) (func $nothing)"
    ),
    text!("endless-tail", "calls itself in place of itself", "(return_call $misdeed)")
        .module(COMPUTING)
        .within(Limit::Turn),
    text!(
        "endless-tails",
        "has two functions call each other in place of themselves",
        "(return_call_indirect (i32.const 0))",
        "(table 1 funcref) (elem (i32.const 0) $other) (func $other (return_call $misdeed))"
    )
    .module(COMPUTING)
    .within(Limit::Turn),
    text!("sleeps-for-ever", "sleeps until the clock ends", concat!(
        "(i32.store8 (i32.const 128) (i32.const 0)) (i32.store (i32.const 136) (i32.const 1)) ",
        "(i64.store (i32.const 144) (i64.const -1)) ",
        "(drop (call $poll (i32.const 120) (i32.const 256) (i32.const 1) (i32.const 512)))"
    ))
    .module(COMPUTING)
    .within(Limit::Turn),
    text!("polls-stdin", "waits for input with `poll_oneoff`", concat!(
        "(i32.store8 (i32.const 128) (i32.const 1)) ",
        "(drop (call $poll (i32.const 120) (i32.const 256) (i32.const 1) (i32.const 512)))"
    ))
    .module("timeout: as it waits for input instead")
    .within(Limit::Turn),
    // Looking for input while an answer is owed: `$looks` polls stdin and a clock, and tells whether
    // there is input.
    text!("looks-for-stop", "looks for input in passing while it thinks", concat!(
        "(local $left i32) (local.set $left (i32.const 1000)) ",
        "(loop $next (call $check (i32.eqz (call $looks (i64.const 0)))) ",
        "(br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))"
    ))
    .module(PLAYS_ON),
    text!("waits-for-stop", "waits for input for 10 ms at a time while it thinks", concat!(
        "(local $left i32) (local.set $left (i32.const 20)) ",
        "(loop $next (call $check (i32.eqz (call $looks (i64.const 10000000)))) ",
        "(br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))"
    ))
    .module(PLAYS_ON),
    text!("event-loop", "does everything in a loop that looks for input for 10 ms at a time", concat!(
        "(local $left i32) (local.set $left (i32.const 4)) ",
        "(loop $next (call $say (i32.const 36)) ",
        "(loop $wait (br_if $wait (i32.eqz (call $looks (i64.const 10000000))))) (drop (call $hear)) ",
        "(br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1))))) (call $exit (i32.const 0))"
    ))
    .module(PLAYS_ON),
    text!("halves", "looks for input between the bytes of its answer", concat!(
        "(i32.store8 (i32.const 48) (i32.const 32)) ",
        "(i32.store (i32.const 0) (i32.const 48)) (i32.store (i32.const 4) (i32.const 1)) ",
        "(drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))) ",
        "(drop (call $looks (i64.const 0)))"
    ))
    .module("malformed: which is no column (1 to 7)"),
    text!("non-blocking", "reads without waiting, also when there is nothing", concat!(
        "(call $check (i32.eqz (call $set_flags (i32.const 0) (i32.const 4)))) ",
        "(i32.store (i32.const 0) (i32.const 64)) (i32.store (i32.const 4) (i32.const 64)) ",
        "(call $check (i32.eq (i32.const 6) ",
        "(call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8))))"
    ))
    .module(PLAYS_ON),
    for_ever!("looks-for-ever", "looks for input without end", "(drop (call $looks (i64.const 0)))"),
    for_ever!("waits-for-ever", "waits for input for 10 ms without end", "(drop (call $looks (i64.const 10000000)))"),
    for_ever!(
        "reads-for-ever",
        "reads without waiting, without end",
        "(drop (call $set_flags (i32.const 0) (i32.const 4))) (drop (call $hear))"
    ),
    text!("waits-too-long", "waits for input for a day", "(drop (call $looks (i64.const 86400000000000)))")
        .module(COMPUTING)
        .within(Limit::Turn),
    // Memory and tables.
    text!("grows", "takes all its memory, and more", "1", concat!(
        "(call $check (i32.eq (memory.grow (i32.const 1023)) (i32.const 1))) ",
        "(call $check (i32.eq (memory.grow (i32.const 1)) (i32.const -1))) ",
        "(memory.fill (i32.const 128) (i32.const 1) (i32.const 0x3ffff80)) ",
        "(call $check (i32.eq (memory.size) (i32.const 1024)))"
    ), "")
    .module(PLAYS_ON),
    text!("grows-over", "takes more memory than there is", concat!(
        "(call $check (i32.eq (memory.grow (i32.const 1024)) (i32.const -1))) ",
        "(call $check (i32.eq (memory.grow (i32.const 65535)) (i32.const -1))) ",
        "(call $check (i32.eq (memory.grow (i32.const -1)) (i32.const -1))) ",
        "(call $check (i32.eq (memory.size) (i32.const 1)))"
    ))
    .module(PLAYS_ON),
    text!("largest-memory", "begins with all the memory that it may have", "1024", "", "").module(PLAYS_ON),
    text!("own-limit", "allows itself less memory than it may have", "1 2", concat!(
        "(call $check (i32.eq (memory.grow (i32.const 1)) (i32.const 1))) ",
        "(call $check (i32.eq (memory.grow (i32.const 1)) (i32.const -1)))"
    ), "")
    .module(PLAYS_ON),
    text!("over-limit", "allows itself more memory than it may have", "1 65536", concat!(
        "(call $check (i32.eq (memory.grow (i32.const 1023)) (i32.const 1))) ",
        "(call $check (i32.eq (memory.grow (i32.const 1)) (i32.const -1)))"
    ), "")
    .module(PLAYS_ON),
    text!("largest-table", "takes all of a table that it may, and more", concat!(
        "(call $check (i32.eq (table.grow (ref.null func) (i32.const 99999)) (i32.const 1))) ",
        "(call $check (i32.eq (table.grow (ref.null func) (i32.const 1)) (i32.const -1)))"
    ), "(table 1 funcref)")
    .module(PLAYS_ON),
    text!("table-grows-over", "takes more of a table than it may",
        "(call $check (i32.eq (table.grow (ref.null func) (i32.const -1)) (i32.const -1)))",
        "(table 1 funcref)")
    .module(PLAYS_ON),
    // Before its start.
    text!("start-traps", "traps before its start", "", "(func $before (unreachable)) (start $before)")
        .module("not-started: by a trap: it aborted (unreachable)"),
    text!("start-loops", "loops before its start", "", "(func $before (loop (br 0))) (start $before)")
        .module("not-started: it was still computing when its time to greet was over")
        .within(Limit::Start),
    text!("start-leaves", "leaves before its start", "", "(func $before (call $exit (i32.const 9))) (start $before)")
        .module("not-started: with exit status 9"),
    text!("start-floods", "prints without end before its start", "",
        "(data (i32.const 48) \"\\n\\n\") (func $before (loop (call $say (i32.const 48)) (br 0))) (start $before)")
    .module("not-started: it printed too much"),
    text!("start-plays", "has played before its start", "",
        "(func $before (call $meet) (call $play_on) (call $exit (i32.const 0))) (start $before)")
    .module(PLAYS_ON),
    // System calls.
    text!("exit-minus-one", "leaves with the status -1", "(call $exit (i32.const -1))")
        .module("exited: with exit status -1"),
    text!("calls-far-out", "makes calls with pointers out of its memory", concat!(
        "(call $check (call $fd_write (i32.const 1) (i32.const -8) (i32.const 1) (i32.const 8))) ",
        "(call $check (call $fd_write (i32.const 1) (i32.const 0) (i32.const -1) (i32.const 8))) ",
        "(call $check (call $fd_read (i32.const 0) (i32.const -1) (i32.const -1) (i32.const -1))) ",
        "(call $check (call $poll (i32.const -1) (i32.const -1) (i32.const -1) (i32.const -1))) ",
        "(call $check (call $poll (i32.const 0) (i32.const 0) (i32.const 0x80000000) (i32.const 0))) ",
        "(call $check (call $random (i32.const 0) (i32.const -1))) ",
        "(call $check (call $random (i32.const -1) (i32.const 2))) ",
        "(call $check (call $clock (i32.const 0) (i64.const 0) (i32.const -4))) ",
        "(call $check (call $args (i32.const -1) (i32.const -1))) ",
        "(call $check (call $path_open (i32.const 3) (i32.const 0) (i32.const 0) (i32.const -1) (i32.const 0) ",
        "(i64.const -1) (i64.const -1) (i32.const 0) (i32.const 0)))"
    ))
    .module(PLAYS_ON),
    text!("other-numbers", "uses descriptors that it does not have", concat!(
        "(call $check (call $fd_close (i32.const -1))) ",
        "(call $check (call $fd_write (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8))) ",
        "(call $check (call $fd_write (i32.const 4000000000) (i32.const 0) (i32.const 1) (i32.const 8))) ",
        "(call $check (call $fd_read (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))) ",
        "(call $check (call $fd_renumber (i32.const 1) (i32.const 99)))"
    ))
    .module(PLAYS_ON),
    text!("renumbers", "puts its stdout in the place of its stdin",
        "(drop (call $fd_renumber (i32.const 1) (i32.const 0)))")
    .module("exited: with exit status 0"),
    text!("long-path", "opens a path of 60 kB",
        "(call $check (call $path_open (i32.const 3) (i32.const 0) (i32.const 1024) (i32.const 60000) (i32.const 1) (i64.const -1) (i64.const -1) (i32.const 0) (i32.const 0)))")
    .module(PLAYS_ON),
];
