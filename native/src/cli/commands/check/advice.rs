//! Advice for the author of a bot about a fault, in a sentence. Knows games only by the first lines
//! that their bots must print.

use botyard_engine::catalog::{self, FirstLine};
use botyard_engine::fault::{Fault, FaultKind, FaultReason};

use super::script_error::{find_computing_place, find_error};

/// What to change if a run for a single question was late.
pub(super) const LATE_RUN_ADVICE: &str = "let each run answer and end before the time limit; `--time` sets \
                                          another. An executable is measured in real time, so on a busy machine it \
                                          needs a generous limit; the time of a module does not depend on the machine.";

/// What to change if an answer has more or fewer parts than were asked for.
pub(super) const MISCOUNT_ADVICE: &str = "print one action for each that is asked for, in the format that `botyard \
                                          docs` with the game's name describes.";

/// What to change in a bot of this game, given its stderr; `file` is the name of its file if it is
/// a script.
pub(super) fn advice(fault: &Fault, game: &str, stderr: &str, file: &str) -> String {
    match (fault.kind, &fault.why) {
        (FaultKind::NotStarted, why) => start_advice(why, game, stderr, file),
        (FaultKind::Exited, _) => exit_advice(stderr, file),
        (FaultKind::Timeout, FaultReason::Computing) => {
            let place = last_place(stderr, file);
            format!("it computed until its time was over{place}: end that earlier; `--time` sets another limit.")
        }
        (kind, why) => usual_advice(kind, why).to_owned(),
    }
}

/// What to change if a run ended although it had to answer.
pub(super) fn exit_advice(stderr: &str, file: &str) -> String {
    match find_error(stderr, file) {
        Some(error) => format!("correct the error that ended it: {error}"),
        None => "find out on its stderr why it ended, and read until the end of the match or of stdin.".to_owned(),
    }
}

/// What to change if the bot failed before its greeting.
fn start_advice(why: &FaultReason, game: &str, stderr: &str, file: &str) -> String {
    let greets = || "it must greet as its protocol asks".to_owned();
    let first = catalog::first_line(game).as_ref().map_or_else(greets, FirstLine::explain);
    match why {
        FaultReason::ComputingBeforeGreeting => {
            let place = last_place(stderr, file);
            format!(
                "it computed without printing until its time was over{place}: end that loop, or compute after the \
                 greeting; {first}."
            )
        }
        FaultReason::LateGreeting => format!("print the greeting before reading anything, and flush stdout: {first}."),
        FaultReason::FloodedBeforeGreeting => {
            format!("print the greeting alone, and wait for what comes then: {first}.")
        }
        FaultReason::MisreadGreeting { .. } => {
            format!("print nothing before the greeting, and notes for yourself on stderr: {first}.")
        }
        FaultReason::ClosedStdout => format!("leave stdout open until the end of the match: {first}."),
        // The host gives this reason: no program has run.
        FaultReason::Other(_) => "name a file or a command that this computer can start.".to_owned(),
        why => match (find_error(stderr, file), why) {
            (Some(error), _) => format!("correct the error that ended it before its greeting: {error}"),
            (None, FaultReason::ExitStatus(0) | FaultReason::EndedBeforeGreeting | FaultReason::Unstated) => {
                format!(
                    "it ended by itself before its greeting: {first}, and it must then play until the match is over."
                )
            }
            (None, _) => format!("run the bot by itself and find out why it ends before its greeting: {first}."),
        },
    }
}

/// Where a bot was computing at its time limit, as text that follows the clause about the limit.
fn last_place(stderr: &str, file: &str) -> String {
    find_computing_place(stderr, file).map_or_else(String::new, |place| format!(", and was seen in {place}"))
}

fn usual_advice(kind: FaultKind, why: &FaultReason) -> &'static str {
    match (kind, why) {
        (FaultKind::Timeout, FaultReason::WaitingForInput) => {
            "print one answer to each question, with its newline, and flush stdout; do not read more lines than the \
             question has."
        }
        (FaultKind::Timeout, _) => "flush stdout after each answer, and answer before the time limit.",
        (FaultKind::Malformed, _) => {
            "print nothing but the answer on stdout, and notes for yourself on stderr; `play --save FILE` keeps both."
        }
        (FaultKind::Illegal, _) => {
            "compare the bot's idea of the board with the real one: `botyard replay` with the link draws it."
        }
        (FaultKind::Flooded, _) => "print one answer to each question, and wait for the next question.",
        (FaultKind::Resigned, _) => "play on: a bot has no reason to resign.",
        (FaultKind::Exited | FaultKind::NotStarted, _) => "play until the match is over.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(why: FaultReason, stderr: &str, expected: &str) {
        let fault = Fault::new(FaultKind::NotStarted, b"", why);
        assert_eq!(advice(&fault, "connect-four", stderr, "bot.js"), expected);
    }

    /// Regression: all of these were advised to greet and to flush stdout.
    #[test]
    fn what_keeps_a_bot_from_greeting_is_named() {
        check(
            FaultReason::ExitStatus(1),
            "SyntaxError: why\n    at bot.js:2:9\n",
            "correct the error that ended it before its greeting: SyntaxError: why (bot.js:2:9)",
        );
        check(
            FaultReason::ComputingBeforeGreeting,
            "note: computing for 8 s since the last line was read\n    at bot.js:1:7\n",
            "it computed without printing until its time was over, and was seen in bot.js:1:7: end that loop, or compute \
             after the greeting; its first line must be `p`.",
        );
        check(
            FaultReason::ExitStatus(0),
            "",
            "it ended by itself before its greeting: its first line must be `p`, and it must then play until the match is \
             over.",
        );
        check(
            FaultReason::LateGreeting,
            "",
            "print the greeting before reading anything, and flush stdout: its first line must be `p`.",
        );
        check(FaultReason::from("no such file: `b`"), "", "name a file or a command that this computer can start.");
    }
}
