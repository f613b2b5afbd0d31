//! Pixels as bytes, put on a canvas at once.

use std::ops::Range;

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use wasm_bindgen::{Clamped, JsCast};
use web_sys::CanvasRenderingContext2d;

#[wasm_bindgen]
extern "C" {
    type ImageData;

    #[wasm_bindgen(constructor, catch)]
    fn new(pixels: Clamped<&[u8]>, width: u32, height: u32) -> Result<ImageData, JsValue>;

    type Surface;

    #[wasm_bindgen(method, catch, js_name = putImageData)]
    fn put_image_data(this: &Surface, image: &ImageData, x: f64, y: f64) -> Result<(), JsValue>;
}

/// Puts some rows of pixels (red, green, blue, opacity) on a canvas, which is as wide as `pixels`
/// are; `None` if that is not possible.
pub fn put_pixels(context: &CanvasRenderingContext2d, pixels: &[u8], width: u32, rows: Range<usize>) -> Option<()> {
    if rows.is_empty() {
        return Some(());
    }
    let row = width as usize * 4;
    let (from, height) = (rows.start as f64, rows.len() as u32);
    let image = ImageData::new(Clamped(pixels.get(rows.start * row..rows.end * row)?), width, height).ok()?;
    context.unchecked_ref::<Surface>().put_image_data(&image, 0.0, from).ok()
}
