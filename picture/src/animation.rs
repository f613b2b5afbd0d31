//! A match as an animated GIF, one picture after another. Knows no game and draws nothing: the
//! caller has the pixels.

use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::RangeInclusive;

use color_quant::NeuQuant;

/// The length of an animation, in hundredths of a second, unless [`DELAY`] makes it shorter or
/// longer.
const ANIMATION: usize = 4_000;
/// How long a picture is shown, in hundredths of a second.
const DELAY: RangeInclusive<usize> = 4..=70;
/// How long the last picture is shown before the animation starts again, in hundredths of a second.
const LAST_DELAY: u16 = 300;
/// How many colours a picture of the animation can have, beside the transparent one.
const COLOURS_MAX: usize = 255;
/// The least number of pixels that are sampled to choose the colours, if there are so many.
const SAMPLE: usize = 20_000;
/// At least one pixel of this many is sampled.
const SAMPLING_MAX: usize = 10;

/// The colours of a picture's pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pixels {
    /// How many pixels a row has, at least 1.
    pub width: usize,
    /// Red, green, blue and opacity of each pixel, row by row from the top.
    pub colours: Vec<u8>,
}

impl Pixels {
    /// How many rows there are.
    pub fn height(&self) -> usize {
        self.colours.len() / self.row()
    }

    fn row(&self) -> usize {
        4 * self.width
    }

    /// Makes it at least this high, and fills the new rows with the colour of its first pixel.
    fn lengthen(&mut self, height: usize) {
        let ground: Vec<u8> = self.colours[..4].to_vec();
        let missing = height.saturating_sub(self.height()) * self.width;
        self.colours.extend(ground.repeat(missing));
    }
}

/// An animation that is being written.
pub struct GifAnimation<W: Write> {
    encoder: gif::Encoder<W>,
    height: usize,
    delay: u16,
    /// The number of pictures that are still to come.
    left: usize,
    shown: Option<Pixels>,
}

impl<W: Write> GifAnimation<W> {
    /// Begins an animation of this many pictures, which are as large as `last` or lower: the last
    /// one also has the line with the winner.
    ///
    /// # Errors
    /// If `out` cannot be written to, or the picture is larger than a GIF can be.
    pub fn new(out: W, pictures: usize, last: &Pixels) -> io::Result<Self> {
        let side = |side: usize| u16::try_from(side).map_err(io::Error::other);
        let height = last.height();
        let mut encoder = gif::Encoder::new(out, side(last.width)?, side(height)?, &[]).map_err(failure)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(failure)?;
        let steps = pictures.saturating_sub(1).max(1);
        let delay = (ANIMATION / steps).clamp(*DELAY.start(), *DELAY.end()) as u16;
        Ok(Self { encoder, height, delay, left: pictures, shown: None })
    }

    /// Adds the next picture, as its changes since the last one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, mut picture: Pixels) -> io::Result<()> {
        picture.lengthen(self.height);
        let mut frame = frame(self.shown.as_ref(), &picture);
        self.left = self.left.saturating_sub(1);
        frame.delay = if self.left == 0 { LAST_DELAY } else { self.delay };
        self.encoder.write_frame(&frame).map_err(failure)?;
        self.shown = Some(picture);
        Ok(())
    }

    /// Ends it.
    ///
    /// # Errors
    /// If the end cannot be written.
    pub fn finish(self) -> io::Result<W> {
        self.encoder.into_inner().map_err(failure)
    }
}

