//! A bot's stderr when it was stopped: finds the error that its language printed, and its place.
//! Knows the messages of several languages, and no bot.

use std::fmt;

use super::excerpt;
use crate::fault::{Fault, FaultKind, FaultReason};

/// The most characters of a message.
const MESSAGE_MAX: usize = 300;

/// Marks of lines that report an exception or an assertion: of C and C++, of C++ alone, of Go, and
/// of languages whose errors have no other form.
const MARKS: [&str; 4] = ["ssertion", "terminating ", "panic:", "Error:"];

/// How the line begins in which the interpreter of JavaScript notes where a script computes for
/// long. The calls follow, as after an error.
const COMPUTING: &str = "note: computing for ";

/// What a bot's stderr says about its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrashReport {
    /// What it is a report of.
    pub kind: CrashKind,
    /// The first line of the message.
    pub message: String,
    /// Where it happened, if the language prints that.
    pub place: Option<CodePlace>,
}

/// What a bot's stderr is a report of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CrashKind {
    /// A panic of Rust.
    Panic,
    /// An error or an exception that nobody caught, or an assertion.
    Error,
    /// A value was thrown that is not an error.
    Thrown,
    /// The bot only computed for long. That is a problem if its time was up.
    Computing,
}

/// A place in the source of a bot. It is written as `bot.js:2:13`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodePlace {
    /// The file, as the language names it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: Option<usize>,
}

impl CrashReport {
    /// Finds the last report in a bot's stderr.
    ///
    /// ```
    /// use botyard_engine::diagnosis::CrashReport;
    ///
    /// let report = CrashReport::find("depth 7\nTypeError: x is null\n    at move (bot.js:2:1)\n").expect("an error");
    /// assert_eq!(report.to_string(), "TypeError: x is null (bot.js:2:1)");
    /// ```
    pub fn find(stderr: &str) -> Option<Self> {
        let lines: Vec<_> = stderr.lines().collect();
        let (calls_end, of_calls) = find_calls(&lines).map_or((0, None), |(end, report)| (end, Some(report)));
        let reports = (calls_end..lines.len()).rev().find_map(|at| read_line(&lines, at));
        reports.or(of_calls)
    }

    /// Calls a file by another name: to its interpreter, the first file of a script has always the
    /// same one.
    #[must_use]
    pub fn renaming(mut self, from: &str, to: &str) -> Self {
        if let Some(place) = self.place.as_mut().filter(|place| place.file == from) {
            to.clone_into(&mut place.file);
        }
        self
    }
}

/// The bot's mistake, as a clause that follows a colon: `it panicked at src/main.rs:15:9: index out
/// of bounds`, `TypeError: x is null (bot.js:2:1)`.
impl fmt::Display for CrashReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, message, place } = self;
        match (kind, place) {
            (CrashKind::Panic, Some(place)) => write!(f, "it panicked at {place}: {message}"),
            (CrashKind::Panic, None) => write!(f, "it panicked: {message}"),
            (CrashKind::Thrown, _) => write!(f, "uncaught: {message}"),
            (_, Some(place)) => write!(f, "{message} ({place})"),
            (_, None) => f.write_str(message),
        }
    }
}

impl fmt::Display for CodePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        self.column.map_or(Ok(()), |column| write!(f, ":{column}"))
    }
}

impl CodePlace {
    /// Reads `src/main.rs:15:9` or `bot.js:3`.
    fn read(text: &str) -> Option<Self> {
        let (before, last) = text.rsplit_once(':')?;
        let last = last.parse().ok()?;
        let with_column = before.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
        let (file, line, column) = with_column.map_or((before, last, None), |(file, line)| (file, line, Some(last)));
        (!file.is_empty()).then(|| Self { file: file.to_owned(), line, column })
    }
}

/// The fault of a bot that crashed, with what its stderr reports as the reason; `None` if the report
/// is not about this fault.
pub fn explain_crash(fault: &Fault, report: &CrashReport) -> Option<Fault> {
    let has_crashed = matches!(fault.why, FaultReason::Trap(_) | FaultReason::ExitStatus(_));
    if !has_crashed || report.kind == CrashKind::Computing {
        return None;
    }
    let why = match fault.kind {
        FaultKind::NotStarted => FaultReason::Other(report.to_string()),
        _ => FaultReason::Trap(report.to_string().as_str().into()),
    };
    Some(Fault { kind: fault.kind, received: String::new(), why })
}

