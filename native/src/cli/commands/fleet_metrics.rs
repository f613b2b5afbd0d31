//! Metrics of workers and fleets in the text format of Prometheus, on a port of this computer.

use std::fmt::Write;
use std::net::Ipv4Addr;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use botyard_fleet::messages::WorkerStatus;
use botyard_fleet::names::Token;
use botyard_fleet::watcher::FleetView;
use tokio::net::TcpListener;

use crate::cli::command_error::CommandError;

/// The content type by which Prometheus recognises the format.
const FORMAT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Serves the text that `render` returns, on 127.0.0.1 and in a task of this runtime. With port 0,
/// the system chooses a free port.
///
/// # Errors
/// If the port is taken.
pub async fn serve(port: u16, render: impl Fn() -> String + Clone + Send + Sync + 'static) -> Result<(), CommandError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
    let listener = listener.map_err(|why| CommandError::Usage(format!("--metrics {port}: {why}")))?;
    let metrics = move || async move { ([(CONTENT_TYPE, FORMAT)], render()) };
    let app = Router::new().route("/metrics", get(metrics));
    tokio::spawn(async move {
        // Without its metrics, the program still does its work.
        let _ = axum::serve(listener, app).await;
    });
    Ok(())
}

/// The metrics of one worker.
pub fn of_worker(name: &Token, status: &WorkerStatus) -> String {
    let mut text = String::new();
    write_workers(&mut text, &[(name, status)]);
    text
}

/// The metrics of a fleet.
pub fn of_fleet(view: &FleetView) -> String {
    let mut text = String::new();
    let workers: Vec<_> = view.workers.iter().map(|(name, seen)| (name, &seen.status)).collect();
    write_workers(&mut text, &workers);
    let tournaments = |value: fn(&botyard_fleet::messages::TournamentStatus) -> u64| {
        let each = view.tournaments.iter();
        each.map(move |(name, seen)| (format!("tournament=\"{name}\""), value(&seen.status))).collect::<Vec<_>>()
    };
    write_metric(
        &mut text,
        "botyard_tournament_games",
        "gauge",
        "Games that have a result",
        &tournaments(|status| status.games),
    );
    write_metric(
        &mut text,
        "botyard_tournament_games_planned",
        "gauge",
        "Games in all",
        &tournaments(|status| status.of),
    );
    write_metric(
        &mut text,
        "botyard_tournament_games_sent",
        "gauge",
        "Games without a result that were sent",
        &tournaments(|status| status.sent),
    );
    write_metric(
        &mut text,
        "botyard_tournament_games_audited",
        "gauge",
        "Games that were played again and compared",
        &tournaments(|status| status.audited),
    );
    let left_out = tournaments(|status| status.left_out.len() as u64);
    write_metric(
        &mut text,
        "botyard_tournament_workers_left_out",
        "gauge",
        "Workers whose results are not taken",
        &left_out,
    );
    let queue = |count: Option<u64>| count.map(|count| (String::new(), count)).into_iter().collect::<Vec<_>>();
    write_metric(&mut text, "botyard_batches", "gauge", "Batches that are not answered", &queue(view.batches));
    write_metric(&mut text, "botyard_answers", "gauge", "Answers that are not stored", &queue(view.answers));
    text
}

fn write_workers(text: &mut String, workers: &[(&Token, &WorkerStatus)]) {
    let each = |value: fn(&WorkerStatus) -> u64| {
        workers.iter().map(|(name, status)| (format!("worker=\"{name}\""), value(status))).collect::<Vec<_>>()
    };
    write_metric(
        text,
        "botyard_worker_threads",
        "gauge",
        "Games that are played at once",
        &each(|status| status.threads.into()),
    );
    write_metric(
        text,
        "botyard_worker_batches",
        "gauge",
        "Batches that are held",
        &each(|status| status.playing.len() as u64),
    );
    write_metric(text, "botyard_worker_games_total", "counter", "Games that were played", &each(|status| status.games));
    write_metric(
        text,
        "botyard_worker_refused_total",
        "counter",
        "Batches that were refused",
        &each(|status| status.refused),
    );
    write_metric(
        text,
        "botyard_worker_void_total",
        "counter",
        "Games that this computer could not play",
        &each(|status| status.void),
    );
}

/// Names are tokens, which need no quoting.
fn write_metric(text: &mut String, name: &str, kind: &str, help: &str, values: &[(String, u64)]) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
    for (labels, value) in values {
        let _ = match labels.is_empty() {
            true => writeln!(text, "{name} {value}"),
            false => writeln!(text, "{name}{{{labels}}} {value}"),
        };
    }
}
