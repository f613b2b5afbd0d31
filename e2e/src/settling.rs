//! When a page is at rest, and its clock: what a case reads is read at rest, and no delay of a
//! second or more ends before the case says so. The functions that do this in the page and in its
//! workers are in `settling.js`.

use std::time::Duration;

use anyhow::Result;
use serde_json::json;

use crate::browser::Browser;

/// Stops animations where they begin. A frame may last longer than an animation, which is then never
/// seen.
const HOLD_ANIMATIONS: &str = "
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { animation-play-state: paused !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
";

impl Browser {
    /// Lets the page be patient for this long: ends its delays of a second or more that end within
    /// this time, in their order, and waits until the page is at rest after each. Other delays take
    /// the time that they take.
    ///
    /// # Errors
    /// When the page does not come to rest.
    pub async fn advance(&self, time: Duration) -> Result<()> {
        self.tab().call("time => settling.advance(time)", &[], &[json!(time.as_millis() as u64)]).await.map(drop)
    }

    /// Whether the page or one of its workers is patient for a delay of this length now.
    ///
    /// # Errors
    /// When the page does not come to rest.
    pub async fn is_patient(&self, delay: Duration) -> Result<bool> {
        let delays = self.tab().call("() => settling.patience()", &[], &[]).await?;
        Ok(delays.as_array().is_some_and(|delays| delays.contains(&json!(delay.as_millis() as u64))))
    }

    /// Holds series once they have this many games, in this document and in later ones; `None` lets
    /// them play on, within the 3 s in which a series looks for idle workers.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn hold_series(&self, games: Option<u64>) -> Result<()> {
        self.in_each_document(&format!("settling.holdSeries({})", json!(games))).await
    }

    /// From now on, also in other documents, the page is at rest although it waits for something with
    /// this in its name: what the case holds back itself. `fetching bots/` is in the names of all
    /// requests for bots.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn overlook(&self, part: &str) -> Result<()> {
        self.in_each_document(&format!("settling.overlook({})", json!(part))).await
    }

    /// Holds the animations of this document where they begin, for a case that looks at them.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn hold_animations(&self) -> Result<()> {
        self.script(HOLD_ANIMATIONS, vec![]).await.map(drop)
    }

    /// Runs a script in the document that is shown, and in each later one before its own scripts.
    async fn in_each_document(&self, script: &str) -> Result<()> {
        self.tab().prelude(&format!("() => {{ {script} }}")).await?;
        self.tab().call(&format!("() => {{ if (globalThis.settling) {script} }}"), &[], &[]).await.map(drop)
    }

    /// Waits until the page is at rest. Whatever looks at the page or acts on it does this first;
    /// [`Browser::script_at_once`] does not.
    ///
    /// # Errors
    /// When the page does not come to rest: the error names what it waits for.
    pub(crate) async fn settle(&self) -> Result<()> {
        self.tab().call("() => globalThis.settling?.whenSettled()", &[], &[]).await.map(drop)
    }
}
