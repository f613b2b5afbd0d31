//! Series: many games between the same bots, in workers of this tab.

use crate::match_page::{MatchPage, native};
use anyhow::Result;
use botyard_e2e::{Browser, Key, in_each_browser};
use serde_json::Value;

/// The texts of the table, row by row.
const TABLE: &str = "return [...document.querySelectorAll('[data-testid=series-table] tbody tr')]\
    .map(row => [...row.cells].map(cell => cell.textContent))";

/// How many turns the listed games have.
const LENGTHS: &str = "return [...document.querySelectorAll('.series-game')]\
    .map(game => parseInt(game.children[3].textContent))";

/// Collects the texts that are saved from now on.
const CATCH_SAVED: &str = "
    window.saved = [];
    const create = URL.createObjectURL;
    URL.createObjectURL = blob => { blob.text().then(text => window.saved.push(text)); return create.call(URL, blob); };
";

/// More games than are played while a case looks.
const MANY: u64 = 10_000;

/// Sets up a series and begins it.
async fn begin(browser: &Browser, bots: [&str; 2], games: u64, seed: u64) -> Result<()> {
    let match_page = MatchPage::new(browser);
    browser.open("#/connect-four").await?;
    for (seat, bot) in bots.into_iter().enumerate() {
        match_page.seat(seat, bot).await?;
    }
    match_page.seed(seed).await?;
    match_page.choose("series-games-number", &games.to_string()).await?;
    browser.click("play-series").await
}

/// Waits until all games of the series count.
async fn is_over(browser: &Browser, games: u64) -> Result<()> {
    browser.wait_for_text("series-state", |text| text == format!("{games} games")).await.map(drop)
}

/// How many games count, by what the panel says: `Stopped after 12 of 20 games`.
fn played(state: &str) -> u64 {
    state.split(' ').find_map(|word| word.parse().ok()).unwrap_or(0)
}

/// The same series played by the native program: its JSON document, and its lines as they are written.
fn native_series(browser: &Browser, bots: [&str; 2], games: u64, seed: u64) -> Result<(Value, String)> {
    let folder = tempfile::tempdir()?;
    let lines = folder.path().join("lines.jsonl");
    let [one, other] = bots.map(|bot| format!("builtin:{bot}"));
    let (games, seed) = (games.to_string(), seed.to_string());
    let options =
        ["series", "connect-four", &one, &other, "--games", &games, "--seed", &seed, "--json", "--quiet", "--jsonl"];
    let printed = native::program(browser, options.iter().map(AsRef::as_ref).chain([lines.as_os_str()]))?;
    Ok((serde_json::from_slice(&printed)?, std::fs::read_to_string(&lines)?))
}

/// Lines in the order of the schedule, without the times that the games took.
fn sorted(lines: &str) -> Result<Vec<Value>> {
    let mut lines: Vec<Value> = lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    lines.iter_mut().for_each(|line| line["duration_ns"] = Value::Null);
    lines.sort_by_key(|line| (line["unit"].as_u64(), line["rotation"].as_u64()));
    Ok(lines)
}

/// Ensures that the table is that of a native series.
async fn holds_table(browser: &Browser, document: &Value) -> Result<()> {
    let table = browser.script(TABLE, vec![]).await?;
    let players = document["players"].as_array().map(Vec::as_slice).unwrap_or_default();
    assert_eq!(players.len(), 2);
    for (row, player) in players.iter().enumerate() {
        for (column, name) in [(0, "name"), (1, "won"), (2, "drawn"), (3, "lost")] {
            let expected = player[name].as_str().map_or_else(|| player[name].to_string(), str::to_owned);
            assert_eq!(table[row][column], *expected, "{name} of player {row}");
        }
    }
    Ok(())
}

/// The lines of the file that the page exports.
async fn exported(browser: &Browser) -> Result<Vec<Value>> {
    browser.script(CATCH_SAVED, vec![]).await?;
    browser.click("series-export").await?;
    let saved = async || browser.script("return window.saved[0] ?? null", vec![]).await;
    browser.wait_for("the games are saved", async || Ok(!saved().await?.is_null())).await?;
    sorted(saved().await?.as_str().unwrap_or_default())
}

