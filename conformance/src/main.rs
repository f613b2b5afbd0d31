//! Checks every folder below a given one that holds recorded games of an original program. Prints
//! one line per folder and exits with status 1 on any disagreement. Knows files; the format of a
//! game's files is in the game's module.

mod bitmartyr;
mod connect_four;
mod generals;
mod report;
mod stratego;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use report::ConformanceReport;

/// A layout of recorded games.
struct Layout {
    /// The beginning of the line of a folder.
    name: &'static str,
    /// Finds the file by which a folder of this layout is recognised; `None` for other folders.
    mark: fn(&Path) -> Option<PathBuf>,
    /// Checks the folder of such a file.
    check: fn(&Path) -> Result<ConformanceReport>,
}

const LAYOUTS: &[Layout] = &[
    Layout { name: "BitMartyr", mark: |folder| named(folder, "core_games.txt"), check: bitmartyr::games },
    Layout { name: "Connect Four, games", mark: |folder| named(folder, "games.txt"), check: connect_four::games },
    Layout {
        name: "Connect Four, analysed positions",
        mark: |folder| named(folder, "analysed.txt"),
        check: connect_four::analysed,
    },
    Layout { name: "Generals", mark: |folder| named(folder, "golden.json"), check: generals::games },
    Layout { name: "Stratego, logs", mark: stratego::any_log, check: stratego::logs },
];

fn main() -> Result<ExitCode> {
    let Some(root) = std::env::args_os().nth(1).map(PathBuf::from) else {
        bail!("which folder? usage: cargo xtask conformance DIR");
    };
    let mut agreed = true;
    let mut checked = 0;
    for folder in folders(&root)? {
        for layout in LAYOUTS {
            let Some(mark) = (layout.mark)(&folder) else { continue };
            let report = (layout.check)(&mark)?;
            println!("{}: {}: {report}", folder.display(), layout.name);
            agreed &= report.agrees();
            checked += 1;
        }
    }
    if checked == 0 {
        bail!("no folder below {} holds recorded games in a layout that is known here", root.display());
    }
    Ok(if agreed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The file of this name in a folder.
fn named(folder: &Path, name: &str) -> Option<PathBuf> {
    Some(folder.join(name)).filter(|file| file.is_file())
}

/// The folder and all below it, sorted.
fn folders(root: &Path) -> Result<Vec<PathBuf>> {
    let mut found = vec![root.to_owned()];
    let mut at = 0;
    while at < found.len() {
        let entries =
            found[at].read_dir().with_context(|| format!("cannot read the folder {}", found[at].display()))?;
        for entry in entries {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                found.push(entry.path());
            }
        }
        at += 1;
    }
    found.sort();
    Ok(found)
}
