//! `--animate`: a whole match as one animated picture, a GIF or a PNG. Each turn is written at
//! once, and only the part of the board that it changed, so that no more than two boards are kept.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use botyard_engine::fault::printable;
use botyard_engine::games::bitmartyr::BitMartyrBoard;

use super::board_painter::{BoardPainter, ChangedArea, palette};
use super::frames::{SIGNATURE, indexed};
use crate::cli::command_error::CommandError;
use crate::cli::output::output_file::{self, StreamedFile};

/// How long a turn is shown, in hundredths of a second: 25 turns per second.
const DELAY: u16 = 4;
/// How long the last board is shown before the animation starts again.
const LAST_DELAY: u16 = 300;
/// The longest side of a picture that both formats know.
const SIDE_MAX: usize = u16::MAX as usize;

/// An animated picture that is being written.
pub struct Animation {
    path: PathBuf,
    painter: BoardPainter,
    /// How many pictures are still to be written.
    left: u32,
    format: AnimationFormat,
}

/// The two formats.
enum AnimationFormat {
    Gif(gif::Encoder<BufWriter<StreamedFile>>),
    Png(png::Writer<BufWriter<StreamedFile>>),
}

impl Animation {
    /// Starts an animation with the first board. `duration` is the number of turns.
    ///
    /// # Errors
    /// If the file's name has an unknown extension, the picture is too large, or the file cannot be
    /// written or is not a picture.
    pub fn start(path: &Path, board: &BitMartyrBoard, scale: usize, duration: u32) -> Result<Self, CommandError> {
        let painter = BoardPainter::new(board.width(), scale);
        let (width, height) = (painter.pixels(board.width()), painter.pixels(board.height()));
        if width.max(height) > SIDE_MAX {
            return Err(CommandError::Usage(format!(
                "cannot draw an animation of {width} by {height} pixels: choose a smaller scale"
            )));
        }
        let failed = |error| CommandError::file("write", path, &error);
        let ending = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
        let format = match ending.as_deref() {
            Some("gif") => {
                output_file::guard(path, "GIF", |start| start.starts_with(b"GIF8"))?;
                AnimationFormat::Gif(gif(path, width, height).map_err(failed)?)
            }
            Some("png" | "apng") => {
                output_file::guard(path, "PNG", |start| start.starts_with(SIGNATURE))?;
                AnimationFormat::Png(png(path, width, height, duration + 1).map_err(failed)?)
            }
            _ => {
                let shown = printable(&path.display().to_string());
                return Err(CommandError::Usage(format!("{shown}: expected a name that ends in .gif or .png")));
            }
        };
        let mut animation = Self { path: path.to_owned(), painter, left: duration + 1, format };
        animation.add(board)?;
        Ok(animation)
    }

    /// Adds the next board.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, board: &BitMartyrBoard) -> Result<(), CommandError> {
        let part = self.painter.follow(board);
        self.left -= 1;
        let delay = if self.left == 0 { LAST_DELAY } else { DELAY };
        self.write(&part, delay).map_err(|error| CommandError::file("write", &self.path, &error))
    }

    /// Ends the animation. If the match was stopped early, the last board stays for the remaining
    /// turns.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> Result<(), CommandError> {
        let path = self.path.clone();
        self.fill_png().and_then(|()| self.format.finish()).map_err(|error| CommandError::file("write", &path, &error))
    }

    /// The header of a PNG states the number of pictures, so missing ones are written as copies of
    /// one cell.
    fn fill_png(&mut self) -> io::Result<()> {
        while self.left > 0 && matches!(self.format, AnimationFormat::Png(_)) {
            self.left -= 1;
            self.write(&ChangedArea { columns: 0..1, rows: 0..1 }, DELAY)?;
        }
        Ok(())
    }

    fn write(&mut self, part: &ChangedArea, delay: u16) -> io::Result<()> {
        let [left, top] = [part.columns.start, part.rows.start].map(|cells| self.painter.pixels(cells));
        let [width, height] = [part.columns.len(), part.rows.len()].map(|cells| self.painter.pixels(cells));
        let pixels = self.painter.paint(part);
        match &mut self.format {
            AnimationFormat::Gif(encoder) => encoder
                .write_frame(&gif::Frame {
                    delay,
                    dispose: gif::DisposalMethod::Keep,
                    left: left as u16,
                    top: top as u16,
                    width: width as u16,
                    height: height as u16,
                    buffer: Cow::Borrowed(pixels),
                    ..gif::Frame::default()
                })
                .map_err(io::Error::other),
            AnimationFormat::Png(writer) => {
                // The new picture may not fit at the position of the last one.
                writer.reset_frame_position()?;
                writer.set_frame_dimension(width as u32, height as u32)?;
                writer.set_frame_position(left as u32, top as u32)?;
                writer.set_frame_delay(delay, 100)?;
                Ok(writer.write_image_data(pixels)?)
            }
        }
    }
}

impl AnimationFormat {
    fn finish(self) -> io::Result<()> {
        match self {
            Self::Gif(encoder) => {
                let file = encoder.into_inner().map_err(io::Error::other)?.into_inner();
                file.map_err(io::IntoInnerError::into_error)?.finish()
            }
            // The encoder does not return the file, which takes the older one's place when it is
            // dropped.
            Self::Png(writer) => Ok(writer.finish()?),
        }
    }
}

fn gif(path: &Path, width: usize, height: usize) -> io::Result<gif::Encoder<BufWriter<StreamedFile>>> {
    let file = BufWriter::new(StreamedFile::create(path)?);
    let mut encoder = gif::Encoder::new(file, width as u16, height as u16, &palette()).map_err(io::Error::other)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(io::Error::other)?;
    Ok(encoder)
}

fn png(path: &Path, width: usize, height: usize, pictures: u32) -> io::Result<png::Writer<BufWriter<StreamedFile>>> {
    let mut encoder = indexed(BufWriter::new(StreamedFile::create(path)?), width, height);
    encoder.set_animated(pictures, 0)?;
    Ok(encoder.write_header()?)
}
