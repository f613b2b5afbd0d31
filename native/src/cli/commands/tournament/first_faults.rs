//! Where to see each bot's first fault: that is where its author looks next.

use std::io::{self, Write};

use botyard::tournament::GameReport;
use botyard_engine::fault::printable;
use botyard_engine::tournament::{GameId, GameResult};

use crate::cli::output::report;

/// How many lines of a bot's stderr are shown.
const STDERR_LINES: usize = 3;

/// The first game, in the order of the schedule, in which each bot had a fault.
#[derive(Debug)]
pub struct FirstFaults {
    games: u64,
    faults: Vec<Option<FaultyGame>>,
    /// The URL of the page, if links lead there.
    page: Option<String>,
}

/// A game in which a bot had a fault.
#[derive(Debug)]
struct FaultyGame {
    id: GameId,
    kind: &'static str,
    replay: Option<String>,
    /// The last lines that the bot wrote to stderr.
    stderr: String,
}

impl FirstFaults {
    /// None yet, of so many bots. `page` is the URL of the page, if links lead there.
    pub fn new(bots: usize, page: Option<&str>) -> Self {
        Self { games: 0, faults: (0..bots).map(|_| None).collect(), page: page.map(str::to_owned) }
    }

    /// Takes in a game.
    pub fn add(&mut self, report: &GameReport) {
        let GameResult::Played(played) = &report.result else { return };
        self.games += 1;
        for &(seat, kind) in &played.faults {
            let first = &mut self.faults[report.seats[usize::from(seat)].index()];
            if first.as_ref().is_none_or(|first| report.id < first.id) {
                let stderr = report.stderr.iter().find(|(writer, _)| *writer == seat);
                let stderr = stderr.map_or_else(String::new, |(_, text)| text.clone());
                *first = Some(FaultyGame { id: report.id, kind: kind.name(), replay: report.replay.clone(), stderr });
            }
        }
    }

    /// How many games have been played.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Writes where to see them, if their units count.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, out: &mut dyn Write, game: &str, names: &[String], counted_units: u64) -> io::Result<()> {
        for (name, fault) in names.iter().zip(&self.faults) {
            let Some(FaultyGame { id, kind, replay, stderr }) = fault else { continue };
            if id.unit >= counted_units {
                continue;
            }
            writeln!(out, "\nFirst fault of {}: {kind}.", printable(name))?;
            // A replay that is no link is in the store only.
            if let Some(link) = replay.as_ref().filter(|replay| !replay.starts_with('{')) {
                let url = report::on_page(self.page.as_deref(), &format!("#/{game}/r/{link}"));
                writeln!(out, "  botyard replay '{url}'")?;
            }
            let lines: Vec<_> = stderr.lines().collect();
            for line in &lines[lines.len().saturating_sub(STDERR_LINES)..] {
                writeln!(out, "  stderr: {}", printable(line))?;
            }
        }
        Ok(())
    }
}
