//! A whole match as an animated GIF. Knows no game.

use std::io::{self, Write};

use botyard_picture::Theme;
use resvg::tiny_skia::Pixmap;

use super::painter::Painter;
use super::progress::progress;
use crate::cli::command_error::CommandError;
use crate::cli::output::recorded_match::RecordedMatch;

/// How long an animation takes, in hundredths of a second, unless its turns would be too short or
/// too long.
const ANIMATION: usize = 4_000;
/// How long a turn is shown, in hundredths of a second.
const DELAY: std::ops::RangeInclusive<usize> = 4..=70;
/// The same of the last turn, before the animation starts again.
const LAST_DELAY: u16 = 300;

/// Writes a picture for each round, and one of the start; of the end, too, where a match ends
/// within a round.
///
/// # Errors
/// If `out` cannot be written to, or a picture cannot be drawn.
pub fn write(record: &dyn RecordedMatch, theme: Theme, out: &mut dyn Write) -> Result<(), AnimationError> {
    let (stops, painter) = (record.stops(), Painter::new());
    let delay = (ANIMATION / stops.count().max(1)).clamp(*DELAY.start(), *DELAY.end()) as u16;
    // The last picture is the highest, by the line that says who has won: all have room for it.
    let last = painter.pixels(&record.picture(record.turn_count(), theme), 1.0)?;
    let (width, height) = size(&last);
    let mut encoder = gif::Encoder::new(out, width, height, &[])?;
    encoder.set_repeat(gif::Repeat::Infinite)?;
    let bar = progress("drawing", stops.count() + 1);
    let mut shown: Option<Pixmap> = None;
    for number in 0..=stops.count() {
        let pixels = lengthened(painter.pixels(&record.picture(stops.turn(number), theme), 1.0)?, last.height());
        let changed = shown.as_ref().map_or(Area::whole(&pixels), |shown| changed_area(shown, &pixels));
        let mut colours = changed.colours(&pixels);
        let mut frame = gif::Frame::from_rgba_speed(changed.width as u16, changed.height as u16, &mut colours, 10);
        (frame.left, frame.top) = (changed.left as u16, changed.top as u16);
        frame.delay = if number == stops.count() { LAST_DELAY } else { delay };
        encoder.write_frame(&frame)?;
        shown = Some(pixels);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// A picture of this height, with more of its ground below where it is lower.
fn lengthened(pixels: Pixmap, height: u32) -> Pixmap {
    let Some(mut whole) = Pixmap::new(pixels.width(), height).filter(|_| pixels.height() < height) else {
        return pixels;
    };
    let ground = pixels.pixels()[0];
    let (drawn, below) = whole.pixels_mut().split_at_mut(pixels.pixels().len());
    drawn.copy_from_slice(pixels.pixels());
    below.fill(ground);
    whole
}

/// A part of a picture, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Area {
    fn whole(pixels: &Pixmap) -> Self {
        Self { left: 0, top: 0, width: pixels.width() as usize, height: pixels.height() as usize }
    }

    /// Red, green, blue and opacity of each pixel of it.
    fn colours(self, pixels: &Pixmap) -> Vec<u8> {
        let rows = pixels.pixels().chunks_exact(pixels.width() as usize).skip(self.top).take(self.height);
        let own = rows.flat_map(|row| &row[self.left..self.left + self.width]);
        own.flat_map(|pixel| {
            let colour = pixel.demultiply();
            [colour.red(), colour.green(), colour.blue(), colour.alpha()]
        })
        .collect()
    }
}

/// The smallest part of a picture that has all that is not as in the one before, of the same size;
/// one pixel if nothing has changed.
fn changed_area(before: &Pixmap, now: &Pixmap) -> Area {
    let width = now.width() as usize;
    let [old, new] = [before, now].map(|pixels| pixels.pixels().chunks_exact(width));
    let mut area: Option<[usize; 4]> = None;
    for (row, (old, new)) in old.zip(new).enumerate() {
        let differs = |(old, new)| old != new;
        let left = old.iter().zip(new).position(differs);
        let right = old.iter().zip(new).rposition(differs);
        let Some((left, right)) = left.zip(right) else { continue };
        let [first_left, last_right, top, _] = area.unwrap_or([left, right, row, row]);
        area = Some([left.min(first_left), right.max(last_right), top, row]);
    }
    let [left, right, top, bottom] = area.unwrap_or_default();
    Area { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/// Width and height of a picture, which is far smaller than a GIF can be.
fn size(pixels: &Pixmap) -> (u16, u16) {
    let side = |side| u16::try_from(side).unwrap_or(u16::MAX);
    (side(pixels.width()), side(pixels.height()))
}

/// Why there is no animation.
#[derive(Debug, thiserror::Error)]
pub enum AnimationError {
    #[error(transparent)]
    Write(#[from] io::Error),
    #[error(transparent)]
    Draw(#[from] CommandError),
}

impl From<gif::EncodingError> for AnimationError {
    fn from(failure: gif::EncodingError) -> Self {
        match failure {
            gif::EncodingError::Io(error) => Self::Write(error),
            other => Self::Write(io::Error::other(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::Color;

    use super::*;

    fn picture(height: u32, dots: &[(usize, usize)]) -> Pixmap {
        let mut pixels = Pixmap::new(6, height).expect("it is small");
        pixels.fill(Color::WHITE);
        for (x, y) in dots {
            pixels.pixels_mut()[y * 6 + x] = Color::BLACK.premultiply().to_color_u8();
        }
        pixels
    }

    #[test]
    fn what_changes_is_drawn_and_no_more() {
        let area = |before: &Pixmap, now: &Pixmap| {
            let Area { left, top, width, height } = changed_area(before, now);
            [left, top, width, height]
        };
        let plain = picture(5, &[]);
        assert_eq!(area(&plain, &plain), [0, 0, 1, 1]);
        assert_eq!(area(&plain, &picture(5, &[(4, 1), (2, 3)])), [2, 1, 3, 3]);
        assert_eq!(area(&picture(5, &[(0, 0)]), &picture(5, &[(5, 4)])), [0, 0, 6, 5]);
        let dot = picture(5, &[(4, 1)]);
        assert_eq!(changed_area(&plain, &dot).colours(&dot), [0, 0, 0, 255]);
    }

    /// Regression: where a line is said at the end alone, there was nothing before.
    #[test]
    fn a_lower_picture_has_more_of_its_ground() {
        assert_eq!(lengthened(picture(5, &[(1, 4)]), 7), picture(7, &[(1, 4)]));
        assert_eq!(lengthened(picture(7, &[]), 7), picture(7, &[]));
    }
}
