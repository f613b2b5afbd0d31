//! What the page sends the script that shows a bot's input and output
//! (`web/page/js/transcript.js`). Knows nothing of their content.

use std::rc::Rc;

use botyard_engine::transcript::{Passage, Stream};
use serde::{Serialize, Serializer};

/// The data of the inspected bot that the script does not have yet.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TranscriptUpdate {
    /// Whether the script's data is about another match or another bot.
    pub is_new: bool,
    /// Whether the script's data is about another game, or it has none.
    pub is_other_game: bool,
    /// The hint above the words; empty if there is none.
    pub hint: &'static str,
    /// The script that reads the maps in an input; empty if inputs have no maps.
    pub map_script: String,
    /// How many lines come with the bot's first answer; 0 if all the output of a turn is one.
    pub first_lines: usize,
    /// How many of the script's passages stay as they are.
    pub known: usize,
    /// Those behind them.
    #[serde(serialize_with = "write_passages")]
    #[cfg_attr(test, ts(as = "Vec<TranscriptPassage>"))]
    pub passages: Vec<Rc<Passage>>,
    /// The bot's turns that are new.
    pub turns: Vec<TranscriptTurn>,
    /// How many turns the match has.
    pub length: usize,
    /// Whether no turns will follow.
    pub is_over: bool,
}

/// A turn of the bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TranscriptTurn {
    /// How many turns have been played with it.
    pub after: usize,
    /// How many turns had been played when it was asked.
    pub asked: usize,
    /// Its number, as people count.
    pub number: usize,
    /// Its description.
    pub words: String,
    /// Whether it was a fault.
    pub is_fault: bool,
}

/// Text that the bot has read or written at one time.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TranscriptPassage<'a> {
    /// How many turns were played before it.
    turn: usize,
    /// Where the text was.
    stream: TranscriptStream,
    /// The text.
    text: &'a str,
}

/// Where a text was.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
enum TranscriptStream {
    Stdin,
    Stdout,
    Stderr,
    /// How its runs for one question ended, where they went wrong.
    Ended,
    /// A remark of the host about the end.
    Remark,
}

fn write_passages<S: Serializer>(passages: &[Rc<Passage>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(passages.iter().map(|passage| TranscriptPassage {
        turn: passage.turn,
        stream: match passage.stream {
            Stream::Stdin => TranscriptStream::Stdin,
            Stream::Stdout => TranscriptStream::Stdout,
            Stream::Stderr => TranscriptStream::Stderr,
            Stream::Ended => TranscriptStream::Ended,
            Stream::Remark => TranscriptStream::Remark,
        },
        text: &passage.text,
    }))
}
