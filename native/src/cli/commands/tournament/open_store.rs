//! The store of a tournament that is played now: new, temporary, or one that goes on. Knows no
//! options: the plan has checked them.

use std::path::{Path, PathBuf};

use botyard::tournament::store::{Store, StoreError};
use botyard::tournament::{GameReport, LineContext};
use botyard_engine::fault::printable;
use botyard_engine::tournament::{Amendments, GameLine, JournalEntry, Tournament};
use serde_json::Value;

use super::description::{StoppedBy, TournamentDescription};
use super::first_faults::FirstFaults;
use super::plan::{Plan, Storage};
use super::run_args::GAMES_MAX;
use super::stored_games::{AttemptFilter, take_stored};
use crate::cli::command_error::CommandError;
use crate::cli::output::stderr_notes::note;

/// A store, with a guard that removes a new one that is not needed.
pub struct OpenStore {
    /// The store.
    pub store: Store,
    /// The seed of the tournament in it.
    pub seed: u64,
    /// The journal of the tournament in it.
    pub journal: Vec<JournalEntry>,
    /// Why the tournament in it was not played on.
    stopped_by: Option<StoppedBy>,
    /// Dropped after the store, which must be closed then.
    new: Option<NewStore>,
}

/// The file of a new store. It is removed when this is dropped, unless it is needed.
struct NewStore {
    path: PathBuf,
    is_needed: bool,
}

