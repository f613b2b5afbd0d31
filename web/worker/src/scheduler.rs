//! Calls the match loop from the top of the call stack: soon, or after the pending messages. Knows
//! no match.
//!
//! A match in the worker is a sequence of promise jobs, which run before any message. So if no
//! message has been handled for a while, the loop is called through a message to the worker itself,
//! and the page's messages are handled in between.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;
use std::time::Duration;

use js_sys::Function;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use web_sys::{MessageChannel, MessagePort};

/// How long the page's messages may wait, in milliseconds.
const MESSAGE_WAIT_MAX: f64 = 15.0;

#[wasm_bindgen]
extern "C" {
    #[cfg(target_arch = "wasm32")]
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;

    #[wasm_bindgen(js_name = queueMicrotask)]
    fn queue_microtask(job: &Function);
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
    job: OnceCell<Function>,
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
        let _ = self.job.set(job);
    }

    /// Schedules a call of the loop after the code that runs now.
    pub(super) fn schedule(&self) {
        let (Some(job), Some(port)) = (self.job.get(), self.port.get()) else { return };
        if self.is_scheduled.replace(true) {
            return;
        }
        if self.is_due() {
            port.post_message(&JsValue::UNDEFINED).expect("nothing is easy to copy");
        } else {
            queue_microtask(job);
        }
    }

    /// Whether messages have waited long enough.
    pub(super) fn is_due(&self) -> bool {
        milliseconds() - self.breath.get() > MESSAGE_WAIT_MAX
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
