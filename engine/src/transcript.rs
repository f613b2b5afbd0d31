//! What bots read, printed and said on stderr, passage by passage, for people to look at. Bounded: a flood costs
//! its own seat the rest of its transcript and nothing else.

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// Which way a passage went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stream {
    /// What the bot read.
    Stdin,
    /// What the bot printed.
    Stdout,
    /// What the bot said on stderr.
    Stderr,
    /// No stream of the bot's: how its runs for one question ended, where they went wrong.
    Ended,
}

/// Some words that went through one stream at one time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// Whose bot it was.
    pub seat: Seat,
    /// How many turns had been played before these words.
    pub turn: usize,
    /// Which way they went.
    pub stream: Stream,
    /// The words, lossily as text.
    pub text: String,
}

/// The passages of a match in the order in which the referee saw them. The order of one bot's stderr against its
/// stdout is not known: they are different pipes.
#[derive(Debug, Clone, Default)]
pub struct Transcript {
    passages: Vec<Passage>,
    kept: Vec<usize>,
}

impl Transcript {
    /// How many bytes are kept for each seat.
    pub const KEPT_PER_SEAT: usize = 1 << 20;

    /// Everything kept so far.
    pub fn passages(&self) -> &[Passage] {
        &self.passages
    }

    pub(crate) fn note(&mut self, seat: Seat, turn: usize, stream: Stream, bytes: &[u8]) {
        if self.kept.len() <= seat.index() {
            self.kept.resize(seat.index() + 1, 0);
        }
        let kept = &mut self.kept[seat.index()];
        if *kept >= Self::KEPT_PER_SEAT {
            return;
        }
        let taken = &bytes[..bytes.len().min(Self::KEPT_PER_SEAT - *kept)];
        *kept += taken.len();
        // Words are mostly ASCII, which is checked many times faster than it is mended.
        let mut text =
            std::str::from_utf8(taken).map_or_else(|_| String::from_utf8_lossy(taken).into_owned(), str::to_owned);
        if *kept == Self::KEPT_PER_SEAT {
            text.push_str("\n… (the rest is not kept)");
        }
        self.passages.push(Passage { seat, turn, stream, text });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_cut_and_the_other_seat_is_not() {
        let mut transcript = Transcript::default();
        for _ in 0..3 {
            transcript.note(Seat::new(0), 0, Stream::Stdout, &vec![b'x'; 1 << 19]);
        }
        transcript.note(Seat::new(1), 0, Stream::Stdout, b"p");
        let kept: Vec<_> = transcript.passages().iter().map(|passage| passage.text.len()).collect();
        assert_eq!(kept.len(), 3);
        assert_eq!(kept[2], 1);
        assert!(transcript.passages()[1].text.ends_with("not kept)"));
    }
}
