//! The bots' input, output and stderr, passage by passage, for people to look at. Bounded: a flood
//! costs its own seat the rest of its transcript, and the other seats nothing.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize, Serializer};

use crate::seat::Seat;

/// The stream of a passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stream {
    /// The bot's input.
    Stdin,
    /// The bot's output.
    Stdout,
    /// The bot's stderr.
    Stderr,
    /// No stream of the bot's: how its runs for one question ended, where they went wrong.
    Ended,
    /// Not a stream of the bot and not a failed run: the host's remark about its end. It is never
    /// serialized as such: [`Passage`] writes it in a form for readers that know no remarks.
    #[serde(skip)]
    Remark,
}

/// Text that went through one stream at one time.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "WrittenPassage<String>")]
pub struct Passage {
    /// The bot's seat.
    pub seat: Seat,
    /// The number of turns played before this text.
    pub turn: usize,
    /// The stream.
    pub stream: Stream,
    /// The text, lossily as UTF-8.
    pub text: String,
}

/// A passage in files and messages. A remark is one of [`Stream::Ended`] there, with a mark beside
/// it: readers that do not know the mark show it like the end of a run.
#[derive(Serialize, Deserialize)]
struct WrittenPassage<T> {
    seat: Seat,
    turn: usize,
    stream: Stream,
    text: T,
    #[serde(default, rename = "remark", skip_serializing_if = "std::ops::Not::not")]
    is_remark: bool,
}

impl Serialize for Passage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { seat, turn, stream, text } = self;
        let is_remark = *stream == Stream::Remark;
        let stream = if is_remark { Stream::Ended } else { *stream };
        WrittenPassage { seat: *seat, turn: *turn, stream, text: text.as_str(), is_remark }.serialize(serializer)
    }
}

impl From<WrittenPassage<String>> for Passage {
    fn from(written: WrittenPassage<String>) -> Self {
        let WrittenPassage { seat, turn, stream, text, is_remark } = written;
        let is_remark = is_remark && stream == Stream::Ended;
        Self { seat, turn, stream: if is_remark { Stream::Remark } else { stream }, text }
    }
}

/// The passages of a match in the order in which the referee saw them. The order of one bot's
/// stderr against its stdout is not known: they are different pipes.
///
/// Most matches of a series are played without anybody reading their transcripts, so the texts are
/// kept in one piece until they are read: that saves two allocations and a hundred bytes for each
/// turn.
#[derive(Debug, Clone)]
pub struct Transcript {
    /// The texts of `kept`, one after the other.
    words: String,
    /// The passages recorded before the first call of `passages`.
    kept: Vec<KeptPassage>,
    /// All passages, after the first call of `passages`.
    passages: OnceLock<Vec<Passage>>,
    seats: Vec<KeptWords>,
    /// The most bytes kept for each seat of its input and output; the same bound applies to its
    /// stderr.
    kept_per_seat: usize,
}

impl Default for Transcript {
    fn default() -> Self {
        Self::keeping(Self::KEPT_PER_SEAT)
    }
}

/// All that the bot in this seat has printed, of these passages.
pub fn printed<'a>(passages: impl IntoIterator<Item = &'a Passage>, seat: Seat) -> String {
    let own = passages.into_iter().filter(|passage| passage.seat == seat && passage.stream == Stream::Stdout);
    own.map(|passage| passage.text.as_str()).collect()
}

/// A passage whose text is in `words`.
#[derive(Debug, Clone, Copy)]
struct KeptPassage {
    seat: Seat,
    stream: Stream,
    turn: u32,
    /// The end of its text.
    end: usize,
}

/// The sizes of one seat's kept text.
#[derive(Debug, Clone, Default)]
struct KeptWords {
    /// Bytes of its input and output.
    dialogue: usize,
    /// Bytes of its stderr, and of the reports of its runs' ends.
    aside: usize,
    /// The end of its stderr, as far as it is not among the passages.
    last: VecDeque<u8>,
}

impl Transcript {
    /// The most bytes kept for each seat, unless a larger bound is set, of its input and output;
    /// the same bound applies to its stderr.
    pub const KEPT_PER_SEAT: usize = 1 << 20;
    /// The most bytes of the end of its stderr that are kept beyond that.
    pub const KEPT_LAST: usize = 16 << 10;

    /// A transcript that keeps this many bytes for each seat of its input and output, and as many
    /// of its stderr.
    pub fn keeping(kept_per_seat: usize) -> Self {
        let (words, kept, passages, seats) = Default::default();
        Self { words, kept, passages, seats, kept_per_seat }
    }

    /// Everything kept so far.
    pub fn passages(&self) -> &[Passage] {
        self.passages.get_or_init(|| {
            let mut start = 0;
            let passage = |&KeptPassage { seat, stream, turn, end }: &KeptPassage| {
                let text = self.words[start..end].to_owned();
                start = end;
                Passage { seat, turn: turn as usize, stream, text }
            };
            self.kept.iter().map(passage).collect()
        })
    }

    /// All that the bot in this seat has printed, as far as it is kept.
    pub fn printed(&self, seat: Seat) -> String {
        printed(self.passages(), seat)
    }

    /// The end of what a seat's bot wrote to stderr, as far as it is kept.
    pub fn stderr_end(&self, seat: Seat) -> String {
        let own = self.passages().iter().filter(|words| words.seat == seat && words.stream == Stream::Stderr);
        self.last_words(seat).unwrap_or_else(|| own.map(|words| words.text.as_str()).collect())
    }

