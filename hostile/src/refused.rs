//! Bytes that are not a module, modules that are invalid or may not run; and modules that are as
//! large in some way as may be.

use crate::bytes::{self, BEGINNING};
use crate::{Bot, HostileRow};

/// A row of a module that is refused when it is loaded, with this message.
const fn bytes(name: &'static str, does: &'static str, bytes: fn() -> Vec<u8>, words: &'static str) -> HostileRow {
    HostileRow::new(name, does, Bot::Bytes(bytes)).module(words)
}

const fn text(name: &'static str, does: &'static str, text: fn() -> String, words: &'static str) -> HostileRow {
    HostileRow::new(name, does, Bot::Text(text)).module(words)
}

/// The smallest module with this in it and this much memory.
fn with(memory: &str, rest: &str) -> String {
    format!(r#"(module (memory (export "memory") {memory}) (func (export "_start")) {rest})"#)
}

const TRUNCATED: &str = "refused: the file ends in the middle of the module; copy or build it again";

/// How many instructions of one byte the largest function may have. Its charges, locals and end
/// have 23 bytes.
const LARGEST: usize = CHARGED_BYTES - CHARGE;
const CHARGED_BYTES: usize = 2_000_000;
/// The bytes of a function that does nothing, with its charges.
const CHARGE: usize = 23;

/// A module whose functions have 16,000,000 bytes with their charges, and this many more.
fn nop_functions(more: usize) -> Vec<u8> {
    let mut counts = [LARGEST; 8];
    // Its start is a function, too.
    counts[7] += more;
    counts[7] -= CHARGE;
    bytes::nop_functions(&counts)
}

/// The end of all modules here that may run: they do nothing at all.
const IDLE: &str = "not-started: with exit status 0";

pub(crate) const ROWS: &[HostileRow] = &[
    // No module.
    bytes("empty", "is an empty file", Vec::new, "refused: the file is empty"),
    bytes(
        "elf",
        "is an executable",
        || b"\x7fELF\x02\x01\x01".to_vec(),
        "refused: this is an executable or library for Linux…",
    ),
    bytes("page", "is a page of the web", || b"<!doctype html><title>404".to_vec(), "refused: this is an HTML page…"),
    bytes("noise", "is noise", || bytes::noise(100_000), "refused: this is a file of an unknown kind…"),
    bytes("component", "is a component", || b"\0asm\x0d\0\x01\0".to_vec(), "refused: this is a WebAssembly component…"),
    bytes(
        "beginning",
        "is a module's first eight bytes",
        || BEGINNING.to_vec(),
        "refused: the module has no function `_start`…",
    ),
    bytes("cut-in-the-word", "is a module's first three bytes", || BEGINNING[..3].to_vec(), TRUNCATED),
    bytes("cut", "is the first half of a module", || bytes::cut(1, 2), TRUNCATED),
    bytes("cut-late", "is a module without its last byte", || bytes::cut(99, 100), TRUNCATED),
    bytes(
        "noise-inside",
        "is a module of noise",
        || [BEGINNING, &bytes::noise(100_000)].concat(),
        "refused: the module is not valid WebAssembly…",
    ),
    bytes(
        "long-section",
        "has a section that is longer than the file",
        || bytes::section(1, u32::MAX, &[0]),
        TRUNCATED,
    ),
    bytes(
        "long-vector",
        "has four thousand million types",
        || bytes::section(1, 6, &[0xff, 0xff, 0xff, 0xff, 0x0f, 0x60]),
        "refused: the module is not valid WebAssembly: types count…",
    ),
    // A module that may not run.
    text(
        "no-start",
        "has no start",
        || r#"(module (memory (export "memory") 1))"#.into(),
        "refused: the module has no function `_start`…",
    ),
    text(
        "start-wants-something",
        "has a start that wants something",
        || r#"(module (memory (export "memory") 1) (func (export "_start") (param i32)))"#.into(),
        "refused: `_start` has to be a function that takes and answers nothing",
    ),
    text(
        "start-is-a-call",
        "starts with a call of the system",
        || {
            r#"(module (import "wasi_snapshot_preview1" "proc_exit" (func $f (param i32))) (memory (export "memory") 1) (export "_start" (func $f)))"#.into()
        },
        "refused: `_start` has to be a function that takes and answers nothing",
    ),
    text(
        "no-memory",
        "has no memory",
        || r#"(module (func (export "_start")))"#.into(),
        "refused: the module has no memory of its own…",
    ),
    text(
        "hidden-memory",
        "keeps its memory to itself",
        || r#"(module (memory 1) (func (export "_start")))"#.into(),
        "refused: the module does not export its memory as `memory`…",
    ),
    text(
        "foreign-memory",
        "brings in its memory",
        || r#"(module (import "env" "memory" (memory 1)) (func (export "_start")))"#.into(),
        "refused: the module imports what does not exist here: env.memory…",
    ),
    text(
        "huge-memory",
        "begins with more memory than it may have",
        || with("1025", ""),
        "refused: the module starts with 65600 KiB of memory and may have 65536; use smaller static arrays",
    ),
    text(
        "all-memory",
        "begins with all the memory that there can be",
        || with("65536", ""),
        "refused: the module starts with 4194304 KiB of memory and may have 65536; use smaller static arrays",
    ),
    text("shared-memory", "shares its memory", || with("1 2 shared", ""), "refused: the module uses threads…"),
    text(
        "wide-memory",
        "has a memory of 64 bits",
        || with("i64 1", ""),
        "refused: the module uses 64-bit memory (memory64)…",
    ),
    text(
        "two-memories",
        "has two memories",
        || with("1", "(memory 1)"),
        "refused: the module uses several memories (multi-memory)…",
    ),
    text(
        "unknown-imports",
        "wants calls that there are not",
        || {
            r#"(module (import "env" "system" (func)) (import "wasi_snapshot_preview1" "sock_open" (func)) (memory (export "memory") 1) (func (export "_start")))"#.into()
        },
        "refused: the module imports what does not exist here: env.system, wasi_snapshot_preview1.sock_open…",
    ),
    text(
        "own-refill",
        "wants the call that grants time",
        || {
            r#"(module (import "botyard" "refill" (func)) (memory (export "memory") 1) (func (export "_start")))"#
                .into()
        },
        "refused: the module imports what does not exist here: botyard.refill…",
    ),
    text(
        "own-budget",
        "offers a budget of its own",
        || with("1", r#"(global (export "botyard:budget") (mut i64) (i64.const 0x7fffffff))"#),
        "refused: the module exports `botyard:budget` or…",
    ),
    text(
        "others-budget",
        "sets a global that is not its own",
        || with("1", "(func (global.set 0 (i64.const 1)))"),
        "refused: the module is not valid WebAssembly: unknown global…",
    ),
    text(
        "throws",
        "throws exceptions",
        || with("1", "(tag $e) (func (throw $e))"),
        "refused: the module uses the exceptions proposal…",
    ),
    text(
        "atomics",
        "uses atomic instructions",
        || with("1", "(func (drop (i32.atomic.load (i32.const 0))))"),
        "refused: the module uses threads…",
    ),
    text(
        "huge-table",
        "begins with a table that is too large",
        || with("1", "(table 100001 funcref)"),
        "refused: the module has too many tables, or one that is too large",
    ),
    text(
        "many-tables",
        "has 17 tables",
        || with("1", &"(table 1 funcref)".repeat(17)),
        "refused: the module has too many tables, or one that is too large",
    ),
    text("tables", "has 16 tables of 100,000 places", || with("1", &"(table 100000 funcref)".repeat(16)), IDLE),
    text("whole-memory", "begins with all the memory that it may have", || with("1024", ""), IDLE),
    text(
        "references",
        "has references to what a host has",
        || with("1", "(func (param externref))"),
        "refused: the module uses host references (externref), which bots may not use…",
    ),
    text(
        "reference-table",
        "has a table of references to what a host has",
        || with("1", "(table 1 externref)"),
        "refused: the module uses host references (externref), which bots may not use…",
    ),
    text(
        "function-references",
        "has references to functions",
        || with("1", "(table 1 funcref) (func (param funcref)) (func (drop (ref.null func)))"),
        IDLE,
    ),
    text(
        "data-outside",
        "puts data where there is no memory",
        || with("1", r#"(data (i32.const 65535) "xy")"#),
        "not-started: by a trap: it reached beyond the end of its memory or of a table",
    ),
    text(
        "elements-outside",
        "puts functions where there is no table",
        || with("1", "(table 1 funcref) (elem (i32.const 1) 0)"),
        "not-started: by a trap: it reached beyond the end of its memory or of a table",
    ),
    // As large as may be, or larger.
    bytes("padding", "is a file of 32 MiB", || bytes::padded_to(32 << 20), IDLE),
    bytes(
        "more-padding",
        "is a file of 32 MiB and a byte",
        || bytes::padded_to((32 << 20) + 1),
        "refused: the module has 33554433 bytes…",
    ),
    bytes("nested", "has 10,000 blocks in each other", || bytes::nested(10_000), IDLE),
    bytes("nested-loops", "has 1,000 loops in each other", || bytes::nested_loops(1_000), IDLE),
    bytes(
        "nested-loops-more",
        "has 1,001 loops in each other",
        || bytes::nested_loops(1_001),
        "refused: function 1 of the module has too many loops or blocks in each other…",
    ),
    bytes("nested-most", "has 20,000 blocks in each other", || bytes::nested(20_000), IDLE),
    bytes(
        "nested-deeper",
        "has 20,001 blocks in each other",
        || bytes::nested(20_001),
        "refused: function 1 of the module has too many loops or blocks in each other…",
    ),
    bytes("nested-ifs", "has 3,000 conditions in each other", || bytes::nested_ifs(3_000), IDLE),
    bytes(
        "nested-more",
        "has 3,000,000 blocks in each other",
        || bytes::nested(3_000_000),
        "refused: the module is not valid WebAssembly: function body size…",
    ),
    bytes("jumps", "jumps 5 times to one of 60,000 places", || bytes::tables(5, 60_000), IDLE),
    bytes("many-jumps", "jumps 2,000 times to one of 100 places", || bytes::tables(2_000, 100), IDLE),
    bytes(
        "larger-jump",
        "jumps to one of 70,000 places",
        || bytes::tables(1, 70_000),
        "refused: function 1 of the module is too large…",
    ),
    bytes("sum", "has a function of 150 kB", || bytes::sum(50_000), IDLE),
    bytes(
        "larger-sum",
        "has a function of 9 MB",
        || bytes::sum(3_000_000),
        "refused: the module is not valid WebAssembly: function body size…",
    ),
    bytes("stack", "has 30,000 numbers at once", || bytes::stack(29_999), IDLE),
    bytes(
        "more-stack",
        "has 30,001 numbers at once",
        || bytes::stack(30_000),
        "refused: function 1 of the module is too large…",
    ),
    bytes("locals", "has a function of 30,000 variables", || bytes::locals(30_000), IDLE),
    bytes(
        "more-locals",
        "has a function of 30,001 variables",
        || bytes::locals(30_001),
        "refused: function 1 of the module is too large, or has too many local variables…",
    ),
    bytes(
        "all-locals",
        "has a function of four thousand million variables",
        || bytes::locals(u32::MAX),
        "refused: the module is not valid WebAssembly: too many locals…",
    ),
    bytes("locals-together", "has 334 functions of 10,000,000 variables", || bytes::locals_together(10_000_000), IDLE),
    bytes(
        "more-locals-together",
        "has 334 functions of 10,000,001 variables",
        || bytes::locals_together(10_000_001),
        "refused: the functions of the module have too many local variables together…",
    ),
    bytes("all-bytes", "has functions of 16,000,000 bytes with their charges", || nop_functions(0), IDLE),
    bytes(
        "more-bytes-together",
        "has functions of 16,000,001 bytes with their charges",
        || nop_functions(1),
        "refused: the functions of the module have more than 16000000 bytes with their charges…",
    ),
    bytes("searches", "has a compiler search for locals in 10,000,000 steps", || bytes::searches(10_000_000), IDLE),
    bytes(
        "more-searches",
        "has a compiler search for locals in 10,000,001 steps",
        || bytes::searches(10_000_001),
        "refused: the functions of the module, up to function 1, use too many local variables across too many loops…",
    ),
    bytes("most-bytes", "has a function of 2,000,000 bytes with its charges", || bytes::nops(LARGEST), IDLE),
    bytes(
        "more-bytes",
        "has a function of 2,000,001 bytes with its charges",
        || bytes::nops(LARGEST + 1),
        "refused: function 1 of the module is too large…",
    ),
    bytes("most-targets", "jumps to one of 65,000 places", || bytes::tables(1, 65_000), IDLE),
    bytes(
        "more-targets",
        "jumps to one of 65,001 places",
        || bytes::tables(1, 65_001),
        "refused: function 1 of the module is too large…",
    ),
    bytes("globals", "has 50,000 globals", || bytes::globals(50_000), IDLE),
    bytes(
        "more-globals",
        "has 50,001 globals",
        || bytes::globals(50_001),
        "refused: the module has 50001 globals and may have 50000; keep variables in memory",
    ),
    bytes("functions", "has 50,000 functions", || bytes::functions(50_000), IDLE),
    text(
        "globals-and-functions",
        "has 50,000 globals, and 10,000 functions in a table",
        || {
            let (functions, globals) = ("(func)".repeat(10_000), "(global i32 (i32.const 0))".repeat(50_000));
            let indexes: Vec<_> = (0..10_000).map(|index: u32| index.to_string()).collect();
            let elements = format!("(table 10000 funcref) (elem (i32.const 0) func {})", indexes.join(" "));
            with("1", &[functions, elements, globals].concat())
        },
        IDLE,
    ),
    bytes(
        "more-functions",
        "has 50,001 functions",
        || bytes::functions(50_001),
        "refused: the module has too many functions",
    ),
    bytes("types", "has 50,000 types", || bytes::types(50_000), IDLE),
    bytes("more-types", "has 50,001 types", || bytes::types(50_001), "refused: the module has too many functions"),
    bytes("exports", "has 100,000 exports", || bytes::exports(100_000), IDLE),
];
