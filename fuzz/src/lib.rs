//! The project's guarantees for any input: one function for each part of the project that reads
//! text or bytes from strangers.
//!
//! A [`FuzzTarget`] takes any bytes and panics if a guarantee fails. Two programs call them:
//! `tests/short.rs`, over the seeds and some mutations of them in every test run, and cargo-fuzz
//! (`libfuzzer/`) for as long as one likes. They use the public interfaces of the engine and the
//! sandbox, and no host. The hosts' tests start the modules of [`pass::generate_module`], and
//! compare the results of [`choices::generate_program`].

mod byte_source;
mod calls;
pub mod choices;
mod codecs;
mod logs;
mod orders;
pub mod pass;
mod replays;
mod starts;

use botyard_engine::games::bitmartyr::BitMartyr;
use botyard_engine::games::connect_four::ConnectFour;
use botyard_engine::games::generals::Generals;
use botyard_engine::games::stratego::Stratego;

/// Something that must hold for any bytes.
#[derive(Clone, Copy, Debug)]
pub struct FuzzTarget {
    /// Its name: that of its folder in `seeds/` and of its program in `libfuzzer/fuzz_targets/`.
    pub name: &'static str,
    /// Checks it.
    ///
    /// # Panics
    /// If it does not hold.
    pub check: fn(&[u8]),
}

/// All of them.
pub const TARGETS: &[FuzzTarget] = &[
    FuzzTarget { name: "pass", check: pass::any_bytes },
    FuzzTarget { name: "pass-valid", check: pass::valid_module },
    FuzzTarget { name: "system-calls", check: calls::any_calls },
    FuzzTarget { name: "link", check: replays::link },
    FuzzTarget { name: "link-body", check: replays::link_body },
    FuzzTarget { name: "replay-file", check: replays::file },
    FuzzTarget { name: "codec-connect-four", check: codecs::any_words::<ConnectFour> },
    FuzzTarget { name: "codec-stratego", check: codecs::any_words::<Stratego> },
    FuzzTarget { name: "codec-generals", check: codecs::any_words::<Generals> },
    FuzzTarget { name: "codec-bitmartyr", check: codecs::any_words::<BitMartyr> },
    FuzzTarget { name: "log-connect-four", check: logs::connect_four },
    FuzzTarget { name: "log-stratego", check: logs::stratego },
    FuzzTarget { name: "log-generals", check: logs::generals },
    FuzzTarget { name: "log-gravon", check: logs::gravon },
    FuzzTarget { name: "log-generals-io", check: logs::generals_io },
    FuzzTarget { name: "orders-bitmartyr", check: orders::bitmartyr },
    FuzzTarget { name: "map-generals", check: starts::generals_map },
    FuzzTarget { name: "board-bitmartyr", check: starts::bitmartyr_board },
];

/// Checks one target by its name: the body of a cargo-fuzz program.
///
/// # Panics
/// If there is no such target, or its guarantee fails.
pub fn check(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("the target is in the table");
    (target.check)(bytes);
}
