//! BitMartyr: unit-moves a second of the rules alone, on full and on half-full boards of 100 by 100
//! and 400 by 400 with four and seven teams (the original made 3.2 to 3.8 million); questions,
//! links; and turns a second through the referee, with bots that cost nothing.

use std::collections::VecDeque;
use std::time::Duration;

use botyard_engine::codec::{BotCodec, QuestionCodec, RunInputs};
use botyard_engine::exit::Exit;
use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::{
    BitMartyr, BitMartyrBoard, BitMartyrCodec, BitMartyrSettings, Order, Orders, Unit, WireFormat,
};
use botyard_engine::referee::host::{Input, Output, Run, Spent};
use botyard_engine::referee::{Player, Referee};
use botyard_engine::replay::link;
use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, Turn, TurnResult};
use botyard_engine::seat::Seat;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// (Side of the board, teams).
const SIZES: [(usize, usize); 4] = [(100, 4), (100, 7), (400, 4), (400, 7)];

/// A board on which as many of 100 cells have a unit, of any team and health.
fn board(side: usize, teams: usize, crowd: u32) -> BitMartyrBoard {
    let mut random = fastrand::Rng::with_seed(1);
    let mut board = BitMartyrBoard::empty(side, side).expect("a side of that length");
    for cell in 0..board.cells() {
        if random.u32(..100) < crowd {
            let unit = Unit { team: Seat::new(random.usize(..teams)), health: random.u8(1..=5) };
            board.set_unit(cell, Some(unit));
        }
    }
    board
}

fn seats(teams: usize) -> impl Iterator<Item = Seat> {
    (0..teams).map(Seat::new)
}

fn orders(board: &BitMartyrBoard, teams: usize) -> Vec<Orders> {
    let mut random = fastrand::Rng::with_seed(2);
    let mut of = |seat| (0..board.count(seat)).map(|_| Order::ALL[random.usize(1..5)]).collect();
    seats(teams).map(&mut of).collect()
}

/// A turn of random moves, the orders taken in included.
fn turn(bencher: Bencher<'_, '_>, (side, teams): (usize, usize), crowd: u32) {
    let board = board(side, teams, crowd);
    let orders = orders(&board, teams);
    let moves = board.population();
    let game = BitMartyr::start(&BitMartyrSettings::on(board), teams).expect("a board for so many");
    bencher.counter(ItemsCount::new(moves)).with_inputs(|| (game.clone(), orders.clone())).bench_values(
        |(mut game, orders)| {
            for (seat, orders) in seats(teams).zip(orders) {
                game.play(seat, orders, &mut Vec::new()).expect("an order for each unit");
            }
            game
        },
    );
}

#[divan::bench(args = SIZES)]
fn moves_on_a_full_board(bencher: Bencher<'_, '_>, size: (usize, usize)) {
    turn(bencher, size, 100);
}

#[divan::bench(args = SIZES)]
fn moves_on_a_half_full_board(bencher: Bencher<'_, '_>, size: (usize, usize)) {
    turn(bencher, size, 50);
}

/// A board with twenty units on it.
#[divan::bench(args = [(100, 4), (400, 4)])]
fn moves_of_twenty_units(bencher: Bencher<'_, '_>, (side, teams): (usize, usize)) {
    let settings = BitMartyrSettings::drawn(teams, 1);
    let mut board = BitMartyrBoard::empty(side, side).expect("a side of that length");
    settings.board.units().for_each(|(cell, unit)| board.set_unit(cell, Some(unit)));
    let game = BitMartyr::start(&BitMartyrSettings::on(board), teams).expect("a board for so many");
    bencher.counter(ItemsCount::new(20_usize)).with_inputs(|| game.clone()).bench_values(|mut game| {
        for seat in seats(teams) {
            let orders = Orders::same(Order::Right, game.board().count(seat));
            game.play(seat, orders, &mut Vec::new()).expect("an order for each unit");
        }
        game
    });
}

