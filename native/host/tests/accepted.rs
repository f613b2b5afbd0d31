//! Every module that the sandbox accepts starts in wasmtime: one decision for all hosts.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod support;

use std::time::Duration;

use botyard_fuzz::pass::generate_module;
use botyard_host::module::{StandaloneError, StandaloneRun};
use botyard_sandbox::{ModuleLimits, instrument};

use support::LOADER;

/// How many modules are tried.
const MODULES: u64 = 150;
/// How many bytes choose a module.
const LENGTH: usize = 3_000;

#[test]
fn an_accepted_module_starts() {
    let mut accepted = 0;
    for seed in 0..MODULES {
        let mut random = fastrand::Rng::with_seed(seed);
        let bytes: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(LENGTH).collect();
        let Some(module) = generate_module(&bytes) else { continue };
        if instrument(&module, &ModuleLimits::default()).is_err() {
            continue;
        }
        accepted += 1;
        let loaded = LOADER.load(&module).unwrap_or_else(|why| panic!("{seed}: {why}"));
        let run = StandaloneRun { limit: Duration::from_millis(1), ..StandaloneRun::default() };
        // Its data or elements may lie outside its memory or table, which is a trap on every host.
        if let Err(StandaloneError::Start(why)) = run.run(&loaded) {
            assert!(why.starts_with("by a trap"), "{seed}: {why}");
        }
    }
    assert!(accepted > MODULES / 2, "{accepted}");
}
