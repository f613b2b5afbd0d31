//! The originals' logs: a log that reads is a possible match, and reads as the same match when it
//! is written back. BitMartyr's logs are left out: they have counts and no moves, and are never
//! read.

use std::time::Duration;

use botyard_engine::game::Game as _;
use botyard_engine::games::connect_four::log as connect_four_log;
use botyard_engine::games::generals::{Generals, GeneralsLogWriter, RecordedLog, gioreplay};
use botyard_engine::games::stratego::{Stratego, gravon as gravon_game, log as stratego_log, printed_name};
use botyard_engine::replay::Replay;

use crate::replays;

/// A line of Connect 4 Moderator's log.
pub fn connect_four(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match connect_four_log::read_line(text) {
        Ok((columns, game)) => {
            assert_eq!(columns.len(), game.board().stones() as usize, "every column got its stone");
            let line = connect_four_log::write_line(columns).unwrap_or_default();
            assert_eq!(line, text.trim_end(), "the line comes back");
        }
        Err(bad) => assert!(bad.place >= 1 && !bad.why.is_empty(), "a line that does not read says where"),
    }
}

/// A log of Stratego's manager.
pub fn stratego(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let log = match stratego_log::read(text) {
        Ok(log) => log,
        Err(bad) => return assert!(bad.line >= 1 && !bad.why.is_empty(), "a log that does not read says where"),
    };
    let end = log.replay.check().expect("a log that reads is a possible match");
    replays::holds(&log.replay, &end);
    let written = stratego_log::write(&log.replay, Duration::from_secs(2)).expect("a possible match is written");
    if written.is_empty() {
        return; // It broke off before both armies stood: nothing is written until then.
    }
    let again = stratego_log::read(&written).expect("what was written reads");
    assert_eq!(plain(again.replay), plain(log.replay), "what was written reads as the same match");
}

/// With names as a log can bear them.
fn plain(mut replay: Replay<Stratego>) -> Replay<Stratego> {
    for player in &mut replay.players {
        player.name = printed_name(&player.name).to_owned();
    }
    replay
}

/// A log of Generals' original: boards, and the match behind them.
pub fn generals(bytes: &[u8]) {
    let recording = match RecordedLog::read(bytes.to_vec()) {
        Ok(recording) => recording,
        Err(bad) => return assert!(bad.line >= 1 && !bad.why.is_empty(), "a log that does not read says where"),
    };
    for index in 0..recording.records().len() {
        assert_eq!(recording.frame(index).cells.len(), recording.rows() * recording.columns(), "a board is whole");
    }
    let replay = match recording.retold() {
        Ok(replay) => replay,
        Err(unexplained) => return assert!(!unexplained.to_string().is_empty(), "what cannot be told says why"),
    };
    let end = replay.check().expect("what is told is possible");
    replays::holds(&replay, &end);
    let text = written(&replay, recording.is_complete());
    let again = RecordedLog::read(text.clone()).expect("what was written reads");
    if again.records().is_empty() {
        return; // Nothing happened: the board before the first move is not written.
    }
    let again = again.retold().expect("what was written is told again");
    assert_eq!(written(&again, recording.is_complete()), text, "what was written is told as the same match");
}

/// A game of the server Gravon, in either of its forms.
pub fn gravon(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match gravon_game::read(text) {
        Ok(game) => {
            let end = game.replay.check().expect("a game that reads is a possible match");
            assert!(game.remark.is_none_or(|remark| !remark.is_empty()), "what is not read has a reason");
            replays::holds(&game.replay, &end);
        }
        Err(why) => assert!(!why.to_string().is_empty(), "a game that does not read says why"),
    }
}

/// A replay of generals.io.
pub fn generals_io(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match gioreplay::read(text) {
        Ok(gio) => {
            let end = gio.replay.check().expect("a replay that reads is a possible match");
            assert!(end.rounds() < 50 || end.outcome().is_some(), "both games are the same for 49 rounds at most");
            replays::holds(&gio.replay, &end);
        }
        Err(why) => assert!(!why.to_string().is_empty(), "a replay that does not read says why"),
    }
}

fn written(replay: &Replay<Generals>, is_complete: bool) -> Vec<u8> {
    let mut text = Vec::new();
    let mut log = GeneralsLogWriter::start(&replay.settings, replay.players.len(), &mut text).expect("it can start");
    replay.turns.iter().for_each(|turn| log.turn(turn, &mut text).expect("it is possible"));
    if is_complete {
        log.finish(&mut text);
    }
    text
}
