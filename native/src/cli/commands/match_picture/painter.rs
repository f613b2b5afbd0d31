//! Makes pixels of pictures, with the fonts of this computer.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::cli::command_error::CommandError;
use crate::cli::output::stderr_notes::note;

/// The font family for text: one of those that systems include, or else any. The library's default
/// is not on every system.
fn sans_serif(fonts: &fontdb::Database) -> Option<String> {
    const USUAL: [&str; 7] =
        ["Segoe UI", "Roboto", "Noto Sans", "Liberation Sans", "DejaVu Sans", "Helvetica Neue", "Arial"];
    let families = || fonts.faces().flat_map(|face| &face.families).map(|(family, _)| family);
    let usual = USUAL.iter().find_map(|&usual| families().find(|family| *family == usual));
    usual.or_else(|| families().next()).cloned()
}

/// Makes pixels of pictures.
pub struct Painter {
    fonts: Arc<fontdb::Database>,
}

impl Painter {
    /// A painter with the fonts of this computer.
    pub fn new() -> Self {
        let mut fonts = fontdb::Database::new();
        fonts.load_system_fonts();
        match sans_serif(&fonts) {
            Some(family) => fonts.set_sans_serif_family(family),
            None => note("no fonts were found: the picture is without words and numbers"),
        }
        Self { fonts: Arc::new(fonts) }
    }

    /// Draws it, this many pixels for each unit.
    ///
    /// # Errors
    /// If it is not a picture, or too large.
    pub fn pixels(&self, svg: &str, scale: f32) -> Result<Pixmap, CommandError> {
        let broken = |why: String| CommandError::Internal(format!("the picture cannot be drawn: {why}"));
        let options = Options { fontdb: Arc::clone(&self.fonts), ..Options::default() };
        let tree = Tree::from_str(svg, &options).map_err(|why| broken(why.to_string()))?;
        let size = tree.size().to_int_size().scale_by(scale).ok_or_else(|| broken("it has no size".to_owned()))?;
        let mut pixels =
            Pixmap::new(size.width(), size.height()).ok_or_else(|| broken("it is too large".to_owned()))?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        Ok(pixels)
    }
}
