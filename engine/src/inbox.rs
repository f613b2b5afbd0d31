//! A bot's output that no codec has read yet. Knows no protocol: codecs cut it into words.
//!
//! Besides the bytes it keeps the *pauses*: where a module stopped to read, or where one read of a
//! pipe ended. A protocol without newlines can only separate its words by them.

use std::collections::VecDeque;

/// Bytes that wait to be read, with the pauses between them.
#[derive(Debug, Default)]
pub struct Inbox {
    bytes: Vec<u8>,
    start: usize,
    /// Where pauses are, counted like `start` from the front of `bytes`, ascending.
    pauses: VecDeque<usize>,
    /// The end of the bytes that do not belong to the current words, counted like `start`.
    passed: usize,
    ended: bool,
}

impl Inbox {
    /// Appends what the bot printed.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.start == self.bytes.len() {
            self.bytes.clear();
            self.pauses.clear();
            (self.start, self.passed) = (0, 0);
        } else if self.start > 4096 && self.start * 2 > self.bytes.len() {
            self.compact();
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Notes that the bot will print no more for now.
    pub fn pause(&mut self) {
        let end = self.bytes.len();
        if end > self.start && self.pauses.back() != Some(&end) {
            self.pauses.push_back(end);
        }
    }

    /// Notes that no output will follow.
    pub fn end(&mut self) {
        self.pause();
        self.ended = true;
    }

    /// Whether the bot has ended: no output will follow the unread bytes.
    pub fn is_ended(&self) -> bool {
        self.ended
    }

    /// The unread bytes, without consuming them.
    pub fn unread(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    /// Reads one line, its newline included; `None` (and nothing consumed) while it is incomplete.
    pub fn line(&mut self) -> Option<&[u8]> {
        let newline = self.unread().iter().position(|&byte| byte == b'\n')?;
        Some(self.consume(newline + 1))
    }

    /// Reads up to a newline (included) or a pause, whichever comes first; `None` (and nothing
    /// consumed) while the bot is still printing.
    pub fn token(&mut self) -> Option<&[u8]> {
        let newline = self.unread().iter().position(|&byte| byte == b'\n').map(|at| at + 1);
        let pause = self.pauses.iter().find(|&&pause| pause > self.start).map(|pause| pause - self.start);
        let length = match (newline, pause) {
            (Some(newline), Some(pause)) => newline.min(pause),
            (one, other) => one.or(other)?,
        };
        Some(self.consume(length))
    }

    /// Reads everything there is.
    pub fn rest(&mut self) -> &[u8] {
        self.consume(self.bytes.len() - self.start)
    }

    /// Consumes `length` unread bytes.
    ///
    /// # Panics
    /// If fewer are unread.
    pub fn consume(&mut self, length: usize) -> &[u8] {
        let from = self.start;
        self.start += length;
        while self.pauses.front().is_some_and(|&pause| pause <= self.start) {
            self.pauses.pop_front();
        }
        &self.bytes[from..self.start]
    }

    /// Excludes the bytes consumed so far from the words that are read next, such as empty lines
    /// before them: it makes no difference whether they came together with the words.
    pub fn pass(&mut self) {
        self.passed = self.start;
    }

    /// A mark for [`Inbox::since`]; good until the next [`Inbox::push`].
    pub(crate) fn mark(&self) -> usize {
        self.start
    }

    /// The bytes consumed since the mark, without those that were [passed](Inbox::pass).
    pub(crate) fn since(&self, mark: usize) -> &[u8] {
        &self.bytes[mark.max(self.passed)..self.start]
    }

    fn compact(&mut self) {
        self.bytes.drain(..self.start);
        self.pauses.iter_mut().for_each(|pause| *pause -= self.start);
        self.passed = self.passed.saturating_sub(self.start);
        self.start = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_waits_for_its_newline() {
        let mut inbox = Inbox::default();
        inbox.push(b"4 6");
        inbox.pause();
        assert_eq!(inbox.line(), None);
        inbox.push(b" UP\nrest");
        assert_eq!(inbox.line(), Some(&b"4 6 UP\n"[..]));
        assert_eq!(inbox.unread(), b"rest");
    }

    #[test]
    fn a_token_ends_at_a_newline_or_a_pause() {
        let mut inbox = Inbox::default();
        inbox.push(b"3\n4");
        assert_eq!(inbox.token(), Some(&b"3\n"[..]));
        assert_eq!(inbox.token(), None);
        inbox.pause();
        inbox.push(b"5");
        assert_eq!(inbox.token(), Some(&b"4"[..]));
        inbox.end();
        assert_eq!(inbox.token(), Some(&b"5"[..]));
        assert_eq!(inbox.token(), None);
    }

    #[test]
    fn what_was_passed_is_no_part_of_the_words() {
        let mut inbox = Inbox::default();
        inbox.push(b"p\n\nx\n");
        let mark = inbox.mark();
        for _ in 0..2 {
            inbox.line();
            inbox.pass();
        }
        assert_eq!(inbox.since(mark), b"");
        inbox.line();
        assert_eq!(inbox.since(mark), b"x\n");
        inbox.push(b"3\n");
        let mark = inbox.mark();
        inbox.line();
        assert_eq!(inbox.since(mark), b"3\n");
    }

    #[test]
    fn compacting_keeps_pauses_in_place() {
        let mut inbox = Inbox::default();
        inbox.push(&[b'x'; 5000]);
        inbox.push(b"ab");
        inbox.pause();
        inbox.consume(5000);
        inbox.push(b"cd");
        assert_eq!(inbox.token(), Some(&b"ab"[..]));
        assert_eq!(inbox.unread(), b"cd");
    }
}
