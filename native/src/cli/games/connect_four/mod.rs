//! Connect Four in a terminal: a column as people type it, `log.txt`.

pub mod original;

use botyard_engine::games::connect_four::{Column, ConnectFour, log};
use botyard_engine::replay::Replay;

use super::{GameLogFormat, NoOptions, PersonInput, TerminalGame};

impl TerminalGame for ConnectFour {
    type Options = NoOptions;

    const FIRST_OUTPUT: Option<&'static str> = Some("its first line must be `p`");

    const PERSON_INPUT: Option<PersonInput<Self>> =
        Some(PersonInput::line(|_, _| "your column (1 to 7)", |_, _, words| parse_column(words)));

    const LOG_FORMAT: GameLogFormat<Self> = GameLogFormat::new(|text, _| read_log(text));
}

fn parse_column(words: &str) -> Result<Column, String> {
    let number = words.trim().parse().ok().and_then(Column::new);
    number.ok_or_else(|| "invalid column: expected 1 to 7".to_owned())
}

fn read_log(text: &str) -> Result<Vec<Replay<ConnectFour>>, String> {
    log::read(text).map_err(|bad| bad.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_with_a_mistake_names_the_place() {
        let why = read_log("4455667\n\n1111111\n").expect_err("the seventh stone does not fit");
        assert_eq!(why, "line 3, character 7, `1`, is a column that is full");
    }
}
