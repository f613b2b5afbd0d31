//! The folder of `--log`: a file for each game, in the log format of its original program. Knows no
//! game and no schedule.

use std::collections::HashSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use botyard::tournament::GameReport;
use botyard::tournament::store::Store;
use botyard_engine::anymatch::AnyMatch;
use botyard_engine::fault::printable;
use botyard_engine::tournament::{GameId, Participant, ScheduledGame};

use crate::cli::command_error::CommandError;
use crate::cli::games::checked_replay;
use crate::cli::output::log_output::LogContents;
use crate::cli::output::output_file;

/// The most characters of a bot's name in the name of a file.
const NAME_MAX: usize = 32;
/// The most characters of all names together: systems take no longer names than 255 bytes.
const NAMES_MAX: usize = 200;

/// Writes each game's log as a whole: a program that is killed leaves no half of one.
#[derive(Debug)]
pub struct GameLogs {
    folder: PathBuf,
    contents: LogContents,
    /// The bots' names.
    names: Vec<String>,
    /// How many games a unit has.
    rotations: usize,
    /// The time limit for an answer.
    limit: Duration,
    /// Whether other computers play the games, and send what a store keeps of them.
    is_played_elsewhere: bool,
}

impl GameLogs {
    /// Logs of games of these bots, in units of this many games; the bots have this time for an answer.
    /// The folder is made with the first of them.
    ///
    /// # Errors
    /// If no file can be written there.
    pub fn open(
        folder: &Path,
        contents: LogContents,
        names: &[String],
        rotations: usize,
        limit: Duration,
        is_played_elsewhere: bool,
    ) -> Result<Self, CommandError> {
        output_file::check_folder(folder).map_err(|error| CommandError::file("write into", folder, &error))?;
        let (folder, names) = (folder.to_owned(), names.to_vec());
        Ok(Self { folder, contents, names, rotations, limit, is_played_elsewhere })
    }

    /// Writes the log of a game that was played here, with all output of its bots. Several threads
    /// may call this at once.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn note_played(&self, scheduled: &ScheduledGame, game: &dyn AnyMatch) -> Result<(), CommandError> {
        // A game without an outcome was interrupted, and is played again.
        if self.is_played_elsewhere || game.outcome().is_none() {
            return Ok(());
        }
        let record = checked_replay::of_match(game).map_err(CommandError::Internal)?;
        self.write(&self.path(scheduled.id, &scheduled.seats), record.log_verbatim(game, Some(self.limit)))
    }

    /// Writes the logs of games that other computers have played, from what is stored of them.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn note_stored(&self, game: &str, reports: &[GameReport]) -> Result<(), CommandError> {
        let mut reports = reports.iter().filter(|_| self.is_played_elsewhere);
        reports.try_for_each(|report| self.write_stored(game, report))
    }

    /// Writes the logs that the stored games lack: an earlier command had no `--log`, or another
    /// folder.
    ///
    /// # Errors
    /// If the store cannot be read, or a log cannot be written.
    pub fn catch_up(&self, game: &str, store: &Store) -> Result<(), CommandError> {
        let (mut last, mut written) = (None::<GameReport>, Ok(()));
        let mut write = |report: Option<GameReport>| {
            let missing = report.filter(|report| !self.path(report.id, &report.seats).exists());
            if written.is_ok()
                && let Some(report) = missing
            {
                written = self.write_stored(game, &report);
            }
        };
        let read = store.for_each_game(|report| {
            // Of several attempts at a game, the last one counts.
            let before = last.replace(report);
            write(before.filter(|before| last.as_ref().is_some_and(|last| last.id != before.id)));
        });
        read.map_err(|why| CommandError::File(printable(&why.to_string())))?;
        write(last);
        written
    }

    /// Removes the logs of games that are no longer kept.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn strike_games(&self, games: impl IntoIterator<Item = GameId>) -> Result<(), CommandError> {
        let struck: HashSet<_> = games.into_iter().map(|id| format!("{:09}", id.number(self.rotations))).collect();
        let is_struck =
            |name: &str| name.ends_with(".log") && name.split('.').next().is_some_and(|it| struck.contains(it));
        // No log has been written yet if there is no folder.
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for entry in entries.filter(|entry| entry.file_name().to_str().is_some_and(is_struck)) {
            fs::remove_file(entry.path()).map_err(|error| CommandError::file("remove", &entry.path(), &error))?;
        }
        Ok(())
    }

    fn write_stored(&self, game: &str, report: &GameReport) -> Result<(), CommandError> {
        // Of a void game, nothing is stored.
        let Some(replay) = &report.replay else { return Ok(()) };
        let unreadable = |why| CommandError::Internal(format!("a stored game cannot be read: {why}"));
        let record = checked_replay::from_stored(game, replay).map_err(unreadable)?;
        self.write(&self.path(report.id, &report.seats), record.log(Some(self.limit)).map(String::into_bytes))
    }

    /// Writes a log in place of that of an earlier attempt at the game. `None` if the original
    /// would have written none.
    fn write(&self, path: &Path, log: Option<Vec<u8>>) -> Result<(), CommandError> {
        self.contents.guard(path)?;
        let written = match log {
            Some(log) => fs::create_dir_all(&self.folder).and_then(|()| output_file::write_whole(path, &log)),
            None => fs::remove_file(path).or_else(|error| match error.kind() {
                ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            }),
        };
        written.map_err(|error| CommandError::file("write", path, &error))
    }

    /// The file of a game: the number of the game, with zeros so that names sort like numbers, and
    /// the bots in the order of seats.
    fn path(&self, id: GameId, seats: &[Participant]) -> PathBuf {
        let names: Vec<_> = seats.iter().map(|participant| file_name(&self.names[participant.index()])).collect();
        let mut names = names.join(".vs.");
        names.truncate(NAMES_MAX);
        self.folder.join(format!("{:09}.{names}.log", id.number(self.rotations)))
    }
}

