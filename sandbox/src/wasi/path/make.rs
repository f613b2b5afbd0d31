//! `path_create_directory` and `path_symlink`.

use super::super::abi::Errno;
use super::super::files::{Directory, LastLink, NodeKind};
use super::super::frame::{CallFrame, CallResult};
use super::super::memory::Memory;
use super::super::rights::{PATH_CREATE_DIRECTORY, PATH_SYMLINK};

pub(crate) fn directory<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let path = frame.path(1)?;
    let named = frame.walk(0, PATH_CREATE_DIRECTORY, &path, LastLink::Keep)?.named(Errno::Exist)?;
    if named.node.is_some() {
        return Err(Errno::Exist);
    }
    let (kind, now) = (NodeKind::Directory(Directory::new(named.directory)), frame.now());
    frame.tree_mut().create(named.directory, &named.name, kind, now).map(|_| ())
}

pub(crate) fn symlink<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let (target, path) = (frame.path(0)?, frame.path(3)?);
    if target.is_empty() {
        return Err(Errno::Noent);
    }
    // It would lead out of every folder.
    if target.starts_with('/') {
        return Err(Errno::Notcapable);
    }
    let named = frame.walk(2, PATH_SYMLINK, &path, LastLink::Keep)?.named(Errno::Exist)?;
    named.vacant(frame.tree())?;
    let now = frame.now();
    frame.tree_mut().create(named.directory, &named.name, NodeKind::Symlink(target.into()), now).map(|_| ())
}
