//! Three games that exist only to prove the traits, and a host whose bots are the test itself.
#![allow(dead_code, reason = "each test file uses its own part")]

pub mod echo;
pub mod lamps;
pub mod puppets;
pub mod trio;
