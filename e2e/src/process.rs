//! A running browser with a BiDi session. Knows how it starts and ends, not what is done with it.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::Child;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::bidi::BidiConnection;
use crate::console::{EVENTS, ErrorLog};
use crate::kind::{BrowserKind, BrowserOptions, ColorScheme};
use crate::launch::Launch;
use crate::memory::memory_of;
use crate::setting::BrowserProgram;

/// Far above what a busy machine needs to start a browser or to end it.
const LIMIT: Duration = Duration::from_secs(120);

/// A browser that runs until it is closed or dropped.
pub(crate) struct BrowserProcess {
    kind: BrowserKind,
    colors: ColorScheme,
    connection: Arc<BidiConnection>,
    errors: ErrorLog,
    ends_by_itself: bool,
    child: Child,
    // Dropped last: the browser writes to its profile until it has ended.
    _profile: TempDir,
}

impl BrowserProcess {
    /// Starts a browser with a fresh profile, on a port that the browser chooses.
    ///
    /// # Errors
    /// When an environment variable is not set, or the browser does not start.
    pub(crate) async fn start(kind: BrowserKind, options: BrowserOptions) -> Result<Self> {
        let profile = TempDir::new().context("cannot make a folder for a profile")?;
        let mut launch = Launch::new(&BrowserProgram::from_environment(kind)?, options, profile.path())?;
        let mut child = launch.command.spawn().with_context(|| format!("cannot start {kind}"))?;
        let errors = ErrorLog::default();
        let log = errors.clone();
        let begin = async {
            let port = announced_port(&launch, &mut child).await?;
            let address = format!("ws://127.0.0.1:{port}/session");
            let connection = BidiConnection::open(&address, move |event| log.note(&event)).await?;
            connection.new_session(launch.capabilities.clone()).await?;
            connection.subscribe(&EVENTS).await?;
            Ok::<_, anyhow::Error>(connection)
        };
        let connection = timeout(LIMIT, begin).await.unwrap_or_else(|_| bail!("not within {} s", LIMIT.as_secs()));
        let connection = Arc::new(connection.with_context(|| format!("{kind} does not start"))?);
        let (colors, ends_by_itself) = (options.colors, launch.ends_by_itself);
        Ok(Self { kind, colors, connection, errors, ends_by_itself, child, _profile: profile })
    }

    pub(crate) fn kind(&self) -> BrowserKind {
        self.kind
    }

    pub(crate) fn colors(&self) -> ColorScheme {
        self.colors
    }

    /// The memory of the browser and its descendants, in bytes.
    pub(crate) fn memory(&self) -> Option<u64> {
        memory_of(self.child.id()?)
    }

    pub(crate) fn connection(&self) -> &Arc<BidiConnection> {
        &self.connection
    }

    pub(crate) fn errors(&self) -> &ErrorLog {
        &self.errors
    }

    /// Ends the browser and waits for its end, so that nothing of it is left when the next one
    /// starts.
    ///
    /// # Errors
    /// When the browser does not end within the limit; then it is killed.
    pub(crate) async fn close(mut self) -> Result<()> {
        let end = async {
            self.connection.close_browser().await?;
            if !self.ends_by_itself {
                self.child.start_kill()?;
            }
            self.child.wait().await?;
            Ok(())
        };
        timeout(LIMIT, end).await.unwrap_or_else(|_| bail!("{} does not end within {} s", self.kind, LIMIT.as_secs()))
    }
}

/// Reads the program's output up to the line with its port.
async fn announced_port(launch: &Launch, child: &mut Child) -> Result<u16> {
    let (sender, mut lines) = mpsc::unbounded_channel();
    let output = child.stdout.take().context("its output is not piped")?;
    let errors = child.stderr.take().context("its errors are not piped")?;
    tokio::spawn(read_lines(output, sender.clone()));
    tokio::spawn(read_lines(errors, sender));
    while let Some(line) = lines.recv().await {
        if let Some(port) = launch.port_in(&line) {
            return Ok(port);
        }
    }
    bail!("it ended without a word on where it listens")
}

/// Reads to the end, even after the receiver is dropped: a full pipe would stop the program.
async fn read_lines(stream: impl AsyncRead + Unpin, lines: mpsc::UnboundedSender<String>) {
    let mut stream = BufReader::new(stream).lines();
    while let Ok(Some(line)) = stream.next_line().await {
        let _ = lines.send(line);
    }
}
