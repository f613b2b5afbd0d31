//! Cases: turns that are kept with what a bot must do in them. The program and the page judge the
//! same file alike.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, in_each_browser};
use serde_json::{Value, json};

use crate::match_page::{MatchPage, native};
use crate::saved::saved_text;

/// The texts of the table, row by row: the name of a case, then a verdict for each bot.
const TABLE: &str = "return [...document.querySelectorAll('[data-testid=cases-table] tbody tr')]\
    .map(row => [...row.cells].slice(0, -1).map(cell => cell.textContent))";

/// Renames the interpreter in the kept verdicts on scripts, and counts these.
const RENAME_INTERPRETER: &str = "
    return new Promise(done => indexedDB.open('botyard-verdicts').onsuccess = opened => {
        const database = opened.target.result;
        const work = database.transaction('verdicts', 'readwrite');
        let count = 0;
        work.objectStore('verdicts').openCursor().onsuccess = ({ target: { result: cursor } }) => {
            if (!cursor) return;
            const text = cursor.value.replace('bots/javascript', arguments[0]);
            count += cursor.value.includes('bots/javascript') ? 1 : 0;
            cursor.update(text);
            cursor.continue();
        };
        work.oncomplete = () => {
            database.close();
            done(count);
        };
    });
";

/// How many verdicts the browser keeps.
pub const COUNT_VERDICTS: &str = "
    return new Promise(done => indexedDB.open('botyard-verdicts').onsuccess = opened => {
        const verdicts = opened.target.result.transaction('verdicts').objectStore('verdicts').count();
        verdicts.onsuccess = () => { opened.target.result.close(); done(verdicts.result); };
    });
";

/// How many cases the browser keeps.
const COUNT_CASES: &str = "
    return new Promise(done => indexedDB.open('botyard-cases').onsuccess = opened => {
        const cases = opened.target.result.transaction('cases').objectStore('cases').count();
        cases.onsuccess = () => { opened.target.result.close(); done(cases.result); };
    });
";

/// The rows of the table, once there are this many and no bot is being asked.
async fn verdicts(browser: &Browser, cases: usize, bots: usize) -> Result<Vec<Vec<String>>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let judged = async || {
        rows = serde_json::from_value(browser.script(TABLE, vec![]).await?)?;
        let is_known = |cell: &String| !["–", "…"].contains(&cell.as_str());
        Ok(rows.len() == cases && rows.iter().all(|row| row.len() == bots + 1 && row.iter().all(is_known)))
    };
    let waited = browser.wait_for("all answers are judged", judged).await;
    waited.with_context(|| format!("{rows:?}"))?;
    Ok(rows)
}

/// The rows of the same table from the program.
fn native_verdicts(browser: &Browser, file: &Path, game: &str, bots: &[&str]) -> Result<Vec<Vec<String>>> {
    let mut check = Command::new(&browser.setting().program);
    check.args(["check", "--json", "--cases"]).arg(file);
    check.args(bots.iter().map(|bot| native::module(browser, game, bot)));
    let document: Value = serde_json::from_slice(&check.output()?.stdout)?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let word = |answer: &Value| match text(&answer["verdict"]).as_str() {
        "fail" => "FAIL".to_owned(),
        verdict => verdict.replace('-', " "),
    };
    let row =
        |case: &Value| std::iter::once(text(&case["name"])).chain(list(&case["answers"]).iter().map(word)).collect();
    Ok(list(&document["cases"]).iter().map(row).collect())
}

