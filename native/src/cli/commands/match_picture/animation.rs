//! A whole match as an animated GIF. Knows no game.

use std::io::{self, Write};

use botyard_picture::Theme;
use botyard_picture::animation::{GifAnimation, Pixels};

use super::painter::Painter;
use super::progress::progress;
use crate::cli::command_error::CommandError;
use crate::cli::output::recorded_match::RecordedMatch;

/// Writes a picture for each round, and one of the start; of the end, too, where a match ends
/// within a round.
///
/// # Errors
/// If `out` cannot be written to, or a picture cannot be drawn.
pub fn write(record: &dyn RecordedMatch, theme: Theme, out: &mut dyn Write) -> Result<(), AnimationError> {
    let (stops, painter) = (record.stops(), Painter::new());
    let pixels = |turns: usize| -> Result<Pixels, CommandError> {
        let drawn = painter.pixels(&record.picture(turns, theme), 1.0)?;
        Ok(Pixels { width: drawn.width() as usize, colours: drawn.take_demultiplied() })
    };
    let mut animation = GifAnimation::new(out, stops.count() + 1, &pixels(record.turn_count())?)?;
    let bar = progress("drawing", stops.count() + 1);
    for number in 0..=stops.count() {
        animation.add(pixels(stops.turn(number))?)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    animation.finish()?;
    Ok(())
}

/// Why there is no animation.
#[derive(Debug, thiserror::Error)]
pub enum AnimationError {
    #[error(transparent)]
    Write(#[from] io::Error),
    #[error(transparent)]
    Draw(#[from] CommandError),
}
