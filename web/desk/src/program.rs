//! The common part of the programs of series and of cases: they read the store when the page has
//! started them, and the page's messages wait meanwhile. Knows nothing of the messages' content.

use std::cell::RefMut;
use std::rc::Rc;

use botyard_web_protocol::series::{FromSeries, ToSeries};
use gloo_timers::callback::Timeout;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use wasm_bindgen_futures::spawn_local;
use web_sys::MessageEvent;

use super::store::SeriesStore;
use super::{post, scope};

/// How long the store may take to answer a new page before the program goes on without it, in
/// milliseconds. A browser that is busy takes some seconds.
const STORE_PATIENCE: u32 = 15_000;

/// The page's messages before the store had answered; `None` since then, and before the page has
/// started the program.
pub(crate) type EarlyMessages = Option<Vec<(ToSeries, Vec<Uint8Array>)>>;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = reportError)]
    fn report_error(error: &JsValue);
}

/// A program of the page.
pub(crate) trait Program: Default + 'static {
    /// The messages that wait for the store.
    fn early(&self) -> RefMut<'_, EarlyMessages>;
    /// The line to the store.
    fn store(&self) -> Rc<SeriesStore>;
    /// Reads the store. `programs` are the addresses of the match worker and of the one with the
    /// interpreter, `server` is the connection to the native program.
    async fn open_store(self: Rc<Self>, programs: [String; 2], server: Option<String>);
    /// Takes the address of the match worker's program that records turns.
    fn set_recorder(&self, _program: String) {}
    /// The store has not answered for long: from now on results are not kept.
    fn lose_store(&self);
    /// Handles a message of the page. Files that come with the message are beside it.
    fn handle_message(self: &Rc<Self>, message: ToSeries, files: Vec<Uint8Array>);
    /// Draws the panel.
    fn draw(&self);
}

/// Starts a program: routes the page's messages and the store's answers to it. A panic is reported
/// to the page as an error event.
pub(crate) fn run<P: Program>() {
    std::panic::set_hook(Box::new(|panic| report_error(&js_sys::Error::new(&panic.to_string()))));
    let program = Rc::new(P::default());
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let mut parcel = event.data().unchecked_into::<Array>().into_iter();
        let text = parcel.next().and_then(|text| text.as_string()).unwrap_or_default();
        let files = parcel.map(|buffer| Uint8Array::new(&buffer)).collect();
        match serde_json::from_str(&text).expect("page and program are built together") {
            ToSeries::Answer(answer) => program.store().take_answer(answer, files),
            // These need no store, which a browser may open late or never.
            message @ (ToSeries::Read(_)
            | ToSeries::Analyse { .. }
            | ToSeries::StopAnalysis
            | ToSeries::AnalyseFurther { .. }) => program.handle_message(message, files),
            message => take_message(&program, message, files),
        }
    });
    scope().set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
    post(&FromSeries::Ready);
}

fn take_message<P: Program>(program: &Rc<P>, message: ToSeries, files: Vec<Uint8Array>) {
    if let Some(early) = &mut *program.early() {
        return early.push((message, files));
    }
    match message {
        ToSeries::Start { programs, recorder, server } => {
            program.set_recorder(recorder);
            begin(program, programs, server);
        }
        message => program.handle_message(message, files),
    }
}

/// Has the store read, and goes on when that is done, or has taken too long.
fn begin<P: Program>(program: &Rc<P>, programs: [String; 2], server: Option<String>) {
    *program.early() = Some(Vec::new());
    let late = Rc::clone(program);
    Timeout::new(STORE_PATIENCE, move || {
        if late.early().is_some() {
            late.lose_store();
            stop_waiting(&late);
        }
    })
    .forget();
    let program = Rc::clone(program);
    spawn_local(async move {
        Rc::clone(&program).open_store(programs, server).await;
        stop_waiting(&program);
    });
}

/// Handles the waiting messages of the page.
fn stop_waiting<P: Program>(program: &Rc<P>) {
    let early = program.early().take();
    early.into_iter().flatten().for_each(|(message, files)| program.handle_message(message, files));
    program.draw();
}
