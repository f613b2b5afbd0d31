//! Records that grow, are taken back, and are looked at in each of their positions.

use std::time::Duration;

use super::checkpoints::{APART, BYTES_MAX};
use super::*;
use crate::games::bitmartyr::{
    BitMartyr, BitMartyrSettings, MissingOrder, Order, Orders, Placement, PlacementParams, place,
};
use crate::games::connect_four::{Column, ConnectFour};
use crate::games::generals::{Generals, GeneralsAction, GeneralsSettings, MapParams, generate};
use crate::replay::{MatchTerms, PlayerInfo, play_turn};
use crate::seat::Seat;

fn replay<G: Playable>(settings: G::Settings, seats: usize) -> Replay<G> {
    let (terms, turns) = (MatchTerms::default(), Vec::new());
    Replay { settings, seed: 1, players: vec![PlayerInfo::default(); seats], terms, turns }
}

fn turn<A>(seat: Seat, action: A) -> Turn<A> {
    Turn { seat, result: TurnResult::Action(action), words: None, used: Duration::ZERO }
}

/// All positions of a replay, from the start on.
fn positions<G: Playable>(replay: &Replay<G>) -> Vec<G> {
    let mut positions = vec![replay.start().expect("so many can play")];
    for turn in &replay.turns {
        let mut after = positions[positions.len() - 1].clone();
        play_turn(&mut after, turn, &mut Vec::new()).expect("it is legal");
        positions.push(after);
    }
    positions
}

#[track_caller]
fn check_positions<G: Playable + PartialEq>(record: &MatchRecord<G>, positions: &[G], turns: &[usize]) {
    for &at in turns {
        assert!(record.look_at(at, |position| *position == positions[at]), "after {at} turns");
    }
}

/// A match of two that act one after the other.
fn generals(turns: usize) -> Replay<Generals> {
    let mut replay = replay(Generals::settings(2, 1), 2);
    let mut game: Generals = replay.start().expect("two can play");
    for at in 0..turns {
        let seat = game.mover();
        let legal: Vec<_> = game.legal(seat).collect();
        let turn = turn(seat, legal[at * 7 % legal.len()]);
        play_turn(&mut game, &turn, &mut Vec::new()).expect("it is legal");
        replay.turns.push(turn);
    }
    replay
}

/// A match of three teams that act at once: two stay where they are, one goes round and round.
fn bitmartyr(rounds: u32) -> Replay<BitMartyr> {
    let board = "E7/1J6/2C5/8".parse().expect("a board");
    let settings = BitMartyrSettings { duration: rounds, missing: MissingOrder::Stay, ..BitMartyrSettings::on(board) };
    bitmartyr_of(settings, 3)
}

/// A match of teams that stay where they are, except the second, which goes round in circles.
fn bitmartyr_of(settings: BitMartyrSettings, teams: usize) -> Replay<BitMartyr> {
    let mut replay = replay(settings, teams);
    let mut game: BitMartyr = replay.start().expect("a board for this many");
    while game.outcome().is_none() {
        let seat = game.to_act().lowest().expect("a seat owes an action");
        let order = if seat == Seat::new(1) { Order::Right } else { Order::Stay };
        let turn = turn(seat, Orders::same(order, game.board().count(seat)));
        play_turn(&mut game, &turn, &mut Vec::new()).expect("it is legal");
        replay.turns.push(turn);
    }
    replay
}

fn columns(columns: &[u8]) -> Vec<Turn<Column>> {
    let column = |column| Column::new(column).expect("a column");
    columns.iter().enumerate().map(|(at, &number)| turn(Seat::new(at % 2), column(number))).collect()
}

fn connect_four(played: &[u8]) -> MatchRecord<ConnectFour> {
    let mut record = MatchRecord::new(replay(ConnectFour::settings(2, 1), 2)).expect("two can play");
    record.extend(0, columns(played)).expect("the turns follow");
    record
}

