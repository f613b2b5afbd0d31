//! Builds of each game's JavaScript starter that differ from it in one thing, for tests of reruns
//! and cases, natively and in browsers. The starters remember what they have seen, but for
//! BitMartyr's, which are started afresh for every question.

/// A match to record, and what its builds need to know of the game.
pub struct BuildsOfGame {
    pub game: &'static str,
    /// Who plays against the build.
    pub opponent: &'static str,
    /// What keeps the match short.
    pub options: &'static [&'static str],
    /// How far a build's next turn is behind, as turns are counted.
    pub step: u64,
    starter: &'static str,
    /// A function that says the same action in other words.
    other_words: &'static str,
    /// A statement before which the starter fails in its third turn.
    fails: &'static str,
}

/// What is different in a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// It computes for some milliseconds before every answer.
    Slower,
    /// Nothing: next to [`Change::Slower`] it is the faster one.
    Nothing,
    /// It prints the same actions in other words.
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

/// Fails before the third answer, of a bot that prints this many lines before its first.
macro_rules! fails_after {
    ($greeting:literal) => {
        concat!(
            "let lines = 0; globalThis.print = words => { lines += 1; \
             if (lines > 2 + ",
            $greeting,
            ") throw new Error('enough'); printed(words); };"
        )
    };
}

macro_rules! starter {
    ($game:literal) => {
        include_str!(concat!("../../../starters/", $game, "/javascript/bot.js"))
    };
}

/// All games.
pub const GAMES: [BuildsOfGame; 4] = [
    BuildsOfGame {
        game: "connect-four",
        opponent: "random",
        options: &[],
        step: 2,
        starter: starter!("connect-four"),
        other_words: "words => String(words).replace(/^[1-7]$/, ' 0$&')",
        fails: fails_after!("1"),
    },
    BuildsOfGame {
        game: "stratego",
        opponent: "dummy",
        options: &["-m", "40"],
        step: 2,
        starter: starter!("stratego"),
        other_words: "words => words.replace(/ (UP|DOWN|LEFT|RIGHT)$/, '$& 1')",
        fails: fails_after!("3"),
    },
    BuildsOfGame {
        game: "generals",
        opponent: "random",
        options: &["--rounds", "40"],
        step: 2,
        starter: starter!("generals"),
        other_words: "words => words.replaceAll(' ', '  ')",
        fails: fails_after!("0"),
    },
    BuildsOfGame {
        game: "bitmartyr",
        opponent: "scared",
        options: &["--width", "20", "--height", "20", "--population", "3", "--duration", "8"],
        step: 1,
        starter: starter!("bitmartyr"),
        other_words: "words => words.replace(/[0-5]/g, digit => '.^>v<*'[digit])",
        fails: "const read = readline; globalThis.readline = () => { const line = read(); \
                while (line.split(' ')[2] === '2'); return line; };",
    },
];

impl BuildsOfGame {
    /// The script of a build.
    pub fn script(&self, change: Change) -> String {
        let before = match change {
            Change::Slower => {
                "globalThis.print = words => { for (let left = 100000; left > 0; left -= 1); printed(words); };"
                    .to_owned()
            }
            Change::Nothing => String::new(),
            Change::Words => format!("globalThis.print = words => printed(({})(words));", self.other_words),
            Change::Fails => self.fails.to_owned(),
        };
        format!("const printed = print; {before}\n{}", self.starter)
    }
}
