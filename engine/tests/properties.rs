//! Properties of every game, by random play: legal actions are accepted, refused ones change
//! nothing, replays and links reproduce the match, and hidden information does not change a seat's
//! view.

mod support;

use std::collections::BTreeSet;
use std::time::Duration;

use botyard_effort::{count, seed};
use botyard_engine::catalog::{self, Playable, Visitor};
use botyard_engine::codec::{BotCodec, MisreadError, RunInputs};
use botyard_engine::exit::Exit;
use botyard_engine::fault::{Fault, FaultKind};
use botyard_engine::game::Game;
use botyard_engine::inbox::Inbox;
use botyard_engine::replay::link::{self, LinkCodec};
use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, Turn, TurnResult, play_turn};
use botyard_engine::seat::Seat;
use support::echo::Echo;
use support::lamps::Lamps;
use support::trio::Trio;

/// A number of players that shows the effects of a crowd; matches of more are long.
const CROWD: usize = 8;

/// Plays random matches of a game and checks each step. Every tenth turn or so is a fault.
fn check<G: Game>(seats: usize, settings: fn(usize, u64) -> G::Settings) -> Vec<Replay<G>> {
    let random_match = |seed| random_match::<G>(seats, settings(seats, seed), &mut fastrand::Rng::with_seed(seed));
    let mut turns = 0;
    let is_enough = |replay: &Replay<G>| {
        let before = turns;
        turns += replay.turns.len();
        // The matches of some games are long.
        before > count(1_200, 12_000)
    };
    let (mut is_enough, first) = (is_enough, seed(0));
    (first..first + count(6, 60)).map(random_match).take_while(|replay| !is_enough(replay)).collect()
}

fn random_match<G: Game>(seats: usize, settings: G::Settings, random: &mut fastrand::Rng) -> Replay<G> {
    let mut game = G::start(&settings, seats).expect("these settings can be played");
    let mut turns: Vec<Turn<G::Action>> = Vec::new();
    let faulty = random.u8(..4) == 0;
    while let Some(seat) = game.to_act().lowest() {
        refuses_what_is_not_legal(&game, seat, &turns);
        let legal: Vec<_> = game.legal(seat).collect();
        assert!(!legal.is_empty(), "a seat that owes an action has one: {game:?}");
        let result = if faulty && random.u8(..20) == 0 {
            TurnResult::from(Fault::new(FaultKind::ALL[random.usize(..FaultKind::ALL.len())], b"words", "a reason"))
        } else {
            TurnResult::Action(legal[random.usize(..legal.len())].clone())
        };
        let turn = Turn { seat, result, words: None, used: Duration::ZERO };
        play_turn(&mut game, &turn, &mut Vec::new()).expect("a legal action is accepted");
        turns.push(turn);
        assert!(turns.len() < 20_000, "random play ends");
    }
    assert!(game.outcome().is_some(), "a match in which no one owes an action is over");
    let players = (0..seats).map(|seat| PlayerInfo { name: format!("bot {seat}"), ..PlayerInfo::default() });
    let replay =
        Replay { settings, seed: random.u64(..), players: players.collect(), terms: MatchTerms::default(), turns };
    assert_eq!(replay.check().as_ref(), Ok(&game));
    replay
}

/// Tries the last actions of the match, and legal ones out of turn: an illegal action is refused
/// and leaves no trace.
fn refuses_what_is_not_legal<G: Game>(game: &G, seat: Seat, turns: &[Turn<G::Action>]) {
    let legal: Vec<_> = game.legal(seat).collect();
    let seen = turns.iter().rev().take(60).filter_map(|turn| match &turn.result {
        TurnResult::Action(action) => Some(action),
        TurnResult::Fault(_) => None,
    });
    let illegal = seen.filter(|action| !legal.contains(action)).map(|action| (seat, action.clone()));
    let others = (0..game.seats()).map(Seat::new).filter(|&other| !game.to_act().contains(other));
    let out_of_turn = others.flat_map(|other| legal.iter().take(20).map(move |action| (other, action.clone())));
    for (seat, action) in illegal.chain(out_of_turn) {
        let (mut copy, mut events) = (game.clone(), Vec::new());
        assert!(copy.play(seat, action.clone(), &mut events).is_err(), "{action:?} is not legal in {game:?}");
        assert_eq!(&copy, game, "a refused action changes nothing");
        assert!(events.is_empty(), "a refused action tells nothing");
    }
}

/// Checks a game of the catalogue, its file form and its link form as well.
struct Check;

impl Visitor for Check {
    type Out = ();

