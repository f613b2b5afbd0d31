//! The file form as one JSON document: the replay, and beside it the transcript of its bots if it is
//! known. A long one is read and written as a stream; a tree of values is for games that are known by
//! their names only. Knows no game and no files.
//!
//! The version of the form rises only when an older reader would misunderstand a file. Optional
//! data, such as the transcript, are added without a new version.

use std::iter;

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::document_reader::Words;
use super::link::LinkCodec;
use super::{FORMAT, Replay, VERSION, format, value};
use crate::game::Game;
use crate::seat::Seats;
use crate::transcript::{Passage, Transcript};

/// The key of the transcript.
const TRANSCRIPT: &str = "transcript";
/// The key of the number of kept bytes for each seat, if it is more than usual.
const KEPT: &str = "transcript_kept";
/// The most bytes of transcript for all seats of a file together.
const WORDS_MAX: usize = 8 << 20;
/// The size of a passage besides its text, which bounds the number of empty passages.
const PASSAGE: usize = 64;
/// Stands where a seat has had its share.
const LEFT_OUT: &str = "… (the rest is not kept)";

/// An opened document, whose replay has yet to be read as one of its game.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayDocument {
    /// The game's name.
    pub game: String,
    /// The replay without the transcript.
    pub replay: Value,
    /// The bots' input and output, as far as the file has them.
    pub passages: Vec<Passage>,
    /// The number of bytes that the file keeps of each seat's transcript.
    pub kept_words: usize,
}

/// A document that is not a replay of this version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DocumentError {
    /// It is of a version that was not yet known here.
    #[error("a newer botyard wrote it (form {0}; this one reads {FORMAT})")]
    Newer(u64),
    /// It does not name the game.
    #[error("it names no game")]
    NoGame,
    /// Its transcript does not have the form of one.
    #[error("its transcript cannot be read: {0}")]
    Transcript(String),
    /// A passage is of a player that the match does not have.
    #[error("the transcript names player {0}, who is not in the match")]
    NoPlayer(usize),
}

/// The beginning of reading a text: the game of its document, and where in it the replay is.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
pub struct DocumentHead {
    format: Value,
    game: Value,
    /// The output of `play --json` has the replay inside.
    replay: Option<Box<DocumentHead>>,
}

impl DocumentHead {
    /// The documents of a text, one after the other, each with its own part of the text.
    pub fn read_all(text: &str) -> impl Iterator<Item = serde_json::Result<(Self, &str)>> {
        let mut heads = serde_json::Deserializer::from_str(text).into_iter();
        iter::from_fn(move || {
            let start = heads.byte_offset();
            let head = heads.next()?;
            Some(head.map(|head| (head, &text[start..heads.byte_offset()])))
        })
    }

    /// The game's name.
    ///
    /// # Errors
    /// If the document is newer than this program, or names no game.
    pub fn game(&self) -> Result<&str, DocumentError> {
        let Self { format, game, .. } = self.replay.as_deref().unwrap_or(self);
        check_format(format)?;
        game.as_str().ok_or(DocumentError::NoGame)
    }

    /// Reads the match of the document, whose text this is, with its whole transcript.
    ///
    /// # Errors
    /// A clause with the reason if it is not a match of the game `G`, or its transcript is
    /// impossible.
    pub fn read_match<G: LinkCodec>(&self, text: &str) -> Result<ReadMatch<G>, String> {
        #[derive(Deserialize)]
        #[serde(bound = "G: LinkCodec")]
        struct Enclosed<G: LinkCodec> {
            replay: Unbounded<G>,
        }
        let read = match self.replay {
            Some(_) => serde_json::from_str(text).map(|Enclosed { replay }| replay),
            None => serde_json::from_str(text),
        };
        let Unbounded(replay, passages, kept_words) = read.map_err(|why| describe_json_error(&why))?;
        let (seats, kept_words) = (replay.players.len().min(Seats::MAX), kept_words_of(kept_words));
        let passages = bound(passages, seats, kept_words).map_err(|why| why.to_string())?;
        Ok(ReadMatch { replay, passages, kept_words })
    }
}

/// A match that was read from a text.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadMatch<G: Game> {
    /// The match.
    pub replay: Replay<G>,
    /// The bots' input and output, as far as the file has them.
    pub passages: Vec<Passage>,
    /// The number of bytes that the file keeps of each seat's transcript.
    pub kept_words: usize,
}

/// A replay, its transcript, and how much of that its document claims to keep.
struct Unbounded<G: Game>(Replay<G>, Vec<Passage>, Option<usize>);

