//! The folder that a sandboxed bot works in. It sees its files there, and its changes go to a copy
//! of its own: an overlay, or, where there are no mount namespaces, a copy of bounded size. They
//! can be collected after the match. Knows no run.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, symlink};
use std::path::{Path, PathBuf};

use botyard_sandbox::wasi::{Entry, FileLimits, Folder};
use nix::mount::{MsFlags, mount};
use serde::{Deserialize, Serialize};

use crate::process_sandbox::PartialFolder;

/// How many bytes of a bot's files are copied where there is no overlay. Larger files are linked
/// instead: they can be read, but not changed.
const COPIED_BYTES: u64 = 16 << 20;
/// How many files and folders are copied. A folder beyond that is linked.
const COPIED_NAMES: usize = 1_024;

/// The plan of a bot's working folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WorkingFolder {
    /// The folder that it stands for.
    base: OsString,
    /// Whether the bot sees the whole content of `base`.
    is_own: bool,
    /// Otherwise, the absolute paths that the bot sees, and the files and folders that they lead
    /// to.
    links: Vec<(OsString, OsString)>,
    /// Further folders that exist for the bot, empty unless a link is below them.
    folders: Vec<OsString>,
}

impl WorkingFolder {
    /// A folder that only this bot uses.
    pub(super) fn own(base: PathBuf) -> Self {
        Self { base: base.into(), is_own: true, links: Vec::new(), folders: Vec::new() }
    }

    /// A folder of which the bot sees only some files and folders: their places, and where they
    /// really are.
    pub(super) fn with_links(base: &Path, links: impl IntoIterator<Item = (PathBuf, PathBuf)>) -> Self {
        let mut links: Vec<_> = links.into_iter().collect();
        links.sort();
        links.dedup_by(|later, earlier| later.0.starts_with(&earlier.0));
        let links = links.into_iter().map(|(place, target)| (place.into(), target.into())).collect();
        Self { base: base.into(), is_own: false, links, folders: Vec::new() }
    }

    /// This plan with those of these files and folders that are in the folder that it stands for, so
    /// that the bot finds them by the same relative paths as there. Their paths are real ones.
    #[must_use]
    pub(super) fn with_readable(self, readable: &[PathBuf]) -> Self {
        let base = PathBuf::from(&self.base);
        let inside: Vec<_> = readable.iter().filter(|path| path.starts_with(&base) && **path != base).collect();
        if self.is_own || inside.is_empty() {
            return self;
        }
        let links = self.links.iter().map(|(place, target)| (place.into(), target.into()));
        let links = links.chain(inside.into_iter().map(|path| (path.clone(), path.clone())));
        Self { folders: self.folders, ..Self::with_links(&base, links.collect::<Vec<_>>()) }
    }

    /// The folder that it stands for, if the bot sees only a part of that.
    pub(super) fn partial_folder(&self) -> Option<PartialFolder> {
        let shown = self.links.iter().map(|(place, _)| PathBuf::from(place)).collect();
        (!self.is_own).then(|| PartialFolder { path: PathBuf::from(&self.base), shown })
    }

    /// This plan with these further folders, as absolute paths: a path with `..` leads through
    /// them. Folders that the bot sees anyway are left out.
    #[must_use]
    pub(super) fn with_folders(self, folders: impl IntoIterator<Item = PathBuf>) -> Self {
        let is_new = |folder: &PathBuf| !self.links.iter().any(|(place, _)| folder.starts_with(place));
        let folders = folders.into_iter().filter(is_new).map(OsString::from).collect();
        Self { folders, ..self }
    }
}

/// A working folder whose place is fixed.
#[derive(Debug)]
pub(super) struct PlacedFolder {
    /// Where the bot works.
    pub(super) path: PathBuf,
    /// Links that are there before the bot starts.
    links: Vec<(PathBuf, PathBuf)>,
    parts: Vec<WritablePart>,
}

/// A folder that the bot may write to.
#[derive(Debug)]
struct WritablePart {
    /// Its path in the working folder, empty for the working folder itself; `None` if it is
    /// elsewhere and not kept.
    prefix: Option<PathBuf>,
    /// Where the bot sees it.
    shown: PathBuf,
    /// Where the bot's changes are.
    changes: PathBuf,
    /// The folder that it is a copy of.
    source: Option<PathBuf>,
}