    fn visit<G: Playable>(self) {
        let most = CROWD.min(*G::SEATS.end());
        for seats in BTreeSet::from([*G::SEATS.start(), G::USUAL_SEATS, most]) {
            for replay in check::<G>(seats, G::settings) {
                let file = serde_json::to_string(&replay).expect("a replay can be written");
                let read: Replay<G> = serde_json::from_str(&file).expect("what was written can be read");
                assert_eq!(read, replay);
                let payload = link::write(&replay).expect("it is possible");
                assert_eq!(link::read::<G>(&payload).expect("what was written can be read").replay, replay);
                canonical_words_read_back::<G>(&replay);
            }
        }
    }
}

/// A codec that has asked for an action reads the words that it writes for one as that action.
fn canonical_words_read_back<G: Playable>(replay: &Replay<G>) {
    let mut game = replay.start().expect("it has been played");
    for turn in &replay.turns {
        if let TurnResult::Action(action) = &turn.result {
            let mut words = Vec::new();
            G::write_canonical(action, &mut words);
            words.push(b'\n');
            let codec = G::codec(&replay.settings, &replay.players, turn.seat, replay.protocol_of(turn.seat));
            assert_eq!(answered(codec, game.view(turn.seat), &words), Ok(Some(action.clone())));
        }
        play_turn(&mut game, turn, &mut Vec::new()).expect("it has been played");
    }
}

/// The answer of a bot that is asked in this position and prints these words, in one run if every
/// question has its own.
fn answered<G: Game>(codec: BotCodec<G>, view: G::View<'_>, words: &[u8]) -> Result<Option<G::Action>, MisreadError> {
    match codec {
        BotCodec::Session(mut codec) => {
            codec.write_question(view, &mut Vec::new());
            let mut inbox = Inbox::default();
            inbox.push(words);
            codec.read_answer(&mut inbox)
        }
        BotCodec::Question(mut codec) => {
            codec.write_question(view, &mut RunInputs::default());
            codec.collect_run(0, words, &Exit::Code(0));
            codec.conclude_question().map(Some)
        }
    }
}

#[test]
fn every_game_of_the_catalogue() {
    for name in catalog::NAMES {
        catalog::visit(name, Check).expect("the catalogue knows its own names");
    }
}

#[test]
fn the_games_that_prove_the_traits() {
    check::<Lamps>(3, |_, _| Default::default());
    check::<Echo>(2, |_, _| Default::default());
    check::<Trio>(3, |_, _| Default::default());
}

#[test]
fn a_view_does_not_change_with_what_it_hides() {
    let mut game = Trio::start(&(), 3).expect("three seats");
    let before = game.view(Seat::new(0));
    game.purses[1] = 99;
    game.purses[2] = 0;
    assert_eq!(game.view(Seat::new(0)), before);
    assert_ne!(game.view(Seat::new(1)).purse, 10);
}

/// Damage of every kind is noticed or decodes to a possible match; nothing panics.
struct Damage;

impl Visitor for Damage {
    type Out = ();

    fn visit<G: Playable>(self) {
        let mut random = fastrand::Rng::with_seed(seed(1));
        for replay in check::<G>(G::USUAL_SEATS, G::settings) {
            let payload = link::write(&replay).expect("it is possible");
            for _ in 0..40 {
                let mut broken = payload.clone().into_bytes();
                match random.u8(..3) {
                    0 => broken.truncate(random.usize(..broken.len())),
                    1 => broken[random.usize(..payload.len())] = b"AZaz09-_.*"[random.usize(..10)],
                    _ => broken.insert(random.usize(..payload.len()), b'A'),
                }
                let broken = String::from_utf8(broken).expect("still ASCII");
                if let Ok(read) = link::read::<G>(&broken) {
                    read.replay.check().expect("a link that is read is possible");
                }
            }
        }
    }
}

#[test]
fn a_damaged_link_is_an_error_or_a_match() {
    for name in catalog::NAMES {
        catalog::visit(name, Damage).expect("the catalogue knows its own names");
    }
}

/// Any body, under a good checksum: the decoder itself must hold.
#[test]
fn any_body_is_an_error_or_a_match() {
    use botyard_engine::games::connect_four::ConnectFour;
    let mut random = fastrand::Rng::with_seed(seed(2));
    let mut read = 0;
    for _ in 0..count(20_000, 200_000) {
        let length = random.usize(..12);
        let body: String =
            (0..length).map(|_| char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"[random.usize(..36)])).collect();
        if let Ok(link) = link::read::<ConnectFour>(&format!("A{body}")) {
            link.replay.check().expect("a link that is read is possible");
            read += 1;
        }
    }
    // The checksum of version 1 has 16 bits: a few pass by chance, so the decoder behind it is
    // tried too.
    assert!(read < 100);
    assert_eq!(ConnectFour::NAME, "connect-four");
}
