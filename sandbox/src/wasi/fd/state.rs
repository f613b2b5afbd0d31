//! The state of a descriptor: `fd_fdstat_*`, `fd_filestat_get`, `fd_prestat_*`, `fd_close`,
//! `fd_renumber`.

use super::super::abi::Errno;
use super::super::descriptors::flags;
use super::super::frame::{CallFrame, CallResult};
use super::super::memory::Memory;
use super::super::rights::{FD_FDSTAT_SET_FLAGS, FD_FILESTAT_GET, Rights};
use super::super::stat;

pub(crate) fn fdstat<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let raw = stat::fdstat(frame.descriptor(0)?, frame.tree());
    frame.put(frame.args.word(1), &raw)
}

/// Notes the flags.
pub(crate) fn set_flags<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let flags = flags(frame.args.word(1));
    let descriptor = frame.descriptor_mut(0)?;
    descriptor.rights.check(FD_FDSTAT_SET_FLAGS)?;
    descriptor.flags = flags?;
    Ok(())
}

pub(crate) fn set_rights<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let to = Rights { base: frame.args.long(1), inheriting: frame.args.long(2) };
    let descriptor = frame.descriptor_mut(0)?;
    descriptor.rights = descriptor.rights.narrow(to)?;
    Ok(())
}

pub(crate) fn filestat<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let descriptor = frame.descriptor(0)?;
    descriptor.rights.check(FD_FILESTAT_GET)?;
    let raw = match descriptor.node() {
        Some(id) => stat::filestat(id, frame.tree().node(id), &frame.process.clocks),
        None => stat::stream_filestat(),
    };
    frame.put(frame.args.word(1), &raw)
}

/// The name of the folder that the argument 0 is, if it was open at the start.
fn folder<'a, M: Memory>(frame: &'a CallFrame<'_, M>) -> Result<&'a str, Errno> {
    let number = frame.descriptor(0)?.preopen.ok_or(Errno::Badf)?;
    Ok(&frame.process.folders[number].0)
}

pub(crate) fn prestat<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let mut raw = [0; 8];
    raw[4..].copy_from_slice(&(folder(frame)?.len() as u32).to_le_bytes());
    frame.put(frame.args.word(1), &raw)
}

pub(crate) fn prestat_name<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let name = folder(frame)?.to_owned();
    if (frame.args.word(2) as usize) < name.len() {
        return Err(Errno::Nametoolong);
    }
    frame.work += name.len() as u64;
    frame.put(frame.args.word(1), name.as_bytes())
}

pub(crate) fn close<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let closed = frame.process.descriptors.take(frame.args.word(0))?;
    if let Some(id) = closed.node() {
        frame.tree_mut().release(id);
    }
    Ok(())
}

pub(crate) fn renumber<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let replaced = frame.process.descriptors.renumber(frame.args.word(0), frame.args.word(1))?;
    if let Some(id) = replaced.and_then(|descriptor| descriptor.node()) {
        frame.tree_mut().release(id);
    }
    Ok(())
}
