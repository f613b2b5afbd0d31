//! Measures BitMartyr natively, where bots are started afresh all the time: runs a second with a
//! run for each unit, and turns a second with a run for each team.
//!
//! `cargo bench -p botyard --bench bitmartyr`. It runs on one core. Medians are printed.

use std::time::{Duration, Instant};

use botyard::bots;
use botyard_engine::games::bitmartyr::{
    BitMartyrBoard, BitMartyrSettings, HEALTH_MAX, PlacementParams, Unit, WireFormat, place,
};
use botyard_engine::seat::Seat;
use botyard_host::module::ModuleLoader;
use botyard_host::{HostedMatch, Interrupt, NoAudience, SeatBody, play_match};

const ROUNDS: usize = 7;
const TEAMS: usize = 4;
/// Enough runs for the start of a match not to matter.
const RUNS: usize = 20_000;
const TURNS: u32 = 200;

/// Reads all its input and tells every unit to stay, like a bot in C that uses a page or two of
/// memory.
const STAY: &str = r#"(module
    (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 17)
    (data (i32.const 0) "\00\00\10\00\00\10\00\00")
    (data (i32.const 8) "\c0\00\00\00\01\00\00\00")
    (data (i32.const 192) "0")
    (func (export "_start")
        (loop $again
            (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 16)))
            (br_if $again (i32.load (i32.const 16))))
        (drop (call $write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 20)))))"#;

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

/// The time of a match, and the number of orders in it.
fn played(settings: &BitMartyrSettings, loader: &ModuleLoader, module: &[u8]) -> (Duration, usize) {
    let loaded = loader.load(module).expect("the module may run");
    let players = (0..TEAMS).map(|team| (team.to_string(), SeatBody::Module(loaded.clone()))).collect();
    let mut hosted_match = HostedMatch::new("bitmartyr", 1, players);
    hosted_match.match_spec.settings = serde_json::to_value(settings).expect("it is plain data");
    let start = Instant::now();
    let game = play_match(hosted_match, &mut NoAudience, &Interrupt::default()).expect("the match can be played");
    let took = start.elapsed();
    let asked = game.turns_from(0).into_iter().map(|turn| match turn.result {
        botyard_engine::replay::TurnResult::Action(orders) => orders.as_str().map_or(0, str::len),
        botyard_engine::replay::TurnResult::Fault(_) => 0,
    });
    (took, asked.sum())
}

fn median(round: impl FnMut() -> Duration) -> Duration {
    let mut rounds: Vec<_> = std::iter::repeat_with(round).take(ROUNDS).collect();
    rounds.sort_unstable();
    rounds[ROUNDS / 2]
}

fn row(what: &str, each: Duration) {
    println!("  {what:<50} {each:>10.2?}   {:>9.0} a second", 1.0 / each.as_secs_f64());
}
