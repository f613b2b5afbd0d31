//! The page's end of the connection to the match worker: starts it, sends it messages, and replaces
//! it when it crashes, no longer answers, or finds that this browser needs the one with the
//! interpreter. Knows no game and shows nothing.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use botyard_web_protocol::match_worker::{FromMatchWorker, ToMatchWorker};
use botyard_web_protocol::{FromWorker, ToWorker};
use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::{file_names, parcel};

/// The page builder's name for the worker.
pub(super) const SCRIPT: &str = "worker_loader.js";
/// The page builder's name for the worker that interprets modules.
pub(super) const INTERPRETER: &str = "interpreter_loader.js";
/// The page builder's name for the match worker's program that records turns.
pub(super) const RECORDER: &str = "recorder_loader.js";
/// How long a worker that was told to stop may be silent before it is replaced, in milliseconds.
const PATIENCE: i32 = 3_000;

/// The engine that executes modules for the worker.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum EngineKind {
    /// The browser itself, if it can suspend them; else the interpreter.
    #[default]
    Browser,
    /// The interpreter, which takes longer.
    Interpreter,
}

/// A match worker that is always available: a crashed worker is replaced, and its pending requests
/// are answered.
///
/// Dropping it ends the worker.
pub(super) struct WorkerClient(Rc<WorkerLine>);

impl WorkerClient {
    /// Starts a worker. `hear` is called with every message of the worker, and with
    /// [`FromWorker::NotOpened`], a refusing [`FromWorker::Checked`] or the like for pending
    /// requests of a crashed worker. Never from inside a call of this type.
    pub(super) fn spawn(engine: EngineKind, hear: impl Fn(FromMatchWorker) + 'static) -> Self {
        let engine = Cell::new(engine);
        let line =
            Rc::new(WorkerLine { hear: Box::new(hear), engine, state: RefCell::default(), workers: Cell::default() });
        line.connect();
        Self(line)
    }

    /// Sends a message with the files beside it. A worker that does not answer to [`ToWorker::Stop`]
    /// within 3 s is replaced.
    pub(super) fn send(&self, message: &ToWorker, files: &[&[u8]]) {
        self.0.state.borrow_mut().note_request(message);
        self.0.send(&ToMatchWorker::Host(message.clone()), files);
        if *message == ToWorker::Stop {
            self.0.watch();
        }
    }
}

struct WorkerLine {
    hear: Box<dyn Fn(FromMatchWorker)>,
    engine: Cell<EngineKind>,
    state: RefCell<WorkerState>,
    /// How many workers there have been: errors of an earlier one are ignored.
    workers: Cell<u32>,
}

#[derive(Default)]
struct WorkerState {
    link: Option<WorkerLink>,
    /// Messages sent before the worker was up.
    waiting: Vec<Array>,
    is_ready: bool,
    playing: Option<u32>,
    checking: Vec<u32>,
    trying: Option<u32>,
    /// How many messages have come: the worker is silent while this stays the same.
    heard: u64,
}

/// One worker with its listeners.
struct WorkerLink {
    worker: Worker,
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_error: Closure<dyn Fn(ErrorEvent)>,
}

impl Drop for WorkerLink {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl WorkerLine {
    fn connect(self: &Rc<Self>) {
        self.workers.set(self.workers.get() + 1);
        let script = if self.engine.get() == EngineKind::Interpreter { INTERPRETER } else { SCRIPT };
        match WorkerLink::open(Rc::downgrade(self), self.workers.get(), &file_names::address(script)) {
            Ok(link) => self.state.borrow_mut().link = Some(link),
            Err(why) => later(self, move |line| line.give_up(&why)),
        }
    }

    fn send(self: &Rc<Self>, message: &ToMatchWorker, files: &[&[u8]]) {
        let parcel = parcel::write(message, files);
        if self.state.borrow().link.is_none() {
            self.connect();
        }
        let mut state = self.state.borrow_mut();
        match (&state.link, state.is_ready) {
            (Some(link), true) => post(&link.worker, &parcel),
            _ => state.waiting.push(parcel),
        }
    }

    fn take_message(self: &Rc<Self>, message: FromMatchWorker) {
        let is_unable = matches!(message, FromMatchWorker::Host(FromWorker::Ready { suspends: false }));
        if is_unable && self.engine.replace(EngineKind::Interpreter) == EngineKind::Browser {
            // Messages to this worker wait for the next one. The link owns the very closure that
            // calls this.
            return later(self, Self::connect);
        }
        self.state.borrow_mut().note_message(&message);
        (self.hear)(message);
    }

    /// The worker has crashed: answers its pending requests, and starts another.
    fn replace(self: &Rc<Self>, why: &str) {
        let was_ready = self.state.borrow().is_ready;
        self.give_up(why);
        // One that never came up would not come up the second time either: the next message tries
        // again.
        if was_ready {
            self.connect();
        }
    }

    fn died(self: &Rc<Self>, number: u32, why: &str) {
        if number == self.workers.get() {
            self.replace(why);
        }
    }

    fn give_up(&self, why: &str) {
        self.workers.set(self.workers.get() + 1);
        let lost = std::mem::take(&mut *self.state.borrow_mut());
        let why = if lost.is_ready { stopped(why) } else { not_started(why) };
        let matches = lost.playing.map(|id| FromWorker::NotOpened { id, why: why.clone() });
        let checks =
            lost.checking.iter().map(|&id| FromWorker::Checked { id, verdict: Err(why.clone()), interpreter: None });
        let trial = lost.trying.map(|id| FromWorker::Tried { id, tried: Err(why.clone()) });
        let answers: Vec<_> = matches.into_iter().chain(checks).chain(trial).map(FromMatchWorker::Host).collect();
        drop(lost);
        answers.into_iter().for_each(|answer| (self.hear)(answer));
    }

