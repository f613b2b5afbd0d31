//! Reports where to see each bot's first fault, which its author wants to see next.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use botyard::refusal_notes;
use botyard::tournament::{GameReport, VoidRun};
use botyard_engine::fault::{FaultKind, printable};
use botyard_engine::seat::Seat;
use botyard_engine::shell_word::shell_word;
use botyard_engine::tournament::{GameId, GameResult, Participant, VoidReason, describe_long_run};
use botyard_host::refusals::RefusalFinder;

use crate::cli::output::report;

/// The most lines of a bot's stderr that are shown.
const STDERR_LINES: usize = 3;

/// The first game, in the order of the schedule, in which each bot had a fault.
#[derive(Debug)]
pub struct FirstFaults {
    games: u64,
    faults: Vec<Option<FaultyGame>>,
    /// The games that each bot made void, and the longest of those runs.
    void_runs: Vec<(u64, Duration)>,
    /// The void games, each with the run that made it void the last time, if a bot's run did.
    void_games: BTreeMap<GameId, Option<VoidRun>>,
    /// The URL of the page, if links lead there.
    page: Option<String>,
}

/// A game in which a bot had a fault.
#[derive(Debug)]
struct FaultyGame {
    id: GameId,
    /// The participant in each seat.
    seats: Vec<Participant>,
    /// The seat with the fault.
    seat: Seat,
    kind: FaultKind,
    replay: Option<String>,
    /// The last lines of the bot's stderr.
    stderr: String,
    /// The accesses that the sandbox may have refused the bot, as in
    /// [`refusal_notes::RefusalNote::text`].
    refusal_note: Option<String>,
}

impl FirstFaults {
    /// No faults yet, of this many bots. `page` is the URL of the page, if links lead there.
    pub fn new(bots: usize, page: Option<&str>) -> Self {
        Self {
            games: 0,
            faults: (0..bots).map(|_| None).collect(),
            void_runs: vec![Default::default(); bots],
            void_games: BTreeMap::new(),
            page: page.map(str::to_owned),
        }
    }

    /// Takes in a game.
    pub fn add(&mut self, report: &GameReport) {
        if let Some(VoidRun { participant, worked, .. }) = report.void_run {
            let (games, longest) = &mut self.void_runs[participant.index()];
            (*games, *longest) = (*games + 1, worked.max(*longest));
        }
        let GameResult::Played(played) = &report.result else {
            self.void_games.insert(report.id, report.void_run);
            return;
        };
        self.games += 1;
        for &(seat, kind) in &played.faults {
            let first = &mut self.faults[report.seats[usize::from(seat)].index()];
            if first.as_ref().is_none_or(|first| report.id < first.id) {
                let stderr = report.stderr.iter().find(|(writer, _)| *writer == seat);
                let stderr = stderr.map_or_else(String::new, |(_, text)| text.clone());
                let (seats, seat) = (report.seats.clone(), Seat::new(seat.into()));
                let replay = report.replay.clone();
                *first = Some(FaultyGame { id: report.id, seats, seat, kind, replay, stderr, refusal_note: None });
            }
        }
    }

    /// Adds to each fault the accesses that the sandbox may have refused the bot, if it exited on
    /// its own. `finder` makes the finder of a game from the participants in its seats.
    ///
    /// # Errors
    /// If a finder cannot be made.
    pub fn note_refusals<E>(&mut self, finder: impl Fn(&[Participant]) -> Result<RefusalFinder, E>) -> Result<(), E> {
        for fault in self.faults.iter_mut().flatten() {
            if matches!(fault.kind, FaultKind::Exited | FaultKind::NotStarted) {
                fault.refusal_note = refusal_notes::note_text(&finder(&fault.seats)?, fault.seat, &fault.stderr);
            }
        }
        Ok(())
    }

    /// How many games have been played.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Why games were void, with the bots' names; also for games that were void at
    /// first and have been played since.
    pub fn void_reasons(&self, names: &[String]) -> BTreeMap<GameId, VoidReason> {
        self.void_games.iter().map(|(&id, &void_run)| (id, VoidRun::reason(void_run, names))).collect()
    }

    /// Writes where to see them, if their units count, and which bots made games void.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, out: &mut dyn Write, game: &str, names: &[String], counted_units: u64) -> io::Result<()> {
        for (name, fault) in names.iter().zip(&self.faults) {
            let Some(FaultyGame { id, kind, replay, stderr, refusal_note, .. }) = fault else { continue };
            if id.unit >= counted_units {
                continue;
            }
            writeln!(out, "\nFirst fault of {}: {}.", printable(name), kind.name())?;
            // A replay that is not a link is in the store only.
            if let Some(link) = replay.as_ref().filter(|replay| !replay.starts_with('{')) {
                let url = report::on_page(self.page.as_deref(), &format!("#/{game}/r/{link}"));
                writeln!(out, "  botyard replay {}", shell_word(&url))?;
            }
            let lines: Vec<_> = stderr.lines().collect();
            for line in &lines[lines.len().saturating_sub(STDERR_LINES)..] {
                writeln!(out, "  stderr: {}", printable(line))?;
            }
            if let Some(note) = refusal_note {
                write!(out, "  It {note}")?;
            }
        }
        self.write_void_runs(out, names)
    }

    fn write_void_runs(&self, out: &mut dyn Write, names: &[String]) -> io::Result<()> {
        for (name, (games, longest)) in names.iter().zip(&self.void_runs).filter(|(_, (games, _))| *games > 0) {
            let (why, name) = (describe_long_run(*longest), printable(name));
            let runs = if *games == 1 { "once: it".to_owned() } else { format!("{games} times: at worst, it") };
            writeln!(
                out,
                "\n{name} made a game void {runs} {why}. A void game is played once more, and then counts for nobody."
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_that_makes_games_void_is_named() {
        let void_run =
            |bot, seconds| VoidRun { participant: Participant::new(bot), run: 1, worked: Duration::from_secs(seconds) };
        let report = |void_run| GameReport {
            id: GameId { unit: 0, rotation: 0 },
            seed: 1,
            seats: [0, 1].map(Participant::new).into(),
            result: GameResult::Void,
            turns: 0,
            duration: Duration::ZERO,
            replay: None,
            stderr: Vec::new(),
            void_run,
            worker: None,
        };
        let mut faults = FirstFaults::new(2, None);
        let names = ["a".to_owned(), "b".to_owned()];
        let text = |faults: &FirstFaults| {
            let mut text = Vec::new();
            faults.write(&mut text, "connect-four", &names, 1).expect("a vector takes all");
            String::from_utf8(text).expect("text")
        };
        faults.add(&report(Some(void_run(1, 30))));
        let once = "\nb made a game void once: it ran for 30s of real time without using up its virtual time. A void game is \
                    played once more, and then counts for nobody.\n";
        assert_eq!(text(&faults), once);
        faults.add(&report(None));
        faults.add(&report(Some(void_run(1, 70))));
        let reasons: Vec<_> = faults.void_reasons(&names).into_values().map(|reason| reason.to_string()).collect();
        assert_eq!(reasons, ["b ran for 70s of real time without using up its virtual time"]);
        let text = text(&faults);
        assert!(text.starts_with("\nb made a game void 2 times: at worst, it ran for 70s of real time"), "{text}");
        assert!(!text.contains("\na made"), "{text}");
    }
}
