//! A browser has room for a limited number of bots' runs in all workers of a page. If there is no
//! room, no bot is blamed.

use std::time::Duration;

use anyhow::Result;
use botyard_e2e::{Browser, in_each_browser};
use serde_json::json;

use crate::match_page::{MatchPage, TwoTeams};

/// A worker occupies all room for WebAssembly memories until it ends, except for this many: a second
/// worker held those meanwhile, and the browser frees them some time after its end. Resolves to the
/// number of memories that the first worker has.
const TAKE_UP: &str = "
    const hold = `onmessage = ({data}) => {
        self.held = [];
        try {
            while (self.held.length < data) self.held.push(new WebAssembly.Memory({initial: 1}));
        } catch {}
        postMessage(self.held.length);
    }`;
    const address = URL.createObjectURL(new Blob([hold], {type: 'text/javascript'}));
    const take = most => new Promise(done => {
        const worker = new Worker(address);
        worker.onmessage = ({data}) => done([worker, data]);
        worker.postMessage(most);
    });
    return (async () => {
        const [spare] = await take(arguments[0]);
        const [holder, held] = await take(10_000);
        window.holder = holder;
        spare.terminate();
        return held;
    })();
";

/// How long a game of a series waits for room (`web/worker/src/series_games.rs`).
const SHORTAGE_PATIENCE: Duration = Duration::from_secs(5);

/// Frees the occupied room.
const GIVE_BACK: &str = "window.holder.terminate()";

/// For each row of the table, the bot's wins, draws and losses.
const RESULTS: &str = "return [...document.querySelectorAll('[data-testid=series-table] tbody tr')]\
    .map(row => [...row.cells].slice(1, 4).map(cell => cell.textContent))";

in_each_browser! {
    /// Games of a series wait for room; each has the same result as with room from the start.
    #[chromium_only]
    async fn a_series_waits_for_room(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/bitmartyr").await?;
        match_page.set_up(TwoTeams { width: 8, height: 8, population: 3, duration: 12 }).await?;
        match_page.seat(0, "hunter").await?;
        match_page.seat(1, "right").await?;
        browser.choose("series-games-number", "20").await?;
        // Room for the programs of the series, and for few runs.
        let take_up = async || {
            let held = browser.script(TAKE_UP, vec![json!(6)]).await?;
            // Memories of the match before are freed some time after its end: until then there may be no more room
            // than for the few runs.
            let has_taken = held.as_u64() > Some(0);
            if !has_taken {
                browser.script(GIVE_BACK, vec![]).await?;
            }
            Ok(has_taken)
        };
        browser.wait_for("room that can be taken up", take_up).await?;
        browser.click("play-series").await?;
        browser.wait_for("a game waits for room", async || browser.is_patient(SHORTAGE_PATIENCE).await).await?;
        browser.script(GIVE_BACK, vec![]).await?;
        browser.wait_for_text("series-state", |text| text == "20 games").await?;
        assert_eq!(browser.script(RESULTS, vec![]).await?, json!([["20", "0", "0"], ["0", "0", "20"]]));
        Ok(())
    }

    /// A match reports the shortage, and neither player loses.
    #[chromium_only]
    async fn a_match_without_room_is_void(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        MatchPage::new(browser).to_the_end().await?;
        browser.script(TAKE_UP, vec![json!(0)]).await?;
        browser.click("game-bitmartyr").await?;
        browser.wait_for_text("toast", |text| text.contains("The match is void: a run of player")).await?;
        assert!(browser.find_all("verdict").await?.is_empty());
        browser.script(GIVE_BACK, vec![]).await?;
        browser.click("play").await?;
        let begins = |text: &str| text.split(" / ").nth(1).is_some_and(|last| !last.starts_with('0'));
        browser.wait_for_text("turn", begins).await.map(drop)
    }
}
