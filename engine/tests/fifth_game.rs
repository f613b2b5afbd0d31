//! A game that the catalogue does not have is played, recorded and linked by its type.

mod nim;
#[path = "nim/starter.rs"]
mod starter;

use std::collections::VecDeque;
use std::time::Duration;

use botyard_engine::anymatch::{AnyMatch, GameMatch, MatchSpec};
use botyard_engine::game::Game;
use botyard_engine::record::MatchRecord;
use botyard_engine::referee::host::{Input, Output, Spent};
use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, Turn, TurnResult, link};
use botyard_engine::seat::Seat;
use nim::{Nim, NimAction, NimSettings};
use serde_json::{Value, json};

fn spec(settings: Value) -> MatchSpec {
    let player = |name: &str| PlayerInfo { name: name.to_owned(), ..PlayerInfo::default() };
    let players = vec![player("starter"), player("other")];
    MatchSpec { game: "nim".to_owned(), settings, seed: 1, players, terms: MatchTerms::default() }
}

/// Plays a match between two bots that are functions of the lines they read; each of them ends with
/// the match.
fn play(settings: Value, bots: [fn(&str) -> String; 2]) -> GameMatch<Nim> {
    let mut game = GameMatch::<Nim>::open(&spec(settings), None, Duration::ZERO).expect("two can play");
    let mut said = VecDeque::new();
    while !game.is_done() {
        while let Some(output) = game.poll() {
            match output {
                Output::Start(run, _) => said.push_back((run, None)),
                Output::Stdin(run, text) => said.push_back((run, Some(String::from_utf8_lossy(text).into_owned()))),
                Output::Stop(run) => said.retain(|(other, _)| *other != run),
                _ => {}
            }
        }
        let Some((run, read)) = said.pop_front() else { break };
        match read {
            None => game.handle(Duration::ZERO, Input::Started(run, Spent::Wall)),
            Some(line) => {
                let seat = game.awaited().lowest().map_or(0, Seat::index);
                game.handle(Duration::ZERO, Input::Stdout(run, bots[seat](&line).as_bytes(), Spent::Wall));
            }
        }
    }
    game
}

fn starter(line: &str) -> String {
    let mut printed = Vec::new();
    starter::play(line.as_bytes(), &mut printed).expect("both are in memory");
    String::from_utf8(printed).expect("lines are text")
}

/// Takes the first pile whole.
fn greedy(line: &str) -> String {
    let piles = line.split_whitespace().map(|stones| stones.parse().unwrap_or(0));
    piles
        .zip(1..)
        .find(|(stones, _)| *stones > 0)
        .map_or_else(String::new, |(stones, pile): (u8, _)| format!("{pile} {stones}\n"))
}

fn actions(replay: &Replay<Nim>) -> String {
    let action = |turn: &Turn<NimAction>| match &turn.result {
        TurnResult::Action(NimAction { pile, stones }) => format!("{}-{stones}", pile + 1),
        TurnResult::Fault(fault) => format!("{:?}", fault.kind),
    };
    replay.turns.iter().map(action).collect::<Vec<_>>().join(" ")
}

#[test]
fn two_bots_play_it() {
    let game = play(json!({"piles": [2, 1, 2]}), [starter, greedy]);
    assert_eq!(actions(&game.replay()), "1-1 1-1 2-1 3-2");
    assert_eq!(game.outcome().and_then(|outcome| outcome.winner()), Some(Seat::new(1)));
}

#[test]
fn a_move_that_the_rules_refuse_and_one_that_cannot_be_read_lose() {
    let game = play(Value::Null, [starter, |_| "2 9\n".to_owned()]);
    assert_eq!(actions(&game.replay()), "1-1 Illegal");
    let game = play(Value::Null, [|_| "the second pile\n".to_owned(), greedy]);
    assert_eq!(actions(&game.replay()), "Malformed");
}

#[test]
fn it_is_recorded_and_linked() {
    let replay = play(Value::Null, [starter, greedy]).replay();
    let record: MatchRecord<Nim> = MatchRecord::new(replay.clone()).expect("it was played");
    assert!(record.look_at(1, |position| position.piles() == [2, 4, 5]));
    let document = serde_json::to_value(&replay).expect("replays are JSON");
    assert_eq!(document["game"], "nim");
    assert_eq!(serde_json::from_value::<Replay<Nim>>(document).expect("it was written").turns, replay.turns);
    let link = link::write(&replay).expect("it is short");
    assert_eq!(actions(&link::read::<Nim>(&link).expect("it was written").replay), actions(&replay));
}

#[test]
fn a_start_without_stones_is_refused() {
    assert!(Nim::start(&NimSettings { piles: vec![0, 0] }, 2).is_err());
    assert!(GameMatch::<Nim>::open(&spec(json!({"piles": [10]})), None, Duration::ZERO).is_err());
}
