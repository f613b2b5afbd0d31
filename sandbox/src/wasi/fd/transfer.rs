//! `fd_read`, `fd_write`, `fd_pread`, `fd_pwrite`: bytes in and out of streams and files.

use super::super::abi::Errno;
use super::super::descriptors::{APPEND, NONBLOCK, OpenTarget};
use super::super::files::Id;
use super::super::frame::{CallFrame, CallResult};
use super::super::memory::{Memory, check, put_u32};
use super::super::rights::{FD_READ, FD_SEEK, FD_WRITE};
use super::super::stdio::{Gather, Peek};
use super::super::{CallStep, iovec};
use crate::prices::system_call;

pub(crate) fn read<M: Memory>(frame: &mut CallFrame<'_, M>) -> Result<CallStep, Errno> {
    let descriptor = *frame.descriptor(0)?;
    match descriptor.open {
        OpenTarget::Stdin => {
            descriptor.rights.check(FD_READ)?;
            let if_empty = if descriptor.flags & NONBLOCK == 0 { IfEmpty::Wait } else { IfEmpty::Fail };
            listen(frame, if_empty)
        }
        OpenTarget::File(id) => {
            descriptor.rights.check(FD_READ)?;
            let bytes = from_file(frame, id, descriptor.position, 3)?;
            frame.descriptor_mut(0)?.position += u64::from(bytes);
            Ok(CallStep::Done)
        }
        OpenTarget::Stdout | OpenTarget::Stderr | OpenTarget::Directory(_) => Err(Errno::Badf),
    }
}

pub(crate) fn write<M: Memory>(frame: &mut CallFrame<'_, M>) -> Result<CallStep, Errno> {
    let descriptor = *frame.descriptor(0)?;
    match descriptor.open {
        OpenTarget::Stdout | OpenTarget::Stderr => {
            descriptor.rights.check(FD_WRITE)?;
            speak(frame, descriptor.open)
        }
        OpenTarget::File(id) => {
            descriptor.rights.check(FD_WRITE)?;
            let end = frame.tree().node(id).kind.size();
            let at = if descriptor.flags & APPEND == 0 { descriptor.position } else { end };
            let bytes = to_file(frame, id, at, 3)?;
            frame.descriptor_mut(0)?.position = at + u64::from(bytes);
            Ok(CallStep::Done)
        }
        OpenTarget::Stdin | OpenTarget::Directory(_) => Err(Errno::Badf),
    }
}

pub(crate) fn pread<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let id = frame.descriptor(0)?.file(FD_READ | FD_SEEK, Errno::Spipe)?;
    from_file(frame, id, frame.args.long(3), 4).map(|_| ())
}

pub(crate) fn pwrite<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let id = frame.descriptor(0)?.file(FD_WRITE | FD_SEEK, Errno::Spipe)?;
    to_file(frame, id, frame.args.long(3), 4).map(|_| ())
}

/// Fetches the list of buffers that the arguments 1 and 2 describe. Checks the place of the count,
/// the argument `stored`, first: once bytes have moved, the call must not fail.
fn list<M: Memory>(frame: &mut CallFrame<'_, M>, stored: usize) -> Result<u32, Errno> {
    check(frame.memory, frame.args.word(stored), 4)?;
    let (at, count) = (frame.args.word(1), frame.args.word(2));
    frame.work += iovec::work(count);
    iovec::fetch(frame.memory, at, count, &mut frame.process.buffers)
}

/// The result of a read of stdin while there is no input.
enum IfEmpty {
    /// The bot waits for input.
    Wait,
    /// The read fails, as a poll with no time would: once the bot's output has been taken.
    Fail,
}

fn listen<M: Memory>(frame: &mut CallFrame<'_, M>, if_empty: IfEmpty) -> Result<CallStep, Errno> {
    list(frame, 3)?;
    let CallFrame { process, memory, .. } = frame;
    match process.stdin.peek(*memory, &process.buffers)? {
        Peek::Nothing => match if_empty {
            IfEmpty::Wait => Ok(CallStep::Wait),
            IfEmpty::Fail if process.stdout.bytes().is_empty() => Err(Errno::Again),
            IfEmpty::Fail => Ok(CallStep::Poll),
        },
        Peek::Bytes(bytes) => {
            put_u32(*memory, frame.args.word(3), bytes as u32)?;
            process.stdin.consume(bytes);
            frame.work += bytes as u64;
            Ok(CallStep::Done)
        }
    }
}

fn speak<M: Memory>(frame: &mut CallFrame<'_, M>, open: OpenTarget) -> Result<CallStep, Errno> {
    let wanted = list(frame, 3)?;
    frame.work += u64::from(wanted);
    let CallFrame { process, memory, .. } = frame;
    if open == OpenTarget::Stderr {
        process.stderr.gather(*memory, &process.buffers, wanted)?;
    } else if let Gather::Flood = process.stdout.gather(*memory, &process.buffers, wanted)? {
        return Ok(CallStep::Flooded);
    } else {
        process.stdout.set_stamp(frame.spent + process.clocks.speed().time(system_call(frame.work)));
    }
    put_u32(frame.memory, frame.args.word(3), wanted)?;
    Ok(CallStep::Done)
}

fn from_file<M: Memory>(frame: &mut CallFrame<'_, M>, id: Id, at: u64, stored: usize) -> Result<u32, Errno> {
    list(frame, stored)?;
    let CallFrame { process, memory, .. } = frame;
    let contents = process.files.tree.contents(id);
    let rest = usize::try_from(at).ok().and_then(|at| contents.get(at..)).unwrap_or_default();
    let bytes = iovec::scatter(*memory, &process.buffers, rest)?;
    put_u32(*memory, frame.args.word(stored), bytes)?;
    frame.work += u64::from(bytes);
    Ok(bytes)
}

fn to_file<M: Memory>(frame: &mut CallFrame<'_, M>, id: Id, at: u64, stored: usize) -> Result<u32, Errno> {
    let wanted = list(frame, stored)?;
    let now = frame.now();
    let CallFrame { process, memory, .. } = frame;
    let gap = at.saturating_sub(process.files.tree.node(id).kind.size());
    let window = process.files.tree.window(id, at, u64::from(wanted), now)?;
    iovec::gather(*memory, &process.buffers, window)?;
    put_u32(*memory, frame.args.word(stored), wanted)?;
    frame.work += u64::from(wanted) + if wanted > 0 { gap } else { 0 };
    Ok(wanted)
}
