//! The folder in which a worker keeps executables while it runs. The next worker on the same
//! computer removes the folder of a killed one.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use botyard_fleet::messages::SentBot;

/// The beginning of the folders' names.
const NAME: &str = "botyard-worker-";
/// Beside each folder is a file with this ending, which its worker keeps locked.
const LOCK: &str = "lock";

/// A folder that is removed with its files.
#[derive(Debug)]
pub struct ExecutablesFolder {
    path: PathBuf,
    /// The system unlocks it when the worker ends, however that ends.
    lock: File,
}

impl ExecutablesFolder {
    /// Creates one in this folder.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(parent: &Path) -> io::Result<Self> {
        let is_taken = |error: &io::Error| error.kind() == io::ErrorKind::AlreadyExists;
        for nth in 0_u32.. {
            let path = parent.join(format!("{NAME}{}-{nth}", std::process::id()));
            // The lock comes first: without it, others take the folder for abandoned.
            let lock = match File::create_new(path.with_extension(LOCK)) {
                Ok(lock) => lock,
                Err(error) if is_taken(&error) => continue,
                Err(error) => return Err(error),
            };
            lock.lock()?;
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Self { path, lock }),
                Err(error) => {
                    let _ = fs::remove_file(path.with_extension(LOCK));
                    if !is_taken(&error) {
                        return Err(error);
                    }
                }
            }
        }
        unreachable!("there are many names")
    }

    /// Writes a bot to a file named after its hash, with the extension of its name, by which
    /// interpreters are found.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, bot: &SentBot, bytes: &[u8]) -> io::Result<PathBuf> {
        let end = bot.name.rsplit_once('.').map(|(_, end)| end);
        let end = end.filter(|end| end.len() <= 8 && end.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        let mut path = self.path.join(&bot.sha256);
        if let Some(end) = end {
            path.set_extension(end);
        }
        fs::write(&path, bytes)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        }
        Ok(path)
    }
}

impl Drop for ExecutablesFolder {
    fn drop(&mut self) {
        // Files that cannot be removed are in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.path);
        let _ = self.lock.unlock();
        let _ = fs::remove_file(self.path.with_extension(LOCK));
    }
}

/// Removes the folders below `parent` whose workers have ended without removing them. Folders that
/// cannot be removed are left: they may be another user's.
pub fn remove_abandoned(parent: &Path) {
    let files = fs::read_dir(parent).into_iter().flatten().filter_map(Result::ok);
    for lock in files.map(|file| file.path()).filter(|path| is_lock(path)) {
        let Ok(file) = File::open(&lock) else { continue };
        let folder = lock.with_extension("");
        if file.try_lock().is_ok() && (fs::remove_dir_all(&folder).is_ok() || !folder.exists()) {
            let _ = fs::remove_file(&lock);
        }
    }
}

fn is_lock(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with(NAME)) && path.extension().is_some_and(|end| end == LOCK)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(parent: &Path) -> usize {
        fs::read_dir(parent).expect("a folder").count()
    }

    #[test]
    fn what_a_killed_worker_has_left_is_removed_and_nothing_else() {
        let parent = tempfile::tempdir().expect("a folder");
        let parent = parent.path();
        let running = ExecutablesFolder::create(parent).expect("it can be created");
        let killed = ExecutablesFolder::create(parent).expect("it can be created");
        fs::write(killed.path.join("bot"), "x").expect("it can be written");
        fs::create_dir(parent.join("botyard-worker-of-others")).expect("it can be created");
        // The system also releases the lock when the process ends.
        killed.lock.unlock().expect("it is locked");
        std::mem::forget(killed);
        assert_eq!(count(parent), 5);
        remove_abandoned(parent);
        assert_eq!(count(parent), 3);
        assert!(running.path.is_dir(), "its worker is there");
        drop(running);
        assert_eq!(count(parent), 1);
    }
}
