//! What to do about a fault, for those who write the bot, in the languages of the starters. Knows
//! no game.

use botyard_engine::catalog::FirstLine;
use botyard_engine::fault::{ExplainReason, Fault, FaultKind, FaultReason, Remedy};

use crate::bot_language::BotLanguage;
use crate::excerpt::quoted;

/// Advice whose details depend on the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HowTo {
    /// No details.
    Nothing,
    /// Print a line, for which the ellipsis stands.
    PrintLine,
    /// Flush what was printed.
    Flush,
    /// Read lines until the input ends.
    ReadLines,
    /// Print to stderr.
    PrintToStderr,
    /// Read the clock.
    ReadClock,
    /// Find out why the program ended with a status of its own.
    FindEnd,
    /// Find the line that trapped.
    FindTrap,
    /// Find the line at which a signal ended the program.
    FindSignal,
}

impl HowTo {
    /// How it is done, in the order of [`BotLanguage::ALL`]; empty where it does not help.
    const fn ways(self) -> [&'static str; 5] {
        match self {
            Self::Nothing => [""; 5],
            Self::PrintLine => [
                "puts(\"…\"); fflush(stdout)",
                "std::cout << \"…\" << std::endl",
                "println!(\"…\")",
                "print(\"…\", flush=True)",
                "print(\"…\")",
            ],
            Self::Flush => ["fflush(stdout)", "std::endl", "println!", "print(…, flush=True)", "print(…)"],
            Self::ReadLines => [
                "while (fgets(…))",
                "while (std::getline(…))",
                "for line in stdin().lines()",
                "for line in sys.stdin",
                "until readline() is null",
            ],
            Self::PrintToStderr => {
                ["fprintf(stderr, …)", "std::cerr", "eprintln!", "print(…, file=sys.stderr)", "console.error(…)"]
            }
            // Only modules are stopped while they compute: a host cannot see what an executable
            // does.
            Self::ReadClock => [
                "clock_gettime(CLOCK_MONOTONIC, …)",
                "std::chrono::steady_clock",
                "Instant::now()",
                "",
                "performance.now()",
            ],
            Self::FindEnd => [
                "exit(…) and what main returns",
                "exit(…) and what main returns",
                "process::exit(…) and an error that main returns",
                "the last lines of the traceback",
                "the error that nobody caught and its line",
            ],
            // Only modules trap.
            Self::FindTrap => ["-fsanitize=address,undefined", "-fsanitize=address,undefined", "without -O", "", ""],
            // Only executables end by a signal, and scripts in the page are not executables.
            Self::FindSignal => [
                "-fsanitize=address,undefined",
                "-fsanitize=address,undefined",
                "without -O",
                "python3 -X faulthandler",
                "",
            ],
        }
    }
}

/// Other facts about the bot.
#[derive(Debug, Clone, Copy, Default)]
pub struct FaultyBot {
    /// Its language.
    pub language: Option<BotLanguage>,
    /// Whether its stderr has the line in which it crashed.
    pub is_line_known: bool,
    /// The first line that it has to print, if it has printed nothing in the whole match.
    pub lacking_line: Option<FirstLine>,
}

