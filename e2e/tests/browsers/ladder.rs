//! The ladder: a visitor's bot beats its lowest rung, and the page knows it in the next visit.

use anyhow::{Result, ensure};
use botyard_e2e::{Browser, in_each_browser};
use serde_json::json;

use crate::match_page::native;

/// The rungs that the kept builds have beaten.
const KEPT: &str = "
    return new Promise(done => indexedDB.open('botyard-bots').onsuccess = opened => {
        const builds = opened.target.result.transaction('builds').objectStore('builds').getAll();
        builds.onsuccess = () => { opened.target.result.close(); done(builds.result.flatMap(build => build[7] ?? []).map(({ rung }) => rung)); };
    });
";

in_each_browser! {
    async fn a_bot_beats_the_weakest_rung_and_the_start_view_knows_it(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        browser.click("tab-ladder").await?;
        browser.find("ladder-write").await?;
        browser.drop_bytes("board", "hook.wasm", &std::fs::read(native::module(browser, "connect-four", "tactician"))?).await?;
        browser.wait_for_text("ladder-told", |text| text == "Your hook.wasm has beaten 0 of 5.").await?;
        browser.click("ladder-next").await?;
        browser.wait_for_text("ladder-told", |text| text == "Your hook.wasm has beaten 1 of 5.").await?;
        let rung = browser.text("rung-1").await?;
        ensure!(rung.contains("Beaten by hook.wasm: ") && rung.contains(" of 20 games"), "{rung}");
        ensure!(browser.text("ladder-next").await? == "Play 2 of the ladder", "the next one is one click away");
        browser.wait_for("the build is kept", async || Ok(browser.script(KEPT, vec![]).await? == json!(["random"]))).await?;
        browser.open("").await?;
        browser.reload().await?;
        browser.wait_for_text("climber-connect-four", |text| text == "Your hook.wasm has beaten 1 of 5").await?;
        browser.click("climber-connect-four").await?;
        browser.wait_for_text("ladder-told", |text| text == "Your hook.wasm has beaten 1 of 5.").await?;
        // What the bot cannot do is found out before all games are played.
        browser.click("ladder-next").await?;
        browser.wait_for_text("rung-2", |text| text.contains("Not beaten: ")).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
