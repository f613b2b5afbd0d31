//! The limits of messages: sizes, counts and times. Larger messages are refused before they are
//! read. The times that programs wait for each other are in `times.rs`.

use std::time::Duration;

/// The most bytes of a batch. By default, NATS servers take messages of up to 1 MiB.
pub const BATCH_BYTES: usize = 512 << 10;
/// The most bytes of one part of an answer.
pub const ANSWER_BYTES: usize = 512 << 10;
/// The most bytes of a worker's or a submitter's status.
pub const STATUS_BYTES: usize = 64 << 10;
/// The most games of a batch.
pub const GAMES: usize = 1024;
/// The most bots of a batch.
pub const BOTS: usize = 512;
/// The most bytes of a bot, with all that is attached to it.
pub const BOT_BYTES: usize = 128 << 20;
/// The most bytes of a bot's name.
pub const NAME_BYTES: usize = 1 << 10;
/// The most bytes of a replay in an answer. A game whose replay is longer is kept without it.
pub const REPLAY_BYTES: usize = 256 << 10;
/// The most bytes of what a bot wrote to stderr in an answer.
pub const STDERR_BYTES: usize = 16 << 10;
/// The most bytes of a sentence in which a worker refuses a batch.
pub const SENTENCE_BYTES: usize = 2 << 10;
/// The most restrictions of executables that a worker lacks.
pub const RESTRICTIONS: usize = 64;

/// How often a batch is given out at most; a game that ends this many workers is void.
pub const DELIVERIES: i64 = 3;
/// The interval at which workers and submitters send their status.
pub const STATUS: Duration = Duration::from_secs(1);
/// A peer that has been silent for this long counts as gone.
pub const ABSENT: Duration = Duration::from_secs(5);
/// A worker drops the batches of a submitter that has been silent for this long.
pub const ABANDONED: Duration = Duration::from_secs(90);
/// The server removes messages that no program has fetched for this long.
pub const KEPT: Duration = Duration::from_secs(24 * 3600);
