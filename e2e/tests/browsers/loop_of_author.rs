//! The loop of who writes a bot in the page: run, numbers, a loss at its turn, builds, all beside the text.

use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Key, in_each_browser};
use serde_json::json;

use crate::match_page::MatchPage;

/// What is drawn of the text.
const TEXT: &str = "return document.querySelector('[data-testid=bot-editor]')?.shadowRoot.querySelector('.cm-content')?.innerText ?? ''";

/// Presses the loss that is listed first; says what it is called.
const OPEN_LOSS: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    const loss = root.querySelector('[data-testid=run-losses] .loss');
    const words = loss?.textContent;
    loss?.click();
    return words ?? '';
";

/// How many losses are listed, and how wide the panel is drawn beyond the window.
const LOSSES: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    return [root.querySelectorAll('.loss').length, document.documentElement.scrollWidth - innerWidth];
";

/// Whether the board and the text are both in sight.
const BOTH_IN_SIGHT: &str = "
    const text = document.querySelector('[data-testid=bot-editor]').shadowRoot.querySelector('.cm-content');
    return [document.querySelector('[data-testid=board]'), text].every(part => {
        const { top, bottom } = part.getBoundingClientRect();
        return top < innerHeight && bottom > 0;
    });
";

/// How many games count by now, of the draft's file `my-bot.js`, of the series that is told of.
async fn counted(browser: &Browser) -> Result<u64> {
    let text = browser.text("run-state").await?;
    let digits = text.rsplit_once(": ").map_or("", |(_, rest)| rest);
    let digits: String = digits.trim_start_matches("stopped after ").chars().take_while(char::is_ascii_digit).collect();
    Ok(digits.parse().unwrap_or(0))
}

/// Opens the editor of a game against this bot.
async fn open(browser: &Browser, game: &str, opponent: &str) -> Result<()> {
    browser.open(&format!("#/{game}/write")).await?;
    begins(browser, "//").await?;
    let match_page = MatchPage::new(browser);
    match_page.seat(1, opponent).await?;
    match_page.seed(3).await
}

/// Waits until the text begins so.
async fn begins(browser: &Browser, start: &str) -> Result<()> {
    let mut last = json!("");
    let begins = async || {
        last = browser.script(TEXT, vec![]).await?;
        Ok(last.as_str().is_some_and(|text| text.starts_with(start)))
    };
    let waited = browser.wait_for("the text", begins).await;
    waited.with_context(|| format!("it is {last}, and not {start:?}"))
}

/// Puts a line before the text.
async fn write_first(browser: &Browser, line: &str) -> Result<()> {
    browser.find("write-text").await?.send_keys(Key::Control + Key::Home).await?;
    browser.keys(line).await?;
    browser.keys(Key::Enter).await?;
    begins(browser, line).await
}

async fn run(browser: &Browser) -> Result<()> {
    browser.find("write-text").await?.send_keys(Key::Control + Key::Enter).await
}

async fn state_is(browser: &Browser, state: &str) -> Result<()> {
    let waited = browser.wait_for_text("run-state", |text| text == state).await;
    waited.map(drop).with_context(|| format!("not {state:?}"))
}

