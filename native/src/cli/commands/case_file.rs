//! The file of a bot's cases: TOML, a table `[[case]]` for each, with its match as a text of JSON. Knows no game.

use std::io::Write as _;
use std::path::Path;

use botyard::input;
use botyard_engine::cases::{Case, Expectation, OpenCase};
use botyard_engine::fault::printable;
use serde::{Deserialize, Serialize};

use crate::cli::command_error::CommandError;
use crate::cli::output::output_file::OutputFile;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    #[serde(default)]
    case: Vec<Case>,
}

/// The cases of a file, each of them checked.
///
/// # Errors
/// If the file cannot be read, or a case cannot be used.
pub fn read(path: &Path) -> Result<Vec<(Case, OpenCase)>, CommandError> {
    let invalid = |why: String| CommandError::File(format!("{}: {why}", printable(&path.display().to_string())));
    let text = input::read_text(path, input::RECORD).map_err(|error| CommandError::file("read", path, &error))?;
    let file: CaseFile = basic_toml::from_str(&text).map_err(|why| invalid(why.to_string()))?;
    let open = |(index, case): (usize, Case)| match case.open() {
        Ok(open) => Ok((case, open)),
        Err(why) => Err(invalid(format!("case {} (`{}`): {why}", index + 1, printable(&case.name)))),
    };
    file.case.into_iter().enumerate().map(open).collect()
}

/// The same name with a number behind it, if a case of the file has it.
///
/// # Errors
/// As those of [`read`].
pub fn distinct_name(path: &Path, name: String) -> Result<String, CommandError> {
    let known = if is_new(path) { Vec::new() } else { read(path)? };
    let is_known = |name: &str| known.iter().any(|(case, _)| case.name == name);
    let mut numbered = (2..).map(|number| format!("{name} ({number})"));
    Ok(if is_known(&name) { numbered.find(|name| !is_known(name)).unwrap_or(name) } else { name })
}

fn is_new(path: &Path) -> bool {
    std::fs::metadata(path).map_or(true, |metadata| metadata.len() == 0)
}

/// Adds a case at the end of a file, whose other lines stay as they are.
///
/// # Errors
/// If the file has something else, or cannot be written.
pub fn append(path: &Path, case: &Case) -> Result<(), CommandError> {
    let is_new = is_new(path);
    if !is_new {
        // What cannot be read afterwards is not made longer.
        read(path)?;
    }
    let mut text = Vec::new();
    if is_new {
        text.extend_from_slice(
            b"# Turns that were kept: `botyard check --cases THIS-FILE BOT` asks a bot what they ask.\n",
        );
    }
    let written = to_toml(case).map_err(|why| CommandError::Internal(why.to_string()))?;
    write!(text, "\n{written}")?;
    OutputFile::open(path)?.append(&text)
}

/// The lines before the match, which is the longest.
#[derive(Serialize)]
struct CaseHead<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    note: &'a str,
    seat: usize,
    turn: usize,
}

fn to_toml(case: &Case) -> Result<String, basic_toml::Error> {
    let Case { name, note, seat, turn, expect, replay } = case;
    let head = basic_toml::to_string(&CaseHead { name, note, seat: *seat, turn: *turn })?;
    let expect = match *expect == Expectation::default() {
        true => String::new(),
        false => basic_toml::to_string(expect)?,
    };
    // Within JSON, an apostrophe stands in texts only, where it may be written by its number: so no text ends the literal.
    let replay = replay.replace('\'', "\\u0027");
    Ok(format!("[[case]]\n{head}replay = '''{replay}'''\n[case.expect]\n{expect}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_case_is_read_as_it_was_written() {
        let replay = json!({"format": 1, "game": "connect-four", "settings": {}, "seed": 5,
            "players": [{"name": "'''", "kind": "module"}, {"name": "\"b\\", "kind": "module"}],
            "turns": [{"seat": 0, "action": 4}]});
        let expect = Expectation { one_of: vec!["3".to_owned()], within_ms: Some(0.5), ..Expectation::default() };
        for (expect, note) in [(expect, "a \"note\"\nof two lines"), (Expectation::default(), "")] {
            let case = Case::keep(replay.clone(), 1, 1, expect, "it's".to_owned(), note.to_owned()).expect("a case");
            let text = to_toml(&case).expect("it has text keys only");
            let file: CaseFile = basic_toml::from_str(&text).expect("it is TOML");
            assert_eq!(file.case[0].replay().expect("it is JSON"), case.replay().expect("it is JSON"), "{text}");
            assert_eq!(file.case, [Case { replay: file.case[0].replay.clone(), ..case }]);
        }
    }
}