/// Some sentences, with details for the bot's language, or for all languages if that is not known;
/// empty for a person.
pub fn fault_advice(fault: &Fault, bot: FaultyBot, explain: ExplainReason) -> String {
    let language = bot.language;
    if let Some(line) = bot.lacking_line.filter(|_| is_silence(fault)) {
        return first_line_advice(fault, line, language);
    }
    let (advice, how_to) = match (fault.kind, &fault.why) {
        (_, FaultReason::MisreadGreeting { printed, why }) => return greeting_advice(printed, why, language, explain),
        (_, FaultReason::FloodedBeforeGreeting) => ("Print answers only; all else to stderr", HowTo::PrintToStderr),
        (FaultKind::Timeout, FaultReason::Computing) => {
            ("Search less deep, give bots more time in the settings, or end the search by the clock", HowTo::ReadClock)
        }
        // Scripts in the interpreter cannot catch the error.
        (_, FaultReason::Trap(_)) if language == Some(BotLanguage::JavaScript) => (
            "Run with an input … repeats it. Calls that are too deep and values that are too large end a script: keep a \
             list instead of calling deeper, and less in memory",
            HowTo::Nothing,
        ),
        (_, FaultReason::Trap(_)) if bot.is_line_known => ("Run with an input … repeats it", HowTo::Nothing),
        (_, FaultReason::Trap(_)) => {
            ("Run with an input … repeats it. A native build finds the line with the same input", HowTo::FindTrap)
        }
        (_, FaultReason::Signal(_)) => {
            ("It crashed, or took more memory than it may. The same input finds the line", HowTo::FindSignal)
        }
        (FaultKind::Exited | FaultKind::NotStarted, FaultReason::ExitStatus(1..)) => (
            "It ended by an error of its own: what it printed on stderr says where. The same input repeats it. Look \
             for",
            HowTo::FindEnd,
        ),
        (FaultKind::NotStarted, FaultReason::ComputingBeforeGreeting) => {
            ("Greet first, and compute what takes time after that", HowTo::Nothing)
        }
        _ if has_ended(fault) => {
            ("It ended although the match went on. Read and answer in a loop until the input ends", HowTo::ReadLines)
        }
        (FaultKind::Timeout, FaultReason::WaitingForInput) => {
            ("It waited for input although it owed an answer. Print each answer before you read on", HowTo::Flush)
        }
        (FaultKind::NotStarted, FaultReason::LateGreeting) => ("Print the whole greeting in time", HowTo::Flush),
        (FaultKind::Timeout | FaultKind::NotStarted, _) => ("Answer in time", HowTo::Flush),
        (FaultKind::Exited, _) => ("Answer until the input ends", HowTo::ReadLines),
        (FaultKind::Malformed | FaultKind::Illegal, why) if is_wrong_number(fault, explain) => {
            let advice =
                ["Print only what is allowed: ", &why.explain(explain), ". Run with an input … asks it again"].concat();
            return with_ways(&advice, HowTo::Nothing, language);
        }
        (FaultKind::Malformed | FaultKind::Flooded, _) => {
            ("Print answers only; all else to stderr", HowTo::PrintToStderr)
        }
        (FaultKind::Illegal, _) => (
            "Compare its answer with what it read: Run with an input … asks it again. The board as it knows it belongs on \
             stderr",
            HowTo::PrintToStderr,
        ),
        (FaultKind::Resigned, _) => return String::new(),
    };
    // All that a script prints ends with a newline and is flushed.
    if how_to == HowTo::Flush && language != Some(BotLanguage::JavaScript) {
        return with_ways(&[advice, ", end each line with a newline and flush"].concat(), how_to, language);
    }
    with_ways(advice, how_to, language)
}

/// Whether the bot ended of its own accord and without an error.
fn has_ended(fault: &Fault) -> bool {
    matches!(fault.why, FaultReason::ExitStatus(0) | FaultReason::EndedBeforeGreeting)
}

/// Whether its answer consists of numbers, as answers of the game do, and the reason lists the
/// allowed ones.
fn is_wrong_number(fault: &Fault, explain: ExplainReason) -> bool {
    let is_number = |word: &str| word.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    let says_which = fault.why.remedy(explain) == Remedy::PrintListed;
    says_which && !fault.received.trim().is_empty() && fault.received.split_ascii_whitespace().all(is_number)
}

/// Whether a bot that prints nothing at all would get this fault.
pub fn is_silence(fault: &Fault) -> bool {
    let is_late = matches!(fault.kind, FaultKind::Timeout | FaultKind::NotStarted);
    let is_waiting =
        matches!(fault.why, FaultReason::Unstated | FaultReason::WaitingForInput | FaultReason::LateGreeting);
    has_ended(fault) || is_late && is_waiting
}

/// The fault of a script that has printed nothing, with the line that it has to print first.
pub fn silence_of_script(fault: &Fault, first_line: FirstLine) -> Fault {
    // That a bot did not start is followed by a colon.
    let lead = if fault.kind == FaultKind::NotStarted { "it" } else { "as it" };
    let why = FaultReason::Other([lead, " printed nothing, and ", &first_line.explain()].concat());
    Fault { kind: fault.kind, received: String::new(), why }
}

/// The advice for a bot that has printed nothing, whose first line has to be this.
fn first_line_advice(fault: &Fault, first_line: FirstLine, language: Option<BotLanguage>) -> String {
    let mut advice = match language {
        _ if has_ended(fault) => "It ended although the match went on, and had printed nothing",
        // All that it prints is flushed.
        Some(BotLanguage::JavaScript) => "It printed nothing",
        _ => "It printed nothing, or did not flush it",
    }
    .to_owned();
    advice += ". Its first line must be ";
    advice += &first_line.describe();
    let mut advice = print_line(&advice, Some(first_line.example), language);
    if has_ended(fault) {
        advice += " ";
        advice += &with_ways("Then read and answer in a loop until the input ends", HowTo::ReadLines, language);
    }
    advice
}

