//! The original's console lines and its log file. Reads and writes text; knows no files.

use std::time::Duration;

use super::board::Column;
use super::rules::{ConnectFour, ConnectFourEvent, ConnectFourSettings};
use crate::fault::{Fault, FaultKind};
use crate::game::{Game, Outcome};
use crate::replay::{MatchTerms, PlayerInfo, Replay, Turn, TurnResult};
use crate::seat::Seat;

/// The console line for an event: `PLAYER1MOVE21` is player 1 in column 2, row 1.
pub fn console_event(event: &ConnectFourEvent) -> Option<String> {
    match event {
        ConnectFourEvent::Dropped { seat, column, row, .. } => {
            Some(format!("PLAYER{}MOVE{}{row}", seat.number(), column.number()))
        }
        ConnectFourEvent::Forfeited(_) => None,
    }
}

/// The console line for the end of a match; `fault` is the one that ended it, if one did.
pub fn console_end(outcome: &Outcome, fault: Option<(Seat, &Fault)>) -> String {
    let loser = |seat: Seat| 3 - seat.number();
    match (fault, outcome.winner()) {
        (Some((seat, fault)), _) => match fault.kind {
            FaultKind::NotStarted => format!("FAILURE{}", seat.number()),
            _ if is_late(fault) => format!("PLAYER{}WINSBECAUSEPLAYER{}TOOKTOOLONG", loser(seat), seat.number()),
            FaultKind::Resigned => format!("PLAYER{}WINS", loser(seat)),
            FaultKind::Illegal | FaultKind::Malformed | FaultKind::Timeout | FaultKind::Exited | FaultKind::Flooded => {
                format!("PLAYER{}WINSDUETOPLAYER{}ERROR", loser(seat), seat.number())
            }
        },
        (None, Some(winner)) => format!("PLAYER{}WINS", winner.number()),
        (None, None) => "TIE".to_owned(),
    }
}

/// Whether the original would still have waited: it passed empty lines over, however many there
/// were.
fn is_late(fault: &Fault) -> bool {
    fault.kind == FaultKind::Timeout || fault.kind == FaultKind::Flooded && fault.received.is_empty()
}

/// The line of `log.txt`: the columns in order of play. `None` for a game without a move.
pub fn write_line(columns: impl IntoIterator<Item = Column>) -> Option<String> {
    let line: String = columns.into_iter().map(|column| char::from(b'0' + column.number())).collect();
    (!line.is_empty()).then_some(line)
}

/// The line of a match, with its newline; `None` if it has no move.
pub fn write(replay: &Replay<ConnectFour>) -> Option<String> {
    let columns = replay.turns.iter().filter_map(|turn| match turn.result {
        TurnResult::Action(column) => Some(column),
        TurnResult::Fault(_) => None,
    });
    write_line(columns).map(|line| line + "\n")
}

/// Reads `log.txt`: a replay for each line that is not blank. A log names no players. Also reads
/// the lines of solvers' lists of positions, which have a score behind the columns, and the address
/// of a position at connect4.gamesolver.org.
///
/// # Errors
/// The first line that is not a possible game.
pub fn read(text: &str) -> Result<Vec<Replay<ConnectFour>>, ConnectFourLogError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let games = lines.map(|(at, line)| match read_line(without_score(line)) {
        Ok((columns, _)) => Ok(replay_of(&columns)),
        Err(why) => Err(ConnectFourLogError { line: at + 1, why }),
    });
    games.collect()
}

/// Whether a text begins like a log that [`read`] accepts: with a digit, or with the address of a
/// position. Any other text is not a log, and not a broken one either.
pub fn is_log(text: &str) -> bool {
    let first = text.trim_start().lines().next().unwrap_or_default();
    without_score(first).starts_with(|first: char| first.is_ascii_digit())
}

/// The columns of a line as solvers write it: `4453 -2`, or `https://.../?pos=4453`.
fn without_score(line: &str) -> &str {
    let line = line.rsplit_once("?pos=").map_or(line, |(_, position)| position.trim_end());
    match line.trim_end().rsplit_once([' ', '\t']) {
        Some((columns, score)) if score.parse::<i32>().is_ok() => columns,
        _ => line,
    }
}

