//! `path_rename`: a name becomes another one, in the same directory or elsewhere.

use super::super::abi::Errno;
use super::super::files::{Id, LastLink, Named, Tree};
use super::super::frame::{CallFrame, CallResult};
use super::super::memory::Memory;
use super::super::rights::{PATH_RENAME_SOURCE, PATH_RENAME_TARGET};

pub(crate) fn rename<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let (old, new) = (frame.path(1)?, frame.path(4)?);
    let from = frame.walk(0, PATH_RENAME_SOURCE, &old, LastLink::Keep)?.named(Errno::Busy)?;
    let to = frame.walk(3, PATH_RENAME_TARGET, &new, LastLink::Keep)?.named(Errno::Busy)?;
    let id = from.existing(frame.tree())?;
    if to.node == Some(id) {
        return Ok(());
    }
    if frame.tree().is_removed(to.directory) {
        return Err(Errno::Noent);
    }
    if frame.tree().is_directory(id) {
        let mut work = 0;
        let moves = frame.tree().check_move(id, to.directory, &mut work);
        frame.work += work;
        moves?;
    }
    replaceable(frame.tree(), id, &to)?;
    let now = frame.now();
    frame.tree_mut().rename((from.directory, &from.name), (to.directory, &to.name), now)
}

/// Checks that the renamed node may replace the node that has the new name: only a directory
/// replaces a directory, which must be empty.
fn replaceable(tree: &Tree, id: Id, to: &Named) -> Result<(), Errno> {
    match (tree.is_directory(id), to.node) {
        (true, None) => Ok(()),
        (true, Some(target)) if tree.directory(target)?.is_empty() => Ok(()),
        (true, Some(_)) => Err(Errno::Notempty),
        (false, Some(target)) if tree.is_directory(target) => Err(Errno::Isdir),
        (false, _) if to.slash => Err(Errno::Notdir),
        (false, _) => Ok(()),
    }
}
