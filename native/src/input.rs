//! Reads whole files up to a size limit, so that a mistyped path, such as `/dev/zero` or a disc
//! image, does not fill the memory. Does not interpret them.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use botyard_engine::text::decode;
use botyard_sandbox::ModuleLimits;

/// The limit for maps and configs: far more than the size of the largest.
pub const TEXT: SizeLimit = SizeLimit { mebibytes: 1 };
/// The limit for modules: that of the sandbox.
pub const MODULE: SizeLimit = SizeLimit { mebibytes: (ModuleLimits::MODULE_BYTES >> 20) as u64 };
/// The limit for logs and replays: those of long matches of Generals have several hundred
/// mebibytes.
pub const RECORD: SizeLimit = SizeLimit { mebibytes: 512 };

/// The maximum size of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SizeLimit {
    mebibytes: u64,
}

impl SizeLimit {
    fn bytes(self) -> u64 {
        self.mebibytes << 20
    }
}

/// Reads a file.
///
/// # Errors
/// If it cannot be read, or is longer than the limit.
pub fn read(path: &Path, limit: SizeLimit) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    // The length is only a hint: a device or a pipe has no length, and a file may grow.
    let mut bytes = Vec::with_capacity(length.min(limit.bytes()) as usize);
    file.take(limit.bytes() + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit.bytes() { Err(too_long(limit)) } else { Ok(bytes) }
}

/// Reads a file of text.
///
/// # Errors
/// As those of [`read`], or if it is not a text.
pub fn read_text(path: &Path, limit: SizeLimit) -> io::Result<String> {
    let bytes = read(path, limit)?;
    decode(&bytes).map(Cow::into_owned).map_err(|why| io::Error::new(io::ErrorKind::InvalidData, why))
}

fn too_long(limit: SizeLimit) -> io::Error {
    let why = format!("file too large: at most {} MiB are allowed", limit.mebibytes);
    io::Error::new(io::ErrorKind::FileTooLarge, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_may_be_as_long_as_the_sandbox_takes() {
        assert_eq!(MODULE.bytes(), ModuleLimits::default().module_bytes as u64);
    }

    #[test]
    fn what_is_longer_than_the_limit_is_not_read() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        let read = |length: usize| {
            std::fs::write(&path, vec![b'x'; length]).expect("our own folder");
            read(&path, TEXT).map(|bytes| bytes.len()).map_err(|why| why.to_string())
        };
        assert_eq!(read(1 << 20), Ok(1 << 20));
        assert_eq!(read((1 << 20) + 1), Err("file too large: at most 1 MiB are allowed".to_owned()));
    }

    #[test]
    fn what_is_no_text_says_so() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        std::fs::write(&path, b"\xff\n").expect("our own folder");
        assert_eq!(read_text(&path, TEXT).expect_err("no text").to_string(), "not a text file (invalid UTF-8)");
        std::fs::write(&path, "\u{feff}1 4 2\n").expect("our own folder");
        assert_eq!(read_text(&path, TEXT).expect("text"), "1 4 2\n");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_without_an_end_is_not_read_for_ever() {
        assert!(read(Path::new("/dev/zero"), TEXT).is_err());
    }
}
