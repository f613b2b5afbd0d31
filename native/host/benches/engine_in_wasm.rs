//! Compares the rules as WebAssembly with the same rules as native code, in one run: random games
//! and perft(8).
//!
//! Builds the engine's `exports` example for wasm32-unknown-unknown first and runs it in wasmtime
//! as it is, without the budget: this is the engine's own speed in a page, not a bot's.

use std::path::PathBuf;
use std::process::Command;

use botyard_engine::games::connect_four::ConnectFourBoard;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use wasmtime::{Engine, Instance, Module, Store, TypedFunc};

#[path = "../../../engine/benches/play.rs"]
mod play;

const GAMES: u32 = 200_000;
/// Positions that perft(8) counts from the empty board.
const POSITIONS: usize = 5_673_234;

fn main() {
    divan::main();
}

/// Builds the module and returns its path.
fn module() -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("engine-in-wasm");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--release", "--package", "botyard-engine", "--example", "exports"])
        .args(["--target", "wasm32-unknown-unknown", "--target-dir"])
        .arg(&target)
        .current_dir(root)
        .status()
        .expect("cargo runs, as it runs this");
    assert!(built.success(), "the engine builds for wasm32-unknown-unknown");
    target.join("wasm32-unknown-unknown/release/examples/exports.wasm")
}

/// An exported function that takes a number and returns one.
fn export(name: &str) -> (Store<()>, TypedFunc<u32, u64>) {
    let engine = Engine::default();
    let module = Module::from_file(&engine, module()).expect("wasmtime compiles it");
    assert_eq!(module.imports().count(), 0, "the engine imports nothing");
    let mut store = Store::new(&engine, ());
    let instance = Instance::new(&mut store, &module, &[]).expect("it needs nothing");
    let function = instance.get_typed_func(&mut store, name).expect("the example exports it");
    (store, function)
}

mod random_games {
    use super::*;

    #[divan::bench(sample_count = 20)]
    fn native(bencher: Bencher<'_, '_>) {
        bencher.counter(ItemsCount::new(GAMES)).bench(|| play::random_games(black_box(GAMES), 1));
    }

    #[divan::bench(sample_count = 20)]
    fn wasm(bencher: Bencher<'_, '_>) {
        let (mut store, function) = export("random_games");
        bencher.counter(ItemsCount::new(GAMES)).bench_local(|| function.call(&mut store, GAMES).expect("it returns"));
    }
}

mod through_the_trait {
    use super::*;

    #[divan::bench(sample_count = 20)]
    fn native(bencher: Bencher<'_, '_>) {
        let games = GAMES / 10;
        bencher.counter(ItemsCount::new(games)).bench(|| play::random_games_through_the_trait(black_box(games), 1));
    }

    #[divan::bench(sample_count = 20)]
    fn wasm(bencher: Bencher<'_, '_>) {
        let games = GAMES / 10;
        let (mut store, function) = export("random_games_through_the_trait");
        bencher.counter(ItemsCount::new(games)).bench_local(|| function.call(&mut store, games).expect("it returns"));
    }
}

mod perft_8 {
    use super::*;

    #[divan::bench(sample_count = 20)]
    fn native(bencher: Bencher<'_, '_>) {
        bencher.counter(ItemsCount::new(POSITIONS)).bench(|| black_box(ConnectFourBoard::default()).perft(8));
    }

    #[divan::bench(sample_count = 20)]
    fn wasm(bencher: Bencher<'_, '_>) {
        let (mut store, function) = export("perft");
        bencher.counter(ItemsCount::new(POSITIONS)).bench_local(|| function.call(&mut store, 8).expect("it returns"));
    }
}
