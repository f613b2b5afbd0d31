//! Builds that differ in one thing, rerun and asked cases: page and program report the same from the
//! same files. This tests BitMartyr, whose bots are started afresh for every question; the program's
//! tests have every game.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, in_each_browser};
use serde_json::Value;

use crate::build_scripts::{BuildsOfGame, Change, GAMES};
use crate::match_page::MatchPage;

/// The verdicts of a build in the table of cases, one for each case.
const COLUMN: &str = "
    const table = document.querySelector('[data-testid=cases-table]');
    if (!table) return [];
    const at = [...table.tHead.rows[0].cells].findIndex(cell => cell.textContent.startsWith(arguments[0]));
    return [...table.tBodies[0].rows].map(row => row.cells[at]?.textContent ?? '');
";

/// Runs the program and returns its output.
fn program(browser: &Browser, folder: &Path, arguments: &[&str]) -> Result<Vec<u8>> {
    Ok(Command::new(&browser.setting().program).args(arguments).current_dir(folder).output()?.stdout)
}

/// Writes the builds of a game, the match that the slower one has played, and cases of it.
fn write_files(browser: &Browser, folder: &Path, game: &BuildsOfGame) -> Result<()> {
    for change in Change::ALL {
        fs::write(folder.join(change.file()), game.script(change))?;
    }
    let opponent = format!("builtin:{}", game.opponent);
    let play = ["play", game.game, Change::Slower.file(), &opponent, "--seed", "5", "-q", "--save", "match.json"];
    program(browser, folder, &[&play[..], game.options].concat())?;
    let (fails, later) = ((1 + 2 * game.step).to_string(), (1 + 3 * game.step).to_string());
    for (turn, expected) in [(&fails, &["--no-fault"][..]), (&later, &["--no-fault"]), (&later, &["--within", "10ms"])]
    {
        let case = ["case", "match.json", "--seat", "1", "--turn", turn, "--file", "cases.toml"];
        program(browser, folder, &[&case[..], expected].concat())?;
    }
    ensure!(folder.join("cases.toml").is_file(), "no cases");
    Ok(())
}

/// The turn in which a build differs according to the program; `None` if it does not.
fn differs_natively(browser: &Browser, folder: &Path, change: Change) -> Result<Option<u64>> {
    let told = program(browser, folder, &["rerun", "match.json", "--seat", "1", "--json", change.file()])?;
    Ok(serde_json::from_slice::<Value>(&told)?["difference"]["turn"].as_u64())
}

/// The program's verdicts on each build, in the page's terms.
fn verdicts_natively(browser: &Browser, folder: &Path) -> Result<Vec<Vec<String>>> {
    let check = ["check", "--json", "--cases", "cases.toml"];
    let told = program(browser, folder, &[&check[..], &Change::ALL.map(Change::file)].concat())?;
    let document: Value = serde_json::from_slice(&told)?;
    let cases = document["cases"].as_array().context("a list")?;
    let word = |case: &Value, build: usize| match case["answers"][build]["verdict"].as_str().unwrap_or_default() {
        "fail" => "FAIL".to_owned(),
        verdict => verdict.replace('-', " "),
    };
    Ok((0..Change::ALL.len()).map(|build| cases.iter().map(|case| word(case, build)).collect()).collect())
}

in_each_browser! {
    async fn builds_are_asked_as_natively(browser: &Browser) -> Result<()> {
        let game = GAMES.iter().find(|game| game.game == "bitmartyr").context("a game")?;
        let (folder, match_page) = (tempfile::tempdir()?, MatchPage::new(browser));
        let folder = folder.path();
        write_files(browser, folder, game)?;
        browser.open("#/bitmartyr").await?;
        match_page.to_the_end().await?;
        for change in Change::ALL {
            browser.drop_file("seat-0", &folder.join(change.file())).await?;
            match_page.seat_shows(0, change.file()).await?;
        }
        browser.drop_file("board", &folder.join("match.json")).await?;
        match_page.seat_shows(0, Change::Slower.file()).await?;
        match_page.to_the_end().await?;
        browser.click("tab-inspector").await?;
        browser.click("inspect-0").await?;
        for change in Change::ALL {
            let file = change.file();
            browser.choose("rerun-bot", file).await?;
            let told = browser.wait_for_text("rerun-told", |told| told.contains(file) && told.contains("differ")).await?;
            let expected = differs_natively(browser, folder, change)?;
            match expected {
                Some(turn) => {
                    ensure!(told.starts_with(&format!("{file} plays differently at turn {turn}.")), "{told}, natively {turn}")
                }
                None => ensure!(told.starts_with(&format!("No difference: {file} does the same")), "{told}"),
            }
            ensure!(expected.is_some() == (change == Change::Fails), "{file}: {expected:?}");
        }
        browser.click("tab-cases").await?;
        browser.choose_file("cases-import", &folder.join("cases.toml")).await?;
        browser.click("series-run-cases").await?;
        for (change, expected) in Change::ALL.into_iter().zip(verdicts_natively(browser, folder)?) {
            let mut column = Value::Null;
            let is_judged = async || {
                column = browser.script(COLUMN, vec![change.file().into()]).await?;
                Ok(column == Value::from(expected.clone()))
            };
            let waited = browser.wait_for("the same verdicts as natively", is_judged).await;
            waited.with_context(|| format!("{}: {column}, natively {expected:?}", change.file()))?;
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
