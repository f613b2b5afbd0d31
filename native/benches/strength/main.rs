//! Measures the strength of the bundled bots of a game for two: every pair of them, each seed from
//! both sides.
//!
//! `cargo bench -p botyard --bench strength -- stratego 200` plays 200 games a pair. Without a
//! number it is 20, and without a game every game of the catalogue.

mod series;

use std::time::Instant;

use botyard::bots;
use botyard_engine::catalog;
use botyard_host::module::ModuleLoader;

use series::series;

const GAMES: u32 = 20;

fn main() {
    // Cargo adds an argument of its own.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let games = words.get(1).map_or(GAMES, |word| word.parse().expect("the second word is a number of games"));
    let loader = ModuleLoader::new().expect("wasmtime works here");
    match words.first() {
        Some(game) => table(&loader, game, games),
        None => catalog::NAMES.iter().for_each(|game| table(&loader, game, games)),
    }
}

fn table(loader: &ModuleLoader, game: &str, games: u32) {
    println!("{game}: {games} games a pair");
    let names: Vec<&str> = bots::list_for(game).map(|bot| &bot.name[game.len() + 1..]).collect();
    for (nth, one) in names.iter().enumerate() {
        names[nth + 1..].iter().for_each(|other| row(loader, game, [one, other], games));
    }
}

fn row(loader: &ModuleLoader, game: &str, names: [&str; 2], games: u32) {
    let start = Instant::now();
    let score = series(loader, game, names, games);
    let [one, other] = score.won;
    let per_turn = start.elapsed() / score.turns.max(1) as u32;
    println!(
        "  {:12} {one:4} : {other:<4} {:12} {} drawn, {} by fault, {} turns a game, {per_turn:.0?} a turn",
        names[0],
        names[1],
        score.drawn,
        score.faults,
        score.turns / games.max(1) as usize,
    );
}
