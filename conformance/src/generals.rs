//! Recorded games of generals-tournament: after the recorded replies, the log and every bot's whole
//! input must have the recorded lengths and hashes. Each game must also survive a round trip
//! through a link.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use botyard_engine::codec::SessionCodec;
use botyard_engine::fault::{Fault, FaultKind, FaultReason};
use botyard_engine::game::Game;
use botyard_engine::games::generals::{
    Generals, GeneralsAction, GeneralsCodec, GeneralsLogWriter, GeneralsMap, GeneralsSettings, RecordedLog,
};
use botyard_engine::replay::link;
use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, Turn, TurnResult, play_turn};
use botyard_engine::seat::Seat;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::report::ConformanceReport;

/// One game of `golden.json`.
#[derive(Debug, Deserialize)]
struct Golden {
    name: String,
    map: String,
    k: usize,
    max_rounds: u32,
    rounds: u32,
    alive: Vec<usize>,
    stats: Vec<(u32, u32)>,
    log_bytes: usize,
    log_records: usize,
    log_sha256: String,
    in_bytes: Vec<usize>,
    in_sha256: Vec<String>,
}

/// `golden.json` with `maps/` and `moves/` beside it.
pub fn games(file: &Path) -> Result<ConformanceReport> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let games: Vec<Golden> = serde_json::from_str(&text).with_context(|| format!("cannot read {}", file.display()))?;
    let folder = file.parent().context("a file lies in a folder")?;
    let mut report = ConformanceReport::default();
    for golden in &games {
        let place = folder.join(format!("moves/{}.txt.gz", golden.name));
        let replies = unzip(&place)?;
        let map = std::fs::read_to_string(folder.join("maps").join(&golden.map))?;
        report.count(1, "games");
        match Match::play(golden, &map, &replies) {
            Ok(played) => played.compare(golden, &place, &mut report),
            Err((line, why)) => report.disagree(&place, line, why),
        }
    }
    Ok(report)
}

fn unzip(file: &Path) -> Result<String> {
    let zipped = File::open(file).with_context(|| format!("cannot open {}", file.display()))?;
    let mut text = String::new();
    flate2::read::GzDecoder::new(zipped).read_to_string(&mut text)?;
    Ok(text)
}

/// The outputs of a replayed game, to compare with the recording.
struct Match {
    game: Generals,
    log: Vec<u8>,
    inputs: Vec<Vec<u8>>,
    replay: Replay<Generals>,
}

impl Match {
    /// Plays the recorded replies; an impossible reply is an error, with its line.
    fn play(golden: &Golden, map: &str, replies: &str) -> Result<Self, (usize, String)> {
        let map: GeneralsMap = map.parse().map_err(|bad| (0, format!("{}: {bad}", golden.map)))?;
        let settings = GeneralsSettings { rounds: golden.max_rounds, ..GeneralsSettings::original(map) };
        let mut table = GeneralsGame::new(&settings, golden.k).map_err(|why| (0, why))?;
        for (index, line) in replies.lines().enumerate() {
            table.turn(line).map_err(|why| (index + 1, why))?;
        }
        let GeneralsGame { game, mut record, log, inputs, turns, .. } = table;
        log.finish(&mut record);
        let players =
            (1..=golden.k).map(|number| PlayerInfo { name: format!("player {number}"), ..PlayerInfo::default() });
        let replay = Replay { settings, seed: 0, players: players.collect(), terms: MatchTerms::default(), turns };
        Ok(Self { game, log: record, inputs, replay })
    }

    fn compare(&self, golden: &Golden, place: &Path, report: &mut ConformanceReport) {
        let turns = self.replay.turns.len();
        report.count(turns as u64, "turns");
        report.count(self.inputs.iter().map(|input| input.len() as u64).sum(), "bytes of input");
        report.count(self.log.len() as u64, "bytes of log");
        let mut same = |what: String, found: &dyn std::fmt::Debug, recorded: &dyn std::fmt::Debug| {
            let (found, recorded) = (format!("{found:?}"), format!("{recorded:?}"));
            if found != recorded {
                report.disagree(place, turns, format!("{what}: we find {found}, recorded is {recorded}"));
            }
        };
        let alive: Vec<_> = self.game.playing().iter().map(Seat::number).collect();
        let board = self.game.board();
        let seats = (0..golden.k).map(Seat::new);
        let stats: Vec<_> = seats.map(|seat| (board.army(seat), board.land(seat))).collect();
        same("whether the game is over".to_owned(), &self.game.outcome().is_some(), &true);
        same("rounds".to_owned(), &self.game.rounds(), &golden.rounds);
        same("alive".to_owned(), &alive, &golden.alive);
        same("army and land".to_owned(), &stats, &golden.stats);
        same("the log".to_owned(), &print(&self.log), &(golden.log_bytes, golden.log_sha256.clone()));
        for (index, input) in self.inputs.iter().enumerate() {
            let recorded = (golden.in_bytes[index], golden.in_sha256[index].clone());
            same(format!("what player {} read", index + 1), &print(input), &recorded);
        }
        let read = RecordedLog::read(self.log.clone()).map(|log| (log.records().len(), log.is_complete()));
        same("records of the log, read back".to_owned(), &read, &Ok::<_, ()>((golden.log_records, true)));
        match self.link() {
            Ok(length) => report.count(length as u64, "characters of links"),
            Err(why) => report.disagree(place, turns, why),
        }
    }