    /// The end of a seat's stderr, if there was more than is kept: a bot's last lines explain why
    /// it ended.
    pub fn last_words(&self, seat: Seat) -> Option<String> {
        let last = &self.seats.get(seat.index())?.last;
        let bytes: Vec<u8> = last.iter().copied().collect();
        Some(bytes).filter(|bytes| !bytes.is_empty()).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    pub(crate) fn record(&mut self, seat: Seat, turn: usize, stream: Stream, bytes: &[u8]) {
        if self.seats.len() <= seat.index() {
            self.seats.resize_with(seat.index() + 1, KeptWords::default);
        }
        let own = &mut self.seats[seat.index()];
        let kept = match stream {
            Stream::Stdin | Stream::Stdout => &mut own.dialogue,
            Stream::Stderr | Stream::Ended | Stream::Remark => &mut own.aside,
        };
        let (taken, rest) = bytes.split_at(bytes.len().min(self.kept_per_seat - *kept));
        *kept += taken.len();
        let is_full = *kept == self.kept_per_seat;
        if stream == Stream::Stderr {
            own.last.extend(&rest[rest.len().saturating_sub(Self::KEPT_LAST)..]);
            own.last.drain(..own.last.len().saturating_sub(Self::KEPT_LAST));
        }
        if taken.is_empty() {
            return;
        }
        // The text is mostly valid UTF-8, and checking it is many times faster than replacing
        // invalid bytes.
        let text = std::str::from_utf8(taken).map_or_else(|_| String::from_utf8_lossy(taken), Cow::Borrowed);
        let rest = if is_full { "\n… (the rest is not kept)" } else { "" };
        if let Some(passages) = self.passages.get_mut() {
            passages.push(Passage { seat, turn, stream, text: format!("{text}{rest}") });
            return;
        }
        self.words.push_str(&text);
        self.words.push_str(rest);
        self.kept.push(KeptPassage { seat, stream, turn: turn as u32, end: self.words.len() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_cut_and_the_other_seat_is_not() {
        let mut transcript = Transcript::default();
        for _ in 0..3 {
            transcript.record(Seat::new(0), 0, Stream::Stdout, &vec![b'x'; 1 << 19]);
        }
        transcript.record(Seat::new(1), 0, Stream::Stdout, b"p");
        let kept: Vec<_> = transcript.passages().iter().map(|passage| passage.text.len()).collect();
        assert_eq!(kept.len(), 3);
        assert_eq!(kept[2], 1);
        assert!(transcript.passages()[1].text.ends_with("not kept)"));
    }

    #[test]
    fn passages_are_the_same_whenever_somebody_looks_at_them() {
        let record = |transcript: &mut Transcript, turn| {
            let words = [format!("turn {turn}").into_bytes(), b"not \xff text\n".to_vec()];
            for (seat, words) in words.iter().enumerate() {
                transcript.record(Seat::new(seat), turn, Stream::Stdout, words);
            }
        };
        let [mut early, mut late, mut never] = [100, 100, 100].map(Transcript::keeping);
        for turn in 0..20 {
            for transcript in [&mut early, &mut late, &mut never] {
                record(transcript, turn);
            }
            early.passages();
            if turn == 5 {
                late.passages();
            }
        }
        assert_eq!(early.passages(), never.passages());
        assert_eq!(late.passages(), never.passages());
        assert_eq!(never.passages()[3].text, "not \u{fffd} text\n");
        assert!(never.passages().iter().any(|passage| passage.text.ends_with("not kept)")));
    }

    /// Files and messages had this form before there were remarks.
    #[test]
    fn readers_without_remarks_see_the_end_of_a_run() {
        let passage = |stream| Passage { seat: Seat::new(1), turn: 2, stream, text: "It is gone\n".to_owned() };
        for (stream, written) in [
            (Stream::Stdout, r#"{"seat":1,"turn":2,"stream":"stdout","text":"It is gone\n"}"#),
            (Stream::Ended, r#"{"seat":1,"turn":2,"stream":"ended","text":"It is gone\n"}"#),
            (Stream::Remark, r#"{"seat":1,"turn":2,"stream":"ended","text":"It is gone\n","remark":true}"#),
        ] {
            assert_eq!(serde_json::to_string(&passage(stream)).expect("text keys only"), written);
            assert_eq!(serde_json::from_str::<Passage>(written).expect("a passage"), passage(stream));
        }
    }

    #[test]
    fn more_is_kept_if_that_is_wanted() {
        let mut transcript = Transcript::keeping(3 << 20);
        for _ in 0..7 {
            transcript.record(Seat::new(0), 0, Stream::Stdin, &vec![b'x'; 1 << 19]);
        }
        assert_eq!(transcript.passages().len(), 6);
        assert!(transcript.passages()[5].text.ends_with("not kept)"));
    }

    #[test]
    fn the_last_words_are_kept_however_much_was_said_before() {
        let (mut transcript, seat) = (Transcript::default(), Seat::new(0));
        transcript.record(seat, 0, Stream::Stdin, &vec![b'x'; Transcript::KEPT_PER_SEAT]);
        transcript.record(seat, 0, Stream::Stderr, b"start\n");
        assert_eq!(transcript.passages()[1].text, "start\n", "what it reads takes nothing from what it says");
        assert_eq!(transcript.last_words(seat), None);
        for line in 0..1_000_000 {
            transcript.record(seat, 1, Stream::Stderr, format!("{line}\n").as_bytes());
        }
        let last = transcript.last_words(seat).expect("there was more than is kept");
        assert!(last.ends_with("\n999998\n999999\n"));
        assert_eq!(last.len(), Transcript::KEPT_LAST);
        assert_eq!(transcript.last_words(Seat::new(1)), None);
    }
}
