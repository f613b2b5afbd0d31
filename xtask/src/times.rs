//! How long work takes on this machine: what was learnt, what is left, and text for both. Does no
//! work.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};

use crate::caches;

/// How much of some work an earlier run has done; each start has a duration of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Nothing of it was ever compiled on this machine.
    Cold,
    /// Another checkout has compiled the dependencies.
    Dependencies,
    /// It was done in this checkout before.
    Warm,
}

impl Start {
    fn name(self) -> &'static str {
        match self {
            Self::Cold => "cold",
            Self::Dependencies => "dependencies",
            Self::Warm => "warm",
        }
    }
}

/// How long some work takes from each start, in seconds on two slow cores, for machines that have
/// learnt nothing yet.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// See [`Start::Cold`].
    pub cold: u64,
    /// See [`Start::Dependencies`].
    pub dependencies: u64,
    /// See [`Start::Warm`].
    pub warm: u64,
}

impl About {
    /// Work that takes the same time from any start.
    pub const fn always(seconds: u64) -> Self {
        Self { cold: seconds, dependencies: seconds, warm: seconds }
    }

    fn seconds(self, start: Start) -> u64 {
        match start {
            Start::Cold => self.cold,
            Start::Dependencies => self.dependencies,
            Start::Warm => self.warm,
        }
    }
}

/// Learnt durations: seconds by `name/start`. Kept beside the tools, so that a new checkout has
/// them too.
pub struct Learnt {
    file: PathBuf,
    seconds: BTreeMap<String, f64>,
}

impl Learnt {
    /// Loads what this machine has learnt so far; empty if the file cannot be read.
    pub fn load() -> Self {
        let file = caches::tools().join("times.json");
        let seconds = fs::read(&file).ok().and_then(|text| serde_json::from_slice(&text).ok());
        Self { file, seconds: seconds.unwrap_or_default() }
    }

    /// How long `name` is going to take.
    pub fn expect(&self, name: &str, start: Start, about: About) -> Duration {
        let learnt =
            self.seconds.get(&key(name, start)).copied().filter(|seconds| seconds.is_finite() && *seconds >= 0.0);
        learnt.map_or_else(|| Duration::from_secs(about.seconds(start)), Duration::from_secs_f64)
    }

    /// Stores how long `name` took. A failure to store it is only printed, because nothing else
    /// depends on it.
    pub fn learn(&mut self, name: &str, start: Start, time: Duration) {
        self.seconds.insert(key(name, start), time.as_secs_f64());
        if let Err(error) = self.save() {
            eprintln!("the next forecast is a guess: {error:#}");
        }
    }

    fn save(&self) -> Result<()> {
        let folder = self.file.parent().expect("the file lies in the tools' folder");
        let staged = self.file.with_extension(format!("new-{}", std::process::id()));
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&staged, serde_json::to_vec_pretty(&self.seconds)?))
            .and_then(|()| fs::rename(&staged, &self.file))
            .with_context(|| format!("cannot write {}", self.file.display()))
    }
}

fn key(name: &str, start: Start) -> String {
    format!("{name}/{}", start.name())
}

/// Marks of finished work, which distinguish a cold start from a warm one.
pub struct DoneMarks {
    /// The folder of this checkout's marks, then that of the build folder's.
    folders: [PathBuf; 2],
    /// The hash of `Cargo.lock`: other dependencies mean another start.
    lock: String,
}

impl DoneMarks {
    /// The marks of the checkout at `root`, which compiles in `build`.
    pub fn new(root: &Path, build: &Path) -> Self {
        let mut hasher = DefaultHasher::new();
        fs::read(root.join("Cargo.lock")).unwrap_or_default().hash(&mut hasher);
        let folders = [root.join("target/done"), build.join("done")];
        Self { folders, lock: format!("{:016x}", hasher.finish()) }
    }

    /// The start of `name` as of now.
    pub fn start(&self, name: &str) -> Start {
        let [here, anywhere] = &self.folders;
        let is_marked = |folder: &Path| fs::read_to_string(folder.join(name)).is_ok_and(|lock| lock == self.lock);
        match (is_marked(here), is_marked(anywhere)) {
            (true, true) => Start::Warm,
            (false, true) => Start::Dependencies,
            (_, false) => Start::Cold,
        }
    }

    /// Marks `name` as done.
    ///
    /// # Errors
    /// When a mark cannot be written.
    pub fn set(&self, name: &str) -> Result<()> {
        for folder in &self.folders {
            fs::create_dir_all(folder)
                .and_then(|()| fs::write(folder.join(name), &self.lock))
                .with_context(|| format!("cannot write into {}", folder.display()))?;
        }
        Ok(())
    }
}

/// How much time is left for a list of items, corrected by how long the finished ones took.
pub struct Forecast {
    expected: Vec<Duration>,
    done: usize,
    spent: Duration,
}

/// If less than this was expected of the finished items, they do not show the machine's speed.
const TELLING: Duration = Duration::from_secs(20);

impl Forecast {
    /// The times that are expected, in order.
    pub fn new(expected: Vec<Duration>) -> Self {
        Self { expected, done: 0, spent: Duration::ZERO }
    }

    /// How long the next item takes.
    pub fn next(&self) -> Duration {
        self.expected.get(self.done).map_or(Duration::ZERO, |time| time.mul_f64(self.pace()))
    }

