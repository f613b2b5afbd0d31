//! The page as a whole: it loads, without complaint, from any folder of a plain static host.

use anyhow::Result;
use botyard_e2e::{Browser, in_each_browser};
use serde_json::Value;

/// Runs where the page and its worker run: what JSPI needs must be there without flags and without special headers.
const JSPI_IN_A_WORKER: &str = r"
    const source = `postMessage(typeof WebAssembly.Suspending + ' ' + typeof WebAssembly.promising)`;
    const address = URL.createObjectURL(new Blob([source], {type: 'text/javascript'}));
    return new Promise(resolve => {
        new Worker(address, {type: 'module'}).onmessage = event => resolve(event.data);
    });
";

/// A match of Connect Four.
const LINK: &str = "AoCqYEmd.Ah09KCno7w2z3-EWC9M";

/// Steps to another turn, which the address is going to name, and goes back before it does. Where that leads to.
const LEAVE_AFTER_A_STEP: &str = r"
    document.querySelector(`[data-testid='first']`).click();
    history.back();
    return new Promise(resolve => setTimeout(() => resolve(location.hash), 1000));
";

in_each_browser! {
    async fn loads_without_an_error(browser: &Browser) -> Result<()> {
        browser.open("").await?;
        assert!(browser.title().await?.starts_with("Botyard"));
        let started = "return performance.getEntriesByType('resource').some(entry => entry.name.endsWith('.wasm'))";
        browser.wait_for("the page asks for its module", async || Ok(browser.script(started, vec![]).await? == true)).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn the_browser_can_suspend_a_module(browser: &Browser) -> Result<()> {
        browser.open("").await?;
        let found = browser.script(JSPI_IN_A_WORKER, vec![]).await?;
        assert_eq!(found, Value::from("function function"));
        Ok(())
    }

    async fn a_match_that_was_left_writes_no_address(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        browser.script(&format!("location.hash = '#/connect-four/r/{LINK}'"), vec![]).await?;
        browser.wait_for("the match of the link", async || Ok(browser.route().await?.contains(LINK))).await?;
        browser.wait_for_text("verdict", |text| text.contains("wins")).await?;
        let left = browser.script(LEAVE_AFTER_A_STEP, vec![]).await?;
        assert!(!left.to_string().contains(LINK), "{left}");
        Ok(())
    }

    async fn an_error_on_the_console_is_noticed(browser: &Browser) -> Result<()> {
        browser.open("").await?;
        browser.script("console.error('on purpose')", vec![]).await?;
        browser.wait_for("the error", async || Ok(browser.console_errors().iter().any(|error| error.contains("on purpose")))).await
    }

    async fn a_missing_file_is_noticed(browser: &Browser) -> Result<()> {
        browser.open("").await?;
        browser.script("fetch('no-such-file.wasm')", vec![]).await?;
        browser.wait_for("the answer", async || Ok(browser.console_errors().iter().any(|error| error.contains("404")))).await
    }
}
