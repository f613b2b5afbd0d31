//! The engine as a bare WebAssembly module, `wasm32-unknown-unknown`: what can be called from
//! anywhere, and a proof that the engine imports nothing. The benches of the native program compare
//! it with native code.

#[path = "../benches/play.rs"]
mod play;

use botyard_engine::games::connect_four::ConnectFourBoard;

/// Plays this many random games; returns their plies.
// SAFETY: the name is the crate's own; no other symbol has it.
#[unsafe(no_mangle)]
pub extern "C" fn random_games(games: u32) -> u64 {
    play::random_games(games, 1)
}

/// Random games through the `Game` trait.
// SAFETY: the name is the crate's own; no other symbol has it.
#[unsafe(no_mangle)]
pub extern "C" fn random_games_through_the_trait(games: u32) -> u64 {
    play::random_games_through_the_trait(games, 1)
}

/// Counts the lines of play from the empty board.
// SAFETY: the name is the crate's own; no other symbol has it.
#[unsafe(no_mangle)]
pub extern "C" fn perft(depth: u32) -> u64 {
    ConnectFourBoard::default().perft(depth)
}
