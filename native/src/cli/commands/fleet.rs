//! `botyard fleet`: shows the workers and tournaments of a NATS server.

use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use botyard_fleet::ServerConnection;
use botyard_fleet::watcher::{FleetView, watch};

use super::fleet_metrics;
use super::fleet_snapshot::FleetSnapshot;
use crate::cli::args::fleet_args::ServerArgs;
use crate::cli::args::log_args::LogArgs;
use crate::cli::command_error::CommandError;
use crate::cli::output::stderr_notes::note;

/// How long to listen: every live peer sends several status messages in this time.
const LISTENING: Duration = Duration::from_millis(3200);

const EXAMPLES: &str = "\
Examples:
  botyard fleet --nats nats://node-1:4222                  who is there, and how fast
  botyard fleet --nats nats://node-1:4222 --json           the same for programs
  botyard fleet --nats nats://node-1:4222 --metrics 9100   the same for Prometheus, until it is stopped";

/// Show the workers and tournaments of a fleet
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    server: ServerArgs,
    /// Print a JSON document
    #[arg(long, conflicts_with = "metrics")]
    json: bool,
    /// Offer metrics in the text format of Prometheus at http://127.0.0.1:PORT/metrics, until it is
    /// stopped
    #[arg(long, value_name = "PORT")]
    metrics: Option<u16>,
    #[command(flatten)]
    log: LogArgs,
}

/// Listens for a while and prints the workers and tournaments, or offers them as metrics.
pub fn run(args: &Args) -> Result<(), CommandError> {
    args.log.start()?;
    let address = args.server.address();
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
    let snapshot = FleetSnapshot::new(address.shown(), &lock(&view));
    if args.json {
        writeln!(out, "{}", snapshot.to_json())?
    } else {
        snapshot.write(&mut out)?
    }
    Ok(out.flush()?)
}

fn lock(view: &Mutex<FleetView>) -> MutexGuard<'_, FleetView> {
    view.lock().unwrap_or_else(PoisonError::into_inner)
}
