//! The moderator's log: a line of columns for each game; and positions as solvers write them.

use botyard_engine::games::connect_four::{ConnectFour, log};

use super::{GameLogs, ReadLog};

impl GameLogs for ConnectFour {
    fn read_log(text: &str) -> Option<Result<ReadLog<Self>, String>> {
        log::is_log(text).then(|| log::read(text).map(ReadLog::whole).map_err(|bad| format!("in {bad}")))
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

    /// Regression: the address was not a log of any game.
    #[test]
    fn positions_of_solvers_are_read() {
        for text in
            ["https://connect4.gamesolver.org/?pos=4453", " https://connect4.gamesolver.org/?pos=4453\n", "4453 -2"]
        {
            let found = ConnectFour::read_log(text).expect("it is one").expect("it is possible").found();
            assert_eq!(found.map(|found| (found.of, found.turns.len())), Ok((1, 4)), "{text}");
        }
        let bad = ConnectFour::read_log("https://connect4.gamesolver.org/?pos=49").expect("it has a position");
        assert_eq!(bad.map(|_| ()), Err("in line 1, character 2, `9`, is not a column (1 to 7)".to_owned()));
        assert!(ConnectFour::read_log("https://connect4.gamesolver.org/").is_none());
    }
}
