//! Bots in JavaScript: the same matches as natively, and errors that name their lines.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Key, in_each_browser};
use serde_json::Value;

use crate::match_page::{MatchPage, TwoTeams, native};

/// The path of a game's starter.
pub(crate) fn starter(game: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../starters/{game}/javascript/bot.js"))
}

/// Drops a script on the first seat and waits until it is seated.
async fn seat(browser: &Browser, script: &[u8]) -> Result<()> {
    browser.drop_bytes("seat-0", "bot.js", script).await?;
    browser.wait_for_text("toast", |text| text.starts_with("bot.js") && text.contains(" will play ")).await.map(drop)
}

/// Whether a listed game of a series has a fault.
const HAS_FAULT: &str =
    "return [...document.querySelectorAll('.series-game .fault')].some(fault => fault.textContent !== '')";

/// Whether a bot of this name is anywhere in the page, outside the editor.
const HAS_BOT: &str = "return document.body.textContent.includes('my-bot.js')";

/// Records copied text from now on.
const CATCH_COPIED: &str = "navigator.clipboard.writeText = async text => { window.copied = text; };";

/// The whole link of a match, without the turn that is shown: it names the bots and their hashes.
fn payload(link: &str) -> &str {
    let payload = link.rsplit('/').next().unwrap_or(link);
    payload.split('?').next().unwrap_or(payload)
}

/// Plays the chosen line-up, and ensures that the native program plays the same match between these
/// players.
pub(crate) async fn plays_as_natively(browser: &Browser, game: &str, players: [&str; 2]) -> Result<()> {
    plays_as_natively_under(browser, game, players, &[]).await
}

/// Like `plays_as_natively`, with the page's present settings, given as options of the program.
async fn plays_as_natively_under(browser: &Browser, game: &str, players: [&str; 2], options: &[&str]) -> Result<()> {
    let match_page = MatchPage::new(browser);
    match_page.seed(5).await?;
    match_page.begin().await?;
    let play = [&["play", game, "--json", "--seed", "5", players[0], players[1]][..], options].concat();
    let document: Value = serde_json::from_slice(&native::program(browser, play)?)?;
    match_page.to_the_end().await?;
    let link = document["link"].as_str().context("the document has a link")?;
    ensure!(payload(&match_page.link().await?) == payload(link), "{game}");
    Ok(())
}

