//! Marks beside a page that is served, for parts that are still being built. If the page misses
//! such a part, it looks for the mark, shows that the part is being built, and requests it again
//! later (`web/page/src/app.rs`). Builds nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The content of a mark, by which the page recognises it.
const TEXT: &str = "being built\n";
/// Trunk empties the folder after each build of the page: a mark is written again after this long.
const REST: Duration = Duration::from_secs(1);

/// A part being built, marked in the page's folder until this is dropped.
pub struct BeingBuilt {
    path: PathBuf,
    /// Dropped to end the writer.
    done: Option<Sender<()>>,
    writer: Option<JoinHandle<()>>,
}

impl BeingBuilt {
    /// Marks the editor of the page in this folder as being built.
    pub fn editor(served: &Path) -> Self {
        Self::mark(served, "editor")
    }

    /// Marks the interpreter of the page in this folder as being built.
    pub fn interpreter(served: &Path) -> Self {
        Self::mark(served, "interpreter")
    }

    fn mark(served: &Path, name: &str) -> Self {
        let path = served.join("editor").join(format!("{name}.being-built"));
        let (done, is_done) = channel::<()>();
        let written = path.clone();
        let writer = thread::spawn(move || {
            loop {
                // Before the first build of the page, its folder does not exist.
                if written.parent().is_some_and(Path::is_dir) && !written.is_file() {
                    // Without a mark, the page reports that the part is missing.
                    let _ = fs::write(&written, TEXT);
                }
                if is_done.recv_timeout(REST) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
            }
        });
        Self { path, done: Some(done), writer: Some(writer) }
    }
}

impl Drop for BeingBuilt {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(writer) = self.writer.take() {
            // A writer that has panicked does not write any more either.
            let _ = writer.join();
        }
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_there_until_what_it_is_about_is_made() {
        let served = std::env::temp_dir().join(format!("botyard-being-built-{}", std::process::id()));
        let folder = served.join("editor");
        fs::create_dir_all(&folder).expect("a folder of ours");
        let path = folder.join("interpreter.being-built");
        let wait_for_mark = || {
            while fs::read_to_string(&path).ok().as_deref() != Some(TEXT) {
                thread::yield_now();
            }
        };
        let mark = BeingBuilt::interpreter(&served);
        wait_for_mark();
        // Trunk has put the page together anew.
        fs::remove_file(&path).expect("a file of ours");
        wait_for_mark();
        drop(mark);
        assert!(!path.exists());
        fs::remove_dir_all(&served).expect("a folder of ours");
    }
}
