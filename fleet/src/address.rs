//! The address of a fleet's server, and how a program authenticates there. Reads no file.

use std::path::PathBuf;

use crate::times::FleetTimes;

/// The server that is used by default: one on this computer.
pub const USUAL: &str = "nats://127.0.0.1:4222";

/// The address of a fleet's server.
#[derive(Debug, Clone)]
pub struct ServerAddress {
    /// One or more URLs, with commas between them: `nats://HOST:PORT`, or `tls://HOST:PORT`.
    pub url: String,
    /// A file of credentials, as `nsc` writes it, or with the seed of a user's NKey.
    pub credentials: Option<PathBuf>,
    /// A PEM file with certificates of authorities that this computer does not trust otherwise.
    pub authorities: Option<PathBuf>,
    /// The times of the fleet there.
    pub times: FleetTimes,
}

impl From<&str> for ServerAddress {
    /// An address without credentials, with the authorities that this computer trusts and the
    /// default times.
    fn from(url: &str) -> Self {
        Self { url: url.to_owned(), credentials: None, authorities: None, times: FleetTimes::default() }
    }
}

impl ServerAddress {
    /// The URL without its secrets.
    pub fn shown(&self) -> String {
        let one = |url: &str| match (url.split_once("://"), url.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
            (None, Some((_, host))) => host.to_owned(),
            _ => url.to_owned(),
        };
        self.url.split(',').map(one).collect::<Vec<_>>().join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_is_shown() {
        let shown = |url: &str| ServerAddress::from(url).shown();
        assert_eq!(shown("nats://a:secret@host:4222,tls://b"), "nats://host:4222,tls://b");
        assert_eq!(shown("a:secret@host"), "host");
    }
}
