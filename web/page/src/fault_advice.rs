//! What to do about a fault, for those who write the bot, in the languages of the starters. Knows
//! no game.

use botyard_engine::fault::{Fault, FaultKind, FaultReason};

use crate::bot_language::BotLanguage;

/// How something is done in each language, in the order of [`BotLanguage::ALL`]; empty where it
/// does not help.
type Ways = [&'static str; 5];

const NO_WAYS: Ways = [""; 5];
const FLUSH: Ways = ["fflush(stdout)", "std::endl", "println!", "print(…, flush=True)", "print(…)"];
const READ: Ways = [
    "while (fgets(…))",
    "while (std::getline(…))",
    "for line in stdin().lines()",
    "for line in sys.stdin",
    "until readline() is null",
];
const STDERR: Ways = ["fprintf(stderr, …)", "std::cerr", "eprintln!", "print(…, file=sys.stderr)", "console.error(…)"];
// Only modules are stopped while they compute: no host knows what an executable does.
const CLOCK: Ways =
    ["clock_gettime(CLOCK_MONOTONIC, …)", "std::chrono::steady_clock", "Instant::now()", "", "performance.now()"];
const END: Ways = [
    "exit(…) and what main returns",
    "exit(…) and what main returns",
    "process::exit(…) and an error that main returns",
    "the last lines of the traceback",
    "the error that nobody caught and its line",
];
// Only modules trap.
const FIND_TRAP: Ways = ["-fsanitize=address,undefined", "-fsanitize=address,undefined", "without -O", "", ""];
// Only executables end by a signal, and a script of the page is none.
const FIND_SIGNAL: Ways =
    ["-fsanitize=address,undefined", "-fsanitize=address,undefined", "without -O", "python3 -X faulthandler", ""];

/// Some sentences, with what is done in the bot's language, or in all languages if that is not
/// known; none about a person.
pub fn fault_advice(fault: &Fault, language: Option<BotLanguage>) -> String {
    let (advice, ways) = match (fault.kind, &fault.why) {
        (FaultKind::Timeout, FaultReason::Computing) => {
            ("Search less deep, give bots more time in the settings, or end the search by the clock", CLOCK)
        }
        // The interpreter cannot let it catch the error.
        (_, FaultReason::Trap(_)) if language == Some(BotLanguage::JavaScript) => (
            "Run with an input … repeats it. Calls that are too deep and values that are too large end a script: keep a \
             list instead of calling deeper, and less in memory",
            NO_WAYS,
        ),
        (_, FaultReason::Trap(_)) => {
            ("Run with an input … repeats it. A native build finds the line with the same input", FIND_TRAP)
        }
        (_, FaultReason::Signal(_)) => {
            ("It crashed, or took more memory than it may. The same input finds the line", FIND_SIGNAL)
        }
        (FaultKind::Exited, FaultReason::ExitStatus(1..)) => (
            "It ended by an error of its own: what it printed on stderr says where. The same input repeats it. Look \
             for",
            END,
        ),
        (FaultKind::NotStarted, FaultReason::ComputingBeforeGreeting) => {
            ("Greet first, and compute what takes time after that", NO_WAYS)
        }
        (FaultKind::Timeout | FaultKind::NotStarted, _) => {
            ("Answer in time, end each answer with a newline and flush", FLUSH)
        }
        (FaultKind::Exited, _) => ("Answer until the input ends", READ),
        (FaultKind::Malformed | FaultKind::Flooded, _) => ("Print answers only; all else to stderr", STDERR),
        (FaultKind::Illegal, _) => (
            "Compare its answer with what it read: Run with an input … asks it again. The board as it knows it belongs on \
             stderr",
            STDERR,
        ),
        (FaultKind::Resigned, _) => return String::new(),
    };
    let is_meant = |of: BotLanguage| language.is_none_or(|language| language == of);
    let meant = BotLanguage::ALL.into_iter().zip(ways).filter(|&(of, way)| is_meant(of) && !way.is_empty());
    let ways: Vec<_> = meant.map(|(of, way)| format!("{} {way}", of.name())).collect();
    let lead = if ways.is_empty() { "" } else { ": " };
    format!("{advice}{lead}{}.", ways.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The editor, a script, has a list of its own.
    #[test]
    fn the_editor_has_words_for_every_kind_of_fault() {
        let script = include_str!("../../editor/src/words.js");
        let (_, list) = script.split_once("const FAULTS = {\n").expect("the script has the list");
        let (list, _) = list.split_once("\n};").expect("it ends");
        let names: Vec<_> = list.lines().filter_map(|line| line.trim().split_once(':')).collect();
        let names: Vec<_> = names.iter().map(|(name, _)| name.trim_matches('"')).collect();
        assert_eq!(names, FaultKind::ALL.map(FaultKind::name));
    }

    #[test]
    fn every_fault_of_a_bot_has_advice() {
        for kind in FaultKind::ALL {
            for language in std::iter::once(None).chain(BotLanguage::ALL.map(Some)) {
                let advice = fault_advice(&Fault::new(kind, b"", ""), language);
                assert_eq!(advice.is_empty(), kind == FaultKind::Resigned, "{kind:?}, {language:?}");
                let others = BotLanguage::ALL.into_iter().filter(|&other| language.is_some_and(|own| own != other));
                for other in others {
                    let named = format!("{} ", other.name());
                    assert!(!advice.split_inclusive(' ').any(|word| word == named), "{kind:?}, {language:?}: {advice}");
                }
            }
        }
    }

    #[test]
    fn the_reason_and_the_language_say_what_helps() {
        let trap = || FaultReason::Trap("it aborted (unreachable)".into());
        for (kind, why, language, expected) in [
            (FaultKind::Timeout, FaultReason::WaitingForInput, None, "C fflush(stdout), C++ std::endl, Rust println!"),
            (
                FaultKind::Timeout,
                FaultReason::WaitingForInput,
                Some(BotLanguage::Python),
                "flush: Python print(…, flush=True).",
            ),
            (FaultKind::Timeout, FaultReason::Computing, None, "Rust Instant::now(), JavaScript performance.now()."),
            (
                FaultKind::Timeout,
                FaultReason::Computing,
                Some(BotLanguage::JavaScript),
                "the clock: JavaScript performance.now().",
            ),
            (FaultKind::Exited, trap(), None, "C -fsanitize=address,undefined"),
            (FaultKind::Exited, trap(), Some(BotLanguage::Rust), "the same input: Rust without -O."),
            (FaultKind::NotStarted, trap(), Some(BotLanguage::JavaScript), "less in memory."),
            (
                FaultKind::Exited,
                FaultReason::Signal(11),
                Some(BotLanguage::Python),
                "the line: Python python3 -X faulthandler.",
            ),
            (
                FaultKind::Exited,
                FaultReason::ExitStatus(0),
                Some(BotLanguage::C),
                "Answer until the input ends: C while (fgets(…)).",
            ),
            (FaultKind::Exited, FaultReason::ExitStatus(1), None, "an error of its own"),
            (
                FaultKind::Exited,
                FaultReason::ExitStatus(1),
                Some(BotLanguage::Python),
                "Python the last lines of the traceback.",
            ),
            (FaultKind::Illegal, FaultReason::FullColumn, Some(BotLanguage::Cpp), "on stderr: C++ std::cerr."),
            (FaultKind::NotStarted, FaultReason::ComputingBeforeGreeting, Some(BotLanguage::C), "after that."),
        ] {
            let advice = fault_advice(&Fault::new(kind, b"", why), language);
            assert!(advice.contains(expected), "{language:?}: {advice}, not {expected}");
        }
    }
}
