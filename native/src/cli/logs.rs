//! The log that long-running commands write to stderr: sentences for people, or a line of JSON for
//! each event. Knows no command.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt, registry};

/// The variable that selects the logged events: by a level, or by targets with levels of their own.
const VARIABLE: &str = "BOTYARD_LOG";

/// The target of the sentences that are for people.
pub const SENTENCES: &str = "botyard";

/// How events are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// Sentences for people
    #[default]
    Text,
    /// A line of JSON for each event
    Json,
}

/// Why events cannot be logged.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The environment variable is invalid.
    #[error("{VARIABLE}: {0}: expected error, warn, info, debug or trace, or TARGET=LEVEL with commas between them")]
    Variable(#[from] tracing_subscriber::filter::ParseError),
    /// Logging has been started already.
    #[error("cannot begin to log: {0}")]
    Start(#[from] tracing_subscriber::util::TryInitError),
}

static IS_JSON: AtomicBool = AtomicBool::new(false);

/// Whether everything on stderr is a line of JSON.
pub fn is_json() -> bool {
    IS_JSON.load(Ordering::Relaxed)
}

/// Logs events in this format from now on. Without the variable, text has only the sentences for
/// people, and JSON all events except those for debugging.
///
/// # Errors
/// If the variable is invalid.
pub fn start(format: LogFormat) -> Result<(), LogError> {
    let wanted = std::env::var(VARIABLE).ok().filter(|text| !text.is_empty());
    let usual = || {
        ["botyard", "botyard_fleet"]
            .into_iter()
            .fold(Targets::new(), |targets, name| targets.with_target(name, Level::INFO))
    };
    let targets = wanted.as_deref().map_or_else(|| Ok(usual()), str::parse::<Targets>)?;
    let started = match (format, wanted) {
        (LogFormat::Text, None) => return Ok(()),
        (LogFormat::Text, Some(_)) => {
            let layer = fmt::layer().with_ansi(false).with_writer(io::stderr);
            registry().with(layer.with_filter(targets)).try_init()
        }
        (LogFormat::Json, _) => {
            IS_JSON.store(true, Ordering::Relaxed);
            let layer = fmt::layer().json().flatten_event(true).with_current_span(false).with_writer(io::stderr);
            registry().with(layer.with_filter(targets)).try_init()
        }
    };
    Ok(started?)
}
