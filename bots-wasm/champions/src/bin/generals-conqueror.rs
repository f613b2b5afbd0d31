//! Generals: guards its capital from afar, and goes for the enemy's where the map must have it. Deterministic: no clock, no randomness.

use botyard_champion_bots::generals::{Conqueror, play};

fn main() {
    let mut conqueror = Conqueror::default();
    play(|board| conqueror.choose(board));
}