impl<'de, G: LinkCodec> Deserialize<'de> for Unbounded<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (replay, passages, kept_words) = Replay::read(deserializer, Words::Read)?;
        Ok(Self(replay, passages, kept_words))
    }
}

/// Opens a document, and bounds its transcript as [`with_transcript`] does.
///
/// # Errors
/// If it is newer than this program, names no game, or has an impossible transcript.
pub fn open(document: Value) -> Result<ReplayDocument, DocumentError> {
    open_within(document, Transcript::KEPT_PER_SEAT)
}

/// Opens a document, with the whole transcript that [`with_longer_transcript`] has kept in it, as
/// far as it fits in memory.
///
/// # Errors
/// As those of [`open`].
pub fn open_whole(document: Value) -> Result<ReplayDocument, DocumentError> {
    open_within(document, usize::MAX)
}

/// The number of bytes that a document keeps of each seat's transcript.
pub fn kept_words(document: &Value) -> usize {
    kept_words_of(document.get(KEPT).and_then(Value::as_u64).and_then(|kept| usize::try_from(kept).ok()))
}

fn kept_words_of(stated: Option<usize>) -> usize {
    stated.unwrap_or_default().max(Transcript::KEPT_PER_SEAT)
}

fn check_format(format: &Value) -> Result<(), DocumentError> {
    match format.as_u64().filter(|&format| format > FORMAT.into()) {
        Some(newer) => Err(DocumentError::Newer(newer)),
        None => Ok(()),
    }
}

fn open_within(mut document: Value, most: usize) -> Result<ReplayDocument, DocumentError> {
    check_format(document.get("format").unwrap_or(&Value::Null))?;
    let game = document.get("game").and_then(Value::as_str).ok_or(DocumentError::NoGame)?.to_owned();
    let kept_words = kept_words(&document).min(most);
    let words = document.as_object_mut().and_then(|parts| {
        parts.remove(KEPT);
        parts.remove(TRANSCRIPT)
    });
    let passages = words.map_or_else(|| Ok(Vec::new()), |words| read(words, seats(&document), kept_words))?;
    Ok(ReplayDocument { game, replay: document, passages, kept_words })
}

/// Adds the bots' input and output to a replay's document. Each seat keeps its first bytes, up to 1
/// MiB and up to its share of the 8 MiB that a file has for all seats; each passage counts as its
/// bytes and 64 more.
pub fn with_transcript<'a>(replay: Value, passages: impl IntoIterator<Item = &'a Passage>) -> Value {
    with_longer_transcript(replay, passages, Transcript::KEPT_PER_SEAT)
}

/// Like [`with_transcript`], but every seat keeps up to this many bytes, if that is more than 1
/// MiB. The document records the number; a reader that does not look for it reads as much as it
/// usually does.
pub fn with_longer_transcript<'a>(
    mut replay: Value,
    passages: impl IntoIterator<Item = &'a Passage>,
    kept_words: usize,
) -> Value {
    let kept: Vec<_> = bounded(passages.into_iter().cloned(), seats(&replay), kept_words).collect();
    if let Some(parts) = replay.as_object_mut().filter(|_| !kept.is_empty()) {
        let words = serde_json::to_value(kept).expect("passages have text keys only");
        parts.insert(TRANSCRIPT.to_owned(), words);
        if kept_words > Transcript::KEPT_PER_SEAT {
            parts.insert(KEPT.to_owned(), Value::from(kept_words));
        }
    }
    replay
}

/// The document of a replay with its transcript, as [`with_longer_transcript`] makes it. It is
/// serialized turn by turn and passage by passage: as a tree of values, a long match would take
/// several times its own memory.
#[derive(Debug)]
pub struct StreamedDocument<'a, G: LinkCodec> {
    /// The match.
    pub replay: &'a Replay<G>,
    /// The bots' input and output.
    pub passages: &'a [Passage],
    /// The number of kept bytes of each seat's transcript, if it is more than 1 MiB.
    pub kept_words: usize,
}

impl<G: LinkCodec> Serialize for StreamedDocument<'_, G> {
    /// Writes the keys in the order of a tree of values.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { replay, passages, kept_words } = *self;
        let terms = replay.named_terms();
        let mut parts = serializer.serialize_map(None)?;
        parts.serialize_entry("format", &format(&terms))?;
        parts.serialize_entry("game", G::NAME)?;
        parts.serialize_entry("players", &value(&replay.players))?;
        parts.serialize_entry("seed", &replay.seed)?;
        parts.serialize_entry("settings", &value(&replay.settings))?;
        parts.serialize_entry("terms", &value(&terms))?;
        if !passages.is_empty() {
            let seats = replay.players.len().min(Seats::MAX);
            let kept = || bounded(passages.iter().cloned(), seats, kept_words).map(|passage| value(&passage));
            parts.serialize_entry(TRANSCRIPT, &Streamed(kept))?;
            if kept_words > Transcript::KEPT_PER_SEAT {
                parts.serialize_entry(KEPT, &kept_words)?;
            }
        }
        parts.serialize_entry("turns", &Streamed(|| replay.turns.iter().map(value)))?;
        parts.serialize_entry("version", VERSION)?;
        parts.end()
    }
}

