//! The original's output: its log, turn by turn, and the announcement at the end. Knows no files.
//!
//! Two bugs are not kept: the counts were those of the team before, and an empty first team won
//! every tie.

use std::fmt::Write;

use super::board::{BitMartyrBoard, TEAMS_MAX};
use super::order::Orders;
use super::rules::{BitMartyr, BitMartyrEvent};
use super::settings::BitMartyrSettings;
use crate::game::{Game, SettingsError};
use crate::replay::{Replay, Turn, TurnError, play_turn};
use crate::seat::Seat;

/// The colours of the teams, in the order of seats.
pub const COLOURS: [&str; TEAMS_MAX] = ["Red", "Green", "Blue", "Grey", "Cyan", "Magenta", "Yellow"];

/// How every log begins.
pub const BEGINNING: &str = "Starting turn ";

/// Why no match can be read from a log.
pub const UNREADABLE: &str = "a BitMartyr log has only counts, no boards and no orders";

/// Writes the log of one match, turn by turn.
#[derive(Debug)]
pub struct BitMartyrLog {
    game: BitMartyr,
    paths: Vec<String>,
    events: Vec<BitMartyrEvent>,
}

impl BitMartyrLog {
    /// Starts the log of a match between these programs. The original's log begins with the first
    /// turn, so this writes no text.
    ///
    /// # Errors
    /// If the settings do not allow this number of players.
    pub fn start(settings: &BitMartyrSettings, paths: Vec<String>) -> Result<Self, SettingsError> {
        Ok(Self { game: BitMartyr::start(settings, paths.len())?, paths, events: Vec::new() })
    }

    /// Records one team's turn. When all teams have acted, appends the original's text for the turn
    /// to `out`.
    ///
    /// # Errors
    /// If the turn is not possible: the reason.
    pub fn turn(&mut self, turn: &Turn<Orders>, out: &mut String) -> Result<(), TurnError> {
        self.events.clear();
        play_turn(&mut self.game, turn, &mut self.events)?;
        if self.events.iter().any(|event| matches!(event, BitMartyrEvent::Played { .. })) {
            write_turn(self.game.turn() - 1, &self.paths, self.game.board(), out);
        }
        Ok(())
    }
}

/// The log of a match; `None` if its turns do not follow from its start.
pub fn write(replay: &Replay<BitMartyr>) -> Option<String> {
    let names = replay.players.iter().map(|player| player.name.clone()).collect();
    let (mut text, mut log) = (String::new(), BitMartyrLog::start(&replay.settings, names).ok()?);
    for turn in &replay.turns {
        log.turn(turn, &mut text).ok()?;
    }
    Some(text)
}

/// A turn, counted from 0, and the board after it.
pub fn write_turn(turn: u32, paths: &[String], board: &BitMartyrBoard, out: &mut String) {
    let _ = writeln!(out, "{BEGINNING}{turn}...");
    for path in paths {
        let _ = writeln!(out, "Running {path} done.");
    }
    write_teams(board, out);
}

/// The units of all seven teams, including those that do not play.
fn write_teams(board: &BitMartyrBoard, out: &mut String) {
    for (team, colour) in COLOURS.iter().enumerate() {
        let _ = writeln!(out, "Team {colour}: {}", board.count(Seat::new(team)));
        for (health, count) in (1..).zip(board.by_health(Seat::new(team))) {
            let _ = writeln!(out, "\t{health}-health units: {count}");
        }
    }
}

/// The announcement at the end of a match: `Red (name) had 5 units.` for each team, and the winner,
/// or the teams that share the win.
pub fn announcement(board: &BitMartyrBoard, names: &[String]) -> String {
    let mut said = String::new();
    let counts: Vec<_> = (0..names.len()).map(|team| board.count(Seat::new(team))).collect();
    let team = |index: usize| format!("{} ({})", COLOURS[index], names[index]);
    for (index, count) in counts.iter().enumerate() {
        let _ = writeln!(said, "{} had {count} units.", team(index));
    }
    let most = counts.iter().max();
    let first: Vec<_> = (0..counts.len()).filter(|&index| counts.get(index) == most).map(team).collect();
    let _ = match first.as_slice() {
        [] => Ok(()),
        [winner] => writeln!(said, "{winner} won!"),
        [others @ .., last] => writeln!(said, "A tie between {} and {last}!", others.join(", ")),
    };
    said
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::replay::TurnResult;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn a_turn_is_logged_when_all_have_acted() {
        let settings = BitMartyrSettings { duration: 2, ..BitMartyrSettings::on("E2J/4".parse().expect("a board")) };
        let mut log = BitMartyrLog::start(&settings, names(&["./a", "-b"])).expect("a board for two");
        let mut text = String::new();
        let turn = |seat: usize, orders: &str| Turn {
            seat: Seat::new(seat),
            result: TurnResult::Action(orders.parse().expect("orders")),
            words: None,
            used: Duration::ZERO,
        };
        log.turn(&turn(0, "2"), &mut text).expect("it is possible");
        assert_eq!(text, "");
        log.turn(&turn(1, "5"), &mut text).expect("it is possible");
        let none = (1..=5).map(|health| format!("\t{health}-health units: 0\n")).collect::<String>();
        let mut expected = "Starting turn 0...\nRunning ./a done.\nRunning -b done.\nTeam Red: 2\n".to_owned();
        expected +=
            "\t1-health units: 0\n\t2-health units: 0\n\t3-health units: 0\n\t4-health units: 1\n\t5-health units: 1\n";
        for colour in ["Green", "Blue", "Grey", "Cyan", "Magenta", "Yellow"] {
            expected += &format!("Team {colour}: 0\n{none}");
        }
        assert_eq!(text, expected);
        assert!(log.turn(&turn(0, "2"), &mut text).is_err(), "there are two units now");
    }

    #[test]
    fn the_end_is_announced() {
        for (board, players, expected) in [
            ("EE/J1", ["a", "b"].as_slice(), "Red (a) had 2 units.\nGreen (b) had 1 units.\nRed (a) won!\n"),
            ("2/J1", &["a", "b"], "Red (a) had 0 units.\nGreen (b) had 1 units.\nGreen (b) won!\n"),
            (
                "E/J/1",
                &["a", "b"],
                "Red (a) had 1 units.\nGreen (b) had 1 units.\nA tie between Red (a) and Green (b)!\n",
            ),
            (
                "2",
                &["a", "b", "c"],
                "Red (a) had 0 units.\nGreen (b) had 0 units.\nBlue (c) had 0 units.\n\
                 A tie between Red (a), Green (b) and Blue (c)!\n",
            ),
            ("1", &["a"], "Red (a) had 0 units.\nRed (a) won!\n"),
        ] {
            assert_eq!(announcement(&board.parse().expect("a board"), &names(players)), expected);
        }
    }
}
