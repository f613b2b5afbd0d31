//! Files that a command writes. An existing file is overwritten only if it is an earlier output, so
//! that a mistyped path does not cost anyone a bot or a map.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::process;

use botyard_engine::fault::printable;

use crate::cli::command_error::CommandError;

/// How many bytes of a file are read to find out its kind.
const START: u64 = 4096;

/// Whether these are the first bytes of a program or a module, and not of a command's output.
pub fn is_program(start: &[u8]) -> bool {
    [b"\0asm".as_slice(), b"\x7fELF", b"#!", b"MZ", b"\xcf\xfa\xed\xfe"].iter().any(|magic| start.starts_with(magic))
}

/// Whether these are the first bytes of a replay file, or of an empty file.
pub fn is_replay(start: &[u8]) -> bool {
    start.trim_ascii_start().first().is_none_or(|&first| first == b'{')
}

/// Opens a file for a replay that will be written later: before the match, so that no match is lost
/// to a mistyped path.
///
/// # Errors
/// If it is not an earlier replay, or cannot be written.
pub fn open_replay(path: &Path) -> Result<OutputFile<'_>, CommandError> {
    guard(path, "replay", is_replay)?;
    OutputFile::open(path)
}

/// Allows a file to be written if it does not exist, is empty, or is an earlier output of this
/// kind.
///
/// # Errors
/// If it is a file of another kind.
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

/// A file that is written as a whole, or left as it was if that fails: if it was not there, it is
/// not there afterwards either.
#[derive(Debug)]
pub struct OutputFile<'a> {
    path: &'a Path,
    file: File,
    /// Removes a new file that stays empty.
    _created: Option<CreatedFile>,
}

/// The path of a file that did not exist before. If it is still empty when this is dropped, it is
/// removed.
#[derive(Debug)]
pub struct CreatedFile(PathBuf);

impl CreatedFile {
    /// A guard for the file at this path, which did not exist before.
    pub fn new(path: PathBuf) -> Self {
        Self(path)
    }
}

impl Drop for CreatedFile {
    fn drop(&mut self) {
        if fs::metadata(&self.0).is_ok_and(|metadata| metadata.is_file() && metadata.len() == 0) {
            let _ = fs::remove_file(&self.0);
        }
    }
}

/// Opens a file for writing at its end, and creates it if it does not exist. Also returns the real
/// path of a file that it has created.
///
/// # Errors
/// If it cannot be written.
pub fn open_at_end(path: &Path) -> io::Result<(File, Option<PathBuf>)> {
    match OpenOptions::new().append(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let file = OpenOptions::new().append(true).create(true).open(path)?;
            Ok((file, path.canonicalize().ok()))
        }
        opened => Ok((opened?, None)),
    }
}

impl<'a> OutputFile<'a> {
    /// Opens a file that will be written later, and creates it if it does not exist: so a mistyped
    /// path is noticed early.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn open(path: &'a Path) -> Result<Self, CommandError> {
        let (file, created) = open_at_end(path).map_err(|error| CommandError::file("write", path, &error))?;
        Ok(Self { path, file, _created: created.map(CreatedFile) })
    }

    /// Replaces the content: writes a new file beside it and renames that, so that a full disk or
    /// an interruption leaves the old file whole.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn replace(self, content: &[u8]) -> Result<(), CommandError> {
        self.replace_with(|out| out.write_all(content))
    }

    /// Like [`OutputFile::replace`], for content that is not in memory as a whole: `write` writes
    /// it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn replace_with(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CommandError> {
        let path = self.path;
        self.write_whole(write).map_err(|error| CommandError::file("write", path, &error))
    }

    /// Adds to the content. If that fails halfway, removes what was added.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(mut self, content: &[u8]) -> Result<(), CommandError> {
        self.write_at_end(content).map_err(|error| CommandError::file("write", self.path, &error))
    }

    fn write_whole(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        StreamedFile::in_place_of(self.file, self.path)?.fill(write)
    }

    fn write_at_end(&mut self, content: &[u8]) -> io::Result<()> {
        let length = self.file.metadata()?.len();
        self.file.write_all(content).inspect_err(|_| _ = self.file.set_len(length))
    }
}

/// Writes a file that takes long: until it is complete, its path has no file, or the older one. A
/// program that is killed meanwhile leaves no incomplete file that looks like a result.
///
/// # Errors
/// If it cannot be written.
pub fn write_slowly(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CommandError> {
    // A link that leads nowhere exists, too.
    if fs::symlink_metadata(path).is_ok() {
        return OutputFile::open(path)?.replace_with(write);
    }
    let written = StreamedFile::beside(path).and_then(|new| new.fill(write));
    written.map_err(|error| CommandError::file("write", path, &error))
}

/// Writes a file as a whole, or leaves everything as it was if that fails.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut new = StreamedFile::beside(path)?;
    new.write_all(content)?;
    new.finish()
}

