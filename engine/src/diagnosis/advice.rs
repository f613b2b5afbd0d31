//! What to do about a fault, for those who write the bot, in its language. Knows no game and no
//! host: a host names its own tools.

use super::bot_language::BotLanguage;
use super::crash::{CrashKind, CrashReport};
use super::encoding::explain_encoding;
use super::excerpt;
use super::silence::{has_ended, is_silence};
use super::ways::{HowTo, print_line, with_ways};
use crate::fault::{ExplainReason, Fault, FaultKind, FaultReason, Remedy, printable};
use crate::playable::LackingLine;

/// The most characters of a wrong greeting that are quoted.
const QUOTED_MAX: usize = 100;

/// Facts about a bot that had a fault.
#[derive(Debug, Clone, Copy, Default)]
pub struct FaultyBot<'a> {
    /// Its language, if it is known.
    pub language: Option<BotLanguage>,
    /// Whether the host's interpreter runs it. All that it prints ends with a newline and is flushed.
    pub is_script: bool,
    /// What its stderr reports.
    pub report: Option<&'a CrashReport>,
    /// The line that it lacks, by all that it has printed in the match.
    pub lacking_line: Option<LackingLine>,
    /// The titles of the games that it seems to be meant for, with its line that shows it.
    pub intended: Option<(&'a str, &'a str)>,
}

/// How a host names what helps the author of a bot there.
#[derive(Debug, Clone, Copy)]
pub struct HostTools {
    /// How to repeat the turn, as a sentence without its full stop.
    pub repeat: &'static str,
    /// How to see what the bot was asked, as a sentence without its full stop.
    pub look: &'static str,
    /// How to give bots more time, in the imperative.
    pub more_time: &'static str,
}

/// Some sentences, with details for the bot's language, or for all languages if that is not known;
/// `None` about a resignation. `explain` is the game's.
pub fn advise(fault: &Fault, bot: FaultyBot<'_>, explain: ExplainReason, tools: HostTools) -> Option<String> {
    let advice = advise_about_fault(fault, bot, explain, tools)?;
    let Some((games, line)) = bot.intended else { return Some(advice) };
    let line = excerpt(&printable(line), QUOTED_MAX);
    Some(format!("This looks like a bot for {games}, as it printed `{line}`. If it is not: {advice}"))
}

