//! The bindings to the script that loads the code which the first board does not need
//! (`js/deferred_code.js`). Knows no function that is deferred.

use js_sys::Promise;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen(raw_module = "./deferred_code.js")]
extern "C" {
    #[wasm_bindgen(js_name = canStart)]
    fn can_start(exports: &JsValue) -> bool;
    #[wasm_bindgen(js_name = loadDeferredCode)]
    fn load_deferred_code() -> Promise;
    // By this name `package-page` finds it: stubs call it.
    #[wasm_bindgen(js_name = needDeferredCode)]
    fn need_deferred_code();
}

/// How long the first board waits for the match worker before the deferred code is fetched anyway,
/// in milliseconds.
const PATIENCE: u32 = 5_000;

/// Starts the page: at once if it opens with its first board, and else when all code is here.
pub fn start(page: impl FnOnce() + 'static) {
    if can_start(&wasm_bindgen::exports()) {
        page();
        gloo_timers::callback::Timeout::new(PATIENCE, load).forget();
        return;
    }
    wasm_bindgen_futures::spawn_local(async {
        // The promise does not fail: missing code is fetched again when it is needed.
        let _ = JsFuture::from(load_deferred_code()).await;
        need_deferred_code();
        page();
    });
}

/// Fetches the deferred code, unless it is here or on its way: the first match has what it needs.
pub fn load() {
    let _ = load_deferred_code();
}