/// The questions of a turn, in units.
#[divan::bench(args = [WireFormat::Standard, WireFormat::Basic])]
fn questions(bencher: Bencher<'_, '_>, wire: WireFormat) {
    let board = board(100, 4, 50);
    let units = board.population();
    let settings = BitMartyrSettings { wires: vec![wire; 4], ..BitMartyrSettings::on(board) };
    let game = BitMartyr::start(&settings, 4).expect("a board for so many");
    let mut runs = RunInputs::default();
    bencher.counter(ItemsCount::new(units)).bench_local(|| {
        for seat in seats(4) {
            runs = RunInputs::default();
            BitMartyrCodec::new(&settings, seat).write_question(game.view(seat), &mut runs);
        }
        black_box(&runs).run_count()
    });
}

/// A referee and bots that answer at once, with the same digit for each unit. Says how many runs
/// there were.
fn referee(settings: &BitMartyrSettings, teams: usize, answer: &[u8]) -> usize {
    let game = BitMartyr::start(settings, teams).expect("a board for so many");
    let players = seats(teams).map(|seat| Player::Bot(BotCodec::question(BitMartyrCodec::new(settings, seat))));
    let mut referee = Referee::new(game, players.collect(), settings.limits(), Duration::ZERO);
    let (mut starts, mut ready): (VecDeque<Run>, VecDeque<Run>) = Default::default();
    let (mut runs, spent) = (0, Spent::Virtual(Duration::from_micros(1)));
    while !referee.is_done() {
        while let Some(output) = referee.poll() {
            match output {
                Output::Start(run, _) => starts.push_back(run),
                Output::Stdin(_, text) => _ = black_box(text),
                Output::CloseStdin(run) => ready.push_back(run),
                _ => {}
            }
        }
        while let Some(run) = starts.pop_front() {
            referee.handle(Duration::ZERO, Input::Started(run, Spent::Virtual(Duration::ZERO)));
        }
        while let Some(run) = ready.pop_front() {
            referee.handle(Duration::ZERO, Input::Stdout(run, answer, spent));
            referee.handle(Duration::ZERO, Input::Exited(run, Exit::Code(0), spent));
            runs += 1;
        }
    }
    runs
}

/// Turns of 5,000 units that stay, in the standard format: four runs a turn.
#[divan::bench(sample_count = 10)]
fn referee_turns_standard(bencher: Bencher<'_, '_>) {
    let settings = BitMartyrSettings { duration: 20, ..BitMartyrSettings::on(board(100, 4, 50)) };
    let answer = vec![b'0'; 5000];
    bencher.counter(ItemsCount::new(20_usize)).bench(|| referee(&settings, 4, &answer));
}

/// Runs of 10,000 units that stay, in the basic format: a run for each unit.
#[divan::bench(args = [4, 7], sample_count = 10)]
fn referee_runs_basic(bencher: Bencher<'_, '_>, teams: usize) {
    let settings = BitMartyrSettings {
        duration: 3,
        wires: vec![WireFormat::Basic; teams],
        ..BitMartyrSettings::on(board(100, teams, 100))
    };
    let runs = referee(&settings, teams, b"0");
    bencher.counter(ItemsCount::new(runs)).bench(|| referee(&settings, teams, b"0"));
}

/// A match of four teams that go right where there is room, to a link and back, in unit-orders.
#[divan::bench(sample_count = 5)]
fn link_there_and_back(bencher: Bencher<'_, '_>) {
    let settings = BitMartyrSettings { duration: 200, ..BitMartyrSettings::drawn(4, 1) };
    let mut game = BitMartyr::start(&settings, 4).expect("a board for so many");
    let (mut turns, mut units) = (Vec::new(), 0);
    while let Some(seat) = game.to_act().lowest() {
        let decide = |sight: [i8; 25]| if sight[13] == 0 && sight[12] > 1 { Order::Right } else { Order::Stay };
        let orders: Orders = game.view(seat).sights().map(decide).collect();
        units += orders.len();
        turns.push(Turn { seat, result: TurnResult::Action(orders.clone()), words: None, used: Duration::ZERO });
        game.play(seat, orders, &mut Vec::new()).expect("an order for each unit");
    }
    let players = vec![PlayerInfo::default(); 4];
    let replay: Replay<BitMartyr> = Replay { settings, seed: 1, players, terms: MatchTerms::default(), turns };
    bencher.counter(ItemsCount::new(units)).bench(|| {
        let payload = link::write(black_box(&replay)).expect("it is short enough");
        link::read::<BitMartyr>(&payload).expect("it was written")
    });
}
