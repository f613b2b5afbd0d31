//! Measures what the sandbox's pass costs in browsers: each program of the native bench with and
//! without its budget, in the same tab; and how long a virtual second of each takes. `cargo xtask
//! browser-budget` calls it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use botyard_e2e::{Browser, BrowserKind};
use botyard_sandbox::meter::{COUNTER, REFILL, SLICE};
use serde_json::{Value, json};
use tempfile::TempDir;

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../native/host/benches/budget/work");
const WORK: [&str; 5] = ["negamax", "sorting", "parsing", "floats", "calls"];
/// Both forms are measured in turn, so that other work on the machine slows both.
const ROUNDS: usize = 9;

#[tokio::main]
async fn main() -> Result<()> {
    let folder = TempDir::new()?;
    for kind in [BrowserKind::Chromium, BrowserKind::Firefox] {
        println!("{kind:10} {:>9} {:>9} {:>6} {:>15}", "plain", "budget", "ratio", "virtual second");
        let browser = Browser::start(kind).await?;
        let measured = measure(&browser, folder.path()).await;
        browser.quit().await?;
        measured?;
    }
    Ok(())
}

async fn measure(browser: &Browser, folder: &Path) -> Result<()> {
    browser.open("").await?;
    browser.script(include_str!("budget.js"), vec![]).await?;
    for name in WORK {
        let plain = std::fs::read(build(name, folder)?)?;
        let metered = botyard_sandbox::instrument(&plain, &Default::default())?.bytes;
        let [plain, metered] = [plain, metered].map(|bytes| json!(BASE64_STANDARD.encode(bytes)));
        let names = json!({ "counter": COUNTER, "refill": REFILL.1, "from": REFILL.0, "slice": SLICE.0 });
        let arguments = vec![plain, metered, names, json!(ROUNDS)];
        let row = browser.script("return measureBudget(...arguments)", arguments).await?;
        print_row(name, &row).with_context(|| format!("{name}: {row}"))?;
    }
    Ok(())
}

fn print_row(name: &str, row: &Value) -> Result<()> {
    let number = |key: &str| row[key].as_f64().with_context(|| format!("no {key}"));
    let (plain, metered, spent) = (number("plain")?, number("metered")?, number("spent")?);
    println!("{name:10} {plain:6.1} ms {metered:6.1} ms {:6.2} {:13.2} s", metered / plain, metered / (spent / 1e6));
    Ok(())
}

/// Compiles a program as the native bench does.
fn build(name: &str, folder: &Path) -> Result<PathBuf> {
    let module = folder.join(name).with_extension("wasm");
    let source = Path::new(SOURCES).join(name).with_extension("rs");
    let status = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--edition", "2024", "--target", "wasm32-wasip1", "-C", "opt-level=3", "-C", "strip=debuginfo", "-o"])
        .args([&module, &source])
        .status()?;
    ensure!(status.success(), "{name} is built");
    Ok(module)
}
