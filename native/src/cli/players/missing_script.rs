//! Finds the script of a command line that is not there. Its interpreter would start, and its error
//! would name the folder in which the sandbox lets it work.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use botyard_host::process::ProgramCommand;

/// Interpreters, without the numbers of their versions.
const INTERPRETERS: [&str; 10] = ["bash", "java", "lua", "node", "perl", "php", "py", "python", "ruby", "sh"];

/// The extensions of scripts. A word without one of these may have any meaning.
const ENDINGS: [&str; 10] = ["cjs", "jar", "js", "lua", "mjs", "php", "pl", "py", "rb", "sh"];

/// Options of interpreters that take the place of a script.
const INSTEAD: [&str; 3] = ["-c", "-e", "-m"];

/// The script that an interpreter is given and that does not exist.
pub fn find_missing_script(command: &ProgramCommand) -> Option<PathBuf> {
    let words = command.words();
    let (program, arguments) = words.split_first()?;
    let program = Path::new(program).file_name()?.to_str()?;
    let program = program.strip_suffix(".exe").unwrap_or(program);
    let name = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let mut options = arguments.iter().take_while(|word| is_option(word));
    if !INTERPRETERS.contains(&name)
        || options.any(|option| INSTEAD.iter().any(|instead| option.as_os_str() == *instead))
    {
        return None;
    }
    let script = Path::new(arguments.iter().find(|word| !is_option(word))?);
    let ending = script.extension()?.to_str()?;
    (ENDINGS.contains(&ending) && !script.exists()).then(|| script.to_owned())
}

fn is_option(word: &OsStr) -> bool {
    word.to_string_lossy().starts_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_that_is_not_there_is_found() {
        for (line, missing) in [
            ("python3 nofile.py", Some("nofile.py")),
            ("/usr/bin/python3.12 -u no/file.py --depth 3", Some("no/file.py")),
            ("java -jar nofile.jar", Some("nofile.jar")),
            ("node nofile.js", Some("nofile.js")),
            ("python3 -c nofile.py", None),
            ("python3 -m nofile", None),
            ("python3 -W ignore", None),
            ("python3", None),
            ("sh nofile", None),
            ("./bot nofile.py", None),
        ] {
            let command = ProgramCommand::line(line).expect("a line");
            assert_eq!(find_missing_script(&command).as_deref(), missing.map(Path::new), "{line}");
        }
        let here = concat!(env!("CARGO_MANIFEST_DIR"), "/../starters/connect-four/python/bot.py");
        let command = ProgramCommand::new("python3").arguments([here]);
        assert_eq!(find_missing_script(&command), None);
    }
}
