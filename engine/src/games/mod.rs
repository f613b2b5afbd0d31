//! The games. Each folder knows its own rules, protocol and log, and no other game.

pub mod bitmartyr;
pub mod connect_four;
pub mod generals;
pub mod stratego;
