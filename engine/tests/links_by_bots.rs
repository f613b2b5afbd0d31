//! Links that name their bots instead of their turns: each must stay readable for ever, fit
//! everywhere, and detect other turns.

mod support;

use std::time::Duration;

use botyard_engine::catalog::{self, Playable, Visitor};
use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::{BitMartyr, BitMartyrSettings, Order, Orders};
use botyard_engine::replay::link::{self, ExpectedTurns, LinkReadError, LinkWriteError};
use botyard_engine::replay::{MatchTerms, PlayerInfo, PlayerKind, Replay, Turn, TurnResult};
use serde_json::Value;
use support::golden_links::written;

/// A game, the payload of a match with its turns, and that of the same match with its bots in their
/// place. Only add lines.
const GOLDEN: &str = include_str!("vectors/links-by-bots.txt");

/// The match of a link that has turns, as if modules had played it.
fn played_by_modules<G: Playable>(payload: &str) -> Replay<G> {
    let mut replay = link::read::<G>(payload).expect("a golden link opens").replay;
    for (index, player) in replay.players.iter_mut().enumerate() {
        *player = PlayerInfo {
            name: player.name.clone(),
            kind: PlayerKind::Module,
            sha256: Some(format!("{:08x}", 0xb07_0001 + index)),
            ..PlayerInfo::default()
        };
    }
    replay
}

fn untyped<G: Playable>(replay: &Replay<G>) -> Vec<Turn<Value>> {
    replay.turns.iter().map(Turn::untyped).collect()
}

struct SameMatch(&'static str, &'static str);

impl Visitor for SameMatch {
    type Out = ();

    fn visit<G: Playable>(self) {
        let replay = played_by_modules::<G>(self.0);
        assert_eq!(link::write_by_bots(&replay).as_deref(), Some(written(self.1)));
        // With the version of players of that time, and with the current one.
        [self.1, written(self.1)].into_iter().for_each(|payload| check_payload(payload, &replay));
    }
}

/// Checks that a payload has the start, the players and the seed, and that it is refused if it is
/// damaged.
#[track_caller]
fn check_payload<G: Playable>(payload: &str, replay: &Replay<G>) {
    let read = link::read::<G>(payload).expect("a golden link opens");
    assert_eq!(read.expected, Some(ExpectedTurns::from_turns(&untyped(replay))));
    assert_eq!(read.expected.map(|expected| expected.count), Some(replay.turns.len()));
    assert_eq!(read.replay, Replay { turns: Vec::new(), ..replay.clone() });
    for at in 0..payload.len() {
        let cut = link::read::<G>(&payload[..at]);
        assert!(matches!(cut, Err(LinkReadError::Damaged | LinkReadError::NotALink)), "{at}: {cut:?}");
        let other = if &payload[at..=at] == "A" { "B" } else { "A" };
        let changed = link::read::<G>(&[&payload[..at], other, &payload[at + 1..]].concat());
        assert!(changed.is_err(), "{at}: {changed:?}");
    }
}

#[test]
fn golden_links_open_and_damaged_ones_do_not() {
    let mut games = Vec::new();
    for line in GOLDEN.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<_> = line.split(' ').collect();
        let [game, turns, bots] = words[..] else { panic!("three words a line: {line}") };
        catalog::visit(game, SameMatch(turns, bots)).expect("a game of the catalogue");
        games.push(game);
    }
    games.dedup();
    assert_eq!(games, catalog::NAMES);
}

/// Four teams on a hundred by a hundred cells for two hundred turns, whose units move at random.
fn long_match() -> Replay<BitMartyr> {
    let settings = BitMartyrSettings { duration: 200, ..BitMartyrSettings::drawn(4, 1) };
    let mut game = BitMartyr::start(&settings, 4).expect("a board for so many");
    let (mut turns, mut random) = (Vec::new(), fastrand::Rng::with_seed(1));
    while let Some(seat) = game.to_act().lowest() {
        let orders: Orders = game.view(seat).sights().map(|_| Order::ALL[random.usize(..5)]).collect();
        turns.push(Turn { seat, result: TurnResult::Action(orders.clone()), words: None, used: Duration::ZERO });
        game.play(seat, orders, &mut Vec::new()).expect("an order for each unit");
    }
    let player = |number: usize| PlayerInfo {
        name: format!("random-{number}"),
        sha256: Some(format!("{number:064x}")),
        ..PlayerInfo::default()
    };
    Replay { settings, seed: 1, players: (1..=4).map(player).collect(), terms: MatchTerms::default(), turns }
}

#[test]
fn a_match_that_is_too_long_for_its_turns_has_a_short_link() {
    let replay = long_match();
    assert_eq!(link::write(&replay), Err(LinkWriteError::TooLong));
    let payload = link::write_by_bots(&replay).expect("all are modules");
    assert!(payload.len() < 300, "{} characters", payload.len());
    let expected = link::read::<BitMartyr>(&payload).expect("it was written").expected;
    let mut turns = untyped(&replay);
    assert_eq!(expected, Some(ExpectedTurns::from_turns(&turns)));
    turns[7].used = Duration::from_secs(1);
    assert_eq!(expected, Some(ExpectedTurns::from_turns(&turns)), "times do not count");
    turns.swap(0, 1);
    assert_ne!(expected, Some(ExpectedTurns::from_turns(&turns)), "the order does");
}

#[test]
fn only_bots_that_do_the_same_again_are_named() {
    let golden = GOLDEN.lines().find_map(|line| line.strip_prefix("connect-four "));
    let (turns, _) = golden.and_then(|line| line.split_once(' ')).expect("a match of Connect Four");
    let replay = played_by_modules::<botyard_engine::games::connect_four::ConnectFour>(turns);
    let changed = |change: fn(&mut Replay<_>)| {
        let mut changed = replay.clone();
        change(&mut changed);
        link::write_by_bots(&changed)
    };
    assert!(changed(|_| {}).is_some());
    assert_eq!(changed(|replay| replay.players[0].kind = PlayerKind::Executable), None);
    assert_eq!(changed(|replay| replay.players[1].kind = PlayerKind::Person), None);
    assert_eq!(changed(|replay| replay.players[1].sha256 = None), None);
    assert_eq!(changed(|replay| replay.terms.turn = Some(Duration::from_secs(1))), None);
    // The usual limit is the same match, also where it is stated.
    assert_eq!(changed(|replay| replay.terms.turn = Some(Duration::from_secs(10))), changed(|_| {}));
}