/// For a bot that has printed this as its greeting, which it is not.
fn greeting_advice(printed: &str, why: &FaultReason, language: Option<BotLanguage>, explain: ExplainReason) -> String {
    let mut advice = "It printed `".to_owned();
    advice += &quoted(printed);
    advice += "`, but ";
    advice += &why.explain(explain);
    let line = if let Remedy::PrintLine(line) = why.remedy(explain) { Some(line) } else { None };
    let mut advice = print_line(&advice, line, language);
    advice += " ";
    advice += &with_ways("Print everything that is not an answer to stderr", HowTo::PrintToStderr, language);
    advice
}

/// A sentence on how to print a line, if the line is known.
fn print_line(advice: &str, line: Option<&str>, language: Option<BotLanguage>) -> String {
    let Some(line) = line else { return with_ways(advice, HowTo::Nothing, language) };
    let sentence = with_ways("", HowTo::PrintLine, language).replace('…', line);
    [advice, &sentence].concat()
}

/// A sentence, with how that is done in the bot's language, or in all languages if that is not
/// known.
fn with_ways(advice: &str, how_to: HowTo, language: Option<BotLanguage>) -> String {
    let is_meant = |of: BotLanguage| language.is_none_or(|language| language == of);
    let meant = BotLanguage::ALL.into_iter().zip(how_to.ways()).filter(|&(of, way)| is_meant(of) && !way.is_empty());
    let ways: Vec<_> = meant.map(|(of, way)| format!("{} {way}", of.name())).collect();
    let lead = if ways.is_empty() { "" } else { ": " };
    format!("{advice}{lead}{}.", ways.join(", "))
}

#[cfg(test)]
mod tests {
    use botyard_engine::game::Game;
    use botyard_engine::games::connect_four::{ConnectFour, ConnectFourReason};
    use botyard_engine::games::generals::{Generals, GeneralsReason};

    use super::*;

