//! `fd_seek` and `fd_tell`: where a file is read and written next.

use super::super::abi::Errno;
use super::super::frame::{CallFrame, CallResult};
use super::super::memory::{Memory, check, put_u64};
use super::super::rights::{FD_SEEK, FD_TELL};

const SET: u32 = 0;
const CURRENT: u32 = 1;
const END: u32 = 2;

pub(crate) fn seek<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let (offset, whence, to) = (frame.args.long(1).cast_signed(), frame.args.word(2), frame.args.word(3));
    let descriptor = *frame.descriptor(0)?;
    // Asking for the position needs only the right to `fd_tell`.
    let asks = offset == 0 && whence == CURRENT && descriptor.rights.check(FD_TELL).is_ok();
    let id = descriptor.file(if asks { FD_TELL } else { FD_SEEK }, Errno::Spipe)?;
    check(frame.memory, to, 8)?;
    let base = match whence {
        SET => 0,
        CURRENT => descriptor.position,
        END => frame.tree().node(id).kind.size(),
        _ => return Err(Errno::Inval),
    };
    let position = base.checked_add_signed(offset).filter(|position| i64::try_from(*position).is_ok());
    let position = position.ok_or(Errno::Inval)?;
    frame.descriptor_mut(0)?.position = position;
    put_u64(frame.memory, to, position)
}

pub(crate) fn tell<M: Memory>(frame: &mut CallFrame<'_, M>) -> CallResult {
    let descriptor = *frame.descriptor(0)?;
    descriptor.file(FD_TELL, Errno::Spipe)?;
    put_u64(frame.memory, frame.args.word(1), descriptor.position)
}