in_each_browser! {
    /// The action of the turn must not be played again: the bot that played it fails, also in the
    /// program.
    #[core]
    async fn a_kept_turn_is_judged_as_natively(browser: &Browser) -> Result<()> {
        let (game, match_page) = ("connect-four", MatchPage::new(browser));
        browser.open("#/connect-four").await?;
        match_page.plays_as_natively(game, &["tactician", "random"], 5).await?;
        browser.click("tab-inspector").await?;
        browser.click("inspect-1").await?;
        browser.keys("k").await?;
        browser.fill("case-note", "loses").await?;
        for (time, told) in [("abc", "is not a time"), ("-5", "The time must be more than 0 ms.")] {
            browser.fill("case-within", time).await?;
            browser.click("series-keep-case").await?;
            browser.wait_for_text("toast", |text| text.contains(told)).await?;
        }
        browser.fill("case-within", "600000").await?;
        browser.click("series-keep-case").await?;
        let rows = verdicts(browser, 1, 1).await?;
        ensure!(rows[0][1] == "FAIL", "{rows:?}");
        // Regression: the error stayed after the case was kept.
        ensure!(browser.find_all("toast").await?.is_empty(), "nothing is wrong any more");
        let why = browser.text("cases-reasons").await?;
        ensure!(why.contains("(forbidden)") && why.contains("note: loses"), "{why}");
        browser.choose("series-case-bot", "negamax").await?;
        browser.choose("series-case-bot", "tactician").await?;
        let rows = verdicts(browser, 1, 3).await?;
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("cases.toml");
        std::fs::write(&file, saved_text(browser, &["series-export-cases"]).await?)?;
        assert_eq!(rows, native_verdicts(browser, &file, game, &["random", "negamax", "tactician"])?);
        // Kept in this browser.
        let are_kept = async || Ok(browser.script(COUNT_VERDICTS, vec![]).await? == 3);
        browser.wait_for("the verdicts are kept", are_kept).await?;
        browser.reload().await?;
        browser.click("tab-cases").await?;
        browser.click("series-open-case").await?;
        match_page.seat_shows(1, "random").await?;
        let restored = verdicts(browser, 1, 3).await?;
        browser.click("series-remove-case").await?;
        browser.find("cases-none").await?;
        let is_told = |told: &str| told.starts_with("The test “turn ") && told.contains("” was removed.");
        browser.wait_for_text("toast", is_told).await?;
        browser.click("toast-undo").await?;
        assert_eq!(verdicts(browser, 1, 3).await?, restored, "it is back, with what came of it");
        let is_kept = async |cases: u32| {
            let counted = async || Ok(browser.script(COUNT_CASES, vec![]).await? == cases);
            browser.wait_for(&format!("{cases} cases are kept"), counted).await
        };
        is_kept(1).await?;
        browser.reload().await?;
        browser.click("tab-cases").await?;
        browser.click("series-remove-case").await?;
        browser.find("cases-none").await?;
        is_kept(0).await?;
        browser.reload().await?;
        browser.click("tab-cases").await?;
        browser.find("cases-none").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Verdicts from another interpreter do not count for a script: it is asked again on request.
    async fn verdicts_on_a_script_are_those_of_its_interpreter(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        match_page.seat(0, "tactician").await?;
        match_page.seat(1, "random").await?;
        match_page.begin().await?;
        match_page.to_the_end_of("tactician").await?;
        browser.click("tab-inspector").await?;
        browser.click("inspect-1").await?;
        browser.keys("k").await?;
        browser.click("series-keep-case").await?;
        verdicts(browser, 1, 1).await?;
        browser.choose("series-case-bot", "lookahead").await?;
        let rows = verdicts(browser, 1, 2).await?;
        let rename = async |name: &str| browser.script(RENAME_INTERPRETER, vec![json!(name)]).await;
        let is_kept = async || Ok(rename("bots/javascript").await? == 1);
        browser.wait_for("the verdict on the script is kept", is_kept).await?;
        browser.reload().await?;
        browser.click("tab-cases").await?;
        // The bots may be in another order.
        let set = |rows: &[Vec<String>]| rows.concat().into_iter().collect::<BTreeSet<_>>();
        assert_eq!(set(&verdicts(browser, 1, 2).await?), set(&rows));
        assert_eq!(rename("bots/another").await?, 1);
        browser.reload().await?;
        browser.click("tab-cases").await?;
        assert_eq!(verdicts(browser, 1, 1).await?[0][..], rows[0][..2], "that on the module is known");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// A file that the program has written, of games with other protocols.
    async fn cases_of_the_program_are_judged_alike(browser: &Browser) -> Result<()> {
        let short = ["--within", "0.05ms"];
        for (game, bots, options, kept) in [
            ("connect-four", ["tactician", "random"], &[][..], [(2, ["--not", "4"]), (4, ["--one-of", "4"]), (2, short)]),
            ("bitmartyr", ["wall", "hunter"], &["--duration", "3"], [(1, ["--not", "00000"]), (2, ["--no-fault", "--note=it plays"]), (2, short)]),
        ] {
            let folder = tempfile::tempdir()?;
            let [saved, file] = ["match.json", "cases.toml"].map(|name| folder.path().join(name));
            let saved = saved.to_str().context("a path as text")?;
            native::play(browser, game, &bots, 5, &[&["--save", saved], options].concat())?;
            for (turn, expected) in kept {
                let turn = turn.to_string();
                let case = ["case", saved, "--seat", "2", "--turn", &turn, expected[0], expected[1], "--file"];
                native::program(browser, case.map(AsRef::as_ref).into_iter().chain([file.as_os_str()]))?;
            }
            browser.open(&format!("#/{game}")).await?;
            browser.click("tab-cases").await?;
            browser.choose_file("cases-import", &file).await?;
            for bot in [bots[1], bots[0]] {
                browser.choose("series-case-bot", bot).await?;
            }
            let expected = native_verdicts(browser, &file, game, &[bots[1], bots[0]])?;
            assert_eq!(verdicts(browser, kept.len(), 2).await?, expected, "{game}");
            let text = std::fs::read_to_string(&file)?;
            assert_eq!(saved_text(browser, &["series-export-cases"]).await?, text, "{game}: the same file");
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
