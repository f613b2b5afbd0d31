//! Series in the browser's storage: what a reload restores, and the message if the storage is full.

use anyhow::{Result, bail};
use botyard_e2e::{Browser, in_each_browser};

use crate::series::{MANY, begin, begin_here, exported, holds_table, is_over, native_series, played, sorted};

/// Makes the browser's storage full from now on.
const FILL_STORAGE: &str =
    "IDBObjectStore.prototype.put = () => { throw new DOMException('no room', 'QuotaExceededError'); }";

/// How many games the browser keeps, of all series.
pub const COUNT_KEPT: &str = "
    return new Promise(done => indexedDB.open('botyard-series').onsuccess = opened => {
        const games = opened.target.result.transaction('games').objectStore('games').count();
        games.onsuccess = () => { opened.target.result.close(); done(games.result); };
    });
";

/// Loads the page again this often, each time when more games count. Returns whether there were
/// games left each time.
async fn reload_while_playing(browser: &Browser, games: u64, times: usize) -> Result<bool> {
    let mut counted = 0;
    for _ in 0..times {
        counted = played(&browser.wait_for_text("series-state", |text| played(text) > counted).await?);
        // A series begins before it is stored, which takes a moment where nothing was stored yet.
        are_kept(browser, 1).await?;
        browser.reload().await?;
        // If a series was over before the reload, the page shows it only on request.
        browser.click("tab-series").await?;
        let state = browser.wait_for_text("series-state", |text| played(text) > 0).await?;
        if played(&state) >= games {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Waits until this many games are kept, of all series.
pub async fn are_kept(browser: &Browser, games: u64) -> Result<()> {
    let has_them = async || Ok(browser.script(COUNT_KEPT, vec![]).await?.as_u64() >= Some(games));
    browser.wait_for("its games are kept", has_them).await
}

in_each_browser! {
    /// However often the page is loaded again, no game is lost or counted twice: at its end, the
    /// series has the table and the games of an undisturbed one.
    #[core]
    async fn a_series_survives_reloads(browser: &Browser) -> Result<()> {
        let (bots, seed) = (["tactician", "random"], 5);
        // On a fast machine, a short series is over before the tenth reload.
        for games in [500, 2_000, MANY] {
            begin(browser, bots, games, seed).await?;
            if reload_while_playing(browser, games, 10).await? {
                is_over(browser, games).await?;
                let (document, lines) = native_series(browser, bots, games, seed)?;
                holds_table(browser, &document).await?;
                assert_eq!(exported(browser).await?, sorted(&lines)?);
                assert_eq!(browser.console_errors(), Vec::<String>::new());
                return Ok(());
            }
            browser.click("series-remove").await?;
            browser.find("series-none").await?;
        }
        bail!("{MANY} games were over before ten reloads")
    }

    /// A reload restores a stopped series, which can be continued.
    #[browsers_differ]
    async fn a_stopped_series_goes_on(browser: &Browser) -> Result<()> {
        begin(browser, ["tactician", "random"], MANY, 6).await?;
        browser.wait_for_text("series-state", |text| played(text) > 0).await?;
        browser.click("series-stop").await?;
        let stopped = browser.wait_for_text("series-state", |text| text.starts_with("Stopped")).await?;
        are_kept(browser, played(&stopped)).await?;
        browser.reload().await?;
        browser.click("tab-series").await?;
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

    /// A full storage loses no games: stored ones are restored, and the others are played again.
    #[browsers_differ]
    async fn a_full_storage_loses_nothing(browser: &Browser) -> Result<()> {
        begin(browser, ["tactician", "random"], MANY, 8).await?;
        let kept = async || Ok::<_, anyhow::Error>(browser.script(COUNT_KEPT, vec![]).await?.as_u64().unwrap_or(0));
        browser.wait_for("some games are kept", async || Ok(kept().await? > 10)).await?;
        browser.script(FILL_STORAGE, vec![]).await?;
        browser.wait_for_text("series-unkept", |text| text.contains("storage is full")).await?;
        let kept_before = kept().await?;
        let on = played(&browser.text("series-state").await?);
        browser.wait_for_text("series-state", |text| played(text) > on).await?;
        // A new series finds no room, and displaces no other.
        begin_here(browser, ["random", "random"], 20, 8).await?;
        is_over(browser, 20).await?;
        browser.wait_for_text("series-unkept", |text| text.contains("storage is full")).await?;
        assert_eq!(kept().await?, kept_before);
        browser.reload().await?;
        browser.click("tab-series").await?;
        let again = browser.wait_for_text("series-state", |text| text.starts_with("Stopped")).await?;
        // Games after a missing one do not count yet.
        assert!((1..=kept_before).contains(&played(&again)), "{again} of {kept_before}");
        browser.click("series-go-on").await?;
        browser.wait_for_text("series-state", |text| played(text) > kept_before).await?;
        browser.click("series-stop").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
