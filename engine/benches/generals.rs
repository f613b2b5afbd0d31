//! Turns a second of the engine: putting the question (view and text), reading the reply, playing
//! it. On 10 by 10 and 50 by 50 with two players, on 21 by 21 with five, over generated maps, with
//! players who have land and fight.
//!
//! The original (optimised, with its bots behind pipes) made 27,000, 8,900 and 1,270 turns a second
//! there.

use botyard_engine::codec::{Protocol, SessionCodec};
use botyard_engine::game::Game;
use botyard_engine::games::generals::{
    Generals, GeneralsAction, GeneralsCodec, GeneralsLogWriter, GeneralsSettings, MapParams, generate,
};
use botyard_engine::inbox::Inbox;
use botyard_engine::replay::link;
use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, Turn, TurnResult};
use botyard_engine::seat::Seat;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// (Rows and columns, players).
const SIZES: [(usize, usize); 3] = [(10, 2), (21, 5), (50, 2)];

/// How many turns a match is recorded for; the board fills up in the first third.
const TURNS: usize = 3000;

/// A match of players who go on with their largest army: some land, some fog, armies of several
/// digits.
fn replay(side: usize, players: usize) -> Replay<Generals> {
    let map = generate(&MapParams { seed: 5, ..MapParams::new(side, side, players) }).expect("there is room");
    let settings = GeneralsSettings { rounds: 10_000, ..GeneralsSettings::on(map) };
    let mut game = Generals::start(&settings, players).expect("a map for so many");
    let (mut random, mut turns) = (fastrand::Rng::with_seed(1), Vec::new());
    while turns.len() < TURNS && game.outcome().is_none() {
        let seat = game.to_act().lowest().expect("the match is not over");
        let action = reply(&game, seat, &mut random);
        game.play(seat, action, &mut Vec::new()).expect("it is legal");
        turns.push(Turn { seat, result: TurnResult::Action(action), words: None, used: std::time::Duration::ZERO });
    }
    let players = (1..=players).map(|number| PlayerInfo { name: format!("player {number}"), ..PlayerInfo::default() });
    Replay { settings, seed: 1, players: players.collect(), terms: MatchTerms::default(), turns }
}

fn reply(game: &Generals, seat: Seat, random: &mut fastrand::Rng) -> GeneralsAction {
    let legal: Vec<_> = game.legal(seat).collect();
    let army = |action: &GeneralsAction| match action {
        GeneralsAction::Pass => 0,
        GeneralsAction::March { from, .. } => {
            let cell = (from.row as usize - 1) * game.board().columns() + from.column as usize - 1;
            game.board().army_at(cell)
        }
    };
    let draws = (0..20).map(|_| legal[random.usize(..legal.len())]);
    draws.max_by_key(army).expect("twenty draws")
}

/// The engine's work for a match: questions, replies, moves.
fn play(replay: &Replay<Generals>, replies: &[Vec<u8>]) -> usize {
    let mut game = replay.start().expect("it was played");
    let seats = 0..replay.players.len();
    let mut codecs: Vec<_> = seats.map(|seat| GeneralsCodec::new(&replay.settings, Seat::new(seat))).collect();
    let (mut question, mut inbox, mut events) = (Vec::new(), Inbox::default(), Vec::new());
    let mut bytes = 0;
    for reply in replies {
        let seat = game.to_act().lowest().expect("the match is not over");
        let codec = &mut codecs[seat.index()];
        question.clear();
        codec.write_question(game.view(seat), &mut question);
        bytes += black_box(&question).len();
        inbox.push(reply);
        let action = codec.read_answer(&mut inbox).expect("a reply").expect("a whole line");
        events.clear();
        game.play(seat, action, &mut events).expect("it is legal");
    }
    bytes
}

fn replies(replay: &Replay<Generals>) -> Vec<Vec<u8>> {
    let actions = replay.turns.iter().filter_map(|turn| match &turn.result {
        TurnResult::Action(action) => Some(action),
        TurnResult::Fault(_) => None,
    });
    let line = |action: &GeneralsAction| {
        let mut line = Vec::new();
        Generals::write_canonical(action, &mut line);
        line.push(b'\n');
        line
    };
    actions.map(line).collect()
}

/// Question, reply and move.
#[divan::bench(args = SIZES, sample_count = 20)]
fn turns(bencher: Bencher<'_, '_>, (side, players): (usize, usize)) {
    let replay = replay(side, players);
    let replies = replies(&replay);
    bencher.counter(ItemsCount::new(replies.len())).bench(|| play(black_box(&replay), &replies));
}

/// The log of a match.
#[divan::bench(args = SIZES, sample_count = 5)]
fn log(bencher: Bencher<'_, '_>, (side, players): (usize, usize)) {
    let replay = replay(side, players);
    bencher.counter(ItemsCount::new(replay.turns.len())).bench(|| {
        let mut text = Vec::new();
        let mut log = GeneralsLogWriter::start(&replay.settings, players, &mut text).expect("a map for so many");
        replay.turns.iter().for_each(|turn| log.turn(turn, &mut text).expect("it was played"));
        text.len()
    });
}

/// A match to a link and back.
#[divan::bench(args = SIZES, sample_count = 5)]
fn link_there_and_back(bencher: Bencher<'_, '_>, (side, players): (usize, usize)) {
    let replay = replay(side, players);
    bencher.bench(|| link::read::<Generals>(&link::write(black_box(&replay)).expect("it is possible")));
}

/// Drawing a map.
#[divan::bench(args = SIZES, sample_count = 10)]
fn maps(bencher: Bencher<'_, '_>, (side, players): (usize, usize)) {
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        generate(&MapParams { seed, ..MapParams::new(side, side, players) })
    });
}
