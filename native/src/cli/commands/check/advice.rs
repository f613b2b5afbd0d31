//! What the author of a bot can do about a fault, in a sentence. Knows no game.

use botyard_engine::fault::{Fault, FaultKind, FaultReason};

/// What to change if a run for a single question was late.
pub(super) const LATE_RUN_ADVICE: &str = "let each run answer and end before the time limit; `--time` sets \
                                          another. An executable is measured in real time, so on a busy machine it \
                                          needs a generous limit; the time of a module does not depend on the machine.";

/// What to change if an answer has more or fewer parts than were asked for.
pub(super) const MISCOUNT_ADVICE: &str = "print one action for each that is asked for, in the format that `botyard \
                                          docs` with the game's name describes.";

/// What to change.
pub(super) fn advice(fault: &Fault) -> &'static str {
    match (fault.kind, &fault.why) {
        (FaultKind::Timeout, FaultReason::WaitingForInput) => {
            "print one answer to each question, with its newline, and flush stdout; do not read more lines than the \
             question has."
        }
        (FaultKind::Timeout, FaultReason::Computing) => {
            "stop the search before the time limit; `--time` sets another limit."
        }
        (FaultKind::Timeout, _) => "flush stdout after each answer, and answer before the time limit.",
        (FaultKind::Malformed, _) => {
            "print nothing but the answer on stdout, and notes for yourself on stderr; `play --save FILE` keeps both."
        }
        (FaultKind::Illegal, _) => {
            "compare the bot's idea of the board with the real one: `botyard replay` with the link draws it."
        }
        (FaultKind::Exited, _) => {
            "find out on its stderr why it ended, and read until the end of the match or of stdin."
        }
        (FaultKind::Flooded, _) => "print one answer to each question, and wait for the next question.",
        (FaultKind::NotStarted, FaultReason::EndedBeforeGreeting) => {
            "run the bot by itself: it must not end before it has greeted as its protocol asks."
        }
        (FaultKind::NotStarted, _) => "greet as the protocol asks, and flush stdout after the greeting.",
        (FaultKind::Resigned, _) => "play on: a bot has no reason to resign.",
    }
}
