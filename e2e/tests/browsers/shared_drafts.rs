//! Bots that come to the editor from elsewhere, and leave it: dropped files and stored builds,
//! scripts of the local server, drafts that are saved as files. They do not run before their reader
//! presses Run.

use std::fs;

use anyhow::{Result, ensure};
use botyard_e2e::{Browser, in_each_browser};
use serde_json::json;

use crate::match_page::MatchPage;
use crate::saved::saved_text;
use crate::serving_program::ServingProgram;
use crate::write::{CHOOSE_DRAFT, begins, kept, open, to_the_start};

/// A script of two files, with the ends of lines that Windows writes.
const SCRIPT: &str =
    "import { ready } from './helper.js';\r\nprint(ready);\r\n//# file: helper.js\r\nexport const ready = 'p';\r\n";

/// Whether a bot of this name is anywhere in the page, outside the editor.
const HAS_BOT: &str = "return document.body.textContent.includes('my-bot.js')";

/// Whether the store marks any draft as written by somebody else.
const IS_MARK_KEPT: &str = "
    return new Promise(done => indexedDB.open('botyard-drafts', 1).onsuccess = opened => {
        const drafts = opened.target.result.transaction('drafts').objectStore('drafts').getAll();
        drafts.onsuccess = () => { opened.target.result.close(); done(drafts.result.some(({ origin }) => origin)); };
    });
";

in_each_browser! {
    async fn a_dropped_script_opens_in_the_editor(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        browser.drop_bytes("seat-0", "mine.js", SCRIPT.as_bytes()).await?;
        match_page.seat_shows(0, "mine.js").await?;
        browser.click("seat-0-read").await?;
        begins(browser, "import { ready } from").await?;
        let told = "This is mine.js, as the draft mine: somebody else may have written it.";
        browser.wait_for_text("write-told", |text| text.starts_with(told)).await?;
        let both = "import { rea,export const";
        kept(browser, json!([["mine", both]])).await?;

        // A build of an earlier visit, which has not played in this one. It opens the same draft
        // until the draft is changed.
        browser.reload().await?;
        begins(browser, "import { ready } from").await?;
        match_page.seat_shows(0, "mine.js").await?;
        browser.click("seat-0-read").await?;
        browser.wait_for_text("write-told", |text| text.starts_with("This is mine.js, as the draft mine.")).await?;
        kept(browser, json!([["mine", both]])).await?;
        to_the_start(browser).await?;
        browser.keys("// ").await?;
        kept(browser, json!([["mine", "// import { ,export const"]])).await?;
        browser.click("seat-0-read").await?;
        kept(browser, json!([["mine", "// import { ,export const"], ["mine-2", both]])).await?;
        begins(browser, "import { ready } from").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn a_script_of_the_local_server_opens_in_the_editor(browser: &Browser) -> Result<()> {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join("mine.js"), "print('p');\n")?;
        let path = folder.path().to_string_lossy().into_owned();
        let mut program = ServingProgram::start(browser, &["serve", "--bots", &path, "--port", "0"])?;
        browser.open_address(&program.address()?).await?;
        let match_page = MatchPage::new(browser);
        match_page.to_the_end().await?;
        match_page.seat(0, "mine.js ·").await?;
        browser.click("seat-0-read").await?;
        begins(browser, "print('p');").await?;
        let told = "This is a copy of mine.js, as the draft mine.";
        browser.wait_for_text("write-told", |text| text.starts_with(told)).await?;
        kept(browser, json!([["mine", "print('p');\n"]])).await?;
        program.interrupt()?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The file contains the same as the link, and opens like the link.
    async fn a_saved_draft_brings_its_match_and_waits_for_its_reader(browser: &Browser) -> Result<()> {
        open(browser).await?;
        let match_page = MatchPage::new(browser);
        match_page.seat(1, "random").await?;
        match_page.seed(77).await?;
        to_the_start(browser).await?;
        browser.keys("// Saved. ").await?;
        begins(browser, "// Saved. ").await?;
        let saved = saved_text(browser, &["write-share", "write-told-0"]).await?;

        let other = browser.another().await?;
        other.open("#/stratego").await?;
        other.drop_bytes("seat-1", "my-bot.draft (1).json", saved.as_bytes()).await?;
        let told = "This bot came with a file: somebody else wrote it.";
        other.wait_for_text("write-origin", |text| text.starts_with(told)).await?;
        begins(&other, "// Saved. ").await?;
        other.wait_for("its game", async || Ok(other.route().await? == "#/connect-four/write")).await?;
        let match_page = MatchPage::new(&other);
        match_page.seat_shows(1, "random").await?;
        let has_seed = async || Ok(other.find("seed").await?.value().await?.as_deref() == Some("77"));
        other.wait_for("its seed", has_seed).await?;
        ensure!(other.script(HAS_BOT, vec![]).await? == false, "it waits for its reader");
        other.click("write-run").await?;
        match_page.seat_shows(0, "my-bot.js").await?;
        match_page.to_the_end().await?;

        let damaged = saved.replace("\"bot.js\"", "\"a/b.js\"");
        other.drop_bytes("seat-1", "damaged.json", damaged.as_bytes()).await?;
        other.wait_for_text("write-told", |text| text.starts_with("This file contains no bot")).await?;
        begins(&other, "// Saved. ").await?;

        // Regression: the reader's own draft was marked as having come with the file.
        other.click("write-new").await?;
        begins(&other, "// A Connect").await?;
        ensure!(other.find_all("write-origin").await?.is_empty(), "this draft is the reader's own");
        other.script(CHOOSE_DRAFT, vec![json!("my-bot")]).await?;
        begins(&other, "// Saved. ").await?;
        other.wait_for_text("write-origin", |text| text.starts_with(told)).await?;
        // A reader who has closed the note does not see it again.
        other.click("write-origin-close").await?;
        let is_gone = async || Ok(other.find_all("write-origin").await?.is_empty());
        other.wait_for("it is no longer said", is_gone).await?;
        let is_kept = async || Ok(other.script(IS_MARK_KEPT, vec![]).await? == false);
        other.wait_for("the store knows, too", is_kept).await?;
        other.reload().await?;
        begins(&other, "// Saved. ").await?;
        ensure!(is_gone().await?, "it is not said again");
        assert_eq!(other.console_errors(), Vec::<String>::new());
        other.quit().await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