impl PlacedFolder {
    /// A folder without copies, of which no file is kept.
    #[cfg(test)]
    pub(super) fn bare(path: PathBuf) -> Self {
        let whole = WritablePart { prefix: None, shown: path.clone(), changes: path.clone(), source: None };
        Self { path, links: Vec::new(), parts: vec![whole] }
    }

    /// Makes the place for a working folder in the scratch folder, with links to the files that the
    /// command line names, some of them above it. Needs the right to mount for an overlay.
    ///
    /// # Errors
    /// If the scratch folder cannot be written.
    pub(super) fn make(folder: &WorkingFolder, scratch: &Path, may_mount: bool) -> io::Result<Self> {
        let base = PathBuf::from(&folder.base);
        // The same path below another root, so that `..` and relative paths stay valid.
        let root = scratch.join("work");
        let below = |path: &Path| root.join(path.strip_prefix("/").unwrap_or(path));
        let overlays = Overlays { scratch, may_mount };
        if folder.is_own {
            let shown = below(&base);
            let part = match overlays.make(&base, 0)? {
                Some(changes) => WritablePart { prefix: Some(PathBuf::new()), shown: base, changes, source: None },
                None => WritablePart::copy(Some(PathBuf::new()), shown, base)?,
            };
            return Ok(Self { path: part.shown.clone(), links: Vec::new(), parts: vec![part] });
        }
        let path = below(&base);
        make_folder(&path)?;
        let whole =
            WritablePart { prefix: Some(PathBuf::new()), shown: path.clone(), changes: path.clone(), source: None };
        let mut placed = Self { path, links: Vec::new(), parts: vec![whole] };
        for (number, (place, target)) in folder.links.iter().enumerate() {
            let (place, target) = (below(Path::new(place)), PathBuf::from(target));
            let prefix = place.strip_prefix(&placed.path).ok().map(Path::to_owned);
            if target.is_dir() && !placed.parts.iter().any(|part| part.shown == target) {
                match overlays.make(&target, number)? {
                    Some(changes) => {
                        placed.parts.push(WritablePart { prefix, shown: target.clone(), changes, source: None });
                    }
                    None => {
                        placed.parts.push(WritablePart::copy(prefix, place, target)?);
                        continue;
                    }
                }
            }
            place.parent().map_or(Ok(()), make_folder)?;
            symlink(&target, &place)?;
            placed.links.push((place, target));
        }
        folder.folders.iter().try_for_each(|path| make_folder(&below(Path::new(path))))?;
        Ok(placed)
    }

    /// Where the bot may write.
    pub(super) fn writable(&self) -> impl Iterator<Item = &Path> {
        self.parts.iter().map(|part| part.shown.as_path())
    }

    /// Where the bot's changes are. The warden has to read them.
    pub(super) fn changes(&self) -> impl Iterator<Item = &Path> {
        self.parts.iter().map(|part| part.changes.as_path())
    }

    /// Fills it with copies of the bot's files, and with the files that the bot left in earlier
    /// matches. Called when the restrictions are in force, because bots chose the names.
    ///
    /// # Errors
    /// If it does not fit.
    pub(super) fn fill(&self, kept: &Folder) -> io::Result<()> {
        let mut copy = FolderCopy { bytes: COPIED_BYTES, names: COPIED_NAMES };
        for part in &self.parts {
            part.source.as_ref().map_or(Ok(()), |source| copy.copy(source, &part.shown))?;
        }
        for (path, entry) in kept.iter() {
            let parts = self.parts.iter().filter_map(|part| {
                let rest = Path::new(path).strip_prefix(part.prefix.as_ref()?).ok()?;
                Some((part, rest.to_str().filter(|rest| !rest.is_empty())?))
            });
            if let Some((part, rest)) = parts.min_by_key(|(_, rest)| rest.len()) {
                part.restore(rest, entry)?;
            }
        }
        Ok(())
    }

    /// The path at which a run finds this file: its copy, if it was copied, so that files that it
    /// writes beside itself go there, too.
    pub(super) fn path_of(&self, word: &OsStr) -> OsString {
        let copies = self.parts.iter().filter_map(|part| {
            let rest = Path::new(word).strip_prefix(part.source.as_ref()?).ok()?;
            Some(part.shown.join(rest)).filter(|copy| copy.symlink_metadata().is_ok_and(|copy| copy.is_file()))
        });
        copies.map(OsString::from).next().unwrap_or_else(|| word.to_owned())
    }

