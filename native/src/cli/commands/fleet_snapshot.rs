//! A fleet's activity at one moment, as JSON for programs and for the page, and as text.

use std::io::{self, Write};

use botyard::fleet::versions;
use botyard_engine::fault::printable;
use botyard_fleet::messages::WorkerStatus;
use botyard_fleet::names::Token;
use botyard_fleet::watcher::{FleetView, SeenTournament, SeenWorker};
use serde::Serialize;

/// A fleet's activity at one moment.
#[derive(Debug, Serialize)]
pub struct FleetSnapshot {
    server: String,
    connected: bool,
    /// The workers that have lately sent a status, by name.
    workers: Vec<WorkerSnapshot>,
    /// The tournaments whose submitters have lately sent a status, by name.
    tournaments: Vec<TournamentSnapshot>,
    /// Batches that are not answered; `None` if that is not known.
    batches: Option<u64>,
    /// Answers that no submitter has stored; `None` if that is not known.
    answers: Option<u64>,
}

#[derive(Debug, Serialize)]
struct WorkerSnapshot {
    name: String,
    version: String,
    /// Whether its versions are those of this program.
    is_ours: bool,
    threads: u16,
    system: String,
    allows_executables: bool,
    missing_restrictions: Option<Vec<String>>,
    /// Games per second over the last seconds; `None` after its first status.
    games_per_second: Option<f64>,
    games: u64,
    playing: usize,
    refused: u64,
    last_refusal: Option<String>,
    /// The trouble that keeps the server from taking its answers, or from giving out batches.
    trouble: Option<String>,
    void: u64,
    uptime_s: u64,
}

#[derive(Debug, Serialize)]
struct TournamentSnapshot {
    name: String,
    game: String,
    games: u64,
    of: u64,
    sent: u64,
    audited: u64,
    left_out: Vec<String>,
}

impl FleetSnapshot {
    /// The snapshot of a view. `server` is the server's address, without secrets.
    pub fn new(server: String, view: &FleetView) -> Self {
        let own = versions();
        let worker = |(name, seen): (&Token, &SeenWorker)| {
            let WorkerStatus { versions, threads, system, allows_executables, games, refused, void, .. } = &seen.status;
            WorkerSnapshot {
                name: name.to_string(),
                version: printable(&versions.to_string()),
                is_ours: *versions == own,
                threads: *threads,
                system: system.to_string(),
                allows_executables: *allows_executables,
                missing_restrictions: seen
                    .status
                    .missing_restrictions
                    .as_ref()
                    .map(|all| all.iter().map(|name| printable(name)).collect()),
                games_per_second: seen.speed(),
                games: *games,
                playing: seen.status.playing.len(),
                refused: *refused,
                last_refusal: seen.status.last_refusal.as_deref().map(printable),
                trouble: seen.status.trouble.map(|trouble| trouble.to_string()),
                void: *void,
                uptime_s: seen.status.uptime_s,
            }
        };
        let tournament = |(name, seen): (&Token, &SeenTournament)| {
            let status = &seen.status;
            TournamentSnapshot {
                name: name.to_string(),
                game: printable(&status.game),
                games: status.games,
                of: status.of,
                sent: status.sent,
                audited: status.audited,
                left_out: status.left_out.iter().map(ToString::to_string).collect(),
            }
        };
        Self {
            server,
            connected: view.is_connected,
            workers: view.workers.iter().map(worker).collect(),
            tournaments: view.tournaments.iter().map(tournament).collect(),
            batches: view.batches,
            answers: view.answers,
        }
    }

    /// The snapshot as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("it has text keys only")
    }

    /// Writes it for people.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.workers.is_empty() {
            writeln!(out, "no workers")?;
        } else {
            let heads = ("worker", "threads", "games/s", "games", "refused", "void");
            let (worker, threads, speed, games, refused, void) = heads;
            writeln!(out, "{worker:<40} {threads:>7} {speed:>9} {games:>10} {refused:>8} {void:>6}  executables")?;
        }
        self.workers.iter().try_for_each(|worker| worker.write(out))?;
        self.tournaments.iter().try_for_each(|tournament| tournament.write(out))?;
        match (self.batches, self.answers) {
            (Some(batches), Some(answers)) => writeln!(out, "queue: {batches} batches, {answers} answers"),
            _ => writeln!(out, "queue: not known (no streams, or no permission)"),
        }
    }
}

impl WorkerSnapshot {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { name, threads, games, refused, void, .. } = self;
        let speed = self.games_per_second.map_or("n/a".to_owned(), |speed| format!("{speed:.1}"));
        let executables = self.executables();
        writeln!(out, "{name:<40} {threads:>7} {speed:>9} {games:>10} {refused:>8} {void:>6}  {executables}")?;
        if !self.is_ours {
            writeln!(out, "    it is {}, this is {}", self.version, versions())?;
        }
        if let Some(trouble) = &self.trouble {
            writeln!(out, "    reports: {trouble}")?;
        }
        match &self.last_refusal {
            Some(why) => writeln!(out, "    refused last: {why}"),
            None => Ok(()),
        }
    }

    /// The executables that it plays, and how they are restricted.
    fn executables(&self) -> String {
        match (self.allows_executables, self.missing_restrictions.as_deref()) {
            (false, _) => "no".to_owned(),
            (true, None) => format!("{}, in a sandbox of which nothing is known", self.system),
            (true, Some([])) => format!("{}, sandboxed", self.system),
            (true, Some(missing)) => format!("{}, in a sandbox without {}", self.system, missing.join(", ")),
        }
    }
}

impl TournamentSnapshot {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { name, game, games, of, sent, audited, left_out } = self;
        write!(out, "tournament {name}: {game}, {games} of {of} games, {sent} sent, {audited} played again")?;
        if left_out.is_empty() { writeln!(out) } else { writeln!(out, ", left out: {}", left_out.join(", ")) }
    }
}
