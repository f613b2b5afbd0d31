//! The match worker. A placeholder so far: it says that it is there and does nothing else.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = postMessage)]
    fn post_message(words: &str);
}

fn main() {
    post_message("worker started");
}
