//! A worker that plays matches, or the native program in its place: starts it, sends it messages and
//! ends it. Knows nothing of the messages' content.

use botyard_web_protocol::match_worker::{FromMatchWorker, ToMatchWorker};
use botyard_web_protocol::{FromWorker, ToWorker};
use js_sys::Array;
use serde::Serialize;
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
pub(crate) struct MatchWorkerHandle {
    worker: Worker,
    /// Whether it is the native program, which has messages about matches only.
    is_native: bool,
}

impl MatchWorkerHandle {
    /// Starts the program at this address, or connects to the native program if the address is a
    /// socket's. `handle_message` is called with each of its messages and what comes beside it,
    /// `handle_error` with the reason of a crash.
    pub(crate) fn start(
        program: &str,
        handle_message: impl Fn(FromMatchWorker, Vec<JsValue>) + 'static,
        handle_error: impl Fn(String) + 'static,
    ) -> Self {
        let (worker, is_native) = (relayed_worker(program), program.starts_with("ws"));
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let mut parcel =
                if is_native { Array::of1(&event.data()) } else { event.data().unchecked_into() }.into_iter();
            let text = parcel.next().and_then(|text| text.as_string()).unwrap_or_default();
            let message = match is_native {
                true => FromWorker::read(&text).map(FromMatchWorker::Host),
                false => FromMatchWorker::read(&text),
            };
            message.into_iter().for_each(|message| handle_message(message, parcel.by_ref().collect()));
        });
        let on_error = Closure::<dyn Fn(ErrorEvent)>::new(move |event: ErrorEvent| {
            event.prevent_default();
            handle_error(event.message());
        });
        worker.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
        worker.set_onerror(Some(on_error.into_js_value().unchecked_ref()));
        Self { worker, is_native }
    }

    /// Sends a message, and files or compiled modules beside it.
    pub(crate) fn post(&self, message: &ToMatchWorker, beside: impl IntoIterator<Item = JsValue>) {
        self.post_parcel(message, beside);
    }

    /// Sends a message about a match, and files beside it.
    pub(crate) fn post_to_host(&self, message: ToWorker, beside: impl IntoIterator<Item = JsValue>) {
        match self.is_native {
            true => self.post_parcel(&message, beside),
            false => self.post(&ToMatchWorker::Host(message), beside),
        }
    }

    fn post_parcel(&self, message: &impl Serialize, beside: impl IntoIterator<Item = JsValue>) {
        let text = serde_json::to_string(message).expect("messages have text keys only");
        let parcel: Array = std::iter::once(text.into()).chain(beside).collect();
        self.worker.post_message(&parcel).expect("text, files and modules can be copied");
    }
}

impl Drop for MatchWorkerHandle {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// How many workers play at a time at most: Chromium has room for the runs of no more
/// (`web/worker/js/suspendable_instance.js`).
const WORKERS_MAX: usize = 20;

/// How many workers can play at a time: one for each processor.
pub(crate) fn processors() -> usize {
    (scope().navigator().hardware_concurrency() as usize).clamp(1, WORKERS_MAX)
}
