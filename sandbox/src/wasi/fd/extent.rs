//! The length of a file, and the calls that concern a disk: `fd_filestat_set_size`, `fd_allocate`,
//! `fd_advise`, `fd_sync`, `fd_datasync`.

use super::super::abi::Errno;
use super::super::frame::{CallFrame, CallResult};
use super::super::memory::Memory;
use super::super::rights::{FD_ADVISE, FD_ALLOCATE, FD_DATASYNC, FD_FILESTAT_SET_SIZE, FD_SYNC};

/// The last kind of advice there is.
const NOREUSE: u32 = 5;

pub(crate) fn set_size<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let id = frame.descriptor(0)?.file(FD_FILESTAT_SET_SIZE, Errno::Inval)?;
    let (size, now) = (frame.args.long(1), frame.now());
    let old = frame.tree().node(id).kind.size();
    frame.tree_mut().resize(id, size, now)?;
    frame.work += size.saturating_sub(old);
    Ok(())
}

pub(crate) fn allocate<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let id = frame.descriptor(0)?.file(FD_ALLOCATE, Errno::Spipe)?;
    let end = frame.args.long(1).checked_add(frame.args.long(2)).ok_or(Errno::Fbig)?;
    let (old, now) = (frame.tree().node(id).kind.size(), frame.now());
    if end > old {
        frame.tree_mut().resize(id, end, now)?;
        frame.work += end - old;
    }
    Ok(())
}

/// Files in memory need no advice: it is only checked.
pub(crate) fn advise<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    frame.descriptor(0)?.file(FD_ADVISE, Errno::Spipe)?;
    let (offset, len, advice) = (frame.args.long(1), frame.args.long(2), frame.args.word(3));
    let fits = offset.checked_add(len).is_some_and(|end| i64::try_from(end).is_ok());
    if fits && advice <= NOREUSE { Ok(()) } else { Err(Errno::Inval) }
}

pub(crate) fn sync<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    check_right(frame, FD_SYNC)
}

pub(crate) fn datasync<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    check_right(frame, FD_DATASYNC)
}

/// Checks only the descriptor and its right: files in memory need no other work for these calls.
fn check_right<M: Memory>(frame: &mut CallFrame<'_, M>, right: u64) -> CallResult {
    let descriptor = frame.descriptor(0)?;
    descriptor.node().ok_or(Errno::Inval)?;
    descriptor.rights.check(right)
}
