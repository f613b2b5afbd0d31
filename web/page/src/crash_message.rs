//! A bot's stderr when it crashed: finds the line in which its language prints the reason. Knows
//! the messages of several languages, and no bot.

use botyard_sandbox::script::ScriptLanguage;
use botyard_web_messages::file_of_build;

/// Marks of lines that report an exception or an assertion: Python and JavaScript, C and C++, C++
/// alone, Go.
const MARKS: [&str; 4] = ["Error:", "ssertion", "terminating ", "panic:"];

/// Why a bot crashed, if its last lines on stderr show it.
#[derive(Debug, PartialEq)]
pub enum CrashMessage {
    /// A panic of Rust: the place and the message.
    Panic(String),
    /// The line that reports another error; of JavaScript's with its place.
    Line(String),
}

impl CrashMessage {
    /// Finds the reason in a bot's stderr; the last one, if there are several.
    pub fn find(stderr: &str) -> Option<Self> {
        let mut found = None;
        let mut lines = stderr.split('\n');
        while let Some(line) = lines.next() {
            if let Some((_, place)) = line.split_once("panicked at ") {
                // Rust's message is in the next line.
                found = Some(Self::Panic([place, " ", lines.next().unwrap_or_default()].concat()));
            } else if MARKS.iter().any(|mark| line.contains(mark)) {
                found = Some(Self::Line(line.to_owned()));
            } else if let (Some(Self::Panic(text) | Self::Line(text)), Some(place)) =
                (&mut found, line.trim_start().strip_prefix("at "))
                && !text.ends_with(')')
            {
                // The innermost of JavaScript's places comes first, and alone.
                let place = place.rsplit_once(" (").map_or(place, |(_, place)| place.trim_end_matches(')'));
                text.push_str(&[" (", place, ")"].concat());
            }
        }
        found
    }

    /// Whether it names the line: all panics do, and of other messages those that end with it in
    /// parentheses.
    pub fn names_line(&self) -> bool {
        match self {
            Self::Panic(_) => true,
            Self::Line(text) => {
                text.trim_end().strip_suffix(')').is_some_and(|text| text.ends_with(|c: char| c.is_ascii_digit()))
            }
        }
    }

    /// Calls a script by the name of the player's file: to its interpreter, the first file of a
    /// script always has the same name.
    #[must_use]
    pub fn with_file_of(mut self, player: &str) -> Self {
        let file = file_of_build(player);
        if let Some(language) = ScriptLanguage::of_file(file) {
            let (Self::Panic(text) | Self::Line(text)) = &mut self;
            *text = text.replace(&[language.main_file(), ":"].concat(), &[file, ":"].concat());
        }
        self
    }

    /// A clause that follows the description of the crash: `as it panicked at src/main.rs:15:9:
    /// index out of bounds`.
    pub fn clause(&self) -> String {
        match self {
            Self::Panic(text) => ["as it panicked at ", text].concat(),
            Self::Line(text) => ["as it said: ", text].concat(),
        }
    }

    /// The clause in the form that follows a colon.
    pub fn reason(&self) -> String {
        match self {
            Self::Panic(text) => ["it panicked at ", text].concat(),
            Self::Line(text) => text.clone(),
        }
    }
}

/// Whether a player is a script that its interpreter calls by another name than its file's.
pub fn is_renamed_script(player: &str) -> bool {
    let file = file_of_build(player);
    ScriptLanguage::of_file(file).is_some_and(|language| file != language.main_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: the file was called `bot.js`, whatever its name was.
    #[test]
    fn a_script_has_the_name_of_its_file() {
        let line = |text: &str| CrashMessage::Line(text.to_owned());
        let named = |player| line("TypeError: x is null (bot.js:2:1)").with_file_of(player);
        assert_eq!(named("f.js, build 2"), line("TypeError: x is null (f.js:2:1)"));
        assert_eq!(named("pioneer"), line("TypeError: x is null (bot.js:2:1)"));
        let players = ["f.js", "f.js, build 2", "bot.js, build 2", "pioneer", "f.wasm"];
        assert_eq!(players.map(is_renamed_script), [true, true, false, false, false]);
    }

    #[test]
    fn the_message_is_found_in_every_language() {
        for (stderr, told) in [
            (
                "depth 7\n\nthread 'main' (1) panicked at src/main.rs:15:9:\nindex out of bounds: the len is 3 but the index is 5\n\
                 note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
                Some("as it panicked at src/main.rs:15:9: index out of bounds: the len is 3 but the index is 5"),
            ),
            (
                "Traceback (most recent call last):\n  File \"/b/run.py\", line 2, in <module>\n    play()\n\
                 IndexError: list index out of range\n",
                Some("as it said: IndexError: list index out of range"),
            ),
            (
                "Assertion failed: n < 7 (bot.c: main: 12)\n",
                Some("as it said: Assertion failed: n < 7 (bot.c: main: 12)"),
            ),
            (
                "TypeError: cannot read property 'x' of null\n    at move (bot.js:2:1)\n    at <anonymous> (bot.js:9:3)\n",
                Some("as it said: TypeError: cannot read property 'x' of null (bot.js:2:1)"),
            ),
            (
                "SyntaxError: expecting ';'\n    at bot.js:3:7\n",
                Some("as it said: SyntaxError: expecting ';' (bot.js:3:7)"),
            ),
            ("score 3\nbest 4\n", None),
            ("", None),
        ] {
            assert_eq!(CrashMessage::find(stderr).map(|message| message.clause()).as_deref(), told);
        }
    }

    #[test]
    fn it_is_known_whether_the_line_is_named() {
        for (stderr, names_line) in [
            ("thread 'main' panicked at src/main.rs:15:9:\nfull\n", true),
            ("Assertion failed: n < 7 (bot.c: main: 12)\n", true),
            ("TypeError: x is null\n    at move (bot.js:2:1)\n", true),
            ("libc++abi: terminating due to uncaught exception of type std::out_of_range: vector (7)x\n", false),
            ("panic: runtime error: index out of range [5] with length 3\n", false),
        ] {
            assert_eq!(CrashMessage::find(stderr).map(|message| message.names_line()), Some(names_line), "{stderr}");
        }
    }

    #[test]
    fn the_reason_after_a_colon_says_no_as() {
        let reasons = ["panicked at a.rs:1:2:\nfull\n", "IndexError: range\n"]
            .map(|stderr| CrashMessage::find(stderr).expect("there is one").reason());
        assert_eq!(reasons, ["it panicked at a.rs:1:2: full", "IndexError: range"]);
    }
}
