//! A running chromedriver or geckodriver. Knows how they start and end, not what is asked of them.

use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

use crate::kind::Kind;

/// Runs until it is dropped.
pub(crate) struct Driver {
    address: String,
    _process: Child,
}

impl Driver {
    /// Starts the driver on a free port of its own choice.
    pub(crate) async fn start(kind: Kind, program: &Path) -> Result<Self> {
        let mut process = Command::new(program)
            .args(kind.driver_arguments())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let output = process.stdout.take().expect("its output is piped, two lines above");
        let mut lines = BufReader::new(output).lines();
        let port = announced_port(&mut lines).await.with_context(|| format!("{} named no port", program.display()))?;
        tokio::spawn(drain(lines));
        Ok(Self { address: format!("http://127.0.0.1:{port}"), _process: process })
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }
}

/// Both say where they listen: "started successfully on port 41235." and "Listening on 127.0.0.1:41235".
async fn announced_port(lines: &mut Lines<BufReader<ChildStdout>>) -> Result<u16> {
    while let Some(line) = lines.next_line().await? {
        if let Some(port) = port_in(&line) {
            return Ok(port);
        }
    }
    anyhow::bail!("it ended")
}

fn port_in(line: &str) -> Option<u16> {
    let (_, after) = line.split_once("successfully on port ").or_else(|| line.split_once("Listening on 127.0.0.1:"))?;
    after.trim_end().trim_end_matches('.').parse().ok()
}

/// Nobody reads the rest, but a full pipe would stop the driver.
async fn drain(mut lines: Lines<BufReader<ChildStdout>>) {
    while let Ok(Some(_)) = lines.next_line().await {}
}

#[cfg(test)]
mod tests {
    use super::port_in;

    #[test]
    fn both_drivers_announce_their_port() {
        assert_eq!(port_in("ChromeDriver was started successfully on port 41235."), Some(41235));
        assert_eq!(port_in("1700000000000\tgeckodriver\tINFO\tListening on 127.0.0.1:35791"), Some(35791));
        assert_eq!(port_in("Starting ChromeDriver 156.0.8078.79 on port 0"), None);
        assert_eq!(port_in("Please see https://chromedriver.chromium.org/ for suggestions"), None);
    }
}
