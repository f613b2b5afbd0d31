//! How fast the rules are: counting positions and playing at random. The native program's bench `engine_in_wasm`
//! runs the same in WebAssembly, beside native code.

use botyard_engine::games::connect_four::ConnectFourBoard;
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

/// The same through the `Game` trait, as the referee plays: with events, legality and an outcome.
#[divan::bench(sample_count = 20)]
fn random_games_through_the_trait(bencher: Bencher<'_, '_>) {
    const GAMES: u32 = 20_000;
    bencher.counter(ItemsCount::new(GAMES)).bench(|| play::random_games_through_the_trait(black_box(GAMES), 1));
}

/// A finished game to a link and back.
#[divan::bench]
fn link_there_and_back(bencher: Bencher<'_, '_>) {
    use botyard_engine::games::connect_four::ConnectFour;
    use botyard_engine::replay::link;
    let payload = "Ac881d13QgvsWxNnLxMG9g.AR07C2AQgUg";
    let replay = link::read::<ConnectFour>(payload).expect("a golden link").replay;
    bencher.bench(|| link::read::<ConnectFour>(&link::write(black_box(&replay)).expect("it is possible")));
}