#[test]
fn known_turns_are_passed_over_and_others_replace_what_there_was() {
    let mut record = connect_four(&[4, 4, 3]);
    record.extend(0, columns(&[4, 4, 3, 5])).expect("the turns follow");
    assert_eq!(record.replay().turns, columns(&[4, 4, 3, 5]));
    record.extend(1, columns(&[4, 5])[1..].to_vec()).expect("the turns follow");
    assert_eq!(record.replay().turns, columns(&[4, 5]));
}

#[test]
fn a_turn_that_does_not_follow_changes_nothing() {
    let mut record = connect_four(&[]);
    assert!(record.extend(0, columns(&[1, 1, 1, 1, 1, 1, 1])).is_err());
    assert_eq!(record.len(), 6);
    assert!(record.extend(7, columns(&[2])).is_err());
    let expected = connect_four(&[1, 1, 1, 1, 1, 1]);
    assert!(record.newest() == expected.newest());
}

#[test]
fn an_impossible_turn_of_a_replay_is_named() {
    let mut impossible = replay(ConnectFour::settings(2, 1), 2);
    impossible.turns = columns(&[1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(MatchRecord::<ConnectFour>::new(impossible).map(|_| ()).map_err(|why| why.turn), Err(7));
}

#[test]
fn every_position_of_a_long_match_can_be_looked_at() {
    let replay = generals(192);
    let positions = positions(&replay);
    let mut record: MatchRecord<_> = MatchRecord::new(replay).expect("it was played");
    check_positions(&record, &positions, &[0, 1, 2, 63, 64, 65, 10, 192, 130, 129, 191, 128, 0]);
    record.truncate(100);
    assert!(*record.newest() == positions[100]);
    assert_eq!(record.positions.stored()[..2], [100 / APART + 1, APART]);
    check_positions(&record, &positions, &[99, 100, 0]);
}

/// Where two act in turn, a drawing looks at the positions before its last two turns as well.
#[test]
fn a_step_forward_plays_one_turn_anew() {
    let replay = generals(4 * APART);
    let turns = replay.turns.clone();
    let record: MatchRecord<_> = MatchRecord::new(replay).expect("it was played");
    let play_anew = |at: usize| (at - 2..=at).map(|at| record.positions.recall(&turns, at)).sum::<usize>();
    assert!((2..2 + APART).contains(&play_anew(2 * APART + 1)), "a jump");
    for at in 2 * APART + 2..3 * APART {
        assert_eq!(play_anew(at), 1, "turn {at}");
    }
    assert_eq!(play_anew(3 * APART), 0, "that position is stored");
    assert!(play_anew(3 * APART - 1) <= APART, "a step back");
}

/// BitMartyr's usual 1,000 turns with seven teams, and Generals' 500 rounds with eight players.
#[test]
fn positions_of_the_longest_usual_matches_are_stored_close_together() {
    let record: MatchRecord<_> =
        MatchRecord::new(bitmartyr_of(BitMartyrSettings::drawn(7, 1), 7)).expect("it was played");
    let [stored, apart, bytes] = record.positions.stored();
    assert_eq!((record.len(), stored, apart), (7_000, 7_000 / 21 + 1, APART), "every third round");
    assert!((3_000_000..4_000_000).contains(&bytes), "{bytes}");

    let map = generate(&MapParams::new(50, 50, 8)).expect("there is room");
    let mut replay: Replay<Generals> = replay(GeneralsSettings { rounds: 500, ..GeneralsSettings::on(map) }, 8);
    for at in 0..8 * 500 {
        replay.turns.push(turn(Seat::new(at % 8), GeneralsAction::Pass));
    }
    let record: MatchRecord<_> = MatchRecord::new(replay).expect("it can be played");
    let [stored, apart, bytes] = record.positions.stored();
    assert_eq!((record.len(), stored, apart), (4_000, 4_000 / APART + 1, APART));
    assert!((4_000_000..6_000_000).contains(&bytes), "{bytes}");
}

/// On the largest board that people play on, too: two rounds at most are played anew for any of
/// them.
#[test]
fn positions_of_a_large_board_stay_within_their_bytes() {
    let params =
        PlacementParams { width: 400, height: 400, placement: Placement::Random, seed: 1, ..PlacementParams::new(7) };
    let settings = BitMartyrSettings::on(place(&params).expect("there is room for all teams"));
    let replay = bitmartyr_of(settings, 7);
    let start: BitMartyr = replay.start().expect("seven can play");
    let mut record: MatchRecord<_> = MatchRecord::new(replay).expect("it was played");
    let [stored, apart, bytes] = record.positions.stored();
    assert_eq!((record.len(), stored, apart), (7_000, 7_000 / 21 + 1, APART));
    let turns = record.replay().turns.clone();
    // Backwards, so that the positions looked at before are of no use.
    let played_anew = (900..910).rev().map(|number| record.positions.recall(&turns, record.stops().turn(number)));
    assert_eq!(played_anew.max(), Some(2 * 7));
    assert!(bytes <= BYTES_MAX && (160_000 * stored..162_000 * stored).contains(&bytes), "{bytes}");
    assert_eq!(start.bytes() * stored, bytes);
    record.truncate(7);
    assert_eq!(record.positions.stored(), [1, APART, start.bytes()]);
}

#[test]
fn every_position_of_a_very_long_match_can_be_looked_at() {
    let replay = bitmartyr(5000);
    let positions = positions(&replay);
    let mut record: MatchRecord<_> = MatchRecord::new(replay).expect("it was played");
    check_positions(&record, &positions, &[0, 1, 127, 128, 129, 5000, 191, positions.len() - 1]);
    record.truncate(1000);
    check_positions(&record, &positions, &[1000, 999, 3]);
}

#[test]
fn a_round_is_over_when_all_seats_have_acted() {
    let mut record: MatchRecord<_> = MatchRecord::new(bitmartyr(5)).expect("it was played");
    assert_eq!(record.rounds(), StepPositions::Some(Rc::new(vec![0, 3, 6, 9, 12, 15])));
    record.truncate(7);
    assert_eq!(record.rounds(), StepPositions::Some(Rc::new(vec![0, 3, 6])));
    assert_eq!(record.stops(), StepPositions::Some(Rc::new(vec![0, 3, 6, 7])), "the newest position too");
    record.truncate(6);
    assert_eq!(record.stops(), record.rounds());
    assert_eq!(connect_four(&[1, 2, 3]).rounds(), StepPositions::Every(3));
}

/// Keeps a letter for each turn, made of both positions.
#[derive(Debug, Clone, PartialEq)]
struct Letters(String);

impl Derived<ConnectFour> for Letters {
    type Before = usize;

    fn start(replay: &Replay<ConnectFour>, _: &ConnectFour) -> Self {
        Self(format!("{}:", replay.players.len()))
    }

    fn before(position: &ConnectFour) -> usize {
        position.to_act().lowest().map_or(9, Seat::index)
    }

    fn push(&mut self, replay: &Replay<ConnectFour>, before: usize, _: &Turn<Column>, after: &ConnectFour) {
        assert_eq!(replay.turns.len() % 2, before);
        self.0.push(if after.outcome().is_some() { '!' } else { char::from(b'a' + before as u8) });
    }

    fn truncate(&mut self, turns: usize) {
        self.0.truncate(2 + turns);
    }
}

#[test]
fn what_a_host_derives_grows_and_shrinks_with_the_turns() {
    let mut with_turns = replay(ConnectFour::settings(2, 1), 2);
    with_turns.turns = columns(&[1, 2, 1, 2, 1, 2, 1]);
    let mut record = MatchRecord::<ConnectFour, Letters>::new(with_turns).expect("the turns follow");
    assert_eq!(record.derived().0, "2:ababab!");
    record.truncate(2);
    record.extend(2, columns(&[1, 2, 5])[2..].to_vec()).expect("the turn follows");
    assert_eq!(record.derived().0, "2:aba");
}