    /// Replaces the worker if it does not respond for a while.
    fn watch(self: &Rc<Self>) {
        let WorkerState { heard, playing: Some(_), .. } = *self.state.borrow() else { return };
        after(self, PATIENCE, move |line| {
            let is_silent = line.state.borrow().heard == heard;
            if is_silent {
                line.replace("it no longer answers");
            }
        });
    }
}

impl WorkerState {
    /// Notes what the worker has to answer.
    fn note_request(&mut self, message: &ToWorker) {
        match message {
            ToWorker::Play(play) => self.playing = Some(play.id),
            ToWorker::Check { id } => self.checking.push(*id),
            ToWorker::Try(trial) => self.trying = Some(trial.id),
            _ => {}
        }
    }

    fn note_message(&mut self, message: &FromMatchWorker) {
        self.heard += 1;
        if let FromMatchWorker::Host(message) = message {
            self.note_live(message);
        }
    }

    fn note_live(&mut self, message: &FromWorker) {
        match message {
            FromWorker::Ready { .. } => {
                self.is_ready = true;
                if let Some(link) = &self.link {
                    self.waiting.drain(..).for_each(|parcel| post(&link.worker, &parcel));
                }
            }
            FromWorker::NotOpened { id, .. } => self.finished(*id),
            FromWorker::Progress(progress) if progress.done => self.finished(progress.id),
            FromWorker::Tried { id, .. } => self.trying = self.trying.filter(|trying| trying != id),
            FromWorker::Checked { id, .. } => self.checking.retain(|asked| asked != id),
            _ => {}
        }
    }

    fn finished(&mut self, id: u32) {
        self.playing = self.playing.filter(|&playing| playing != id);
    }
}

impl WorkerLink {
    fn open(line: Weak<WorkerLine>, number: u32, script: &str) -> Result<Self, String> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(script, &options)
            .map_err(|error| error_message(&error).unwrap_or_else(|| REFUSED.to_owned()))?;
        let listener = line.clone();
        let on_message = Closure::new(move |event: MessageEvent| {
            if let Some(line) = listener.upgrade() {
                line.take_message(read(&event));
            }
        });
        let on_error = Closure::new(move |event: ErrorEvent| {
            if let Some(line) = line.upgrade() {
                // The link owns this very closure, so it cannot be dropped from inside it.
                let why = complaint(&event);
                later(&line, move |line| line.died(number, &why));
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self { worker, _on_message: on_message, _on_error: on_error })
    }
}

/// Why a worker has not started whose script the browser has not run, without a reason of its own.
const REFUSED: &str = "the browser has not run its script";

/// Tells people that no bot can be run, because the browser has not started the worker.
fn not_started(why: &str) -> String {
    format!(
        "The program that runs the bots did not start: {why}. The connection may be lost, or an extension, a setting \
         or a network may block background scripts: allow them for this page, then load it again."
    )
}

/// Tells people that the worker has ended, which another one replaces.
fn stopped(why: &str) -> String {
    format!("The program that runs the bots stopped: {why}. It has been restarted: please try again.")
}

/// The message of an error event. If the script could not be loaded, the event has none.
fn complaint(event: &ErrorEvent) -> String {
    error_message(event).unwrap_or_else(|| REFUSED.to_owned())
}

/// The message of an error, or of an event about one, if it has one.
fn error_message(error: &JsValue) -> Option<String> {
    let message = js_sys::Reflect::get(error, &"message".into()).ok()?.as_string()?;
    let message = message.trim().trim_end_matches('.');
    (!message.is_empty()).then(|| message.to_owned())
}

fn read(event: &MessageEvent) -> FromMatchWorker {
    let (text, _) = parcel::read(event.data().unchecked_ref());
    FromMatchWorker::read(&text).expect("page and worker are built together")
}

/// Hands the buffers of a parcel over rather than copying them.
fn post(worker: &Worker, parcel: &Array) {
    if let Err(error) = worker.post_message_with_transfer(parcel, &parcel.slice(1, parcel.length())) {
        web_sys::console::error_2(&"cannot reach the match worker:".into(), &error);
    }
}

fn later(line: &Rc<WorkerLine>, act: impl FnOnce(&Rc<WorkerLine>) + 'static) {
    after(line, 0, act);
}

fn after(line: &Rc<WorkerLine>, milliseconds: i32, act: impl FnOnce(&Rc<WorkerLine>) + 'static) {
    let line = Rc::downgrade(line);
    let act: JsValue = Closure::once_into_js(move || {
        if let Some(line) = line.upgrade() {
            act(&line);
        }
    });
    let window = web_sys::window().expect("the client lives on a page");
    window
        .set_timeout_with_callback_and_timeout_and_arguments_0(act.unchecked_ref(), milliseconds)
        .expect("a page has timers");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: "The match worker failed: its script was not loaded. Please try again."
    #[test]
    fn a_blocked_worker_is_told_with_what_to_do() {
        let told = not_started(REFUSED);
        assert!(
            told.starts_with("The program that runs the bots did not start: the browser has not run its "),
            "{told}"
        );
        assert!(told.ends_with("block background scripts: allow them for this page, then load it again."), "{told}");
        let told = stopped("it no longer answers");
        assert!(told.ends_with("stopped: it no longer answers. It has been restarted: please try again."), "{told}");
    }
}
