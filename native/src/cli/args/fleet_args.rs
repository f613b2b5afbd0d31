//! The options of a fleet: where its server is, and how much of what it plays is played again.

use std::path::PathBuf;

use botyard_fleet::address::ServerAddress;

/// The share of games that is played again unless something else is said.
const AUDIT: &str = "2%";

/// Options of a tournament that a fleet plays.
#[derive(Debug, clap::Args)]
pub struct FleetArgs {
    /// Have the games played by the workers (`botyard worker`) of the NATS server at this URL
    #[arg(long, value_name = "URL")]
    nats: Option<String>,
    /// Show the NATS server this file of credentials
    #[arg(long, value_name = "FILE", requires = "nats")]
    creds: Option<PathBuf>,
    /// Play this share of a fleet's games again here, and compare: a worker whose games come out
    /// otherwise is left out
    #[arg(long, value_name = "SHARE", default_value = AUDIT, requires = "nats", value_parser = parse_share)]
    audit: f64,
}

impl FleetArgs {
    /// The server, if a fleet is to play.
    pub fn address(&self) -> Option<ServerAddress> {
        self.nats.clone().map(|url| ServerAddress { url, credentials: self.creds.clone() })
    }

    /// The share of games that is played again, from 0 to 1.
    pub fn audit(&self) -> f64 {
        self.audit
    }
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