    /// The files that the bot has written; `None` if they are more than can be kept. The bot's runs
    /// must have ended.
    pub(super) fn collect(&self) -> Option<Folder> {
        let limits = FileLimits::default();
        let mut collection = Collection { folder: Folder::default(), bytes: limits.bytes, names: limits.entries };
        for part in &self.parts {
            let Some(prefix) = part.prefix.as_ref().and_then(|prefix| prefix.to_str()) else { continue };
            let is_ours = |place: &Path| {
                self.links.iter().any(|(ours, _)| ours == place) || self.parts.iter().any(|part| part.changes == place)
            };
            collection.add(part, prefix, &is_ours, limits.depth)?;
        }
        Some(collection.folder)
    }
}

/// Shows folders with changes that are kept elsewhere.
struct Overlays<'a> {
    scratch: &'a Path,
    may_mount: bool,
}

impl Overlays<'_> {
    /// Returns where the changes of a folder are; `None` if the system mounts no overlay there.
    fn make(&self, folder: &Path, number: usize) -> io::Result<Option<PathBuf>> {
        if !self.may_mount {
            return Ok(None);
        }
        let [changes, work] = ["changes", "overlay"].map(|name| self.scratch.join(name).join(number.to_string()));
        make_folder(&changes)?;
        make_folder(&work)?;
        Ok(mount_overlay(folder, &changes, &work).is_ok().then_some(changes))
    }
}

impl WritablePart {
    /// A place for a copy, which is made later.
    fn copy(prefix: Option<PathBuf>, shown: PathBuf, source: PathBuf) -> io::Result<Self> {
        make_folder(&shown)?;
        Ok(Self { prefix, changes: shown.clone(), shown, source: Some(source) })
    }

    fn restore(&self, path: &str, entry: &Entry) -> io::Result<()> {
        let mut place = self.shown.clone();
        let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
        for name in above.split('/').filter(|name| !name.is_empty()) {
            place.push(name);
            replace_by_folder(&place)?;
        }
        place.push(name);
        match entry {
            Entry::Directory => replace_by_folder(&place),
            Entry::Symlink(target) => remove(&place).and_then(|()| symlink(&**target, &place)),
            Entry::File(bytes) => {
                remove(&place)?;
                // Programs among them can be started.
                OpenOptions::new().write(true).create_new(true).mode(0o700).open(&place)?.write_all(bytes)
            }
        }
    }

    /// The file of the source at this path, if this is a copy.
    fn source_of(&self, place: &Path) -> Option<PathBuf> {
        Some(self.source.as_ref()?.join(place.strip_prefix(&self.changes).ok()?))
    }
}

/// The files that bots have written, as far as they can be kept.
struct Collection {
    folder: Folder,
    /// How many more bytes can be kept.
    bytes: u64,
    /// How many more names.
    names: usize,
}

impl Collection {
    /// Adds the new files of a part; `None` if they are too many or too large.
    fn add(&mut self, part: &WritablePart, prefix: &str, is_ours: &dyn Fn(&Path) -> bool, depth: usize) -> Option<()> {
        let mut waiting = vec![(prefix.to_owned(), part.changes.clone(), 0)];
        while let Some((prefix, folder, level)) = waiting.pop() {
            for entry in folder.read_dir().into_iter().flatten().flatten() {
                // Names that are not text cannot be kept, and are not a module's either.
                let Ok(name) = entry.file_name().into_string() else { continue };
                let place = entry.path();
                let path = if prefix.is_empty() { name } else { format!("{prefix}/{name}") };
                if is_ours(&place) {
                    continue;
                }
                let source = part.source_of(&place);
                let Some(kept) = self.read(&place, source.as_deref())? else { continue };
                if kept == Entry::Directory {
                    if level == depth {
                        return None;
                    }
                    waiting.push((path.clone(), place, level + 1));
                    if source.is_some_and(|source| source.is_dir()) {
                        continue;
                    }
                }
                self.names = self.names.checked_sub(1)?;
                // A name that the system returns is neither empty nor one of the dots.
                let _ = self.folder.insert(&path, kept);
            }
        }
        Some(())
    }

