//! Sends and fetches bots: the server's bucket has them by their SHA-256. Knows no format of bots.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::object_store::ObjectMetadata;
use sha2::{Digest, Sha256};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::time::timeout;

use crate::connection::ServerConnection;
use crate::error::FleetError;
use crate::limits;
use crate::streams;
use crate::trouble::ServerTrouble;

/// The bytes of a bot. Clones share them.
pub type BotBytes = Arc<[u8]>;

/// A worker keeps this many bytes of bots in memory.
const KEPT_BYTES: usize = 512 << 20;
/// Fetching a bot fails after a pause of this length: a server that has lost a part of the bot
/// still answers other requests.
const SILENCE: Duration = Duration::from_secs(10);

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
    let bytes = read_within(object.take(limits::BOT_BYTES as u64 + 1), SILENCE).await;
    let bytes = bytes.map_err(|why| missing(&why))?;
    if bytes.len() > limits::BOT_BYTES {
        return Err(FleetError::Bot(format!("bot {hash} has more than {} MiB", limits::BOT_BYTES >> 20)));
    }
    match sha256(&bytes) == hash {
        true => Ok(bytes),
        false => Err(FleetError::Bot(format!("what the server has as bot {hash} is another: it was tampered with"))),
    }
}

/// Reads everything; an error if a pause is longer than `silence`.
async fn read_within(mut from: impl AsyncRead + Unpin, silence: Duration) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    loop {
        match timeout(silence, from.read_buf(&mut bytes)).await {
            Ok(Ok(0)) => return Ok(bytes),
            Ok(Ok(_)) => {}
            Ok(Err(error)) => return Err(error.to_string()),
            Err(_) => {
                let (bytes, silence) = (bytes.len(), silence.as_secs());
                return Err(format!("the server has sent nothing for {silence} s after {bytes} bytes of it"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test]
    async fn what_comes_whole_is_read() {
        let (mut server, worker) = duplex(4);
        let sends = async {
            server.write_all(b"a whole bot").await.expect("it is read");
            drop(server);
        };
        let (bytes, ()) = tokio::join!(read_within(worker, Duration::from_secs(60)), sends);
        assert_eq!(bytes.as_deref(), Ok(&b"a whole bot"[..]));
    }

    /// Regression: a worker waited without end for the lost part of a bot, and reported that it
    /// played.
    #[tokio::test]
    async fn what_does_not_go_on_is_not_waited_for() {
        let (mut server, worker) = duplex(64);
        server.write_all(b"half").await.expect("there is room");
        let why = read_within(worker, Duration::from_millis(5)).await.expect_err("the rest never comes");
        assert_eq!(why, "the server has sent nothing for 0 s after 4 bytes of it");
        drop(server);
    }
}
