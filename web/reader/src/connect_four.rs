//! The moderator's log: a line of columns for each game.

use botyard_engine::catalog::Playable;
use botyard_engine::games::connect_four::{Column, ConnectFour, log};
use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, Turn, TurnResult};
use botyard_engine::seat::Seat;

use super::{LogFormat, ReadLog};

impl LogFormat for ConnectFour {
    fn read_log(text: &str) -> Option<Result<ReadLog<Self>, String>> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let games = lines.map(|(at, line)| read_game(line).map_err(|why| format!("in line {}, {why}", at + 1)));
        Some(games.collect::<Result<_, _>>().map(ReadLog::whole))
    }
}

fn read_game(line: &str) -> Result<Replay<ConnectFour>, String> {
    let (columns, _) = log::read_line(line).map_err(|bad| bad.to_string())?;
    let turn = |(at, column): (usize, Column)| Turn {
        seat: Seat::new(at % 2),
        result: TurnResult::Action(column),
        words: None,
        used: std::time::Duration::ZERO,
    };
    let player = |number: usize| PlayerInfo { name: format!("player {number}"), ..PlayerInfo::default() };
    Ok(Replay {
        settings: Default::default(),
        seed: 0,
        players: (1..=ConnectFour::USUAL_SEATS).map(player).collect(),
        terms: MatchTerms::default(),
        turns: columns.into_iter().enumerate().map(turn).collect(),
    })
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
        assert_eq!(bad.map(|_| ()), Err("in line 2, character 2, `x`, is no column (1 to 7)".to_owned()));
    }
}
