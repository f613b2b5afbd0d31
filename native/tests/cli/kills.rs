//! Kills a program that plays into a store, again and again, each time at a random moment.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tempfile::TempDir;

use super::test_dir::{TestDir, start};

const STORE: &str = "killed.sqlite";
const SIGKILL: i32 = 9;
const LAST_UNIT: &str = "SELECT max(unit) FROM game";

/// Results are committed together for up to this long: kills hit before and behind the next commit.
const GROUP: Duration = Duration::from_millis(50);

/// The longest wait for a game, far longer than one takes.
const PATIENCE: Duration = Duration::from_secs(240);

/// Starts a command with a store again and again and kills it.
pub struct Killer<'a> {
    dir: &'a TestDir,
    rng: fastrand::Rng,
    /// The time of the command with hardly any games.
    startup: Duration,
    /// Whether the next kill waits until a game is stored: every second one does.
    waits_for_game: bool,
}

/// How a command ended that the test tried to kill.
#[derive(Debug, PartialEq, Eq)]
enum Ended {
    /// By the signal.
    Killed,
    /// On its own, before the signal.
    Finished,
}

impl<'a> Killer<'a> {
    /// `shortest` is the command with hardly any games and without a store.
    pub fn new(dir: &'a TestDir, shortest: &[&str]) -> Self {
        let begun = Instant::now();
        dir.run(shortest).stdout(0);
        let rng = fastrand::Rng::with_seed(botyard_effort::seed(200));
        Self { dir, rng, startup: begun.elapsed(), waits_for_game: false }
    }

    /// Kills a series until that has hit it `kills` times while it had games left; when it has no
    /// more, `step` games are added. Returns the final number of games. `words` lack the number of
    /// games.
    pub fn kill_series(&mut self, words: &[&str], kills: usize, step: u64) -> u64 {
        let (mut games, mut hits, mut commits, mut before) = (step, 0, 0, None);
        let mut kept = HashMap::new();
        while hits < kills {
            let count = games.to_string();
            let ended = self.kill(&[words, &["--games", &count]].concat());
            let last = self.last_unit();
            kept = self.check_kept(&kept);
            // Two bots: a unit has two games. One that has a game may lack the other.
            if ended == Ended::Finished || last.is_some_and(|last| 2 * (last + 1) >= games) {
                games += step;
            } else {
                hits += 1;
                commits += usize::from(last > before);
            }
            before = last;
        }
        // Half of the kills wait for a commit. Without commits in between, the same moment was hit
        // again and again.
        assert!(commits >= kills / 4, "{kills} kills, and only {commits} commits in between");
        games
    }

    /// Starts a tournament this often and kills it; then lets it end. Returns its final output, and
    /// how many kills hit it while it had games left.
    pub fn kill_tournament(&mut self, words: &[&str], times: usize) -> (String, usize) {
        let mut units = Vec::new();
        for _ in 0..times {
            if self.kill(words) == Ended::Killed {
                units.push(self.last_unit());
            }
        }
        let printed = self.finish(words);
        let last = self.last_unit();
        (printed, units.into_iter().filter(|unit| *unit < last).count())
    }

    /// Lets the command play the remaining games; returns its output.
    pub fn finish(&self, words: &[&str]) -> String {
        self.dir.run(&self.with_store(words)).stdout(0)
    }

    /// How many games the store has, and how many of them are distinct.
    pub fn stored_games(&self) -> [u64; 2] {
        let count = |what: &str| self.ask(&format!("SELECT count(*) FROM (SELECT {what} unit, rotation FROM game)"));
        ["ALL", "DISTINCT"].map(|what| count(what).unwrap_or_default())
    }

