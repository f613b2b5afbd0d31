//! Connect Four in a terminal: a column as people type it, `log.txt`.

pub mod original;

use botyard_engine::games::connect_four::{Column, ConnectFour, log};
use botyard_engine::replay::Replay;
use botyard_engine::seat::Seat;

use super::{NoOptions, TerminalGame};

impl TerminalGame for ConnectFour {
    type Options = NoOptions;

    const QUESTION: &'static str = "your column (1 to 7)";

    fn parse_typed_action(&self, _: Seat, words: &str) -> Result<Column, String> {
        let number = words.trim().parse().ok().and_then(Column::new);
        number.ok_or_else(|| "invalid column: expected 1 to 7".to_owned())
    }

    fn read_log(text: &str, _: &mut Vec<String>) -> Result<Vec<Replay<Self>>, String> {
        log::read(text).map_err(|bad| bad.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_with_a_mistake_names_the_place() {
        let why =
            ConnectFour::read_log("4455667\n\n1111111\n", &mut Vec::new()).expect_err("the seventh stone does not fit");
        assert_eq!(why, "line 3, character 7, `1`, is a column that is full");
    }
}
