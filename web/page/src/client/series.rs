//! The page's connections to the programs of series and of cases, workers that are started with the
//! first message to them. A script of the page's document, which is loaded before, keeps their
//! data. Knows nothing of the messages' content.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::{Rc, Weak};

use botyard_web_protocol::series::{FromSeries, ToSeries};
use botyard_web_ui::browser;
use gloo_events::EventListener;
use gloo_timers::callback::Interval;
use js_sys::{Array, Function, Reflect};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Url, Worker, WorkerOptions, WorkerType};

use super::worker::{INTERPRETER, RECORDER, SCRIPT};
use super::{EngineKind, server};
use crate::{file_names, parcel};

/// The page builder's name for the program of series.
pub const SERIES_PROGRAM: &str = "series_loader.js";
/// The page builder's name for the program of cases.
pub const CASES_PROGRAM: &str = "cases_loader.js";
/// The script that keeps series, and the name of its function that serves a worker.
const STORE: [&str; 2] = ["series_store.js", "serveSeriesStore"];

/// The error when the program ends or cannot be fetched.
const FAILURE: &str = "The program of series or cases has failed. Load the page again to go on.";

/// How long the program may take until it is up before it is started again, in milliseconds; each
/// time twice as long. Firefox may never start a worker of a page that was just loaded again, and
/// reports no error.
const START_PATIENCE: u32 = 10_000;

/// The line to the program.
pub struct SeriesClient(Rc<SeriesLine>);

struct SeriesLine {
    program: &'static str,
    engine: EngineKind,
    /// The connection to the native program, if its bots are to play.
    server: Option<String>,
    hear: Box<dyn Fn(FromSeries)>,
    worker: RefCell<Option<Worker>>,
    /// How long the next worker may take until it is up, in milliseconds.
    patience: Cell<u32>,
    /// Starts the worker again: an interval, because no verdict of the page comes of it.
    restart: RefCell<Option<Interval>>,
    /// Start the worker when the store's script is here, or cannot be fetched.
    loading: OnceCell<[EventListener; 2]>,
    /// Ends the worker with the page.
    leaving: OnceCell<EventListener>,
    /// Messages sent before the program was up; `None` since it is, or has failed.
    waiting: RefCell<Option<Vec<Array>>>,
}

impl SeriesClient {
    /// A connection to this program without messages yet. `engine` executes the bots, and the
    /// native program that gave the page `token` runs its own; `hear` is called with every message
    /// of the program.
    pub fn new(
        program: &'static str,
        engine: EngineKind,
        token: Option<&str>,
        hear: impl Fn(FromSeries) + 'static,
    ) -> Self {
        let (worker, restart, loading, leaving) = Default::default();
        let waiting = RefCell::new(Some(Vec::new()));
        let server = token.and_then(server::line);
        let (hear, patience) = (Box::new(hear), Cell::new(START_PATIENCE));
        Self(Rc::new(SeriesLine {
            program,
            engine,
            server,
            hear,
            worker,
            patience,
            restart,
            loading,
            leaving,
            waiting,
        }))
    }

    /// Sends a message, with files beside it.
    pub fn send(&self, message: &ToSeries, files: &[&[u8]]) {
        if self.0.loading.get().is_none()
            && let Some(loading) = load_store(&self.0)
        {
            self.0.loading.get_or_init(|| loading);
            let script = if self.0.engine == EngineKind::Interpreter { INTERPRETER } else { SCRIPT };
            let locate = |name| absolute(&file_names::address(name));
            let (programs, recorder) = ([script, INTERPRETER].map(locate), locate(RECORDER));
            let server = self.0.server.clone();
            self.0.post(&ToSeries::Start { programs, recorder, server }, &[]);
        }
        self.0.post(message, files);
    }
}

