//! Series in the browser's storage: what a reload restores, and the message if the storage is full.

use anyhow::Result;
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
        let (bots, seed, games) = (["tactician", "random"], 5, 500);
        browser.hold_series(Some(20)).await?;
        begin(browser, bots, games, seed).await?;
        let mut counted = 0;
        for reloads in 1..=10 {
            counted = played(&browser.wait_for_text("series-state", |text| played(text) > counted).await?);
            // A series begins before it is stored, which takes a moment where nothing was stored yet.
            are_kept(browser, 1).await?;
            // There are more games for the next page than for this one, and others for the last.
            browser.hold_series(Some(20 + 40 * reloads)).await?;
            browser.reload().await?;
            browser.click("tab-series").await?;
        }
        browser.hold_series(None).await?;
        is_over(browser, games).await?;
        let (document, lines) = native_series(browser, bots, games, seed)?;
        holds_table(browser, &document).await?;
        assert_eq!(exported(browser).await?, sorted(&lines)?);
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// A reload restores a stopped series, which can be continued.
    #[browsers_differ]
    async fn a_stopped_series_goes_on(browser: &Browser) -> Result<()> {
        browser.hold_series(Some(20)).await?;
        begin(browser, ["tactician", "random"], 100, 6).await?;
        browser.wait_for_text("series-state", |text| played(text) == 20).await?;
        browser.click("series-stop").await?;
        browser.wait_for_text("series-state", |text| text.starts_with("Stopped")).await?;
        are_kept(browser, 20).await?;
        browser.hold_series(Some(40)).await?;
        browser.reload().await?;
        browser.click("tab-series").await?;
        let again = browser.wait_for_text("series-state", |text| text.starts_with("Stopped")).await?;
        assert_eq!(played(&again), 20, "{again}");
        browser.click("series-go-on").await?;
        browser.wait_for_text("series-state", |text| played(text) == 40).await?;
        browser.click("series-stop").await?;
        browser.click("series-remove").await?;
        browser.find("series-none").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// A full storage loses no games: stored ones are restored, and the others are played again.
    #[browsers_differ]
    async fn a_full_storage_loses_nothing(browser: &Browser) -> Result<()> {
        browser.hold_series(Some(20)).await?;
        begin(browser, ["tactician", "random"], MANY, 8).await?;
        let kept = async || Ok::<_, anyhow::Error>(browser.script(COUNT_KEPT, vec![]).await?.as_u64().unwrap_or(0));
        are_kept(browser, 20).await?;
        browser.script(FILL_STORAGE, vec![]).await?;
        browser.hold_series(None).await?;
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
