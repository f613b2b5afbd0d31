//! What a bot said on stderr when it crashed: the line in which its language tells why. Knows the
//! words of several languages, and no bot.

use botyard_sandbox::script::{MAIN, is_script_name};

/// What marks a line that reports an exception or an assertion: Python and JavaScript, C and C++,
/// C++ alone, Go.
const MARKS: [&str; 4] = ["Error:", "ssertion", "terminating ", "panic:"];

/// A clause that says why a bot crashed, if its last words tell: `as it panicked at
/// src/main.rs:15:9: index out of bounds`.
pub fn crash_message(stderr: &str) -> Option<String> {
    let mut told = None;
    let mut lines = stderr.split('\n');
    while let Some(line) = lines.next() {
        if let Some((_, place)) = line.split_once("panicked at ") {
            // Rust's message is in the next line.
            told = Some(format!("as it panicked at {place} {}", lines.next().unwrap_or_default()));
        } else if MARKS.iter().any(|mark| line.contains(mark)) {
            told = Some(format!("as it said: {line}"));
        } else if let (Some(told), Some(place)) = (&mut told, line.trim_start().strip_prefix("at "))
            && !told.ends_with(')')
        {
            // The innermost of JavaScript's places comes first, and alone.
            let place = place.rsplit_once(" (").map_or(place, |(_, place)| place.trim_end_matches(')'));
            *told = format!("{told} ({place})");
        }
    }
    told
}

/// Calls a script in such a clause by the name of its file: to its interpreter, the first file of a
/// script is always `bot.js`.
pub fn name_script(told: &str, player: &str) -> String {
    let file = file_of(player);
    if is_script_name(file) { told.replace(&format!("{MAIN}:"), &format!("{file}:")) } else { told.to_owned() }
}

/// Whether a player is a script that its interpreter calls by another name than its file's.
pub fn is_renamed_script(player: &str) -> bool {
    let file = file_of(player);
    is_script_name(file) && file != MAIN
}

/// A later build plays under the name of its file and its number.
fn file_of(player: &str) -> &str {
    player.split_once(", build ").map_or(player, |(file, _)| file)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: it was called `bot.js`, whatever had been dropped.
    #[test]
    fn a_script_has_the_name_of_its_file() {
        let told = "as it said: TypeError: x is null (bot.js:2:1)";
        assert_eq!(name_script(told, "f.js, build 2"), "as it said: TypeError: x is null (f.js:2:1)");
        assert_eq!(name_script(told, "pioneer"), told);
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
            assert_eq!(crash_message(stderr).as_deref(), told);
        }
    }
}
