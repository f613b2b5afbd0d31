//! What a series costs beside its games: matches of Connect Four in a plain loop, and the same as a
//! series that is kept in a file, on one thread and on two; of programs, beside a loop that starts
//! them and passes on the same lines.
//!
//! `cargo bench -p botyard --bench series`. The rounds of what is compared alternate, so that a
//! machine that is busy for a while is so for all of them; medians are printed. The programs are
//! this one.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use botyard::bots;
use botyard::tournament::store::Store;
use botyard::tournament::{
    Concurrency, GameReport, PlayGame, StopSwitch, TournamentError, TournamentObserver, play_tournament,
};
use botyard_engine::tournament::{Format, Schedule, ScheduledGame, Tournament};
use botyard_host::module::ModuleLoader;
use botyard_host::process::ProgramCommand;
use botyard_host::{HostedMatch, Interrupt, NoAudience, SeatBody, play_match};
use serde_json::Value;

/// The argument that makes this program a bot.
const BOT: &str = "--be-a-bot";
const ROUNDS: usize = 3;
/// So many that the bot's compilation, which each thread waits for, does not count.
const GAMES: u64 = 100_000;
const PROGRAM_GAMES: u64 = 1_000;
/// What a program plays, one turn after another: the first to move has four in a row with its
/// fourth.
const COLUMNS: [&str; 4] = ["1", "2", "3", "4"];

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Modules,
    Programs,
}

impl Kind {
    const fn games(self) -> u64 {
        match self {
            Self::Modules => GAMES,
            Self::Programs => PROGRAM_GAMES,
        }
    }
}

fn main() {
    if std::env::args().any(|argument| argument == BOT) {
        return be_a_bot();
    }
    print("builtin:random against itself", Kind::Modules, play_in_a_loop);
    print("a program against itself, for seven turns", Kind::Programs, pass_on_lines);
}

/// Measures a loop, a series on one thread and a series on two.
fn print(what: &str, kind: Kind, play_in_a_loop: fn() -> Duration) {
    let mut rounds: [Vec<Duration>; 3] = Default::default();
    for _ in 0..ROUNDS {
        rounds[0].push(play_in_a_loop());
        rounds[1].push(play_as_series(kind, 1));
        rounds[2].push(play_as_series(kind, 2));
    }
    let [bare, one, two] = rounds.map(|mut times| {
        times.sort();
        times[ROUNDS / 2]
    });
    let games = kind.games();
    println!("{games} games of Connect Four, {what} (medians of {ROUNDS} rounds)");
    for (what, time) in [("in a loop", bare), ("as a series, one thread", one), ("as a series, two threads", two)] {
        let speed = games as f64 / time.as_secs_f64();
        println!("{what:26} {speed:9.0} games/s, {:.2} of the loop", bare.as_secs_f64() / time.as_secs_f64());
    }
}

/// Plays its columns and looks at nothing.
fn be_a_bot() {
    let mut lines = std::io::stdin().lines().map_while(Result::ok);
    println!("p");
    if lines.next().as_deref() == Some("2") {
        println!("?");
        lines.next();
    }
    for column in COLUMNS {
        println!("{column}");
        if lines.next().is_none() {
            return;
        }
    }
}

fn this() -> std::path::PathBuf {
    std::env::current_exe().expect("a running program has a file")
}

/// A program whose lines are passed on.
struct Program {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Program {
    fn start() -> Self {
        let mut command = Command::new(this());
        let mut child = command.arg(BOT).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take().expect("piped"));
        Self { child, stdin, lines: BufReader::new(stdout).lines() }
    }

    fn tell(&mut self, line: &str) {
        writeln!(self.stdin.as_mut().expect("piped"), "{line}").expect("it reads");
    }

    fn hear(&mut self) -> String {
        self.lines.next().expect("it answers").expect("in text")
    }
}

/// The games of programs without rules, referee and limits.
fn pass_on_lines() -> Duration {
    let start = Instant::now();
    for _ in 0..PROGRAM_GAMES {
        let mut programs = [Program::start(), Program::start()];
        for (program, number) in programs.iter_mut().zip(["1", "2"]) {
            assert_eq!(program.hear(), "p");
            program.tell(number);
        }
        assert_eq!(programs[1].hear(), "?");
        for turn in 0..2 * COLUMNS.len() - 1 {
            let column = programs[turn % 2].hear();
            programs[(turn + 1) % 2].tell(&column);
        }
        for mut program in programs {
            drop(program.stdin.take());
            program.child.wait().expect("it ends");
        }
    }
    start.elapsed()
}

fn load_bodies(kind: Kind) -> Vec<SeatBody> {
    if kind == Kind::Programs {
        let program = || SeatBody::Command(ProgramCommand::file(this()).arguments([BOT]));
        return vec![program(), program()];
    }
    let loader = ModuleLoader::new().expect("wasmtime works here");
    let bot = bots::find("random", Some("connect-four")).expect("it is bundled");
    let body = SeatBody::Module(loader.load(&bot.module().expect("it is a module")).expect("it can be played"));
    vec![body.clone(), body]
}

fn hosted_match(bodies: &[SeatBody], game: &ScheduledGame) -> HostedMatch {
    let player = |index: usize| (format!("bot {index}"), bodies[index].clone());
    let players = game.seats.iter().map(|participant| player(participant.index())).collect();
    HostedMatch::new("connect-four", game.seed, players)
}

fn new_tournament(games: u64) -> Tournament {
    Tournament::new(Schedule::new(Format::Series, 2, games / 2, 1).expect("a schedule"), None)
}

/// The games alone, without what is kept of them. Its bots are loaded after the clock has started,
/// as those of a series are.
fn play_in_a_loop() -> Duration {
    let start = Instant::now();
    let bodies = load_bodies(Kind::Modules);
    let mut tournament = new_tournament(GAMES);
    while let Some(game) = tournament.next_game() {
        let played = play_match(hosted_match(&bodies, &game), &mut NoAudience, &Interrupt::default());
        assert!(played.expect("it can be played").outcome().is_some());
    }
    start.elapsed()
}

/// Each thread loads its bots, after the clock has started.
fn play_as_series(kind: Kind, threads: usize) -> Duration {
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = Store::create(&folder.path().join("series.sqlite"), &Value::Null).expect("a new file");
    let mut tournament = new_tournament(kind.games());
    // As `botyard series` does: a game of programs is not lost once it was played.
    let pace = Concurrency { threads, commit_each: kind == Kind::Programs };
    let start = Instant::now();
    let stop = StopSwitch::default();
    play_tournament(&mut tournament, &mut store, pace, &|| new_player(kind), &stop, &mut Nobody).expect("it is played");
    assert!(tournament.is_over());
    start.elapsed()
}

/// Follows no tournament.
struct Nobody;

impl TournamentObserver for Nobody {
    fn kept(&mut self, _: &Tournament, _: &[GameReport]) {}

    fn strike(&mut self, _: &mut Store, _: &str) -> Result<Tournament, TournamentError> {
        unreachable!("no worker plays here")
    }
}

fn new_player<'a>(kind: Kind) -> Result<Box<PlayGame<'a>>, String> {
    let bodies = load_bodies(kind);
    Ok(Box::new(move |game: &ScheduledGame, interrupt: &Interrupt| {
        let start = Instant::now();
        let played = play_match(hosted_match(&bodies, game), &mut NoAudience, interrupt);
        Ok(GameReport::of(game, &*played.map_err(TournamentError::from)?, start.elapsed()))
    }))
}
