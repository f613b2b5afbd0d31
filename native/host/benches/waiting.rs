//! Measures what it costs that programs may not work while they are not asked (`--stop-waiting`): the
//! time of a turn of programs that wait as they should, beside the same matches in which they may
//! ponder.
//!
//! `cargo bench -p botyard-host --bench waiting`. Matches of both kinds alternate; medians are
//! printed, and their ratio. In one kind of match programs hardly think, in the other they think for
//! so long that the other one is looked at. The programs of the latter are this one.

#[path = "../tests/support/mod.rs"]
mod support;

use std::io::stdin;
use std::time::{Duration, Instant};

use botyard_engine::replay::Waiting;
use botyard_host::process::ProgramCommand;
use botyard_host::{HostedMatch, Interrupt, NoAudience, SeatBody, play_match};
use support::{Form, bot};

/// The argument that makes this program a bot of Connect Four.
const BOT: &str = "--be-a-bot";
/// How long such a bot thinks: much longer than programs are left alone after their answers.
const THINKING: Duration = Duration::from_millis(20);
/// The columns of such a bot, one turn after another: the first to move has four in a row with its
/// last one.
const COLUMNS: [&str; 8] = ["1", "2", "1", "2", "1", "2", "3", "4"];

type Players = [(String, SeatBody); 2];

fn main() {
    if std::env::args().any(|argument| argument == BOT) {
        return be_a_bot();
    }
    println!("{:32} {:>12} {:>12} {:>8}", "a turn", "may ponder", "is stopped", "ratio");
    let quick = || [(); 2].map(|()| bot(Form::Executable, "stratego-dummy"));
    compare("Stratego, programs that are quick", "stratego", quick, 300);
    compare("Connect Four, 20 ms of thinking", "connect-four", thinking, 20);
}

/// Plays this many matches of each kind, and prints the medians of their turns' times.
fn compare(what: &str, game: &str, players: impl Fn() -> Players, rounds: u64) {
    let mut took = [Waiting::Pondering, Waiting::Stopped].map(|waiting| (waiting, Vec::new()));
    for seed in 0..rounds {
        // Whichever kind comes first has no advantage.
        if seed % 2 == 0 {
            took.reverse();
        }
        took.iter_mut().for_each(|(waiting, took)| took.push(time_turn(game, seed, players(), *waiting)));
    }
    took.sort_by_key(|(waiting, _)| *waiting == Waiting::Stopped);
    let [pondering, stopped] = took.map(|(_, mut took)| {
        took.sort_unstable();
        took[took.len() / 2]
    });
    let ratio = stopped.as_secs_f64() / pondering.as_secs_f64();
    println!("{what:32} {:>12} {:>12} {ratio:8.3}", format!("{pondering:.2?}"), format!("{stopped:.2?}"));
}

/// The time of a turn in a match.
fn time_turn(game: &str, seed: u64, players: Players, waiting: Waiting) -> Duration {
    let mut hosted_match = HostedMatch::new(game, seed, players.into());
    hosted_match.match_spec.terms.waiting = Some(waiting);
    let start = Instant::now();
    let game = play_match(hosted_match, &mut NoAudience, &Interrupt::default()).expect("the match can be played");
    start.elapsed() / game.turn_count().max(1) as u32
}

fn thinking() -> Players {
    let this = std::env::current_exe().expect("a running program has a file");
    [(); 2].map(|()| ("bot".to_owned(), SeatBody::Command(ProgramCommand::file(&this).arguments([BOT]))))
}

/// Plays its columns, each after a while, and ignores its input.
fn be_a_bot() {
    let mut lines = stdin().lines().map_while(Result::ok);
    println!("p");
    if lines.next().as_deref() == Some("2") {
        println!("?");
        lines.next();
    }
    for column in COLUMNS {
        let start = Instant::now();
        while start.elapsed() < THINKING {
            std::hint::spin_loop();
        }
        println!("{column}");
        if lines.next().is_none() {
            return;
        }
    }
}
