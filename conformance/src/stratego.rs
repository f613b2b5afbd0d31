//! Stratego's competition logs: every file of a folder whose first line is that of a log.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use botyard_engine::games::stratego::Stratego;
use botyard_engine::games::stratego::log::{self, LogExtent};
use botyard_engine::replay::Replay;

use crate::report::ConformanceReport;

/// The competition's time limit for each answer.
const LIMIT: Duration = Duration::from_secs(2);

/// A log of this folder, if it holds any: they have no common name.
pub fn any_log(folder: &Path) -> Option<PathBuf> {
    let mut entries = folder.read_dir().ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    entries.find(|path| starts_as_a_log(path))
}

fn starts_as_a_log(path: &Path) -> bool {
    let mut line = Vec::new();
    let read = File::open(path).and_then(|file| BufReader::new(file).read_until(b'\n', &mut line));
    read.is_ok() && log::is_log(&String::from_utf8_lossy(&line))
}

/// Checks every log beside this one: each outcome and the result must follow the rules. An
/// undamaged log must be written back byte for byte, also by way of a replay file.
pub fn logs(one: &Path) -> Result<ConformanceReport> {
    let folder = one.parent().context("a file lies in a folder")?;
    let mut report = ConformanceReport::default();
    let mut paths: Vec<_> = folder.read_dir()?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.sort();
    for path in paths.into_iter().filter(|path| path.is_file() && starts_as_a_log(path)) {
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        report.count(1, "games");
        if let Err((line, why)) = check(&text, &mut report) {
            report.disagree(&path, line, why);
        }
    }
    Ok(report)
}

fn check(text: &str, report: &mut ConformanceReport) -> Result<(), (usize, String)> {
    let log = log::read(text).map_err(|bad| (bad.line, bad.why))?;
    report.count(log.replay.turns.len() as u64 - 2, "plies");
    match log.extent {
        LogExtent::Crashed(_) => report.count(1, "crashed as far as they go"),
        LogExtent::BrokenOff(line) => return Err((line, "the log stops before the result".to_owned())),
        LogExtent::Whole => {
            let file = serde_json::to_string(&log.replay).map_err(|why| (1, why.to_string()))?;
            let replay: Replay<Stratego> = serde_json::from_str(&file).map_err(|why| (1, why.to_string()))?;
            same(text, &log::write(&replay, LIMIT).map_err(|why| (1, why.to_string()))?)?;
            report.count(1, "written back identical");
        }
    }
    Ok(())
}

fn same(read: &str, written: &str) -> Result<(), (usize, String)> {
    if read == written {
        return Ok(());
    }
    let differs = read.split('\n').zip(written.split('\n')).position(|(read, written)| read != written);
    let line = differs.unwrap_or_else(|| read.split('\n').count().min(written.split('\n').count()));
    Err((line + 1, format!("written back as `{}`", written.split('\n').nth(line).unwrap_or_default())))
}
