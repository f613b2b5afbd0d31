//! Calls the match loop from the top of the call stack: soon, or after the pending messages. Knows
//! no match.
//!
//! A match in the worker is a sequence of promise jobs, which run before any message. So if no
//! message has been handled for a while, the loop is called through a message to the worker itself,
//! and the page's messages are handled in between.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;
use std::time::Duration;

use js_sys::{Function, Promise};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use web_sys::{MessageChannel, MessagePort};

/// How long the page's messages may wait, in milliseconds.
const MESSAGE_WAIT_MAX: f64 = 15.0;

/// How often the loop is scheduled until the clock is read again, which takes as long as a tenth of
/// a short turn. Messages wait hardly longer for that, because a run that works for longer than a
/// slice requests the next one, and each request reads the clock.
const CALLS_PER_READING: u32 = 16;

#[wasm_bindgen]
extern "C" {
    #[cfg(target_arch = "wasm32")]
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;

    /// A promise that has been resolved. Its reactions run when `queueMicrotask` would run them, and
    /// Chromium queues them in less time.
    type ResolvedPromise;

    #[wasm_bindgen(method)]
    fn then(this: &ResolvedPromise, job: &Function);
}

/// In tests there is no worker, and no time passes.
#[cfg(not(target_arch = "wasm32"))]
fn milliseconds() -> f64 {
    0.0
}

/// The time since the worker was started.
pub(super) fn now() -> Duration {
    Duration::from_secs_f64(milliseconds() / 1000.0)
}

/// Schedules calls of the match loop.
#[derive(Default)]
pub(super) struct Scheduler {
    is_scheduled: Cell<bool>,
    breath: Cell<f64>,
    /// How often the loop was scheduled since the clock was read.
    unread_calls: Cell<u32>,
    job: OnceCell<Function>,
    resolved: OnceCell<ResolvedPromise>,
    port: OnceCell<MessagePort>,
}

impl Scheduler {
    /// Sets the function that is called, for the lifetime of the worker.
    pub(super) fn calls(self: &Rc<Self>, pump: impl Fn() + 'static) {
        let scheduler = Rc::clone(self);
        let job = Closure::<dyn Fn()>::new(move || {
            scheduler.is_scheduled.set(false);
            pump();
        });
        let job: Function = job.into_js_value().unchecked_into();
        let scheduler = Rc::clone(self);
        let called = job.clone();
        let on_message = Closure::<dyn Fn()>::new(move || {
            scheduler.yield_now();
            // Exceptions have already been reported.
            let _ = called.call0(&JsValue::UNDEFINED);
        });
        let channel = MessageChannel::new().expect("workers have message channels");
        channel.port2().set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
        let _ = self.port.set(channel.port1());
        let _ = self.resolved.set(Promise::resolve(&JsValue::UNDEFINED).unchecked_into());
        let _ = self.job.set(job);
    }

    /// Schedules a call of the loop after the code that runs now.
    pub(super) fn schedule(&self) {
        let (Some(job), Some(resolved), Some(port)) = (self.job.get(), self.resolved.get(), self.port.get()) else {
            return;
        };
        if self.is_scheduled.replace(true) {
            return;
        }
        if self.is_due_by_samples() {
            port.post_message(&JsValue::UNDEFINED).expect("nothing is easy to copy");
        } else {
            resolved.then(job);
        }
    }

    /// Whether messages have waited long enough. If so, the loop is scheduled after them.
    pub(super) fn is_due(&self) -> bool {
        let is_due = milliseconds() - self.breath.get() > MESSAGE_WAIT_MAX;
        self.unread_calls.set(if is_due { CALLS_PER_READING - 1 } else { 0 });
        is_due
    }

    /// Like [`Self::is_due`], but reads the clock only every [`CALLS_PER_READING`] calls.
    fn is_due_by_samples(&self) -> bool {
        let calls = self.unread_calls.get() + 1;
        self.unread_calls.set(calls);
        calls >= CALLS_PER_READING && self.is_due()
    }

    /// Treats messages as if they had waited long enough.
    #[cfg(test)]
    pub(super) fn want(&self) {
        self.breath.set(f64::NEG_INFINITY);
    }

    /// Notes that a message is being handled.
    pub(super) fn yield_now(&self) {
        self.breath.set(milliseconds());
    }
}
