//! Bytes, read as a target's instructions step by step. Knows no target. Past the end all bytes are
//! zero, so that every run ends.

/// The remaining bytes.
#[derive(Clone, Copy, Debug)]
pub struct ByteSource<'a>(&'a [u8]);

impl<'a> ByteSource<'a> {
    /// Starts at the front.
    pub fn new(bytes: &'a [u8]) -> ByteSource<'a> {
        ByteSource(bytes)
    }

    /// Whether all of it has been read.
    pub fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        self.bytes(1).first().copied().unwrap_or(0)
    }

    /// The next number, the lowest byte first.
    pub fn long(&mut self) -> u64 {
        let mut number = [0; 8];
        let bytes = self.bytes(8);
        number[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(number)
    }

    /// The next `count` bytes, or as many as there are.
    pub fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken
    }

    /// Everything that is left.
    pub fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.0)
    }
}
