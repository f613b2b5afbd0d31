//! Files that a command writes. An existing file is overwritten only if it is an earlier output, so that a mistyped
//! path does not cost anyone a bot or a map.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use botyard_engine::fault::printable;

use crate::cli::command_error::CommandError;

/// How many bytes of a file are read to find out its kind.
const START: u64 = 4096;

/// Whether these are the first bytes of a program or a module, and of nothing that a command writes.
pub fn is_program(start: &[u8]) -> bool {
    [b"\0asm".as_slice(), b"\x7fELF", b"#!", b"MZ", b"\xcf\xfa\xed\xfe"].iter().any(|magic| start.starts_with(magic))
}

/// Whether these are the first bytes of a replay file, or of an empty file.
pub fn is_replay(start: &[u8]) -> bool {
    start.trim_ascii_start().first().is_none_or(|&first| first == b'{')
}

/// Allows a file to be written if it does not exist, is empty, or is an earlier output of this kind.
///
/// # Errors
/// If it is something else.
pub fn guard(path: &Path, kind: &str, is_ours: impl Fn(&[u8]) -> bool) -> Result<(), CommandError> {
    if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return Ok(());
    }
    let mut start = Vec::new();
    // An unreadable file may still be writable; if not, opening it reports that.
    let read = File::open(path).and_then(|file| file.take(START).read_to_end(&mut start));
    if read.is_err() || start.is_empty() || is_ours(&start) {
        return Ok(());
    }
    let shown = printable(&path.display().to_string());
    Err(CommandError::File(format!(
        "{shown} already exists and is not a {kind}: name another file, or delete this one first"
    )))
}

/// Whether two paths name the same file, whether it exists or not.
pub fn are_same(one: &Path, other: &Path) -> bool {
    place(one).is_some_and(|file| place(other) == Some(file))
}

/// The folder of a file in its shortest form, and the file's name.
fn place(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    Some(folder.canonicalize().ok()?.join(path.file_name()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_earlier_output_is_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        let guarded = |bytes: &[u8]| {
            let path = folder.path().join("file");
            fs::write(&path, bytes).expect("it can be written");
            guard(&path, "replay", is_replay).is_ok()
        };
        assert!(guarded(b"") && guarded(b"  {\"format\":1}"));
        assert!(!guarded(b"\0asm\x01\0\0\0") && !guarded(b"12 12 2\n"));
        assert!(guard(&folder.path().join("new"), "replay", is_replay).is_ok());
        assert!(is_program(b"#!/bin/sh\n") && !is_program(b"44556"));
    }
}
