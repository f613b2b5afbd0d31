//! Measures BitMartyr in a browser, where bots are started afresh all the time: a run with its share
//! of a match, and turns on a large board. The native bench `bitmartyr` measures such matches, too.

use std::cmp::Ordering;
use std::time::{Duration, Instant};

use anyhow::Result;
use botyard_e2e::Browser;

use super::{play_series, set_number};

/// The module of the native bench, whose answer is to stay.
const BOT: &str = include_str!("../../../../native/benches/bitmartyr/stay.wat");
const BOT_FILE: &str = "stays.wasm";
/// Width, height, units of each team and turns of a match with so many runs that its start does not
/// matter.
const MANY_RUNS: [u32; 4] = [40, 40, 100, 50];
const TEAMS: u32 = 4;
const GAMES: u32 = 20;

/// The same numbers of the match on a large board.
const LARGE: [u32; 4] = [400, 400, 1000, 100];
/// Its bots.
const BOTS: [&str; 7] = ["hunter", "random", "right", "scared", "up", "wall", "waterfall"];

/// Opens the page of the game, and waits until the match that it plays by itself has ended.
pub(super) async fn open(browser: &Browser) -> Result<()> {
    browser.open("#/bitmartyr").await?;
    let begins = |text: &str| text.split(" / ").nth(1).is_some_and(|last| !last.starts_with('0'));
    browser.wait_for_text("turn", begins).await?;
    let has_ended = "return !document.querySelector('[data-testid=stop]')";
    browser.wait_for("the first match ends", async || Ok(browser.script(has_ended, vec![]).await? == true)).await?;
    // The page remembers whether they were open in the last game.
    browser.script("document.querySelector('[data-testid=settings]').parentElement.open = true", vec![]).await?;
    Ok(())
}

/// The time of a run in a series of games with a run for each unit, where this many workers play.
pub(super) async fn measure_run(browser: &Browser, workers: u32) -> Result<Duration> {
    set_up(browser, MANY_RUNS, TEAMS, "basic").await?;
    browser.drop_bytes("seat-0", BOT_FILE, &wat::parse_str(BOT)?).await?;
    browser.wait_for_text("toast", |text| text.starts_with(BOT_FILE) && text.contains(" will play ")).await?;
    for seat in 0..TEAMS {
        browser.choose(&format!("seat-{seat}-choice"), BOT_FILE).await?;
    }
    let [_, _, population, turns] = MANY_RUNS;
    Ok(play_series(browser, GAMES).await? * workers / (GAMES * TEAMS * population * turns))
}

/// The time of a turn of a match that the page shows, between seven different bots on a large board.
pub(super) async fn measure_large_board(browser: &Browser) -> Result<Duration> {
    set_up(browser, LARGE, BOTS.len() as u32, "standard").await?;
    for (seat, name) in BOTS.iter().enumerate() {
        browser.choose(&format!("seat-{seat}-choice"), name).await?;
    }
    let [.., turns] = LARGE;
    let begin = Instant::now();
    browser.click("play").await?;
    browser.wait_for_text("turn", |text| text.ends_with(&format!(" / {turns}"))).await?;
    Ok(begin.elapsed() / turns)
}

/// Sets the numbers of the form, the number of teams and the format of their bots.
async fn set_up(browser: &Browser, numbers: [u32; 4], teams: u32, format: &str) -> Result<()> {
    for (id, number) in ["width", "height", "population", "duration"].into_iter().zip(numbers) {
        set_number(browser, id, number).await?;
    }
    let seats = "return document.querySelectorAll('[data-testid^=seat-][data-testid$=-choice]').length";
    browser
        .wait_for("a seat for each team", async || {
            let seats = browser.script(seats, vec![]).await?.as_u64().unwrap_or_default();
            match seats.cmp(&teams.into()) {
                Ordering::Less => browser.click("add-seat").await?,
                Ordering::Equal => return Ok(true),
                Ordering::Greater => browser.click("remove-seat").await?,
            }
            Ok(false)
        })
        .await?;
    for seat in 0..teams {
        browser.choose(&format!("wire-{seat}"), format).await?;
    }
    Ok(())
}