impl Drop for NewStore {
    fn drop(&mut self) {
        if !self.is_needed {
            // A file that cannot be removed is in the folder for temporary files, or was named by
            // the user.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

impl OpenStore {
    /// Opens the store of a plan.
    ///
    /// # Errors
    /// If it cannot be written, or holds another tournament.
    pub fn open(plan: &Plan<'_>) -> Result<Self, CommandError> {
        let (game, seed) = (plan.game, plan.description.seed);
        match plan.storage {
            Storage::Temporary => Self::create(plan, &new_temporary_path(game, seed)).map_err(|why| match why {
                StoreError::File { path, why } => CommandError::File(format!(
                    "cannot keep the games in {}: {why}: name a file for them with --store, or set TMPDIR to a folder that \
                     you may write into",
                    printable(&path.display().to_string())
                )),
                why => file_error(why),
            }),
            Storage::New(path) => Self::create(plan, path).map_err(file_error),
            Storage::Resumed { path, seed, allow_changed } => match Store::resume(path) {
                Ok((store, stored)) => Self::resume(plan, store, &stored, seed, allow_changed),
                // The earlier program was ended before its first game, so the store is created anew.
                Err(StoreError::Empty(_)) => {
                    note(&format!("{} is empty: the tournament starts anew", printable(&path.display().to_string())));
                    Self::create(plan, path).map_err(file_error)
                }
                Err(why) => Err(file_error(why)),
            },
        }
    }

    fn create(plan: &Plan<'_>, path: &Path) -> Result<Self, StoreError> {
        let new = (!path.exists()).then(|| NewStore { path: path.to_owned(), is_needed: false });
        let store = Store::create(path, &plan.description.to_json())?;
        Ok(Self { store, seed: plan.description.seed, journal: Vec::new(), stopped_by: None, new })
    }

    /// Goes on with a stored tournament if it is the planned one.
    fn resume(
        plan: &Plan<'_>,
        mut store: Store,
        stored: &Value,
        seed: Option<u64>,
        allow_changed: bool,
    ) -> Result<Self, CommandError> {
        let shown = printable(&store.path().display().to_string());
        let stored = TournamentDescription::read(stored)
            .ok_or_else(|| CommandError::File(format!("{shown} is not a tournament")))?;
        let seed = seed.unwrap_or(stored.seed);
        let own = TournamentDescription { seed, ..plan.description.clone() }.with_prices_of(&stored);
        own.check_same(&stored).map_err(CommandError::Usage)?;
        let changed: Vec<_> =
            own.changed(&stored).into_iter().map(|index| printable(&own.players[index].name)).collect();
        if !changed.is_empty() && !allow_changed {
            return Err(CommandError::Usage(format!(
                "{} has changed since the stored games were played: start in another file, or pass --allow-changed to count \
                 them all the same",
                changed.join(", ")
            )));
        }
        let of_bots = (!changed.is_empty())
            .then(|| format!("{} has changed since the first games were played", changed.join(", ")));
        let of_rules = [own.note_on_prices(&stored), own.note_on_waiting(&stored)];
        let notes: Vec<_> = of_bots.into_iter().chain(of_rules.into_iter().flatten()).collect();
        notes.iter().for_each(|text| note(text));
        let changes = own.changes_since(&stored, &plan.late);
        let journal = match notes.is_empty() && changes.is_empty() {
            true => store.journal(),
            false => store.add_entries(&changes, None, &own.to_json()),
        };
        Ok(Self { store, seed, journal: journal.map_err(file_error)?, stopped_by: stored.stopped_by, new: None })
    }

    /// Takes in the games that were played before, and keeps a file that the user has named, even if
    /// no game is added.
    ///
    /// # Errors
    /// If the store cannot be read, or holds games that are not of this schedule.
    pub fn recall_games(
        &mut self,
        plan: &Plan<'_>,
        tournament: &mut Tournament,
        first_faults: &mut FirstFaults,
    ) -> Result<(), CommandError> {
        let refused =
            take_stored(|take| self.store.for_each_game(take), tournament, &mut |report| first_faults.add(report))
                .map_err(file_error)?;
        if let (Some((_, why)), Some((last, _))) = (refused.first(), refused.last()) {
            return Err(explain_refused(plan, tournament, last.unit, why));
        }
        if plan.storage != Storage::Temporary {
            self.keep_file();
        }
        Ok(())
    }

    /// The lines of the games in it, each with its number; games that are played again are left out.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn lines(&self, plan: &Plan<'_>) -> Result<Vec<(usize, GameLine)>, CommandError> {
        let (format, names) = (plan.schedule.format(), plan.bots.names());
        let context = LineContext { game: plan.game, format, names, limit: Some(plan.limit), terms: &plan.terms };
        let amendments = Amendments::new(&self.journal);
        let (mut attempts, mut lines) = (AttemptFilter::new(&amendments), Vec::new());
        let add = |report: GameReport| {
            if attempts.takes(report.id) {
                lines.push((lines.len() + 1, report.to_line(&context)));
            }
        };
        self.store.for_each_game(add).map_err(file_error)?;
        Ok(lines)
    }

    /// Keeps the file when this is dropped.
    fn keep_file(&mut self) {
        self.new.iter_mut().for_each(|new| new.is_needed = true);
    }

    /// Notes why the tournament is not played on; `None` if it is.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn note_stopped(&mut self, plan: &Plan<'_>, stopped_by: Option<StoppedBy>) -> Result<(), CommandError> {
        if stopped_by == self.stopped_by {
            return Ok(());
        }
        let description = TournamentDescription { seed: self.seed, stopped_by, ..plan.description.clone() };
        self.store.set_description(&description.to_json()).map_err(file_error)
    }

    /// Removes a temporary file if everything has been played; otherwise keeps the file and returns
    /// its path, which the user needs to go on.
    pub fn close(mut self, is_over: bool) -> Option<PathBuf> {
        if is_over {
            return None;
        }
        self.keep_file();
        Some(self.store.path().to_owned())
    }
}

/// Why stored games do not fit the schedule: `why` of the first, and the unit of the last.
fn explain_refused(plan: &Plan<'_>, tournament: &Tournament, last_unit: u64, why: &str) -> CommandError {
    let schedule = tournament.schedule();
    let rounds = last_unit / (schedule.units() / schedule.rounds()).max(1) + 1;
    let games = rounds.checked_mul(plan.games_of_round()).filter(|games| *games <= GAMES_MAX);
    let is_beyond = schedule.planned_units().is_some_and(|units| last_unit >= units);
    match (games, plan.report.games_asked) {
        (Some(games), Some(asked)) if is_beyond && plan.late.is_empty() => CommandError::Usage(format!(
            "more games were played than --games {asked} asks for: pass --games {games} or more, or leave out --resume and \
             start in another file",
        )),
        _ => CommandError::File(format!("the stored games do not fit: {why}")),
    }
}

fn file_error(why: StoreError) -> CommandError {
    CommandError::File(printable(&why.to_string()))
}

/// Its name shows the tournament. Two tournaments with the same seed at the same time have
/// different files.
fn new_temporary_path(game: &str, seed: u64) -> PathBuf {
    let path =
        |nth: u32| std::env::temp_dir().join(format!("botyard-{game}-{seed}-{}-{nth}.sqlite", std::process::id()));
    (0..).map(path).find(|path| !path.exists()).expect("one of so many names is free")
}
