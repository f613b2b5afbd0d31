//! A fleet: many computers that play the games of one tournament, with a NATS server between them.
//! Has their messages, with limits and subjects, and the transfer of bots. Knows no command line,
//! and plays no game.
//!
//! A **submitter** has a tournament and sends its games in **batches**; a **worker** takes batches,
//! plays them and answers. The server keeps batches until they are answered, and answers until the
//! submitter has stored them. Games that it loses are played again.

pub mod address;
mod answer_parts;
mod bots;
mod connect_error;
mod connection;
mod error;
mod left_out_reason;
pub mod limits;
pub mod messages;
pub mod names;
mod presence_log;
mod streams;
pub mod subjects;
pub mod submitter;
mod ticket;
mod times;
mod trouble;
pub mod watcher;
pub mod worker;

pub use bots::{BotBytes, sha256};
pub use connection::ServerConnection;
pub use error::FleetError;
pub use left_out_reason::LeftOutReason;
pub use ticket::Ticket;
pub use times::FleetTimes;
pub use trouble::ServerTrouble;
