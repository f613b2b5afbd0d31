//! The checks of the JavaScript that the project contains: types, lints and unit tests, all in
//! Node.js. Does not know what the scripts do.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use super::SuiteRun;
use super::outcome::StepOutcome;
use crate::node::{self, LockedPackages};
use crate::run::{announce, run, run_with_lines};

/// Folders with files that others have written, or that were built.
const LEFT_OUT: [&str; 3] = ["target", "node_modules", "dist"];
/// How the names of files with unit tests end.
const TEST_ENDINGS: [&str; 2] = [".test.js", ".test.mjs"];

/// Checks types, lints, and runs the unit tests. Without Node.js, nothing is checked, which is a
/// failure in CI alone.
pub fn check(suite: &SuiteRun<'_>) -> Result<StepOutcome> {
    let root = suite.checkout.root();
    if let Some(obstacle) = node::obstacle_with("the JavaScript is not checked") {
        node::refuse_in_ci(&obstacle)?;
        eprintln!("{obstacle}");
        return Ok(StepOutcome { not_run: 1, ..StepOutcome::default() });
    }
    let (own, editor) =
        (LockedPackages::new(root.join("web"), "web"), LockedPackages::new(root.join("web/editor"), "editor"));
    own.install()?;
    editor.install()?;
    let (own, editor) = (own.folder()?, editor.folder()?);
    let script = |name: &str| {
        let mut node = Command::new("node");
        node.arg(root.join("web/checks").join(name)).args([root, &own]);
        node
    };
    let check = |command: &mut Command| match run(command) {
        Ok(()) => StepOutcome { passed: 1, ..StepOutcome::default() },
        Err(error) => {
            eprintln!("{error:#}");
            StepOutcome::failed()
        }
    };
    let types = check(script("check_types.mjs").arg(&editor));
    let lints = check(&mut script("lint.mjs"));
    Ok(types.and(lints).and(unit_tests(root)?))
}

/// Runs all unit tests; their output is shown if one fails.
fn unit_tests(root: &Path) -> Result<StepOutcome> {
    let mut files = Vec::new();
    find_tests(root, &mut files)?;
    files.sort();
    let mut node = Command::new("node");
    announce(node.current_dir(root).args(["--test", "--test-reporter=tap"]));
    let (mut outcome, mut text) = (StepOutcome::default(), String::new());
    let status = run_with_lines(node.args(files), |line| {
        read_summary(line, &mut outcome);
        text.extend([line, "\n"]);
    })?;
    if !outcome.is_good() || !status.success() {
        println!("{text}");
    }
    if outcome.passed == 0 || (!status.success() && outcome.failed == 0) {
        bail!("`node --test` failed ({status})");
    }
    Ok(outcome)
}

/// Adds the files with unit tests below `folder`.
fn find_tests(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !LEFT_OUT.contains(&&*name) && !name.starts_with('.') {
                find_tests(&path, files)?;
            }
        } else if TEST_ENDINGS.iter().any(|ending| name.ends_with(ending)) {
            files.push(path);
        }
    }
    Ok(())
}

/// Reads `# pass 12`, `# fail 0`, `# skipped 0` and `# todo 0` at the end of the output. A test that
/// is skipped or left to do is a failure.
fn read_summary(line: &str, outcome: &mut StepOutcome) {
    let Some((word, count)) = line.strip_prefix("# ").and_then(|rest| rest.split_once(' ')) else { return };
    let Ok(count) = count.parse::<usize>() else { return };
    match word {
        "pass" => outcome.passed += count,
        "fail" | "cancelled" | "skipped" | "todo" => outcome.failed += count,
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_of_nodes_runner_is_understood() {
        let mut outcome = StepOutcome::default();
        let text = "ok 1 - a\n# tests 5\n# suites 0\n# pass 3\n# fail 1\n# cancelled 0\n# skipped 1\n# todo 0\n# duration_ms 67.5";
        text.lines().for_each(|line| read_summary(line, &mut outcome));
        assert_eq!((outcome.passed, outcome.failed), (3, 2));
    }
}