    /// Ensures that all games that were stored still are, and were not played again: that would
    /// have taken another time. Returns the games that are stored now, with their times.
    fn check_kept(&self, before: &HashMap<[i64; 3], i64>) -> HashMap<[i64; 3], i64> {
        let Some((_folder, connection)) = self.open_copy() else { return HashMap::new() };
        let Ok(mut select) = connection.prepare("SELECT unit, rotation, attempt, duration_ns FROM game") else {
            assert!(before.is_empty(), "the table has gone");
            return HashMap::new();
        };
        let rows = select
            .query_map([], |row| Ok(([row.get(0)?, row.get(1)?, row.get(2)?], row.get(3)?)))
            .expect("it can be read");
        let kept: HashMap<[i64; 3], i64> = rows.collect::<rusqlite::Result<_>>().expect("it can be read");
        for (game, time) in before {
            assert_eq!(kept.get(game), Some(time), "game {game:?} was stored");
        }
        kept
    }

    fn with_store<'w>(&self, words: &[&'w str]) -> Vec<&'w str> {
        let resume: &[&str] = if self.dir.path(STORE).exists() { &["--resume"] } else { &[] };
        [words, &["--store", STORE], resume].concat()
    }

    /// Starts the command and kills it, while it starts or plays its first games, or after it has
    /// stored some.
    fn kill(&mut self, words: &[&str]) -> Ended {
        let before = self.last_unit();
        let mut command = self.dir.command(&self.with_store(words));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = start(command);
        let longest = match self.waits_for_game {
            false => self.startup + GROUP,
            true => {
                self.wait_for_game(&mut child, before);
                2 * GROUP
            }
        };
        self.waits_for_game = !self.waits_for_game;
        thread::sleep(Duration::from_micros(self.rng.u64(..longest.as_micros() as u64)));
        // A child that has ended, and was not waited for, can be killed too.
        let _ = child.kill();
        let status = child.wait().expect("it has ended");
        match status.signal() {
            Some(SIGKILL) => Ended::Killed,
            _ => {
                assert!(status.success(), "{status}");
                Ended::Finished
            }
        }
    }

    /// Waits until a game of a unit after `before` is stored, or for the end of the child. Other writes
    /// to the store, such as its beginning, do not count.
    fn wait_for_game(&self, child: &mut Child, before: Option<u64>) {
        let begun = Instant::now();
        // The child writes meanwhile: a copy that cannot be read is of the moment between two writes.
        let last_unit = || self.query(LAST_UNIT).and_then(Result::ok).flatten();
        while last_unit() <= before && child.try_wait().expect("it is ours").is_none() {
            assert!(begun.elapsed() < PATIENCE, "it stores no game");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The last unit of which a game is stored; `None` if no game is.
    fn last_unit(&self) -> Option<u64> {
        self.ask(LAST_UNIT)
    }

    /// A copy of the store, if there is one, in a folder of its own. Only the command itself may clean
    /// up what the kill has left in the store, and not every such store can be read without that.
    fn open_copy(&self) -> Option<(TempDir, Connection)> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for part in ["", "-wal", "-journal"].map(|ending| [STORE, ending].concat()) {
            match fs::copy(self.dir.path(&part), folder.path().join(&part)) {
                Err(why) if why.kind() != ErrorKind::NotFound => panic!("{part}: {why}"),
                _ => {}
            }
        }
        let path = folder.path().join(STORE);
        path.exists().then(|| (folder, Connection::open(path).expect("it can be read")))
    }

    /// Queries a copy of the store; `None` if there is no store.
    fn query(&self, question: &str) -> Option<rusqlite::Result<Option<u64>>> {
        let (_folder, connection) = self.open_copy()?;
        let answer = connection.query_row(question, [], |row| row.get::<_, Option<i64>>(0));
        Some(answer.map(|answer| answer.map(i64::cast_unsigned)))
    }

    /// Queries the store that a killed command has left.
    fn ask(&self, question: &str) -> Option<u64> {
        match self.query(question)? {
            Ok(answer) => answer,
            // The command was killed before it had created the tables.
            Err(why) if why.to_string().contains("no such table") => None,
            Err(why) => panic!("{question}: {why}"),
        }
    }
}
