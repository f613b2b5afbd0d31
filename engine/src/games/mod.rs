//! The games. Each folder knows its own rules, protocol and log, and no other game.

pub mod bitmartyr;
pub mod connect_four;
pub mod generals;
pub mod stratego;

use crate::diagnosis::{BuildTarget, explain_unfit_file};

/// What to do with files that other programs write and no game reads, by the file's name.
const RECORD_ADVICE: &[fn(&str) -> Option<&'static str>] = &[generals::gior::advice];

/// What to do with a file of this name, which no game reads, in a clause; `None` if no program is
/// known that writes it.
pub fn record_advice(name: &str) -> Option<&'static str> {
    RECORD_ADVICE.iter().find_map(|advise| advise(name))
}

/// What a file of this name is, which a browser can neither play as a bot nor open as a match, and
/// what to do instead, as a clause; `None` if the name shows nothing.
pub fn explain_unread_file(name: &str) -> Option<String> {
    record_advice(name).map(str::to_owned).or_else(|| explain_unfit_file(name, BuildTarget::Module))
}
