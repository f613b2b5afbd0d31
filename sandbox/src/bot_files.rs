//! The files that come with a module: a book of openings, the weights of a network. Knows no disk
//! and no run.
//!
//! They travel behind the module in a custom section (see [`crate::attachment`]): for each file, in
//! the order of the paths, the length of its path (2 bytes, little-endian), its path, its length (4
//! bytes) and its bytes. So the same files give the same bytes on every host.

use crate::instrument::ModuleLimits;
use crate::last_section::{attach_section, split_section};
use crate::wasi::{Entry, Folder, LoadFolderError, Origin, Process, ROOT};

/// The most files that come with a module.
pub const FILES: usize = 1_000;
/// The most bytes of all files together, which is all that a bot may have.
pub const FILES_BYTES: usize = 16 << 20;
/// The custom section that holds them.
const SECTION: &[u8] = b"botyard.files";

/// The files that come with a module: at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotFiles(Folder);

/// Why files cannot come with a module: a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BotFilesError {
    /// There are no files.
    #[error("no files come with it")]
    Empty,
    /// There are more than [`FILES`].
    #[error("more than {FILES} files come with it")]
    TooMany,
    /// They have more than [`FILES_BYTES`] together.
    #[error("the files that come with it have more than {} MiB", FILES_BYTES >> 20)]
    TooLarge,
    /// Together with their module they have more bytes than a module may have.
    #[error(
        "the module and the files that come with it have {0} bytes; at most {most} are possible",
        most = ModuleLimits::MODULE_BYTES
    )]
    TooLargeTogether(usize),
    /// It is a directory or a link, not a file.
    #[error("`{0}`, which comes with it, is not a file")]
    NoFile(String),
    /// No bot can have a file there.
    #[error("of the files that come with it, {0}")]
    Path(LoadFolderError),
    /// The section is not as it was written.
    #[error("the list of the files that come with it is damaged")]
    Damaged,
}

/// How many files there are so far, so that a host refuses them before it has read them all.
#[derive(Debug, Default)]
pub struct FileTally {
    count: usize,
    bytes: u64,
}

impl FileTally {
    /// Counts one more file, with this many bytes.
    ///
    /// # Errors
    /// [`BotFilesError`] if they are more than can come with a module.
    pub fn add(&mut self, bytes: u64) -> Result<(), BotFilesError> {
        (self.count, self.bytes) = (self.count + 1, self.bytes.saturating_add(bytes));
        if self.count > FILES {
            return Err(BotFilesError::TooMany);
        }
        if self.bytes > FILES_BYTES as u64 {
            return Err(BotFilesError::TooLarge);
        }
        Ok(())
    }
}

impl BotFiles {
    /// The files of a folder. Directories without files are left out.
    ///
    /// # Errors
    /// [`BotFilesError`] if it holds something else, or more than can come with a module.
    pub fn of_folder(folder: &Folder) -> Result<Self, BotFilesError> {
        let (mut files, mut tally) = (Folder::default(), FileTally::default());
        for (path, entry) in folder.iter() {
            match entry {
                Entry::Directory => continue,
                Entry::Symlink(_) => return Err(BotFilesError::NoFile(path.to_owned())),
                Entry::File(content) => tally.add(content.len() as u64)?,
            }
            files.insert(path, entry.clone()).expect("it was in a folder");
        }
        if tally.count == 0 {
            return Err(BotFilesError::Empty);
        }
        // A run has to find them.
        let folders = vec![(ROOT.to_owned(), files.clone())];
        Process::with_folders(Origin::default(), &[], &[], folders).map_err(BotFilesError::Path)?;
        Ok(Self(files))
    }

    /// The files at their paths.
    pub fn folder(&self) -> &Folder {
        &self.0
    }

    /// A module in one piece with these files behind it.
    ///
    /// # Errors
    /// [`BotFilesError::TooLargeTogether`] if it would be larger than a module may be.
    pub fn attach(&self, module: &[u8]) -> Result<Vec<u8>, BotFilesError> {
        let whole = self.attach_unchecked(module);
        match whole.len() > ModuleLimits::MODULE_BYTES {
            true => Err(BotFilesError::TooLargeTogether(whole.len())),
            false => Ok(whole),
        }
    }

    /// Separates the module and the files that [`BotFiles::attach`] has joined; `None` if the
    /// module has no files.
    ///
    /// # Errors
    /// [`BotFilesError`] if there is such a section with other content.
    pub fn split(module: &[u8]) -> Result<Option<(&[u8], Self)>, BotFilesError> {
        let Some((alone, content)) = split_section(module, SECTION) else { return Ok(None) };
        if module.len() > ModuleLimits::MODULE_BYTES {
            return Err(BotFilesError::TooLargeTogether(module.len()));
        }
        Ok(Some((alone, Self::parse(content)?)))
    }

    /// The section alone.
    pub(crate) fn to_section(&self) -> Vec<u8> {
        self.attach_unchecked(&[])
    }

    fn attach_unchecked(&self, module: &[u8]) -> Vec<u8> {
        let files = self.0.iter().filter_map(|(path, entry)| match entry {
            Entry::File(bytes) => Some((path, bytes)),
            _ => None,
        });
        let lengths: Vec<_> = files
            .map(|(path, bytes)| ((path.len() as u16).to_le_bytes(), path, (bytes.len() as u32).to_le_bytes(), bytes))
            .collect();
        let pieces: Vec<&[u8]> = lengths
            .iter()
            .flat_map(|(path_length, path, length, bytes)| [&path_length[..], path.as_bytes(), length, bytes])
            .collect();
        attach_section(module, SECTION, &pieces)
    }

