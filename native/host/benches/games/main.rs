//! Measures the turns per second of whole matches, with referee, protocol and bots: of bots that
//! hardly think, as modules and as programs, on the same boards from the same seeds; of the bare
//! exchange of the programs' bytes; and the share of referee, codec, host and record in a match
//! between modules.
//!
//! `cargo bench -p botyard-host --bench games`; with `-- --modules`, of modules alone. Rounds
//! alternate between the kinds; medians are printed.

mod bare;
#[path = "../../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use bare::Exchange;
use botyard_engine::anymatch::AnyMatch;
use botyard_engine::games::bitmartyr::{BitMartyrSettings, PlacementParams, place};
use botyard_engine::games::generals::{GeneralsSettings, MapParams, generate};
use botyard_host::{HostedMatch, Interrupt, ModuleTime, NoAudience, SeatBody, measure_modules, play_match};
use serde_json::Value;
use support::{Form, bot};

/// The argument for modules alone.
const MODULES: &str = "--modules";
const ROUNDS: u64 = 7;
/// A measurement plays as many matches as modules play in this time, because some games are short.
const MEASURED: Duration = Duration::from_millis(200);
/// Enough rounds for the start of a match not to matter.
const GENERALS_ROUNDS: u32 = 300;
const BITMARTYR_TURNS: u32 = 200;

/// Matches of one kind.
struct Trial {
    name: &'static str,
    game: &'static str,
    bot: &'static str,
    seats: usize,
    settings: Value,
}

fn main() {
    let mut arguments = std::env::args().skip_while(|argument| argument != bare::ARGUMENT).skip(1);
    if let Some(steps) = arguments.next() {
        return bare::repeat(&steps);
    }
    let with_programs = !std::env::args().any(|argument| argument == MODULES);
    println!("{:34} {:>12} {:>12} {:>12} {:>12}", "turns a second", "modules", "not theirs", "programs", "bare pipes");
    trials().iter().for_each(|trial| row(trial, with_programs));
}

fn trials() -> Vec<Trial> {
    let trial = |name, game, bot, seats, settings| Trial { name, game, bot, seats, settings };
    let generals = |name, side, seats| trial(name, "generals", "generals-random", seats, generals_on(side, seats));
    vec![
        trial("Connect Four, two random movers", "connect-four", "connect-four-random", 2, Value::Null),
        trial("Stratego, two random movers", "stratego", "stratego-dummy", 2, Value::Null),
        generals("Generals, 10x10, two", 10, 2),
        generals("Generals, 21x21, five", 21, 5),
        generals("Generals, 50x50, two", 50, 2),
        trial("BitMartyr, 100x100, two", "bitmartyr", "bitmartyr-scared", 2, bitmartyr()),
    ]
}

/// Settings with a map drawn for this bench, and without a clock, so that a busy machine ends no
/// match.
fn generals_on(side: usize, players: usize) -> Value {
    let params = MapParams { seed: 1, ..MapParams::new(side, side, players) };
    let map = generate(&params).expect("there is room for so few");
    serde_json::to_value(GeneralsSettings { rounds: GENERALS_ROUNDS, ..GeneralsSettings::original(map) })
        .expect("it is plain data")
}

/// A board with many units in each team from the start.
fn bitmartyr() -> Value {
    let board = place(&PlacementParams { population: 500, ..PlacementParams::new(2) }).expect("there is room");
    let limit = Duration::from_secs(60);
    let settings = BitMartyrSettings { duration: BITMARTYR_TURNS, limit, ..BitMartyrSettings::on(board) };
    serde_json::to_value(settings).expect("it is plain data")
}

fn row(trial: &Trial, with_programs: bool) {
    let [mut modules, mut programs, mut bare] = <[Vec<Duration>; 3]>::default();
    let mut shares = Vec::new();
    let players = |form| (0..trial.seats).map(|_| bot(form, trial.bot)).collect::<Vec<_>>();
    let [as_modules, as_programs] =
        [players(Form::Module), if with_programs { players(Form::Executable) } else { Vec::new() }];
    let matches = matches_in(MEASURED, trial, &as_modules);
    for seed in 0..ROUNDS {
        modules.push(per_turn(trial, &as_modules, seed, matches).0);
        shares.push(share_of_others(trial, &as_modules, seed, matches));
        if with_programs {
            let (took, game) = per_turn(trial, &as_programs, seed, matches);
            programs.push(took);
            bare.push(Exchange::from_transcript(game.transcript(), trial.seats).time());
        }
    }
    shares.sort_unstable_by(f64::total_cmp);
    let share = 100.0 * shares[shares.len() / 2];
    let speed = |mut took: Vec<Duration>| {
        took.sort_unstable();
        1.0 / took[took.len() / 2].as_secs_f64()
    };
    let modules = speed(modules);
    if !with_programs {
        return println!("{:34} {modules:12.0} {share:10.1} %", trial.name);
    }
    let [programs, bare] = [programs, bare].map(speed);
    println!("{:34} {modules:12.0} {share:10.1} % {programs:12.0} {bare:12.0}", trial.name);
    println!("{:34} {:10.1} x {:25} {:10.2} x", "", modules / programs, "", programs / bare);
}

/// How many matches these players play in this time, at least one.
fn matches_in(time: Duration, trial: &Trial, players: &[(String, SeatBody)]) -> u64 {
    let start = Instant::now();
    let mut matches = 0;
    while matches == 0 || start.elapsed() < time {
        per_turn(trial, players, matches, 1);
        matches += 1;
    }
    matches
}

/// The share of a match's time in which no module works.
fn share_of_others(trial: &Trial, players: &[(String, SeatBody)], seed: u64, matches: u64) -> f64 {
    let start = Instant::now();
    let (_, ModuleTime { worked, slices }) = measure_modules(|| per_turn(trial, players, seed, matches));
    let took = start.elapsed();
    // The clock is read twice for each slice: one reading counts as the modules' time, the other as
    // the rest.
    let clock = clock_reading() * slices;
    let [took, worked] = [(took, clock * 2), (worked, clock)].map(|(time, clock)| time.saturating_sub(clock));
    1.0 - worked.as_secs_f64() / took.as_secs_f64()
}

/// The time that reading the clock takes.
fn clock_reading() -> Duration {
    const READINGS: u32 = 10_000;
    let start = Instant::now();
    (0..READINGS).for_each(|_| {
        std::hint::black_box(Instant::now());
    });
    start.elapsed() / READINGS
}

/// The time of a turn in this many matches, and the last of them.
fn per_turn(trial: &Trial, players: &[(String, SeatBody)], seed: u64, matches: u64) -> (Duration, Box<dyn AnyMatch>) {
    let (mut took, mut turns) = (Duration::ZERO, 0);
    let mut last = None;
    for number in 0..matches {
        let mut hosted_match = HostedMatch::new(trial.game, seed + ROUNDS * number, players.to_vec());
        hosted_match.match_spec.settings = trial.settings.clone();
        let start = Instant::now();
        let game = play_match(hosted_match, &mut NoAudience, &Interrupt::default()).expect("the match can be played");
        took += start.elapsed();
        turns += game.turn_count().max(1);
        last = Some(game);
    }
    (took / turns as u32, last.expect("there is a match"))
}
