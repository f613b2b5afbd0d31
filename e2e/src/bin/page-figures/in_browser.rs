//! Measurements in a browser. Each visit is a new visitor's, whose caches are empty.

use std::time::Instant;

use anyhow::{Context, Result};
use botyard_e2e::{Browser, BrowserKind, Key, NetworkLink, StaticServer};

use super::fresh_runs;
use super::large_boards;
use super::table::{Figure, FigureColumn};
use super::{ALL_GAMES, FIRST_GAME, GAME, GAMES, MEMORY_IN_SERIES, OPPONENT, SAME_IDEA, SAME_IDEA_SPEED, SCRIPT};
use super::{SCRIPT_SPEED, TRIVIAL_GAMES, TRIVIAL_SPEED};

/// A slow mobile network, in bytes per second: 1.6 Mbit/s.
const SLOW: u32 = 200_000;
/// How many times slower a phone computes than a desktop.
const PHONE: u32 = 4;

/// Starts the browser, measures everything, and ends it; with a profile, measures the large boards
/// alone.
///
/// # Errors
/// When the page does not show what is measured.
pub async fn measure(kind: BrowserKind, is_profiled: bool) -> Result<FigureColumn> {
    let browser = Browser::start(kind).await?;
    let measured = match is_profiled {
        true => large_boards::measure(&browser, kind == BrowserKind::Chromium).await,
        false => measure_all(&browser).await,
    };
    browser.quit().await?;
    measured
}

async fn measure_all(browser: &Browser) -> Result<FigureColumn> {
    let mut column = measure_slow_visit(browser, None).await?;
    if browser.kind() == BrowserKind::Chromium {
        column.extend(measure_slow_visit(browser, Some(PHONE)).await?);
    }
    column.extend(measure_author(browser).await?);
    column.extend(measure_series(browser).await?);
    column.extend(fresh_runs::measure(browser).await?);
    column.extend(large_boards::measure(browser, false).await?);
    Ok(column)
}

/// Measures a first visit over a slow network: the bytes, and the times.
async fn measure_slow_visit(browser: &Browser, slower: Option<u32>) -> Result<FigureColumn> {
    let server = StaticServer::start_compressed(&browser.setting().dist).await?;
    let link = NetworkLink::open(server.port(), Some(SLOW)).await?;
    let visitor = browser.another().await?;
    if let Some(factor) = slower {
        visitor.slow_processor(factor).await?;
    }
    let begin = Instant::now();
    visitor.open_address(&format!("{}#/{GAME}", StaticServer::address_at(link.port()))).await?;
    visitor.find("board").await.context("the first board")?;
    let (board, board_bytes) = (begin.elapsed(), link.carried());
    visitor.click("play").await?;
    visitor.wait_for_text("turn", |text| !text.trim_end().ends_with("/ 0")).await.context("the first move")?;
    let (first_move, match_bytes) = (begin.elapsed(), link.carried());
    visitor.quit().await?;
    Ok(match slower {
        None => vec![
            ("bytes to the first board", Figure::Bytes(board_bytes)),
            ("bytes to the first move", Figure::Bytes(match_bytes)),
            ("first board at 1.6 Mbit/s", Figure::Time(board)),
            ("first move at 1.6 Mbit/s", Figure::Time(first_move)),
        ],
        Some(_) => vec![
            ("first board, the page 4 times slower", Figure::Time(board)),
            ("first move, the page 4 times slower", Figure::Time(first_move)),
        ],
    })
}

/// Measures an author's visit: opens the editor and runs the starter against the opponent.
async fn measure_author(browser: &Browser) -> Result<FigureColumn> {
    let server = StaticServer::start_compressed(&browser.setting().dist).await?;
    let link = NetworkLink::open(server.port(), None).await?;
    let author = browser.another().await?;
    author.open_address(&format!("{}#/{GAME}", StaticServer::address_at(link.port()))).await?;
    author.find("board").await?;
    let page = author.memory();
    author.open_address(&format!("{}#/{GAME}/write", StaticServer::address_at(link.port()))).await?;
    let text = author.find("write-text").await.context("the editor")?;
    let editor_bytes = link.carried();
    author.choose("seat-1-choice", OPPONENT).await?;
    let begin = Instant::now();
    text.send_keys(Key::Control + Key::Enter).await?;
    author.wait_for_text("write-status", |text| text.starts_with("my-bot.js wins")).await.context("the first game")?;
    let (first_game, run_bytes) = (begin.elapsed(), link.carried());
    let mut in_series = None;
    let is_over = async || {
        in_series = in_series.max(author.memory());
        Ok(author.text("run-state").await? == format!("my-bot.js: {GAMES} games"))
    };
    author.wait_for("the run", is_over).await?;
    let all_games = begin.elapsed();
    author.quit().await?;
    let mut column = vec![
        ("bytes to the editor", Figure::Bytes(editor_bytes)),
        ("bytes to the first run of a script", Figure::Bytes(run_bytes)),
        (FIRST_GAME, Figure::Time(first_game)),
        (ALL_GAMES, Figure::Time(all_games)),
    ];
    column.extend(page.map(|bytes| ("memory of the browser with the page", Figure::Bytes(bytes))));
    column.extend(in_series.map(|bytes| (MEMORY_IN_SERIES, Figure::Bytes(bytes))));
    Ok(column)
}

/// Measures series that are played in the page's panel.
async fn measure_series(browser: &Browser) -> Result<FigureColumn> {
    let visitor = browser.another().await?;
    visitor.open(&format!("#/{GAME}")).await?;
    visitor.drop_bytes("seat-0", "bot.js", &std::fs::read(SCRIPT)?).await?;
    visitor.wait_for_text("toast", |text| text.starts_with("bot.js") && text.contains(" will play ")).await?;
    let script = play_series(&visitor, "bot.js", GAMES).await?;
    let same_idea = play_series(&visitor, SAME_IDEA, GAMES).await?;
    let trivial = play_series(&visitor, OPPONENT, TRIVIAL_GAMES).await?;
    visitor.quit().await?;
    Ok(vec![
        (SCRIPT_SPEED, Figure::Rate(script)),
        (SAME_IDEA_SPEED, Figure::Rate(same_idea)),
        (TRIVIAL_SPEED, Figure::Rate(trivial)),
    ])
}

/// Plays a series of a bot against the opponent; returns the games per second.
async fn play_series(visitor: &Browser, bot: &str, games: u64) -> Result<f64> {
    visitor.choose("seat-0-choice", bot).await?;
    visitor.choose("seat-1-choice", OPPONENT).await?;
    visitor.choose("series-games-number", &games.to_string()).await?;
    let begin = Instant::now();
    visitor.click("play-series").await?;
    let row = "return document.querySelector('[data-testid=series-table] tbody tr')?.cells[0].textContent ?? ''";
    let is_over = async || {
        let name = visitor.script(row, vec![]).await?;
        let is_shown = name.as_str().is_some_and(|name| name.starts_with(bot));
        Ok(is_shown && visitor.text("series-state").await? == format!("{games} games"))
    };
    visitor.wait_for(&format!("a series of {bot}"), is_over).await?;
    Ok(games as f64 / begin.elapsed().as_secs_f64())
}