fn report(kind: CrashKind, message: &str, place: Option<CodePlace>) -> CrashReport {
    CrashReport { kind, message: excerpt(message.trim(), MESSAGE_MAX), place }
}

/// Reads the report that this line begins, if it is one without a list of calls below it.
fn read_line(lines: &[&str], at: usize) -> Option<CrashReport> {
    let line = lines[at];
    if let Some((_, rest)) = line.split_once("panicked at ") {
        // Rust's message is in the next line.
        let place = CodePlace::read(rest.trim_end().trim_end_matches(':'));
        let next = lines.get(at + 1).copied().unwrap_or_default();
        return Some(report(CrashKind::Panic, if place.is_some() { next } else { rest }, place));
    }
    if let Some(value) = line.strip_prefix("uncaught: ") {
        return Some(report(CrashKind::Thrown, value, None));
    }
    if is_error(line) || is_end_of_traceback(lines, at) {
        return Some(report(CrashKind::Error, line, lines[..at].iter().rev().find_map(|line| python_place(line))));
    }
    if let Some((message, place)) = split_assertion(line) {
        return Some(report(CrashKind::Error, message, Some(place)));
    }
    MARKS.iter().any(|mark| line.contains(mark)).then(|| report(CrashKind::Error, line, None))
}

/// Whether a line begins with the usual name of an error, as in `TypeError: why`.
fn is_error(line: &str) -> bool {
    let Some((name, _)) = line.split_once(':') else { return false };
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    is_name && (name.ends_with("Error") || name.ends_with("Exception"))
}

/// Whether this is the line below Python's list of calls, which has the error.
fn is_end_of_traceback(lines: &[&str], at: usize) -> bool {
    let is_within = |line: &str| line.starts_with(' ');
    let above = lines[..at].iter().rposition(|line| !is_within(line));
    !is_within(lines[at]) && above.is_some_and(|above| above + 1 < at && lines[above].starts_with("Traceback ("))
}

/// The place in `  File "/bots/bot.py", line 3, in f`.
fn python_place(line: &str) -> Option<CodePlace> {
    let (path, rest) = line.trim().strip_prefix("File \"")?.split_once("\", line ")?;
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    let file = path.rsplit('/').next().unwrap_or(path);
    Some(CodePlace { file: file.to_owned(), line: digits.parse().ok()?, column: None })
}

/// The message and the place of `Assertion failed: n < 7 (bot.c: main: 12)`.
fn split_assertion(line: &str) -> Option<(&str, CodePlace)> {
    let (message, rest) = line.trim_end().strip_suffix(')')?.rsplit_once(" (")?;
    let mut parts = rest.split(": ");
    let (file, _, line) = (parts.next()?, parts.next()?, parts.next()?.parse().ok()?);
    message.contains("ssertion").then(|| (message, CodePlace { file: file.to_owned(), line, column: None }))
}

/// The last error of JavaScript with a list of calls, and the number of the line after them.
fn find_calls(lines: &[&str]) -> Option<(usize, CrashReport)> {
    let last = lines.iter().rposition(|line| call(line).is_some())?;
    let top = lines[..last].iter().rposition(|line| call(line).is_none())? + 1;
    // The innermost call may be one within the language, which has no place.
    let place = lines[top..=last].iter().find_map(|line| call_place(call(line)?));
    let named = lines[top - 1];
    let first = match is_named(named) {
        true => top - 1,
        // The message has several lines, behind the calls of the error before.
        false => {
            let free = lines[..top].iter().rposition(|line| call(line).is_some()).map_or(0, |before| before + 1);
            lines[free..top].iter().rposition(|line| is_usual(line)).map_or(top - 1, |usual| free + usual)
        }
    };
    let message = lines[first];
    let kind = if message.starts_with(COMPUTING) { CrashKind::Computing } else { CrashKind::Error };
    Some((last + 1, report(kind, message.strip_prefix("uncaught ").unwrap_or(message), place)))
}

