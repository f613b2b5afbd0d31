//! The speed of Stratego's rules: random play, and reading its logs, which checks every outcome
//! against the rules.

use std::time::Duration;

use botyard_engine::codec::SessionCodec;
use botyard_engine::game::Game;
use botyard_engine::games::stratego::{Colour, StandardSetup, Stratego, StrategoCodec, StrategoSettings, log};
use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, Turn, TurnResult, link};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// A match of random legal moves.
fn random_match(random: &mut fastrand::Rng, mut note: impl FnMut(Turn<<Stratego as Game>::Action>)) -> Stratego {
    let mut game = Stratego::start(&StrategoSettings::default(), 2).expect("two can play");
    let mut events = Vec::new();
    let mut legal = Vec::new();
    while let Some(seat) = game.to_act().lowest() {
        legal.clear();
        legal.extend(game.legal(seat));
        let action = legal[random.usize(..legal.len())];
        events.clear();
        game.play(seat, action, &mut events).expect("it is legal");
        note(Turn { seat, result: TurnResult::Action(action), words: None, used: Duration::ZERO });
    }
    game
}

fn random_replay(seed: u64) -> Replay<Stratego> {
    let mut turns = Vec::new();
    random_match(&mut fastrand::Rng::with_seed(seed), |turn| turns.push(turn));
    let player = |name: &str| PlayerInfo { name: name.to_owned(), ..PlayerInfo::default() };
    let players = ["./red", "./blue"].map(player).into();
    Replay { settings: StrategoSettings::default(), seed, players, terms: MatchTerms::default(), turns }
}

fn random_replays() -> Vec<Replay<Stratego>> {
    (1..=20).map(random_replay).collect()
}

fn plies(replays: &[Replay<Stratego>]) -> ItemsCount {
    ItemsCount::new(replays.iter().map(|replay| replay.turns.len()).sum::<usize>())
}

/// Plies of random play: all legal moves are listed, one is played.
#[divan::bench(sample_count = 20)]
fn random_play(bencher: Bencher<'_, '_>) {
    let count = plies(&random_replays());
    bencher
        .counter(count)
        .bench(|| (1..=20).map(|seed| random_match(&mut fastrand::Rng::with_seed(seed), |_| ()).turn()).sum::<u32>());
}

/// Plies of logs, from their text: words are read, moves are played, outcomes and results compared.
#[divan::bench(sample_count = 20)]
fn read_logs(bencher: Bencher<'_, '_>) {
    let replays = random_replays();
    let logs: Vec<String> =
        replays.iter().map(|replay| log::write(replay, Duration::from_secs(2)).expect("it is possible")).collect();
    bencher.counter(plies(&replays)).bench(|| logs.iter().filter(|text| log::read(black_box(text)).is_ok()).count());
}

/// Plies of replays that are in memory.
#[divan::bench(sample_count = 20)]
fn check_replays(bencher: Bencher<'_, '_>) {
    let replays = random_replays();
    bencher.counter(plies(&replays)).bench(|| replays.iter().filter(|replay| replay.check().is_ok()).count());
}

/// Plies to a link and back.
#[divan::bench(sample_count = 5)]
fn link_there_and_back(bencher: Bencher<'_, '_>) {
    let replays = random_replays();
    bencher.counter(plies(&replays)).bench(|| {
        let back = |replay| link::read::<Stratego>(&link::write(replay).expect("it is possible"));
        replays.iter().filter(|&replay| back(replay).is_ok()).count()
    });
}

/// The question of the position after both armies stand.
#[divan::bench]
fn question(bencher: Bencher<'_, '_>) {
    let mut game = Stratego::start(&StrategoSettings::default(), 2).expect("two can play");
    for colour in Colour::BOTH {
        let army = botyard_engine::games::stratego::StrategoAction::Setup(StandardSetup::ALL[0].setup(colour));
        game.play(colour.seat(), army, &mut Vec::new()).expect("it is a full army");
    }
    let (mut codec, mut question) = (StrategoCodec::new(Colour::Red.seat(), ["a", "b"]), Vec::new());
    bencher.bench_local(|| {
        question.clear();
        codec.write_question(black_box(&game).view(Colour::Red.seat()), &mut question);
        question.len()
    });
}
