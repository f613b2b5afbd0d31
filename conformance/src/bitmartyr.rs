//! BitMartyr's recorded games: after the recorded actions, every board, every count and every
//! team's input must be as recorded. Each game must also survive a round trip through a link.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use botyard_engine::codec::{QuestionCodec, RunInputs};
use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::{
    BitMartyr, BitMartyrBoard, BitMartyrCodec, BitMartyrSettings, Order, Orders, WireFormat,
};
use botyard_engine::replay::link;
use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, Turn, TurnResult};
use botyard_engine::seat::Seat;

use crate::report::ConformanceReport;

/// Games one after another; the lines are explained beside the data.
pub fn games(file: &Path) -> Result<ConformanceReport> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let (mut report, mut table) = (ConformanceReport::default(), None);
    for (number, line) in text.lines().enumerate() {
        let result = match (line.strip_prefix("game "), &mut table) {
            (Some(header), _) => next_game(header, &mut table, &mut report),
            (None, Some(table)) => table.line(line, &mut report),
            (None, None) => continue,
        };
        if let Err(why) = result {
            report.disagree(file, number + 1, why);
            // The rest of the game would only repeat the disagreement.
            table = None;
        }
    }
    if let Some(Err(why)) = table.map(|table| table.end(&mut report)) {
        report.disagree(file, text.lines().count(), why);
    }
    Ok(report)
}

/// Ends the previous game, if it has agreed so far.
fn next_game(header: &str, table: &mut Option<BitMartyrGame>, report: &mut ConformanceReport) -> Result<(), String> {
    report.count(1, "games");
    let before = table.replace(BitMartyrGame::read(header)?);
    before.map_or(Ok(()), |before| before.end(report))
}

/// A game being played.
struct BitMartyrGame {
    width: usize,
    teams: usize,
    /// `None` before the first board.
    game: Option<BitMartyr>,
    settings: Option<BitMartyrSettings>,
    turns: Vec<Turn<Orders>>,
}

impl BitMartyrGame {
    /// `w=100 h=100 teams=4 ...`
    fn read(header: &str) -> Result<Self, String> {
        let number = |name: &str| {
            let value = header.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
            value.and_then(|value| value.parse().ok()).ok_or_else(|| format!("the game has no {name}"))
        };
        Ok(Self { width: number("w")?, teams: number("teams")?, game: None, settings: None, turns: Vec::new() })
    }

    fn line(&mut self, line: &str, report: &mut ConformanceReport) -> Result<(), String> {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["board", turn, cells] => {
                report.count(1, "boards");
                self.board(turn, cells)
            }
            ["counts", _, counts @ ..] => {
                report.count(counts.len() as u64, "counts");
                self.counts(counts)
            }
            ["in", team, units, hash] => {
                report.count(1, "inputs");
                self.input(seat(team)?, units, hash)
            }
            ["acts", team, digits] => {
                report.count(digits.len() as u64, "actions");
                self.act(seat(team)?, digits)
            }
            _ => Ok(()),
        }
    }

    fn game(&self) -> Result<&BitMartyr, String> {
        self.game.as_ref().ok_or_else(|| "the game has no board yet".to_owned())
    }

    fn board(&mut self, turn: &str, cells: &str) -> Result<(), String> {
        let rows = cells.as_bytes().chunks(self.width).map(String::from_utf8_lossy);
        let board: BitMartyrBoard = rows.collect::<Vec<_>>().join("/").parse().map_err(|bad| format!("{bad}"))?;
        let Some(game) = &self.game else {
            let settings = BitMartyrSettings { duration: 100_000, ..BitMartyrSettings::on(board) };
            self.game = Some(BitMartyr::start(&settings, self.teams).map_err(|why| why.to_string())?);
            self.settings = Some(settings);
            return Ok(());
        };
        let found = (game.turn().to_string(), game.board().to_string());
        let recorded = (turn.to_owned(), board.to_string());
        if found == recorded { Ok(()) } else { Err(format!("we find board {found:?}, recorded is {recorded:?}")) }
    }

    fn counts(&self, recorded: &[&str]) -> Result<(), String> {
        let board = self.game()?.board();
        let found: Vec<_> = (0..self.teams).map(|team| board.count(Seat::new(team)).to_string()).collect();
        if found == recorded { Ok(()) } else { Err(format!("we count {found:?}, recorded is {recorded:?}")) }
    }

    /// `n=UNITS`, `fnv=HASH`: the team's input in the plain format.
    fn input(&self, seat: Seat, units: &str, hash: &str) -> Result<(), String> {
        let game = self.game()?;
        let settings = BitMartyrSettings { wires: vec![WireFormat::Plain; self.teams], ..BitMartyrSettings::default() };
        let mut runs = RunInputs::default();
        BitMartyrCodec::new(&settings, seat).write_question(game.view(seat), &mut runs);
        let found = format!("n={} fnv={:016x}", game.board().count(seat), fnv(runs.run_input(0)));
        let recorded = format!("{units} {hash}");
        if found == recorded { Ok(()) } else { Err(format!("the input is {found}, recorded is {recorded}")) }
    }

    /// The units of these games stay where they have no action.
    fn act(&mut self, seat: Seat, digits: &str) -> Result<(), String> {
        let orders: Option<Orders> = digits
            .bytes()
            .map(|digit| match digit {
                b'6' | b'7' => Some(Order::Stay),
                digit => Order::of_byte(digit),
            })
            .collect();
        let orders = orders.ok_or_else(|| format!("{digits} is not a row of actions"))?;
        let game = self.game.as_mut().ok_or("the game has no board yet")?;
        game.play(seat, orders.clone(), &mut Vec::new()).map_err(|illegal| format!("{digits}, {illegal}"))?;
        self.turns.push(Turn { seat, result: TurnResult::Action(orders), words: None, used: Duration::ZERO });
        Ok(())
    }

    /// Writes the game as a link and reads it back, unless the game is too long for a link.
    fn end(self, report: &mut ConformanceReport) -> Result<(), String> {
        let settings = self.settings.ok_or("the game has no board")?;
        let players =
            (1..=self.teams).map(|number| PlayerInfo { name: format!("player {number}"), ..Default::default() });
        let (players, terms) = (players.collect(), MatchTerms::default());
        let replay = Replay { settings, seed: 0, players, terms, turns: self.turns };
        let payload = match link::write(&replay) {
            Ok(payload) => payload,
            Err(link::LinkWriteError::TooLong) => {
                report.count(1, "games too long for a link");
                return Ok(());
            }
            Err(why) => return Err(why.to_string()),
        };
        let read = link::read::<BitMartyr>(&payload).map_err(|why| why.to_string())?.replay;
        report.count(payload.len() as u64, "characters of links");
        if read == replay { Ok(()) } else { Err("its link leads to another game".to_owned()) }
    }
}

/// Teams count from 0.
fn seat(team: &str) -> Result<Seat, String> {
    let index: u8 = team.parse().map_err(|_| format!("{team} is not a team"))?;
    Seat::try_from(index).map_err(|why| why.to_string())
}

/// The hash of the recording, which is FNV-1a with a start of its own.
fn fnv(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
    bytes.iter().fold(1_469_598_103_934_665_603, step)
}