fn advise_about_fault(fault: &Fault, bot: FaultyBot<'_>, explain: ExplainReason, tools: HostTools) -> Option<String> {
    let FaultyBot { report, lacking_line, is_script, .. } = bot;
    let crash = report.filter(|report| report.kind != CrashKind::Computing);
    let place = crash.and_then(|crash| crash.place.as_ref());
    let language = bot.language.or_else(|| BotLanguage::of_source(&place?.file));
    let printed = match &fault.why {
        FaultReason::MisreadGreeting { printed, .. } => printed,
        _ => &fault.received,
    };
    if let Some(advice) = explain_encoding(printed) {
        return Some(advice.to_owned());
    }
    if let Some(lacking) = lacking_line.filter(|_| is_silence(fault)) {
        return Some(lacking_line_advice(fault, lacking, language, is_script));
    }
    if let Remedy::ChangeSettings(advice) = fault.why.remedy(explain) {
        return Some(with_ways(advice, HowTo::Nothing, language));
    }
    let (advice, how_to) = match (fault.kind, &fault.why) {
        (_, FaultReason::MisreadGreeting { printed, why }) => {
            return Some(greeting_advice(printed, why, language, explain));
        }
        (_, FaultReason::FloodedBeforeGreeting) => {
            ("Print answers only; all else to stderr".to_owned(), HowTo::PrintToStderr)
        }
        (FaultKind::Timeout, FaultReason::Computing) => {
            let place = computing_place(report);
            (format!("{place}Search less deep, {}, or end the search by the clock", tools.more_time), HowTo::ReadClock)
        }
        (FaultKind::Timeout, FaultReason::Sleeping) => {
            ("The time that a bot sleeps counts as its own. Answer without waiting".to_owned(), HowTo::Nothing)
        }
        // Scripts in the interpreter cannot catch the error.
        (_, FaultReason::Trap(_)) if is_script => (
            format!(
                "{}. Calls that are too deep and values that are too large end a script: keep a list instead of calling \
                 deeper, and less in memory",
                tools.repeat
            ),
            HowTo::Nothing,
        ),
        (_, FaultReason::Trap(_)) if place.is_some() => (tools.repeat.to_owned(), HowTo::Nothing),
        (_, FaultReason::Trap(_)) => {
            (format!("{}. A native build finds the line with the same input", tools.repeat), HowTo::FindTrap)
        }
        (_, FaultReason::Signal(_)) => {
            ("It crashed, or took more memory than it may. The same input finds the line".to_owned(), HowTo::FindSignal)
        }
        (FaultKind::Exited | FaultKind::NotStarted, FaultReason::ExitStatus(1..) | FaultReason::Unstated)
            if crash.is_some() =>
        {
            (format!("Correct the error that it printed. {}", tools.repeat), HowTo::Nothing)
        }
        (FaultKind::Exited | FaultKind::NotStarted, FaultReason::ExitStatus(1..)) => {
            ("It ended by an error of its own. The same input repeats it. Look for".to_owned(), HowTo::FindEnd)
        }
        (FaultKind::NotStarted, FaultReason::ComputingBeforeGreeting) => {
            (format!("{}Greet first, and compute what takes time after that", computing_place(report)), HowTo::Nothing)
        }
        // A host gives such a reason: no program has run.
        (FaultKind::NotStarted, FaultReason::Other(_)) => {
            ("Use a file or a command that this computer can start".to_owned(), HowTo::Nothing)
        }
        (_, FaultReason::ClosedStdout) => ("Leave stdout open until the end of the match".to_owned(), HowTo::Nothing),
        _ if has_ended(fault) => (
            "It ended although the match went on. Read and answer in a loop until the input ends".to_owned(),
            HowTo::ReadLines,
        ),
        (FaultKind::Timeout, FaultReason::WaitingForInput) => (
            "It waited for input although it owed an answer. Print each answer before you read on".to_owned(),
            HowTo::Flush,
        ),
        (FaultKind::NotStarted, FaultReason::LateGreeting) => {
            ("Print the whole greeting in time".to_owned(), HowTo::Flush)
        }
        (FaultKind::Timeout | FaultKind::NotStarted, _) => ("Answer in time".to_owned(), HowTo::Flush),
        (FaultKind::Exited, _) => ("Answer until the input ends".to_owned(), HowTo::ReadLines),
        (FaultKind::Malformed | FaultKind::Illegal, why) if is_wrong_number(fault, explain) => {
            let allowed = why.explain(explain);
            (format!("Print only what is allowed: {allowed}. {}", tools.look), HowTo::Nothing)
        }
        (FaultKind::Malformed | FaultKind::Flooded, _) => {
            ("Print answers only; all else to stderr".to_owned(), HowTo::PrintToStderr)
        }
        (FaultKind::Illegal, _) => (
            format!("Compare its answer with what it read. {}. The board as it knows it belongs on stderr", tools.look),
            HowTo::PrintToStderr,
        ),
        (FaultKind::Resigned, _) => return None,
    };
    if how_to == HowTo::Flush && !is_script {
        return Some(with_ways(&[&*advice, ", end each line with a newline and flush"].concat(), how_to, language));
    }
    Some(with_ways(&advice, how_to, language))
}

/// A sentence on where the bot was computing, if its language has noted it.
fn computing_place(report: Option<&CrashReport>) -> String {
    let report = report.filter(|report| report.kind == CrashKind::Computing);
    let place = report.and_then(|report| report.place.as_ref());
    place.map_or_else(String::new, |place| format!("It was computing in {}. ", printable(&place.to_string())))
}

/// Whether its answer consists of numbers, as answers of the game do, and the reason lists the
/// allowed ones.
fn is_wrong_number(fault: &Fault, explain: ExplainReason) -> bool {
    let is_number = |word: &str| word.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    let says_which = fault.why.remedy(explain) == Remedy::PrintListed;
    says_which && !fault.received.trim().is_empty() && fault.received.split_ascii_whitespace().all(is_number)
}

