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
    /// When one of them cannot be watched.
    pub fn watch(sources: impl Iterator<Item = PathBuf>) -> Result<Self> {
        let (sender, seen) = channel();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            // Builds read the sources. When the watcher has lost events, there was one.
            if event.map_or(true, |event| !event.kind.is_access()) {
                // Without a receiver, nobody waits for changes any more.
                let _ = sender.send(());
            }
        })?;
        for source in sources {
            let watched = watcher.watch(&source, RecursiveMode::Recursive);
            watched.with_context(|| format!("cannot watch {}", source.display()))?;
        }
        Ok(Self { seen, _watcher: watcher })
    }
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

    use super::*;

    #[test]
    fn what_changed_while_nobody_waited_is_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("below");
        fs::create_dir(&below).unwrap();
        let mut changes = SourceChanges::watch([folder.path().to_owned()].into_iter()).unwrap();
        fs::write(below.join("source.rs"), "one").unwrap();
        assert_eq!(changes.next(), Some(()));
        fs::write(below.join("source.rs"), "two").unwrap();
        assert_eq!(changes.next(), Some(()));
    }
}