in_each_browser! {
    #[core]
    async fn the_starters_play_as_natively(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        for (game, opponent) in [("connect-four", "random"), ("stratego", "dummy"), ("generals", "random")] {
            browser.open(&format!("#/{game}")).await?;
            match_page.seat(1, opponent).await?;
            seat(browser, &std::fs::read(starter(game))?).await?;
            let path = starter(game);
            let path = path.to_str().context("a path in UTF-8")?;
            plays_as_natively(browser, game, [path, &format!("builtin:{opponent}")]).await?;
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The page plays the same bots, by their hashes: it fetches the script as it is, and its
    /// interpreter once.
    async fn bundled_scripts_play_as_natively(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        for (game, bot, opponent) in
            [("connect-four", "lookahead", "tactician"), ("stratego", "gambler", "dummy"), ("generals", "pioneer", "random")]
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

    /// Scripts of BitMartyr are started afresh for every turn.
    async fn scripts_of_bitmartyr_play_as_natively(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/bitmartyr").await?;
        match_page.stop_first_match().await?;
        match_page.set_up(TwoTeams::SHORT).await?;
        let options = TwoTeams::SHORT.options();
        let options: Vec<_> = options.iter().map(String::as_str).collect();
        match_page.seat(0, "marcher").await?;
        match_page.seat(1, "random").await?;
        plays_as_natively_under(browser, "bitmartyr", ["builtin:marcher", "builtin:random"], &options).await?;
        let path = starter("bitmartyr");
        seat(browser, &std::fs::read(&path)?).await?;
        let path = path.to_str().context("a path in UTF-8")?;
        plays_as_natively_under(browser, "bitmartyr", [path, "builtin:random"], &options).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn a_script_that_fails_says_where(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        match_page.seat(1, "random").await?;
        for (script, expected) in [
            ("print('p');\nreadline();\nnull.a;\n", "bot.js:3:1"),
            ("let x = ;\n", "bot.js:1:9"),
            ("function f() { f(); }\nf();\n", "RangeError: Maximum call stack size exceeded"),
            ("require('fs');", "hint: bots have no Node.js modules"),
            ("const all = []; for (;;) all.push('x'.repeat(1 << 20) + all.length);", "InternalError: out of memory"),
            ("'x'.repeat(63 << 20);", "InternalError: out of memory"),
            ("while (true) print(1);", "it printed `1`"),
        ] {
            seat(browser, script.as_bytes()).await?;
            match_page.begin().await?;
            browser.wait_for_text("verdict", |text| text.contains("random wins")).await?;
            browser.click("tab-inspector").await?;
            browser.click("inspect-0").await?;
            browser.wait_for_text("inspector", |text| text.contains(expected)).await?;
        }
        // A script that loops loses on time, and the page stays usable.
        seat(browser, b"\nfor (;;) {}").await?;
        match_page.begin().await?;
        browser.wait_for_text("verdict", |text| text.contains("random wins")).await?;
        browser.wait_for_text("inspector", |text| text.contains("(bot.js:2:")).await?;
        ensure!(browser.find_all("script-name").await?.is_empty(), "it has the name that stderr says");
        // A script with another name has that name in its errors on stderr.
        browser.drop_bytes("seat-0", "mine.js", b"print('p');\nreadline();\nnull.a;\n").await?;
        match_page.seat_shows(0, "mine.js").await?;
        match_page.begin().await?;
        browser.wait_for_text("verdict", |text| text.contains("(mine.js:3:1)")).await?;
        browser.click("inspect-0").await?;
        browser.wait_for_text("script-name", |text| text.ends_with("is always called bot.js.")).await?;
        for bytes in [(1 << 20) + 1, 10_000_000] {
            browser.drop_bytes("seat-0", "bot.js", &vec![b' '; bytes]).await?;
            browser.wait_for_text("toast", |text| text.contains("A script may have at most 1 MiB")).await?;
            browser.click("toast-close").await?;
        }
        browser.drop_bytes("seat-0", "bot.js", b"//# file: a/b.js\n").await?;
        browser.wait_for_text("toast", |text| text.contains("file name \"a/b.js\" cannot be used")).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The link opens in another browser with its opponent and its seed, and plays on request.
    async fn a_link_brings_a_bot_and_its_match(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        match_page.seat(1, "random").await?;
        match_page.seed(77).await?;
        browser.click("write").await?;
        browser.find("write-share").await?;
        browser.find("write-text").await?.send_keys(Key::Control + Key::Home).await?;
        browser.keys("// Shared. ").await?;
        browser.script(CATCH_COPIED, vec![]).await?;
        browser.click("write-share").await?;
        browser.wait_for_text("write-told", |text| text.starts_with("A link to this bot")).await?;
        let link = browser.script("return window.copied", vec![]).await?;
        let (_, address) = link.as_str().and_then(|link| link.split_once('#')).context("a link")?;
        let other = browser.another().await?;
        other.open(&format!("#{address}")).await?;
        other.wait_for_text("write-origin", |text| text.contains("somebody else wrote it")).await?;
        let has_seed = async || Ok(other.find("seed").await?.value().await?.as_deref() == Some("77"));
        other.wait_for("the seed", has_seed).await?;
        MatchPage::new(&other).seat_shows(1, "random").await?;
        ensure!(other.script(HAS_BOT, vec![]).await? == false, "it waits for its reader");
        // Regression: the address is the editor's from then on, and a reload lost what the link had
        // brought.
        other.reload().await?;
        let is_there = "return document.querySelector('[data-testid=bot-editor]')?.shadowRoot.querySelector('.cm-content')?.innerText.startsWith('// Shared. ')";
        other.wait_for("the bot of the link", async || Ok(other.script(is_there, vec![]).await? == true)).await?;
        // Regression: after that, the note that somebody else wrote it was missing.
        other.wait_for_text("write-origin", |text| text.contains("somebody else wrote it")).await?;
        other.click("write-run").await?;
        MatchPage::new(&other).seat_shows(0, "my-bot.js").await?;
        MatchPage::new(&other).to_the_end().await?;

        // Regression: the bot of the second seat came to the first, in place of its opponent.
        MatchPage::new(&other).seat(0, "random").await?;
        MatchPage::new(&other).seat(1, "my-bot.js").await?;
        other.script(CATCH_COPIED, vec![]).await?;
        other.click("write-share").await?;
        other.wait_for_text("write-told", |text| text.starts_with("A link to this bot")).await?;
        let link = other.script("return window.copied", vec![]).await?;
        let (_, second) = link.as_str().and_then(|link| link.split_once('#')).context("a link")?;
        let third = browser.another().await?;
        third.open(&format!("#{second}")).await?;
        third.wait_for_text("write-origin", |text| text.contains("somebody else wrote it")).await?;
        third.click("write-run").await?;
        MatchPage::new(&third).seat_shows(1, "my-bot.js").await?;
        MatchPage::new(&third).seat_shows(0, "random").await?;
        third.quit().await?;
        other.open(&format!("#{}", &address[..address.len() - 9])).await?;
        other.wait_for_text("write-told", |text| text.starts_with("This link contains no bot")).await?;
        assert_eq!(other.console_errors(), Vec::<String>::new());
        other.quit().await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The script is stored as a script, and plays series.
    async fn a_script_is_kept_and_plays_series(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        seat(browser, &std::fs::read(starter("connect-four"))?).await?;
        match_page.seat(1, "random").await?;
        browser.reload().await?;
        match_page.seat_shows(0, "bot.js · your file").await?;
        browser.click("play-series").await?;
        browser.wait_for_text("series-state", |text| text == "100 games").await?;
        let table = browser.text("series-table").await?;
        ensure!(table.contains("bot.js"), "{table}");
        ensure!(browser.script(HAS_FAULT, vec![]).await? == false, "no bot made a mistake");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
