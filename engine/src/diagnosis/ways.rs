//! How the author of a bot does what advice asks for, in each language of the starters.

use botyard_languages::Ways;

use super::bot_language::BotLanguage;

/// Advice whose details depend on the language: each is a part of [`Ways`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HowTo {
    /// No details.
    Nothing,
    PrintLine,
    Flush,
    ReadLines,
    PrintToStderr,
    ReadClock,
    FindEnd,
    FindTrap,
    FindSignal,
}

const C: Ways = Ways {
    print_line: "puts(\"…\"); fflush(stdout)",
    flush: "fflush(stdout)",
    read_lines: "while (fgets(…))",
    print_to_stderr: "fprintf(stderr, …)",
    read_clock: "clock_gettime(CLOCK_MONOTONIC, …)",
    find_end: "exit(…) and what main returns",
    find_trap: "-fsanitize=address,undefined",
    find_signal: "-fsanitize=address,undefined",
};

const CPP: Ways = Ways {
    print_line: "std::cout << \"…\" << std::endl",
    flush: "std::endl",
    read_lines: "while (std::getline(…))",
    print_to_stderr: "std::cerr",
    read_clock: "std::chrono::steady_clock",
    ..C
};

const RUST: Ways = Ways {
    print_line: "println!(\"…\")",
    flush: "println!",
    read_lines: "for line in stdin().lines()",
    print_to_stderr: "eprintln!",
    read_clock: "Instant::now()",
    find_end: "process::exit(…) and an error that main returns",
    find_trap: "without -O",
    find_signal: "without -O",
};

impl HowTo {
    /// How it is done in a language; empty where it does not help.
    fn way(self, language: BotLanguage) -> &'static str {
        let ways = match language {
            BotLanguage::C => &C,
            BotLanguage::Cpp => &CPP,
            BotLanguage::Rust => &RUST,
            BotLanguage::Script(language) => language.ways(),
        };
        match self {
            Self::Nothing => "",
            Self::PrintLine => ways.print_line,
            Self::Flush => ways.flush,
            Self::ReadLines => ways.read_lines,
            Self::PrintToStderr => ways.print_to_stderr,
            Self::ReadClock => ways.read_clock,
            Self::FindEnd => ways.find_end,
            Self::FindTrap => ways.find_trap,
            Self::FindSignal => ways.find_signal,
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
    let ways = BotLanguage::all().filter(|&of| language.is_none_or(|language| language == of)).filter_map(|of| {
        let way = how_to.way(of);
        (!way.is_empty()).then(|| format!("{} {way}", of.name()))
    });
    let ways: Vec<_> = ways.collect();
    let lead = if ways.is_empty() { "" } else { ": " };
    format!("{advice}{lead}{}.", ways.join(", "))
}