    /// How long all unfinished items take.
    pub fn left(&self) -> Duration {
        let left: Duration = self.expected.iter().skip(self.done).sum();
        left.mul_f64(self.pace())
    }

    /// Records that the next item is finished and took `time`.
    pub fn advance(&mut self, time: Duration) {
        self.done += 1;
        self.spent += time;
    }

    /// How many times as long as expected items have taken so far, as if half of what is left had
    /// taken as long as expected: a short item that took long, as a compilation after many changes,
    /// says little about long ones.
    fn pace(&self) -> f64 {
        let (done, left) = self.expected.split_at(self.done.min(self.expected.len()));
        let expected: Duration = done.iter().sum();
        if expected < TELLING {
            return 1.0;
        }
        let as_expected = left.iter().sum::<Duration>() / 2;
        let pace = (self.spent + as_expected).as_secs_f64() / (expected + as_expected).as_secs_f64();
        pace.clamp(0.5, 3.0)
    }
}

/// An estimated duration as text.
pub fn roughly(time: Duration) -> String {
    match time.as_secs() {
        0..=4 => "a moment".into(),
        seconds @ 5..=90 => format!("about {} s", seconds.next_multiple_of(5)),
        seconds => format!("about {} min", seconds.div_ceil(60)),
    }
}

/// A measured duration as text.
pub fn exactly(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 {
        return format!("{:.1} s", time.as_secs_f64());
    }
    format!("{} min {:02} s", seconds / 60, seconds % 60)
}

/// Processor time of the programs that this one has started and waited for; zero where the system
/// does not report it.
pub fn processor_time() -> Duration {
    let status = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    ticks(&status).map_or(Duration::ZERO, |ticks| Duration::from_millis(ticks * 10))
}

/// The fields `cutime` and `cstime` of proc(5), in hundredths of a second. They are counted from
/// after the program's name, which may hold spaces.
fn ticks(status: &str) -> Option<u64> {
    let (_, fields) = status.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(13);
    Some(fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn durations_read_like_speech() {
        assert_eq!(roughly(Duration::from_secs(3)), "a moment");
        assert_eq!(roughly(Duration::from_secs(52)), "about 55 s");
        assert_eq!(roughly(Duration::from_secs(135)), "about 3 min");
        assert_eq!(exactly(Duration::from_millis(1_240)), "1.2 s");
        assert_eq!(exactly(Duration::from_secs(125)), "2 min 05 s");
    }

    #[test]
    fn a_forecast_follows_the_pace_of_what_is_done() {
        let mut forecast = Forecast::new(vec![MINUTE; 3]);
        assert_eq!((forecast.next(), forecast.left()), (MINUTE, 3 * MINUTE));
        forecast.advance(3 * MINUTE);
        assert_eq!((forecast.next(), forecast.left()), (2 * MINUTE, 4 * MINUTE));
        forecast.advance(MINUTE);
        forecast.advance(MINUTE);
        assert_eq!((forecast.next(), forecast.left()), (Duration::ZERO, Duration::ZERO));
    }

    #[test]
    fn a_short_thing_that_took_long_says_little_of_long_ones() {
        let mut forecast = Forecast::new(vec![MINUTE, 38 * MINUTE]);
        forecast.advance(6 * MINUTE);
        assert_eq!(forecast.left(), 38 * MINUTE * 5 / 4);
    }

    #[test]
    fn what_took_a_moment_says_nothing_of_the_pace() {
        let mut forecast = Forecast::new(vec![Duration::from_secs(1), MINUTE]);
        forecast.advance(MINUTE);
        assert_eq!(forecast.left(), MINUTE);
    }

    #[test]
    fn a_start_is_warm_here_and_has_dependencies_in_the_next_checkout() {
        let folder = std::env::temp_dir().join(format!("botyard-marks-{}", std::process::id()));
        let marks = |checkout: &str| DoneMarks::new(&folder.join(checkout), &folder.join("build"));
        assert_eq!(marks("one").start("lints"), Start::Cold);
        marks("one").set("lints").unwrap();
        assert_eq!(marks("one").start("lints"), Start::Warm);
        assert_eq!(marks("one").start("tests"), Start::Cold);
        assert_eq!(marks("two").start("lints"), Start::Dependencies);
        fs::remove_dir_all(folder.join("build")).unwrap();
        assert_eq!(marks("one").start("lints"), Start::Cold);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn each_start_is_learnt_for_itself() {
        let file = std::env::temp_dir().join(format!("botyard-times-{}.json", std::process::id()));
        let mut learnt = Learnt { file: file.clone(), seconds: BTreeMap::new() };
        let about = About { cold: 100, dependencies: 50, warm: 10 };
        learnt.learn("lints", Start::Warm, Duration::from_secs(3));
        let expected =
            [Start::Cold, Start::Dependencies, Start::Warm].map(|start| learnt.expect("lints", start, about).as_secs());
        assert_eq!(expected, [100, 50, 3]);
        fs::remove_file(file).unwrap();
    }

    #[test]
    fn processor_time_is_read_behind_a_name_with_spaces() {
        let status = "7 (a b) c) S 1 7 7 0 -1 4194304 100 200 0 0 1 2 345 55 20 0 1 0";
        assert_eq!(ticks(status), Some(400));
    }
}
