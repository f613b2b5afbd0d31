//! How the author of a bot does what advice asks for, in each language of the starters.

use super::bot_language::BotLanguage;

/// Advice whose details depend on the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HowTo {
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
                "time.perf_counter()",
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

/// A sentence on how to print a line, if the line is known.
pub(super) fn print_line(advice: &str, line: Option<&str>, language: Option<BotLanguage>) -> String {
    let Some(line) = line else { return with_ways(advice, HowTo::Nothing, language) };
    let sentence = with_ways("", HowTo::PrintLine, language).replace('…', line);
    [advice, &sentence].concat()
}

/// A sentence, with how that is done in the bot's language, or in all languages if that is not
/// known.
pub(super) fn with_ways(advice: &str, how_to: HowTo, language: Option<BotLanguage>) -> String {
    let is_meant = |of: BotLanguage| language.is_none_or(|language| language == of);
    let meant = BotLanguage::ALL.into_iter().zip(how_to.ways()).filter(|&(of, way)| is_meant(of) && !way.is_empty());
    let ways: Vec<_> = meant.map(|(of, way)| format!("{} {way}", of.name())).collect();
    let lead = if ways.is_empty() { "" } else { ": " };
    format!("{advice}{lead}{}.", ways.join(", "))
}