/// The characters of a bot's name that every system takes in a file's name; `_` in place of others.
fn file_name(name: &str) -> String {
    let is_safe = |letter: &char| letter.is_ascii_alphanumeric() || "-_.".contains(*letter);
    name.chars().take(NAME_MAX).map(|letter| if is_safe(&letter) { letter } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use botyard_engine::tournament::GameResult;

    use super::*;

    const LIMIT: Duration = Duration::from_secs(10);

    fn logs(folder: &Path, names: &[&str]) -> GameLogs {
        let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
        GameLogs::open(folder, LogContents::Many(|start| !start.starts_with(b"\0asm")), &names, 2, LIMIT, true)
            .expect("a folder of our own")
    }

    fn ids(seats: [usize; 2]) -> Vec<Participant> {
        seats.map(Participant::new).to_vec()
    }

    /// A game of Connect Four as a store keeps it: these columns, by turns, and then no answer.
    fn report(rotation: u16, columns: &[u8]) -> GameReport {
        let seat = |turn: usize| turn % 2;
        let played =
            columns.iter().enumerate().map(|(turn, column)| format!(r#"{{"seat":{},"action":{column}}}"#, seat(turn)));
        let late = format!(r#"{{"seat":{},"fault":{{"kind":"timeout"}}}}"#, seat(columns.len()));
        let turns: Vec<_> = played.chain([late]).collect();
        let players = r#"{"name":"a","kind":"module"},{"name":"b","kind":"module"}"#;
        let replay = format!(
            r#"{{"format":1,"game":"connect-four","settings":{{}},"seed":1,"players":[{players}],"turns":[{}]}}"#,
            turns.join(",")
        );
        GameReport {
            id: GameId { unit: 3, rotation },
            seed: 1,
            seats: ids([0, 1]),
            result: GameResult::Void,
            turns: turns.len(),
            duration: Duration::ZERO,
            replay: Some(replay),
            stderr: Vec::new(),
            void_run: None,
            worker: None,
        }
    }

    fn found(folder: &Path) -> Vec<(String, String)> {
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let name = |path: &Path| path.file_name().expect("a file").to_string_lossy().into_owned();
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let mut found: Vec<_> = paths.map(|path| (name(&path), fs::read_to_string(&path).expect("text"))).collect();
        found.sort();
        found
    }

    #[test]
    fn names_sort_like_numbers_and_are_safe() {
        let temp = tempfile::tempdir().expect("a folder");
        let logs = logs(temp.path(), &["bot.py (1)", "../a/é --x", &"long".repeat(99)]);
        let name = |unit, rotation, seats: &[usize]| {
            let seats: Vec<_> = seats.iter().map(|&seat| Participant::new(seat)).collect();
            let path = logs.path(GameId { unit, rotation }, &seats);
            assert_eq!(path.parent(), Some(temp.path()));
            path.file_name().expect("a file").to_string_lossy().into_owned()
        };
        assert_eq!(name(0, 0, &[0, 1]), "000000001.bot.py__1_.vs..._a___--x.log");
        assert_eq!(name(4, 1, &[1, 0]), "000000010..._a___--x.vs.bot.py__1_.log");
        assert!(name(4, 0, &[0, 1]) < name(49, 1, &[0, 1]));
        let many = name(0, 0, &[2; 50]);
        assert!(many.len() < 230 && many.ends_with(".log"), "{many}");
    }

    #[test]
    fn each_game_has_a_whole_log_of_its_last_attempt() {
        let temp = tempfile::tempdir().expect("a folder");
        let folder = temp.path().join("new/logs");
        let logs = logs(&folder, &["a", "b"]);
        let [first, second] = ["000000007.a.vs.b.log", "000000008.a.vs.b.log"].map(str::to_owned);
        logs.note_stored("connect-four", &[report(0, &[4, 4]), report(1, &[1])]).expect("they are written");
        assert_eq!(found(&folder), [(first.clone(), "44\n".to_owned()), (second.clone(), "1\n".to_owned())]);
        // The original wrote no line about a game without a move.
        logs.note_stored("connect-four", &[report(0, &[7, 4]), report(1, &[])]).expect("they are written");
        assert_eq!(found(&folder), [(first.clone(), "74\n".to_owned())]);
        let void = GameReport { replay: None, ..report(0, &[]) };
        logs.note_stored("connect-four", &[void]).expect("there is nothing to be written");
        assert_eq!(found(&folder), [(first.clone(), "74\n".to_owned())]);
        logs.strike_games([report(1, &[]).id]).expect("it has no log");
        assert_eq!(found(&folder).len(), 1);
        logs.strike_games([report(0, &[]).id]).expect("it is removed");
        assert_eq!(found(&folder), []);
        // What is not a log is left alone.
        fs::write(folder.join(&first), b"\0asm").expect("our own folder");
        let why = logs.note_stored("connect-four", &[report(0, &[7])]).expect_err("it is a module");
        assert!(why.to_string().contains("is not a log"), "{why}");
    }

    #[test]
    fn stored_games_get_the_logs_that_they_lack() {
        let temp = tempfile::tempdir().expect("a folder");
        let folder = temp.path().join("logs");
        let logs = GameLogs { is_played_elsewhere: false, ..logs(&folder, &["a", "b"]) };
        let mut store = Store::create(&temp.path().join("s"), &serde_json::json!(1)).expect("a new store");
        let attempts = [report(0, &[4]), report(1, &[1]), report(1, &[2])];
        attempts.iter().for_each(|report| store.commit(std::slice::from_ref(report)).expect("it is written"));
        logs.note_stored("connect-four", &attempts).expect("they were written when they were played");
        assert_eq!(found(&folder), []);
        fs::create_dir(&folder).expect("our own folder");
        fs::write(folder.join("000000007.a.vs.b.log"), "5\n").expect("our own folder");
        logs.catch_up("connect-four", &store).expect("they are written");
        let texts: Vec<_> = found(&folder).into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["5\n", "2\n"]);
    }
}
