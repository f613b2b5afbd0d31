//! The programs that play many roles (`bots-wasm/src/hostile.rs`), and what each of them comes to
//! in its two forms.

use crate::{Bot, HostileRow, Limit};

/// Says the wrong things, mistreats its streams, crashes, or never ends.
pub(crate) const CAST: &str = "hostile-cast";
/// Wants all there is of something, or what is none of its own.
const GREEDY: &str = "hostile-greedy";

const NO_COLUMN: &str = "malformed: which is no column (1 to 7)";
const PLAYS_ON: &str = "4 4 4 4 wins";
const COMPUTING: &str = "timeout: as it was still computing";
const WAITING: &str = "timeout: as it waits for input instead";
const HELD: &str = "exited: with exit status 3";
const ABORTED: &str = "exited: by a trap: it aborted (unreachable)";
const BEYOND: &str = "exited: by a trap: it reached beyond the end of its memory or of a table";

/// Writes a role into the module of a program that plays many.
///
/// # Panics
/// If the program has no place for it, or the role no room there.
pub fn cast(mut program: Vec<u8>, role: &str) -> Vec<u8> {
    const MARK: &[u8] = b"the role of this hostile bot:";
    const ROOM: usize = 19;
    assert!(role.len() <= ROOM, "{role} is too long");
    let at = program.windows(MARK.len()).position(|window| window == MARK).expect("it plays many roles") + MARK.len();
    program[at..at + ROOM].copy_from_slice(format!("{role:ROOM$}").as_bytes());
    program
}

const fn role(role: &'static str, does: &'static str) -> HostileRow {
    HostileRow::new(role, does, Bot::Role(CAST, role))
}

const fn greedy(role: &'static str, does: &'static str) -> HostileRow {
    HostileRow::new(role, does, Bot::Role(GREEDY, role)).greedy()
}