impl SeriesLine {
    /// Starts the worker, if the script is here that serves it.
    fn start(self: &Rc<Self>, has_store: bool) {
        let Some(worker) = has_store.then(|| start(self).ok()).flatten() else {
            return self.fail();
        };
        let serve = Reflect::get(&browser::window(), &STORE[1].into()).ok();
        if let Some(serve) = serve.and_then(|serve| serve.dyn_into::<Function>().ok()) {
            // Without it the program can neither keep nor play anything.
            let _ = serve.call1(&JsValue::UNDEFINED, &worker);
        }
        self.leaving.get_or_init(|| end_with_page(Rc::downgrade(self)));
        self.worker.replace(Some(worker));
        self.watch_start();
    }

    /// Starts the worker again if it is not up in time: sent messages wait for the next one.
    fn watch_start(self: &Rc<Self>) {
        let patience = self.patience.get();
        self.patience.set(patience.saturating_mul(2));
        let line = Rc::downgrade(self);
        let restart = Interval::new(patience, move || {
            if let Some(line) = line.upgrade().filter(|line| line.waiting.borrow().is_some()) {
                line.end();
                line.start(true);
            }
        });
        self.restart.replace(Some(restart));
    }

    fn end(&self) {
        if let Some(worker) = self.worker.take() {
            worker.set_onmessage(None);
            worker.set_onerror(None);
            worker.terminate();
        }
    }

    /// Reports that the program has failed, or cannot be fetched.
    fn fail(&self) {
        self.waiting.take();
        self.take_words(FromSeries::Error(FAILURE.to_owned()));
    }

    fn post(&self, message: &ToSeries, files: &[&[u8]]) {
        let parcel = parcel::write(message, files);
        match (&mut *self.waiting.borrow_mut(), &*self.worker.borrow()) {
            (Some(waiting), _) => waiting.push(parcel),
            (None, Some(worker)) => worker.post_message(&parcel).expect("text and files can be copied"),
            (None, None) => {}
        }
    }

    fn take_words(&self, said: FromSeries) {
        if let (FromSeries::Ready, Some(worker)) = (&said, &*self.worker.borrow()) {
            self.restart.take();
            let waiting = self.waiting.take().unwrap_or_default();
            waiting.iter().for_each(|parcel| worker.post_message(parcel).expect("text and files can be copied"));
        }
        (self.hear)(said);
    }
}

/// Loads the script that keeps series, and then starts the worker.
fn load_store(line: &Rc<SeriesLine>) -> Option<[EventListener; 2]> {
    let script = browser::add_script(&file_names::address(STORE[0]))?;
    let loading = ["load", "error"].map(|event| {
        let line = Rc::clone(line);
        EventListener::new(&script, event, move |_| line.start(event == "load"))
    });
    Some(loading)
}

fn start(line: &Rc<SeriesLine>) -> Result<Worker, JsValue> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&file_names::address(line.program), &options)?;
    let (heard, failed) = (Rc::downgrade(line), Rc::downgrade(line));
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let said = event.data().as_string().and_then(|text| serde_json::from_str(&text).ok());
        if let (Some(line), Some(said)) = (heard.upgrade(), said) {
            line.take_words(said);
        }
    });
    let on_error = Closure::<dyn Fn(ErrorEvent)>::new(move |_| {
        if let Some(line) = failed.upgrade() {
            line.fail();
        }
    });
    worker.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
    worker.set_onerror(Some(on_error.into_js_value().unchecked_ref()));
    Ok(worker)
}

/// Ends the worker when the page is left for good: Firefox lets it work on for a while.
fn end_with_page(line: Weak<SeriesLine>) -> EventListener {
    EventListener::new(&browser::window(), "pagehide", move |event| {
        let is_restorable = Reflect::get(event, &"persisted".into()).is_ok_and(|persisted| persisted.is_truthy());
        if let Some(line) = line.upgrade().filter(|_| !is_restorable) {
            line.end();
        }
    })
}

/// A worker's own addresses are seen from its program, and not from the page.
fn absolute(address: &str) -> String {
    let base = browser::base_url();
    Url::new_with_base(address, &base).map_or_else(|_| address.to_owned(), |url| url.href())
}
