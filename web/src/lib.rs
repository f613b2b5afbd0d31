//! Botyard in a browser tab: the page, its match worker, and what they say to each other.

pub mod client;
pub mod messages;
pub mod worker;
