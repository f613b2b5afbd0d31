//! The program that plays series in the page: decides which games are played, has match workers play them, counts what they
//! bring, has it kept, and draws the panel that shows it. It is a worker of its own, which the page starts with the first series.
//!
//! The engine's tournament decides what counts; this knows workers, the line to the browser's store and what is shown.

mod field_form;
mod field_view;
mod game_list;
mod node;
mod pace;
mod series;
mod series_program;
mod store;
mod view;
mod worker_pool;

use std::rc::Rc;

use botyard_web_messages::series::FromSeries;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use series_program::SeriesProgram;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = reportError)]
    fn report_error(error: &JsValue);
}

/// Makes the program and routes the page's messages to it. A panic is reported to the page as an error event.
pub fn start() {
    std::panic::set_hook(Box::new(|panic| report_error(&js_sys::Error::new(&panic.to_string()))));
    let program = Rc::new(SeriesProgram::default());
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let mut parcel = event.data().unchecked_into::<Array>().into_iter();
        let text = parcel.next().and_then(|text| text.as_string()).unwrap_or_default();
        if text == store::ANSWER {
            return program.take_answer(parcel);
        }
        let files = parcel.map(|buffer| Uint8Array::new(&buffer)).collect();
        program.handle_message(serde_json::from_str(&text).expect("page and program are built together"), files);
    });
    scope().set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
    post(&FromSeries::Ready);
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn post(message: &FromSeries) {
    let text = serde_json::to_string(message).expect("messages have text keys only");
    scope().post_message(&text.into()).expect("text is easy to copy");
}
