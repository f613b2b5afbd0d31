//! `path_remove_directory` and `path_unlink_file`.

use super::super::abi::Errno;
use super::super::files::LastLink;
use super::super::frame::{CallFrame, CallResult};
use super::super::memory::Memory;
use super::super::rights::{PATH_REMOVE_DIRECTORY, PATH_UNLINK_FILE};

pub(crate) fn directory<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let path = frame.path(1)?;
    let named = frame.walk(0, PATH_REMOVE_DIRECTORY, &path, LastLink::Keep)?.named(Errno::Inval)?;
    let id = named.existing(frame.tree())?;
    if !frame.tree().directory(id)?.is_empty() {
        return Err(Errno::Notempty);
    }
    let now = frame.now();
    frame.tree_mut().unlink(named.directory, &named.name, now);
    Ok(())
}

pub(crate) fn file<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let path = frame.path(1)?;
    let named = frame.walk(0, PATH_UNLINK_FILE, &path, LastLink::Keep)?.named(Errno::Isdir)?;
    let id = named.existing(frame.tree())?;
    if frame.tree().is_directory(id) {
        return Err(Errno::Isdir);
    }
    let now = frame.now();
    frame.tree_mut().unlink(named.directory, &named.name, now);
    Ok(())
}
