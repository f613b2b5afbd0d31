//! Reads a folder of this machine into memory. Writes nothing and follows no links.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use botyard_sandbox::wasi::{Entry, Folder};

/// The extension of files that an earlier run of the tests has left.
const LEFT: &str = ".cleanup";

/// The path of a folder below the tests' folder. Tests must not read anything else on this machine.
///
/// # Errors
/// If it is outside the tests' folder, also by a link, or does not exist.
pub fn below(tests: &Path, name: &str) -> io::Result<PathBuf> {
    let (tests, path) = (tests.canonicalize()?, tests.join(name).canonicalize()?);
    if path.starts_with(tests) { Ok(path) } else { Err(io::Error::other("outside the tests' folder")) }
}

/// Reads a folder with everything in it, except files that earlier tests have left.
///
/// # Errors
/// If a file or folder in it cannot be read, or has a name that is not UTF-8.
pub fn read(path: &Path) -> io::Result<Folder> {
    let mut folder = Folder::default();
    gather(path, "", &mut folder)?;
    Ok(folder)
}

fn gather(path: &Path, below: &str, folder: &mut Folder) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name().into_string().map_err(|_| io::Error::other("a file name is not UTF-8"))?;
        if name.ends_with(LEFT) {
            continue;
        }
        let (found, inside) = (entry.path(), format!("{below}{name}"));
        let kind = entry.file_type()?;
        let content = if kind.is_symlink() {
            Entry::Symlink(fs::read_link(&found)?.to_string_lossy().into())
        } else if kind.is_dir() {
            gather(&found, &format!("{inside}/"), folder)?;
            Entry::Directory
        } else {
            Entry::file(&fs::read(&found)?)
        };
        folder.insert(&inside, content).map_err(io::Error::other)?;
    }
    Ok(())
}
