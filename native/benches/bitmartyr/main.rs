//! Measures BitMartyr natively, where bots are started afresh all the time: runs a second with a
//! run for each unit, and turns a second with a run for each team, also on a large board.
//!
//! `cargo bench -p botyard --bench bitmartyr`. It runs on one core. Medians are printed.
//! `cargo xtask browser-turns` measures the same bots in such matches in browsers.

use std::time::{Duration, Instant};

use botyard::bots::{self, BundledBot};
use botyard_engine::anymatch::AnyMatch;
use botyard_engine::games::bitmartyr::{
    BitMartyrBoard, BitMartyrSettings, HEALTH_MAX, PlacementParams, Unit, WireFormat, place,
};
use botyard_engine::replay::TurnResult;
use botyard_engine::seat::Seat;
use botyard_host::module::ModuleLoader;
use botyard_host::{HostedMatch, Interrupt, NoAudience, SeatBody, play_match};

const ROUNDS: usize = 7;
const TEAMS: usize = 4;
/// Enough runs for the start of a match not to matter.
const RUNS: usize = 20_000;
const TURNS: u32 = 200;
/// The turns of the match on a large board.
const LARGE_TURNS: u32 = 100;
/// The bots of the large board.
const BOTS: [&str; 7] = ["hunter", "random", "right", "scared", "up", "wall", "waterfall"];

/// Tells every unit to stay.
const STAY: &str = include_str!("stay.wat");

fn main() {
    let loader = ModuleLoader::new().expect("wasmtime works here");
    let stay = wat::parse_str(STAY).expect("the module is well-formed");
    println!("fresh runs a second: the basic format, a run for each unit, on one core");
    runs("a module that hardly does anything", &loader, &stay);
    for bot in bots::list_for("bitmartyr") {
        runs(bot.name, &loader, &bot.module().expect("it can play"));
    }
    println!("turns a second: the standard format, {TEAMS} teams of the same bot from 5 units each on 100x100");
    for bot in bots::list_for("bitmartyr") {
        turns(bot.name, &loader, &bot.module().expect("it can play"));
    }
    println!("turns a second: the standard format, from 1,000 units each on 400x400, the first {LARGE_TURNS} turns");
    row("seven different bots", large_board(&loader));
}

/// A match with many units from the start. Its number of turns gives this number of runs.
fn runs(name: &str, loader: &ModuleLoader, module: &[u8]) {
    let mut board = BitMartyrBoard::empty(40, 40).expect("a board");
    for cell in 0..board.cells() / TEAMS {
        let team = Seat::new(cell % TEAMS);
        board.set_unit(cell * TEAMS, Some(Unit { team, health: HEALTH_MAX }));
    }
    let duration = (RUNS / board.population()) as u32;
    let settings =
        BitMartyrSettings { duration, wires: vec![WireFormat::Basic; TEAMS], ..BitMartyrSettings::on(board) };
    let mut count = 0;
    let each = median(|| {
        let (took, ran) = played(&settings, loader, module);
        count = ran;
        took / ran.max(1) as u32
    });
    row(&format!("{name} ({count} runs)"), each);
}

fn turns(name: &str, loader: &ModuleLoader, module: &[u8]) {
    let board = place(&PlacementParams::new(TEAMS)).expect("there is room");
    let settings = BitMartyrSettings { duration: TURNS, ..BitMartyrSettings::on(board) };
    row(name, median(|| played(&settings, loader, module).0 / TURNS));
}

/// A turn of a match between seven different bots on a large board.
fn large_board(loader: &ModuleLoader) -> Duration {
    let params = PlacementParams { width: 400, height: 400, population: 1000, ..PlacementParams::new(BOTS.len()) };
    let board = place(&params).expect("there is room");
    let settings = BitMartyrSettings { duration: LARGE_TURNS, ..BitMartyrSettings::on(board) };
    let bodies: Vec<_> = BOTS
        .iter()
        .map(|name| {
            let bot = bots::find(name, Some("bitmartyr")).and_then(BundledBot::module).expect("it can play");
            SeatBody::Module(loader.load(&bot).expect("the module may run"))
        })
        .collect();
    median(|| play(&settings, bodies.clone()).0 / LARGE_TURNS)
}

/// The time of a match between teams of the same bot, and the number of orders in it.
fn played(settings: &BitMartyrSettings, loader: &ModuleLoader, module: &[u8]) -> (Duration, usize) {
    let body = SeatBody::Module(loader.load(module).expect("the module may run"));
    let (took, game) = play(settings, vec![body; TEAMS]);
    let asked = game.turns_from(0).into_iter().map(|turn| match turn.result {
        TurnResult::Action(orders) => orders.as_str().map_or(0, str::len),
        TurnResult::Fault(_) => 0,
    });
    (took, asked.sum())
}

/// A match that was played, and the time that it took.
fn play(settings: &BitMartyrSettings, bodies: Vec<SeatBody>) -> (Duration, Box<dyn AnyMatch>) {
    let players = bodies.into_iter().enumerate().map(|(team, body)| (team.to_string(), body)).collect();
    let mut hosted_match = HostedMatch::new("bitmartyr", 1, players);
    hosted_match.match_spec.settings = serde_json::to_value(settings).expect("it is plain data");
    let start = Instant::now();
    let game = play_match(hosted_match, &mut NoAudience, &Interrupt::default()).expect("the match can be played");
    (start.elapsed(), game)
}

fn median(round: impl FnMut() -> Duration) -> Duration {
    let mut rounds: Vec<_> = std::iter::repeat_with(round).take(ROUNDS).collect();
    rounds.sort_unstable();
    rounds[ROUNDS / 2]
}

fn row(what: &str, each: Duration) {
    println!("  {what:<50} {each:>10.2?}   {:>9.0} a second", 1.0 / each.as_secs_f64());
}
