//! Pixels as bytes, put on a canvas at once.

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
    fn put(this: &Surface, image: &ImageData, x: f64, y: f64) -> Result<(), JsValue>;
}

/// Puts pixels (red, green, blue, opacity) on a canvas of this size; `None` if that is not possible.
pub fn put_pixels(context: &CanvasRenderingContext2d, pixels: &[u8], width: u32, height: u32) -> Option<()> {
    let image = ImageData::new(Clamped(pixels), width, height).ok()?;
    context.unchecked_ref::<Surface>().put(&image, 0.0, 0.0).ok()
}