    /// The length of the game's link; an error if the link does not read back as the game.
    fn link(&self) -> Result<usize, String> {
        let payload = link::write(&self.replay).map_err(|broken| broken.to_string())?;
        let read = link::read::<Generals>(&payload)
            .map_err(|why| format!("its link of {} characters: {why}", payload.len()))?;
        if read.replay == self.replay { Ok(payload.len()) } else { Err("its link leads to another game".to_owned()) }
    }
}

/// Length and hash.
fn print(bytes: &[u8]) -> (usize, String) {
    let hash = Sha256::digest(bytes);
    (bytes.len(), hash.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A game being played, with its log and its bots' inputs.
struct GeneralsGame {
    game: Generals,
    codecs: Vec<GeneralsCodec>,
    inputs: Vec<Vec<u8>>,
    dismissed: Vec<bool>,
    log: GeneralsLogWriter,
    record: Vec<u8>,
    turns: Vec<Turn<GeneralsAction>>,
}

impl GeneralsGame {
    fn new(settings: &GeneralsSettings, seats: usize) -> Result<Self, String> {
        let game = Generals::start(settings, seats).map_err(|why| why.to_string())?;
        let mut record = Vec::new();
        let log = GeneralsLogWriter::start(settings, seats, &mut record).map_err(|why| why.to_string())?;
        let codecs = (0..seats).map(|seat| GeneralsCodec::new(settings, Seat::new(seat))).collect();
        let (inputs, dismissed) = (vec![Vec::new(); seats], vec![false; seats]);
        Ok(Self { game, codecs, inputs, dismissed, log, record, turns: Vec::new() })
    }

    /// Lines are `player<TAB>reply`.
    fn turn(&mut self, line: &str) -> Result<(), String> {
        let seat = self.game.to_act().lowest().ok_or("the game is over before this reply")?;
        let (player, reply) = line.split_once('\t').ok_or("the line has no tab")?;
        if player != seat.number().to_string() {
            return Err(format!("it is the turn of player {}, recorded is {player}", seat.number()));
        }
        self.codecs[seat.index()].write_question(self.game.view(seat), &mut self.inputs[seat.index()]);
        let result = self.result(seat, reply);
        let turn = Turn { seat, result, words: None, used: std::time::Duration::ZERO };
        self.log.turn(&turn, &mut self.record)?;
        play_turn(&mut self.game, &turn, &mut Vec::new()).map_err(|why| why.to_string())?;
        self.turns.push(turn);
        self.dismiss();
        Ok(())
    }

    fn result(&self, seat: Seat, reply: &str) -> TurnResult<GeneralsAction> {
        let fault = |kind, why: FaultReason| TurnResult::from(Fault::new(kind, reply.as_bytes(), why));
        match reply.parse::<GeneralsAction>() {
            Err(why) => fault(FaultKind::Malformed, why.into()),
            Ok(action) => match self.game.clone().play(seat, action, &mut Vec::new()) {
                Ok(()) => TurnResult::Action(action),
                Err(illegal) => fault(FaultKind::Illegal, illegal.into()),
            },
        }
    }

    /// The original sent `0` to losers if the game went on, and no line to any bot at its end.
    fn dismiss(&mut self) {
        if self.game.outcome().is_some() {
            return;
        }
        for index in 0..self.codecs.len() {
            if !self.game.playing().contains(Seat::new(index)) && !self.dismissed[index] {
                self.dismissed[index] = true;
                self.codecs[index].write_end(None, &mut self.inputs[index]);
            }
        }
    }
}
