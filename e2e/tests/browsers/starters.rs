//! A visitor presses *Write a bot* and then Run: the game's starter wins its match, as it does
//! natively.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail, ensure};
use botyard_e2e::{Browser, Key, in_each_browser};
use serde_json::Value;

use crate::javascript::starter;
use crate::match_page::{MatchPage, native};
use crate::saved::saved_text;

/// The seed of the match.
const SEED: &str = "3";

/// The input, output and stderr of each bot in each turn of a saved match, with passages of a turn
/// joined.
fn words(saved: &Value) -> Result<BTreeMap<String, String>> {
    let mut words = BTreeMap::<_, String>::new();
    for passage in saved["transcript"].as_array().context("a saved match has a transcript")? {
        let what = format!("seat {}, after turn {}, {}", passage["seat"], passage["turn"], passage["stream"]);
        *words.entry(what).or_default() += passage["text"].as_str().context("words are text")?;
    }
    Ok(words)
}

/// The match of Connect Four's starter against random, as the native program plays and saves it. The
/// starter has the name that the editor gives it, because games send bots their opponents' names.
fn starter_natively(browser: &Browser) -> Result<Value> {
    let folder = tempfile::tempdir()?;
    let [bot, saved] = ["my-bot.js", "match.json"].map(|name| folder.path().join(name));
    std::fs::copy(starter("connect-four"), &bot)?;
    let [bot, file] = [&bot, &saved].map(|path| path.to_str().context("a path in UTF-8"));
    let play = ["play", "connect-four", bot?, "builtin:random", "--seed", SEED, "-q", "--save", file?];
    native::program(browser, play)?;
    Ok(serde_json::from_slice(&std::fs::read(&saved)?)?)
}

/// Opens the editor, which begins with the game's starter, and runs it: it wins, and the match on
/// the board is the native program's, turn by turn and byte by byte.
pub(crate) async fn starter_wins_as_natively(browser: &Browser) -> Result<()> {
    let match_page = MatchPage::new(browser);
    browser.open("#/connect-four").await?;
    match_page.seat(1, "random").await?;
    match_page.seed(SEED.parse()?).await?;
    browser.click("write").await?;
    let text = std::fs::read_to_string(starter("connect-four"))?;
    let first = text.lines().next().context("a starter has lines")?;
    browser.wait_for_text("write-text", |text| text.starts_with(first)).await?;
    browser.find("write-text").await?.send_keys(Key::Control + Key::Enter).await?;
    match_page.to_the_end_of("my-bot.js").await?;
    browser.wait_for_text("write-status", |text| text.starts_with("my-bot.js wins")).await?;

    let here: Value = serde_json::from_str(&saved_text(browser, &["share", "download"]).await?)?;
    let there = starter_natively(browser)?;
    ensure!(here["turns"] == there["turns"], "other turns, or other times, than natively");
    let (here, there) = (words(&here)?, words(&there)?);
    if let Some(other) = there.keys().chain(here.keys()).find(|&what| here.get(what) != there.get(what)) {
        bail!("{other}: {:?}, and natively {:?}", here.get(other), there.get(other));
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
    Ok(())
}

in_each_browser! {
    #[core]
    async fn that_of_connect_four_beats_random(browser: &Browser) -> Result<()> {
        starter_wins_as_natively(browser).await
    }
}
