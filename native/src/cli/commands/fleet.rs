//! `botyard fleet`: what the workers and tournaments of a NATS server are doing.

use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use botyard::fleet::versions;
use botyard_engine::fault::printable;
use botyard_fleet::ServerConnection;
use botyard_fleet::address::{ServerAddress, USUAL};
use botyard_fleet::watcher::{FleetView, watch};

use super::fleet_metrics;
use crate::cli::command_error::CommandError;
use crate::cli::output::stderr_notes::note;

/// Whoever is there speaks within this time, more than once.
const LISTENING: Duration = Duration::from_millis(3200);

const EXAMPLES: &str = "\
Examples:
  botyard fleet --nats nats://hall-1:4222                  who is there, and how fast
  botyard fleet --nats nats://hall-1:4222 --metrics 9100   the same for Prometheus, until it is stopped";

/// Show the workers and tournaments of a fleet
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// The NATS server
    #[arg(long, value_name = "URL", default_value = USUAL)]
    nats: String,
    /// Show the NATS server this file of credentials
    #[arg(long, value_name = "FILE")]
    creds: Option<PathBuf>,
    /// Offer metrics in the text format of Prometheus at http://127.0.0.1:PORT/metrics, until it is
    /// stopped
    #[arg(long, value_name = "PORT")]
    metrics: Option<u16>,
}

/// Listens for a while and prints what was heard, or offers it as metrics.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let address = ServerAddress { url: args.nats.clone(), credentials: args.creds.clone() };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let view = Arc::<Mutex<FleetView>>::default();
    let listened = runtime.block_on(async {
        let connection = ServerConnection::open_to_watch(&address, "watcher").await?;
        match args.metrics {
            None => match tokio::time::timeout(LISTENING, watch(&connection, &view)).await {
                Ok(ended) => Ok::<_, CommandError>(ended?),
                Err(_) => Ok(()),
            },
            Some(port) => {
                let shared = view.clone();
                fleet_metrics::serve(port, move || fleet_metrics::of_fleet(&lock(&shared))).await?;
                note(&format!("metrics are at http://127.0.0.1:{port}/metrics"));
                Ok(watch(&connection, &view).await?)
            }
        }
    });
    listened?;
    let mut out = anstream::stdout().lock();
    write(&mut out, &lock(&view))?;
    Ok(out.flush()?)
}

fn lock(view: &Mutex<FleetView>) -> MutexGuard<'_, FleetView> {
    view.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(out: &mut dyn Write, view: &FleetView) -> std::io::Result<()> {
    if view.workers.is_empty() {
        writeln!(out, "no workers")?;
    } else {
        writeln!(
            out,
            "{:<40} {:>7} {:>9} {:>10} {:>8} {:>6}",
            "worker", "threads", "games/s", "games", "refused", "void"
        )?;
    }
    let own = versions();
    for (name, seen) in &view.workers {
        let (status, speed) = (&seen.status, seen.speed().map_or("n/a".to_owned(), |speed| format!("{speed:.1}")));
        let (threads, games, refused, void) = (status.threads, status.games, status.refused, status.void);
        write!(out, "{:<40} {threads:>7} {speed:>9} {games:>10} {refused:>8} {void:>6}", name.as_str())?;
        match status.versions == own {
            true => writeln!(out)?,
            false => writeln!(out, "  {}, this is {own}", printable(&status.versions.to_string()))?,
        }
    }
    for (name, seen) in &view.tournaments {
        let status = &seen.status;
        let game = printable(&status.game);
        write!(out, "tournament {name}: {game}, {} of {} games, {} sent", status.games, status.of, status.sent)?;
        write!(out, ", {} played again", status.audited)?;
        let left_out: Vec<_> = status.left_out.iter().map(|worker| worker.as_str()).collect();
        match left_out.is_empty() {
            true => writeln!(out)?,
            false => writeln!(out, ", left out: {}", left_out.join(", "))?,
        }
    }
    match (view.batches, view.answers) {
        (Some(batches), Some(answers)) => writeln!(out, "queue: {batches} batches, {answers} answers"),
        _ => writeln!(out, "queue: not known (no streams, or no permission)"),
    }
}
