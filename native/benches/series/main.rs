//! Measures the cost of a series beside its games: matches of Connect Four in a plain loop, and as
//! a series that is kept in a file, on one processor and on two; for programs, beside a loop that
//! starts them and passes on the same lines. Also measures what the sandbox adds to a game of
//! programs, and the memory of a game while it is played.
//!
//! `cargo bench -p botyard --bench series`. Rounds alternate, so that a busy period of the machine
//! affects all measurements; the best ones are printed, because other programs disturbed them
//! least. If others use the processors all the time, only the processor time shows whether two
//! threads slow each other down. The programs are this one.

mod machine;
mod programs;

use std::sync::Mutex;
use std::time::Duration;

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

use machine::{Took, measure, take_peak_memory, use_processors};

const ROUNDS: usize = 7;
const GAMES: u64 = 30_000;
const PROGRAM_GAMES: u64 = 500;
const SANDBOX_ROUNDS: usize = 5;
const SANDBOX_GAMES: u32 = 50;
/// This many games at once show the memory of one.
const CROWD: usize = 33;

/// The kind of the players.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BotKind {
    Modules,
    Programs,
}

impl BotKind {
    const fn games(self) -> u64 {
        match self {
            Self::Modules => GAMES,
            Self::Programs => PROGRAM_GAMES,
        }
    }
}

fn main() {
    if botyard_host::run_warden().is_some() {
        return;
    }
    if std::env::args().any(|argument| argument == programs::BOT) {
        return programs::be_a_bot();
    }
    compare("builtin:random against itself", BotKind::Modules, play_in_a_loop);
    compare("a program against itself, for seven turns", BotKind::Programs, pass_on_lines);
    compare_sandboxes();
    weigh_games();
}

/// Measures a loop of programs beside matches of them on one processor: without a sandbox, with new
/// wardens for each match, and with wardens that stay.
fn compare_sandboxes() {
    // A thread's wardens end with it, and their processor time is known then.
    let ways: [(&str, fn()); 4] = [
        ("in a loop", || repeat(programs::pass_on_lines)),
        ("without a sandbox", || repeat(|| play_once(programs::command))),
        ("with new wardens", || repeat(|| on_new_thread(|| play_once(programs::sandboxed_command)))),
        ("with wardens that stay", || on_new_thread(|| repeat(|| play_once(programs::sandboxed_command)))),
    ];
    let mut rounds: [Vec<Took>; 4] = Default::default();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    use_processors(1);
    for _ in 0..SANDBOX_ROUNDS {
        ways.iter().zip(&mut rounds).for_each(|((_, play), took)| took.push(measure(play)));
    }
    use_processors(processors);
    println!("{SANDBOX_GAMES} games of a program against itself (the best of {SANDBOX_ROUNDS} rounds)");
    let best = |took: &[Took], time: fn(&Took) -> Duration| {
        took.iter().map(time).min().expect("there are rounds").as_secs_f64() / f64::from(SANDBOX_GAMES)
    };
    let [bare_real, bare_processor] =
        [|took: &Took| took.real, |took: &Took| took.processor].map(|time| best(&rounds[0], time));
    for ((what, _), took) in ways.iter().zip(&rounds) {
        let (real, processor) = (best(took, |took| took.real), best(took, |took| took.processor));
        println!(
            "{what:24} {:6.0} games/s {:8.2} ms of processor a game   {:5.2} and {:5.2} times the loop",
            1.0 / real,
            1e3 * processor,
            real / bare_real,
            processor / bare_processor
        );
    }
    println!();
}

fn repeat(play: impl Fn()) {
    (0..SANDBOX_GAMES).for_each(|_| play());
}

fn on_new_thread(work: impl FnOnce() + Send) {
    std::thread::scope(|scope| scope.spawn(work).join().expect("it does not panic"));
}

fn play_once(command: fn() -> ProgramCommand) {
    let players = ["a", "b"].map(|name| (name.to_owned(), SeatBody::Command(command())));
    let hosted_match = HostedMatch::new("connect-four", 1, players.into());
    let played = play_match(hosted_match, &mut NoAudience, &Interrupt::default());
    assert_eq!(played.expect("it can be played").turn_count(), 7);
}

