//! The calls about a path, by what they do.

pub(super) mod link;
pub(super) mod look;
pub(super) mod make;
pub(super) mod open;
pub(super) mod remove;
pub(super) mod rename;
