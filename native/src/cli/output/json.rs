//! The JSON document that `play --json` prints.

use std::io::{self, Write};

use botyard_engine::fault::is_printable;
use botyard_engine::seat::Seat;
use serde_json::{Value, json};

use super::recorded_match::RecordedMatch;
use super::report::{self, TimeUsed};

/// The parts of the document, sorted by name; `None` for the replay.
fn parts(record: &dyn RecordedMatch, page: Option<&str>) -> [(&'static str, Option<Value>); 5] {
    let players = (0..record.players().len()).map(|index| player(record, Seat::new(index)));
    [
        ("link", Some(json!(report::address(record, page)))),
        ("outcome", Some(json!(record.outcome()))),
        ("players", Some(players.collect())),
        ("replay", None),
        ("verdict", Some(json!(record.frozen_verdict()))),
    ]
}

/// Replay, outcome (`null` if the match was stopped), verdict, link, and the time that each player
/// has used.
pub fn document(record: &dyn RecordedMatch, page: Option<&str>) -> Value {
    let part = |(name, part): (&str, Option<Value>)| (name.to_owned(), part.unwrap_or_else(|| record.json()));
    Value::Object(parts(record, page).into_iter().map(part).collect())
}

/// Writes a replay's file form and a newline, without the document in memory.
///
/// # Errors
/// If `out` cannot be written to.
pub fn write_replay(record: &dyn RecordedMatch, out: &mut dyn Write) -> io::Result<()> {
    record.write_json(&mut Printable(&mut *out))?;
    out.write_all(b"\n")
}

/// Writes the text of [`document`] and a newline, without the document in memory.
///
/// # Errors
/// If `out` cannot be written to.
pub fn write_document(record: &dyn RecordedMatch, page: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    let mut before = "{";
    for (name, part) in parts(record, page) {
        write!(out, "{before}\n  \"{name}\": ")?;
        let mut inner = Indented(Printable(&mut *out));
        match part {
            Some(part) => serde_json::to_writer_pretty(&mut inner, &part)?,
            None => record.write_json(&mut inner)?,
        }
        before = ",";
    }
    out.write_all(b"\n}\n")
}

/// The text of a document. Characters that could control a terminal or reorder its text are
/// escaped, because names and words come from strangers.
pub fn text(document: &Value) -> String {
    let mut text = Vec::new();
    serde_json::to_writer_pretty(Printable(&mut text), document).expect("memory can be written to");
    String::from_utf8(text).expect("documents are text")
}

/// Escapes the characters of a document that are not printable. Outside strings there are only
/// printable ones, spaces and newlines; strings contain no newline.
struct Printable<W>(W);

impl<W: Write> Write for Printable<W> {
    /// Pieces of a document are whole characters.
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        if piece.iter().all(|byte| matches!(byte, b'\n' | b' '..=b'~')) {
            self.0.write_all(piece)?;
            return Ok(piece.len());
        }
        for c in str::from_utf8(piece).map_err(io::Error::other)?.chars() {
            match c == '\n' || is_printable(c) {
                true => write!(self.0, "{c}")?,
                false => c.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(self.0, "\\u{unit:04x}"))?,
            }
        }
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Indents the lines of a part of a document to the depth of its parts.
struct Indented<W>(W);

impl<W: Write> Write for Indented<W> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        for line in piece.split_inclusive(|&byte| byte == b'\n') {
            self.0.write_all(line)?;
            if line.ends_with(b"\n") {
                self.0.write_all(b"  ")?;
            }
        }
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn player(record: &dyn RecordedMatch, seat: Seat) -> Value {
    let used = TimeUsed::for_seat(record, seat);
    let player_info = &record.players()[seat.index()];
    json!({
        "name": player_info.name,
        "kind": player_info.kind,
        "sha256": player_info.sha256,
        "turns": used.turns,
        "used_ns": nanoseconds(used.total),
        "longest_ns": nanoseconds(used.longest),
    })
}

/// A time as documents hold it: whole nanoseconds, at most 584 years.
pub fn nanoseconds(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_might_obey_is_a_number() {
        let document = json!({"name": "a\u{9b}5m\u{202e}b\u{1b}[2J", "é": ["\u{7f}"]});
        let text = text(&document);
        assert!(text.chars().all(|c| c == '\n' || is_printable(c)), "{text}");
        assert!(text.contains(r"a\u009b5m\u202eb\u001b[2J") && text.contains('é'), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).expect("it is JSON"), document);
    }

    #[test]
    fn the_lines_of_a_part_begin_where_parts_do() {
        let (part, mut text) = (json!({"a": [1, {"b": "\n"}]}), Vec::new());
        serde_json::to_writer_pretty(Indented(&mut text), &part).expect("memory can be written to");
        let whole = format!("{:#}", json!({"part": part}));
        assert_eq!(whole, format!("{{\n  \"part\": {}\n}}", String::from_utf8(text).expect("text")));
    }
}
