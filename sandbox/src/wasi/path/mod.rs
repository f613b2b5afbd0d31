//! The calls about a path, by effect.

pub(super) mod link;
pub(super) mod look;
pub(super) mod make;
pub(super) mod open;
pub(super) mod remove;
pub(super) mod rename;
