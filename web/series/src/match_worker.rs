//! A worker that plays matches: starts it, sends it messages and ends it. Knows nothing of the
//! messages' content.

use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use web_sys::{ErrorEvent, MessageEvent, Worker};

use super::scope;

#[wasm_bindgen(module = "/js/relayed_worker.js")]
extern "C" {
    /// Has the page start a worker. It has those members of a worker that are used here.
    #[wasm_bindgen(js_name = relayedWorker)]
    fn relayed_worker(address: &str) -> Worker;
}

/// Dropping it ends the worker, and the match that it plays.
pub(crate) struct MatchWorkerHandle(Worker);

impl MatchWorkerHandle {
    /// Starts the program at this address, or connects to the native program if the address is a
    /// socket's. `handle_message` is called with each of its messages, `handle_error` with the
    /// reason of a crash.
    pub(crate) fn start(
        program: &str,
        handle_message: impl Fn(JsValue) + 'static,
        handle_error: impl Fn(String) + 'static,
    ) -> Self {
        let worker = relayed_worker(program);
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| handle_message(event.data()));
        let on_error = Closure::<dyn Fn(ErrorEvent)>::new(move |event: ErrorEvent| {
            event.prevent_default();
            handle_error(event.message());
        });
        worker.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
        worker.set_onerror(Some(on_error.into_js_value().unchecked_ref()));
        Self(worker)
    }

    /// Sends a text, and files or compiled modules beside it.
    pub(crate) fn post(&self, text: &str, beside: impl IntoIterator<Item = JsValue>) {
        let parcel: Array = std::iter::once(text.into()).chain(beside).collect();
        self.0.post_message(&parcel).expect("text, files and modules can be copied");
    }
}

impl Drop for MatchWorkerHandle {
    fn drop(&mut self) {
        self.0.set_onmessage(None);
        self.0.set_onerror(None);
        self.0.terminate();
    }
}

/// How many workers play at a time at most: Chromium has room for the runs of no more
/// (`web/worker/js/suspendable_instance.js`).
const WORKERS_MAX: usize = 20;

/// How many workers can play at a time: one for each processor.
pub(crate) fn processors() -> usize {
    (scope().navigator().hardware_concurrency() as usize).clamp(1, WORKERS_MAX)
}
