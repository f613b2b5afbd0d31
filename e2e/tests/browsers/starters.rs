//! What a visitor finds who presses *Write a bot* and then Run: each game's starter wins its match, as it
//! does natively.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use botyard_e2e::{Browser, Key, in_each_browser};
use serde_json::Value;

use crate::match_page::{MatchPage, native};

/// The options of the native program that say what [`shorten_bitmartyr`] sets.
const SHORT_BITMARTYR: &[&str] = &["--width", "20", "--height", "12", "--population", "2", "--duration", "20"];

fn path(game: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../starters/{game}/javascript/bot.js"))
}

/// Sets up a short match of two teams.
async fn shorten_bitmartyr(browser: &Browser) -> Result<()> {
    let match_page = MatchPage::new(browser);
    // What is shown first is long, and is set up once its bots are here.
    browser.wait_for_text("turn", |text| text.split(" / ").nth(1).is_some_and(|last| !last.starts_with('0'))).await?;
    browser.click("stop").await?;
    browser.click("settings").await?;
    for (id, number) in [("width", 20), ("height", 12), ("population", 2), ("duration", 20)] {
        match_page.number(id, number).await?;
    }
    while browser.find_all("seat-2").await?.len() + browser.find_all("seat-3").await?.len() > 0 {
        browser.click("remove-seat").await?;
    }
    Ok(())
}

/// Collects the texts that are saved from now on.
const CATCH_SAVED: &str = "
    window.saved = [];
    const create = window.createObjectURL ??= URL.createObjectURL;
    URL.createObjectURL = blob => { blob.text().then(text => window.saved.push(text)); return create.call(URL, blob); };
";

/// The match that is shown, as the page saves it.
async fn saved(browser: &Browser) -> Result<Value> {
    browser.script(CATCH_SAVED, vec![]).await?;
    browser.click("share").await?;
    browser.click("download").await?;
    let mut saved = Value::Null;
    let is_saved = async || {
        saved = browser.script("return window.saved[0] ?? null", vec![]).await?;
        Ok(!saved.is_null())
    };
    browser.wait_for("the match is saved", is_saved).await?;
    Ok(serde_json::from_str(saved.as_str().context("a file of text")?)?)
}

/// What a saved match says that each bot has read, printed and written to stderr in each turn, in
/// however many pieces.
fn words(saved: &Value) -> Result<BTreeMap<String, String>> {
    let mut words = BTreeMap::<_, String>::new();
    for passage in saved["transcript"].as_array().context("a saved match has a transcript")? {
        let what = format!("seat {}, after turn {}, {}", passage["seat"], passage["turn"], passage["stream"]);
        *words.entry(what).or_default() += passage["text"].as_str().context("words are text")?;
    }
    Ok(words)
}

/// The match of a game's starter against this bot, as the native program plays and saves it. The
/// starter has the name that the editor gives it, because games tell bots whom they play.
fn starter_natively(browser: &Browser, game: &str, opponent: &str, seed: u64) -> Result<Value> {
    let folder = tempfile::tempdir()?;
    let [bot, saved] = ["my-bot.js", "match.json"].map(|name| folder.path().join(name));
    std::fs::copy(path(game), &bot)?;
    let [bot, file] = [&bot, &saved].map(|path| path.to_str().context("a path in UTF-8"));
    let (seed, opponent) = (seed.to_string(), format!("builtin:{opponent}"));
    let options = if game == "bitmartyr" { SHORT_BITMARTYR } else { &[] };
    let play = [&["play", game, bot?, &opponent, "--seed", &seed, "-q", "--save", file?][..], options].concat();
    native::program(browser, play)?;
    Ok(serde_json::from_slice(&std::fs::read(&saved)?)?)
}

/// Opens the editor, which begins with the game's starter, and runs that: it wins, and the match on
/// the board is the native program's, turn by turn and word by word.
async fn starter_wins_as_natively(browser: &Browser, game: &str, opponent: &str, seed: u64) -> Result<()> {
    let match_page = MatchPage::new(browser);
    browser.open(&format!("#/{game}")).await?;
    if game == "bitmartyr" {
        shorten_bitmartyr(browser).await?;
    }
    match_page.seat(1, opponent).await?;
    match_page.seed(seed).await?;
    browser.click("write").await?;
    let text = std::fs::read_to_string(path(game))?;
    let first = text.lines().next().context("a starter has lines")?;
    browser.wait_for_text("write-text", |text| text.starts_with(first)).await?;
    browser.find("write-text").await?.send_keys(Key::Control + Key::Enter).await?;
    match_page.to_the_end_of("my-bot.js").await?;
    browser.wait_for_text("write-status", |text| text.starts_with("my-bot.js wins")).await?;

    let (here, there) = (saved(browser).await?, starter_natively(browser, game, opponent, seed)?);
    ensure!(here["turns"] == there["turns"], "other turns, or other times, than natively");
    let (here, there) = (words(&here)?, words(&there)?);
    if let Some(other) = there.keys().chain(here.keys()).find(|&what| here.get(what) != there.get(what)) {
        bail!("{other}: {:?}, and natively {:?}", here.get(other), there.get(other));
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
    Ok(())
}

in_each_browser! {
    async fn that_of_connect_four_beats_random(browser: &Browser) -> Result<()> {
        starter_wins_as_natively(browser, "connect-four", "random", 3).await
    }

    #[chromium_only]
    async fn that_of_stratego_beats_dummy(browser: &Browser) -> Result<()> {
        starter_wins_as_natively(browser, "stratego", "dummy", 7).await
    }

    #[chromium_only]
    async fn that_of_generals_beats_random(browser: &Browser) -> Result<()> {
        starter_wins_as_natively(browser, "generals", "random", 2).await
    }

    async fn that_of_bitmartyr_beats_random(browser: &Browser) -> Result<()> {
        starter_wins_as_natively(browser, "bitmartyr", "random", 3).await
    }
}