    /// The advice about a bot of Connect Four or of Generals.
    fn fault_advice(fault: &Fault, bot: FaultyBot) -> String {
        super::fault_advice(fault, bot, |clause| {
            ConnectFour::explain_reason(clause).or_else(|| Generals::explain_reason(clause))
        })
    }

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
                let bot = FaultyBot { language, ..FaultyBot::default() };
                let advice = fault_advice(&Fault::new(kind, b"", ""), bot);
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
            (
                FaultKind::Timeout,
                FaultReason::WaitingForInput,
                Some(BotLanguage::JavaScript),
                "before you read on: JavaScript print(…).",
            ),
            (
                FaultKind::NotStarted,
                FaultReason::LateGreeting,
                Some(BotLanguage::JavaScript),
                "greeting in time: JavaScript print(…).",
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
                "although the match went on. Read and answer in a loop until the input ends: C while (fgets(…)).",
            ),
            (
                FaultKind::NotStarted,
                FaultReason::ExitStatus(0),
                Some(BotLanguage::JavaScript),
                "in a loop until the input ends: JavaScript until readline() is null.",
            ),
            (FaultKind::NotStarted, FaultReason::ExitStatus(1), None, "an error of its own"),
            (FaultKind::NotStarted, FaultReason::FloodedBeforeGreeting, Some(BotLanguage::C), "all else to stderr"),
            (FaultKind::Exited, FaultReason::ExitStatus(1), None, "an error of its own"),
            (
                FaultKind::Exited,
                FaultReason::ExitStatus(1),
                Some(BotLanguage::Python),
                "Python the last lines of the traceback.",
            ),
            (
                FaultKind::Illegal,
                ConnectFourReason::FullColumn.into(),
                Some(BotLanguage::Cpp),
                "on stderr: C++ std::cerr.",
            ),
            (FaultKind::NotStarted, FaultReason::ComputingBeforeGreeting, Some(BotLanguage::C), "after that."),
        ] {
            let bot = FaultyBot { language, ..FaultyBot::default() };
            let advice = fault_advice(&Fault::new(kind, b"", why), bot);
            assert!(advice.contains(expected), "{language:?}: {advice}, not {expected}");
        }
    }

    /// Regression: a native build was to find the line that stderr had named.
    #[test]
    fn a_line_that_is_known_is_not_to_be_found() {
        let fault = Fault::new(FaultKind::Exited, b"", FaultReason::Trap("it aborted (unreachable)".into()));
        let advice = |is_line_known| fault_advice(&fault, FaultyBot { is_line_known, ..FaultyBot::default() });
        assert_eq!(advice(true), "Run with an input … repeats it.");
        assert!(advice(false).contains("finds the line"), "{}", advice(false));
    }

    /// Regression: the authors of bots that had printed a number were advised to print only
    /// answers.
    #[test]
    fn a_number_out_of_range_is_told_with_the_range() {
        use FaultKind::{Illegal, Malformed};
        for (kind, received, why, expected) in [
            (
                Malformed,
                "9\n",
                FaultReason::from(ConnectFourReason::NoColumn),
                "Print only what is allowed: columns are 1 to 7. Run with",
            ),
            (
                Malformed,
                "-1",
                FaultReason::from(ConnectFourReason::NoColumn),
                "Print only what is allowed: columns are 1 to 7. Run with",
            ),
            (
                Malformed,
                "depth 9",
                FaultReason::from(ConnectFourReason::NoColumn),
                "Print answers only; all else to stderr: ",
            ),
            (Malformed, "", FaultReason::from(ConnectFourReason::NoColumn), "Print answers only; all else to stderr: "),
            (
                Malformed,
                "1 2 3",
                FaultReason::from(GeneralsReason::IntegerCount { count: 3 }),
                "Print only what is allowed: an answer is `-1` or five integers, not 3. Run with",
            ),
            (
                Illegal,
                "1 9 1 1 1",
                FaultReason::from(GeneralsReason::OutsideMap { rows: 2, columns: 4 }),
                "Print only what is allowed: rows are 1 to 2 and columns 1 to 4. Run with",
            ),
            (Illegal, "4", FaultReason::from(ConnectFourReason::FullColumn), "Compare its answer with what it read: "),
        ] {
            let advice = fault_advice(&Fault::new(kind, received.as_bytes(), why), FaultyBot::default());
            assert!(advice.starts_with(expected), "{received}: {advice}, not {expected}");
        }
    }

    /// Regression: the authors of bots that had printed nothing were advised to flush.
    #[test]
    fn a_bot_that_printed_nothing_is_told_its_first_line() {
        use BotLanguage::{JavaScript, Python};
        let first_line = FirstLine { lead: "", example: "p" };
        let ended = "It ended although the match went on, and had printed nothing. Its first line must be `p`: JavaScript \
                     print(\"p\"). Then read and answer in a loop until the input ends: JavaScript until readline() is null.";
        for (kind, why, language, expected) in [
            (FaultKind::NotStarted, FaultReason::ExitStatus(0), JavaScript, ended),
            (FaultKind::Exited, FaultReason::ExitStatus(0), JavaScript, ended),
            (
                FaultKind::NotStarted,
                FaultReason::LateGreeting,
                JavaScript,
                "It printed nothing. Its first line must be `p`: JavaScript print(\"p\").",
            ),
            (
                FaultKind::Timeout,
                FaultReason::WaitingForInput,
                Python,
                "It printed nothing, or did not flush it. Its first line must be `p`: Python print(\"p\", flush=True).",
            ),
        ] {
            let bot = FaultyBot { language: Some(language), lacking_line: Some(first_line), ..FaultyBot::default() };
            assert_eq!(fault_advice(&Fault::new(kind, b"", why), bot), expected);
        }
        // Here the computation and the crash matter more.
        for why in [FaultReason::ComputingBeforeGreeting, FaultReason::ExitStatus(1), FaultReason::Trap("".into())] {
            let advice = |lacking_line| {
                let fault = Fault::new(FaultKind::NotStarted, b"", why.clone());
                fault_advice(&fault, FaultyBot { lacking_line, ..FaultyBot::default() })
            };
            assert_eq!(advice(Some(first_line)), advice(None));
        }
    }

    #[test]
    fn a_wrong_greeting_is_told_with_the_right_one() {
        for (printed, why, expected) in [
            (
                "P",
                ConnectFourReason::FirstWordNotP.into(),
                "It printed `P`, but a bot's first word is `p`: JavaScript print(\"p\"). ",
            ),
            (
                "4",
                ConnectFourReason::ReplyNotQuestionMark.into(),
                "It printed `4`, but the second player answers `2` with `?`: JavaScript print(\"?\"). ",
            ),
            ("4", FaultReason::NotText, "It printed `4`, but that is not UTF-8. "),
        ] {
            let why = FaultReason::MisreadGreeting { printed: printed.to_owned(), why: Box::new(why) };
            let fault = Fault::new(FaultKind::NotStarted, printed.as_bytes(), why);
            let bot = FaultyBot { language: Some(BotLanguage::JavaScript), ..FaultyBot::default() };
            let rest = "Print everything that is not an answer to stderr: JavaScript console.error(…).";
            assert_eq!(fault_advice(&fault, bot), [expected, rest].concat());
        }
    }
}
