//! Plays fixed matches of bundled bots and prints, as the table of `docs/links.md`, how many
//! characters their links have, beside the sizes of the same matches' logs under general
//! compressors.
//!
//! `cargo xtask cargo bench --profile dev -p botyard --bench link_sizes`. The same bots and seeds give the same
//! table on every machine.

use std::error::Error;
use std::io::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use botyard::bots;
use botyard_engine::anymatch::{AnyMatch, GameMatch};
use botyard_engine::catalog::{self, Playable};
use botyard_engine::games::bitmartyr::{BitMartyr, BitMartyrSettings, Placement, PlacementParams, place};
use botyard_engine::games::generals::GeneralsSettings;
use botyard_engine::replay::link::{self, LinkCodec as _};
use botyard_engine::replay::{Replay, TurnResult};
use botyard_host::module::ModuleLoader;
use botyard_host::{HostedMatch, Interrupt, NoAudience, SeatBody, play_match};
use serde_json::Value;

/// Matches of one kind.
struct MatchKind {
    game: &'static str,
    /// Its title for people.
    title: &'static str,
    /// The line-ups, by the bots' names in the game: each plays every seed.
    line_ups: &'static [&'static [&'static str]],
    settings: fn(players: usize, seed: u64) -> Value,
}

const SEEDS: std::ops::RangeInclusive<u64> = 1..=3;

/// Bots that give equal answers to equal questions, as most do.
const STEADY_TEAMS: &[&[&str]] = &[&["hunter", "waterfall"], &["hunter", "right"], &["marcher", "wall"]];

const KINDS: [MatchKind; 7] = [
    MatchKind {
        game: "connect-four",
        title: "Connect Four",
        line_ups: &[&["negamax", "tactician"], &["tactician", "random"], &["lookahead", "negamax"]],
        settings: |_, _| Value::Null,
    },
    MatchKind {
        game: "stratego",
        title: "Stratego",
        line_ups: &[&["forfax", "forfax"], &["dummy", "forfax"], &["forfax", "gambler"]],
        settings: |_, _| Value::Null,
    },
    MatchKind {
        game: "generals",
        title: "Generals, 500 rounds, two players",
        line_ups: &[&["greedy", "greedy"], &["random", "random"], &["greedy", "random"]],
        settings: |players, seed| settings(&GeneralsSettings { rounds: 500, ..GeneralsSettings::drawn(players, seed) }),
    },
    MatchKind {
        game: "bitmartyr",
        title: "BitMartyr, 60x60, 200 turns, two teams",
        line_ups: STEADY_TEAMS,
        settings: |teams, seed| bitmartyr(60, teams, seed),
    },
    MatchKind {
        game: "bitmartyr",
        title: "BitMartyr, 100x100, 200 turns, two teams",
        line_ups: STEADY_TEAMS,
        settings: |teams, seed| bitmartyr(100, teams, seed),
    },
    MatchKind {
        game: "bitmartyr",
        title: "BitMartyr, 60x60, 200 turns, four teams",
        line_ups: &[&["hunter", "right", "wall", "waterfall"]],
        settings: |teams, seed| bitmartyr(60, teams, seed),
    },
    MatchKind {
        game: "bitmartyr",
        title: "BitMartyr, 60x60, 200 turns, a team that draws lots",
        line_ups: &[&["random", "hunter"]],
        settings: |teams, seed| bitmartyr(60, teams, seed),
    },
];

fn settings<S: serde::Serialize>(settings: &S) -> Value {
    serde_json::to_value(settings).expect("settings have text keys only")
}

fn bitmartyr(side: usize, teams: usize, seed: u64) -> Value {
    let params = PlacementParams {
        width: side,
        height: side,
        placement: Placement::Random,
        seed,
        ..PlacementParams::new(teams)
    };
    let board = place(&params).expect("there is room for all teams");
    settings(&BitMartyrSettings { duration: 200, seed, ..BitMartyrSettings::on(board) })
}

/// The measured sizes of a match.
struct Sizes {
    turns: usize,
    /// In characters; `None` if there is no such link.
    link: Option<usize>,
    by_bots: Option<usize>,
    /// In bytes.
    log: usize,
    /// In characters, by each of [`COMPRESSORS`].
    compressed: [usize; COMPRESSORS.len()],
}

/// Compresses at the highest level.
type Compressor = fn(&[u8]) -> Vec<u8>;

const COMPRESSORS: [(&str, Compressor); 3] = [("deflate", deflate), ("brotli", brotli), ("zstd", zstd)];

fn deflate(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(text).expect("memory can be written to");
    encoder.finish().expect("memory can be written to")
}

fn brotli(text: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    let best = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 24, ..Default::default() };
    brotli::BrotliCompress(&mut &text[..], &mut compressed, &best).expect("memory can be written to");
    compressed
}

