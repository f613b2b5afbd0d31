//! The report on the turn that lost a match: the page makes it of a match that is opened, and a person
//! plays on from there.

use std::process::Command;
use std::time::Duration;

use crate::match_page::{MatchPage, native};
use crate::series;
use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, in_each_browser};
use serde_json::{Value, json};

/// How many arrows are on the board.
const ARROWS: &str = "return document.querySelectorAll('[data-testid=board] .annotation-path').length";

/// Opens the first listed game of which the turn that lost it is named, and returns that turn.
const FIRST_LOST_TURN: &str = r"
    for (const told of document.querySelectorAll('.lost-turn')) {
        const turn = /^Turn (\d+):/.exec(told.textContent);
        if (!turn) continue;
        told.closest('.series-game').click();
        return Number(turn[1]);
    }
    return null;
";

/// The report of the native program on the match of a link.
fn analyse_natively(browser: &Browser, link: &str) -> Result<Value> {
    let told = Command::new(&browser.setting().program).args(["analyse", link, "--json"]).output()?.stdout;
    Ok(serde_json::from_slice(&told)?)
}

in_each_browser! {
    #[core]
    async fn an_opened_match_says_which_turn_lost_it(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        let words = ["play", "connect-four", "builtin:negamax", "builtin:tactician", "--seed", "5", "--json"];
        let played: Value = serde_json::from_slice(&native::program(browser, words)?)?;
        let link = played["link"].as_str().context("a link")?;
        let report = analyse_natively(browser, link)?;
        let sentence = report["sentence"].as_str().context("a sentence")?;
        let turn = report["decisive_turn"].as_u64().context("a decisive turn")?;
        browser.open(link.trim_start_matches(|start| start != '#')).await?;
        browser.wait_for_text("loss-sentence", |told| told == sentence).await?;
        let course = browser.attribute("loss-course", "aria-label").await?.unwrap_or_default();
        ensure!(course.contains("red wins from turn"), "{course}");

        browser.click("loss-show").await?;
        browser.wait_for_text("turn", |shown| shown.contains(&format!("{} /", turn - 1))).await?;
        let kept = report["turns"][turn as usize - 1]["wins"].as_array().map_or(0, Vec::len);
        let drawn = browser.script(ARROWS, vec![]).await?;
        ensure!(drawn.as_u64() > Some(1), "{drawn} arrows, {kept} winning columns");

        browser.click("play-on").await?;
        match_page.awaits_person(turn as usize - 1).await?;
        assert_eq!(browser.script(ARROWS, vec![]).await?, json!(0), "that was the other match");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn the_chances_are_estimated_in_a_game_without_a_judge(browser: &Browser) -> Result<()> {
        let words = ["play", "generals", "builtin:hunter", "builtin:greedy", "--seed", "5", "--json"];
        let played: Value = serde_json::from_slice(&native::program(browser, words)?)?;
        let link = played["link"].as_str().context("a link")?;
        let report = analyse_natively(browser, link)?;
        let sentence = report["sentence"].as_str().context("a sentence")?;
        ensure!(sentence.contains("by estimate."), "{sentence}");
        browser.open(link.trim_start_matches(|start| start != '#')).await?;
        browser.wait_for_text("loss-sentence", |told| told == sentence).await?;
        let course = browser.attribute("loss-course", "aria-label").await?.unwrap_or_default();
        ensure!(course.starts_with("chance of blue by estimate: 50 % "), "{course}");
        ensure!(browser.find_all("loss-keep").await?.is_empty(), "no better move is known");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn a_match_that_was_played_is_analysed_on_request(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        match_page.plays_as_natively("connect-four", &["tactician", "random"], 5).await?;
        browser.advance(Duration::from_secs(10)).await?;
        browser.click("last").await?;
        ensure!(browser.find_all("loss-report").await?.is_empty(), "nobody has asked for it");
        browser.click("why-lost").await?;
        browser.wait_for_text("loss-sentence", |told| told.starts_with("Turn ") || told.starts_with("The match was lost")).await?;
        browser.click("loss-keep").await?;
        browser.find("series-keep-case").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn the_lost_games_of_a_series_name_their_turns(browser: &Browser) -> Result<()> {
        series::begin(browser, ["tactician", "negamax"], 10, 5).await?;
        series::is_over(browser, 10).await?;
        browser.choose("series-filter", "losses of tactician").await?;
        browser.click("series-find-losses").await?;
        let told = browser.wait_for_text("series-losses", |told| told.starts_with("Of ") && !told.contains("Stop")).await?;
        ensure!(told.contains(" lost from a won position, "), "{told}");
        let turn = browser.script(FIRST_LOST_TURN, vec![]).await?;
        let turn = turn.as_u64().context("a game has a turn that lost it")?;
        browser.wait_for_text("turn", |shown| shown.contains(&format!("{} /", turn - 1))).await?;
        browser.wait_for_text("loss-sentence", |told| told.starts_with(&format!("Turn {turn}: "))).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
