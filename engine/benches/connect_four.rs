//! How fast the rules are: counting positions and playing at random. The native host's bench
//! `engine_in_wasm` runs the same in WebAssembly, beside native code.

use std::time::Duration;

use botyard_engine::catalog::Playable;
use botyard_engine::codec::BotCodec;
use botyard_engine::game::Game;
use botyard_engine::games::connect_four::solver::OpeningBook;
use botyard_engine::games::connect_four::{ConnectFour, ConnectFourBoard, ConnectFourCodec};
use botyard_engine::referee::host::{Input, Limits, Output, Spent};
use botyard_engine::referee::{Player, Referee};
use botyard_engine::seat::Seat;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

mod play;

fn main() {
    divan::main();
}

/// Positions counted by perft(8) from the empty board.
#[divan::bench(sample_count = 20)]
fn perft_8(bencher: Bencher<'_, '_>) {
    bencher.counter(ItemsCount::new(5_673_234_usize)).bench(|| black_box(ConnectFourBoard::default()).perft(8));
}

/// Whole games of random moves.
#[divan::bench(sample_count = 20)]
fn random_games(bencher: Bencher<'_, '_>) {
    const GAMES: u32 = 200_000;
    bencher.counter(ItemsCount::new(GAMES)).bench(|| play::random_games(black_box(GAMES), 1));
}

/// Random games through the `Game` trait, as the referee plays: with events, legality and an
/// outcome.
#[divan::bench(sample_count = 20)]
fn random_games_through_the_trait(bencher: Bencher<'_, '_>) {
    const GAMES: u32 = 20_000;
    bencher.counter(ItemsCount::new(GAMES)).bench(|| play::random_games_through_the_trait(black_box(GAMES), 1));
}

/// A finished game to a link and back.
#[divan::bench]
fn link_there_and_back(bencher: Bencher<'_, '_>) {
    use botyard_engine::replay::link;
    let payload = "Ac881d13QgvsWxNnLxMG9g.AR07C2AQgUg";
    let replay = link::read::<ConnectFour>(payload).expect("a golden link").replay;
    bencher.bench(|| link::read::<ConnectFour>(&link::write(black_box(&replay)).expect("it is possible")));
}

/// A match through the referee, in turns: each bot plays the leftmost open column at once.
#[divan::bench(sample_count = 50)]
fn turns_through_the_referee(bencher: Bencher<'_, '_>) {
    const MATCHES: usize = 100;
    let turns = MATCHES * play_through_the_referee();
    bencher.counter(ItemsCount::new(turns)).bench(|| (0..MATCHES).map(|_| play_through_the_referee()).sum::<usize>());
}

/// Who wins after each column, in random positions after so many plies. Each is a judge's first.
#[divan::bench(args = [0, 2, 4, 6, 7, 8, 9, 10, 11, 12, 14, 16], sample_count = 20, sample_size = 1)]
fn judged_columns(bencher: Bencher<'_, '_>, plies: u32) {
    let judge = ConnectFour::JUDGE.expect("the game has a judge");
    let mut random = fastrand::Rng::with_seed(u64::from(plies));
    // The book is read once in a program.
    OpeningBook::bundled();
    bencher.with_inputs(|| (judge(), draw_position(plies, &mut random))).bench_local_values(|(mut judge, position)| {
        judge.begin(&position);
        judge.advance(&mut { u64::MAX })
    });
}

/// A position after this many random plies in which nobody has won.
fn draw_position(plies: u32, random: &mut fastrand::Rng) -> ConnectFour {
    loop {
        let mut game = ConnectFour::default();
        for _ in 0..plies {
            let Some(seat) = game.to_act().lowest() else { break };
            let legal: Vec<_> = game.legal(seat).collect();
            game.play(seat, legal[random.usize(..legal.len())], &mut Vec::new()).expect("a legal column");
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// Plays a match and returns its number of turns.
fn play_through_the_referee() -> usize {
    let players = [0, 1].map(|seat| Player::Bot(BotCodec::session(ConnectFourCodec::new(Seat::new(seat)))));
    let mut referee = Referee::new(ConnectFour::default(), players.into(), Limits::default(), Duration::ZERO);
    let mut runs = Vec::new();
    while let Some(output) = referee.poll() {
        if let Output::Start(run, _) = output {
            runs.push(run);
        }
    }
    for &run in &runs {
        referee.handle(Duration::ZERO, Input::Started(run, Spent::Wall));
        referee.handle(Duration::ZERO, Input::Stdout(run, b"p\n", Spent::Wall));
    }
    referee.handle(Duration::ZERO, Input::Stdout(runs[1], b"?\n", Spent::Wall));
    while let Some(seat) = referee.awaited().lowest() {
        while let Some(output) = referee.poll() {
            black_box(&output);
        }
        let column = referee.game().legal(seat).next().expect("the match is not over").number();
        referee.handle(Duration::ZERO, Input::Stdout(runs[seat.index()], &[b'0' + column, b'\n'], Spent::Wall));
    }
    referee.turns().len()
}
