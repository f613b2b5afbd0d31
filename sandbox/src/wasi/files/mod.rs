//! A bot's files, in memory: folders from the host, and the bot's changes to them. Knows no system
//! call.

mod folder;
mod limits;
mod node;
mod tree;
mod walk;

pub use folder::{Entry, Folder, PathError};
pub use limits::FileLimits;

pub(super) use node::{Directory, FileBytes, Id, Moment, Node, NodeKind};
pub(super) use tree::{DOTS, NODE, Tree};
pub(super) use walk::{LastLink, Named, WalkedPath, walk};

use super::abi::Errno;
use crate::budget::Budget;

/// The files of one run, and the folders that it finds open.
#[derive(Clone, Debug)]
pub(super) struct Files {
    pub tree: Tree,
    /// The directory that each of the folders is, in their order.
    pub roots: Vec<Id>,
}

/// A folder that a host brings does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{path}` {}", describe_misfit(*.why))]
pub struct LoadFolderError {
    /// The path that does not fit.
    pub path: String,
    /// Why, as preview1 numbers it.
    pub why: Errno,
}

fn describe_misfit(why: Errno) -> &'static str {
    match why {
        Errno::Nospc | Errno::Fbig => "is more than a bot may have",
        Errno::Nametoolong => "is too long a name, or too deep",
        Errno::Notdir | Errno::Exist => "is a file and a folder at once",
        _ => "is not a valid file name for a bot",
    }
}

impl Files {
    pub fn new(limits: FileLimits) -> Files {
        Files { tree: Tree::new(limits), roots: Vec::new() }
    }

    /// Takes all files and folders away, keeping the memory of few.
    pub fn restart(&mut self) {
        self.tree.restart();
        self.roots.clear();
    }

    /// Puts a folder there; everything in it is as old as the run.
    pub fn load(&mut self, folder: &Folder) -> Result<Id, LoadFolderError> {
        let now = Moment::Spent(Budget::ZERO);
        let root = self.tree.root(now);
        for (path, entry) in folder.iter() {
            self.put_entry(root, path, entry, now).map_err(|why| LoadFolderError { path: path.to_owned(), why })?;
        }
        self.roots.push(root);
        Ok(root)
    }

    fn put_entry(&mut self, root: Id, path: &str, entry: &Entry, now: Moment) -> Result<(), Errno> {
        if path.len() > self.tree.limits().path_bytes as usize {
            return Err(Errno::Nametoolong);
        }
        let mut directory = root;
        let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
        for step in above.split('/').filter(|step| !step.is_empty()) {
            directory = match self.tree.directory(directory)?.find(step) {
                Some(id) => id,
                None => self.tree.create(directory, step, NodeKind::Directory(Directory::new(directory)), now)?,
            };
        }
        if self.tree.directory(directory)?.find(name).is_some() {
            return Err(Errno::Exist);
        }
        let kind = match entry {
            Entry::Directory => NodeKind::Directory(Directory::new(directory)),
            Entry::File(bytes) => NodeKind::File(FileBytes::Shared(bytes.clone())),
            Entry::Symlink(target) => NodeKind::Symlink(target.clone()),
        };
        self.tree.create(directory, name, kind, now).map(|_| ())
    }

    /// The current content of a folder. A file of several names becomes several files, as far as
    /// they fit.
    pub fn folder(&self, root: Id) -> Folder {
        let mut folder = Folder::default();
        let mut room = self.tree.limits().bytes;
        let mut waiting = vec![(String::new(), root)];
        while let Some((path, id)) = waiting.pop() {
            let node = self.tree.node(id);
            let Some(left) = room.checked_sub(node.kind.size()) else { continue };
            room = left;
            let entry = match &node.kind {
                NodeKind::File(bytes) => Entry::File(bytes.to_shared()),
                NodeKind::Symlink(target) => Entry::Symlink(target.clone()),
                NodeKind::Directory(own) => {
                    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
                    waiting.extend(own.by_name().rev().map(|(name, id)| (below(name), id)));
                    Entry::Directory
                }
            };
            if !path.is_empty() {
                folder.insert(&path, entry).expect("a name has no slash and is neither `.` nor `..`");
            }
        }
        folder
    }
}
