//! The program that plays series in the page: decides which games are played, has match workers play them, counts what they
//! bring, has it kept, and draws the panel that shows it. It is a worker of its own, which the page starts with the first series.
//!
//! The engine's tournament decides what counts; this knows workers, the line to the browser's store and what is shown.
//!
//! The program of cases is built of the same parts, and is another file, because it needs the rules of the games.

mod bot_record;
mod case_form;
mod case_list;
mod case_runner;
mod case_view;
mod cases_program;
mod field_form;
mod field_view;
mod game_list;
mod kept_verdict;
mod node;
mod own_bots;
mod pace;
mod run_report;
mod series;
mod series_program;
mod store;
mod view;
mod worker_pool;

use std::rc::Rc;

use botyard_web_messages::series::{FromSeries, ToSeries};
use js_sys::{Array, ArrayIntoIter, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use cases_program::CasesProgram;
use series_program::SeriesProgram;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = reportError)]
    fn report_error(error: &JsValue);
}

/// Starts the program of series.
pub fn start() {
    let program = Rc::new(SeriesProgram::default());
    let answered = Rc::clone(&program);
    listen(move |message, files| program.handle_message(message, files), move |answer| answered.take_answer(answer));
}

/// Starts the program of cases.
pub fn start_cases() {
    let program = Rc::new(CasesProgram::default());
    let answered = Rc::clone(&program);
    listen(move |message, files| program.handle_message(message, files), move |answer| answered.take_answer(answer));
}

/// Routes the page's messages and the store's answers to a program. A panic is reported to the page as an error event.
fn listen(handle: impl Fn(ToSeries, Vec<Uint8Array>) + 'static, take_answer: impl Fn(ArrayIntoIter) + 'static) {
    std::panic::set_hook(Box::new(|panic| report_error(&js_sys::Error::new(&panic.to_string()))));
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let mut parcel = event.data().unchecked_into::<Array>().into_iter();
        let text = parcel.next().and_then(|text| text.as_string()).unwrap_or_default();
        if text == store::ANSWER {
            return take_answer(parcel);
        }
        let files = parcel.map(|buffer| Uint8Array::new(&buffer)).collect();
        handle(serde_json::from_str(&text).expect("page and program are built together"), files);
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