in_each_browser! {
    /// A match on the board and a series beside it; then the next build against the one before; the difference, and the way back.
    async fn a_build_has_numbers_and_is_compared_with_the_one_before(browser: &Browser) -> Result<()> {
        open(browser, "connect-four", "random").await?;
        run(browser).await?;
        browser.wait_for_text("write-status", |text| text == "my-bot.js wins: four in a row.").await?;
        state_is(browser, "my-bot.js: 100 games").await?;
        let table = browser.text("run-table").await?;
        ensure!(table.contains("random") && table.contains("Elo (95 %)"), "{table}");
        ensure!(browser.find_all("series-state").await?.is_empty(), "the editor is still shown");
        write_first(browser, "// another").await?;
        run(browser).await?;
        state_is(browser, "my-bot.js, build 2: 200 games").await?;
        let table = browser.text("run-table").await?;
        ensure!(table.contains("random") && table.contains("my-bot.js"), "{table}");

        // What came of it is kept.
        browser.reload().await?;
        begins(browser, "// another").await?;
        browser.wait_for_text("run-state", |text| text.starts_with("Build 2: ") && text.ends_with(" of 200 games")).await?;
        browser.click("write-builds").await?;
        for build in ["build-1", "build-2"] {
            browser.wait_for_text(build, |text| text.contains("against random: Elo ")).await?;
        }
        browser.wait_for_text("build-2", |text| text.contains("against my-bot.js: Elo ")).await?;
        browser.click("build-diff-1").await?;
        browser.wait_for_text("diff-text", |text| text.contains("// another") && text.contains("// A Connect Four bot.")).await?;
        browser.click("builds-all").await?;
        browser.click("build-back-1").await?;
        begins(browser, "// A Connect Four bot.").await?;
        browser.find("write-text").await?.send_keys(Key::Control + "z").await?;
        begins(browser, "// another").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The game that it lost, at the turn in which it failed, and the line of its text.
    async fn a_loss_is_opened_beside_the_text(browser: &Browser) -> Result<()> {
        open(browser, "connect-four", "negamax").await?;
        browser.find("write-text").await?.send_keys(Key::Control + "a").await?;
        for line in ["print('p');", "readline();", "null.column;"] {
            browser.keys(line).await?;
            browser.keys(Key::Enter).await?;
        }
        begins(browser, "print('p');").await?;
        run(browser).await?;
        state_is(browser, "my-bot.js: 100 games").await?;
        browser.wait_for("its losses are listed", async || Ok(browser.script(LOSSES, vec![]).await?[0].as_u64() > Some(0))).await?;
        let match_page = MatchPage::new(browser);
        match_page.to_the_end().await?;
        let words = browser.script(OPEN_LOSS, vec![]).await?;
        let words = words.as_str().unwrap_or_default();
        ensure!(words.starts_with("negamax as player ") && words.contains(" in 1 turn, exited"), "{words}");
        browser.wait_for("the game", async || Ok(browser.route().await?.contains("/connect-four/r/"))).await?;
        browser.wait_for_text("write-told", |text| text.starts_with("my-bot.js: bot.js, line 3: TypeError")).await?;
        browser.wait_for("the board beside the text", async || Ok(browser.script(BOTH_IN_SIGHT, vec![]).await? == true)).await?;
        match_page.seat_shows(1, "negamax").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// A long series is stopped and gone on with, goes on after a reload, and gives way to that of the next build.
    async fn a_run_is_stopped_reloaded_and_replaced(browser: &Browser) -> Result<()> {
        open(browser, "generals", "hunter").await?;
        run(browser).await?;
        browser.wait_for("games count", async || Ok(counted(browser).await? > 0)).await?;
        browser.click("run-stop").await?;
        browser.wait_for_text("run-state", |text| text.starts_with("my-bot.js: stopped after ")).await?;
        let stopped = counted(browser).await?;
        browser.click("run-stop").await?;
        browser.wait_for("it goes on", async || Ok(counted(browser).await? > stopped)).await?;
        browser.reload().await?;
        begins(browser, "//").await?;
        browser.wait_for_text("run-state", |text| text.starts_with("my-bot.js: ") && text.contains(" of 100 games")).await?;
        let before = counted(browser).await?;
        ensure!(before >= stopped, "{before} games, and {stopped} before the reload");
        write_first(browser, "// another").await?;
        run(browser).await?;
        browser.wait_for_text("run-state", |text| text.starts_with("my-bot.js, build 2: ")).await?;
        browser.wait_for("games of the new build", async || Ok(counted(browser).await? > 0)).await?;
        browser.click("run-stop").await?;
        browser.click("write-builds").await?;
        for build in ["build-1", "build-2"] {
            browser.wait_for_text(build, |text| text.contains(" won, ")).await?;
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// A person's seat lets no series be played, and a case that is kept is asked of every run.
    async fn cases_are_asked_and_a_missing_series_is_explained(browser: &Browser) -> Result<()> {
        open(browser, "connect-four", "random").await?;
        let match_page = MatchPage::new(browser);
        browser.click("tab-moves").await?;
        match_page.begin().await?;
        match_page.to_the_end().await?;
        browser.click("tab-inspector").await?;
        browser.click("inspect-0").await?;
        browser.click("keep-case").await?;
        browser.click("series-keep-case").await?;
        browser.find("cases-table").await?;
        browser.click("tab-write").await?;
        run(browser).await?;
        browser.wait_for_text("run-cases", |text| text.contains(" pass")).await?;
        state_is(browser, "my-bot.js: 100 games").await?;
        browser.click("run-cases").await?;
        browser.find("cases-table").await?;
        browser.click("tab-write").await?;
        match_page.seat(1, "Me").await?;
        run(browser).await?;
        state_is(browser, "No series: A series is played by bots only: choose a bot for each player.").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