    fn parse(mut content: &[u8]) -> Result<Self, BotFilesError> {
        let (mut folder, mut last, mut tally) = (Folder::default(), None::<&str>, FileTally::default());
        while !content.is_empty() {
            let (path, bytes) = read_file(&mut content).ok_or(BotFilesError::Damaged)?;
            // In another order the same files would be another bot.
            if last.is_some_and(|last| last >= path) {
                return Err(BotFilesError::Damaged);
            }
            last = Some(path);
            tally.add(bytes.len() as u64)?;
            folder.insert(path, Entry::file(bytes)).map_err(|_| BotFilesError::Damaged)?;
        }
        Self::of_folder(&folder)
    }
}

/// Takes a file off the beginning: its path and its bytes.
fn read_file<'a>(content: &mut &'a [u8]) -> Option<(&'a str, &'a [u8])> {
    let length = content.split_off(..2)?.try_into().ok()?;
    let path = content.split_off(..usize::from(u16::from_le_bytes(length)))?;
    let length = content.split_off(..4)?.try_into().ok()?;
    let bytes = content.split_off(..u32::from_le_bytes(length) as usize)?;
    Some((str::from_utf8(path).ok()?, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &[u8])]) -> Folder {
        let mut folder = Folder::default();
        files.iter().for_each(|(path, bytes)| folder.insert(path, Entry::file(bytes)).expect("a path"));
        folder
    }

    fn section(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut content = Vec::new();
        for (path, bytes) in files {
            content.extend_from_slice(&(path.len() as u16).to_le_bytes());
            content.extend_from_slice(path.as_bytes());
            content.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
            content.extend_from_slice(bytes);
        }
        attach_section(b"\0asm", SECTION, &[&content])
    }

    #[test]
    fn files_travel_behind_their_module() {
        let came = [("a", &b"x"[..]), ("a-b", b""), ("a.d/e", b"y"), ("z", &[7; 300])];
        let mut folder = folder(&came);
        folder.insert("a.d", Entry::Directory).expect("a path");
        folder.insert("empty", Entry::Directory).expect("a path");
        let files = BotFiles::of_folder(&folder).expect("a bot's files");
        let whole = files.attach(b"\0asm").expect("they fit");
        assert_eq!(whole, section(&came), "the same bytes for the same files");
        assert_eq!(BotFiles::split(&whole), Ok(Some((&b"\0asm"[..], files))));
        assert_eq!(BotFiles::split(b"\0asm"), Ok(None));
    }

    #[test]
    fn what_no_bot_can_have_is_refused() {
        let damaged = |files: &[(&str, &[u8])]| BotFiles::split(&section(files)).expect_err("damaged");
        assert_eq!(damaged(&[]), BotFilesError::Empty);
        for files in [
            &[("b", &b""[..]), ("a", b"")][..],
            &[("a", b""), ("a", b"")],
            &[("../a", b"")],
            &[("/a", b"")],
            &[("", b"")],
        ] {
            assert_eq!(damaged(files), BotFilesError::Damaged, "{files:?}");
        }
        for cut in [&b"\x01"[..], b"\x01\0", b"\x01\0a\x03\0\0", b"\x01\0a\x03\0\0\0xy", b"\x01\0\xff\0\0\0\0"] {
            let cut = attach_section(b"\0asm", SECTION, &[cut]);
            assert_eq!(BotFiles::split(&cut), Err(BotFilesError::Damaged), "{cut:?}");
        }
        let (long, deep) = ("n".repeat(256), format!("{}a", "a/".repeat(65)));
        for (files, why) in [
            (&[("a", &b""[..]), ("a/b", b"")][..], "`a/b` is a file and a folder at once"),
            (&[(&*long, b"")], "is too long a name"),
            (&[(&*deep, b"")], "too deep"),
        ] {
            let told = damaged(files).to_string();
            assert!(told.contains(why), "{told}");
        }
        let mut linked = folder(&[("a", b"")]);
        linked.insert("b", Entry::Symlink("a".into())).expect("a path");
        assert_eq!(BotFiles::of_folder(&linked), Err(BotFilesError::NoFile("b".to_owned())));
    }

    #[test]
    fn so_many_files_and_bytes_are_possible() {
        let names: Vec<_> = (0..=FILES).map(|number| format!("{number:04}")).collect();
        let many: Vec<_> = names.iter().map(|name| (&**name, &b""[..])).collect();
        assert!(BotFiles::of_folder(&folder(&many[1..])).is_ok());
        assert_eq!(BotFiles::of_folder(&folder(&many)), Err(BotFilesError::TooMany));
        assert_eq!(BotFiles::split(&section(&many)), Err(BotFilesError::TooMany));
        let large = vec![0; FILES_BYTES + 1];
        assert_eq!(BotFiles::of_folder(&folder(&[("a", &large)])), Err(BotFilesError::TooLarge));
        let most = BotFiles::of_folder(&folder(&[("a", &large[1..])])).expect("so much is possible");
        let padding = ModuleLimits::MODULE_BYTES - most.to_section().len();
        assert!(most.attach(&vec![0; padding]).is_ok());
        let whole = most.attach_unchecked(&vec![0; padding + 1]);
        let too_large = BotFilesError::TooLargeTogether(ModuleLimits::MODULE_BYTES + 1);
        assert_eq!(most.attach(&vec![0; padding + 1]), Err(too_large.clone()));
        assert_eq!(BotFiles::split(&whole), Err(too_large));
    }
}
