//! The programs that play many roles (`bots-wasm/src/hostile.rs`), and the expected result of each
//! of them in its two forms.

use crate::{Bot, HostileRow, Limit};

/// Prints wrong output, mistreats its streams, crashes, or never ends.
pub(crate) const CAST: &str = "hostile-cast";
/// Exhausts a resource or accesses what it must not; each bot stops on its own.
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
    // Wrong output.
    role("lines", "prints lines without end").with_result(NO_COLUMN),
    role("blank-lines", "prints empty lines without end").with_result("flooded"),
    role("unbroken", "prints without end and without a newline").with_result(NO_COLUMN),
    role("huge-line", "prints a line of 600 kB").with_result(NO_COLUMN),
    role("larger-line", "prints a line of 3 MB").with_result(NO_COLUMN),
    role("column-9", "plays a column that there is not").with_result(NO_COLUMN),
    role("nul", "prints a NUL before its column").with_result(NO_COLUMN),
    role("not-text", "prints what is not UTF-8").with_result(NO_COLUMN),
    role("wide-digit", "prints a digit of another alphabet").with_result(NO_COLUMN),
    role("two-in-a-line", "prints two columns in one line").with_result(NO_COLUMN),
    role("escapes", "prints what commands a terminal").with_result(NO_COLUMN),
    role("no-newline", "never prints a newline").with_result(PLAYS_ON),
    role("carriage-return", "ends its lines as on Windows").with_result(PLAYS_ON),
    role("byte-by-byte", "prints a byte at a time").with_result(PLAYS_ON),
    // Wrong moments for output.
    role("early", "answers twice, and so before it is asked").with_result("3 4 5 5 5 5 wins"),
    role("all-at-once", "gives four answers to one question").with_result(PLAYS_ON),
    role("then-lines", "gives an answer and then prints lines without end")
        .with_result("4 malformed: which is no column (1 to 7)"),
    role("then-blank-lines", "gives an answer and then prints empty lines without end").with_result("4 flooded"),
    role("echo", "repeats without end what it is told").with_result("4 malformed: which is no column (1 to 7)"),
    role("after-the-end", "prints without end after the match").with_result(PLAYS_ON),
    // How it begins.
    role("wrong-greeting", "greets with the wrong word")
        .with_result("not-started: it printed `P`, but a bot's first word is `p`"),
    role("blank-greeting", "greets with empty lines without end").with_result("not-started: it printed too much"),
    role("unbroken-greeting", "greets without end and without a newline").with_result("not-started: it printed `xxxx…"),
    role("sleeps-at-once", "sleeps instead of greeting")
        .module("not-started: it was still computing when its time to greet was over")
        .executable("not-started: it did not greet in time (does it flush its output?)")
        .within(Limit::Start),
    role("buffers-all", "never flushes, its greeting neither")
        .with_result("not-started: it did not greet in time (does it flush its output?)")
        .within(Limit::Start),
    role("absent-0", "ends at once").with_result("not-started: with exit status 0"),
    role("absent-1", "ends at once, with a status").with_result("not-started: with exit status 1"),
    // Mistreated streams.
    HostileRow::new("mute", "never flushes its answer", Bot::Program("hostile-mute"))
        .module(WAITING)
        .executable("timeout")
        .within(Limit::Turn),
    role("deaf", "says all its answers at once and never reads again").with_result(PLAYS_ON),
    role("closes-stdin", "closes its stdin").with_result(PLAYS_ON),
    role("closes-stdout", "closes its stdout and waits").module(WAITING).executable("timeout").within(Limit::Turn),
    role("closes-stderr", "closes its stderr").with_result(PLAYS_ON),
    role("closes-everything", "closes all its streams and sleeps")
        .module(COMPUTING)
        .executable("timeout")
        .within(Limit::Turn),
    role("stderr-flood", "writes to stderr without end").module(COMPUTING).executable("timeout").within(Limit::Turn),
    role("chatty", "writes 2 MB to stderr before each move").with_result(PLAYS_ON),
    role("stderr-escapes", "writes to stderr what commands a terminal").with_result(PLAYS_ON),
    // How it ends, or does not.
    role("answers-once", "ends after its first move").with_result("4 exited: with exit status 0"),
    role("exit-0", "ends when it is asked").with_result("exited: with exit status 0"),
    role("exit-1", "ends with status 1").with_result("exited: with exit status 1"),
    role("exit-2", "ends with status 2").with_result("exited: with exit status 2"),
    role("exit-77", "ends with status 77").with_result("exited: with exit status 77"),
    role("exit-126", "ends with status 126").with_result("exited: with exit status 126"),
    role("exit-127", "ends with status 127").with_result("exited: with exit status 127"),
    role("exit-137", "ends with a shell's status of a signal").with_result("exited: with exit status 137"),
    role("exit-255", "ends with status 255").with_result("exited: with exit status 255"),
    // The system keeps eight bits of the status.
    role("exit-256", "ends with status 256")
        .module("exited: with exit status 256")
        .executable("exited: with exit status 0"),
    role("exit-2147483647", "ends with the largest status")
        .module("exited: with exit status 2147483647")
        .executable("exited: with exit status 255"),
    role("fails", "returns an error from main").with_result("exited: with exit status 1"),
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
    // Excessive use of resources.
    greedy("memory", "takes memory until it gets no more").with_result(HELD),
    greedy("memory-unasked", "uses memory without asking whether there is any")
        .module(ABORTED)
        .executable("exited: killed by signal 6"),
    greedy("descriptors", "opens files until it may not").with_result(HELD),
    greedy("disk", "fills the disk until there is no room").with_result(HELD),
    greedy("large-file", "makes one file as large as it can").module(HELD).executable("exited: killed by signal 25"),
    greedy("names", "makes empty files until it may not").with_result(HELD),
    greedy("folders", "makes folders in folders until it may not").with_result(HELD),
    greedy("threads", "starts threads until it may not").with_result(HELD),
    greedy("processes", "starts processes until it may not").with_result(HELD),
    greedy("paths", "tries paths with `..`, with NUL and of 100 kB").with_result(PLAYS_ON),
    greedy("network", "tries sockets of every kind").with_result(PLAYS_ON),
];