fn failure(failure: gif::EncodingError) -> io::Error {
    match failure {
        gif::EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
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
    fn whole(pixels: &Pixels) -> Self {
        Self { left: 0, top: 0, width: pixels.width, height: pixels.height() }
    }

    /// The colour of each pixel in the area.
    fn colours(self, pixels: &Pixels) -> Vec<Rgba> {
        let rows = pixels.colours.chunks_exact(pixels.row()).skip(self.top).take(self.height);
        let colours = rows.flat_map(|row| row[4 * self.left..4 * (self.left + self.width)].chunks_exact(4));
        colours.map(|colour| [colour[0], colour[1], colour[2], colour[3]]).collect()
    }
}

/// Red, green, blue and opacity.
type Rgba = [u8; 4];

/// Colours, each with a number, from 0.
#[derive(Default)]
struct NumberedColours {
    colours: Vec<Rgba>,
    numbers: HashMap<Rgba, usize>,
    /// The latest colour and its number: most pixels have their neighbour's colour.
    last: Option<(Rgba, usize)>,
}

impl NumberedColours {
    fn number(&mut self, colour: Rgba) -> usize {
        if let Some((last, number)) = self.last
            && last == colour
        {
            return number;
        }
        let next = self.colours.len();
        let number = *self.numbers.entry(colour).or_insert(next);
        if number == next {
            self.colours.push(colour);
        }
        self.last = Some((colour, number));
        number
    }
}

/// The part of a picture that differs from the one before, which has the same size; other pixels
/// are transparent. This leaves few colours to choose and few to look up, the slowest steps.
fn frame(before: Option<&Pixels>, now: &Pixels) -> gif::Frame<'static> {
    let area = before.map_or(Area::whole(now), |before| changed_area(before, now));
    let (colours, old) = (area.colours(now), before.map(|before| area.colours(before)));
    let mut numbered = NumberedColours::default();
    let number = |(at, colour): (usize, &Rgba)| {
        let is_new = old.as_ref().is_none_or(|old| old[at] != *colour);
        is_new.then(|| numbered.number(*colour))
    };
    let pixels: Vec<Option<usize>> = colours.iter().enumerate().map(number).collect();
    let (mut palette, indices) = palette(&numbered.colours, &pixels);
    // Transparency takes the next index, at most 255.
    let transparent = (palette.len() / 3) as u8;
    palette.extend([0; 3]);
    let index = |number: &Option<usize>| number.map_or(transparent, |number| indices[number]);
    let pixels: Vec<u8> = pixels.iter().map(index).collect();
    let transparent = before.map(|_| transparent);
    let mut frame =
        gif::Frame::from_palette_pixels(area.width as u16, area.height as u16, pixels, palette, transparent);
    (frame.left, frame.top) = (area.left as u16, area.top as u16);
    frame
}

/// At most [`COLOURS_MAX`] colours that are similar to these, as red, green and blue, and the index
/// among them for each given colour. `pixels` has each pixel's colour, as an index of `colours`.
fn palette(colours: &[Rgba], pixels: &[Option<usize>]) -> (Vec<u8>, Vec<u8>) {
    if colours.len() <= COLOURS_MAX {
        let palette = colours.iter().flat_map(|colour| colour[..3].to_vec()).collect();
        return (palette, (0..colours.len()).map(|index| index as u8).collect());
    }
    let shown: Vec<u8> = pixels.iter().flatten().flat_map(|number| colours[*number]).collect();
    let sampling = (shown.len() / 4 / SAMPLE).clamp(1, SAMPLING_MAX);
    let chosen = NeuQuant::new(sampling as i32, COLOURS_MAX, &shown);
    let indices = colours.iter().map(|colour| chosen.index_of(colour) as u8).collect();
    (chosen.color_map_rgb(), indices)
}

