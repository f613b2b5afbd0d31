//! Parses the shebang, the first line of a script, such as `#!/usr/bin/env python3`. Starts no
//! program and looks for no file.

use std::path::Path;

/// The interpreter that the system does not find because the first line of a script ends in CRLF,
/// as on Windows: it looks for one whose name ends with the carriage return. `text` is the script
/// behind its `#!`. `None` if the line ends otherwise, or if the return is not part of a name: it
/// belongs to the last word of the line, which may be an option. See [`spoils_option`].
///
/// ```
/// use botyard::shebang::find_interpreter_with_return;
///
/// assert_eq!(find_interpreter_with_return("/usr/bin/env node\r\n"), Some("node"));
/// assert_eq!(find_interpreter_with_return("/usr/bin/env node\n"), None);
/// assert_eq!(find_interpreter_with_return("/usr/bin/perl -w\r\n"), None);
/// ```
pub fn find_interpreter_with_return(text: &str) -> Option<&str> {
    let line = text.split('\n').next()?.strip_suffix('\r')?;
    let words: Vec<_> = line.split_whitespace().collect();
    match words[..] {
        [interpreter] => Some(interpreter),
        // `env` looks for the program that is named after it.
        [env, program] if Path::new(env).ends_with("env") && !program.starts_with('-') && !program.contains('=') => {
            Some(program)
        }
        _ => None,
    }
}

/// Whether the first line of a script ends in CRLF behind an option that the interpreter does not
/// accept with the carriage return. `env -S` takes it for a blank and Perl ignores it: with these,
/// the script starts as if its lines ended in LF. `text` is the script behind its `#!`.
///
/// ```
/// use botyard::shebang::spoils_option;
///
/// assert!(spoils_option("/bin/sh -e\r\n"));
/// assert!(!spoils_option("/bin/sh -e\n"));
/// assert!(!spoils_option("/usr/bin/perl -w\r\n"));
/// assert!(!spoils_option("/usr/bin/env -S sh -e\r\n"));
/// ```
pub fn spoils_option(text: &str) -> bool {
    let Some(line) = text.split('\n').next().and_then(|line| line.strip_suffix('\r')) else { return false };
    let words: Vec<_> = line.split_whitespace().collect();
    match words[..] {
        [interpreter, first, ..] => {
            let is_split = Path::new(interpreter).ends_with("env") && first.starts_with("-S");
            let is_perl = Path::new(interpreter).ends_with("perl");
            words.last().is_some_and(|last| last.starts_with('-')) && !is_split && !is_perl
        }
        _ => false,
    }
}
