//! `botyard replay --picture`: a position as an SVG or a PNG, or a whole match as a GIF or an HTML
//! file. Knows no game.

mod animation;
mod painter;
mod progress;
mod standalone_page;

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use botyard_engine::fault::printable;
use botyard_picture::Theme;
use botyard_picture::standalone::MARK;

use crate::cli::command_error::CommandError;
use crate::cli::interrupt;
use crate::cli::output::output_file::{self, OutputFile};
use crate::cli::output::recorded_match::RecordedMatch;
use animation::AnimationError;
use painter::Painter;

/// Pixels of a PNG for each unit of the picture.
const PNG_SCALE: f32 = 2.0;

/// What to draw, and where.
#[derive(Debug, clap::Args)]
pub struct PictureArgs {
    /// Draw the position to a file that ends in .svg or .png, or the whole match to one that ends
    /// in .gif or .html, which has the board, controls and the transcript
    #[arg(long, value_name = "FILE", conflicts_with_all = ["columns", "json"])]
    picture: Option<PathBuf>,
    /// Draw it in the colours for a dark page
    #[arg(long, requires = "picture")]
    dark: bool,
}

/// The format of a picture.
enum PictureFormat {
    Svg,
    Png,
    Gif,
    Html,
}

/// A picture that is wanted.
pub struct WantedPicture<'a> {
    path: &'a Path,
    format: PictureFormat,
    theme: Theme,
}

impl PictureArgs {
    /// Whether a picture is wanted.
    pub fn is_given(&self) -> bool {
        self.picture.is_some()
    }

    /// The picture that is wanted; `None` without `--picture`.
    ///
    /// # Errors
    /// If the file's name has no known extension.
    pub fn wanted(&self) -> Result<Option<WantedPicture<'_>>, CommandError> {
        let Some(path) = self.picture.as_deref() else { return Ok(None) };
        let ending = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
        let format = match ending.as_deref() {
            Some("svg") => PictureFormat::Svg,
            Some("png") => PictureFormat::Png,
            Some("gif") => PictureFormat::Gif,
            Some("html" | "htm") => PictureFormat::Html,
            _ => {
                let shown = printable(&path.display().to_string());
                return Err(CommandError::Usage(format!(
                    "{shown}: expected a name that ends in .svg, .png, .gif or .html"
                )));
            }
        };
        let theme = if self.dark { Theme::Dark } else { Theme::Light };
        Ok(Some(WantedPicture { path, format, theme }))
    }
}

impl WantedPicture<'_> {
    /// Draws the position after `asked` actions, otherwise after `linked` actions, as the link
    /// names them, otherwise the last one. A GIF shows the whole match.
    ///
    /// # Errors
    /// If the file cannot be written or is not a picture of this kind.
    pub fn save(
        &self,
        record: &dyn RecordedMatch,
        asked: Option<usize>,
        linked: Option<usize>,
    ) -> Result<(), CommandError> {
        let turn = asked.or(linked);
        let svg = || record.picture(turn.unwrap_or(record.turn_count()), self.theme);
        match self.format {
            PictureFormat::Svg => {
                output_file::guard(self.path, "picture (SVG)", |start| start.starts_with(b"<svg "))?;
                OutputFile::open(self.path)?.replace(svg().as_bytes())
            }
            PictureFormat::Png => {
                output_file::guard(self.path, "picture (PNG)", |start| start.starts_with(b"\x89PNG"))?;
                let file = OutputFile::open(self.path)?;
                let png = Painter::new().pixels(&svg(), PNG_SCALE)?.encode_png();
                file.replace(&png.map_err(|why| CommandError::Internal(why.to_string()))?)
            }
            PictureFormat::Gif if asked.is_some() => {
                Err(CommandError::Usage("a GIF shows the whole match: leave out --turn".to_owned()))
            }
            PictureFormat::Gif => {
                output_file::guard(self.path, "GIF", |start| start.starts_with(b"GIF8"))?;
                let (interrupt, mut failed) = (interrupt::on_ctrl_c()?, None);
                output_file::write_slowly(self.path, |out| {
                    animation::write(record, self.theme, &interrupt, out).map_err(|failure| match failure {
                        AnimationError::Write(error) => error,
                        AnimationError::Draw(why) => {
                            failed = Some(why);
                            io::Error::other("it cannot be drawn")
                        }
                    })
                })
                .map_err(|error| failed.unwrap_or(error))
            }
            PictureFormat::Html => {
                let is_ours = |start: &[u8]| String::from_utf8_lossy(start).contains(MARK);
                output_file::guard(self.path, "match as HTML", is_ours)?;
                output_file::write_slowly(self.path, |out| standalone_page::write(record, turn, self.theme, out))
            }
        }
    }
}
