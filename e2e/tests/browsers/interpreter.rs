//! The page where modules are interpreted: in a browser that cannot suspend them, and where the
//! address requests it. The matches are the same, a bot that loops does not block the page, and the
//! page explains why matches take longer.

use crate::javascript::{plays_as_natively, starter};
use crate::match_page::{MatchPage, TwoTeams};
use crate::starters::starter_wins_as_natively;
use anyhow::{Context as _, Result};
use botyard_e2e::{Browser, in_each_browser};

/// The part of the address that requests the interpreter, and a game.
fn interpreted(game: &str) -> String {
    format!("?interpreter#/{game}")
}

/// Whether the worker with the interpreter was fetched.
async fn has_fetched_interpreter(browser: &Browser) -> Result<bool> {
    let script =
        "return performance.getEntriesByType('resource').some(entry => entry.name.includes('interpreter_loader'))";
    Ok(browser.script(script, vec![]).await? == true)
}

in_each_browser! {
    async fn the_page_says_that_bots_are_interpreted_where_they_are(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        MatchPage::new(browser).to_the_end().await?;
        assert!(browser.find_all("browser-notice").await?.is_empty(), "modules are suspended here");
        assert!(!has_fetched_interpreter(browser).await?, "nobody needs it here");
        browser.open(&interpreted("connect-four")).await?;
        browser.wait_for_text("browser-notice", |text| text.contains("slower") && text.contains("interpreted")).await?;
        assert!(has_fetched_interpreter(browser).await?);
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn connect_four_is_the_same_as_natively(browser: &Browser) -> Result<()> {
        browser.open(&interpreted("connect-four")).await?;
        let match_page = MatchPage::new(browser);
        match_page.plays_as_natively("connect-four", &["tactician", "random"], 7).await?;
        let link = match_page.link().await?;
        assert!(!link.contains("interpreter"), "a visitor with a link need not wait: {link}");
        Ok(())
    }

    async fn stratego_is_the_same_as_natively(browser: &Browser) -> Result<()> {
        browser.open(&interpreted("stratego")).await?;
        MatchPage::new(browser).plays_as_natively("stratego", &["forfax", "dummy"], 7).await
    }

    async fn generals_is_the_same_as_natively(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open(&interpreted("generals")).await?;
        // While bots come in, the page may still write into the field of the seed.
        match_page.to_the_end().await?;
        match_page.plays_as_natively("generals", &["greedy", "random"], 7).await
    }

    async fn bitmartyr_is_the_same_as_natively(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open(&interpreted("bitmartyr")).await?;
        browser.click("stop").await?;
        // Bots that arrive while a field is being filled would have it drawn anew.
        match_page.seat(0, "hunter").await?;
        match_page.seat(1, "random").await?;
        match_page.set_up(TwoTeams::SHORT).await?;
        let options = TwoTeams::SHORT.options();
        let options: Vec<_> = options.iter().map(String::as_str).collect();
        match_page.plays_as_natively_under("bitmartyr", &["hunter", "random"], 7, &options).await
    }

    async fn a_script_is_the_same_as_natively(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open(&interpreted("connect-four")).await?;
        match_page.seat(1, "random").await?;
        let path = starter("connect-four");
        browser.drop_file("seat-0", &path).await?;
        match_page.seat_shows(0, "bot.js").await?;
        let path = path.to_str().context("a path in UTF-8")?;
        plays_as_natively(browser, "connect-four", [path, "builtin:random"]).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The page waits some seconds, by the clock, for its worker's answer to a stop.
    #[alone]
    async fn a_looping_bot_can_be_stopped(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open(&interpreted("connect-four")).await?;
        browser.click("stop").await?;
        browser.click("settings").await?;
        match_page.number("time-limit", 600).await?;
        browser.drop_file("seat-0", &browser.setting().bots.join("hostile-loop.wasm")).await?;
        match_page.seat_shows(0, "hostile-loop").await?;
        match_page.begin().await?;
        browser.click("stop").await?;
        browser.wait_for_text("verdict", |text| text == "Stopped before the first turn.").await?;
        // The worker has answered, and was not replaced for being silent.
        let told = "return [...document.querySelectorAll('[data-testid=toast]')].map(toast => toast.textContent).join()";
        let told = browser.script(told, vec![]).await?;
        assert!(!told.as_str().unwrap_or_default().contains("match worker"), "{told}");
        match_page.seat(0, "random").await?;
        match_page.seat(1, "random").await?;
        match_page.begin().await?;
        match_page.to_the_end_of("random").await
    }

    #[without_jspi]
    async fn a_browser_that_cannot_suspend_a_module_plays_all_the_same(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        assert_eq!(browser.script("return typeof WebAssembly.Suspending", vec![]).await?, "undefined");
        browser.wait_for_text("browser-notice", |text| text.contains("interpreted")).await?;
        MatchPage::new(browser).plays_as_natively("connect-four", &["random", "tactician"], 7).await
    }

    /// A script's interpreter is itself interpreted: that is slow, and a notice explains it; but
    /// the match is the same, byte by byte, as on any host with this seed.
    #[without_jspi]
    async fn a_draft_plays_where_modules_cannot_be_suspended(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        browser.wait_for_text("browser-notice", |text| text.contains("slower")).await?;
        starter_wins_as_natively(browser).await
    }
}
