//! The calls about a descriptor, by subject.

pub(super) mod extent;
pub(super) mod position;
pub(super) mod readdir;
pub(super) mod state;
pub(super) mod times;
pub(super) mod transfer;
