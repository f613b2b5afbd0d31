//! Botyard in a browser tab: the page, its match worker, and what they say to each other.

pub mod client;
mod decimal;
mod file_names;
pub mod games;
pub mod messages;
pub mod page;
pub mod reader;
pub mod worker;
