//! Matches that grow, are taken back, and are looked at in any of their positions.

use std::time::Duration;

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::catalog::Playable;
use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::{self, BitMartyr, MissingOrder, Order, Orders};
use botyard_engine::games::generals::{Generals, GeneralsAction};
use botyard_engine::replay::play_turn;
use serde_json::json;

use super::*;
use crate::find_game_ui;

fn opened() -> Box<dyn AnyRecord> {
    let players = vec![PlayerInfo::default(), PlayerInfo::default()];
    let match_spec = MatchSpec {
        game: "connect-four".to_owned(),
        settings: Value::Null,
        seed: 1,
        players,
        terms: MatchTerms::default(),
    };
    find_game_ui("connect-four").and_then(|game_ui| game_ui.open(&match_spec).ok()).expect("two can play")
}

fn turns(columns: &[u8]) -> Vec<Turn<Value>> {
    let turn = |(at, &column): (usize, &u8)| Turn {
        seat: Seat::new(at % 2),
        result: TurnResult::Action(json!(column)),
        words: None,
        used: Duration::ZERO,
    };
    columns.iter().enumerate().map(turn).collect()
}

fn shorts(record: &dyn AnyRecord) -> String {
    record.lines().iter().map(|line| line.short.to_string()).collect()
}

#[test]
fn turns_that_are_known_are_passed_over() {
    let mut record = opened();
    record.extend(0, turns(&[4, 4, 3])).expect("they follow");
    record.extend(0, turns(&[4, 4, 3, 5])).expect("they follow");
    assert_eq!(shorts(&*record), "4435");
}

#[test]
fn where_turns_differ_the_new_ones_hold() {
    let mut record = opened();
    record.extend(0, turns(&[4, 4, 3])).expect("they follow");
    record.extend(0, turns(&[4, 5])).expect("they follow");
    assert_eq!(shorts(&*record), "45");
    assert_eq!(shorts(&*record.up_to(1)), "4");
}

#[test]
fn a_seat_with_faults_or_missing_orders_only_has_not_played() {
    let fault = |seat| {
        let why = botyard_engine::fault::FaultReason::Trap("it stopped".into());
        let fault = Fault::new(botyard_engine::fault::FaultKind::NotStarted, b"", why);
        Turn { seat: Seat::new(seat), result: TurnResult::from(fault), words: None, used: Duration::ZERO }
    };
    let mut record = opened();
    record.extend(0, turns(&[4])).expect("they follow");
    record.extend(1, vec![fault(1)]).expect("they follow");
    assert_eq!([0, 1].map(|seat| record.has_played(Seat::new(seat))), [true, false]);

    let mut replay = long_match(2);
    for turn in replay.turns.iter_mut().filter(|turn| turn.seat == Seat::new(2)) {
        if let TurnResult::Action(orders) = &mut turn.result {
            *orders = Orders::same(Order::Missing, orders.len());
        }
    }
    let record = PageRecord::new(replay).expect("it can be played");
    assert_eq!([0, 1, 2].map(|seat| record.has_played(Seat::new(seat))), [true, true, false]);
}

/// A match of three teams that all stay where they are, but for one that goes round and round.
fn long_match(rounds: u32) -> Replay<BitMartyr> {
    let board = "E7/1J6/2C5/8".parse().expect("a board");
    let settings = bitmartyr::BitMartyrSettings {
        duration: rounds,
        missing: MissingOrder::Stay,
        ..bitmartyr::BitMartyrSettings::on(board)
    };
    let mut replay = Replay::<BitMartyr> {
        settings,
        seed: 1,
        players: vec![PlayerInfo::default(); 3],
        terms: MatchTerms::default(),
        turns: Vec::new(),
    };
    let mut game = replay.start().expect("three can play");
    while game.outcome().is_none() {
        let seat = game.to_act().lowest().expect("somebody is to act");
        let order = if seat == Seat::new(1) { Order::Right } else { Order::Stay };
        let result = TurnResult::Action(Orders::same(order, game.board().count(seat)));
        let turn = Turn { seat, result, words: None, used: Duration::ZERO };
        play_turn(&mut game, &turn, &mut Vec::new()).expect("it is legal");
        replay.turns.push(turn);
    }
    replay
}

#[test]
fn where_all_act_at_once_a_stop_is_after_the_last_of_them() {
    let mut record = PageRecord::new(long_match(5)).expect("it has been played");
    let turns = |record: &dyn AnyRecord| (0..=record.stops().count()).map(|stop| record.stops().turn(stop)).collect();
    let stops: Vec<usize> = turns(&record);
    assert_eq!(stops, [0, 3, 6, 9, 12, 15]);
    assert_eq!((record.summary(0), record.summary(6).as_deref()), (None, Some("turn 2 of 5: red 2, green 2, blue 0")));
    record.record.truncate(7);
    let stops: Vec<usize> = turns(&record);
    assert_eq!(stops, [0, 3, 6, 7], "what has been played of a round is seen too");
}

#[test]
fn why_a_match_was_won_is_said_in_every_game() {
    let mut record = opened();
    record.extend(0, turns(&[1, 2, 1, 2, 1, 2, 1])).expect("they follow");
    assert_eq!(record.decided_by(), Some("four in a row"));
    let decided = |rounds: u32| PageRecord::new(long_match(rounds)).expect("it has been played").decided_by();
    assert_eq!(decided(2), Some("the turns are used up"), "two are level");
    assert_eq!(decided(5), Some("the most units after the last turn"));

    let decided = |map: &str, rounds: u32| {
        let mut settings = <Generals as Playable>::settings(2, 1);
        (settings.map, settings.rounds) = (map.parse().expect("a map"), rounds);
        let mut game = Generals::start(&settings, 2).expect("two can play");
        while game.outcome().is_none() {
            game.play(game.mover(), GeneralsAction::Pass, &mut Vec::new()).expect("it is legal");
        }
        game.explain_win()
    };
    assert_eq!(decided("1 5 2\n3 1 1 1 3\n", 1), Some("the rounds are used up"));
}

#[test]
fn a_turn_that_does_not_follow_is_refused() {
    let mut record = opened();
    assert!(record.extend(0, turns(&[1, 1, 1, 1, 1, 1, 1])).is_err());
    assert_eq!(record.len(), 6);
}
