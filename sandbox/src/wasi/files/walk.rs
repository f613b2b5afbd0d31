//! Resolves a path to its target, never out of the folder where the walk begins. Knows nothing of
//! the target's use.

use std::borrow::Cow;

use super::super::abi::Errno;
use super::node::{Id, NodeKind};
use super::tree::Tree;
use crate::prices::{PATH_LINK_BYTES, PATH_STEP_BYTES};

/// As many symbolic links as one path may lead through; the usual bound of POSIX systems.
const FOLLOWED: u32 = 40;

/// The treatment of a symbolic link at the end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastLink {
    /// The link itself is the target.
    Keep,
    /// It is followed.
    Follow,
}

/// Where a path leads.
#[derive(Clone, Debug)]
pub(crate) enum WalkedPath {
    /// To a name in a directory.
    Named(Named),
    /// To a directory by way of `.` or `..`, which are not names.
    Itself(Id),
}

/// A name in a directory, and its node if the name exists.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub directory: Id,
    pub name: String,
    pub node: Option<Id>,
    /// Whether a slash follows the name: then only a directory may be meant.
    pub slash: bool,
}

/// Walks along `path` from a directory. Adds the bytes that were looked at, and the price of each
/// step and link on the way, to `work`.
///
/// # Errors
/// [`Errno::Notcapable`] for a path that would leave the directory, and the errors of POSIX for the
/// others.
pub(crate) fn walk(tree: &Tree, start: Id, path: &str, last: LastLink, work: &mut u64) -> Result<WalkedPath, Errno> {
    tree.directory(start)?;
    if path.is_empty() {
        return Err(Errno::Noent);
    }
    let mut trail = vec![start];
    let mut rest = Cow::Borrowed(check(path)?);
    let (mut at, mut followed) = (0, 0);
    loop {
        let step = PathStep::first(&rest[at..]);
        let directory = *trail.last().expect("the start is never left");
        at += step.bytes;
        match step.name {
            "." => {}
            ".." => {
                trail.pop();
                if trail.is_empty() {
                    return Err(Errno::Notcapable);
                }
            }
            name => {
                let named = look_up(tree, directory, name, step.slash)?;
                match named.node.map(|id| &tree.node(id).kind) {
                    Some(NodeKind::Symlink(target)) if !step.is_last || last == LastLink::Follow => {
                        followed += 1;
                        if followed > FOLLOWED {
                            return Err(Errno::Loop);
                        }
                        rest = splice(check(target)?, &rest[at..], step.slash).into();
                        *work += PATH_LINK_BYTES + rest.len() as u64;
                        at = 0;
                        continue;
                    }
                    _ if step.is_last => return Ok(WalkedPath::Named(named)),
                    Some(NodeKind::Directory(_)) => trail.extend(named.node),
                    Some(_) => return Err(Errno::Notdir),
                    None => return Err(Errno::Noent),
                }
            }
        }
        if step.is_last {
            return Ok(WalkedPath::Itself(*trail.last().expect("the start is never left")));
        }
        *work += PATH_STEP_BYTES;
    }
}

/// Accepts relative paths only, because there is no system root.
fn check(path: &str) -> Result<&str, Errno> {
    if path.starts_with('/') { Err(Errno::Notcapable) } else { Ok(path) }
}

/// A symbolic link's target in place of its name.
fn splice(target: &str, rest: &str, slash: bool) -> String {
    if slash { format!("{target}/{rest}") } else { target.to_owned() }
}

fn look_up(tree: &Tree, directory: Id, name: &str, slash: bool) -> Result<Named, Errno> {
    if name.len() > tree.limits().name_bytes {
        return Err(Errno::Nametoolong);
    }
    let node = tree.directory(directory)?.find(name);
    Ok(Named { directory, name: name.to_owned(), node, slash })
}

/// The first name of a path.
struct PathStep<'a> {
    name: &'a str,
    /// How many bytes of the path it takes up with the slashes after it.
    bytes: usize,
    slash: bool,
    is_last: bool,
}

impl PathStep<'_> {
    fn first(path: &str) -> PathStep<'_> {
        let end = path.find('/').unwrap_or(path.len());
        let rest = path[end..].trim_start_matches('/');
        PathStep {
            name: &path[..end],
            bytes: path.len() - rest.len(),
            slash: end < path.len(),
            is_last: rest.is_empty(),
        }
    }
}

impl WalkedPath {
    /// The node that is there.
    ///
    /// # Errors
    /// [`Errno::Noent`] if there is no node, [`Errno::Notdir`] if a slash follows the name of
    /// something that is not a directory.
    pub fn existing(&self, tree: &Tree) -> Result<Id, Errno> {
        match self {
            WalkedPath::Itself(id) => Ok(*id),
            WalkedPath::Named(named) => named.existing(tree),
        }
    }

    /// The name that the path ends with.
    ///
    /// # Errors
    /// `otherwise` if it ends with `.` or `..`.
    pub fn named(self, otherwise: Errno) -> Result<Named, Errno> {
        match self {
            WalkedPath::Named(named) => Ok(named),
            WalkedPath::Itself(_) => Err(otherwise),
        }
    }
}

impl Named {
    /// The node of this name; see [`WalkedPath::existing`].
    pub fn existing(&self, tree: &Tree) -> Result<Id, Errno> {
        let id = self.node.ok_or(Errno::Noent)?;
        if self.slash && !tree.is_directory(id) { Err(Errno::Notdir) } else { Ok(id) }
    }

    /// Checks that the name is free for something that is not a directory.
    ///
    /// # Errors
    /// [`Errno::Exist`] or [`Errno::Notdir`] if it is taken, [`Errno::Noent`] if a slash follows
    /// it.
    pub fn vacant(&self, tree: &Tree) -> Result<(), Errno> {
        match self.node {
            Some(_) => Err(self.existing(tree).err().unwrap_or(Errno::Exist)),
            None if self.slash => Err(Errno::Noent),
            None => Ok(()),
        }
    }
}
