//! The code that is loaded after the first board: a new visitor sees the board and plays without
//! it, and gets everything else on request.

use std::fs;
use std::path::Path;

use crate::folder::copy;
use crate::match_page::MatchPage;
use anyhow::{Result, ensure};
use botyard_e2e::{Browser, NetworkLink, StaticServer, in_each_browser};

/// The beginning of the deferred module's name.
const MODULE: &str = "botyard-web-deferred_bg";
/// Bytes per second: slower than any visitor clicks.
const SLOW: u32 = 400_000;

/// Whether the browser has requested the deferred module.
const ASKED: &str =
    "return performance.getEntriesByType('resource').some(entry => entry.name.includes('-deferred_bg'))";

/// Whether there is a deferred module: a page that was built quickly is in one piece.
const IS_SPLIT: &str = "return document.getElementById('file-names') !== null";

in_each_browser! {
    /// On a host without the module, both must work.
    #[browsers_differ]
    async fn the_first_board_and_the_first_match_need_none_of_it(browser: &Browser) -> Result<()> {
        let folder = tempfile::tempdir()?;
        copy(&browser.setting().dist, folder.path())?;
        if !remove_module(folder.path())? {
            // A page that was built quickly is in one piece.
            return Ok(());
        }
        let server = StaticServer::start(folder.path()).await?;
        for route in ["", "#/connect-four"] {
            let visitor = browser.another().await?;
            visitor.open_address(&format!("{}{route}", server.address())).await?;
            visitor.find("board").await?;
            let page = MatchPage::new(&visitor);
            if route.is_empty() {
                // The game of the start view goes on where it is opened.
                visitor.click("tab-watch").await?;
            }
            page.begin().await?;
            page.to_the_end().await?;
            visitor.click("first").await?;
            visitor.click("forward").await?;
            visitor.wait_for_text("turn", |text| text.contains("1 / ")).await?;
            visitor.click("play").await?;
            let of_the_module = |error: &String| error.contains("404") || error.contains(MODULE);
            ensure!(visitor.console_errors().iter().all(of_the_module), "{:?}", visitor.console_errors());
            visitor.quit().await?;
        }
        Ok(())
    }

    /// A page whose parts are missing says so, and offers to load it again.
    async fn a_page_that_cannot_start_says_why(browser: &Browser) -> Result<()> {
        let folder = tempfile::tempdir()?;
        copy(&browser.setting().dist, folder.path())?;
        let server = StaticServer::start(folder.path()).await?;
        let has_module = remove_module(folder.path())?;
        if has_module {
            let visitor = browser.another().await?;
            visitor.open_address(&server.address()).await?;
            visitor.find("board").await?;
            visitor.click("game-stratego").await?;
            visitor.wait_for_text("not-started", |text| text.starts_with("Botyard cannot go on: a part of it")).await?;
            visitor.quit().await?;
        }
        for content in [Some("<!doctype html><title>Sign in</title>"), None] {
            replace_program(folder.path(), content)?;
            let visitor = browser.another().await?;
            visitor.open_address(&server.address()).await?;
            visitor.wait_for_text("not-started", |text| text.starts_with("Botyard does not start: a part of it")).await?;
            ensure!(visitor.text("not-started").await?.ends_with("Load again"), "there is a button");
            visitor.quit().await?;
        }
        Ok(())
    }

    /// A click before the module is loaded waits for it.
    #[browsers_differ]
    async fn what_needs_it_early_gets_it(browser: &Browser) -> Result<()> {
        let server = StaticServer::start_compressed(&browser.setting().dist).await?;
        let link = NetworkLink::open(server.port(), Some(SLOW)).await?;
        browser.open_address(&StaticServer::address_at(link.port())).await?;
        browser.find("board").await?;
        browser.click("game-stratego").await?;
        browser.find("cell-0-0").await?;
        let is_split = browser.script(IS_SPLIT, vec![]).await?;
        assert_eq!(browser.script(ASKED, vec![]).await?, is_split);
        browser.click("help").await?;
        browser.wait_for_text("manual-page", |text| text.starts_with("Help")).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}

/// Puts other content in the place of the page's program, or removes it.
fn replace_program(folder: &Path, content: Option<&str>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("botyard-web_bg") {
            match content {
                Some(content) => fs::write(path, content)?,
                None => fs::remove_file(path)?,
            }
        }
    }
    Ok(())
}

/// Removes the deferred module from a page's folder; returns whether it was there.
fn remove_module(folder: &Path) -> Result<bool> {
    let mut removed = false;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(MODULE) {
            fs::remove_file(entry.path())?;
            removed = true;
        }
    }
    Ok(removed)
}