/// The advice for a bot that lacks this line.
fn lacking_line_advice(fault: &Fault, lacking: LackingLine, language: Option<BotLanguage>, is_script: bool) -> String {
    let printed = lacking.printed();
    let found = match is_script {
        _ if has_ended(fault) => format!("It ended although the match went on, and had printed {printed}"),
        true => format!("It printed {printed}"),
        false => match lacking {
            LackingLine::First(_) => format!("It printed {printed}, or did not flush it"),
            LackingLine::Next(_) => format!("It printed {printed}, and did not print or flush the rest"),
        },
    };
    let rule = lacking.explain();
    let (first, rest) = rule.split_at(1);
    let found = [&found, ". ", &first.to_ascii_uppercase(), rest].concat();
    let mut advice = print_line(&found, Some(lacking.example()), language);
    if has_ended(fault) {
        advice += " ";
        advice += &with_ways("Then read and answer in a loop until the input ends", HowTo::ReadLines, language);
    }
    advice
}

/// For a bot that has printed this as its greeting, which it is not.
fn greeting_advice(printed: &str, why: &FaultReason, language: Option<BotLanguage>, explain: ExplainReason) -> String {
    let mut advice = "It printed `".to_owned();
    advice += &excerpt(&printable(printed), QUOTED_MAX);
    advice += "`, but ";
    advice += &why.explain(explain);
    let line = if let Remedy::PrintLine(line) = why.remedy(explain) { Some(line) } else { None };
    let mut advice = print_line(&advice, line, language);
    advice += " ";
    advice += &with_ways("Print everything that is not an answer to stderr", HowTo::PrintToStderr, language);
    advice
}

#[cfg(test)]
mod tests {
    use botyard_languages::ScriptLanguage;

    use crate::catalog::find_intended_game;
    use crate::game::Game;
    use crate::games::connect_four::{ConnectFour, ConnectFourReason};
    use crate::games::generals::{Generals, GeneralsReason};
    use crate::games::stratego::{Stratego, StrategoReason};
    use crate::playable::{FirstLine, Playable};
    use crate::seat::Seat;

    use super::*;

    const JAVASCRIPT: BotLanguage = BotLanguage::Script(ScriptLanguage::JavaScript);
    const PYTHON: BotLanguage = BotLanguage::Script(ScriptLanguage::Python);

    const TOOLS: HostTools =
        HostTools { repeat: "Run it again", look: "Look at the board", more_time: "give bots more time" };

    /// The advice about a bot of Connect Four or of Generals.
    fn advice(fault: &Fault, bot: FaultyBot<'_>) -> String {
        let explain = |clause: &str| ConnectFour::explain_reason(clause).or_else(|| Generals::explain_reason(clause));
        advise(fault, bot, explain, TOOLS).unwrap_or_default()
    }

    #[test]
    fn every_fault_of_a_bot_has_advice() {
        for kind in FaultKind::ALL {
            for language in std::iter::once(None).chain(BotLanguage::all().map(Some)) {
                let bot = FaultyBot { language, ..FaultyBot::default() };
                let told = advice(&Fault::new(kind, b"", ""), bot);
                assert_eq!(told.is_empty(), kind == FaultKind::Resigned, "{kind:?}, {language:?}");
                let others = BotLanguage::all().filter(|&other| language.is_some_and(|own| own != other));
                for other in others {
                    let named = format!("{} ", other.name());
                    assert!(!told.split_inclusive(' ').any(|word| word == named), "{kind:?}, {language:?}: {told}");
                }
            }
        }
    }

