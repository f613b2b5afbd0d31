//! A page that was built without npm: it has neither the editor nor the interpreter of JavaScript,
//! reports that to visitors who want one of them, and does everything else.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, StaticServer, in_each_browser};
use serde_json::Value;

use crate::folder::copy;
use crate::match_page::MatchPage;

/// The folder of the editor's files.
const EDITOR: &str = "editor/";
/// Beginning of the interpreter's name.
const INTERPRETER: &str = "bots/javascript";
/// The start tag of the list of names in a page that was packaged for visitors.
const NAMES: &str = r#"id="file-names">"#;
/// Beginnings of the lines of its service worker that list the files that it keeps.
const LISTS: [&str; 2] = ["const FILES = ", "const OTHERS = "];

/// Whether a file of the page needs npm to be made.
fn needs_npm(name: &str) -> bool {
    name.starts_with(EDITOR) || name.starts_with(INTERPRETER)
}

/// A list of the page's files, or a map of their names, without those that need npm.
fn without_files(list: &str) -> Result<String> {
    let mut list: Value = serde_json::from_str(list)?;
    match &mut list {
        Value::Array(names) => names.retain(|name| !name.as_str().is_some_and(needs_npm)),
        Value::Object(names) => names.retain(|name, _| !needs_npm(name)),
        _ => {}
    }
    Ok(list.to_string())
}

/// Removes from a page's folder all that needs npm. A page that was built quickly has no lists.
fn remove_what_needs_npm(folder: &Path) -> Result<()> {
    if folder.join(EDITOR).is_dir() {
        fs::remove_dir_all(folder.join(EDITOR))?;
    }
    for entry in fs::read_dir(folder.join("bots"))? {
        let entry = entry?;
        if needs_npm(&format!("bots/{}", entry.file_name().to_string_lossy())) {
            fs::remove_file(entry.path())?;
        }
    }
    let page = folder.join("index.html");
    let text = fs::read_to_string(&page)?;
    if let Some((before, rest)) = text.split_once(NAMES) {
        let (list, after) = rest.split_once("</script>").context("the list of names has an end")?;
        fs::write(&page, format!("{before}{NAMES}{}</script>{after}", without_files(list)?))?;
    }
    let worker = folder.join("service-worker.js");
    if worker.is_file() {
        let text = fs::read_to_string(&worker)?;
        let line = |line: &str| -> Result<String> {
            let list = |start: &&str| line.strip_prefix(*start).and_then(|line| line.strip_suffix(';'));
            let Some((start, names)) = LISTS.iter().find_map(|start| Some((start, list(start)?))) else {
                return Ok(format!("{line}\n"));
            };
            Ok(format!("{start}{};\n", without_files(names)?))
        };
        fs::write(&worker, text.lines().map(line).collect::<Result<String>>()?)?;
    }
    Ok(())
}

in_each_browser! {
    async fn everything_else_works_and_it_is_said_what_is_missing(browser: &Browser) -> Result<()> {
        let folder = tempfile::tempdir()?;
        copy(&browser.setting().dist, folder.path())?;
        remove_what_needs_npm(folder.path())?;
        let server = StaticServer::start(folder.path()).await?;
        let match_page = MatchPage::new(browser);
        browser.open_address(&format!("{}#/connect-four", server.address())).await?;
        match_page.to_the_end().await?;

        browser.click("write").await?;
        browser.wait_for_text("no-editor", |text| text.contains("Node.js 18 or newer")).await?;
        // A script, dropped or bundled, cannot play here.
        let says_why = |text: &str, bot: &str| {
            text.starts_with(&format!("Cannot load the bot {bot}: the interpreter of JavaScript is not here ("))
                && text.contains("npm (Node.js 18 or newer) makes it when the page is built")
        };
        browser.drop_bytes("seat-0", "bot.js", b"print('p');").await?;
        browser.wait_for_text("toast", |text| says_why(text, "bot.js")).await?;
        browser.click("toast-close").await?;
        match_page.seat(0, "lookahead").await?;
        match_page.seat(1, "random").await?;
        browser.click("play").await?;
        browser.wait_for_text("toast", |text| says_why(text, "lookahead")).await?;

        match_page.seat(0, "tactician").await?;
        match_page.seed(5).await?;
        match_page.begin().await?;
        match_page.to_the_end_of("tactician").await?;
        browser.choose("series-games-number", "20").await?;
        browser.click("play-series").await?;
        browser.wait_for_text("series-state", |text| text == "20 games").await?;
        // Browsers report each missing file on the console.
        let of_the_missing =
            |error: &String| error.contains("404") || error.contains(EDITOR) || error.contains(INTERPRETER);
        ensure!(browser.console_errors().iter().all(of_the_missing), "{:?}", browser.console_errors());
        Ok(())
    }
}