/// Finds out whether files can be created in a folder that exists or can be made, and removes its
/// test files.
///
/// # Errors
/// If they cannot.
pub fn check_folder(folder: &Path) -> io::Result<()> {
    match fs::metadata(folder) {
        Ok(metadata) if metadata.is_dir() => StreamedFile::beside(&folder.join("new")).map(StreamedFile::abandon),
        Ok(_) => Err(ErrorKind::NotADirectory.into()),
        // The folder would be made in its parent.
        Err(error) if error.kind() == ErrorKind::NotFound => match folder.parent() {
            Some(parent) if parent.as_os_str().is_empty() => check_folder(Path::new(".")),
            Some(parent) => check_folder(parent),
            None => Err(error),
        },
        Err(error) => Err(error),
    }
}

/// This many numbers are tried for a file beside another one.
const BESIDE_MAX: u32 = 1_000;

/// A file that is written piece by piece. If an older file has content, the new one is written
/// beside it and renamed at the end: a full disk leaves the older one whole. Otherwise it is
/// written in its place, where others can follow it, and a new file is removed if the disk is full.
#[derive(Debug)]
pub struct StreamedFile {
    file: File,
    destination: Destination,
    has_failed: bool,
}

/// Where a file is written.
#[derive(Debug)]
enum Destination {
    /// Beside an older file, which it replaces in the end.
    Beside { new: PathBuf, older: PathBuf },
    /// At this path, where no file was.
    New(PathBuf),
    /// In the place of an empty file, or of one that cannot be replaced.
    InPlace,
}

impl StreamedFile {
    /// Begins to write to this path.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        let (file, created) = open_at_end(path)?;
        match (created, file.metadata()?.len()) {
            (Some(path), _) => Ok(Self::to(file, Destination::New(path))),
            (None, 0) => Ok(Self::to(file, Destination::InPlace)),
            (None, _) => Self::in_place_of(file, path),
        }
    }

    /// Like [`StreamedFile::create`], for a path at which there must be no file.
    ///
    /// # Errors
    /// If it cannot be written, or the path exists.
    pub fn create_new(path: &Path) -> io::Result<Self> {
        let file = File::options().write(true).create_new(true).open(path)?;
        Ok(Self::to(file, Destination::New(path.to_owned())))
    }

    fn to(file: File, destination: Destination) -> Self {
        Self { file, destination, has_failed: false }
    }

    /// Takes the place of a file that is open for writing.
    fn in_place_of(old: File, path: &Path) -> io::Result<Self> {
        let metadata = old.metadata()?;
        // A pipe or a device cannot be replaced.
        if !metadata.is_file() {
            return Ok(Self::to(old, Destination::InPlace));
        }
        // The file that a link leads to is replaced, not the link.
        match Self::beside(&path.canonicalize()?) {
            Ok(new) => {
                new.file.set_permissions(metadata.permissions())?;
                Ok(new)
            }
            // The file is writable although its folder is not.
            Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => {
                old.set_len(0)?;
                Ok(Self::to(old, Destination::InPlace))
            }
            Err(error) => Err(error),
        }
    }

    /// Begins a file that will have this path when it is finished.
    fn beside(path: &Path) -> io::Result<Self> {
        let create = |number: u32| {
            let new = path.with_file_name(format!(".botyard-{}-{number}", process::id()));
            match File::options().write(true).create_new(true).open(&new) {
                // A program with this process id was killed, or this one writes several files.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => None,
                Err(error) => Some(Err(error)),
                Ok(file) => Some(Ok(Self::to(file, Destination::Beside { new, older: path.to_owned() }))),
            }
        };
        (0..BESIDE_MAX).find_map(create).unwrap_or_else(|| Err(ErrorKind::AlreadyExists.into()))
    }

    /// Writes the whole content and ends the file.
    fn fill(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut new = BufWriter::new(self);
        let written = write(&mut new).and_then(|()| new.flush());
        let mut new = new.into_parts().0;
        new.has_failed |= written.is_err();
        let finished = new.finish();
        written.and(finished)
    }

    /// Ends the file: from now on, the path names it.
    ///
    /// # Errors
    /// If it cannot be written. Then the older file is still there.
    pub fn finish(mut self) -> io::Result<()> {
        self.publish()
    }

    /// Ends the file without completing it.
    fn abandon(mut self) {
        self.has_failed = true;
    }

    fn publish(&mut self) -> io::Result<()> {
        let written = if self.has_failed { Err(ErrorKind::StorageFull.into()) } else { Ok(()) };
        match mem::replace(&mut self.destination, Destination::InPlace) {
            // Some file systems report only at the end that there is no room.
            Destination::Beside { new, older } => written
                .and_then(|()| self.file.sync_all())
                .and_then(|()| fs::rename(&new, older))
                .inspect_err(|_| _ = fs::remove_file(&new)),
            Destination::New(path) => written.inspect_err(|_| _ = fs::remove_file(&path)),
            Destination::InPlace => written,
        }
    }
}

