//! Finds in a bot's stderr why it ended or where it was computing. Knows the forms of the two
//! interpreters whose scripts are bots: JavaScript and Python.

use botyard_engine::fault::printable;
use botyard_sandbox::script::ScriptLanguage::JavaScript;

/// The most characters of an error that are shown.
const ERROR_MAX: usize = 200;

/// The last error of a script, with its place if it is known:
/// `SyntaxError: unexpected token (mine.js:2:9)`. `file` is the name of its file; in errors of
/// JavaScript, this file has the name that its language gives it.
pub(super) fn find_error(stderr: &str, file: &str) -> Option<String> {
    let lines: Vec<_> = stderr.lines().collect();
    let at = lines.iter().rposition(|line| is_error(line))?;
    // JavaScript has the places below the error, the innermost first; Python has them above it, the
    // innermost last.
    let below = lines.get(at + 1).and_then(|line| javascript_place(line, file));
    let place = below.or_else(|| lines[..at].iter().rev().find_map(|line| python_place(line)));
    let error: String = printable(lines[at]).chars().take(ERROR_MAX).collect();
    Some(match place {
        Some(place) => format!("{error} ({})", printable(&place)),
        None => error,
    })
}

/// Where a script was computing when its time was nearly over, as its interpreter notes it:
/// `mine.js:3:1`. `file` is the name of its file.
pub(super) fn find_computing_place(stderr: &str, file: &str) -> Option<String> {
    let mut lines = stderr.lines().skip_while(|line| !line.starts_with("note: computing for "));
    lines.nth(1).and_then(|line| javascript_place(line, file)).map(|place| printable(&place))
}

/// Whether a line begins with an error's name, as in `TypeError: why`.
fn is_error(line: &str) -> bool {
    let Some((name, _)) = line.split_once(':') else { return false };
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    is_name && (name.ends_with("Error") || name.ends_with("Exception") || name == "uncaught")
}

/// `mine.js:2:9` of `    at bot.js:2:9` and of `    at f (bot.js:2:9)`, if `file` is `mine.js`.
fn javascript_place(line: &str, file: &str) -> Option<String> {
    let place = line.trim().strip_prefix("at ")?;
    let inner = place.rsplit_once('(').and_then(|(_, inner)| inner.strip_suffix(')'));
    let place = inner.unwrap_or(place);
    Some(match place.strip_prefix(JavaScript.main_file()).filter(|position| position.starts_with(':')) {
        Some(position) => format!("{file}{position}"),
        None => place.to_owned(),
    })
}

/// `bot.py:3` of `  File "/bots/bot.py", line 3, in f`.
fn python_place(line: &str) -> Option<String> {
    let (path, rest) = line.trim().strip_prefix("File \"")?.split_once("\", line ")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let file = path.rsplit('/').next().unwrap_or(path);
    Some(format!("{file}:{digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_found_with_its_place() {
        for (stderr, expected) in [
            (
                "my note\nSyntaxError: unexpected token in expression: ';'\n    at bot.js:2:9\n",
                Some("SyntaxError: unexpected token in expression: ';' (bot.js:2:9)"),
            ),
            (
                "RangeError: why\n    at f (bot.js:2:13)\n    at <anonymous> (bot.js:4:1)\n",
                Some("RangeError: why (bot.js:2:13)"),
            ),
            ("uncaught: a text\n", Some("uncaught: a text")),
            (
                "Traceback (most recent call last):\n  File \"/a/bot.py\", line 9, in <module>\n    f()\n  \
                 File \"/a/bot.py\", line 3, in f\n    x\nNameError: name 'x' is not defined\n",
                Some("NameError: name 'x' is not defined (bot.py:3)"),
            ),
            (
                "  File \"/a/bot.py\", line 2\n    let x\n        ^\nSyntaxError: invalid syntax\n",
                Some("SyntaxError: invalid syntax (bot.py:2)"),
            ),
            ("I am lost\nError rate: 3\n", None),
            ("", None),
        ] {
            assert_eq!(find_error(stderr, "bot.js").as_deref(), expected, "{stderr}");
        }
        let long = find_error(&format!("TypeError: \u{1b}{}", "x".repeat(1_000)), "bot.js").expect("an error");
        assert!(long.len() <= ERROR_MAX && !long.contains('\u{1b}'), "{long}");
    }

    /// Regression: whatever the file's name, it was called `bot.js`.
    #[test]
    fn a_place_has_the_name_of_the_file() {
        for (place, expected) in [
            ("bot.js:2:9", "TypeError: why (mine.js:2:9)"),
            ("f (bot.js:2:13)", "TypeError: why (mine.js:2:13)"),
            ("f (search.js:2:13)", "TypeError: why (search.js:2:13)"),
            ("f (bot.jsx:2:13)", "TypeError: why (bot.jsx:2:13)"),
        ] {
            let stderr = format!("TypeError: why\n    at {place}\n");
            assert_eq!(find_error(&stderr, "mine.js").as_deref(), Some(expected));
        }
        let noted = "note: computing for 0.8 s since the last line was read\n    at bot.js:9:1\n";
        assert_eq!(find_computing_place(noted, "mine.js").as_deref(), Some("mine.js:9:1"));
    }

    #[test]
    fn an_endless_loop_is_found() {
        let noted =
            "note: computing for 0.8 s since the last line was read\n    at f (bot.js:3:2)\n    at bot.js:9:1\n";
        assert_eq!(find_computing_place(noted, "bot.js").as_deref(), Some("bot.js:3:2"));
        assert_eq!(find_computing_place("TypeError: why\n    at f (bot.js:2:13)\n", "bot.js"), None);
    }
}
