//! How many turns a second whole matches go at, referee, protocol and bots together: of bots that hardly think, as modules
//! and as programs, on the same boards from the same seeds.
//!
//! `cargo bench -p botyard --bench games`. Rounds of modules and of programs alternate; medians are printed.

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use botyard::host::{Contest, Interrupt, Nobody, play};
use botyard_engine::games::generals::{Settings, Wishes, generate};
use serde_json::Value;
use support::{FORMS, Form, bot};

const ROUNDS: u64 = 7;
/// Enough for the start of a match not to matter.
const GENERALS_ROUNDS: u32 = 300;

/// Matches of one kind.
struct Trial {
    name: &'static str,
    game: &'static str,
    bot: &'static str,
    seats: usize,
    settings: Value,
}

fn main() {
    println!("{:34} {:>12} {:>12} {:>8}", "turns a second", "modules", "programs", "ratio");
    trials().iter().for_each(row);
}

fn trials() -> Vec<Trial> {
    let stratego = Trial {
        name: "Stratego, two random movers",
        game: "stratego",
        bot: "stratego-dummy",
        seats: 2,
        settings: Value::Null,
    };
    let generals = |name, side, seats| Trial {
        name,
        game: "generals",
        bot: "generals-random",
        seats,
        settings: generals_on(side, seats),
    };
    vec![
        stratego,
        generals("Generals, 10x10, two", 10, 2),
        generals("Generals, 21x21, five", 21, 5),
        generals("Generals, 50x50, two", 50, 2),
    ]
}

/// A map drawn for this bench; no clock, so that a busy machine ends no match.
fn generals_on(side: usize, players: usize) -> Value {
    let wishes = Wishes { seed: 1, ..Wishes::new(side, side, players) };
    let map = generate(&wishes).expect("there is room for so few");
    serde_json::to_value(Settings { rounds: GENERALS_ROUNDS, ..Settings::original(map) }).expect("it is plain data")
}

fn row(trial: &Trial) {
    let mut rounds: [Vec<Duration>; 2] = Default::default();
    for seed in 0..ROUNDS {
        for (form, took) in FORMS.into_iter().zip(&mut rounds) {
            took.push(per_turn(trial, form, seed));
        }
    }
    let [modules, programs] = rounds.map(|mut took| {
        took.sort_unstable();
        took[took.len() / 2].as_secs_f64()
    });
    println!("{:34} {:12.0} {:12.0} {:8.1}", trial.name, 1.0 / modules, 1.0 / programs, programs / modules);
}

fn per_turn(trial: &Trial, form: Form, seed: u64) -> Duration {
    let players = (0..trial.seats).map(|_| bot(form, trial.bot)).collect();
    let mut contest = Contest::new(trial.game, seed, players);
    contest.opening.settings = trial.settings.clone();
    let start = Instant::now();
    let game = play(contest, &mut Nobody, &Interrupt::default()).expect("the match can be played");
    start.elapsed() / game.turn_count().max(1) as u32
}
