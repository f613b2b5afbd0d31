//! Lists of buffers, as `fd_read` and `fd_write` take them. Knows no stream.

use super::abi::Errno;
use super::memory::{Memory, check};

/// One buffer in the module's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Iovec {
    pub at: u32,
    pub len: u32,
}

/// As many buffers as one call may name; the usual bound of POSIX systems.
const MOST: u32 = 1_024;
/// Buffers fetched at once: in a browser each fetch crosses into JavaScript.
const BATCH: usize = 8;
const SIZE: usize = 8;

/// Calls `each` with every buffer of the list at `at`, in order, until it answers `false`. Each
/// buffer is known to lie inside the memory when it is seen.
pub(super) fn each<M: Memory>(
    memory: &mut M,
    at: u32,
    count: u32,
    mut each: impl FnMut(&mut M, Iovec) -> Result<bool, Errno>,
) -> Result<(), Errno> {
    if count > MOST {
        return Err(Errno::Inval);
    }
    let mut next = at;
    let mut left = count as usize;
    while left > 0 {
        let mut raw = [0; BATCH * SIZE];
        let batch = left.min(BATCH);
        memory.read(next, &mut raw[..batch * SIZE])?;
        for bytes in raw[..batch * SIZE].chunks_exact(SIZE) {
            let buffer = parse(bytes);
            check(memory, buffer.at, u64::from(buffer.len))?;
            if !each(memory, buffer)? {
                return Ok(());
            }
        }
        left -= batch;
        next = next.wrapping_add((batch * SIZE) as u32);
    }
    Ok(())
}

fn parse(bytes: &[u8]) -> Iovec {
    let word = |from: usize| u32::from_le_bytes([bytes[from], bytes[from + 1], bytes[from + 2], bytes[from + 3]]);
    Iovec { at: word(0), len: word(4) }
}
