//! The connection to a fleet's server: connects, explains failures in a sentence, and reconnects
//! for as long as it takes.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, Event, ServerAddr, ServerError};

use crate::address::ServerAddress;
use crate::error::FleetError;
use crate::times::FleetTimes;
use crate::{connect_error, streams};

/// How long the first attempt may take.
const FIRST: Duration = Duration::from_secs(5);
/// A request that the server does not answer for this long has failed.
const REQUEST: Duration = Duration::from_secs(5);
/// At most this many different refusals of the server are reported.
const FORBIDDEN_MAX: usize = 8;

/// A connection to a server that has all that a fleet needs. Clones share it.
#[derive(Debug, Clone)]
pub struct ServerConnection {
    pub(crate) client: Client,
    pub(crate) context: Context,
    pub(crate) times: FleetTimes,
    forbidden: Arc<Mutex<Forbidden>>,
}

/// The server's messages about permissions that this user lacks.
#[derive(Debug, Default)]
struct Forbidden {
    all: BTreeSet<String>,
    untold: Vec<String>,
}

impl ServerConnection {
    /// Connects, and creates the streams where they are missing. `name` consists of tokens with
    /// dots between them, and no other program may have it.
    ///
    /// # Errors
    /// If there is no server, it refuses us, or it keeps no streams.
    pub async fn open(address: &ServerAddress, name: &str) -> Result<Self, FleetError> {
        let connection = Self::open_to_watch(address, name).await?;
        match streams::create(&connection.context, &address.shown()).await {
            Ok(()) => Ok(connection),
            Err(why) => Err(connection.take_forbidden().pop().map_or(why, |why| FleetError::Forbidden { why })),
        }
    }

    /// Connects as a worker does: creates nothing, and streams may be missing.
    ///
    /// # Errors
    /// If there is no server, it refuses us, or it cannot keep streams.
    pub async fn open_to_work(address: &ServerAddress, name: &str) -> Result<Self, FleetError> {
        let connection = Self::open_to_watch(address, name).await?;
        match streams::are_there(&connection.context, &address.shown()).await {
            Ok(_) => Ok(connection),
            Err(why) => Err(connection.take_forbidden().pop().map_or(why, |why| FleetError::Forbidden { why })),
        }
    }

    /// Connects, and creates nothing.
    ///
    /// # Errors
    /// If there is no server, or it refuses us.
    pub async fn open_to_watch(address: &ServerAddress, name: &str) -> Result<Self, FleetError> {
        let servers = parse_servers(address)?;
        let forbidden = Arc::<Mutex<Forbidden>>::default();
        let noted = forbidden.clone();
        let mut options = ConnectOptions::new()
            .name(format!("botyard {name}"))
            // Each program has an inbox of its own, so that permissions can keep others from
            // reading it.
            .custom_inbox_prefix(format!("_INBOX.botyard.{name}"))
            .connection_timeout(FIRST)
            .request_timeout(Some(REQUEST))
            .reconnect_delay_callback(|attempt| Duration::from_millis(100 << attempt.min(4)))
            .event_callback(move |event| {
                take_event(&event, &noted);
                std::future::ready(())
            });
        if let Some(path) = &address.authorities {
            check_readable(path)?;
            options = options.add_root_certificates(path.clone());
        }
        if let Some(path) = &address.credentials {
            options = with_credentials(options, path)?;
        }
        if let Some((user, password)) = servers.iter().find_map(|server| server.username().zip(server.password())) {
            options = options.user_and_password(user.to_owned(), password.to_owned());
        }
        let client = options.connect(servers).await.map_err(|error| connect_error::explain(address, &error))?;
        tracing::info!(url = address.shown(), name, "connected to the NATS server");
        let mut context = jetstream::new(client.clone());
        context.set_timeout(REQUEST);
        Ok(Self { client, context, times: address.times, forbidden })
    }

    /// Whether the server can be reached now.
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// The server's messages about missing permissions since the last call, each once.
    pub(crate) fn take_forbidden(&self) -> Vec<String> {
        std::mem::take(&mut self.forbidden.lock().unwrap_or_else(PoisonError::into_inner).untold)
    }

    /// Fails if this user may not listen to what it has subscribed to.
    pub(crate) fn check_listening(&self) -> Result<(), FleetError> {
        let is_about_listening = |why: &String| why.to_lowercase().contains("subscription");
        let forbidden = self.forbidden.lock().unwrap_or_else(PoisonError::into_inner);
        match forbidden.all.iter().find(|why| is_about_listening(why)) {
            Some(why) => Err(FleetError::Forbidden { why: why.clone() }),
            None => Ok(()),
        }
    }
}

fn take_event(event: &Event, forbidden: &Mutex<Forbidden>) {
    match event {
        Event::ServerError(ServerError::Other(why)) if why.to_lowercase().contains("permissions violation") => {
            tracing::warn!(why, "the NATS server forbids something");
            let mut forbidden = forbidden.lock().unwrap_or_else(PoisonError::into_inner);
            if forbidden.all.len() < FORBIDDEN_MAX && forbidden.all.insert(why.clone()) {
                forbidden.untold.push(why.clone());
            }
        }
        Event::Connected => tracing::info!("the NATS server is there"),
        Event::Disconnected => tracing::warn!("the NATS server is away"),
        other => tracing::warn!(event = %other, "of the connection to the NATS server"),
    }
}

fn parse_servers(address: &ServerAddress) -> Result<Vec<ServerAddr>, FleetError> {
    let parse = |url: &str| {
        let failed = |why: String| FleetError::Address { url: ServerAddress::from(url).shown(), why };
        if url.trim().is_empty() {
            return Err(failed("it is empty".to_owned()));
        }
        if let Some((scheme, _)) = url.split_once("://")
            && !["nats", "tls"].contains(&scheme)
        {
            return Err(failed(format!("`{scheme}` is another protocol")));
        }
        url.parse::<ServerAddr>().map_err(|error| failed(error.to_string()))
    };
    address.url.split(',').map(parse).collect()
}

fn check_readable(path: &Path) -> Result<(), FleetError> {
    let failed = |why: String| FleetError::Credentials { path: path.display().to_string(), why };
    let text = std::fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    if text.contains("BEGIN CERTIFICATE") { Ok(()) } else { Err(failed("it has no certificate in PEM".to_owned())) }
}

/// Authenticates with a user's JWT and key, or with the seed of its key alone.
fn with_credentials(options: ConnectOptions, path: &Path) -> Result<ConnectOptions, FleetError> {
    let failed = |why: String| FleetError::Credentials { path: path.display().to_string(), why };
    let text = std::fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    if text.contains("NATS USER JWT") {
        return options.credentials(&text).map_err(|error| failed(error.to_string()));
    }
    // A user's seed begins with these letters.
    let seed = text.lines().map(str::trim).find(|line| line.starts_with("SU"));
    let missing = || failed("it has neither a user's JWT nor the seed of a user's NKey (SU...)".to_owned());
    Ok(options.nkey(seed.ok_or_else(missing)?.to_owned()))
}
