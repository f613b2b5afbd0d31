//! A bot's output that no answer has consumed, and the bound on it. Knows no protocol and no time.

use crate::inbox::Inbox;

/// Output that waits to be read.
#[derive(Debug, Default)]
pub(super) struct UnreadOutput {
    pub(super) inbox: Inbox,
    /// The number of printed bytes that no answer has consumed so far, blank ones included.
    counted: usize,
    is_flooded: bool,
}

impl UnreadOutput {
    /// Takes as much output as fits under the limit. That part is judged like any other output, so
    /// that the portions in which it came do not matter.
    pub(super) fn push(&mut self, bytes: &[u8], limit: usize) {
        let fits = bytes.len().min(limit.saturating_sub(self.counted));
        self.counted += fits;
        self.inbox.push(&bytes[..fits]);
        self.is_flooded |= fits < bytes.len();
    }

    /// Whether the bot has printed more than it may.
    pub(super) fn is_flooded(&self) -> bool {
        self.is_flooded
    }

    /// Notes that an answer was read: only the remaining bytes count from here on.
    pub(super) fn count_anew(&mut self) {
        self.counted = self.inbox.unread().len();
    }

    /// How many parts of an unfinished answer there are, if each ends with this byte.
    pub(super) fn count_parts(&self, part_end: u8) -> usize {
        self.inbox.unread().iter().filter(|&&byte| byte == part_end).count()
    }
}
