//! The error that stopped a script, for the editor, which shows it in the script's text. What stderr
//! reports is read by [`botyard_engine::diagnosis`]. Knows no text of a script.

use botyard_engine::diagnosis::{CrashKind, CrashReport};
use serde::Serialize;

/// How the message begins that a file which is imported does not exist. The name follows.
const MISSING_FILE: &str = "ReferenceError: cannot find the file '";
const LOOP: &str = "It was computing here and did not return: is this an endless loop?";
/// How the interpreter's last line begins if the script uses what other environments have: what bots
/// have instead follows.
const HINT: &str = "hint: ";
const NOT_AN_ERROR: &str = "This is not an Error, so it does not say where it was thrown. Throw new Error(…) instead.";

/// The error that stopped a script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ScriptError {
    /// What went wrong, in a sentence.
    pub sentence: String,
    /// Where it happened, if the interpreter has printed that.
    pub place: Option<ScriptPlace>,
    /// The value that was thrown, if it is not an error.
    pub thrown: Option<String>,
    /// The name of a file that is imported and does not exist.
    pub missing_file: Option<String>,
    /// Whether the script has only computed for long, which is a problem if its time was up.
    pub is_loop: bool,
}

/// A place in a script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScriptPlace {
    /// The file, as the interpreter names it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: Option<usize>,
}

impl ScriptError {
    /// Finds the error in a script's stderr. A text that only looks like an error may be a note of
    /// the script's own.
    pub fn find(stderr: &str) -> Option<Self> {
        let CrashReport { kind, message, place } = CrashReport::find(stderr)?;
        let (is_loop, is_thrown) = (kind == CrashKind::Computing, kind == CrashKind::Thrown);
        let missing_file =
            message.strip_prefix(MISSING_FILE).and_then(|rest| Some(rest.split_once('\'')?.0.to_owned()));
        if place.is_none() && !is_thrown && missing_file.is_none() {
            return None;
        }
        let sentence = match kind {
            CrashKind::Computing => LOOP.to_owned(),
            CrashKind::Thrown => format!("uncaught: {message} ({NOT_AN_ERROR})"),
            CrashKind::Panic | CrashKind::Error => match stderr.lines().last().and_then(|line| line.strip_prefix(HINT))
            {
                Some(hint) => format!("{message} ({hint})"),
                None => message.clone(),
            },
        };
        let place = place.map(|place| ScriptPlace { file: place.file, line: place.line, column: place.column });
        Some(Self { sentence, place, thrown: is_thrown.then_some(message), missing_file, is_loop })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_found_that_the_interpreter_has_printed() {
        let found = |stderr| ScriptError::find(stderr).expect("an error");
        let error = found("depth 3\nuncaught TypeError: x is null\n    at move (search.js:2:1)\n    at bot.js:9:3\n");
        assert_eq!(error.sentence, "TypeError: x is null");
        assert_eq!(error.place, Some(ScriptPlace { file: "search.js".to_owned(), line: 2, column: Some(1) }));
        let thrown = found("uncaught: no column\n");
        assert_eq!(thrown.sentence, format!("uncaught: no column ({NOT_AN_ERROR})"));
        assert_eq!((thrown.thrown.as_deref(), thrown.place), (Some("no column"), None));
        let missing = found("ReferenceError: cannot find the file 'search.js': is it there?\n");
        assert_eq!((missing.missing_file.as_deref(), missing.place), (Some("search.js"), None));
        let foreign =
            found("ReferenceError: setTimeout is not defined\n    at bot.js:1:1\nhint: bots have no timers\n");
        assert_eq!(foreign.sentence, "ReferenceError: setTimeout is not defined (bots have no timers)");
        let noted = found("note: computing for 0.8 s since the last line was read\n    at f (bot.js:3:2)\n");
        assert_eq!((noted.is_loop, &*noted.sentence), (true, LOOP));
    }

    #[test]
    fn a_note_of_the_scripts_own_is_not_an_error() {
        for stderr in ["", "thinking\n", "Error: I play at random now\n", "my panic: none\n"] {
            assert_eq!(ScriptError::find(stderr), None, "{stderr}");
        }
    }
}
