//! The symbolic links in a bot's folder: which lead where the bot may read, and which do not. Only looks; opens nothing.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::process_sandbox::RefusedLink;

/// How many entries of a bot's folder are looked at, so that a huge folder does not delay a match.
const ENTRIES_MAX: usize = 10_000;

/// What links in a bot's folders lead to.
#[derive(Debug, Default)]
pub(super) struct FoundLinks {
    /// The files and folders elsewhere that links may lead to.
    pub(super) followed: Vec<PathBuf>,
    /// The links that lead where the bot may not read.
    pub(super) refused: Vec<RefusedLink>,
}

impl FoundLinks {
    /// Looks at all links in a folder, and at those in the folders that they lead to. What is readable anyway is
    /// neither followed nor refused.
    pub(super) fn search(
        &mut self,
        folder: &Path,
        is_readable: impl Fn(&Path) -> bool,
        is_allowed: impl Fn(&Path) -> bool,
    ) {
        let mut waiting = vec![folder.to_owned()];
        let mut known = HashSet::new();
        let mut left = ENTRIES_MAX;
        while let Some(folder) = waiting.pop() {
            if !known.insert(folder.clone()) {
                continue;
            }
            for entry in folder.read_dir().into_iter().flatten().flatten() {
                let Some(rest) = left.checked_sub(1) else { return };
                left = rest;
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => waiting.push(entry.path()),
                    Ok(kind) if kind.is_symlink() => {
                        // A link that leads nowhere fails without a sandbox, too.
                        let Ok(target) = entry.path().canonicalize() else { continue };
                        if is_readable(&target) {
                            continue;
                        }
                        if !is_allowed(&target) {
                            self.refused.push(RefusedLink { link: entry.path(), target });
                        } else {
                            waiting.extend(target.is_dir().then(|| target.clone()));
                            self.followed.push(target);
                        }
                    }
                    _ => {}
                }
            }
        }
    }
}
