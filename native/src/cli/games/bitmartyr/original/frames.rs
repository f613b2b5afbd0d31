//! `-f`: a PNG file for each turn, numbered from 0 for the start.

use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use botyard_engine::games::bitmartyr::BitMartyrBoard;

use super::board_painter::{BoardPainter, palette};
use crate::cli::command_error::CommandError;
use crate::cli::output::output_file::{self, StreamedFile};

/// The first bytes of every PNG file.
pub const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Writes the pictures of one match.
pub struct FrameWriter {
    name: String,
    painter: BoardPainter,
    written: u32,
}

impl FrameWriter {
    /// A writer of pictures whose names begin with `name`, of boards of this width.
    pub fn new(name: &str, width: usize, scale: usize) -> Self {
        Self { name: name.to_owned(), painter: BoardPainter::new(width, scale), written: 0 }
    }

    /// Writes the next one.
    ///
    /// # Errors
    /// If it cannot be written, or a file of that name is not a picture.
    pub fn add(&mut self, board: &BitMartyrBoard) -> Result<(), CommandError> {
        let path = PathBuf::from(format!("{}{}.png", self.name, self.written));
        output_file::guard(&path, "picture", |start| start.starts_with(SIGNATURE))?;
        self.written += 1;
        self.painter.follow(board);
        self.write(board, &path).map_err(|error| CommandError::file("write", &path, &error))
    }

    fn write(&mut self, board: &BitMartyrBoard, path: &Path) -> io::Result<()> {
        let (width, height) = (self.painter.pixels(board.width()), self.painter.pixels(board.height()));
        let mut file = StreamedFile::create(path)?;
        let mut encoder = indexed(BufWriter::new(&mut file), width, height);
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header()?;
        let all = self.painter.all();
        writer.write_image_data(self.painter.paint(&all))?;
        writer.finish()?;
        file.finish()
    }
}

/// A PNG in our colours. `width` and `height` are pixels.
pub fn indexed<W: io::Write>(to: W, width: usize, height: usize) -> png::Encoder<'static, W> {
    let mut encoder = png::Encoder::new(to, width as u32, height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette());
    // Filters help if neighbouring pixels have similar colours. Here similar indices do not mean
    // similar colours.
    encoder.set_filter(png::Filter::NoFilter);
    encoder
}
