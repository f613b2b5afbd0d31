//! `path_link`: one more name for a file, or for a symbolic link.

use super::super::abi::Errno;
use super::super::files::LastLink;
use super::super::frame::{CallFrame, CallResult, last};
use super::super::memory::Memory;
use super::super::rights::{PATH_LINK_SOURCE, PATH_LINK_TARGET};

pub(crate) fn link<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let (old, new) = (frame.path(2)?, frame.path(5)?);
    let last = last(frame.args.word(1), &old)?;
    let id = frame.walk(0, PATH_LINK_SOURCE, &old, last)?.existing(frame.tree())?;
    let named = frame.walk(4, PATH_LINK_TARGET, &new, LastLink::Keep)?.named(Errno::Exist)?;
    if frame.tree().is_directory(id) {
        return Err(Errno::Perm);
    }
    named.vacant(frame.tree())?;
    let now = frame.now();
    frame.tree_mut().link(named.directory, &named.name, id, now)
}
