//! Which program the first line of a script names, as `#!/usr/bin/env python3` does. Starts nothing
//! and looks for no file.

use std::path::Path;

/// The interpreter that the system does not find because the first line of a script ends in CRLF,
/// as on Windows: it looks for one whose name ends with the carriage return. `text` is the script
/// behind its `#!`. `None` if the line ends otherwise, or if the return is not part of a name: it
/// belongs to the last word of the line, and `env -S` and interpreters such as Perl's ignore it in
/// an option, so that the script starts as if its lines ended in LF.
///
/// ```
/// use botyard::first_line::find_interpreter_with_return;
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
