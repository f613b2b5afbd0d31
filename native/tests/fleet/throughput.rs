//! Measures the cost of a fleet: the same games on threads of this computer, and on as many workers
//! with a server and a submitter beside them. The measurement takes minutes, so it runs alone, best
//! on an idle computer: `cargo xtask cargo test --workspace --features botyard/fleet-large --test
//! fleet -- throughput --nocapture`. It prints the rows of `docs/fleet.md`. Processor time is
//! nearly the same on a computer that others use, too.

use std::fs;
use std::time::Instant;

use crate::program::{run, start_worker};
use crate::server::{NatsServer, wait_until};

const ROUNDS: usize = 3;
const WORKERS: [usize; 3] = [1, 2, 4];

/// The times of a run, in seconds.
#[derive(Debug, Clone, Copy)]
struct Taken {
    wall: f64,
    /// The processor time of all programs together.
    processors: f64,
    /// The processor time of the command that has the tournament.
    command: f64,
}

/// Fields of a process's line, as ticks of a hundredth of a second.
fn ticks(process: &str, from: usize, count: usize) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).expect("the system tells of processes");
    let (_, fields) = text.rsplit_once(')').expect("a name in brackets");
    let fields = fields.split_whitespace().skip(from).take(count);
    fields.map(|text| text.parse::<f64>().expect("ticks")).sum::<f64>() / 100.0
}

/// The processor time of programs that have ended.
fn of_ended() -> f64 {
    ticks("self", 13, 2)
}

/// The processor time of running programs that this one has started, and of their children.
fn of_running() -> f64 {
    let threads = fs::read_dir("/proc/self/task").expect("the system tells of threads").filter_map(Result::ok);
    let started = threads.map(|thread| fs::read_to_string(thread.path().join("children")).unwrap_or_default());
    started.map(|text| text.split_whitespace().map(|process| ticks(process, 11, 4)).sum::<f64>()).sum()
}

/// Runs a command, and returns its times and its output.
fn measure(arguments: &[&str]) -> (Taken, String) {
    let (begun, ended_before, running_before) = (Instant::now(), of_ended(), of_running());
    let ended = run(arguments);
    let wall = begun.elapsed().as_secs_f64();
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    let command = of_ended() - ended_before;
    (Taken { wall, processors: command + of_running() - running_before, command }, ended.stdout)
}

fn median(of: impl Iterator<Item = f64>) -> f64 {
    let mut all: Vec<_> = of.collect();
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

fn compare(games: &[&str], count: usize) {
    println!("{}", games.join(" "));
    println!(
        "| workers | processor time alone | on the fleet | more | games/s alone | games/s on the fleet | submitter |"
    );
    println!("|---|---|---|---|---|---|---|");
    for workers in WORKERS {
        let mut rounds = Vec::new();
        for _ in 0..ROUNDS {
            let threads = workers.to_string();
            let (alone, table) = measure(&[games, &["-c", &threads]].concat());
            let server = NatsServer::start();
            let url = server.url();
            let running: Vec<_> = (0..workers).map(|nth| start_worker(&url, &format!("w-{nth}"))).collect();
            let are_there = || run(&["fleet", "--nats", &url]).stdout.matches("w-").count() == workers;
            wait_until("the workers are there", are_there);
            let (fleet, same) = measure(&[games, &["--nats", &url, "--audit", "0%"]].concat());
            assert_eq!(same, table);
            running.into_iter().for_each(|worker| drop(worker.kill()));
            rounds.push((alone, fleet));
        }
        let alone = |of: fn(&Taken) -> f64| median(rounds.iter().map(|(alone, _)| of(alone)));
        let fleet = |of: fn(&Taken) -> f64| median(rounds.iter().map(|(_, fleet)| of(fleet)));
        let more = median(rounds.iter().map(|(alone, fleet)| fleet.processors / alone.processors - 1.0));
        println!(
            "| {workers} | {:.2} s | {:.2} s | {:.0} % | {:.0} | {:.0} | {:.2} s |",
            alone(|taken| taken.processors),
            fleet(|taken| taken.processors),
            more * 100.0,
            count as f64 / alone(|taken| taken.wall),
            count as f64 / fleet(|taken| taken.wall),
            fleet(|taken| taken.command),
        );
    }
}

pub fn throughput_of_one_two_and_four_workers() {
    let long = ["series", "stratego", "builtin:forfax", "builtin:dummy", "--games", "600", "--seed", "5", "-q"];
    compare(&long, 600);
    let short =
        ["series", "connect-four", "builtin:tactician", "builtin:random", "--games", "20000", "--seed", "5", "-q"];
    compare(&short, 20_000);
}
