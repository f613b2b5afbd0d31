//! `fd_filestat_set_times` and `path_filestat_set_times`.

use super::super::abi::Errno;
use super::super::files::{Id, Moment};
use super::super::frame::{CallFrame, CallResult, last};
use super::super::memory::Memory;
use super::super::rights::{FD_FILESTAT_SET_TIMES, PATH_FILESTAT_SET_TIMES};

pub(crate) fn of_descriptor<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let descriptor = frame.descriptor(0)?;
    let id = descriptor.node().ok_or(Errno::Notsup)?;
    descriptor.rights.check(FD_FILESTAT_SET_TIMES)?;
    set(frame, id, 1)
}

pub(crate) fn of_path<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let path = frame.path(2)?;
    let last = last(frame.args.word(1), &path)?;
    let place = frame.walk(0, PATH_FILESTAT_SET_TIMES, &path, last)?;
    let id = place.existing(frame.tree())?;
    set(frame, id, 4)
}

/// Sets the times that the arguments from `index` on hold: accessed, modified, and the flags that
/// choose which.
fn set<M: Memory>(frame: &mut CallFrame<'_, M>, id: Id, index: usize) -> CallResult {
    let flags = frame.args.word(index + 2);
    let accessed = chosen(flags, frame.args.long(index), frame.now())?;
    let modified = chosen(flags >> 2, frame.args.long(index + 1), frame.now())?;
    if flags >> 4 != 0 {
        return Err(Errno::Inval);
    }
    let now = frame.now();
    let times = &mut frame.tree_mut().node_mut(id).times;
    times.accessed = accessed.unwrap_or(times.accessed);
    times.modified = modified.unwrap_or(times.modified);
    times.changed = now;
    Ok(())
}

/// The time that two flags choose: `None`, the one given, or now. Both flags at once are invalid.
fn chosen(flags: u32, given: u64, now: Moment) -> Result<Option<Moment>, Errno> {
    match flags & 3 {
        0 => Ok(None),
        1 => Ok(Some(Moment::Set(given))),
        2 => Ok(Some(now)),
        _ => Err(Errno::Inval),
    }
}
