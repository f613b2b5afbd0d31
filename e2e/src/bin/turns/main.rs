//! Measures, in browsers, a turn of a bot that does not think: in games of a series, beside the bare
//! exchange of the same bytes between two instances in one worker; a run from its start to its end,
//! in games of one round and in games with many runs; a turn on a large board of BitMartyr; and a
//! series of short games on one processor and on two. `cargo xtask browser-turns` calls it; the
//! native benches are `hosts`, `bitmartyr` and `series`.

mod bitmartyr;
mod processors;

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use botyard_e2e::{Browser, BrowserKind, Key};
use clap::Parser;
use serde_json::json;

/// Measurements alternate, so that other work on the machine slows all of them.
const ROUNDS: usize = 5;
/// The turns of a bare exchange.
const EXCHANGED: u64 = 200_000;
/// The games of a series, and the rounds of each, which have two turns.
const GAMES: u32 = 20;
const GAME_ROUNDS: u32 = 10_000;
/// Games of one round: how long a run takes from its start to its end. For a turn's time, theirs is
/// subtracted, so that starting and ending games does not count.
const SHORT_GAMES: u32 = 2_000;
const FEW_ROUNDS: u32 = 1;

/// The smallest map, and what a bot reads in the middle of a game on it.
const MAP: &str = "1 2 2\n3 3\n";
const QUESTION: &str = "1\n2501 1\n2501 1\n1 3 1 2501\n1 3 2 2501\n";

/// The module of the native bench, whose answer is to pass.
const BOT: &str = include_str!("../../../../native/benches/hosts/echo.wat");
const BOT_FILE: &str = "passes.wasm";

/// Times of one browser.
struct Measured {
    /// A turn, of the bare exchange.
    bare: Duration,
    /// A turn in a series.
    turn: Duration,
    /// A run with its half of a match of one round.
    short_match: Duration,
    /// A run with its share of a match that has many runs.
    run: Duration,
    /// A turn on a large board of BitMartyr.
    large_board: Duration,
}

/// Measures turns, runs and series in browsers.
#[derive(Parser)]
#[command(bin_name = "cargo xtask browser-turns", max_term_width = 100)]
struct Arguments {
    /// Measure only in this browser: chromium or firefox; can be given twice
    #[arg(long)]
    browser: Vec<BrowserKind>,
    /// Measure only a series on one processor and on two; other programs that run falsify it
    #[arg(long)]
    processors: bool,
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let kinds = if arguments.browser.is_empty() { BrowserKind::ALL.to_vec() } else { arguments.browser };
    for kind in kinds {
        println!("{kind}");
        match processors::measure(kind).await? {
            Some([one, two]) => {
                row("a game of Connect Four, on one processor", one);
                row("a game of Connect Four, on two", two);
                println!("  {:.2} times the games of one", one.as_secs_f64() / two.as_secs_f64());
            }
            None => println!("  on one processor and on two: not measured, which needs Linux and two processors"),
        }
        if arguments.processors {
            continue;
        }
        let browser = Browser::start(kind).await?;
        let measured = measure(&browser).await;
        browser.quit().await?;
        let Measured { bare, turn, short_match, run, large_board } = measured?;
        row("a turn of the bare exchange", bare);
        row("a turn in a series", turn);
        println!("  {:.2} times the bare exchange", turn.as_secs_f64() / bare.as_secs_f64());
        row("a run with its half of a short match", short_match);
        row("a run with its share of a match with many", run);
        row("a turn of BitMartyr, 400x400, seven teams", large_board);
    }
    Ok(())
}

fn row(what: &str, each: Duration) {
    println!("  {what:<42} {each:>10.2?}   {:>9.0} a second", 1.0 / each.as_secs_f64());
}

async fn measure(browser: &Browser) -> Result<Measured> {
    let workers = browser.script("return navigator.hardwareConcurrency", vec![]).await?;
    let workers = u32::try_from(workers.as_u64().context("a number of processors")?)?.min(GAMES);
    let [bare, turn, short_match] = measure_turns(browser, workers).await?;
    bitmartyr::open(browser).await?;
    let (mut runs, mut turns) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        runs.push(bitmartyr::measure_run(browser, workers).await?);
        turns.push(bitmartyr::measure_large_board(browser).await?);
    }
    Ok(Measured { bare, turn, short_match, run: median(runs), large_board: median(turns) })
}

/// The time of a turn, of the bare exchange and in a series; and of a run, with its half of a match
/// of one round.
async fn measure_turns(browser: &Browser, workers: u32) -> Result<[Duration; 3]> {
    let bot = wat::parse_str(BOT)?;
    browser.open("#/generals").await?;
    browser.script(include_str!("turns.js"), vec![]).await?;
    browser.drop_bytes("board", "map.txt", MAP.as_bytes()).await?;
    browser.wait_for_text("verdict", |text| text == "Not started yet: press Play.").await?;
    browser.drop_bytes("seat-0", BOT_FILE, &bot).await?;
    browser.wait_for_text("toast", |text| text.starts_with(BOT_FILE) && text.contains(" will play ")).await?;
    for seat in ["seat-0-choice", "seat-1-choice"] {
        browser.choose(seat, BOT_FILE).await?;
    }
    browser.click("settings").await?;
    let module = json!(BASE64_STANDARD.encode(bot));
    let (mut bare, mut ours, mut runs) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let exchange = "return exchangeBytes(...arguments)";
        let turn =
            browser.script(exchange, vec![module.clone(), json!(QUESTION), json!(EXCHANGED), json!(workers)]).await?;
        bare.push(Duration::from_secs_f64(turn.as_f64().context("a time")? / 1e3));
        let short = play_rounds(browser, SHORT_GAMES, FEW_ROUNDS).await?;
        runs.push(short * workers / (2 * SHORT_GAMES));
        let fixed = short * GAMES / SHORT_GAMES;
        let took = play_rounds(browser, GAMES, GAME_ROUNDS).await?.saturating_sub(fixed);
        ours.push(took * workers / (GAMES * 2 * (GAME_ROUNDS - FEW_ROUNDS)));
    }
    Ok([bare, ours, runs].map(median))
}

/// The time of a series of games between bots that pass, of this many rounds.
async fn play_rounds(browser: &Browser, games: u32, rounds: u32) -> Result<Duration> {
    set_number(browser, "rounds", rounds).await?;
    play_series(browser, games).await
}

/// The time of a series of games with the settings that the page shows.
async fn play_series(browser: &Browser, games: u32) -> Result<Duration> {
    browser.choose("series-games-number", &games.to_string()).await?;
    let begin = Instant::now();
    browser.click("play-series").await?;
    browser.wait_for_text("series-state", |text| text.replace(',', "") == format!("{games} games")).await?;
    Ok(begin.elapsed())
}

/// Sets a number in the form.
async fn set_number(browser: &Browser, id: &str, number: u32) -> Result<()> {
    browser.fill(id, &number.to_string()).await?;
    browser.find(id).await?.send_keys(Key::Tab).await
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
