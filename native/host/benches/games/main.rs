//! How many turns a second whole matches go at, referee, protocol and bots together: of bots that hardly think, as
//! modules and as programs, on the same boards from the same seeds; and the bare exchange of the programs' bytes.
//!
//! `cargo bench -p botyard-host --bench games`. Rounds of what is compared alternate; medians are printed.

mod bare;
#[path = "../../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use bare::Exchange;
use botyard_engine::anymatch::AnyMatch;
use botyard_engine::games::generals::{GeneralsSettings, MapParams, generate};
use botyard_host::{HostedMatch, Interrupt, NoAudience, play_match};
use serde_json::Value;
use support::{Form, bot};

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
    let mut arguments = std::env::args().skip_while(|argument| argument != bare::ARGUMENT).skip(1);
    if let Some(steps) = arguments.next() {
        return bare::repeat(&steps);
    }
    println!("{:34} {:>12} {:>12} {:>12}", "turns a second", "modules", "programs", "bare pipes");
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
    let params = MapParams { seed: 1, ..MapParams::new(side, side, players) };
    let map = generate(&params).expect("there is room for so few");
    serde_json::to_value(GeneralsSettings { rounds: GENERALS_ROUNDS, ..GeneralsSettings::original(map) })
        .expect("it is plain data")
}

fn row(trial: &Trial) {
    let [mut modules, mut programs, mut bare] = <[Vec<Duration>; 3]>::default();
    for seed in 0..ROUNDS {
        modules.push(per_turn(trial, Form::Module, seed).0);
        let (took, game) = per_turn(trial, Form::Executable, seed);
        programs.push(took);
        bare.push(Exchange::of(game.transcript(), trial.seats).time());
    }
    let [modules, programs, bare] = [modules, programs, bare].map(|mut took| {
        took.sort_unstable();
        1.0 / took[took.len() / 2].as_secs_f64()
    });
    println!("{:34} {modules:12.0} {programs:12.0} {bare:12.0}", trial.name);
    println!("{:34} {:10.1} x {:12} {:10.2} x", "", modules / programs, "", programs / bare);
}

fn per_turn(trial: &Trial, form: Form, seed: u64) -> (Duration, Box<dyn AnyMatch>) {
    let players = (0..trial.seats).map(|_| bot(form, trial.bot)).collect();
    let mut hosted_match = HostedMatch::new(trial.game, seed, players);
    hosted_match.match_spec.settings = trial.settings.clone();
    let start = Instant::now();
    let game = play_match(hosted_match, &mut NoAudience, &Interrupt::default()).expect("the match can be played");
    (start.elapsed() / game.turn_count().max(1) as u32, game)
}