/// A list of values that are made one by one.
struct Streamed<F>(F);

impl<I: Iterator<Item = Value>, F: Fn() -> I> Serialize for Streamed<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0())
    }
}

/// Describes an error in a part of a document, without the names of Rust's number types, and without
/// its place, which few documents have in lines that people count.
pub fn describe_json_error(why: &serde_json::Error) -> String {
    let names = [("u8", "a whole number from 0 to 255"), ("u16", "a whole number from 0 to 65535")];
    let others = ["u32", "u64", "usize", "i8", "i16", "i32", "i64"].map(|name| (name, "a whole number"));
    let told = why.to_string();
    let place = format!(" at line {} column {}", why.line(), why.column());
    let told = told.strip_suffix(&place).unwrap_or(&told).to_owned();
    names
        .into_iter()
        .chain(others)
        .fold(told, |told, (name, words)| told.replace(&format!("expected {name}"), &format!("expected {words}")))
}

fn seats(replay: &Value) -> usize {
    replay.get("players").and_then(Value::as_array).map_or(0, Vec::len).min(Seats::MAX)
}

fn read(words: Value, seats: usize, kept_words: usize) -> Result<Vec<Passage>, DocumentError> {
    let passages: Vec<Passage> =
        serde_json::from_value(words).map_err(|why| DocumentError::Transcript(describe_json_error(&why)))?;
    bound(passages, seats, kept_words)
}

fn bound(passages: Vec<Passage>, seats: usize, kept_words: usize) -> Result<Vec<Passage>, DocumentError> {
    match passages.iter().find(|passage| passage.seat.index() >= seats) {
        Some(stranger) => Err(DocumentError::NoPlayer(stranger.seat.number())),
        None => Ok(bounded(passages.into_iter(), seats, kept_words).collect()),
    }
}