fn zstd(text: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(text, *zstd::compression_level_range().end()).expect("memory can be written to")
}

fn main() -> Result<(), Box<dyn Error>> {
    let loader = ModuleLoader::new()?;
    let names = COMPRESSORS.map(|(name, _)| name).join(" | ");
    println!("| matches | turns | link | link that names its bots | log, bytes | {names} |");
    println!("|---|{}", "--:|".repeat(4 + COMPRESSORS.len()));
    for kind in &KINDS {
        let mut all = Vec::new();
        for line_up in kind.line_ups {
            for seed in SEEDS {
                all.push(sizes(&*play(kind, line_up, seed, &loader)?).ok_or("a match that cannot be written")?);
            }
        }
        let compressed = (0..COMPRESSORS.len()).map(|at| number(median(&all, |sizes| Some(sizes.compressed[at]))));
        let columns: [fn(&Sizes) -> Option<usize>; 4] =
            [|sizes| Some(sizes.turns), |sizes| sizes.link, |sizes| sizes.by_bots, |sizes| Some(sizes.log)];
        let columns = columns.into_iter().map(|column| number(median(&all, column)));
        let row: Vec<_> = columns.chain(compressed).collect();
        println!("| {} ({}) | {} |", kind.title, all.len(), row.join(" | "));
    }
    Ok(())
}

fn play(
    kind: &MatchKind,
    line_up: &[&str],
    seed: u64,
    loader: &ModuleLoader,
) -> Result<Box<dyn AnyMatch>, Box<dyn Error>> {
    let mut players = Vec::new();
    for &name in line_up {
        let bot = bots::find(name, Some(kind.game)).ok_or_else(|| format!("{} has no bot {name}", kind.game))?;
        let module = bot.module().ok_or_else(|| format!("{name} needs the interpreter of JavaScript"))?;
        players.push((bot.name_in(kind.game).to_owned(), SeatBody::Module(loader.load(&module)?)));
    }
    let mut hosted_match = HostedMatch::new(kind.game, seed, players);
    hosted_match.match_spec.settings = (kind.settings)(line_up.len(), seed);
    Ok(play_match(hosted_match, &mut NoAudience, &Interrupt::default())?)
}

/// The sizes of a match; `None` if it cannot be written.
fn sizes(game: &dyn AnyMatch) -> Option<Sizes> {
    struct Measure<'a>(&'a dyn AnyMatch);
    impl catalog::Visitor for Measure<'_> {
        type Out = Option<Sizes>;
        fn visit<G: Playable>(self) -> Self::Out {
            let replay = self.0.as_any().downcast_ref::<GameMatch<G>>()?.replay();
            let log = text(&replay)?;
            Some(Sizes {
                turns: replay.turns.len(),
                link: link::write(&replay).ok().map(|payload| payload.len()),
                by_bots: link::write_by_bots(&replay).map(|payload| payload.len()),
                log: log.len(),
                compressed: COMPRESSORS
                    .map(|(_, compress)| BASE64_URL_SAFE_NO_PAD.encode(compress(log.as_bytes())).len()),
            })
        }
    }
    catalog::visit(game.game(), Measure(game))?
}

/// The original program's log. BitMartyr's has no orders, so the orders themselves are compressed.
fn text<G: Playable>(replay: &Replay<G>) -> Option<String> {
    if G::NAME != BitMartyr::NAME {
        return G::write_log(replay, None);
    }
    let mut text = Vec::new();
    for turn in &replay.turns {
        if let TurnResult::Action(action) = &turn.result {
            G::write_canonical(action, &mut text);
            text.push(b'\n');
        }
    }
    String::from_utf8(text).ok()
}

/// The median over the matches that have this number; `None` if fewer than half have it.
fn median(all: &[Sizes], of: impl Fn(&Sizes) -> Option<usize>) -> Option<usize> {
    let mut numbers: Vec<_> = all.iter().map(|sizes| of(sizes).unwrap_or(usize::MAX)).collect();
    numbers.sort_unstable();
    Some(numbers[numbers.len() / 2]).filter(|&number| number < usize::MAX)
}

/// The number with a comma before each three digits.
fn number(number: Option<usize>) -> String {
    let Some(number) = number else { return "none".to_owned() };
    let digits = number.to_string();
    let first = digits.len() % 3;
    let groups = digits.as_bytes()[first..].chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    let groups: Vec<_> = (first > 0).then(|| digits[..first].to_owned()).into_iter().chain(groups).collect();
    groups.join(",")
}
