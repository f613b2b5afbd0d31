//! BitMartyr in a terminal: the board, a team's orders in a line, the original's log. Only bots play it.

mod picture;
mod words;

use std::time::Duration;

use botyard_engine::games::bitmartyr::log::{BEGINNING, Log, UNREADABLE};
use botyard_engine::games::bitmartyr::{BitMartyr, Orders, Settings};
use botyard_engine::replay::Replay;
use botyard_engine::seat::Seat;

use super::{Logbook, Shown};
use crate::cli::bitmartyr::Options;
use crate::cli::failure::Failure;

impl Shown for BitMartyr {
    type Options = Options;

    fn arrange(options: &Options, players: usize, seed: u64) -> Result<Settings, Failure> {
        options.settings(players, seed)
    }

    fn draw(&self) -> String {
        picture::board(self.board()) + &picture::counts(self)
    }

    fn tell(orders: &Orders) -> String {
        words::tell(orders)
    }

    fn mark(seat: Seat) -> String {
        picture::mark(seat)
    }

    /// A log has no names of matches and no start: the next takes its place.
    const LOGBOOK: Logbook = Logbook::One(|start| start.starts_with(BEGINNING.as_bytes()));

    fn log(replay: &Replay<Self>, _: Option<Duration>) -> Option<String> {
        let names = replay.players.iter().map(|player| player.name.clone()).collect();
        let (mut text, mut log) = (String::new(), Log::start(&replay.settings, names).ok()?);
        for turn in &replay.turns {
            log.turn(turn, &mut text).ok()?;
        }
        Some(text)
    }

    fn read_log(_: &str, _: &mut Vec<String>) -> Result<Vec<Replay<Self>>, String> {
        Err(UNREADABLE.to_owned())
    }
}
