//! A bot's memory as the system calls see it: by copy, and never outside. Knows no engine.

use super::abi::Errno;

/// A module's memory. Access is by copy, since in a browser it is another memory than ours.
///
/// `&mut [u8]` implements it, for hosts that can borrow the memory during a call.
pub trait Memory {
    /// The current size in bytes.
    fn size(&self) -> u64;

    /// Copies out `to.len()` bytes from `at`.
    ///
    /// # Errors
    /// [`OutOfBoundsError`] when any of them lies outside; `to` may then hold anything.
    fn read(&self, at: u32, to: &mut [u8]) -> Result<(), OutOfBoundsError>;

    /// Copies `from` in at `at`.
    ///
    /// # Errors
    /// [`OutOfBoundsError`] when any of it would lie outside; nothing is written then.
    fn write(&mut self, at: u32, from: &[u8]) -> Result<(), OutOfBoundsError>;
}

/// An access outside the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBoundsError;

impl From<OutOfBoundsError> for Errno {
    fn from(_: OutOfBoundsError) -> Errno {
        Errno::Fault
    }
}

impl Memory for &mut [u8] {
    #[inline]
    fn size(&self) -> u64 {
        self.len() as u64
    }

    #[inline]
    fn read(&self, at: u32, to: &mut [u8]) -> Result<(), OutOfBoundsError> {
        let from = self.get(at as usize..).and_then(|rest| rest.get(..to.len()));
        to.copy_from_slice(from.ok_or(OutOfBoundsError)?);
        Ok(())
    }

    #[inline]
    fn write(&mut self, at: u32, from: &[u8]) -> Result<(), OutOfBoundsError> {
        let to = self.get_mut(at as usize..).and_then(|rest| rest.get_mut(..from.len()));
        to.ok_or(OutOfBoundsError)?.copy_from_slice(from);
        Ok(())
    }
}

/// Whether `len` bytes at `at` lie inside.
pub(super) fn check(memory: &impl Memory, at: u32, len: u64) -> Result<(), Errno> {
    let end = u64::from(at) + len;
    if end <= memory.size() { Ok(()) } else { Err(Errno::Fault) }
}

/// Writes a little-endian `u32`.
pub(super) fn put_u32(memory: &mut impl Memory, at: u32, value: u32) -> Result<(), Errno> {
    Ok(memory.write(at, &value.to_le_bytes())?)
}

/// Writes a little-endian `u64`.
pub(super) fn put_u64(memory: &mut impl Memory, at: u32, value: u64) -> Result<(), Errno> {
    Ok(memory.write(at, &value.to_le_bytes())?)
}
