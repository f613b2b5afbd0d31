//! Builds of each game's JavaScript starter that differ from it in one thing, for tests of reruns
//! and cases, natively and in browsers. The starters remember what they have seen, except for
//! BitMartyr's, which are started afresh for every question.

/// A match to record, and the properties of its game that builds need.
pub struct BuildsOfGame {
    pub game: &'static str,
    /// The bot that plays against the build.
    pub opponent: &'static str,
    /// The options that keep the match short.
    pub options: &'static [&'static str],
    /// The difference between the numbers of two successive turns of a build.
    pub step: u64,
    starter: &'static str,
    /// A function that returns the same action in another notation.
    other_words: &'static str,
    /// How many lines the starter prints before its first answer; `None` if it is started afresh
    /// for every question.
    greeting: Option<u32>,
}

/// The change in a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// It computes for some milliseconds before every answer.
    Slower,
    /// No change: it is faster than [`Change::Slower`].
    Nothing,
    /// It prints the same actions in another notation.
    Words,
    /// It fails in its third turn: with an error, or, where a run may end as it wants, by going on
    /// for ever.
    Fails,
}

impl Change {
    /// The build that plays the recorded match comes first.
    pub const ALL: [Self; 4] = [Self::Slower, Self::Nothing, Self::Words, Self::Fails];

    /// The name of the build's file.
    pub fn file(self) -> &'static str {
        match self {
            Self::Slower => "slower.js",
            Self::Nothing => "faster.js",
            Self::Words => "words.js",
            Self::Fails => "fails.js",
        }
    }
}

macro_rules! builds {
    ($game:literal, $($field:ident: $value:expr,)*) => {
        BuildsOfGame {
            game: $game,
            starter: include_str!(concat!("../../../starters/", $game, "/javascript/bot.js")),
            $($field: $value,)*
        }
    };
}

/// All games.
pub const GAMES: [BuildsOfGame; 4] = [
    builds! {
        "connect-four",
        opponent: "random",
        options: &[],
        step: 2,
        other_words: "words => String(words).replace(/^[1-7]$/, ' 0$&')",
        greeting: Some(1),
    },
    builds! {
        "stratego",
        opponent: "dummy",
        options: &["-m", "40"],
        step: 2,
        other_words: "words => words.replace(/ (UP|DOWN|LEFT|RIGHT)$/, '$& 1')",
        greeting: Some(3),
    },
    builds! {
        "generals",
        opponent: "random",
        options: &["--rounds", "40"],
        step: 2,
        other_words: "words => words.replaceAll(' ', '  ')",
        greeting: Some(0),
    },
    builds! {
        "bitmartyr",
        opponent: "scared",
        options: &["--width", "20", "--height", "20", "--population", "3", "--duration", "8"],
        step: 1,
        other_words: "words => words.replace(/[0-5]/g, digit => '.^>v<*'[digit])",
        greeting: None,
    },
];

/// Runs `before` before each line, and prints `words` in its place.
fn print_otherwise(before: &str, words: &str) -> String {
    format!("const printed = print;\nglobalThis.print = words => {{ {before} printed({words}); }};\n")
}

/// Code for a bot that reads the turn with each question: it goes on for ever in the third turn.
const ENDLESS: &str = "const read = readline;\n\
                       globalThis.readline = () => { const line = read(); while (line.split(' ')[2] === '2'); return line; };\n";

impl BuildsOfGame {
    /// The script of a build.
    pub fn script(&self, change: Change) -> String {
        let before = match (change, self.greeting) {
            (Change::Slower, _) => print_otherwise("for (let left = 100000; left > 0; left -= 1);", "words"),
            (Change::Nothing, _) => String::new(),
            (Change::Words, _) => print_otherwise("", &format!("({})(words)", self.other_words)),
            (Change::Fails, Some(greeting)) => {
                let fails = format!("if ((lines += 1) > {}) throw new Error('enough');", greeting + 2);
                format!("let lines = 0;\n{}", print_otherwise(&fails, "words"))
            }
            (Change::Fails, None) => ENDLESS.to_owned(),
        };
        format!("{before}{}", self.starter)
    }
}
