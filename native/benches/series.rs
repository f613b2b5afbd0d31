//! What a series costs beside its games: matches of Connect Four in a plain loop, and the same as a series that is kept in a
//! file, on one thread and on two.
//!
//! `cargo bench -p botyard --bench series`. The rounds of what is compared alternate, so that a machine that is busy for a while
//! is so for all of them; medians are printed.

use std::time::{Duration, Instant};

use botyard::bots;
use botyard::tournament::store::Store;
use botyard::tournament::{Concurrency, GameReport, PlayGame, StopSwitch, TournamentError, play_tournament};
use botyard_engine::tournament::{Format, Schedule, ScheduledGame, Tournament};
use botyard_host::module::ModuleLoader;
use botyard_host::{HostedMatch, Interrupt, NoAudience, SeatBody, play_match};
use serde_json::Value;

const ROUNDS: usize = 7;
const GAMES: u64 = 4_000;

fn main() {
    let mut rounds: [Vec<Duration>; 3] = Default::default();
    for _ in 0..ROUNDS {
        rounds[0].push(play_in_a_loop());
        rounds[1].push(play_as_series(1));
        rounds[2].push(play_as_series(2));
    }
    let [bare, one, two] = rounds.map(|mut times| {
        times.sort();
        times[ROUNDS / 2]
    });
    println!("{GAMES} games of Connect Four, builtin:random against itself (medians of {ROUNDS} rounds)");
    for (what, time) in [("in a loop", bare), ("as a series, one thread", one), ("as a series, two threads", two)] {
        let speed = GAMES as f64 / time.as_secs_f64();
        println!("{what:26} {speed:9.0} games/s, {:.2} of the loop", bare.as_secs_f64() / time.as_secs_f64());
    }
}

fn load_bodies() -> Vec<SeatBody> {
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

fn new_tournament() -> Tournament {
    Tournament::new(Schedule::new(Format::Series, 2, GAMES / 2, 1).expect("a schedule"), None)
}

/// The games alone, without what is kept of them. Its bots are loaded after the clock has started, as those of a series are.
fn play_in_a_loop() -> Duration {
    let start = Instant::now();
    let bodies = load_bodies();
    let mut tournament = new_tournament();
    while let Some(game) = tournament.next_game() {
        let played = play_match(hosted_match(&bodies, &game), &mut NoAudience, &Interrupt::default());
        assert!(played.expect("it can be played").outcome().is_some());
    }
    start.elapsed()
}

/// Each thread loads its bots, after the clock has started.
fn play_as_series(threads: usize) -> Duration {
    let folder = tempfile::tempdir().expect("a folder");
    let mut store = Store::create(&folder.path().join("series.sqlite"), &Value::Null).expect("a new file");
    let mut tournament = new_tournament();
    let pace = Concurrency { threads, commit_each: false };
    let start = Instant::now();
    let stop = StopSwitch::default();
    play_tournament(&mut tournament, &mut store, pace, &new_player, &stop, &mut |_, _| {}).expect("it is played");
    assert!(tournament.is_over());
    start.elapsed()
}

fn new_player<'a>() -> Result<Box<PlayGame<'a>>, String> {
    let bodies = load_bodies();
    Ok(Box::new(move |game: &ScheduledGame, interrupt: &Interrupt| {
        let start = Instant::now();
        let played = play_match(hosted_match(&bodies, game), &mut NoAudience, interrupt);
        Ok(GameReport::of(game, &*played.map_err(TournamentError::from)?, start.elapsed()))
    }))
}
