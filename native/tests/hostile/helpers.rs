//! Bots whose helpers work for them. A bot never has more work done than all processors could do in
//! its time: here the work of all helpers takes all processors three times as long as a limit, so
//! each of these bots is late, however fast the machine is and whatever else it does.

use std::process::{Child, Command};
use std::time::Duration;

use botyard_effort::count;
use botyard_host::{SeatBody, process};
use botyard_hostile::Limit;

use crate::matches::{limits, sandboxed, steady, verdict};
use crate::{alone, on_new_thread};

/// The limit of an answer.
const LIMIT: Duration = Duration::from_millis(200);

/// Starts `helpers` of this kind, which work for `seconds` together, and tries to run meanwhile, so
/// that it waits for a processor.
const BOT: &str = r#"
import os, signal, sys, time
kind, helpers, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
def answer(word): os.write(1, word + b"\n"); return os.read(0, 99)
def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass
def start(seconds):
    if os.fork() == 0: work(seconds); os.write(done, b"x"); os._exit(0)
if answer(b"p").strip() == b"2": answer(b"?")
wait, done = os.pipe()
os.set_blocking(wait, False)
if kind == "leaves":
    child = os.fork()
    if child == 0:
        os.setsid()
        for _ in range(helpers): start(seconds / helpers)
        os._exit(0)
    os.waitpid(child, 0)
elif kind == "short":
    # The system keeps no record of the work of processes whose end nobody waits for.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    rounds = int(seconds / helpers / 0.003) + 1
    if os.fork() == 0:
        for _ in range(helpers):
            if os.fork() == 0:
                for _ in range(rounds):
                    child = os.fork()
                    if child == 0: work(0.003); os._exit(0)
                    try: os.waitpid(child, 0)
                    except ChildProcessError: pass
                os.write(done, b"x"); os._exit(0)
        os._exit(0)
else:
    for _ in range(helpers): start(seconds / helpers)
ready = 0
while ready < helpers:
    try: ready += len(os.read(wait, helpers))
    except BlockingIOError: pass
for column in b"4444": answer(bytes([column]))
"#;

/// Programs that keep all processors busy, until this is dropped.
struct Load(Vec<Child>);

impl Load {
    fn start(programs: u32) -> Self {
        let program = |_| Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
        Self((0..programs).map(program).collect())
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for program in &mut self.0 {
            let _ = program.kill();
            let _ = program.wait();
        }
    }
}

fn check(kind: &str, helpers: u32, load: u32) {
    let _load = Load::start(load);
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u32;
    let seconds = (3 * processors * LIMIT).as_secs_f64();
    let arguments = ["-c", BOT, kind, &helpers.to_string(), &seconds.to_string()];
    let bot = process::ProgramCommand::new("python3").arguments(arguments);
    let bot = SeatBody::Command(sandboxed::program(bot));
    let verdict = on_new_thread(move || verdict(&bot, &steady(), limits(Limit::Turn, LIMIT)));
    assert_eq!(verdict, "timeout", "{helpers} {kind}, load {load}");
}

/// Regression: helpers that had left their bot worked for nothing, and the bot's own waits for them
/// were credited to it.
#[test]
fn the_work_of_helpers_is_charged() {
    let _alone = alone();
    for (kind, helpers, load) in count(CASES, ALL_CASES) {
        check(kind, *helpers, *load);
    }
}

const CASES: &[(&str, u32, u32)] = &[("leaves", 60, 0), ("short", 60, 0)];
const ALL_CASES: &[(&str, u32, u32)] = &[
    ("leaves", 3, 0),
    ("leaves", 60, 0),
    ("leaves", 200, 0),
    ("leaves", 3, 8),
    ("leaves", 60, 8),
    ("leaves", 200, 8),
    ("short", 3, 0),
    ("short", 60, 0),
    ("short", 60, 8),
    ("stays", 3, 0),
    ("stays", 60, 0),
    ("stays", 200, 0),
    ("stays", 60, 8),
    ("stays", 200, 8),
];
