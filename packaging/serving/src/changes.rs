//! Changes of sources, one after the other: what changes while a change is dealt with is the next
//! one. Does not know what the sources are.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use anyhow::{Context, Result};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

/// Programs that write several files do so in a moment: what follows within it is one change.
const MOMENT: Duration = Duration::from_millis(100);

/// The changes from now on.
pub struct SourceChanges {
    seen: Receiver<()>,
    /// Looks as long as it is here.
    _watcher: RecommendedWatcher,
}

impl SourceChanges {
    /// Watches files, and folders with all that is in them.
    ///
    /// # Errors
    /// When one of them is missing or cannot be watched.
    pub fn watch(sources: impl IntoIterator<Item = PathBuf>) -> Result<Self> {
        let find = |source: PathBuf| source.canonicalize().with_context(|| format!("there is no {}", source.display()));
        let sources = sources.into_iter().map(find).collect::<Result<Vec<_>>>()?;
        let (sender, seen) = channel();
        let watched = sources.clone();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if event.map_or(true, |event| is_change(&event, &watched)) {
                // Without a receiver, nobody waits for changes any more.
                let _ = sender.send(());
            }
        })?;
        for source in &sources {
            // Editors and git write another file and give it the name of the first: only its
            // folder tells.
            let watched = match source.parent().filter(|_| source.is_file()) {
                Some(folder) => watcher.watch(folder, RecursiveMode::NonRecursive),
                None => watcher.watch(source, RecursiveMode::Recursive),
            };
            watched.with_context(|| format!("cannot watch {}", source.display()))?;
        }
        Ok(Self { seen, _watcher: watcher })
    }
}

/// Whether a source has changed. Builds read the sources, which tells nothing; where the watcher has
/// lost events, one of them may have been a change.
fn is_change(event: &Event, sources: &[PathBuf]) -> bool {
    let is_source = |path: &PathBuf| sources.iter().any(|source| path.starts_with(source));
    event.need_rescan() || (!event.kind.is_access() && event.paths.iter().any(is_source))
}

impl Iterator for SourceChanges {
    type Item = ();

    /// Waits for the next change.
    fn next(&mut self) -> Option<()> {
        self.seen.recv().ok()?;
        while self.seen.recv_timeout(MOMENT).is_ok() {}
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use notify::EventKind;
    use notify::event::{AccessKind, ModifyKind};

    use super::*;

    #[test]
    fn what_changed_while_nobody_waited_is_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("below");
        fs::create_dir(&below).unwrap();
        let mut changes = SourceChanges::watch([folder.path().to_owned()]).unwrap();
        fs::write(below.join("source.rs"), "one").unwrap();
        assert_eq!(changes.next(), Some(()));
        fs::write(below.join("source.rs"), "two").unwrap();
        assert_eq!(changes.next(), Some(()));
    }

    /// After git had checked out another `index.html`, no change of it was seen any more.
    #[test]
    fn a_file_that_another_replaces_has_changed_each_time() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("index.html");
        fs::write(&file, "").unwrap();
        let mut changes = SourceChanges::watch([file.clone()]).unwrap();
        for _ in 0..2 {
            fs::write(folder.path().join("new"), "").unwrap();
            fs::rename(folder.path().join("new"), &file).unwrap();
            assert_eq!(changes.next(), Some(()));
        }
    }

    #[test]
    fn what_lies_beside_a_source_and_what_is_read_is_no_change() {
        let sources = [PathBuf::from("/page/index.html"), PathBuf::from("/page/web")];
        let event = |kind, path: &str| Event::new(kind).add_path(path.into());
        for path in ["/page/index.html", "/page/web/src/lib.rs"] {
            assert!(is_change(&event(EventKind::Modify(ModifyKind::Any), path), &sources), "{path}");
            assert!(!is_change(&event(EventKind::Access(AccessKind::Any), path), &sources), "{path}");
        }
        assert!(!is_change(&event(EventKind::Modify(ModifyKind::Any), "/page/target"), &sources));
    }
}
