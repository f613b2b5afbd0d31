//! The lines of a log. Knows nothing of their meaning.

/// Lines that are numbered as they are taken.
#[derive(Clone)]
pub(super) struct LogLines<'a> {
    rest: &'a str,
    /// The number of the line that was taken last, from 1.
    pub(super) number: usize,
}

impl<'a> LogLines<'a> {
    /// The lines of a text.
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, number: 0 }
    }

    /// Takes the next line.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        self.number += 1;
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        Some(line)
    }

    /// The line that is taken next.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }
}
