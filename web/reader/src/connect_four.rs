//! The moderator's log: a line of columns for each game.

use botyard_engine::games::connect_four::{ConnectFour, log};

use super::{GameLogs, ReadLog};

impl GameLogs for ConnectFour {
    fn read_log(text: &str) -> Option<Result<ReadLog<Self>, String>> {
        // Anything else is nobody's log, and not a bad one of this game.
        text.trim_start()
            .starts_with(|first: char| first.is_ascii_digit())
            .then(|| log::read(text).map(ReadLog::whole).map_err(|bad| format!("in {bad}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_gives_a_replay_for_each_line() {
        let ReadLog { games, .. } =
            ConnectFour::read_log("43557644322313\n\n12\n").expect("it has a log").expect("it is one");
        assert_eq!(games.iter().map(|game| game.turns.len()).collect::<Vec<_>>(), [14, 2]);
        let bad = ConnectFour::read_log("12\n1x\n").expect("it has a log");
        assert!(ConnectFour::read_log("hello").is_none());
        assert_eq!(bad.map(|_| ()), Err("in line 2, character 2, `x`, is not a column (1 to 7)".to_owned()));
    }
}
