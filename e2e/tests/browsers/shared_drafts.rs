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
}
