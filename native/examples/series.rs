//! Plays a series of matches between WASI modules, one for each seed, and prints a digest of each:
//! of all input and output of the bots, and of the time that they have spent. If two machines, or a
//! machine and a browser, print the same lines, they have played the same matches.
//!
//! `series GAME SETTINGS FIRST..LAST BOT.wasm...`: the settings are JSON, or `null` to draw them
//! from the seed. Both seeds are included. With one seed instead of two, it prints the text of
//! which the digest is made.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::seat::Seat;
use botyard_engine::transcript::{Stream, Transcript};
use botyard_host::module::ModuleLoader;
use botyard_host::{HostedMatch, Interrupt, NoAudience, SeatBody, play_match};
use sha2::{Digest, Sha256};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, settings, seeds, bots @ ..] = arguments.as_slice() else {
        return Err("series GAME SETTINGS FIRST..LAST BOT.wasm...".into());
    };
    let loader = ModuleLoader::new()?;
    let mut players = Vec::new();
    for bot in bots {
        let name = Path::new(bot).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        players.push((name, SeatBody::Module(loader.load(&std::fs::read(bot)?)?)));
    }
    let play = |seed| -> Result<String, Box<dyn Error>> {
        let mut hosted_match = HostedMatch::new(game, seed, players.clone());
        hosted_match.match_spec.settings = serde_json::from_str(settings)?;
        record(&*play_match(hosted_match, &mut NoAudience, &Interrupt::default())?, bots.len())
    };
    match seeds.split_once("..") {
        None => print!("{}", play(seeds.parse()?)?),
        Some((first, last)) => {
            for seed in first.parse()?..=last.parse()? {
                println!("{seed} {}", digest(&play(seed)?)?);
            }
        }
    }
    Ok(())
}

/// Each seat's stdin and stdout, a NUL after each, and then a line for each turn: the seat, and how
/// many nanoseconds it spent.
fn record(game: &dyn AnyMatch, seats: usize) -> Result<String, Box<dyn Error>> {
    let mut record = String::new();
    for seat in (0..seats).map(Seat::new) {
        for stream in [Stream::Stdin, Stream::Stdout] {
            let before = record.len();
            let passages = game.transcript().passages().iter();
            let passages = passages.filter(|passage| passage.seat == seat && passage.stream == stream);
            passages.for_each(|passage| record.push_str(&passage.text));
            if record.len() - before >= Transcript::KEPT_PER_SEAT {
                return Err("there are more words than are kept".into());
            }
            record.push('\0');
        }
    }
    for turn in game.turns_from(0) {
        writeln!(record, "{} {}", turn.seat.index(), turn.used.as_nanos())?;
    }
    Ok(record)
}

/// SHA-256, in hexadecimal digits.
fn digest(record: &str) -> Result<String, std::fmt::Error> {
    Sha256::digest(record).iter().try_fold(String::new(), |mut digits, byte| {
        write!(digits, "{byte:02x}")?;
        Ok(digits)
    })
}
