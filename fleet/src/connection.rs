//! The way to a fleet's server: connects, and says in a sentence why not. Connects again by itself,
//! for as long as it takes.

use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, ServerAddr};

use crate::address::ServerAddress;
use crate::error::FleetError;
use crate::streams;

/// The first attempt lasts so long.
const FIRST: Duration = Duration::from_secs(5);
/// A request that the server does not answer has failed after so long.
const REQUEST: Duration = Duration::from_secs(5);

/// A way to a server that has all that a fleet needs. Clones are the same way.
#[derive(Debug, Clone)]
pub struct ServerConnection {
    pub(crate) client: Client,
    pub(crate) context: Context,
}

impl ServerConnection {
    /// Connects, and creates the streams where they are missing. `name` is made of tokens with dots
    /// between them, and no other program's.
    ///
    /// # Errors
    /// If there is no server, it refuses us, or it keeps no streams.
    pub async fn open(address: &ServerAddress, name: &str) -> Result<Self, FleetError> {
        let connection = Self::open_to_watch(address, name).await?;
        streams::create(&connection.context, &address.shown()).await?;
        Ok(connection)
    }

    /// Connects, and creates nothing.
    ///
    /// # Errors
    /// If there is no server, or it refuses us.
    pub async fn open_to_watch(address: &ServerAddress, name: &str) -> Result<Self, FleetError> {
        let mut options = ConnectOptions::new()
            .name(format!("botyard {name}"))
            // Each program has an inbox of its own, so that permissions can keep others from
            // reading it.
            .custom_inbox_prefix(format!("_INBOX.botyard.{name}"))
            .connection_timeout(FIRST)
            .request_timeout(Some(REQUEST))
            .reconnect_delay_callback(|attempt| Duration::from_millis(100 << attempt.min(4)));
        if let Some(path) = &address.credentials {
            let failed = |why: std::io::Error| FleetError::Credentials {
                path: path.display().to_string(),
                why: why.to_string(),
            };
            options = options.credentials_file(path).await.map_err(failed)?;
        }
        let servers: Result<Vec<ServerAddr>, _> = address.url.split(',').map(str::parse).collect();
        let servers = servers
            .map_err(|error: std::io::Error| FleetError::NoServer { url: address.shown(), why: error.to_string() })?;
        if let Some((user, password)) = servers.iter().find_map(|server| server.username().zip(server.password())) {
            options = options.user_and_password(user.to_owned(), password.to_owned());
        }
        let client = options.connect(servers).await.map_err(|error| {
            let (url, why) = (address.shown(), error.to_string());
            match error.kind() {
                ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                    FleetError::Refused { url, why }
                }
                _ => FleetError::NoServer { url, why },
            }
        })?;
        let mut context = jetstream::new(client.clone());
        context.set_timeout(REQUEST);
        Ok(Self { client, context })
    }

    /// Whether the server can be reached now.
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }
}
