//! Numbers of the panel of series: the state of a sequential test, which may end the series, and
//! how many games are the same.

use crate::match_page::{MatchPage, TwoTeams, native};
use crate::series::{MANY, begin, holds_table, is_over, native_games};
use crate::series_storage::COUNT_KEPT;
use anyhow::Result;
use botyard_e2e::{Browser, in_each_browser};
use serde_json::{Value, json};

/// The bar of the test: its description, and from where to where it is filled, in percent.
const BAR: &str = "
    const bar = document.querySelector('.sprt svg'), filled = bar.querySelector('.bar-above, .bar-below');
    const [x, width] = ['x', 'width'].map(name => Math.round(filled.getAttribute(name)));
    return [bar.getAttribute('aria-label'), `${x} to ${x + width}`];
";

/// Whether the panel says that all pairs of games but one are the same.
const ARE_REPEATED: &str = "return document.querySelector('.series-parts').textContent\
    .includes('3 of 4 pairs of games repeat an earlier pair turn for turn')";

/// Rewrites the stored lines as an earlier version of the page stored them.
const AGE_LINES: &str = r#"
    return new Promise(done => indexedDB.open('botyard-series').onsuccess = opened => {
        const database = opened.target.result, transaction = database.transaction('games', 'readwrite');
        let number = 0;
        transaction.objectStore('games').openCursor().onsuccess = ({ target: { result: cursor } }) => {
            if (!cursor) return;
            const digest = `"digest":"${(number += 1).toString(16).padStart(32, '0')}"`;
            cursor.update(cursor.value.replace(/"digest":"\w+"/, digest).replace(/"digest_version":\d+,/, ''));
            cursor.continue();
        };
        transaction.oncomplete = () => { database.close(); done(number); };
    });
"#;

/// How many stored lines have digests of the present format.
const COUNT_NEW: &str = r#"
    return new Promise(done => indexedDB.open('botyard-series').onsuccess = opened => {
        const all = opened.target.result.transaction('games').objectStore('games').getAll();
        all.onsuccess = () => {
            opened.target.result.close();
            done(all.result.filter(line => line.includes('"digest_version":2,')).length);
        };
    });
"#;

/// Rewrites lines as an earlier version wrote them: each with a different digest, and without the
/// version of the digest.
fn age(lines: &str) -> Result<String> {
    let age = |(number, line): (usize, &str)| -> Result<String> {
        let mut line: Value = serde_json::from_str(line)?;
        line["result"]["played"]["digest"] = format!("{number:032x}").into();
        if let Some(line) = line.as_object_mut() {
            line.remove("digest_version");
        }
        Ok(format!("{line}\n"))
    };
    lines.lines().enumerate().map(age).collect()
}

async fn says_that_games_repeat(browser: &Browser) -> Result<()> {
    let are_repeated = async || Ok(browser.script(ARE_REPEATED, vec![]).await? == true);
    browser.wait_for("three of four pairs repeat the first", are_repeated).await
}

in_each_browser! {
    /// The bar shows the state of the test between the typed hypotheses, and the series ends at the
    /// same game as natively.
    async fn a_sequential_test_ends_a_series(browser: &Browser) -> Result<()> {
        let (bots, games, seed, match_page) = (["tactician", "random"], 100, 5, MatchPage::new(browser));
        let words = "series connect-four builtin:tactician builtin:random --games 100 --seed 5 --json --quiet --sprt elo0=0 elo1=200";
        let document: Value = serde_json::from_slice(&native::program(browser, words.split(' '))?)?;
        let decided = document["games"].as_u64().unwrap_or_default();
        assert!(document["sprt"]["verdict"] == "h1" && decided < games, "{document:#}");
        begin(browser, bots, games, seed).await?;
        is_over(browser, games).await?;
        match_page.number("elo1", 200).await?;
        let stands = browser.wait_for_text("sprt", |text| text.ends_with(", H1 accepted: better by 200")).await?;
        assert_eq!(browser.script(BAR, vec![]).await?, json!([stands, "50 to 100"]));
        assert_eq!(browser.text("series-state").await?, "100 games", "the test does not end the series yet");
        browser.click("ends-series").await?;
        let ended = |text: &str| text == format!("Decided after {decided} of {games} games");
        browser.wait_for_text("series-state", ended).await?;
        holds_table(browser, &document).await?;
        let ratio = document["sprt"]["llr"].as_f64().unwrap_or_default();
        let stands = browser.text("sprt").await?;
        assert_eq!(stands, format!("SPRT: LLR {ratio:.2} of (-2.94, 2.94), H1 accepted: better by 200"));
        // Hypotheses that cannot be tested are refused, and the test stays as it was.
        match_page.number("elo0", 300).await?;
        browser.wait_for_text("toast", |text| text.contains("must be greater than the first")).await?;
        browser.reload().await?;
        browser.click("tab-series").await?;
        browser.wait_for_text("series-state", ended).await?;
        for (id, elo) in [("elo0", "0"), ("elo1", "200")] {
            assert_eq!(browser.find(id).await?.value().await?.as_deref(), Some(elo), "{id}");
        }
        // A series that is played to its end goes on until the test decides: at the same game.
        assert!(decided > 10);
        begin(browser, bots, 10, seed).await?;
        is_over(browser, 10).await?;
        browser.click("series-decide").await?;
        let ended_later = |text: &str| text == format!("Decided after {decided} of 20000 games");
        browser.wait_for_text("series-state", ended_later).await?;
        holds_table(browser, &document).await?;
        // The test ends a running series, too.
        begin(browser, bots, MANY, seed).await?;
        browser.wait_for_text("series-state", |text| text.contains(&format!("of {MANY} games"))).await?;
        browser.click("ends-series").await?;
        let ended = |text: &str| text == format!("Decided after {decided} of {MANY} games");
        browser.wait_for_text("series-state", ended).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Two bots that ignore their random numbers play one pair of games, whatever the seeds: also
    /// in series of an earlier version of the program or of the page, whose digests differed for
    /// every game.
    async fn games_of_an_earlier_version_are_told_apart_as_those_of_today(browser: &Browser) -> Result<()> {
        let options = TwoTeams::SHORT.options();
        let command: Vec<_> = ["series", "bitmartyr"].into_iter().chain(options.iter().map(String::as_str)).collect();
        let (_, lines) = native_games(browser, &command, &["right", "up"], 8, 3)?;
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("series.jsonl");
        std::fs::write(&path, age(&lines)?)?;
        browser.open("#/bitmartyr").await?;
        browser.click("tab-series").await?;
        browser.find("series-none").await?;
        browser.choose_file("series-import", &path).await?;
        let is_shown = |text: &str| text == "8 games from a file";
        browser.wait_for_text("series-state", is_shown).await?;
        says_that_games_repeat(browser).await?;
        browser.wait_for("all are kept", async || Ok(browser.script(COUNT_KEPT, vec![]).await? == 8)).await?;
        assert_eq!(browser.script(AGE_LINES, vec![]).await?, 8);
        browser.reload().await?;
        browser.click("tab-series").await?;
        browser.wait_for_text("series-state", is_shown).await?;
        says_that_games_repeat(browser).await?;
        browser.wait_for("they are kept anew", async || Ok(browser.script(COUNT_NEW, vec![]).await? == 8)).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
