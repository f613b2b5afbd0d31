//! A whole match as one HTML file, which needs neither another file nor a network. Knows no game.

use std::io::{self, Write};

use base64::engine::general_purpose::STANDARD;
use base64::write::EncoderWriter;
use botyard_picture::Theme;
use botyard_picture::standalone::document;
use flate2::Compression;
use flate2::write::DeflateEncoder;

use super::progress::DrawingProgress;
use crate::cli::output::recorded_match::RecordedMatch;

/// Writes it. The match is opened after this many actions, or at its start.
///
/// # Errors
/// If `out` cannot be written to.
pub fn write(record: &dyn RecordedMatch, turn: Option<usize>, theme: Theme, out: &mut dyn Write) -> io::Result<()> {
    let mut progress = DrawingProgress::start(record.stops().count() + 1);
    let shown = record.standalone(turn.unwrap_or(0), theme, &mut |at, _| progress.update(at));
    drop(progress);
    let [before, after] = document(&shown, &record.picture(record.turn_count(), theme), theme);
    out.write_all(before.as_bytes())?;
    let mut packed = DeflateEncoder::new(EncoderWriter::new(&mut *out, &STANDARD), Compression::default());
    serde_json::to_writer(&mut packed, &shown)?;
    packed.finish()?.finish()?;
    out.write_all(after.as_bytes())
}