    #[test]
    fn the_reason_and_the_language_say_what_helps() {
        let trap = || FaultReason::Trap("it aborted (unreachable)".into());
        for (kind, why, language, expected) in [
            (FaultKind::Timeout, FaultReason::WaitingForInput, None, "C fflush(stdout), C++ std::endl, Rust println!"),
            (FaultKind::Timeout, FaultReason::WaitingForInput, Some(PYTHON), "flush: Python print(…, flush=True)."),
            (
                FaultKind::Timeout,
                FaultReason::WaitingForInput,
                Some(JAVASCRIPT),
                "before you read on: JavaScript print(…).",
            ),
            (
                FaultKind::NotStarted,
                FaultReason::LateGreeting,
                Some(JAVASCRIPT),
                "greeting in time: JavaScript print(…).",
            ),
            (
                FaultKind::Timeout,
                FaultReason::Computing,
                None,
                "JavaScript performance.now(), Python time.perf_counter().",
            ),
            (FaultKind::Timeout, FaultReason::Computing, Some(JAVASCRIPT), "the clock: JavaScript performance.now()."),
            (FaultKind::Exited, trap(), None, "C -fsanitize=address,undefined"),
            (FaultKind::Exited, trap(), Some(BotLanguage::Rust), "the same input: Rust without -O."),
            (FaultKind::NotStarted, trap(), Some(JAVASCRIPT), "less in memory."),
            (FaultKind::Exited, FaultReason::Signal(11), Some(PYTHON), "the line: Python python3 -X faulthandler."),
            (
                FaultKind::Exited,
                FaultReason::ExitStatus(0),
                Some(BotLanguage::C),
                "although the match went on. Read and answer in a loop until the input ends: C while (fgets(…)).",
            ),
            (
                FaultKind::NotStarted,
                FaultReason::ExitStatus(0),
                Some(JAVASCRIPT),
                "in a loop until the input ends: JavaScript until readline() is null.",
            ),
            (FaultKind::NotStarted, FaultReason::ExitStatus(1), None, "an error of its own"),
            (FaultKind::NotStarted, FaultReason::FloodedBeforeGreeting, Some(BotLanguage::C), "all else to stderr"),
            (FaultKind::Exited, FaultReason::ExitStatus(1), None, "an error of its own"),
            (FaultKind::Exited, FaultReason::ExitStatus(1), Some(PYTHON), "Python the last lines of the traceback."),
            (
                FaultKind::Illegal,
                ConnectFourReason::FullColumn.into(),
                Some(BotLanguage::Cpp),
                "on stderr: C++ std::cerr.",
            ),
            (FaultKind::NotStarted, FaultReason::ComputingBeforeGreeting, Some(BotLanguage::C), "after that."),
        ] {
            let is_script = language == Some(JAVASCRIPT);
            let bot = FaultyBot { language, is_script, ..FaultyBot::default() };
            let told = advice(&Fault::new(kind, b"", why), bot);
            assert!(told.contains(expected), "{language:?}: {told}, not {expected}");
        }
    }

    #[test]
    fn a_script_in_python_is_told_what_a_script_needs() {
        let (language, is_script) = (Some(PYTHON), true);
        let bot = FaultyBot { language, is_script, ..FaultyBot::default() };
        let told = |kind, why: FaultReason| advice(&Fault::new(kind, b"", why), bot);
        let trap = told(FaultKind::Exited, FaultReason::Trap("its calls went too deep".into()));
        assert!(trap.starts_with("Run it again. Calls that are too deep"), "{trap}");
        let computing = told(FaultKind::Timeout, FaultReason::Computing);
        assert!(computing.ends_with("by the clock: Python time.perf_counter()."), "{computing}");
        let waiting = told(FaultKind::Timeout, FaultReason::WaitingForInput);
        assert!(!waiting.contains("end each line"), "{waiting}");
    }

