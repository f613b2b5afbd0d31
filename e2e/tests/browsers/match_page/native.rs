//! The native program, playing bundled bots.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use botyard_e2e::Browser;
use serde_json::Value;

/// The file of a bundled bot: a module, or a script, which is not compiled.
pub fn module(browser: &Browser, game: &str, bot: &str) -> PathBuf {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bots-wasm");
    let script = |(folder, ending)| scripts.join(folder).join(format!("{game}-{bot}.{ending}"));
    let found = [("javascript", "js"), ("python", "py")].map(script).into_iter().find(|script| script.is_file());
    found.unwrap_or_else(|| browser.setting().bots.join(format!("{game}-{bot}.wasm")))
}

/// The address of a bundled bot in the page: file names of a built page contain hashes.
pub fn served_bot(browser: &Browser, game: &str, bot: &str) -> Result<String> {
    let start = format!("{game}-{bot}");
    let is_hash =
        |rest: &str| rest.is_empty() || rest.starts_with('-') && rest[1..].bytes().all(|byte| byte.is_ascii_hexdigit());
    for entry in std::fs::read_dir(browser.setting().dist.join("bots"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let rest = name.strip_prefix(&start).and_then(|rest| rest.strip_suffix(".wasm"));
        if rest.is_some_and(is_hash) {
            return Ok(format!("bots/{name}"));
        }
    }
    bail!("the page has no bot {start}")
}

/// Runs the program to its end and returns its output.
pub fn program<S: AsRef<std::ffi::OsStr>>(
    browser: &Browser,
    arguments: impl IntoIterator<Item = S>,
) -> Result<Vec<u8>> {
    let output =
        Command::new(&browser.setting().program).args(arguments).output().context("the native program runs")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(output.stdout)
}

/// Plays a match and returns its link.
pub fn play(browser: &Browser, game: &str, bots: &[&str], seed: u64, options: &[&str]) -> Result<String> {
    let seed = seed.to_string();
    let mut arguments: Vec<_> = ["play", game, "--json", "--seed", &seed].map(Into::into).into();
    arguments.extend(options.iter().map(Into::into));
    arguments.extend(bots.iter().map(|bot| module(browser, game, bot).into_os_string()));
    let document: Value = serde_json::from_slice(&program(browser, arguments)?)?;
    Ok(document["link"].as_str().context("the document has a link")?.to_owned())
}

/// The part of a link with the match that was played, without the names of the players and the turn
/// that is shown.
pub fn moves(link: &str) -> &str {
    let payload = link.rsplit('/').next().unwrap_or(link);
    payload.split(['.', '?']).next().unwrap_or(payload)
}
