//! Bots in TypeScript: what plays of them is the same as natively, and their errors are told. A page
//! that was built without their translator has none of this.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Key, in_each_browser};

use crate::javascript::plays_as_natively;
use crate::match_page::MatchPage;
use crate::write::{begins, write};

/// The path of a game's starter.
fn starter(game: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../starters/{game}/typescript/bot.ts"))
}

/// What the completion offers: the words of each line, and the explanation of the chosen one.
const OFFERED: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    return [...root.querySelectorAll('.cm-tooltip-autocomplete li, .cm-completionInfo')].map(({ textContent }) => textContent).join('; ');
";

/// Waits until the completion offers this.
async fn offers(browser: &Browser, expected: &str) -> Result<()> {
    let mut last = String::new();
    let is_offered = async || {
        last = browser.script(OFFERED, vec![]).await?.as_str().unwrap_or_default().to_owned();
        Ok(last.contains(expected))
    };
    let waited = browser.wait_for("the completion", is_offered).await;
    ensure!(waited.is_ok(), "it offers {last}, and not {expected}");
    Ok(())
}

/// Whether the translator was built: `cargo xtask test` demands it in CI, and says so elsewhere.
fn is_built() -> bool {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/page-bots/typescript.js").is_file()
}

in_each_browser! {
    /// The browser translates the starters to the same bytes as the interpreter does natively: the
    /// links have their hashes.
    #[core]
    async fn the_starters_in_typescript_play_as_natively(browser: &Browser) -> Result<()> {
        if !is_built() {
            return Ok(());
        }
        let match_page = MatchPage::new(browser);
        for (game, opponent) in [("connect-four", "random"), ("stratego", "dummy"), ("generals", "random")] {
            browser.open(&format!("#/{game}")).await?;
            match_page.seat(1, opponent).await?;
            let path = starter(game);
            browser.drop_bytes("seat-0", "bot.ts", &std::fs::read(&path)?).await?;
            match_page.seat_shows(0, "bot.ts").await?;
            let path = path.to_str().context("a path in UTF-8")?;
            plays_as_natively(browser, game, [path, &format!("builtin:{opponent}")]).await?;
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn a_file_that_cannot_be_translated_is_told(browser: &Browser) -> Result<()> {
        if !is_built() {
            return Ok(());
        }
        browser.open("#/connect-four").await?;
        browser.drop_bytes("seat-0", "mine.ts", b"let a: number =\n  ;\n").await?;
        browser.wait_for_text("toast", |text| text.contains("SyntaxError: Unexpected token (mine.ts:2:3)")).await?;
        Ok(())
    }

    /// Ctrl-Space offers what is declared for bots, with its type; Enter takes it.
    async fn what_a_bot_can_call(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four/write?lang=typescript").await?;
        browser.wait_for_text("write-text", |text| text.contains("type Player = ")).await?;
        write(browser, "").await?;
        browser.keys("readl").await?;
        browser.keys(Key::Control + " ").await?;
        offers(browser, "readline(): string | null").await?;
        offers(browser, "The next line that the bot is sent").await?;
        browser.keys(Key::Enter).await?;
        begins(browser, "readline").await?;
        browser.keys("(); console.").await?;
        browser.keys(Key::Control + " ").await?;
        offers(browser, "error(...values: unknown[]) => void").await?;
        browser.open("#/connect-four/write?lang=python").await?;
        browser.wait_for_text("write-text", |text| text.contains("import random")).await?;
        write(browser, "").await?;
        browser.keys("sys.std").await?;
        browser.keys(Key::Control + " ").await?;
        offers(browser, "stderrTextIO").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The build is kept with what plays of it: it plays in a later visit, and its types are in the
    /// editor.
    async fn a_draft_in_typescript_is_run_and_kept(browser: &Browser) -> Result<()> {
        if !is_built() {
            return Ok(());
        }
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four/write?lang=typescript").await?;
        browser.wait_for_text("write-text", |text| text.contains("type Player = ")).await?;
        match_page.seat(1, "random").await?;
        browser.click("write-run").await?;
        match_page.seat_shows(0, "my-bot.ts").await?;
        browser.wait_for_text("write-status", |text| text.contains(" wins: ") || text.contains("raw")).await?;
        browser.reload().await?;
        match_page.seat_shows(0, "my-bot.ts").await?;
        match_page.begin().await?;
        match_page.to_the_end().await?;
        browser.wait_for_text("write-text", |text| text.contains("type Player = ")).await?;
        Ok(())
    }
}