in_each_browser! {
    /// The same series natively has the same table and the same games.
    async fn a_series_counts_as_natively(browser: &Browser) -> Result<()> {
        let (bots, games, seed) = (["tactician", "random"], 100, 42);
        begin(browser, bots, games, seed).await?;
        is_over(browser, games).await?;
        let (document, lines) = native_series(browser, bots, games, seed)?;
        holds_table(browser, &document).await?;
        assert_eq!(exported(browser).await?, sorted(&lines)?);
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// However often the page is loaded again, nothing is lost and nothing counts twice: what counts is what a series that was
    /// left alone has after so many games.
    #[chromium_only]
    async fn a_series_survives_reloads(browser: &Browser) -> Result<()> {
        let (bots, seed) = (["tactician", "random"], 5);
        begin(browser, bots, MANY, seed).await?;
        let mut counted = 0;
        for reload in 0..10 {
            let state = browser.wait_for_text("series-state", |text| played(text) > counted).await?;
            counted = played(&state);
            assert!(counted < MANY, "the series is over after {reload} reloads");
            browser.reload().await?;
        }
        browser.wait_for_text("series-state", |text| played(text) > counted).await?;
        browser.click("series-stop").await?;
        let state = browser.wait_for_text("series-state", |text| text.starts_with("Stopped")).await?;
        browser.note(format!("ten reloads: {state}"));
        let games = played(&state);
        let (document, expected) = native_series(browser, bots, games, seed)?;
        holds_table(browser, &document).await?;
        let expected = sorted(&expected)?;
        let lines = exported(browser).await?;
        assert_eq!(lines[..expected.len()], expected);
        let is_twice = |pair: &[Value]| (&pair[0]["unit"], &pair[0]["rotation"]) == (&pair[1]["unit"], &pair[1]["rotation"]);
        assert!(!lines.windows(2).any(is_twice), "each game is there once");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// A series that was stopped is there after a reload, and goes on when it is to.
    async fn a_stopped_series_goes_on(browser: &Browser) -> Result<()> {
        begin(browser, ["tactician", "random"], MANY, 6).await?;
        browser.wait_for_text("series-state", |text| played(text) > 0).await?;
        browser.click("series-stop").await?;
        let stopped = browser.wait_for_text("series-state", |text| text.starts_with("Stopped")).await?;
        browser.reload().await?;
        browser.click("tab-series").await?;
        // What was not kept yet when the page was left is played again.
        let again = browser.wait_for_text("series-state", |text| text.starts_with("Stopped")).await?;
        assert!((1..=played(&stopped)).contains(&played(&again)), "{again} after {stopped}");
        browser.click("series-go-on").await?;
        browser.wait_for_text("series-state", |text| played(text) > played(&stopped)).await?;
        browser.click("series-stop").await?;
        browser.click("series-remove").await?;
        browser.find("series-none").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// From the list a game is opened at its end, by a click and by key.
    async fn a_listed_game_is_shown_at_its_end(browser: &Browser) -> Result<()> {
        let (bots, games) = (["random", "tactician"], 20);
        begin(browser, bots, games, 3).await?;
        is_over(browser, games).await?;
        MatchPage::new(browser).choose("series-filter", "losses of random").await?;
        MatchPage::new(browser).choose("series-order", "longest first").await?;
        let lengths = async || -> Result<Vec<u64>> {
            let listed = browser.script(LENGTHS, vec![]).await?;
            Ok(listed.as_array().into_iter().flatten().filter_map(Value::as_u64).collect())
        };
        let is_sorted = async || Ok(lengths().await?.is_sorted_by(|one, other| one >= other));
        browser.wait_for("the longest game comes first", is_sorted).await?;
        let longest = lengths().await?[0];
        browser.script("document.querySelector('a.series-game').focus()", vec![]).await?;
        browser.keys(Key::Enter).await?;
        browser.wait_for_text("verdict", |text| text.contains("tactician wins")).await?;
        let turn = browser.text("turn").await?;
        assert!(turn.contains(&longest.to_string()), "{turn} of {longest}");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Where nothing can be kept, a sentence says so and the series goes on.
    async fn a_series_goes_on_without_a_store(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        let newer = "return new Promise(done => indexedDB.open('botyard-series', 99).onsuccess = () => done(true))";
        browser.script(newer, vec![]).await?;
        begin(browser, ["random", "tactician"], 20, 3).await?;
        is_over(browser, 20).await?;
        let said = browser.text("series-unkept").await?;
        assert!(said.contains("does not keep the results"), "{said}");
        Ok(())
    }

    /// What one browser exports is imported by another; the numbers are the same.
    async fn an_exported_series_is_imported(browser: &Browser) -> Result<()> {
        let (bots, games, seed) = (["random", "tactician"], 20, 3);
        let (document, lines) = native_series(browser, bots, games, seed)?;
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("series.jsonl");
        std::fs::write(&path, lines)?;
        browser.open("#/stratego").await?;
        browser.click("tab-series").await?;
        browser.find("series-none").await?;
        browser.choose_file("series-import", &path).await?;
        browser.wait_for_text("series-state", |text| text == format!("{games} games from a file")).await?;
        holds_table(browser, &document).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn people_play_no_series(browser: &Browser) -> Result<()> {
        begin(browser, ["Me", "tactician"], 20, 3).await?;
        browser.wait_for_text("toast", |text| text.contains("played by bots only")).await?;
        Ok(())
    }
}