fn replay_of(columns: &[Column]) -> Replay<ConnectFour> {
    let turns = columns.iter().enumerate().map(|(ply, &column)| Turn {
        seat: Seat::new(ply % 2),
        result: TurnResult::Action(column),
        words: None,
        used: Duration::ZERO,
    });
    let players = [1, 2].map(|number| PlayerInfo { name: format!("player {number}"), ..PlayerInfo::default() });
    Replay {
        settings: ConnectFourSettings {},
        seed: 0,
        players: players.into(),
        terms: MatchTerms::default(),
        turns: turns.collect(),
    }
}

/// Reads a line of `log.txt` and plays it.
///
/// # Errors
/// If a character is not a column or a column cannot be played, with its place in the line.
pub fn read_line(line: &str) -> Result<(Vec<Column>, ConnectFour), LogLineError> {
    let mut game = ConnectFour::default();
    let mut columns = Vec::new();
    for (at, digit) in line.trim_end().chars().enumerate() {
        let bad = |why: &str| LogLineError { place: at + 1, digit, why: why.to_owned() };
        let number = digit.to_digit(10).ok_or_else(|| bad("is not a column (1 to 7)"))?;
        let column = Column::new(number as u8).ok_or_else(|| bad("is not a column (1 to 7)"))?;
        if game.outcome().is_some() {
            return Err(bad("comes after the end of the game"));
        }
        game.play(game.mover(), column, &mut Vec::new()).map_err(|illegal| bad(&format!("is {illegal}")))?;
        columns.push(column);
    }
    Ok((columns, game))
}

/// A log with a line that is not a possible game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, {why}")]
pub struct ConnectFourLogError {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: LogLineError,
}

/// A line that is not a possible game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("character {place}, `{digit}`, {why}")]
pub struct LogLineError {
    /// The number of the character, from 1.
    pub place: usize,
    /// The character.
    pub digit: char,
    /// What is wrong with it.
    pub why: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_played_and_written_back() {
        let (columns, game) = read_line("43557644322313\n").expect("a recorded game");
        assert_eq!(game.outcome().and_then(|outcome| outcome.winner()), Some(Seat::new(1)));
        assert_eq!(write_line(columns).as_deref(), Some("43557644322313"));
        assert_eq!(write_line([]), None);
    }

    #[test]
    fn a_log_gives_a_replay_for_each_line() {
        let games = read("43557644322313\n\n12\n").expect("two games");
        assert_eq!(games.iter().map(|game| game.turns.len()).collect::<Vec<_>>(), [14, 2]);
        let bad = read("4455667\n\n1111111\n").expect_err("the seventh stone does not fit");
        assert_eq!(bad.to_string(), "line 3, character 7, `1`, is a column that is full");
    }

    #[test]
    fn positions_of_solvers_are_read() {
        let games = read(
            "4453\n2252576253462244111563365343671351441 -1\n44455554221 2\nhttps://connect4.gamesolver.org/?pos=44\n",
        );
        let games = games.expect("four positions");
        assert_eq!(games.iter().map(|game| game.turns.len()).collect::<Vec<_>>(), [4, 37, 11, 2]);
        for text in ["44 x", "44 5 5x", "https://connect4.gamesolver.org/?pos=49", "http://example.org/44"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_text_that_begins_otherwise_is_no_log() {
        for text in ["4", "\n 4453 -2\n", "4x", "https://connect4.gamesolver.org/?pos=4453\n", "?pos=9"] {
            assert!(is_log(text), "{text}");
        }
        for text in ["", "hello", "x 5", "https://connect4.gamesolver.org/?pos=", "https://example.org/44", "x\n44"] {
            assert!(!is_log(text), "{text}");
        }
    }

    #[test]
    fn a_bad_line_names_the_place() {
        let full = read_line("1111111").expect_err("the seventh stone does not fit");
        assert_eq!(full.to_string(), "character 7, `1`, is a column that is full");
        assert_eq!(read_line("41x").map_err(|bad| bad.place), Err(3));
    }
}
