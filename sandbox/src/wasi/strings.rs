//! Arguments and environment, laid out as a module fetches them. Knows no stream and no file.

use super::abi::Errno;
use super::memory::{Memory, put_u32};

/// Strings as C wants them: one after the other, each ended by a zero byte.
#[derive(Clone, Debug, Default)]
pub(super) struct Strings {
    bytes: Vec<u8>,
    starts: Vec<u32>,
}

impl Strings {
    /// Lays out `strings`. Zero bytes inside them are left out, since they would end them early.
    pub fn new(strings: impl Iterator<Item = impl AsRef<str>>) -> Strings {
        let mut laid = Strings::default();
        for string in strings {
            laid.starts.push(laid.bytes.len() as u32);
            laid.bytes.extend(string.as_ref().bytes().filter(|byte| *byte != 0));
            laid.bytes.push(0);
        }
        laid
    }

    /// Writes their number to `count_at` and their length in all to `bytes_at`.
    pub fn sizes(&self, memory: &mut impl Memory, count_at: u32, bytes_at: u32) -> Result<u64, Errno> {
        put_u32(memory, count_at, self.starts.len() as u32)?;
        put_u32(memory, bytes_at, self.bytes.len() as u32)?;
        Ok(0)
    }

    /// Writes a pointer to each to `pointers_at`, and the strings to `bytes_at`.
    pub fn copy(&self, memory: &mut impl Memory, pointers_at: u32, bytes_at: u32) -> Result<u64, Errno> {
        memory.write(bytes_at, &self.bytes)?;
        for (slot, start) in (0_u32..).zip(&self.starts) {
            let at = pointers_at.checked_add(slot * 4).ok_or(Errno::Fault)?;
            put_u32(memory, at, bytes_at.wrapping_add(*start))?;
        }
        Ok((self.bytes.len() + 4 * self.starts.len()) as u64)
    }
}
