//! Runs the `botyard` program: workers, and tournaments that are played here or by a fleet.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};

use botyard_engine::tournament::{GameId, GameLine};
use botyard_fleet::FleetTimes;

use crate::server::wait_until;

/// The longest time of a program in these cases.
const LONGEST: Duration = Duration::from_secs(240);

/// The times of a fleet are this many times shorter here: cases wait for several of them.
const HURRY: NonZero<u32> = NonZero::new(4).expect("it is not zero");

/// The times of the fleets in these cases.
pub fn times() -> FleetTimes {
    FleetTimes::shortened(HURRY)
}

/// A running program, with all of its output. It ends with its test, however that ends.
pub struct Running {
    process: Child,
    printed: Option<[Collected; 2]>,
}

/// The output of a program on one of its streams, so far.
struct Collected {
    bytes: Arc<Mutex<Vec<u8>>>,
    collector: JoinHandle<()>,
}

/// The output of a program, and its status; `None` if it was killed.
#[derive(Debug)]
pub struct Ended {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

pub fn start(arguments: &[&str]) -> Running {
    start_with(arguments, &[])
}

/// Starts a program with these variables in its environment.
pub fn start_with(arguments: &[&str], variables: &[(&str, &str)]) -> Running {
    let mut command = Command::new(env!("CARGO_BIN_EXE_botyard"));
    let piped = command
        .args(arguments)
        .env("BOTYARD_FLEET_HURRY", HURRY.to_string())
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut process = piped.spawn().expect("the program starts");
    let stdout: ChildStdout = process.stdout.take().expect("it is piped");
    let stderr = process.stderr.take().expect("it is piped");
    Running { process, printed: Some([collect(stdout), collect(stderr)]) }
}

fn collect(mut from: impl Read + Send + 'static) -> Collected {
    let bytes = Arc::<Mutex<Vec<u8>>>::default();
    let kept = bytes.clone();
    let collector = std::thread::spawn(move || {
        let mut chunk = [0; 4096];
        loop {
            let count = from.read(&mut chunk).expect("it can be read");
            if count == 0 {
                return;
            }
            kept.lock().expect("nobody panics with it").extend_from_slice(&chunk[..count]);
        }
    });
    Collected { bytes, collector }
}

impl Collected {
    /// The complete output, once its program has ended.
    fn join(self) -> String {
        self.collector.join().expect("it can be read");
        String::from_utf8(std::mem::take(&mut self.bytes.lock().expect("it has ended"))).expect("text")
    }
}

impl Running {
    pub fn kill(mut self) -> Ended {
        self.process.kill().expect("it runs, or has run");
        self.wait()
    }

    /// Interrupts it as Ctrl-C does, once.
    pub fn interrupt(self) -> Ended {
        self.signal("-INT");
        self.wait()
    }

    /// Asks it to end, as systemd does.
    pub fn terminate(self) -> Ended {
        self.signal("-TERM");
        self.wait()
    }

    fn signal(&self, signal: &str) {
        let number = self.process.id().to_string();
        let told = Command::new("kill").args([signal, &number]).status().expect("there is a kill");
        assert!(told.success());
    }

    /// Waits until it has written this to stderr.
    ///
    /// # Panics
    /// If it never does: after minutes, or when it has ended, with its output.
    pub fn wait_until_said(&mut self, part: &str) {
        let mut has_ended = false;
        wait_until(part, || {
            let [_, stderr] = self.printed.as_ref().expect("it runs");
            let said = stderr.bytes.lock().expect("nobody panics with it");
            let is_said = String::from_utf8_lossy(&said).contains(part);
            drop(said);
            if has_ended && !is_said {
                panic!("it has ended without \"{part}\": {:?}", self.join());
            }
            has_ended = self.has_ended();
            is_said
        });
    }

    pub fn has_ended(&mut self) -> bool {
        self.process.try_wait().expect("it was started").is_some()
    }

    /// Waits until it has ended.
    ///
    /// # Panics
    /// If that takes minutes, with its output.
    pub fn wait(mut self) -> Ended {
        let end = Instant::now() + LONGEST;
        while !self.has_ended() {
            if Instant::now() >= end {
                self.process.kill().expect("it runs");
                panic!("it does not end: {:?}", self.join());
            }
            sleep(Duration::from_millis(10));
        }
        self.join()
    }

    fn join(&mut self) -> Ended {
        let status = self.process.wait().expect("it was started").code();
        let printed = self.printed.take().expect("it is waited for once");
        let [stdout, stderr] = printed.map(Collected::join);
        Ended { status, stdout, stderr }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub fn run(arguments: &[&str]) -> Ended {
    start(arguments).wait()
}

pub fn start_worker(url: &str, name: &str) -> Running {
    start(&["worker", "--nats", url, "--name", name, "--threads", "1"])
}

/// Writes an executable file. Another process writes it: one that has it open for writing cannot
/// start it, nor can those that it starts meanwhile.
pub fn write_script(path: &Path, text: &str) {
    let write = "cat > \"$0\" && chmod 755 \"$0\"";
    let mut shell =
        Command::new("sh").args(["-c", write]).arg(path).stdin(Stdio::piped()).spawn().expect("there is a shell");
    shell.stdin.take().expect("it is piped").write_all(text.as_bytes()).expect("it reads");
    assert!(shell.wait().expect("it was started").success());
}

/// Asserts that each game of a tournament has one line, and returns how many there are.
pub fn count_lines(path: &Path) -> usize {
    let text = std::fs::read_to_string(path).expect("the lines are there");
    let lines: Vec<GameLine> = text.lines().map(|line| serde_json::from_str(line).expect("a line of a game")).collect();
    let games: HashSet<GameId> = lines.iter().map(GameLine::id).collect();
    assert_eq!(games.len(), lines.len(), "a game is there twice");
    games.len()
}

/// How many complete lines a file has that may be being written; 0 if it does not exist yet.
pub fn count_whole_lines(path: &Path) -> usize {
    std::fs::read(path).unwrap_or_default().iter().filter(|&&byte| byte == b'\n').count()
}