/// The smallest area with all pixels that differ from the picture before, which has the same size;
/// one pixel if they are equal.
fn changed_area(before: &Pixels, now: &Pixels) -> Area {
    let [old, new] = [before, now].map(|pixels| pixels.colours.chunks_exact(now.row()));
    let mut area: Option<[usize; 4]> = None;
    for (row, (old, new)) in old.zip(new).enumerate().filter(|(_, (old, new))| old != new) {
        let differs = |(old, new): (&[u8], &[u8])| old != new;
        let left = old.chunks_exact(4).zip(new.chunks_exact(4)).position(differs);
        let right = old.chunks_exact(4).zip(new.chunks_exact(4)).rposition(differs);
        let Some((left, right)) = left.zip(right) else { continue };
        let [first_left, last_right, top, _] = area.unwrap_or([left, right, row, row]);
        area = Some([left.min(first_left), right.max(last_right), top, row]);
    }
    let [left, right, top, bottom] = area.unwrap_or_default();
    Area { left, top, width: right - left + 1, height: bottom - top + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(height: usize, dots: &[(usize, usize)]) -> Pixels {
        let mut colours = [255; 4].repeat(6 * height);
        for (x, y) in dots {
            colours[4 * (y * 6 + x)..][..4].copy_from_slice(&[0, 0, 0, 255]);
        }
        Pixels { width: 6, colours }
    }

    #[test]
    fn what_changes_is_drawn_and_no_more() {
        let area = |before: &Pixels, now: &Pixels| {
            let Area { left, top, width, height } = changed_area(before, now);
            [left, top, width, height]
        };
        let plain = picture(5, &[]);
        assert_eq!(area(&plain, &plain), [0, 0, 1, 1]);
        assert_eq!(area(&plain, &picture(5, &[(4, 1), (2, 3)])), [2, 1, 3, 3]);
        assert_eq!(area(&picture(5, &[(0, 0)]), &picture(5, &[(5, 4)])), [0, 0, 6, 5]);
        let dot = picture(5, &[(4, 1)]);
        assert_eq!(changed_area(&plain, &dot).colours(&dot), [[0, 0, 0, 255]]);
    }

    /// Regression: colours were chosen from the whole area between two changes, and looked up
    /// again, which took minutes for a long match.
    #[test]
    fn what_stays_is_transparent() {
        let before = picture(5, &[(0, 0), (2, 2)]);
        let first = frame(None, &before);
        assert_eq!((first.transparent, first.width, first.height), (None, 6, 5));
        let next = frame(Some(&before), &picture(5, &[(0, 0), (1, 1), (2, 3)]));
        assert_eq!([next.left, next.top, next.width, next.height], [1, 1, 2, 3]);
        let transparent = next.transparent.expect("something stays");
        let palette = next.palette.as_deref().expect("it has its own");
        let colour = |index: &u8| match (*index == transparent, palette[3 * usize::from(*index)]) {
            (true, _) => '.',
            (false, 0) => '#',
            (false, _) => ' ',
        };
        assert_eq!(next.buffer.iter().map(colour).collect::<String>(), "#.. .#");
    }

    #[test]
    fn many_colours_become_like_ones() {
        let colours = (0..4_000_usize).flat_map(|at| [(at % 50 * 5) as u8, (at / 50 * 3) as u8, 128, 255]).collect();
        let many = Pixels { width: 50, colours };
        let frame = frame(None, &many);
        let palette = frame.palette.as_deref().expect("it has its own");
        assert_eq!(palette.len(), 3 * (COLOURS_MAX + 1));
        let difference = |(index, colour): (&u8, &[u8])| -> usize {
            let like = &palette[3 * usize::from(*index)..][..3];
            like.iter().zip(colour).map(|(one, other)| usize::from(one.abs_diff(*other))).sum()
        };
        let differences: usize = frame.buffer.iter().zip(many.colours.chunks_exact(4)).map(difference).sum();
        assert!(differences / frame.buffer.len() < 40, "{differences}");
    }

    /// Regression: earlier pictures had no background where the last one has a further line.
    #[test]
    fn a_lower_picture_has_more_of_its_ground() {
        let lengthened = |mut pixels: Pixels| {
            pixels.lengthen(7);
            pixels
        };
        assert_eq!(lengthened(picture(5, &[(1, 4)])), picture(7, &[(1, 4)]));
        assert_eq!(lengthened(picture(7, &[])), picture(7, &[]));
    }

    #[test]
    fn an_animation_begins_and_ends_as_a_gif() {
        let last = picture(7, &[(1, 1)]);
        let mut animation = GifAnimation::new(Vec::new(), 2, &last).expect("it is small");
        animation.add(picture(5, &[])).expect("it is written");
        animation.add(last).expect("it is written");
        let file = animation.finish().expect("it is written");
        assert!(file.starts_with(b"GIF89a\x06\x00\x07\x00") && file.ends_with(b"\x3b"), "{file:?}");
    }
}
