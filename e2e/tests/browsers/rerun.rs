//! Reruns: another bot is asked what a bot was asked in a match, and its answers are compared, as
//! the native program does it.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Size, in_each_browser};
use serde_json::Value;

use crate::match_page::{MatchPage, native};

/// Whether two boards are higher than the window, and do not cover the timeline and a button.
const CONTROLS_IN_SIGHT: &str = r#"
    const at = name => document.querySelector(`[data-testid="${name}"]`).getBoundingClientRect();
    const shows = name => {
        const {left, top, width, height} = at(name);
        return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".transport") != null;
    };
    return document.querySelector(".fields").offsetHeight > innerHeight - 200 && shows("timeline") && shows("toggle");
"#;

/// How long the recorded bot took where both differ, in words.
const RECORDED_TIME: &str =
    "return document.querySelector('[data-testid=rerun-answer]')?.querySelector(':scope > .hint')?.textContent ?? null";

/// Asks this bot the questions of the inspected one, and returns the page's verdict.
async fn compare(browser: &Browser, bot: &str) -> Result<String> {
    browser.choose("rerun-bot", bot).await?;
    browser.wait_for_text("rerun-told", |told| told.contains("differ")).await
}

/// The turn in which this bot differs, according to the native program, in a match of these bots.
fn differs_natively(browser: &Browser, game: &str, bots: [&str; 2], bot: &str) -> Result<Value> {
    let folder = tempfile::tempdir()?;
    let saved = folder.path().join("match.json");
    let saved = saved.to_str().context("a path as text")?;
    native::play(browser, game, &bots, 5, &["--save", saved])?;
    let bot = native::module(browser, game, bot);
    let rerun = ["rerun", saved, "--seat", "2", "--json", bot.to_str().context("a path as text")?];
    let told = Command::new(&browser.setting().program).args(rerun).output()?.stdout;
    Ok(serde_json::from_slice::<Value>(&told)?["difference"]["turn"].take())
}

in_each_browser! {
    async fn a_bot_is_asked_again(browser: &Browser) -> Result<()> {
        for (game, bots, other) in [
            ("connect-four", ["tactician", "random"], "negamax"),
            ("stratego", ["forfax", "dummy"], "sleuth"),
            ("generals", ["greedy", "random"], "idle"),
        ] {
            let match_page = MatchPage::new(browser);
            browser.open(&format!("#/{game}")).await?;
            match_page.to_the_end().await?;
            match_page.plays_as_natively(game, &bots, 5).await?;
            browser.click("tab-inspector").await?;
            browser.click("inspect-1").await?;
            let told = compare(browser, bots[1]).await?;
            ensure!(told.starts_with("No difference: "), "{game}: {told}");
            let told = compare(browser, other).await?;
            let expected = differs_natively(browser, game, bots, other)?;
            ensure!(told == format!("{other} plays differently at turn {expected}."), "{game}: {told}, natively in turn {expected}");
            ensure!(browser.find_all("rerun-answer").await?.len() == 2, "{game}: both answers are shown");
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: the worker plays one match at a time. The rerun ended the page's first match for
    /// good, which was to get the transcript, and an unknown time was shown as `0 µs`.
    async fn a_bot_is_asked_again_as_soon_as_the_page_is_loaded_again(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        match_page.plays_as_natively("connect-four", &["tactician", "random"], 5).await?;
        browser.reload().await?;
        browser.click("tab-inspector").await?;
        browser.click("inspect-0").await?;
        compare(browser, "random").await?;
        let is_timed = async || {
            let time = browser.script(RECORDED_TIME, vec![]).await?;
            Ok(time.as_str().is_some_and(|time| time != "0 µs"))
        };
        browser.wait_for("the time of what was recorded", is_timed).await?;
        browser.click("rerun-close").await?;
        browser.wait_for_text("inspector", |text| text.contains("Turn ")).await?;
        ensure!(browser.find_all("words-note").await?.is_empty(), "the words are here");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    #[core]
    async fn the_match_goes_on_with_all_bots_beside_the_recorded_one(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        match_page.plays_as_natively("connect-four", &["tactician", "random"], 5).await?;
        browser.click("tab-inspector").await?;
        browser.click("inspect-1").await?;
        compare(browser, "negamax").await?;
        browser.click("rerun-play-on").await?;
        let told = browser.wait_for_text("rerun-told", |told| told.contains(" Then: ")).await?;
        ensure!(told.starts_with("negamax plays differently at turn "), "{told}");
        browser.find("beside").await?;
        let caption = browser.attribute("beside", "data-caption").await?;
        ensure!(caption.as_deref() == Some("negamax"), "{caption:?}");
        let chosen = browser.find("rerun-bot").await?.value().await?;
        ensure!(chosen.as_deref() == Some("connect-four-negamax"), "the list shows who was asked: {chosen:?}");
        browser.resize(Size::PHONE).await?;
        // What the page has said of the copied link would cover the controls.
        browser.advance(Duration::from_secs(10)).await?;
        for top in [0, 200] {
            browser.script("scrollTo(0, arguments[0])", vec![top.into()]).await?;
            let in_sight = async || Ok(browser.script(CONTROLS_IN_SIGHT, vec![]).await? == true);
            browser.wait_for("the controls are in sight below two boards", in_sight).await?;
        }
        browser.click("back").await?;
        browser.resize(Size::DESKTOP).await?;
        browser.click("rerun-close").await?;
        browser.wait_for("one board is left", async || Ok(browser.find_all("beside").await?.is_empty())).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
