//! How much the tests try: a little by default, all of it in the complete run. Knows no test.
//!
//! A test that repeats something many times takes its number from [`count`], and the random numbers
//! of its first try from [`seed`]. A test that only the complete run needs is in a module named
//! `complete`: the default run passes `--skip complete::` to each test executable.

use std::env;
use std::hash::{BuildHasher, RandomState};

/// The run that tests belong to: `complete`, or the default one if it is not set.
const RUN: &str = "BOTYARD_TESTS";
/// The seed of a test of the complete run, to run it again.
const SEED: &str = "BOTYARD_SEED";
/// Seeds are below this, so that they are short to type.
const SEEDS: u64 = 1_000_000;

/// The first number by default, and the second in the complete run.
#[must_use]
pub fn count<N>(default: N, complete: N) -> N {
    if is_complete() { complete } else { default }
}

/// This seed by default, so that each run tries the same. The complete run tries another one each
/// time, and prints it with the name of the variable that sets it.
///
/// # Panics
/// If that variable is set to something else than a number.
#[must_use]
pub fn seed(default: u64) -> u64 {
    match env::var(SEED) {
        Ok(given) => given.parse().unwrap_or_else(|_| panic!("{SEED} is not a number: {given}")),
        Err(_) if is_complete() => {
            let seed = RandomState::new().hash_one(default) % SEEDS;
            println!("to try the same again: BOTYARD_TESTS=complete {SEED}={seed}");
            seed
        }
        Err(_) => default,
    }
}

/// Whether this is the complete run.
///
/// # Panics
/// If the variable has another value: a misspelt one would silently test less.
fn is_complete() -> bool {
    match env::var(RUN) {
        Ok(run) if run == "complete" => true,
        Ok(run) => panic!("{RUN} is `{run}`, and can be `complete` only"),
        Err(_) => false,
    }
}
