//! Bots in Python: the same matches as natively, errors that name their lines, and a download that
//! breaks off. A page that was built without their interpreter has none of this.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, in_each_browser};

use crate::javascript::plays_as_natively;
use crate::match_page::MatchPage;

/// The path of a game's starter.
fn starter(game: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../starters/{game}/python/bot.py"))
}

/// Whether the interpreter was built: `cargo xtask test` demands it in CI, and says so elsewhere.
pub fn is_built() -> bool {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/page-bots/python.wasm").is_file()
}

/// Scripts that use the library, and the bot that runs them: see `native/tests/cli/python.rs`.
const LIBRARY: &str = include_str!("../../../native/tests/cli/python_library.txt");
const SCRIPTS_RUNNER: &str = include_str!("../../../native/tests/cli/python_scripts.py");

/// Lets requests for the interpreter fail, until it is called with `false`.
const BREAK: &str = "
    window.ownFetch ??= window.fetch;
    const isBroken = arguments[0];
    window.fetch = (address, ...rest) => isBroken && String(address).includes('bots/python')
        ? Promise.reject(new TypeError('broken off'))
        : window.ownFetch(address, ...rest);
";

in_each_browser! {
    #[core]
    async fn the_starters_in_python_play_as_natively(browser: &Browser) -> Result<()> {
        if !is_built() {
            return Ok(());
        }
        let match_page = MatchPage::new(browser);
        for (game, opponent) in [("connect-four", "random"), ("stratego", "dummy")] {
            browser.open(&format!("#/{game}")).await?;
            match_page.seat(1, opponent).await?;
            let path = starter(game);
            browser.drop_bytes("seat-0", "bot.py", &std::fs::read(&path)?).await?;
            match_page.seat_shows(0, "bot.py").await?;
            let path = path.to_str().context("a path in UTF-8")?;
            plays_as_natively(browser, game, [path, &format!("builtin:{opponent}")]).await?;
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The page has them among its bots, and fetches their interpreter when one of them is chosen.
    async fn bundled_bots_in_python_play_as_natively(browser: &Browser) -> Result<()> {
        if !is_built() {
            return Ok(());
        }
        let match_page = MatchPage::new(browser);
        for (game, bot, opponent) in
            [("connect-four", "sampler", "tactician"), ("stratego", "scholar", "dummy"), ("generals", "forager", "random")]
        {
            browser.open(&format!("#/{game}")).await?;
            match_page.seat(0, bot).await?;
            match_page.seat(1, opponent).await?;
            let players = [bot, opponent].map(|name| format!("builtin:{name}"));
            plays_as_natively(browser, game, [&players[0], &players[1]]).await?;
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The bot's columns follow from what 304 scripts print and cost, so a link is the same only if all
    /// of that is.
    async fn scripts_print_and_cost_the_same_as_natively(browser: &Browser) -> Result<()> {
        if !is_built() {
            return Ok(());
        }
        let match_page = MatchPage::new(browser);
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("bot.py");
        let scripts = serde_json::Value::from(LIBRARY);
        std::fs::write(&path, format!("SCRIPTS = {scripts}\nIS_CHARGED = True\n{SCRIPTS_RUNNER}"))?;
        browser.open("#/connect-four").await?;
        match_page.seat(1, "random").await?;
        browser.drop_bytes("seat-0", "bot.py", &std::fs::read(&path)?).await?;
        match_page.seat_shows(0, "bot.py").await?;
        plays_as_natively(browser, "connect-four", [path.to_str().context("a path in UTF-8")?, "builtin:random"]).await
    }

    /// The first time, the interpreter does not come, and the visitor tries again.
    async fn an_interpreter_that_does_not_come_is_fetched_again(browser: &Browser) -> Result<()> {
        if !is_built() {
            return Ok(());
        }
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        match_page.seat(1, "random").await?;
        browser.script(BREAK, vec![true.into()]).await?;
        browser.drop_bytes("seat-0", "bot.py", b"print('p')\ninput()\n[][1]\n").await?;
        browser.wait_for_text("download", |text| text.contains("Python did not come whole (no connection).")).await?;
        browser.script(BREAK, vec![false.into()]).await?;
        browser.click("download-again").await?;
        match_page.seat_shows(0, "bot.py").await?;
        match_page.begin().await?;
        browser.wait_for_text("verdict", |text| text.contains("IndexError: list index out of range (bot.py:3)")).await?;
        ensure!(browser.find_all("download").await?.is_empty(), "what has come is not shown");
        Ok(())
    }

    async fn a_draft_in_python_is_checked_and_run(browser: &Browser) -> Result<()> {
        if !is_built() {
            return Ok(());
        }
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four/write?lang=python").await?;
        browser.wait_for_text("write-text", |text| text.contains("import random")).await?;
        match_page.seat(1, "random").await?;
        browser.click("write-run").await?;
        match_page.seat_shows(0, "my-bot.py").await?;
        browser.wait_for_text("write-status", |text| text.contains(" wins: ") || text.contains("raw")).await?;
        ensure!(browser.route().await?.starts_with("#/connect-four"), "it stays in its game");
        Ok(())
    }
}
