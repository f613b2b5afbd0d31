//! The symbolic links in a bot's folder: which lead where the bot may read, and which do not. Only
//! looks; opens nothing.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::process_sandbox::RefusedLink;

/// The most entries of a bot's folder that are looked at, so that a huge folder does not delay a
/// match.
const ENTRIES_MAX: usize = 10_000;

/// The most bytes of all paths that followed links lead to: all of them are sent to the warden.
const FOLLOWED_BYTES_MAX: usize = 256 << 10;

/// The targets of links in a bot's folders.
#[derive(Debug, Default)]
pub(super) struct FoundLinks {
    /// The files and folders elsewhere that links may lead to.
    pub(super) followed: Vec<PathBuf>,
    /// The links that lead where the bot may not read.
    pub(super) refused: Vec<RefusedLink>,
    /// The length of the paths that are followed, in bytes.
    followed_bytes: usize,
}

impl FoundLinks {
    /// Looks at all links in a folder, and at those in the folders that they lead to. Targets that
    /// are readable anyway are neither followed nor refused.
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
                        let bytes = self.followed_bytes + target.as_os_str().len();
                        if is_allowed(&target) && bytes <= FOLLOWED_BYTES_MAX {
                            waiting.extend(target.is_dir().then(|| target.clone()));
                            self.followed_bytes = bytes;
                            self.followed.push(target);
                        } else {
                            self.refused.push(RefusedLink { link: entry.path(), target });
                        }
                    }
                    _ => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: thousands of links made a message that the warden refused, and no bot of the
    /// match could be started.
    #[test]
    fn so_many_links_are_followed_as_the_warden_takes() {
        let dir = tempfile::tempdir().expect("a folder");
        let (bot, sibling) = (dir.path().join("bot"), dir.path().join("sibling").join("x".repeat(200)));
        std::fs::create_dir_all(&sibling).expect("a folder");
        std::fs::create_dir(&bot).expect("a folder");
        let count = FOLLOWED_BYTES_MAX / 200 + 1;
        for number in 0..count {
            let target = sibling.join(number.to_string());
            std::fs::write(&target, "").expect("a file");
            std::os::unix::fs::symlink(&target, bot.join(number.to_string())).expect("a link");
        }
        let mut links = FoundLinks::default();
        links.search(&bot, |_| false, |_| true);
        assert_eq!(links.followed.len() + links.refused.len(), count);
        assert!(links.followed.len() > 500 && !links.refused.is_empty(), "{}", links.followed.len());
    }
}
