//! Lists of buffers, as calls that read and write take them. Knows no stream.

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

/// The work of reading a list, in bytes like any other.
pub(super) fn work(count: u32) -> u64 {
    u64::from(count.min(MOST)) * SIZE as u64
}

/// Reads the list at `at` into `list`, and returns the total length of its buffers. All of them
/// then lie inside the memory, so that no transfer has to be undone.
pub(super) fn fetch(memory: &impl Memory, at: u32, count: u32, list: &mut Vec<Iovec>) -> Result<u32, Errno> {
    list.clear();
    if count > MOST {
        return Err(Errno::Inval);
    }
    let mut next = at;
    while list.len() < count as usize {
        let mut raw = [0; BATCH * SIZE];
        let batch = (count as usize - list.len()).min(BATCH);
        memory.read(next, &mut raw[..batch * SIZE])?;
        for bytes in raw[..batch * SIZE].chunks_exact(SIZE) {
            let buffer = parse(bytes);
            check(memory, buffer.at, u64::from(buffer.len))?;
            list.push(buffer);
        }
        next = next.wrapping_add((batch * SIZE) as u32);
    }
    let bytes = list.iter().map(|buffer| u64::from(buffer.len)).sum::<u64>();
    u32::try_from(bytes).map_err(|_| Errno::Inval)
}

fn parse(bytes: &[u8]) -> Iovec {
    let word = |from: usize| u32::from_le_bytes([bytes[from], bytes[from + 1], bytes[from + 2], bytes[from + 3]]);
    Iovec { at: word(0), len: word(4) }
}

/// Copies `from` into the buffers, as far as they reach; answers how much.
pub(super) fn scatter(memory: &mut impl Memory, list: &[Iovec], from: &[u8]) -> Result<u32, Errno> {
    let mut rest = from;
    for buffer in list {
        let (now, later) = rest.split_at(rest.len().min(buffer.len as usize));
        if now.is_empty() && later.is_empty() {
            break;
        }
        memory.write(buffer.at, now)?;
        rest = later;
    }
    Ok((from.len() - rest.len()) as u32)
}

/// Copies the buffers into `to`, as far as it reaches.
pub(super) fn gather(memory: &impl Memory, list: &[Iovec], to: &mut [u8]) -> Result<(), Errno> {
    let mut rest = to;
    for buffer in list {
        let (now, later) = rest.split_at_mut(rest.len().min(buffer.len as usize));
        memory.read(buffer.at, now)?;
        rest = later;
    }
    Ok(())
}
