//! The folder where cargo keeps what it compiles. It lies outside the checkouts and serves all of
//! them, so that a second checkout compiles only our own packages. Its size has a bound. Knows
//! nothing of what is compiled.
//!
//! Programs are still delivered into each checkout's own `target/`. What keeps the checkouts' own
//! packages apart within the folder is in `compiler.rs`.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};

use crate::caches;

/// Cargo's setting for the build folder.
const SETTING: &str = "CARGO_BUILD_BUILD_DIR";
/// Cargo's setting for the compiler of the workspace's own packages.
const COMPILER: &str = "CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER";
/// Every process that builds here holds a shared lock on this file; removing files needs an
/// exclusive lock.
const LOCK: &str = "in-use.lock";
/// How much may be kept, in bytes. All that `cargo xtask test` compiles takes about a quarter of
/// it.
const BOUND: u64 = 32 << 30;
/// Files that were last written longer ago than this are removed first.
const OLD: Duration = Duration::from_secs(2 * 24 * 60 * 60);

/// The folder in use; until this is dropped, no other process removes files from it.
pub struct BuildFolder {
    path: PathBuf,
    compiler: PathBuf,
    _lock: Option<File>,
}

impl BuildFolder {
    /// Opens the folder that all checkouts share, for the checkout at `root`. If the caller has
    /// chosen a folder by one of cargo's own variables, opens that and does not limit its size.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn open(root: &Path) -> Result<Self> {
        let compiler = compiler(root)?;
        for given in [SETTING, "CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"] {
            if let Some(path) = std::env::var_os(given) {
                return Ok(Self { path: path.into(), compiler, _lock: None });
            }
        }
        let path = caches::folder("BOTYARD_BUILD", "botyard-build");
        fs::create_dir_all(&path).with_context(|| format!("cannot make {}", path.display()))?;
        let lock = File::create(path.join(LOCK)).with_context(|| format!("cannot write into {}", path.display()))?;
        // If another process builds here, it has made room before it began.
        if lock.try_lock().is_ok() {
            make_room(&path, BOUND, SystemTime::now() - OLD)
                .with_context(|| format!("cannot make room in {}", path.display()))?;
            lock.unlock()?;
        }
        lock.lock_shared()?;
        Ok(Self { path, compiler, _lock: Some(lock) })
    }

    /// Makes cargo, and all that `command` starts, compile here.
    pub fn apply<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env(SETTING, &self.path).env(COMPILER, &self.compiler)
    }

    /// Undoes [`BuildFolder::apply`], for programs whose bytes must not depend on the build folder.
    pub fn unset(command: &mut Command) -> &mut Command {
        command.env_remove(SETTING).env_remove(COMPILER)
    }
}

/// This program, at a path of the checkout's own: checkouts may share a target folder.
fn compiler(root: &Path) -> Result<PathBuf> {
    let program = std::env::current_exe().context("this program has no path")?;
    if program.starts_with(root) {
        return Ok(program);
    }
    let own = root.join("target/workspace-compiler").with_extension(std::env::consts::EXE_EXTENSION);
    fs::create_dir_all(root.join("target"))?;
    let staged = own.with_extension(format!("new-{}", std::process::id()));
    fs::copy(&program, &staged)
        .and_then(|_| fs::rename(&staged, &own))
        .with_context(|| format!("cannot write {}", own.display()))?;
    Ok(own)
}

/// If more than `bound` bytes are kept, removes files that were last written before `old`. If that
/// is not enough, removes linked programs, which take most of the space and are linked again in
/// little time; if that is not enough either, removes everything.
fn make_room(folder: &Path, bound: u64, old: SystemTime) -> io::Result<()> {
    if size(folder)? <= bound {
        return Ok(());
    }
    eprintln!("making room in {}: it holds more than {} GiB", folder.display(), bound >> 30);
    remove(folder, &|_, file| file.modified().is_ok_and(|written| written < old))?;
    if size(folder)? > bound {
        remove(folder, &|path, _| is_program(path))?;
    }
    if size(folder)? > bound {
        remove(folder, &|_, _| true)?;
    }
    Ok(())
}

/// Whether cargo linked this file: a test, an example or a program.
fn is_program(path: &Path) -> bool {
    let is_linked = |folder: &str| path.parent().is_some_and(|parent| parent.ends_with(folder));
    (is_linked("deps") || is_linked("examples"))
        && path.extension().is_none_or(|extension| extension == "exe" || extension == "wasm")
}

/// The total size of the files in the folder, in bytes.
fn size(folder: &Path) -> io::Result<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        sum += if metadata.is_dir() { size(&entry.path())? } else { metadata.len() };
    }
    Ok(sum)
}

/// Removes the files that are `unwanted`, and folders that are empty then. The lock file stays.
fn remove(folder: &Path, unwanted: &dyn Fn(&Path, &Metadata) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, metadata) = (entry.path(), entry.metadata()?);
        if metadata.is_dir() {
            remove(&path, unwanted)?;
            // Fails if the folder is not empty, which is then kept.
            let _ = fs::remove_dir(&path);
        } else if entry.file_name() != LOCK && unwanted(&path, &metadata) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files of such a folder, of a thousand bytes each: an old file, a new one and a program.
    const FILES: [&str; 3] = ["debug/deps/old.rlib", "debug/deps/new.rlib", "debug/deps/program"];

    /// A folder whose first file is old.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("botyard-build-folder-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("debug/deps")).unwrap();
        for (at, file) in FILES.into_iter().enumerate() {
            let path = folder.join(file);
            let written = if at == 0 { SystemTime::UNIX_EPOCH } else { SystemTime::now() };
            fs::write(&path, [0; 1000]).unwrap();
            File::options().write(true).open(&path).unwrap().set_modified(written).unwrap();
        }
        fs::write(folder.join(LOCK), "").unwrap();
        folder
    }

    /// The files that are left of such a folder under a bound, in bytes.
    fn left(bound: u64) -> Vec<&'static str> {
        let folder = folder(&bound.to_string());
        make_room(&folder, bound, SystemTime::now() - OLD).unwrap();
        let left = FILES.into_iter().chain([LOCK]).filter(|name| folder.join(name).exists()).collect();
        fs::remove_dir_all(&folder).unwrap();
        left
    }

    #[test]
    fn what_is_within_the_bound_stays() {
        assert_eq!(left(3000), [FILES[0], FILES[1], FILES[2], LOCK]);
    }

    #[test]
    fn the_oldest_goes_first_then_programs_and_then_everything_but_the_lock() {
        assert_eq!(left(2999), [FILES[1], FILES[2], LOCK]);
        assert_eq!(left(1999), [FILES[1], LOCK]);
        assert_eq!(left(999), [LOCK]);
    }
}