impl Write for StreamedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).inspect_err(|error| self.has_failed |= error.kind() != ErrorKind::Interrupted)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The log of a match that was broken off is kept, as in the original programs.
impl Drop for StreamedFile {
    fn drop(&mut self) {
        let _ = self.publish();
    }
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

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, "an older and longer text").expect("it can be written");
        OutputFile::open(&path).and_then(|file| file.replace(b"new")).expect("it can be replaced");
        OutputFile::open(&path).and_then(|file| file.append(b", newer")).expect("it can be extended");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "new, newer");
        assert_eq!(folder.path().read_dir().expect("it is there").count(), 1, "nothing is left beside it");
    }

    #[test]
    fn an_older_file_stays_until_the_new_one_is_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let read = || fs::read_to_string(&path).expect("it is there");
        fs::write(&path, "old").expect("it can be written");
        let mut file = StreamedFile::create(&path).expect("it can be replaced");
        file.write_all(b"new").expect("there is room");
        assert_eq!(read(), "old");
        file.finish().expect("it can be renamed");
        assert_eq!(read(), "new");
        let mut failed = StreamedFile::create(&path).expect("it can be replaced");
        failed.write_all(b"half").expect("there is room");
        failed.has_failed = true;
        assert!(failed.finish().is_err());
        assert_eq!(read(), "new");
        // Where no content is lost, a program that follows the file sees each piece.
        fs::remove_file(&path).expect("our own file");
        let mut file = StreamedFile::create(&path).expect("it can be created");
        file.write_all(b"piece").expect("there is room");
        assert_eq!(read(), "piece");
        drop(file);
        assert_eq!(folder.path().read_dir().expect("it is there").count(), 1, "nothing is left beside it");
    }

    /// Regression: an empty file was left, or a part of the content.
    #[test]
    fn nothing_is_left_of_a_new_file_that_fails() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let open = || OutputFile::open(&path).expect("it can be created");
        let is_left = || folder.path().read_dir().expect("it is there").count() > 0;
        open()
            .replace_with(|out| out.write_all(b"half").and(Err(ErrorKind::StorageFull.into())))
            .expect_err("it fails");
        assert!(!is_left());
        drop(open());
        assert!(!is_left(), "no match was written");
        for start in [StreamedFile::create, StreamedFile::create_new] {
            let mut file = start(&path).expect("it can be created");
            file.write_all(b"half").expect("there is room");
            file.has_failed = true;
            drop(file);
            assert!(!is_left());
        }
        fs::write(&path, "").expect("it can be written");
        drop(open());
        assert!(is_left(), "it was there before");
        open().append(b"log").expect("it can be extended");
        drop(open());
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "log");
    }

    /// Regression: a program that was killed left an empty file.
    #[test]
    fn nothing_is_at_the_path_of_a_slow_file_before_it_is_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let count = || folder.path().read_dir().expect("it is there").count();
        for before in [None, Some("old")] {
            write_slowly(&path, |out| {
                out.write_all(b"half")?;
                out.flush()?;
                assert_eq!(fs::read_to_string(&path).ok().as_deref(), before);
                out.write_all(b", whole")
            })
            .expect("it can be written");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), "half, whole");
            assert_eq!(count(), 1, "nothing is left beside it");
            fs::write(&path, "old").expect("it can be written");
        }
        fs::remove_file(&path).expect("our own file");
        write_slowly(&path, |out| out.write_all(b"half").and(Err(ErrorKind::StorageFull.into())))
            .expect_err("it fails");
        assert_eq!(count(), 0);
        write_slowly(&path.join("new"), |_| Ok(())).expect_err("there is no such folder");
    }

    /// Regression: the older file was overwritten, and lost if the new one failed.
    #[test]
    fn what_a_killed_program_has_left_is_no_obstacle() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, "old").expect("it can be written");
        fs::write(folder.path().join(format!(".botyard-{}-0", process::id())), "left").expect("it can be written");
        let mut file = StreamedFile::create(&path).expect("it can be replaced");
        file.write_all(b"new").expect("there is room");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "old");
        file.finish().expect("it can be renamed");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "new");
    }

    #[test]
    fn a_folder_is_checked_and_left_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("file"), "").expect("it can be written");
        for there in [folder.path().to_owned(), path("new"), path("new/deeper")] {
            check_folder(&there).expect("files can be created there");
        }
        assert!(check_folder(&path("file")).is_err() && check_folder(&path("file/new")).is_err());
        assert_eq!(folder.path().read_dir().expect("it is there").count(), 1, "nothing is left in it");
        check_folder(Path::new("no-such-folder")).expect("it can be made here");
        #[cfg(target_os = "linux")]
        for elsewhere in ["/proc/self", "/proc/no/such/folder"] {
            assert!(check_folder(Path::new(elsewhere)).is_err(), "{elsewhere}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_file_stays_a_link() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        std::os::unix::fs::symlink("file", &link).expect("a link");
        OutputFile::open(&link).and_then(|file| file.replace(b"new")).expect("it can be replaced");
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "new");
    }
}
