//! Connect Four in a terminal: a column as people type it, `log.txt`.

pub mod original;

use botyard_engine::catalog::Playable;
use botyard_engine::games::connect_four::{Column, ConnectFour, log};
use botyard_engine::replay::Replay;

use super::{GameLogFormat, NoOptions, PersonInput, TerminalGame};
use crate::cli::output::log_output::LogContents;

/// Lines of columns. An earlier program's log goes on; anything else is left alone.
const LOG_CONTENTS: LogContents =
    LogContents::Many(|start| start.iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace()));

impl TerminalGame for ConnectFour {
    type Options = NoOptions;

    const PERSON_INPUT: Option<PersonInput<Self>> =
        Some(PersonInput::line(|_, _| "your column (1 to 7)", |_, _, words| parse_column(words)));

    const LOG_FORMAT: Option<GameLogFormat<Self>> =
        Some(GameLogFormat { contents: LOG_CONTENTS, ..GameLogFormat::new(|text, _| read_log(text)) });
}

fn parse_column(words: &str) -> Result<Column, String> {
    let number = words.trim().parse().ok().and_then(Column::new);
    number.ok_or_else(|| "invalid column: expected 1 to 7".to_owned())
}

fn read_log(text: &str) -> Result<Vec<Replay<ConnectFour>>, String> {
    log::read(text).map_err(|bad| bad.to_string())
}

/// What is wrong with the columns of a match, or with the address of a position, given instead of a
/// file; `None` if the text is something else, such as a file's name.
pub fn explain_columns(text: &str) -> Option<String> {
    let columns = text.rsplit_once("?pos=").map_or(text, |(_, columns)| columns);
    let is_columns = !columns.is_empty() && columns.bytes().all(|digit| (b'1'..=b'7').contains(&digit));
    let bad = is_columns.then(|| log::read_line(columns).err()).flatten()?;
    Some(format!("not a match of {}: {bad}", ConnectFour::TITLE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_log_is_appended_to() {
        let LogContents::Many(is_log) = LOG_CONTENTS else { panic!("a log has many matches") };
        assert!(is_log(b"4455667\r\n\n12") && !is_log(b"print('p')\n") && !is_log(b"{\"format\":1}"));
    }

    #[test]
    fn a_log_with_a_mistake_names_the_place() {
        let why = read_log("4455667\n\n1111111\n").expect_err("the seventh stone does not fit");
        assert_eq!(why, "line 3, character 7, `1`, is a column that is full");
    }

    #[test]
    fn only_columns_are_explained() {
        let why = "not a match of Connect Four: character 7, `4`, is a column that is full";
        for text in ["44444444", "https://connect4.gamesolver.org/?pos=44444444"] {
            assert_eq!(explain_columns(text).as_deref(), Some(why), "{text}");
        }
        for text in ["4453", "", "44444448", "44444444.txt", "?pos=", "x"] {
            assert_eq!(explain_columns(text), None, "{text}");
        }
    }
}