/// Measures a loop, a series on one processor and a series on two.
fn compare(what: &str, kind: BotKind, play_in_a_loop: fn() -> Took) {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let mut rounds: [Vec<Took>; 3] = Default::default();
    for _ in 0..ROUNDS {
        use_processors(1);
        rounds[0].push(play_in_a_loop());
        rounds[1].push(play_as_series(kind, 1));
        use_processors(2.min(processors));
        rounds[2].push(play_as_series(kind, 2));
        use_processors(processors);
    }
    let best = |time: fn(&Took) -> Duration| {
        let best = |rounds: &Vec<Took>| rounds.iter().map(time).min().expect("there are rounds").as_secs_f64();
        [0, 1, 2].map(|nth| best(&rounds[nth]))
    };
    let (real, processor) = (best(|took| took.real), best(|took| took.processor));
    let games = kind.games() as f64;
    println!("{} games of Connect Four, {what} (the best of {ROUNDS} rounds)", kind.games());
    let ways = ["in a loop", "as a series, one processor", "as a series, two processors"];
    for ((what, real), processor) in ways.into_iter().zip(real).zip(processor) {
        println!("{what:28} {:9.0} games/s {:8.1} us of processor a game", games / real, 1e6 * processor / games);
    }
    println!(
        "a series has {:.2} of the loop's games, {:.2} by processor time",
        real[0] / real[1],
        processor[0] / processor[1]
    );
    println!(
        "two processors have {:.2} times the games of one, {:.2} by processor time\n",
        real[1] / real[2],
        2.0 * processor[1] / processor[2]
    );
}

/// Prints how much more memory it takes to play more games at once.
fn weigh_games() {
    let peak = |threads| {
        take_peak_memory()?;
        play_as_series(BotKind::Modules, threads);
        take_peak_memory()
    };
    match (peak(1), peak(CROWD)) {
        (Some(one), Some(many)) => println!(
            "memory: {:.1} MB with one game at a time, {:.0} kB for each more",
            one as f64 / 1e6,
            many.saturating_sub(one) as f64 / 1e3 / (CROWD - 1) as f64
        ),
        _ => println!("memory: the system does not tell"),
    }
}

fn load_bodies(kind: BotKind) -> Vec<SeatBody> {
    if kind == BotKind::Programs {
        return vec![SeatBody::Command(programs::command()), SeatBody::Command(programs::command())];
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

/// Plays the games alone, without keeping them.
fn play_in_a_loop() -> Took {
    let bodies = load_bodies(BotKind::Modules);
    let mut tournament = new_tournament(GAMES);
    measure(|| {
        while let Some(game) = tournament.next_game() {
            let played = play_match(hosted_match(&bodies, &game), &mut NoAudience, &Interrupt::default());
            assert!(played.expect("it can be played").outcome().is_some());
        }
    })
}

fn pass_on_lines() -> Took {
    measure(|| (0..PROGRAM_GAMES).for_each(|_| programs::pass_on_lines()))
}

/// The bots of each thread are compiled before the clock starts.
fn play_as_series(kind: BotKind, threads: usize) -> Took {
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = Store::create(&folder.path().join("series.sqlite"), &Value::Null).expect("a new file");
    let mut tournament = new_tournament(kind.games());
    // As `botyard series` does: a game of programs is not lost once it was played.
    let pace = Concurrency { threads, commit_each: kind == BotKind::Programs };
    let bodies: Mutex<Vec<_>> = Mutex::new((0..threads).map(|_| load_bodies(kind)).collect());
    let new_player = || {
        let bodies = bodies.lock().expect("no thread panics").pop();
        Ok(new_player(bodies.expect("there are bots for each thread")))
    };
    let took = measure(|| {
        let stop = StopSwitch::default();
        play_tournament(&mut tournament, &mut store, pace, &new_player, &stop, &mut Nobody).expect("it is played");
    });
    assert!(tournament.is_over());
    took
}

/// Follows no tournament.
struct Nobody;

impl TournamentObserver for Nobody {
    fn note_stored(&mut self, _: &Tournament, _: &[GameReport]) {}

    fn strike_worker(&mut self, _: &mut Store, _: &str) -> Result<Tournament, TournamentError> {
        unreachable!("no worker plays here")
    }
}

fn new_player<'a>(bodies: Vec<SeatBody>) -> Box<PlayGame<'a>> {
    Box::new(move |game: &ScheduledGame, interrupt: &Interrupt| {
        let start = std::time::Instant::now();
        let played = play_match(hosted_match(&bodies, game), &mut NoAudience, interrupt);
        Ok(GameReport::from_match(game, &*played.map_err(TournamentError::from)?, start.elapsed()))
    })
}
