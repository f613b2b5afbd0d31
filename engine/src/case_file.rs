//! The file of a bot's cases as text: TOML with a table `[[case]]` for each case, whose match is
//! JSON in a string. Knows no game, and performs no I/O.

use serde::{Deserialize, Serialize};

use crate::cases::{Case, CaseError, Expectation, OpenCase};
use crate::fault::printable;

/// How a new file begins.
pub const HEADING: &str = "# Turns that were kept: `botyard check --cases THIS-FILE BOT` asks a bot what they ask.\n";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    #[serde(default)]
    case: Vec<Case>,
}

/// Why a file of cases cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CaseFileError {
    /// The text is not a file of cases.
    #[error("{0}")]
    Syntax(String),
    /// A case in it cannot be used.
    #[error("case {number} (`{name}`): {why}")]
    Case {
        /// The number of the case in the file, from 1.
        number: usize,
        /// The name of the case.
        name: String,
        /// What is wrong with it.
        why: CaseError,
    },
}

/// Reads the cases of a file and checks each of them.
///
/// # Errors
/// If the text is not a case file, or a case cannot be used.
pub fn read(text: &str) -> Result<Vec<(Case, OpenCase)>, CaseFileError> {
    let file: CaseFile = basic_toml::from_str(text).map_err(|why| {
        // The TOML parser's own phrase is for programmers.
        let told = why.to_string().replace("unexpected eof encountered", "the file ends early,");
        CaseFileError::Syntax(told.replace("found eof", "found the end of the file"))
    })?;
    let open = |(index, case): (usize, Case)| match case.open() {
        Ok(open) => Ok((case, open)),
        Err(why) => Err(CaseFileError::Case { number: index + 1, name: printable(&case.name), why }),
    };
    file.case.into_iter().enumerate().map(open).collect()
}

/// The name itself, or with a number behind it if `is_known` reports that it is taken.
pub fn distinct_name(name: String, is_known: impl Fn(&str) -> bool) -> String {
    let mut numbered = (2..).map(|number| format!("{name} ({number})"));
    if is_known(&name) { numbered.find(|name| !is_known(name)).unwrap_or(name) } else { name }
}

/// The lines before the match; the match comes last because it is the longest.
#[derive(Serialize)]
struct CaseHead<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    note: &'a str,
    seat: usize,
    turn: usize,
}

/// A case as it stands in a file.
pub fn write(case: &Case) -> String {
    const WRITABLE: &str = "texts, numbers and lists of texts can be written";
    let Case { name, note, seat, turn, expect, replay } = case;
    let head = basic_toml::to_string(&CaseHead { name, note, seat: *seat, turn: *turn }).expect(WRITABLE);
    let expect = match *expect == Expectation::default() {
        true => String::new(),
        false => basic_toml::to_string(expect).expect(WRITABLE),
    };
    // In JSON an apostrophe occurs only inside strings, where an escape can replace it. So no
    // string ends the TOML literal.
    let replay = replay.replace('\'', "\\u0027");
    format!("[[case]]\n{head}replay = '''{replay}'''\n[case.expect]\n{expect}")
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
            let text = [HEADING, &write(&case), "\n", &write(&case)].concat();
            let cases = read(&text).expect("a file of cases");
            let (read, _) = &cases[1];
            assert_eq!(read.replay().expect("it is JSON"), case.replay().expect("it is JSON"), "{text}");
            assert_eq!(*read, Case { replay: read.replay.clone(), ..case });
        }
    }

    #[test]
    fn what_is_no_case_is_named() {
        assert!(matches!(read("[[case]]"), Err(CaseFileError::Syntax(_))));
        let why = read("[[case]]\nname = ").expect_err("it is cut off").to_string();
        assert!(!why.contains("eof"), "{why}");
        let text = "[[case]]\nname = 'x'\nseat = 1\nturn = 1\nreplay = '{'\n[case.expect]\n";
        let why = read(text).expect_err("its match cannot be read").to_string();
        assert!(why.starts_with("case 1 (`x`): invalid replay: "), "{why}");
        assert_eq!(distinct_name("x".to_owned(), |name| ["x", "x (2)"].contains(&name)), "x (3)");
    }
}