pub(crate) const ROWS: &[HostileRow] = &[
    // What it says.
    role("lines", "prints lines without end").comes_to(NO_COLUMN),
    role("blank-lines", "prints empty lines without end").comes_to("flooded"),
    role("unbroken", "prints without end and without a newline").comes_to(NO_COLUMN),
    role("huge-line", "prints a line of 600 kB").comes_to(NO_COLUMN),
    role("larger-line", "prints a line of 3 MB").comes_to(NO_COLUMN),
    role("column-9", "plays a column that there is not").comes_to(NO_COLUMN),
    role("nul", "prints a NUL after its column").comes_to(NO_COLUMN),
    role("not-text", "prints what is not UTF-8").comes_to(NO_COLUMN),
    role("wide-digit", "prints a digit of another alphabet").comes_to(NO_COLUMN),
    role("two-in-a-line", "prints two columns in one line").comes_to(NO_COLUMN),
    role("escapes", "prints what commands a terminal").comes_to(NO_COLUMN),
    role("no-newline", "never prints a newline").comes_to(PLAYS_ON),
    role("carriage-return", "ends its lines as on Windows").comes_to(PLAYS_ON),
    role("byte-by-byte", "prints a byte at a time").comes_to(PLAYS_ON),
    // When it says so.
    role("early", "answers twice, and so before it is asked").comes_to("3 4 5 5 5 5 wins"),
    role("all-at-once", "gives four answers to one question").comes_to(PLAYS_ON),
    role("then-lines", "gives an answer and then prints lines without end")
        .comes_to("4 malformed: which is no column (1 to 7)"),
    role("then-blank-lines", "gives an answer and then prints empty lines without end").comes_to("4 flooded"),
    role("echo", "repeats without end what it is told").comes_to("4 malformed: which is no column (1 to 7)"),
    role("after-the-end", "prints without end after the match").comes_to(PLAYS_ON),
    // How it begins.
    role("wrong-greeting", "greets with the wrong word")
        .comes_to("not-started: it printed `P`, but a bot's first word is `p`"),
    role("blank-greeting", "greets with empty lines without end").comes_to("not-started: it printed too much"),
    role("unbroken-greeting", "greets without end and without a newline").comes_to("not-started: it printed `xxxx…"),
    role("sleeps-at-once", "sleeps instead of greeting")
        .module("not-started: it was still computing when its time to greet was over")
        .executable("not-started: it did not greet in time (does it flush its output?)")
        .within(Limit::Start),
    role("buffers-all", "never flushes, its greeting neither")
        .comes_to("not-started: it did not greet in time (does it flush its output?)")
        .within(Limit::Start),
    role("absent-0", "ends at once").comes_to("not-started: with exit status 0"),
    role("absent-1", "ends at once, with a status").comes_to("not-started: with exit status 1"),
    // What it does to its streams.
    HostileRow::new("mute", "never flushes its answer", Bot::Program("hostile-mute"))
        .module(WAITING)
        .executable("timeout")
        .within(Limit::Turn),
    role("deaf", "says all its answers at once and never reads again").comes_to(PLAYS_ON),
    role("closes-stdin", "closes its stdin").comes_to(PLAYS_ON),
    role("closes-stdout", "closes its stdout and waits").module(WAITING).executable("timeout").within(Limit::Turn),
    role("closes-stderr", "closes its stderr").comes_to(PLAYS_ON),
    role("closes-everything", "closes all its streams and sleeps")
        .module(COMPUTING)
        .executable("timeout")
        .within(Limit::Turn),
    role("stderr-flood", "writes to stderr without end").module(COMPUTING).executable("timeout").within(Limit::Turn),
    role("chatty", "writes 2 MB to stderr before each move").comes_to(PLAYS_ON),
    role("stderr-escapes", "writes to stderr what commands a terminal").comes_to(PLAYS_ON),
    // How it ends, or does not.
    role("answers-once", "ends after its first move").comes_to("4 exited: with exit status 0"),
    role("exit-0", "ends when it is asked").comes_to("exited: with exit status 0"),
    role("exit-1", "ends with status 1").comes_to("exited: with exit status 1"),
    role("exit-2", "ends with status 2").comes_to("exited: with exit status 2"),
    role("exit-77", "ends with status 77").comes_to("exited: with exit status 77"),
    role("exit-126", "ends with status 126").comes_to("exited: with exit status 126"),
    role("exit-127", "ends with status 127").comes_to("exited: with exit status 127"),
    role("exit-137", "ends with a shell's status of a signal").comes_to("exited: with exit status 137"),
    role("exit-255", "ends with status 255").comes_to("exited: with exit status 255"),
    // The system keeps eight bits of it.
    role("exit-256", "ends with status 256")
        .module("exited: with exit status 256")
        .executable("exited: with exit status 0"),
    role("exit-2147483647", "ends with the largest status")
        .module("exited: with exit status 2147483647")
        .executable("exited: with exit status 255"),
    role("fails", "returns an error from main").comes_to("exited: with exit status 1"),
    role("panics", "panics").module(ABORTED).executable("exited: with exit status 101"),
    role("aborts", "aborts").module(ABORTED).executable("exited: killed by signal 6"),
    role("wild-pointer", "reads memory that is not there").module(BEYOND).executable("exited: killed by signal 11"),
    role("recursion", "calls itself without end").module(BEYOND).executable("exited: killed by signal 6"),
    HostileRow::new("loop", "computes without end", Bot::Program("hostile-loop"))
        .module(COMPUTING)
        .executable("timeout")
        .within(Limit::Turn),
    role("sleeps", "sleeps for a day").module(COMPUTING).executable("timeout").within(Limit::Turn),
    role("watches-the-clock", "looks at the clock for a day")
        .module(COMPUTING)
        .executable("timeout")
        .within(Limit::Turn),
    // What it wants.
    greedy("memory", "takes memory until it gets no more").comes_to(HELD),
    greedy("memory-unasked", "uses memory without asking whether there is any")
        .module(ABORTED)
        .executable("exited: killed by signal 6"),
    greedy("descriptors", "opens files until it may not").comes_to(HELD),
    greedy("disk", "fills the disk until there is no room").comes_to(HELD),
    greedy("large-file", "makes one file as large as it can").module(HELD).executable("exited: killed by signal 25"),
    greedy("names", "makes empty files until it may not").comes_to(HELD),
    greedy("folders", "makes folders in folders until it may not").comes_to(HELD),
    greedy("threads", "starts threads until it may not").comes_to(HELD),
    greedy("processes", "starts processes until it may not").comes_to(HELD),
    greedy("paths", "tries paths with `..`, with NUL and of 100 kB").comes_to(PLAYS_ON),
    greedy("network", "tries sockets of every kind").comes_to(PLAYS_ON),
];
