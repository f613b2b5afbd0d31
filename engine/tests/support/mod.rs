//! Three games that exist only to prove the traits; two hosts: the bots of one are the test itself,
//! of the other functions; matches of Stratego, and golden links.
#![allow(dead_code, reason = "each test file uses its own part")]

pub mod echo;
pub mod functions;
pub mod golden_links;
pub mod lamps;
pub mod puppets;
pub mod stratego;
pub mod trio;
