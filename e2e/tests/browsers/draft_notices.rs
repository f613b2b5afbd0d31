//! Notices of the editor belong to one draft, and undo what they name; the opened editor has the
//! focus.

use anyhow::{Result, ensure};
use botyard_e2e::{Browser, Key, in_each_browser};
use serde_json::json;

use crate::match_page::MatchPage;
use crate::write::{begins, kept, open, to_the_start, write};

/// The names of the draft's files.
const FILES: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    return [...root.querySelectorAll('[role=tab]')].map(tab => tab.textContent);
";

/// The test id of the focused element, if it is in the editor.
const FOCUSED: &str =
    "return document.querySelector('[data-testid=bot-editor]')?.shadowRoot.activeElement?.dataset.testid ?? ''";

/// Waits until the draft has these files.
async fn has_files(browser: &Browser, names: &[&str]) -> Result<()> {
    let expected = json!(names);
    let waited = browser.wait_for("the files", async || Ok(browser.script(FILES, vec![]).await? == expected)).await;
    ensure!(waited.is_ok(), "there are {}, and not {expected}", browser.script(FILES, vec![]).await?);
    Ok(())
}

/// Waits until no notice is shown.
async fn tells_nothing(browser: &Browser) -> Result<()> {
    browser.wait_for("no notice", async || Ok(browser.find_all("write-told").await?.is_empty())).await
}

/// Runs the draft, which wins.
async fn run(browser: &Browser) -> Result<()> {
    browser.find("write-text").await?.send_keys(Key::Control + Key::Enter).await
}

/// Opens the editor, and runs what a draft begins with.
async fn win_against_random(browser: &Browser) -> Result<()> {
    let match_page = MatchPage::new(browser);
    open(browser).await?;
    match_page.seat(1, "random").await?;
    match_page.seed(3).await?;
    run(browser).await?;
    browser.wait_for_text("write-status", |text| text == "my-bot.js wins: four in a row.").await.map(drop)
}

in_each_browser! {
    /// Regression: files that an earlier build does not have were lost for good, and the notice
    /// stayed on other drafts.
    async fn going_back_is_undone_in_all_files(browser: &Browser) -> Result<()> {
        win_against_random(browser).await?;
        browser.click("write-add-file").await?;
        browser.fill("write-file-name", "lib.js").await?;
        browser.keys(Key::Enter).await?;
        write(browser, "export const ready = 'p';").await?;
        browser.click("write-file-0").await?;
        write(browser, "import { ready } from './lib.js';\nprint(ready);").await?;
        run(browser).await?;
        MatchPage::new(browser).seat_shows(0, "my-bot.js, build 2").await?;

        browser.click("write-builds").await?;
        browser.click("build-back-1").await?;
        browser.wait_for_text("write-told", |text| text.starts_with("The draft is build 1 again.")).await?;
        begins(browser, "// A Connect Four bot.").await?;
        has_files(browser, &["bot.js"]).await?;
        to_the_start(browser).await?;
        browser.keys("7").await?;
        begins(browser, "7// A Connect").await?;
        browser.keys(Key::Control + "z").await?;
        begins(browser, "// A Connect Four bot.").await?;
        has_files(browser, &["bot.js"]).await?;
        browser.keys(Key::Control + "z").await?;
        begins(browser, "import { ready }").await?;
        has_files(browser, &["bot.js", "lib.js"]).await?;
        tells_nothing(browser).await?;
        kept(browser, json!([["my-bot", "import { rea,export const"]])).await?;
        browser.keys(Key::Control + "y").await?;
        begins(browser, "// A Connect Four bot.").await?;
        has_files(browser, &["bot.js"]).await?;
        browser.keys(Key::Control + "z").await?;
        has_files(browser, &["bot.js", "lib.js"]).await?;

        browser.click("write-builds").await?;
        browser.click("build-back-1").await?;
        browser.wait_for_text("write-told", |text| text.starts_with("The draft is build 1 again.")).await?;
        browser.click("write-new").await?;
        begins(browser, "// A Connect Four bot.").await?;
        tells_nothing(browser).await?;
        // Regression: a new draft showed the result of the draft before.
        browser.wait_for_text("write-status", str::is_empty).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: the first keys that a newcomer typed went to the page. A reload leaves the focus
    /// where it is.
    #[core]
    #[browsers_differ]
    async fn the_opened_editor_has_the_focus(browser: &Browser) -> Result<()> {
        open(browser).await?;
        browser.click("tab-watch").await?;
        browser.click("tab-write").await?;
        let is_text = async || Ok(browser.script(FOCUSED, vec![]).await? == "write-text");
        browser.wait_for("the text has the focus", is_text).await?;
        to_the_start(browser).await?;
        browser.keys("7").await?;
        kept(browser, json!([["my-bot", "7// A Connec"]])).await?;
        browser.reload().await?;
        begins(browser, "7// A Connect").await?;
        ensure!(browser.script(FOCUSED, vec![]).await? == "", "nobody has opened it");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
