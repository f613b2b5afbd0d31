//! How bots travel: by their SHA-256, in the server's bucket. Knows no format of bots.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Cursor;
use std::sync::Arc;

use async_nats::jetstream::object_store::ObjectMetadata;
use sha2::{Digest, Sha256};
use tokio::io::AsyncReadExt;

use crate::connection::ServerConnection;
use crate::error::FleetError;
use crate::limits;
use crate::streams;
use crate::trouble::ServerTrouble;

/// The bytes of a bot. Clones share them.
pub type BotBytes = Arc<[u8]>;

/// A worker keeps this many bytes of bots in memory.
const KEPT_BYTES: usize = 512 << 20;

/// The SHA-256 of these bytes, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut text, byte| {
        write!(text, "{byte:02x}").expect("texts take all that is written");
        text
    })
}

/// Puts a bot into the bucket, unless it is there.
///
/// # Errors
/// If the server does not take it.
pub(crate) async fn send(connection: &ServerConnection, bytes: &BotBytes) -> Result<(), FleetError> {
    let bucket = streams::create_bucket(&connection.context).await?;
    let name = sha256(bytes);
    if bucket.info(&name).await.is_ok_and(|info| info.size == bytes.len() && !info.deleted) {
        return Ok(());
    }
    let metadata = ObjectMetadata { name, ..ObjectMetadata::default() };
    let sent = bucket.put(metadata, &mut Cursor::new(&bytes[..])).await;
    sent.map(drop).map_err(|error| match ServerTrouble::in_sentence(&error.to_string()) {
        ServerTrouble::StorageFull => FleetError::Trouble(ServerTrouble::StorageFull),
        _ => FleetError::server("keep a bot")(&error),
    })
}

/// The bots that a worker has fetched.
#[derive(Debug, Default)]
pub(crate) struct FetchedBots {
    bots: HashMap<String, BotBytes>,
    bytes: usize,
}

impl FetchedBots {
    /// The bot with this hash: fetched once, and checked.
    ///
    /// # Errors
    /// If the bucket lacks it, or holds something else under its name.
    pub(crate) async fn get(&mut self, connection: &ServerConnection, hash: &str) -> Result<BotBytes, FleetError> {
        if let Some(bytes) = self.bots.get(hash) {
            return Ok(bytes.clone());
        }
        let bytes: BotBytes = fetch(connection, hash).await?.into();
        if self.bytes + bytes.len() > KEPT_BYTES {
            self.bots.clear();
            self.bytes = 0;
        }
        self.bytes += bytes.len();
        self.bots.insert(hash.to_owned(), bytes.clone());
        Ok(bytes)
    }
}

async fn fetch(connection: &ServerConnection, hash: &str) -> Result<Vec<u8>, FleetError> {
    let missing = |why: &dyn std::fmt::Display| FleetError::Bot(format!("bot {hash} cannot be fetched: {why}"));
    let bucket = streams::find_bucket(&connection.context).await.map_err(|error| missing(&error))?;
    let object = bucket.get(hash).await.map_err(|error| missing(&error))?;
    let mut bytes = Vec::new();
    let read = object.take(limits::BOT_BYTES as u64 + 1).read_to_end(&mut bytes).await;
    read.map_err(|error| missing(&error))?;
    if bytes.len() > limits::BOT_BYTES {
        return Err(FleetError::Bot(format!("bot {hash} has more than {} MiB", limits::BOT_BYTES >> 20)));
    }
    match sha256(&bytes) == hash {
        true => Ok(bytes),
        false => Err(FleetError::Bot(format!("what the server has as bot {hash} is another: it was tampered with"))),
    }
}
