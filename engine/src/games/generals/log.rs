//! Writes the original's log while a match is played. Knows no files; recording.rs reads it.
//!
//! The log has the header with id 0, a record after every turn except a pass, and after growth;
//! then `0` and an empty line. A record is a status in which everything is visible.

use super::action::GeneralsAction;
use super::board::GeneralsBoard;
use super::codec::{write_header, write_status};
use super::rules::{Generals, GeneralsEvent};
use super::settings::GeneralsSettings;
use super::view::SightedCell;
use crate::game::{Game, SettingsError};
use crate::replay::{Replay, Turn, TurnResult};
use crate::seat::Seat;

/// Writes the log of one match, turn by turn.
#[derive(Debug)]
pub struct GeneralsLogWriter {
    game: Generals,
    events: Vec<GeneralsEvent>,
}

impl GeneralsLogWriter {
    /// Starts the log of a match.
    ///
    /// # Errors
    /// If the settings do not allow this number of players.
    pub fn start(settings: &GeneralsSettings, seats: usize, out: &mut Vec<u8>) -> Result<Self, SettingsError> {
        let game = Generals::start(settings, seats)?;
        write_header([settings.map.rows(), settings.map.columns(), seats, 0], out);
        Ok(Self { game, events: Vec::new() })
    }

    /// Appends the records of a turn.
    ///
    /// # Errors
    /// If the turn is not possible: why.
    pub fn turn(&mut self, turn: &Turn<GeneralsAction>, out: &mut Vec<u8>) -> Result<(), String> {
        if self.game.outcome().is_some() {
            return Err("the match was over before it".to_owned());
        }
        self.events.clear();
        match &turn.result {
            TurnResult::Action(action) => {
                let acted = self.game.act(turn.seat, *action, &mut self.events);
                acted.map_err(|why| format!("player {} cannot play `{action}`, {why}", turn.seat.number()))?;
            }
            TurnResult::Fault(fault) => self.game.forfeit(turn.seat, fault, &mut self.events),
        }
        // A player who is out can still resign, without an effect.
        let idle = matches!(self.events.as_slice(), [] | [GeneralsEvent::Passed(_)]);
        if !idle {
            write_record(self.game.board(), out);
        }
        self.game.pass_on(turn.seat, &mut self.events);
        if matches!(self.events.last(), Some(GeneralsEvent::RoundOver { towns, land, .. }) if *towns || *land) {
            write_record(self.game.board(), out);
        }
        Ok(())
    }

    /// Appends the end.
    pub fn finish(self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"0\n\n");
    }
}

/// The log of a match; `None` if its turns do not follow from its start.
pub fn write(replay: &Replay<Generals>) -> Option<String> {
    let mut text = Vec::new();
    let mut log = GeneralsLogWriter::start(&replay.settings, replay.players.len(), &mut text).ok()?;
    for turn in &replay.turns {
        log.turn(turn, &mut text).ok()?;
    }
    if log.game.outcome().is_some() {
        log.finish(&mut text);
    }
    String::from_utf8(text).ok()
}

fn write_record(board: &GeneralsBoard, out: &mut Vec<u8>) {
    let statistics = (0..board.players()).map(Seat::new).map(|seat| (board.army(seat), board.land(seat)));
    let cells = (0..board.rows()).flat_map(|row| board.row(row)).map(|(kind, owner, army)| SightedCell {
        is_clear: true,
        kind,
        owner,
        army,
    });
    write_status(statistics, cells, out);
}
