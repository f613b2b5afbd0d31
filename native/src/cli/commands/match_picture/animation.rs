//! A whole match as an animated GIF. Knows no game.

use std::io::{self, Write};

use botyard_host::Interrupt;
use botyard_picture::Theme;
use botyard_picture::animation::{GifAnimation, Pixels};

use super::painter::Painter;
use super::progress::DrawingProgress;
use crate::cli::command_error::CommandError;
use crate::cli::output::recorded_match::RecordedMatch;

/// Writes a picture of the start and one after each round; also one of the end, if the match ends
/// within a round.
///
/// # Errors
/// If `out` cannot be written to, or a picture cannot be drawn, or the user interrupts it.
pub fn write(
    record: &dyn RecordedMatch,
    theme: Theme,
    interrupt: &Interrupt,
    out: &mut dyn Write,
) -> Result<(), AnimationError> {
    let (stops, painter) = (record.stops(), Painter::new());
    let pixels = |turns: usize| -> Result<Pixels, CommandError> {
        let drawn = painter.pixels(&record.picture(turns, theme), 1.0)?;
        Ok(Pixels { width: drawn.width() as usize, colours: drawn.take_demultiplied() })
    };
    // The last stop, which may be the highest.
    let last = pixels(record.turn_count())?;
    let mut animation = GifAnimation::new(out, stops.count() + 1, &last)?;
    let mut progress = DrawingProgress::start(stops.count() + 1);
    for number in 0..stops.count() {
        if interrupt.is_raised() {
            return Err(CommandError::Interrupted.into());
        }
        animation.add(pixels(stops.turn(number))?)?;
        progress.update(number + 1);
    }
    animation.add(last)?;
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
