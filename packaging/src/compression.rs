//! Compressed copies beside each file, for hosts that do not compress themselves.

use std::fs;
use std::io::Write as _;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use brotli::enc::BrotliEncoderParams;
use zopfli::{Format, Options};

use crate::files::list;

/// The sizes of a file's compressed copies, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copies {
    /// Compressed with gzip.
    pub gzip: usize,
    /// Compressed with Brotli.
    pub brotli: usize,
}

/// Writes `FILE.gz` and `FILE.br` beside each file of the page in `folder`.
///
/// # Errors
/// When a file cannot be read or written.
pub fn compress(folder: &Path) -> Result<()> {
    for file in list(folder)? {
        let bytes = fs::read(&file.path).with_context(|| format!("cannot read {}", file.name))?;
        write(&beside(&file.path, "gz"), &gzip(&bytes)?)?;
        write(&beside(&file.path, "br"), &brotli(&bytes)?)?;
    }
    Ok(())
}

/// The sizes of a file compressed: those of its copies or, without copies, those that they would
/// have.
///
/// # Errors
/// When the file cannot be read.
pub fn compressed(file: &Path) -> Result<Copies> {
    let size = |ending: &str| fs::metadata(beside(file, ending)).ok().and_then(|copy| usize::try_from(copy.len()).ok());
    if let (Some(gzip), Some(brotli)) = (size("gz"), size("br")) {
        return Ok(Copies { gzip, brotli });
    }
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(Copies { gzip: gzip(&bytes)?.len(), brotli: brotli(&bytes)?.len() })
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// How many iterations Zopfli makes; more are hardly ever worth the wait.
const ITERATIONS: NonZeroU64 = NonZeroU64::new(5).expect("five is not zero");

/// The most bytes that are compressed as well as possible. More would take minutes.
const THOROUGH_MOST: usize = 8 << 20;

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut compressed = Vec::new();
    if bytes.len() > THOROUGH_MOST {
        let mut encoder = flate2::write::GzEncoder::new(compressed, flate2::Compression::best());
        encoder.write_all(bytes)?;
        return Ok(encoder.finish()?);
    }
    let options = Options { iteration_count: ITERATIONS, ..Options::default() };
    zopfli::compress(options, Format::Gzip, bytes, &mut compressed)?;
    Ok(compressed)
}

fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut compressed = Vec::new();
    let quality = if bytes.len() > THOROUGH_MOST { 9 } else { 11 };
    let settings = BrotliEncoderParams { quality, ..Default::default() };
    brotli::BrotliCompress(&mut &bytes[..], &mut compressed, &settings)?;
    Ok(compressed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_gets_two_copies_and_is_weighed_by_them() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("page.js");
        fs::write(&file, "again and again ".repeat(100)).unwrap();
        let before = compressed(&file).unwrap();
        compress(folder.path()).unwrap();
        assert!(folder.path().join("page.js.gz").is_file() && folder.path().join("page.js.br").is_file());
        assert_eq!(compressed(&file).unwrap(), before);
        assert_eq!(list(folder.path()).unwrap().len(), 1, "copies are not files of the page");
    }

    #[test]
    fn a_large_file_is_compressed_quickly() {
        let bytes = b"again and again ".repeat(THOROUGH_MOST / 16 + 1);
        let compressed = gzip(&bytes).unwrap();
        let mut whole = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&*compressed), &mut whole).unwrap();
        assert!(whole == bytes && compressed.len() < bytes.len() / 100);
    }
}
