//! Why a fleet cannot be used.

use crate::left_out_reason::LeftOutReason;
use crate::trouble::ServerTrouble;

/// Why a fleet cannot be used.
#[derive(Debug, Clone, thiserror::Error)]
pub enum FleetError {
    /// No server answers at the address.
    #[error("no NATS server answers at {url} ({why}): start one with `nats-server -js`, or name another with --nats")]
    NoServer {
        /// Where.
        url: String,
        /// What went wrong.
        why: String,
    },
    /// This is not an address of a server.
    #[error("`{url}` is not an address of a NATS server ({why}): expected nats://HOST:PORT, or tls://HOST:PORT")]
    Address {
        /// What was given.
        url: String,
        /// What is wrong with it.
        why: String,
    },
    /// The server answers, but TLS fails.
    #[error(
        "there is no safe way to the NATS server at {url} ({why}): --ca names the file of an authority that has signed its \
             certificate, if this computer does not know it"
    )]
    NoTls {
        /// Where.
        url: String,
        /// What went wrong.
        why: String,
    },
    /// A NATS server answers, but it has no TLS.
    #[error(
        "the NATS server at {url} does not speak TLS ({why}): where a server has none, its address begins with nats://"
    )]
    PlainServer {
        /// Where.
        url: String,
        /// What went wrong.
        why: String,
    },
    /// The server at the address is not a NATS server.
    #[error("what answers at {url} is not a NATS server ({why})")]
    NotNats {
        /// The URL.
        url: String,
        /// The error of the client.
        why: String,
    },
    /// The server refuses this program's credentials.
    #[error("the NATS server at {url} does not let this program in ({why}): name a file of credentials with --creds")]
    Refused {
        /// Where.
        url: String,
        /// What it said.
        why: String,
    },
    /// The server keeps no streams: JetStream is off.
    #[error("the NATS server at {url} keeps no streams ({why}): start it with `nats-server -js`")]
    NoJetStream {
        /// Where.
        url: String,
        /// What it said.
        why: String,
    },
    /// The server does not answer in time whether it keeps streams.
    #[error(
        "the NATS server at {url} does not answer what it is asked about its streams ({why}): this user may not ask (docs/fleet.md has \
             the permissions of each), or the server is stuck, as with a full disk: look at its log"
    )]
    NoStreams {
        /// Where.
        url: String,
        /// What it said.
        why: String,
    },
    /// The server accepts the credentials, but they do not permit publishing or subscribing.
    #[error(
        "the NATS server does not allow this user what it needs ({why}): docs/fleet.md has the permissions of each, and a worker's \
             --name is that of its permissions"
    )]
    Forbidden {
        /// What it said.
        why: String,
    },
    /// Another worker has this name.
    #[error("another worker is named {name}, and was there first: give each a --name of its own")]
    NameTaken {
        /// The name.
        name: String,
    },
    /// The file of credentials, or of certificates, cannot be used.
    #[error("cannot use {path}: {why}")]
    Credentials {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
    /// The server takes no messages.
    #[error("{0}")]
    Trouble(ServerTrouble),
    /// The server refuses a request, or does not answer it.
    #[error("the NATS server cannot {what}: {why}")]
    Server {
        /// The request, as a clause.
        what: &'static str,
        /// What it said.
        why: String,
    },
    /// A bot cannot be sent or fetched.
    #[error("{0}")]
    Bot(String),
    /// The client cannot be started on this computer.
    #[error("cannot begin to talk to the NATS server: {0}")]
    Here(String),
    /// A tournament no longer takes results of this worker.
    #[error("tournament {tournament} has left this worker out: {reason}")]
    LeftOut {
        /// The tournament's name.
        tournament: String,
        /// Why it has left the worker out.
        reason: LeftOutReason,
    },
}

impl FleetError {
    /// Makes an error of a failed request; `what` is a clause.
    pub(crate) fn server(what: &'static str) -> impl Fn(&dyn std::fmt::Display) -> Self {
        move |why| Self::Server { what, why: why.to_string() }
    }
}
