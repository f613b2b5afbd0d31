//! Measures, in browsers, a turn of a bot that does not think: in games of a series, beside the bare
//! exchange of the same bytes between two instances in one worker; and a run from its start to its
//! end, in games of one round. `cargo xtask browser-turns` calls it; the native bench is `hosts`.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use botyard_e2e::{Browser, BrowserKind, Key};
use serde_json::json;

/// Measurements alternate, so that other work on the machine slows all of them.
const ROUNDS: usize = 5;
/// The turns of a bare exchange.
const EXCHANGED: u64 = 200_000;
/// The games of a series, and the rounds of each, which have two turns.
const GAMES: u64 = 20;
const GAME_ROUNDS: u64 = 10_000;
/// Games of one round: how long a run takes from its start to its end. For a turn's time, theirs is
/// subtracted, so that starting and ending games does not count.
const SHORT_GAMES: u64 = 2_000;
const FEW_ROUNDS: u64 = 1;

/// The smallest map, and what a bot reads in the middle of a game on it.
const MAP: &str = "1 2 2\n3 3\n";
const QUESTION: &str = "1\n2501 1\n2501 1\n1 3 1 2501\n1 3 2 2501\n";

/// The module of the native bench, whose answer is to pass.
const BOT: &str = include_str!("../../../../native/benches/hosts/echo.wat");
const BOT_FILE: &str = "passes.wasm";

#[tokio::main]
async fn main() -> Result<()> {
    println!("{:10} {:>14} {:>14} {:>6} {:>14}", "", "bare exchange", "in a series", "ratio", "a run");
    for kind in [BrowserKind::Chromium, BrowserKind::Firefox] {
        let browser = Browser::start(kind).await?;
        let measured = measure(&browser).await;
        browser.quit().await?;
        let [bare, ours, run] = measured?.map(|time| time.as_secs_f64() * 1e6);
        println!("{:10} {bare:11.2} us {ours:11.2} us {:6.2} {run:11.2} us", kind.to_string(), ours / bare);
    }
    Ok(())
}

/// The time of a turn, of the bare exchange and in a series; and of a run, with its half of a match
/// of one round.
async fn measure(browser: &Browser) -> Result<[Duration; 3]> {
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
    let workers = browser.script("return navigator.hardwareConcurrency", vec![]).await?;
    let workers = workers.as_u64().context("a number of processors")?.min(GAMES);
    let module = json!(BASE64_STANDARD.encode(bot));
    let (mut bare, mut ours, mut runs) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let exchange = "return exchangeBytes(...arguments)";
        let turn =
            browser.script(exchange, vec![module.clone(), json!(QUESTION), json!(EXCHANGED), json!(workers)]).await?;
        bare.push(Duration::from_secs_f64(turn.as_f64().context("a time")? / 1e3));
        let short = play_series(browser, SHORT_GAMES, FEW_ROUNDS).await?;
        runs.push(short / u32::try_from(2 * SHORT_GAMES / workers)?);
        let fixed = short * u32::try_from(GAMES)? / u32::try_from(SHORT_GAMES)?;
        let took = play_series(browser, GAMES, GAME_ROUNDS).await?.saturating_sub(fixed);
        let turns = GAMES * 2 * (GAME_ROUNDS - FEW_ROUNDS) / workers;
        ours.push(took / u32::try_from(turns)?);
    }
    Ok([bare, ours, runs].map(median))
}

/// The time of a series of games of this many rounds.
async fn play_series(browser: &Browser, games: u64, rounds: u64) -> Result<Duration> {
    browser.fill("rounds", &rounds.to_string()).await?;
    browser.find("rounds").await?.send_keys(Key::Tab).await?;
    browser.choose("series-games-number", &games.to_string()).await?;
    let begin = Instant::now();
    browser.click("play-series").await?;
    browser.wait_for_text("series-state", |text| text.replace(',', "") == format!("{games} games")).await?;
    Ok(begin.elapsed())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