    /// The outer option is `None` if the file is too large, the inner one if it need not be kept.
    fn read(&mut self, place: &Path, source: Option<&Path>) -> Option<Option<Entry>> {
        let Ok(kind) = place.symlink_metadata().map(|metadata| metadata.file_type()) else { return Some(None) };
        if kind.is_dir() {
            return Some(Some(Entry::Directory));
        }
        if kind.is_symlink() {
            let is_copied = source.is_some_and(|source| source.symlink_metadata().is_ok());
            let target = fs::read_link(place).ok().and_then(|target| target.into_os_string().into_string().ok());
            return Some(target.filter(|_| !is_copied).map(|target| Entry::Symlink(target.into())));
        }
        // Pipes and the overlay's marks of removed files are not kept.
        if !kind.is_file() {
            return Some(None);
        }
        let most = self.bytes.max(COPIED_BYTES);
        let Ok(content) = read_file(place, most)? else { return Some(None) };
        let is_unchanged =
            source.is_some_and(|source| matches!(read_file(source, most), Some(Ok(old)) if old == content));
        if is_unchanged {
            return Some(None);
        }
        self.bytes = self.bytes.checked_sub(content.len() as u64)?;
        Some(Some(Entry::file(&content)))
    }
}

/// The content of a file that is not a link; `None` if it is longer than `most`.
fn read_file(path: &Path, most: u64) -> Option<io::Result<Vec<u8>>> {
    let mut content = Vec::new();
    let read = open_file(path).and_then(|file| file.take(most + 1).read_to_end(&mut content));
    match read {
        Ok(_) if content.len() as u64 > most => None,
        Ok(_) => Some(Ok(content)),
        Err(error) => Some(Err(error)),
    }
}

/// Opens a file for reading. Does not follow a link, and does not wait for the other end of a pipe.
fn open_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path)
}

/// Copies a folder as far as it fits; the rest becomes links.
struct FolderCopy {
    bytes: u64,
    names: usize,
}

impl FolderCopy {
    fn copy(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        // A folder that cannot be read is empty for the bot. The copy itself is not copied,
        // wherever it is.
        for entry in from.read_dir().into_iter().flatten().flatten() {
            let (source, place) = (entry.path(), to.join(entry.file_name()));
            let Some(kind) = entry.file_type().ok().filter(|_| !to.starts_with(&source)) else { continue };
            let fits = self.names > 0;
            self.names = self.names.saturating_sub(1);
            if kind.is_dir() && fits {
                make_folder(&place)?;
                self.copy(&source, &place)?;
            } else if kind.is_symlink() {
                // A relative target would lead elsewhere from the copy.
                let target = source.canonicalize().or_else(|_| fs::read_link(&source))?;
                symlink(target, &place)?;
            } else if !(kind.is_file() && fits && self.copy_file(&source, &place)?) {
                symlink(&source, &place)?;
            }
        }
        Ok(())
    }

    /// Copies a file if it fits and can be read.
    fn copy_file(&mut self, from: &Path, to: &Path) -> io::Result<bool> {
        let Ok(file) = open_file(from) else { return Ok(false) };
        let length = file.metadata()?.len();
        let Some(left) = self.bytes.checked_sub(length) else { return Ok(false) };
        self.bytes = left;
        let mut copy = OpenOptions::new().write(true).create_new(true).mode(0o700).open(to)?;
        io::copy(&mut file.take(length), &mut copy)?;
        Ok(true)
    }
}

fn make_folder(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Removes a file or a link, if there is one; fails for a folder.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// Makes a folder, in place of a file or a link if there is one. A link is replaced, not followed.
fn replace_by_folder(path: &Path) -> io::Result<()> {
    if path.symlink_metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Ok(());
    }
    remove(path)?;
    make_folder(path)
}

/// Shows the folder with changes that are kept elsewhere.
fn mount_overlay(folder: &Path, changes: &Path, work: &Path) -> io::Result<()> {
    let mut options = b"userxattr,lowerdir=".to_vec();
    options.extend(escape(folder));
    options.extend(b",upperdir=");
    options.extend(escape(changes));
    options.extend(b",workdir=");
    options.extend(escape(work));
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    Ok(mount(Some("botyard"), folder, Some("overlay"), flags, Some(options.as_slice()))?)
}

/// A path as an option of an overlay.
fn escape(path: &Path) -> Vec<u8> {
    let mut escaped = Vec::new();
    for &byte in path.as_os_str().as_encoded_bytes() {
        if matches!(byte, b'\\' | b',' | b':') {
            escaped.push(b'\\');
        }
        escaped.push(byte);
    }
    escaped
}
