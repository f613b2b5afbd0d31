//! A cache of compiled modules in one of the user's folders. Its files are executed, so files that
//! other users could have written are not trusted. Knows no module.

use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use botyard_sandbox::RecordingForm;
use sha2::{Digest, Sha256};

/// The environment variable that names another folder; if it is empty, no code is kept.
const VARIABLE: &str = "BOTYARD_CACHE";
/// The most bytes that are kept: several hundred modules.
const MOST: u64 = 512 << 20;
/// The bytes of a digest, which every file begins with.
const DIGEST: usize = 32;

/// A folder of machine code that only this user can write to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeCache(PathBuf);

/// The file of a module's code, whether it exists or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CacheEntry {
    path: PathBuf,
    /// Identifies the module, the engine and the program that compiled it: part of the file's
    /// digest.
    key: [u8; DIGEST],
}

impl CodeCache {
    /// The user's own cache, in the system's usual place or in the folder that `BOTYARD_CACHE`
    /// names. `None` if the variable is empty, if there is no such place, or if others could write
    /// there.
    pub fn of_user() -> Option<Self> {
        let folder = match std::env::var_os(VARIABLE) {
            Some(folder) => PathBuf::from(folder),
            None => {
                use etcetera::BaseStrategy;
                etcetera::choose_base_strategy().ok()?.cache_dir().join("botyard")
            }
        };
        if folder.as_os_str().is_empty() { None } else { Self::open(folder).ok() }
    }

    /// A folder, which is created if it does not exist.
    ///
    /// # Errors
    /// If it cannot be created, or other users could write there.
    pub fn open(folder: PathBuf) -> io::Result<Self> {
        own::make(&folder)?;
        own::check(&fs::symlink_metadata(&folder)?)?;
        Ok(Self(folder))
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// The entry for a module with this SHA-256, compiled by `program` for engines with this
    /// fingerprint. Another build of the program has other entries.
    pub(super) fn entry_for(&self, program: &Path, sha256: &[u8; 32], fingerprint: u64) -> CacheEntry {
        let mut key = Sha256::new();
        key.update(sha256);
        key.update(fingerprint.to_le_bytes());
        if let Ok(metadata) = fs::metadata(program) {
            let changed = metadata.modified().ok().and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok());
            key.update(metadata.len().to_le_bytes());
            key.update(changed.unwrap_or_default().as_nanos().to_le_bytes());
        }
        let key: [u8; DIGEST] = key.finalize().into();
        CacheEntry { path: self.0.join(super::hexadecimal(&key)), key }
    }

    /// The code of this entry, if it exists and is intact.
    pub(super) fn find(&self, place: &CacheEntry) -> Option<Vec<u8>> {
        let mut file = File::open(&place.path).ok()?;
        own::check(&file.metadata().ok()?).ok()?;
        let mut content = Vec::new();
        file.read_to_end(&mut content).ok()?;
        let code = content.split_off(content.len().min(DIGEST));
        if content != digest(place, &code) {
            return None;
        }
        // Entries used recently are evicted last.
        let _ = file.set_modified(SystemTime::now());
        Some(code)
    }

    /// Stores code. If that fails, the module is compiled again next time.
    pub(super) fn store(&self, place: &CacheEntry, code: &[u8]) {
        let _ = self.write(place, code);
        let _ = self.evict_oldest();
    }

    /// Writes a temporary file and renames it, so that readers never see an incomplete file.
    fn write(&self, place: &CacheEntry, code: &[u8]) -> io::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(&self.0)?;
        file.write_all(&digest(place, code))?;
        file.write_all(code)?;
        file.persist(&place.path)?;
        Ok(())
    }

    /// Removes the entries that have not been used for longest.
    fn evict_oldest(&self) -> io::Result<()> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let entry = entry?;
            let metadata = entry.metadata()?;
            files.push((metadata.modified()?, metadata.len(), entry.path()));
        }
        files.sort();
        let mut taken: u64 = files.iter().map(|(_, length, _)| length).sum();
        for (_, length, path) in files {
            if taken <= MOST {
                break;
            }
            fs::remove_file(path)?;
            taken -= length;
        }
        Ok(())
    }
}

fn digest(place: &CacheEntry, code: &[u8]) -> [u8; DIGEST] {
    let mut hash = Sha256::new();
    hash.update(place.key);
    hash.update(code);
    hash.finalize().into()
}

/// Identifies everything that decides whether compiled code fits an engine, and is in this form.
pub(super) fn engine_fingerprint(engine: &wasmtime::Engine, form: Option<RecordingForm>) -> u64 {
    // The hash only has to be the same within one build.
    let mut hasher = std::hash::DefaultHasher::new();
    engine.precompile_compatibility_hash().hash(&mut hasher);
    form.hash(&mut hasher);
    hasher.finish()
}

/// Folders and files that belong to this user alone.
#[cfg(unix)]
mod own {
    use std::fs::{DirBuilder, Metadata};
    use std::io;
    use std::os::unix::fs::{DirBuilderExt, MetadataExt};
    use std::path::Path;

    pub fn make(folder: &Path) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)
    }

    pub fn check(metadata: &Metadata) -> io::Result<()> {
        let is_mine = metadata.uid() == rustix::process::geteuid().as_raw() && metadata.mode() & 0o022 == 0;
        if is_mine && !metadata.is_symlink() { Ok(()) } else { Err(io::Error::other("others can write to it")) }
    }
}

/// On systems where we cannot check who else can write, no code is kept.
#[cfg(not(unix))]
mod own {
    use std::fs::Metadata;
    use std::io;
    use std::path::Path;

    pub fn make(_: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn check(_: &Metadata) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
