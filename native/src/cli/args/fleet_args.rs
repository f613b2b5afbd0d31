//! The options of a fleet: its server, and the share of games that is played again.

use std::path::PathBuf;

use botyard_fleet::FleetTimes;
use botyard_fleet::address::{ServerAddress, USUAL};

use super::log_args::LogArgs;

/// The help's heading for these options.
pub const HEADING: &str = "Fleet (games on other computers)";

/// The default share of games that is played again.
const AUDIT: &str = "2%";

/// Where a fleet's server is, for commands that do nothing without one.
#[derive(Debug, clap::Args)]
pub struct ServerArgs {
    /// The NATS server
    #[arg(long, value_name = "URL", default_value = USUAL)]
    nats: String,
    /// Log in to the NATS server with this file: credentials, or the seed of a user's NKey
    #[arg(long, value_name = "FILE")]
    creds: Option<PathBuf>,
    /// Trust a NATS server whose certificate an authority in this file has signed (PEM)
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
}

impl ServerArgs {
    /// The server.
    pub fn address(&self) -> ServerAddress {
        address(self.nats.clone(), &self.creds, &self.ca)
    }
}

/// The same for commands that may do without.
#[derive(Debug, clap::Args)]
pub struct OptionalServerArgs {
    /// Log in to the NATS server with this file: credentials, or the seed of a user's NKey
    #[arg(long, value_name = "FILE", requires = "nats", help_heading = HEADING)]
    creds: Option<PathBuf>,
    /// Trust a NATS server whose certificate an authority in this file has signed (PEM)
    #[arg(long, value_name = "FILE", requires = "nats", help_heading = HEADING)]
    ca: Option<PathBuf>,
}

impl OptionalServerArgs {
    /// The server at this URL.
    pub fn address(&self, url: &str) -> ServerAddress {
        address(url.to_owned(), &self.creds, &self.ca)
    }
}

/// Options of a tournament that a fleet plays.
#[derive(Debug, clap::Args)]
pub struct FleetArgs {
    /// Have the games played by the workers (`botyard worker`) of the NATS server at this URL
    #[arg(long, value_name = "URL", help_heading = HEADING)]
    nats: Option<String>,
    #[command(flatten)]
    server: OptionalServerArgs,
    /// Play this share of a fleet's games again here, --concurrency at once, and compare: a worker
    /// whose results differ is excluded
    #[arg(
        long, value_name = "SHARE", default_value = AUDIT, requires = "nats", value_parser = parse_share, help_heading = HEADING
    )]
    audit: f64,
    #[command(flatten)]
    pub log: LogArgs,
}

impl FleetArgs {
    /// The server, if a fleet is to play.
    pub fn address(&self) -> Option<ServerAddress> {
        self.nats.as_deref().map(|url| self.server.address(url))
    }

    /// The share of games that is played again, from 0 to 1.
    pub fn audit(&self) -> f64 {
        self.audit
    }
}

fn address(url: String, credentials: &Option<PathBuf>, authorities: &Option<PathBuf>) -> ServerAddress {
    // Tests wait for these times, and make them this many times shorter.
    let shorter = std::env::var("BOTYARD_FLEET_HURRY").ok().and_then(|by| by.parse().ok());
    let times = shorter.map_or_else(FleetTimes::default, FleetTimes::shortened);
    ServerAddress { url, credentials: credentials.clone(), authorities: authorities.clone(), times }
}

fn parse_share(text: &str) -> Result<f64, String> {
    let percent = text.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
    let percent = percent.filter(|percent| (0.0..=100.0).contains(percent));
    percent.map(|percent| percent / 100.0).ok_or_else(|| "expected a share with its sign, from 0% to 100%".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_in_percent() {
        assert_eq!(parse_share("2%"), Ok(0.02));
        assert_eq!(parse_share("100%"), Ok(1.0));
        for text in ["2", "-1%", "101%", "%", "nan%"] {
            assert!(parse_share(text).is_err(), "{text}");
        }
    }
}