/// The text of a call: of `    at f (bot.js:2:13)`, of `    at bot.js:3`, and of one within the
/// language, `    at map (native)`.
fn call(line: &str) -> Option<&str> {
    let text = line.trim_end().strip_prefix([' ', '\t'])?.trim_start().strip_prefix("at ")?;
    let is_call = text.ends_with(')') && text.contains('(') || CodePlace::read(text).is_some();
    is_call.then_some(text)
}

/// The place of a call in a file.
fn call_place(call: &str) -> Option<CodePlace> {
    let inner = call.strip_suffix(')').and_then(|call| call.rsplit_once('('));
    CodePlace::read(inner.map_or(call, |(_, place)| place))
}

/// Whether an error begins here whose author has named it: `NoMove: all columns are full`.
fn is_named(line: &str) -> bool {
    let Some((name, _)) = line.split_once(':') else { return false };
    let mut characters = name.chars();
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_' || c == '$';
    characters.next().is_some_and(is_letter) && characters.all(|c| is_letter(c) || c.is_ascii_digit())
}

/// Whether an error begins here that has a usual name.
fn is_usual(line: &str) -> bool {
    let line = line.strip_prefix("uncaught ").unwrap_or(line);
    let name = line.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
    name.ends_with("Error")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_is_found_in_every_language() {
        for (stderr, told) in [
            (
                "depth 7\n\nthread 'main' (1) panicked at src/main.rs:15:9:\nindex out of bounds: the len is 3 but the index is 5\n\
                 note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
                "it panicked at src/main.rs:15:9: index out of bounds: the len is 3 but the index is 5",
            ),
            (
                "Traceback (most recent call last):\n  File \"/b/bot.py\", line 9, in <module>\n    f()\n  \
                 File \"/b/bot.py\", line 3, in f\n    x\nNameError: name 'x' is not defined\n",
                "NameError: name 'x' is not defined (bot.py:3)",
            ),
            // The interpreter says below it what there is instead.
            (
                "Traceback (most recent call last):\n  File \"/bot.py\", line 1, in <module>\n    import numpy\n\
                 ModuleNotFoundError: No module named 'numpy'\nhint: bots have Python's standard library\n",
                "ModuleNotFoundError: No module named 'numpy' (bot.py:1)",
            ),
            (
                "Traceback (most recent call last):\n  File \"/bot.py\", line 6, in <module>\n    f()\n  \
                 File \"/bot.py\", line 2, in f\n    return f()\n           ^^^\n  [Previous line repeated 993 more times]\n\
                 RecursionError: maximum recursion depth exceeded\n",
                "RecursionError: maximum recursion depth exceeded (bot.py:2)",
            ),
            (
                "Traceback (most recent call last):\n  File \"/bot.py\", line 1, in <module>\nValueError: old\n\n\
                 During handling of the above exception, another exception occurred:\n\n\
                 Traceback (most recent call last):\n  File \"/search.py\", line 3, in best\nqueue.Empty\n",
                "queue.Empty (search.py:3)",
            ),
            (
                "  File \"/a/bot.py\", line 2\n    let x\n        ^\nSyntaxError: invalid syntax\n",
                "SyntaxError: invalid syntax (bot.py:2)",
            ),
            (
                "Traceback (most recent call last):\n  File \"/b/bot.py\", line 2, in <module>\n    play()\nKeyboardInterrupt\n",
                "KeyboardInterrupt (bot.py:2)",
            ),
            ("Assertion failed: n < 7 (bot.c: main: 12)\n", "Assertion failed: n < 7 (bot.c:12)"),
            ("bot: bot.c:3: main: Assertion `n < 7' failed.\n", "bot: bot.c:3: main: Assertion `n < 7' failed."),
            (
                "libc++abi: terminating due to uncaught exception of type std::out_of_range: vector\n",
                "libc++abi: terminating due to uncaught exception of type std::out_of_range: vector",
            ),
            (
                "panic: runtime error: index out of range [5] with length 3\n",
                "panic: runtime error: index out of range [5] with length 3",
            ),
            (
                "Exception in thread \"main\" java.lang.Error: full\n\tat Bot.move(Bot.java:5)\n\tat Bot.main(Bot.java:9)\n",
                "Exception in thread \"main\" java.lang.Error: full (Bot.java:5)",
            ),
            (
                "my note\nSyntaxError: unexpected token in expression: ';'\n    at bot.js:2:9\n",
                "SyntaxError: unexpected token in expression: ';' (bot.js:2:9)",
            ),
            (
                "TypeError: x is null\n    at map (native)\n    at move (bot.js:2:1)\n    at <anonymous> (bot.js:9:3)\n",
                "TypeError: x is null (bot.js:2:1)",
            ),
            // Its author has named the error, or its message has two lines.
            ("NoMove: all columns are full\n    at bot.js:3\n", "NoMove: all columns are full (bot.js:3)"),
            ("RangeError: first\nsecond\n    at bot.js:3:1\n", "RangeError: first (bot.js:3:1)"),
            ("uncaught: a text\n", "uncaught: a text"),
            (
                "ReferenceError: cannot find the file 'missing.js'\n",
                "ReferenceError: cannot find the file 'missing.js'",
            ),
            // The last report counts.
            ("TypeError: old\n    at bot.js:1:1\nRangeError: new\n    at bot.js:2:2\n", "RangeError: new (bot.js:2:2)"),
            ("TypeError: old\n    at bot.js:1:1\nuncaught: 4\n", "uncaught: 4"),
        ] {
            let report = CrashReport::find(stderr).map(|report| report.to_string());
            assert_eq!(report.as_deref(), Some(told), "{stderr}");
        }
        for stderr in ["score 3\nbest 4\n", "I am lost\nError rate: 3\n", "    at bot.js:3:1\n", ""] {
            assert_eq!(CrashReport::find(stderr), None, "{stderr}");
        }
        let long = CrashReport::find(&format!("TypeError: {}", "x".repeat(1_000))).expect("an error").to_string();
        assert_eq!(long.chars().count(), MESSAGE_MAX + 1);
    }

    #[test]
    fn an_endless_loop_is_found() {
        let noted =
            "note: computing for 0.8 s since the last line was read\n    at f (bot.js:3:2)\n    at bot.js:9:1\n";
        let report = CrashReport::find(noted).expect("a note");
        let place = report.place.as_ref().expect("a place").to_string();
        assert_eq!((report.kind, &*place), (CrashKind::Computing, "bot.js:3:2"));
        let fault = Fault::new(FaultKind::Exited, b"", FaultReason::ExitStatus(1));
        assert_eq!(explain_crash(&fault, &report), None);
    }

    /// Regression: whatever the file's name, it was called `bot.js`.
    #[test]
    fn a_place_has_the_name_of_the_file() {
        let python = CrashReport::find("Traceback (\n  File \"/bot.py\", line 3\nKeyError: 4\n").expect("an error");
        assert_eq!(python.renaming("bot.py", "mine.py").to_string(), "KeyError: 4 (mine.py:3)");
        for (place, expected) in [
            ("bot.js:2:9", "TypeError: why (mine.js:2:9)"),
            ("f (bot.js:2:13)", "TypeError: why (mine.js:2:13)"),
            ("f (search.js:2:13)", "TypeError: why (search.js:2:13)"),
            ("f (bot.jsx:2:13)", "TypeError: why (bot.jsx:2:13)"),
        ] {
            let report = CrashReport::find(&format!("TypeError: why\n    at {place}\n")).expect("an error");
            assert_eq!(report.renaming("bot.js", "mine.js").to_string(), expected);
        }
    }

    #[test]
    fn a_crash_is_the_reason_of_its_fault() {
        let explained = |kind, why: FaultReason, stderr| {
            let report = CrashReport::find(stderr).expect("a report");
            Some(explain_crash(&Fault::new(kind, b"", why), &report)?.sentence("a", |_| None))
        };
        let trap = || FaultReason::Trap("it aborted".into());
        let panic = "panicked at a.rs:1:2:\nfull\n";
        assert_eq!(
            explained(FaultKind::Exited, trap(), panic).as_deref(),
            Some("a crashed before it answered: it panicked at a.rs:1:2: full")
        );
        assert_eq!(
            explained(FaultKind::NotStarted, trap(), panic).as_deref(),
            Some("a did not start: it panicked at a.rs:1:2: full")
        );
        let error = explained(FaultKind::Exited, FaultReason::ExitStatus(1), "IndexError: range\n");
        assert_eq!(error.as_deref(), Some("a crashed before it answered: IndexError: range"));
        assert_eq!(explained(FaultKind::Timeout, FaultReason::Computing, panic), None);
    }
}
