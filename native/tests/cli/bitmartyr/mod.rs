//! `botyard bitmartyr`, and `play` and `replay` with BitMartyr.

mod bots;
mod folders;
mod formats;
mod lines;
mod logs;
mod pictures;
mod play;

use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::{BitMartyr, BitMartyrBoard};
use botyard_engine::replay::{Replay, play_turn};

use super::test_dir::TestDir;

/// A bot that prints this in every turn, whatever it reads.
fn bot(dir: &TestDir, name: &str, says: &str) -> String {
    dir.script(name, &format!("cat > /dev/null\necho '{says}'"))
}

/// The board before the first turn of a saved match, and after each.
fn boards(json: &str) -> Vec<BitMartyrBoard> {
    let replay: Replay<BitMartyr> = serde_json::from_str(json).expect("a replay");
    let mut game = replay.start().expect("a start");
    let mut boards = vec![game.board().clone()];
    for turn in &replay.turns {
        play_turn(&mut game, turn, &mut Vec::new()).expect("it was played");
        if game.turn() as usize == boards.len() {
            boards.push(game.board().clone());
        }
    }
    assert!(game.outcome().is_some(), "the match was played to its end");
    boards
}

/// The boards of the same match, with one row a board.
fn drawn(json: &str) -> Vec<String> {
    boards(json).iter().map(BitMartyrBoard::to_string).collect()
}

/// The text of the only log in the folder.
fn log(dir: &TestDir) -> String {
    let names: Vec<_> = dir.names().into_iter().filter(|name| name.ends_with(".log")).collect();
    assert_eq!(names.len(), 1, "{names:?}");
    dir.read(&names[0])
}
