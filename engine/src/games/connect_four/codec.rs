//! The conversation with a bot, as Connect 4 Moderator held it. Knows no rules: a full column is
//! rules.rs.
//!
//! One word a line, the newline optional: a word also ends where a module stops to read or where
//! one read of a pipe ends. Empty lines are skipped.

use super::board::{Column, ConnectFourBoard};
use super::reasons::ConnectFourReason;
use super::rules::{ConnectFour, ConnectFourEvent};
use crate::codec::{Greeting, MisreadError, Protocol, SessionCodec};
use crate::game::Outcome;
use crate::inbox::Inbox;
use crate::seat::Seat;

/// One seat's conversation.
#[derive(Debug)]
pub struct ConnectFourCodec {
    seat: Seat,
    /// Whether the bot has printed `p`.
    hailed: bool,
    /// The current word; only a buffer.
    word: Vec<u8>,
}

impl ConnectFourCodec {
    /// A codec for the bot in this seat; seat 0 moves first and is sent `1`.
    pub fn new(seat: Seat) -> Self {
        Self { seat, hailed: false, word: Vec::new() }
    }
}

impl Protocol for ConnectFour {
    const HAS_GREETING: bool = true;

    fn write_canonical(column: &Column, out: &mut Vec<u8>) {
        out.push(b'0' + column.number());
    }
}

impl SessionCodec<ConnectFour> for ConnectFourCodec {
    fn read_greeting(&mut self, stdout: &mut Inbox, stdin: &mut Vec<u8>) -> Result<Greeting, MisreadError> {
        while read_word(stdout, &mut self.word) {
            match (self.hailed, self.word.as_slice()) {
                (false, b"p") => {
                    self.hailed = true;
                    stdout.pass();
                    stdin.extend_from_slice(if self.seat.index() == 0 { b"1\n" } else { b"2\n" });
                    if self.seat.index() == 0 {
                        return Ok(Greeting::Ready);
                    }
                }
                (true, b"?") => return Ok(Greeting::Ready),
                (false, _) => return Err(MisreadError::new(ConnectFourReason::FirstWordNotP)),
                (true, _) => {
                    return Err(MisreadError::new(ConnectFourReason::ReplyNotQuestionMark));
                }
            }
        }
        Ok(Greeting::Waiting)
    }

    /// Empty: the opponent's column is the question, and it has been sent.
    fn write_question(&mut self, _: ConnectFourBoard, _: &mut Vec<u8>) {}

    fn read_answer(&mut self, stdout: &mut Inbox) -> Result<Option<Column>, MisreadError> {
        if !read_word(stdout, &mut self.word) {
            return Ok(None);
        }
        column(&self.word).map(Some).ok_or_else(|| MisreadError::new(ConnectFourReason::NoColumn))
    }

    fn write_event(&mut self, event: &ConnectFourEvent, _: &[u8], stdin: &mut Vec<u8>) {
        // The loser never gets the winning move, only the end code.
        if let ConnectFourEvent::Dropped { seat, column, last: false, .. } = *event
            && seat != self.seat
        {
            stdin.extend_from_slice(&[b'0' + column.number(), b'\n']);
        }
    }

    fn write_end(&mut self, outcome: Option<&Outcome>, stdin: &mut Vec<u8>) {
        stdin.extend_from_slice(match outcome {
            Some(Outcome { blamed: Some(_), .. }) | None => b"0\n",
            Some(outcome) => match outcome.winner().map(Seat::index) {
                Some(0) => b"-1\n",
                Some(_) => b"-2\n",
                None => b"-3\n",
            },
        });
    }
}

/// Reads the next word that is not empty, without its line ending; `false` if there is none.
fn read_word(stdout: &mut Inbox, word: &mut Vec<u8>) -> bool {
    while let Some(token) = stdout.token() {
        word.clear();
        word.extend(token.iter().copied().filter(|byte| !b"\r\n".contains(byte)));
        if !word.is_empty() {
            return true;
        }
        stdout.pass();
    }
    false
}

/// Reads a column as C's `strtol` would, if the word holds nothing else. A string ends at a NUL
/// there, so what follows one is not read.
fn column(token: &[u8]) -> Option<Column> {
    let string = token.split(|&byte| byte == 0).next().unwrap_or_default();
    let digits = string.trim_ascii();
    let digits = digits.strip_prefix(b"+").unwrap_or(digits);
    let significant = digits.iter().position(|&digit| digit != b'0').map_or(&[][..], |at| &digits[at..]);
    match significant {
        [digit @ b'1'..=b'7'] => Column::new(digit - b'0'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_as_the_original_read_them() {
        for good in ["1", "01", "+1", " 1 ", "0001", "1\0", " 1 \0", "1\0\0", "1\x002"] {
            assert_eq!(column(good.as_bytes()), Column::new(1), "{good:?}");
        }
        for bad in ["1 2", "34", "1.0", "abc", "0", "9", "", "-1", "++1", "+", "8", "\0", "\x001", "12\0"] {
            assert_eq!(column(bad.as_bytes()), None, "{bad:?}");
        }
    }
}
