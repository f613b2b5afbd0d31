//! `path_filestat_get` and `path_readlink`: look at a path's target without opening it.

use super::super::abi::Errno;
use super::super::files::NodeKind;
use super::super::frame::{CallFrame, CallResult, last};
use super::super::memory::{Memory, check, put_u32};
use super::super::rights::{PATH_FILESTAT_GET, PATH_READLINK};
use super::super::stat;

pub(crate) fn filestat<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let path = frame.path(2)?;
    let last = last(frame.args.word(1), &path)?;
    let id = frame.walk(0, PATH_FILESTAT_GET, &path, last)?.existing(frame.tree())?;
    let raw = stat::filestat(id, frame.tree().node(id), &frame.process.clocks);
    frame.put(frame.args.word(4), &raw)
}

/// A target longer than the buffer is cut off.
pub(crate) fn readlink<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let path = frame.path(1)?;
    let last = last(0, &path)?;
    let id = frame.walk(0, PATH_READLINK, &path, last)?.existing(frame.tree())?;
    let NodeKind::Symlink(target) = &frame.tree().node(id).kind else { return Err(Errno::Inval) };
    let target = target.clone();
    let fitting = target.len().min(frame.args.word(4) as usize);
    check(frame.memory, frame.args.word(5), 4)?;
    frame.work += fitting as u64;
    frame.put(frame.args.word(3), &target.as_bytes()[..fitting])?;
    put_u32(frame.memory, frame.args.word(5), fitting as u32)
}
