//! The match worker without the page: matches are requested by message, one after the other, as
//! fast as they can be played.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{Context, Result};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use botyard_e2e::Browser;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

/// The page's own worker, by the name that the page's build gives it.
pub const WORKER: &str = "worker_loader.js";
/// The worker that interprets modules.
pub const INTERPRETER: &str = "interpreter_loader.js";

/// A worker in a browser, and the modules it plays with.
pub struct Worker<'a> {
    browser: &'a Browser,
}

impl<'a> Worker<'a> {
    /// Starts a worker from the script of that name.
    pub async fn start(browser: &'a Browser, script: &str) -> Result<Self> {
        browser.open("").await?;
        browser.script(include_str!("worker.js"), vec![]).await?;
        browser.script("return lab.start(arguments[0])", vec![json!(script)]).await.context("the worker starts")?;
        Ok(Self { browser })
    }

    /// Sends a module to the page's script, under a name.
    pub async fn keep_module(&self, name: &str, module: &[u8]) -> Result<()> {
        // The largest modules are padding, which would take a browser many seconds to receive.
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(module)?;
        let text = BASE64_STANDARD.encode(packed.finish()?);
        self.browser.script("return lab.keep(...arguments)", vec![json!(name), json!(text)]).await?;
        Ok(())
    }

    /// Sends a module to the page's script, under the name of its file.
    pub async fn keep_file(&self, path: &Path) -> Result<()> {
        let name = path.file_stem().context("a file has a name")?.to_string_lossy();
        self.keep_module(&name, &std::fs::read(path)?).await
    }

    /// Why a module cannot play, as a clause; `None` if it can.
    pub async fn refusal(&self, name: &str) -> Result<Option<String>> {
        let why = self.browser.script("return lab.refusal(...arguments)", vec![json!(name)]).await?;
        let Some(sentence) = why.as_str() else { return Ok(None) };
        let mut clause = sentence.trim_end_matches('.').to_owned();
        clause.get_mut(..1).into_iter().for_each(str::make_ascii_lowercase);
        Ok(Some(clause))
    }

    /// How a module that runs alone ends.
    pub async fn run_wasi_test(&self, name: &str) -> Result<Value> {
        self.browser.script("return lab.runWasiTest(...arguments)", vec![json!(name)]).await
    }

    /// Plays one match: `turns`, `words` of each seat (`stdin`, `stdout`, `stderr`, `ended`) and
    /// `outcome`, or `refused` with the reason. `terms` are as in a match's record.
    pub async fn play(&self, game: &str, settings: &Value, seed: u64, bots: &[&str], terms: &Value) -> Result<Value> {
        let arguments = vec![json!(game), settings.clone(), json!(seed), json!(bots), terms.clone()];
        self.browser.script("return lab.play(...arguments)", arguments).await
    }

    /// The transcript and the turns of one match, as the native example `series` prints them.
    pub async fn record(&self, game: &str, settings: &Value, seed: u64, bots: &[&str]) -> Result<String> {
        let arguments = vec![json!(game), settings.clone(), json!(seed), json!(bots)];
        let record = self.browser.script("return lab.record(...arguments)", arguments).await?;
        Ok(record.as_str().context("a record is text")?.to_owned())
    }

    /// Plays one match for each seed: seed and digest of each, as the native example `series`
    /// prints them.
    pub async fn series(
        &self,
        game: &str,
        settings: &Value,
        seeds: RangeInclusive<u64>,
        bots: &[&str],
    ) -> Result<Vec<String>> {
        let arguments = vec![json!(game), settings.clone(), json!(seeds.start()), json!(seeds.end()), json!(bots)];
        let lines = self.browser.script("return lab.series(...arguments)", arguments).await?;
        serde_json::from_value(lines).context("a series is lines")
    }
}