fn bounded(passages: impl Iterator<Item = Passage>, seats: usize, kept_words: usize) -> impl Iterator<Item = Passage> {
    let share = match kept_words {
        more if more > Transcript::KEPT_PER_SEAT => more,
        _ => Transcript::KEPT_PER_SEAT.min(WORDS_MAX / seats.max(1)),
    };
    let mut left = [Some(share); Seats::MAX];
    let keep = move |mut passage: Passage| {
        let left = &mut left[passage.seat.index()];
        let rest = (*left)?.checked_sub(passage.text.len() + PASSAGE);
        if rest.is_none() {
            passage.text = LEFT_OUT.to_owned();
        }
        *left = rest;
        Some(passage)
    };
    passages.filter_map(keep)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde::Deserialize;
    use serde_json::json;

    use super::*;
    use crate::catalog::Playable;
    use crate::fault::{Fault, FaultKind, FaultReason};
    use crate::games::connect_four::{Column, ConnectFour};
    use crate::replay::{MatchTerms, PlayerInfo, SeatTerms, Turn, TurnResult};
    use crate::seat::Seat;
    use crate::transcript::Stream;

    fn passage(seat: usize, text: &str) -> Passage {
        Passage { seat: Seat::new(seat), turn: 3, stream: Stream::Stderr, text: text.to_owned() }
    }

    fn replay() -> Value {
        json!({"format": 1, "game": "connect-four", "players": [{}, {}], "turns": []})
    }

    #[test]
    fn words_are_read_as_they_were_written() {
        let said = [passage(0, "thinking"), passage(1, "4\n")];
        let document = open(with_transcript(replay(), &said)).expect("a document");
        assert_eq!(
            document,
            ReplayDocument {
                game: "connect-four".to_owned(),
                replay: replay(),
                passages: said.to_vec(),
                kept_words: Transcript::KEPT_PER_SEAT,
            }
        );
    }

    /// A stream has the same match and the same words as a tree of values, also inside the output of
    /// `play --json`, and one after the other.
    #[test]
    fn a_text_is_read_like_a_tree_of_values() {
        let turn = |seat: usize| Turn {
            seat: Seat::new(seat),
            result: TurnResult::Action(Column::new(4).expect("a column")),
            words: None,
            used: Duration::from_nanos(7),
        };
        let replay = Replay::<ConnectFour> {
            settings: ConnectFour::settings(2, 1),
            seed: u64::MAX,
            players: vec![PlayerInfo::default(), PlayerInfo::default()],
            terms: MatchTerms::default(),
            turns: (0..2).map(turn).collect(),
        };
        for kept_words in [Transcript::KEPT_PER_SEAT, 4 << 20] {
            let said = vec![passage(0, &"x".repeat(700_000)); 3];
            let document = with_longer_transcript(value(&replay), &said, kept_words);
            let tree = open_whole(document.clone()).expect("a document");
            let text = format!("{document:#}\n{}", json!({ "verdict": "x", "replay": document }));
            let read: Vec<_> = DocumentHead::read_all(&text).collect::<Result<_, _>>().expect("JSON");
            assert_eq!(read.len(), 2);
            for (head, text) in read {
                assert_eq!(head.game(), Ok("connect-four"));
                let read = head.read_match::<ConnectFour>(text).expect("a match");
                assert_eq!((&read.replay, &read.passages), (&replay, &tree.passages));
                assert_eq!(read.kept_words, tree.kept_words);
            }
        }
    }

    #[test]
    fn a_text_that_is_not_a_match_of_the_game_is_refused() {
        let whole = json!({
            "format": 1, "game": "connect-four", "settings": {}, "seed": 1,
            "players": [{"name": "a", "kind": "module"}], "turns": [],
        });
        let with = |key: &str, value: Value| {
            let mut document = whole.clone();
            document[key] = value;
            let text = document.to_string();
            let (head, text) = DocumentHead::read_all(&text).next().expect("one").expect("JSON");
            head.game().map_err(|why| why.to_string())?;
            head.read_match::<ConnectFour>(text).map(drop)
        };
        assert_eq!(with("version", json!("later")), Ok(()));
        for (key, value, why) in [
            ("format", json!(3), "a newer botyard wrote it (form 3; this one reads 2)"),
            ("game", json!(7), "it names no game"),
            ("game", json!("stratego"), "a match of stratego: expected connect-four"),
            ("seed", json!(-1), "invalid value: integer `-1`, expected a whole number"),
            ("turns", json!([{"seat": 0}]), "a turn is either an `action` or a `fault`"),
            (TRANSCRIPT, json!([passage_of(1)]), "the transcript names player 2, who is not in the match"),
        ] {
            assert_eq!(with(key, value), Err(why.to_owned()), "{key}");
        }
        let mut lacking = whole.clone();
        lacking.as_object_mut().expect("an object").remove("seed");
        let why = serde_json::from_value::<Replay<ConnectFour>>(lacking).expect_err("it has no seed");
        assert_eq!(why.to_string(), "missing field `seed`");
    }

    fn passage_of(seat: usize) -> Value {
        value(&passage(seat, "4"))
    }

    #[test]
    fn a_file_without_words_is_as_it_always_was() {
        assert_eq!(with_transcript(replay(), &[]), replay());
        assert_eq!(open(replay()).map(|document| document.passages), Ok(Vec::new()));
    }

    #[test]
    fn a_flood_takes_its_own_seats_share_only() {
        let flood = "x".repeat(1000);
        let said: Vec<_> = (0..3000).map(|_| passage(0, &flood)).chain([passage(1, "4")]).collect();
        let endless = vec![passage(1, ""); 100_000];
        for said in [said, endless] {
            let written = open(with_transcript(replay(), &said)).expect("a document").passages;
            let mut by_others = replay();
            by_others[TRANSCRIPT] = serde_json::to_value(&said).expect("text keys only");
            assert_eq!(open(by_others).map(|document| document.passages).as_ref(), Ok(&written));
            assert!(written.iter().any(|passage| passage.text == LEFT_OUT));
            let bytes: usize = written.iter().map(|passage| passage.text.len() + PASSAGE).sum();
            assert!(bytes <= Transcript::KEPT_PER_SEAT + 1000);
        }
        assert_eq!(with_transcript(replay(), &[passage(1, "4")])[TRANSCRIPT][0]["text"], "4");
    }

    #[test]
    fn more_words_are_kept_if_that_is_wanted() {
        let said = vec![passage(0, &"x".repeat(1 << 20)); 3];
        let document = with_longer_transcript(replay(), &said, 4 << 20);
        let whole = open_whole(document.clone()).expect("a document");
        assert_eq!((whole.passages, whole.kept_words), (said.clone(), 4 << 20));
        assert_eq!(whole.replay, replay(), "the replay is the same");
        // A reader without a larger bound reads as much as usual.
        let usual = open(document).expect("a document");
        assert_eq!(usual, open(with_transcript(replay(), &said)).expect("a document"));
    }

    #[test]
    fn a_streamed_document_has_the_same_bytes() {
        let words = "x".repeat(300_000);
        let said: Vec<_> = (0..12).map(|nth| passage(nth % 2, &words)).collect();
        let fault = Fault::new(FaultKind::Malformed, b"\x1b\"4", FaultReason::Unstated);
        let results = [TurnResult::Action(Column::new(4).expect("a column")), TurnResult::from(fault)];
        let turn = |(seat, result): (usize, TurnResult<Column>)| {
            let words = (seat == 0).then(|| "04".to_owned());
            Turn { seat: Seat::new(seat), result, words, used: Duration::from_nanos(seat as u64) }
        };
        let mut replay = Replay::<ConnectFour> {
            settings: ConnectFour::settings(2, 1),
            seed: u64::MAX,
            players: vec![PlayerInfo::default(), PlayerInfo { prices: Some(2), ..PlayerInfo::default() }],
            terms: MatchTerms::default(),
            turns: Vec::new(),
        };
        for turns in [Vec::new(), results.into_iter().enumerate().map(turn).collect()] {
            replay.turns = turns;
            replay.terms.turn = (!replay.turns.is_empty()).then_some(Duration::from_secs(1));
            for (passages, kept_words) in [([].as_slice(), 0), (&said, 0), (&said, 4 << 20)] {
                let streamed = StreamedDocument { replay: &replay, passages, kept_words };
                let tree = with_longer_transcript(value(&replay), passages, kept_words);
                let text = serde_json::to_string_pretty(&streamed).expect("text keys only");
                assert!(text == format!("{tree:#}"), "{text:.400}");
            }
        }
    }

    /// The limits of files that name no terms are those of their version: no game has changed its own.
    #[test]
    fn a_file_names_its_terms_and_its_program() {
        let named = |terms: MatchTerms| {
            let players = vec![PlayerInfo::default(), PlayerInfo::default()];
            let settings = ConnectFour::settings(2, 1);
            let replay = Replay::<ConnectFour> { settings, seed: 1, players, terms, turns: Vec::new() };
            let document = value(&replay);
            assert_eq!(document["version"], VERSION);
            assert_eq!(Replay::deserialize(document.clone()).expect("as it was written"), replay);
            document
        };
        let usual = named(MatchTerms::default());
        assert_eq!((&usual["format"], &usual["terms"]["turn_ns"]), (&json!(1), &json!(10_000_000_000_u64)));
        let seats = vec![SeatTerms { turn: Some(Duration::from_secs(1)), ..SeatTerms::default() }];
        let own = named(MatchTerms { seats, ..MatchTerms::default() });
        assert_eq!((&own["format"], &own["terms"]["seats"]), (&json!(2), &json!([{"turn_ns": 1_000_000_000}])));
        for (terms, expected) in [
            (None, MatchTerms::default()),
            (Some(json!({"turn_ns": 5})), MatchTerms { turn: Some(Duration::from_nanos(5)), ..MatchTerms::default() }),
            (Some(json!({"turn_ns": 10_000_000_000_u64})), MatchTerms::default()),
        ] {
            let mut old = usual.clone();
            let parts = old.as_object_mut().expect("an object");
            parts.retain(|key, _| key != "terms" && key != "version");
            parts.extend(terms.map(|terms| ("terms".to_owned(), terms)));
            assert_eq!(Replay::<ConnectFour>::deserialize(old).expect("an earlier file").terms, expected);
        }
    }

    #[test]
    fn what_cannot_have_been_written_is_refused_in_words() {
        let with = |key: &str, value: Value| {
            let mut document = replay();
            document[key] = value;
            open(document).map(|_| ()).map_err(|why| why.to_string())
        };
        let refused = |why: &str| Err(why.to_owned());
        assert_eq!(with("format", json!(3)), refused("a newer botyard wrote it (form 3; this one reads 2)"));
        assert_eq!(with("game", json!(7)), refused("it names no game"));
        assert_eq!(
            with(TRANSCRIPT, json!([passage(2, "4")])),
            refused("the transcript names player 3, who is not in the match")
        );
        for (words, why) in [
            (json!("4"), "invalid type: string \"4\", expected a sequence"),
            (json!([{"seat": 300}]), "invalid value: integer `300`, expected a whole number from 0 to 255"),
        ] {
            assert_eq!(with(TRANSCRIPT, words), Err(format!("its transcript cannot be read: {why}")));
        }
        assert_eq!(open(json!(null)), Err(DocumentError::NoGame));
        assert_eq!(open(json!([1])), Err(DocumentError::NoGame));
    }
}
