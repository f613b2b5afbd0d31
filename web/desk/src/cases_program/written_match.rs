//! Writes a match in a form that others read. The page's document draws forms with pixels, which a
//! worker cannot draw itself.

use std::rc::Rc;

use botyard_picture::animation::{GifAnimation, Pixels};
use botyard_web_protocol::series::FromSeries;
use botyard_web_protocol::{Export, ExportForm};
use wasm_bindgen_futures::spawn_local;

use super::CasesProgram;
use crate::export::{MatchFrames, write};
use crate::post;
use crate::program::Program;
use crate::store::SeriesStoreError;

/// Why there are no pixels.
fn failure(_: SeriesStoreError) -> String {
    "this browser cannot draw it".to_owned()
}

impl CasesProgram {
    /// Writes the match of a file, and sends the page the result.
    pub(super) fn write(self: &Rc<Self>, export: Export, file: String) {
        self.stop_writing();
        let program = Rc::clone(self);
        spawn_local(async move {
            let written = match export.form {
                ExportForm::Png => program.draw_png(&export, &file).await,
                ExportForm::Animation => {
                    let Some(animation) = program.animate(&export, &file).await.transpose() else { return };
                    animation
                }
                ExportForm::Log | ExportForm::Picture | ExportForm::Text | ExportForm::QrCode | ExportForm::Html => {
                    write(&export, &file)
                }
            };
            post(&FromSeries::Written(written));
        });
    }

    /// Ends the drawing of an animation.
    pub(super) fn stop_writing(&self) {
        self.0.borrow_mut().written += 1;
    }

    async fn draw_png(&self, export: &Export, file: &str) -> Result<String, String> {
        self.store().draw_png(&write(export, file)?).await.map_err(failure)
    }

    /// Draws an animation, picture by picture. Returns the address of its file, or `None` if it was
    /// stopped.
    async fn animate(&self, export: &Export, file: &str) -> Result<Option<String>, String> {
        let (store, number) = (self.store(), self.0.borrow().written);
        let frames = MatchFrames::open(export, file)?;
        let pixels = async |number: usize| -> Result<Pixels, String> {
            let (width, colours) = store.draw_pixels(&frames.draw(number)).await.map_err(failure)?;
            Ok(Pixels { width, colours })
        };
        let last = pixels(frames.count() - 1).await?;
        let mut animation = GifAnimation::new(Vec::new(), frames.count(), &last).map_err(|why| why.to_string())?;
        for at in 0..frames.count() {
            post(&FromSeries::Drawn { done: at, count: frames.count() });
            let picture = pixels(at).await?;
            if self.0.borrow().written != number {
                return Ok(None);
            }
            animation.add(picture).map_err(|why| why.to_string())?;
        }
        let file = animation.finish().map_err(|why| why.to_string())?;
        store.keep_gif(&file).await.map(Some).map_err(failure)
    }
}