    /// Regression: a native build was to find the line that stderr had named.
    #[test]
    fn a_line_that_is_known_is_not_to_be_found() {
        let fault = Fault::new(FaultKind::Exited, b"", FaultReason::Trap("it aborted (unreachable)".into()));
        let told =
            |stderr| advice(&fault, FaultyBot { report: CrashReport::find(stderr).as_ref(), ..FaultyBot::default() });
        assert_eq!(told("panicked at src/main.rs:15:9:\nfull\n"), "Run it again.");
        assert!(
            told("panic: full\n").contains("finds the line with the same input: C -fsanitize"),
            "{}",
            told("panic: full\n")
        );
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
                "Print only what is allowed: columns are 1 to 7. Look at",
            ),
            (
                Malformed,
                "-1",
                FaultReason::from(ConnectFourReason::NoColumn),
                "Print only what is allowed: columns are 1 to 7. Look at",
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
                "Print only what is allowed: an answer is `-1` or five integers, not 3. Look at",
            ),
            (
                Illegal,
                "1 9 1 1 1",
                FaultReason::from(GeneralsReason::OutsideMap { rows: 2, columns: 4 }),
                "Print only what is allowed: rows are 1 to 2 and columns 1 to 4. Look at",
            ),
            (
                Illegal,
                "4",
                FaultReason::from(ConnectFourReason::FullColumn),
                "Compare its answer with what it read. Look at the board. ",
            ),
        ] {
            let told = advice(&Fault::new(kind, received.as_bytes(), why), FaultyBot::default());
            assert!(told.starts_with(expected), "{received}: {told}, not {expected}");
        }
    }

    #[test]
    fn an_army_that_another_setting_allows_is_told_with_its_name() {
        for (letter, expected) in [
            (
                'B',
                "Place all 40 pieces, or play with `--partial-setup`: fewer are enough then, as the original's manual allows.",
            ),
            // An army needs its flag whatever the settings.
            ('F', "Compare its answer with what it read. Look at the board. "),
        ] {
            let fault = Fault::new(FaultKind::Illegal, b"F...", StrategoReason::TooFewPieces { least: 1, letter });
            let told = advise(&fault, FaultyBot::default(), Stratego::explain_reason, TOOLS).expect("advice");
            assert!(told.starts_with(expected), "{letter}: {told}");
        }
    }

    /// Regression: the authors of bots that had printed nothing were advised to flush.
    #[test]
    fn a_bot_that_printed_nothing_is_told_its_first_line() {
        let first_line = LackingLine::First(FirstLine { lead: "", example: "p" });
        let ended = "It ended although the match went on, and had printed nothing. Its first line must be `p`: JavaScript \
                     print(\"p\"). Then read and answer in a loop until the input ends: JavaScript until readline() is null.";
        for (kind, why, language, expected) in [
            (FaultKind::NotStarted, FaultReason::ExitStatus(0), JAVASCRIPT, ended),
            (FaultKind::Exited, FaultReason::ExitStatus(0), JAVASCRIPT, ended),
            (
                FaultKind::NotStarted,
                FaultReason::LateGreeting,
                JAVASCRIPT,
                "It printed nothing. Its first line must be `p`: JavaScript print(\"p\").",
            ),
            (
                FaultKind::Timeout,
                FaultReason::WaitingForInput,
                PYTHON,
                "It printed nothing, or did not flush it. Its first line must be `p`: Python print(\"p\", flush=True).",
            ),
        ] {
            let (language, lacking_line) = (Some(language), Some(first_line));
            let is_script = language == Some(JAVASCRIPT);
            let bot = FaultyBot { language, is_script, lacking_line, ..FaultyBot::default() };
            assert_eq!(advice(&Fault::new(kind, b"", why), bot), expected);
        }
        // Here the computation and the crash matter more.
        for why in [FaultReason::ComputingBeforeGreeting, FaultReason::ExitStatus(1), FaultReason::Trap("".into())] {
            let told = |lacking_line| {
                let fault = Fault::new(FaultKind::NotStarted, b"", why.clone());
                advice(&fault, FaultyBot { lacking_line, ..FaultyBot::default() })
            };
            assert_eq!(told(Some(first_line)), told(None));
        }
    }

    /// Regression: a bot that had ended after the first line of its greeting was only told to read on.
    #[test]
    fn a_bot_that_printed_half_of_its_greeting_is_told_the_rest() {
        let told = |seat, printed, why, language| {
            let lacking_line = ConnectFour::lacking_line(Seat::new(seat), printed);
            let fault = Fault::new(FaultKind::NotStarted, b"", why);
            advice(&fault, FaultyBot { language: Some(language), lacking_line, ..FaultyBot::default() })
        };
        let ended = told(1, "p\n", FaultReason::ExitStatus(0), PYTHON);
        let expected = "It ended although the match went on, and had printed only `p`. The second player answers `2` with \
                        `?`: Python print(\"?\", flush=True). Then read and answer in a loop";
        assert!(ended.starts_with(expected), "{ended}");
        let late = told(1, "p", FaultReason::LateGreeting, BotLanguage::Rust);
        let expected = "It printed only `p`, and did not print or flush the rest. The second player answers `2` with `?`: \
                        Rust println!(\"?\").";
        assert_eq!(late, expected);
        // The first player is not asked, and other words are no greeting.
        for (seat, printed) in [(0, "p\n"), (1, "x\n")] {
            let told = told(seat, printed, FaultReason::ExitStatus(0), PYTHON);
            assert!(told.starts_with("It ended although the match went on. Read and answer"), "{told}");
        }
    }

    #[test]
    fn a_bot_of_another_game_is_told_so() {
        for (game, printed, expected) in [
            ("connect-four", "1 4 5 4 6\n-1\n", Some(("Generals", "1 4 5 4 6"))),
            ("stratego", "\n-1\r\n", Some(("Generals", "-1"))),
            ("generals", "p\n", Some(("Connect Four", "p"))),
            ("generals", "FB8sB479B8\n", Some(("Stratego", "FB8sB479B8"))),
            ("connect-four", "0 0 1\n", Some(("BitMartyr", "0 0 1"))),
            ("stratego", "1 1 2 1 3", Some(("Generals or BitMartyr", "1 1 2 1 3"))),
            // What the game itself knows, or no game does.
            ("generals", "1 1 2 1 3", None),
            ("connect-four", "p\n", None),
            ("connect-four", "4\n", None),
            ("stratego", "..........\n", None),
            ("connect-four", "hello\n", None),
            ("connect-four", "", None),
        ] {
            let found = find_intended_game(game, printed);
            assert_eq!(found.as_ref().map(|(title, line)| (title.as_str(), *line)), expected, "{game}: {printed}");
        }
        let fault = Fault::new(FaultKind::Malformed, b"p", GeneralsReason::NotIntegers);
        let told = advice(&fault, FaultyBot { intended: Some(("Connect Four", "p")), ..FaultyBot::default() });
        let expected = "This looks like a bot for Connect Four, as it printed `p`. If it is not: Print answers only";
        assert!(told.starts_with(expected), "{told}");
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
            let bot = FaultyBot { language: Some(JAVASCRIPT), ..FaultyBot::default() };
            let rest = "Print everything that is not an answer to stderr: JavaScript console.error(…).";
            assert_eq!(advice(&fault, bot), [expected, rest].concat());
        }
    }

    /// Regression: in a terminal, the line was not named, and in the page the search went on.
    #[test]
    fn what_stderr_reports_is_in_the_advice() {
        let computing = "note: computing for 8 s since the last line was read\n    at bot.js:1:7\n";
        for (kind, why, stderr, expected) in [
            (
                FaultKind::Timeout,
                FaultReason::Computing,
                computing,
                "It was computing in bot.js:1:7. Search less deep, ",
            ),
            (
                FaultKind::NotStarted,
                FaultReason::ComputingBeforeGreeting,
                computing,
                "It was computing in bot.js:1:7. Greet first, and compute what takes time after that.",
            ),
            (
                FaultKind::NotStarted,
                FaultReason::ExitStatus(1),
                "NameError: x\n",
                "Correct the error that it printed. Run it again.",
            ),
            // A bot that computes for long ends for another reason.
            (FaultKind::Exited, FaultReason::ExitStatus(1), computing, "It ended by an error of its own."),
            (FaultKind::NotStarted, FaultReason::from("no such file: `b`"), "", "Use a file or a command that "),
        ] {
            let report = CrashReport::find(stderr);
            let told =
                advice(&Fault::new(kind, b"", why), FaultyBot { report: report.as_ref(), ..FaultyBot::default() });
            assert!(told.starts_with(expected), "{told}, not {expected}");
        }
    }
}
