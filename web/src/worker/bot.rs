//! One run of one bot: begins, waits for input or for time, goes on, ends. Knows no match.
//!
//! While the bot runs it calls back into the worker, so nothing but its own cell is touched from there: why it has
//! stopped is left in the cell, and the bell calls the match loop to fetch it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use botyard_engine::referee::host::Exit;
use botyard_sandbox::meter::COUNTER;
use botyard_sandbox::wasi::{CALLS, Call, StdinFull};
use botyard_sandbox::{Budget, Flow, Meter, Origin, Process, Refill};
use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};

use super::bell::Bell;
use super::room::{FAILED, LEAVE, REFILL, RETURNED, Room, SUSPEND};
use super::trap;

/// The program's name as a module sees it: the same on every host, whatever its file is called.
const PROGRAM: &str = "bot";

/// Why a run has given control back for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Pause {
    /// It has read all its input.
    Blocked,
    /// It has spent what it may.
    Exhausted,
    /// It has ended.
    Ended(Exit),
}

/// A run. Dropping it ends it, whatever it waits for.
pub(super) struct Bot {
    inner: Rc<RefCell<Inner>>,
    /// Kept alive for the room, which calls it.
    _answer: Closure<dyn Fn(u32) -> i32>,
}

/// What a run is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Doing {
    /// It has not begun.
    Nothing,
    /// It is inside its module, or about to be.
    Working,
    /// It waits inside this call.
    Reading(Call),
    /// It waits for its next slice, because others want to be heard.
    Breathing,
    /// It waits for more time than it was granted.
    Exhausted,
    /// It is gone.
    Ended,
}

/// What makes a run go on.
enum Go {
    Begin,
    Return(i32),
    Stay,
}

struct Inner {
    process: Process,
    meter: Meter,
    spent: Budget,
    doing: Doing,
    pause: Option<Pause>,
    /// The counter, and the arguments of a call: the other side writes here.
    slots: Box<[Cell<u64>; 10]>,
    room: Option<Rc<Room>>,
    bell: Rc<Bell>,
}

impl Bot {
    /// A fresh run, before its first instruction. `unread` is how much it may have printed before that is reported.
    ///
    /// # Errors
    /// If there is no room for it: why, as a clause.
    pub(super) fn new(
        module: &JsValue,
        imports: &Array,
        origin: Origin,
        unread: usize,
        bell: &Rc<Bell>,
    ) -> Result<Self, String> {
        let inner = Rc::new(RefCell::new(Inner::new(origin, unread, Rc::clone(bell))));
        let called = Rc::clone(&inner);
        let answer = Closure::<dyn Fn(u32) -> i32>::new(move |number| called.borrow_mut().answer(number));
        let slots = inner.borrow().slots.as_ptr() as u32;
        let own = wasm_bindgen::memory();
        let room = Room::new(module, imports, COUNTER, &own, slots, answer.as_ref().unchecked_ref())
            .map_err(|error| format!("the browser has no room for it ({})", said(&error)))?;
        inner.borrow_mut().room = Some(Rc::new(room));
        Ok(Self { inner, _answer: answer })
    }

    /// Sends input.
    ///
    /// # Errors
    /// If too much of it is unread.
    pub(super) fn send(&self, bytes: &[u8]) -> Result<(), StdinFull> {
        self.inner.borrow_mut().process.stdin.push(bytes)
    }

    pub(super) fn close_stdin(&self) {
        self.inner.borrow_mut().process.stdin.close();
    }

    /// Lets it run until it has spent this much since its start.
    pub(super) fn grant(&self, until: Duration) {
        self.inner.borrow_mut().meter.limit(Budget::from(until));
    }

    /// Whether it is inside its module, or about to be.
    pub(super) fn is_working(&self) -> bool {
        self.inner.borrow().doing == Doing::Working
    }

    /// Lets it go on if there is something for it to do; otherwise it has a reason to pause at once. It may run and
    /// call back before this returns.
    pub(super) fn go(&self) {
        let go = self.inner.borrow_mut().go();
        // A handle of our own: the bot may be at work in a moment, and nothing of it may be borrowed then.
        let Some(room) = self.inner.borrow().room.clone() else { return };
        match go {
            Go::Begin => room.begin(),
            Go::Return(answer) => room.resume(answer),
            Go::Stay => {}
        }
    }

    /// Why it has paused, once.
    pub(super) fn take_pause(&self) -> Option<Pause> {
        self.inner.borrow_mut().pause.take()
    }

    /// What it has spent since its start.
    pub(super) fn spent(&self) -> Duration {
        self.inner.borrow().spent.into()
    }

    /// Moves what it has printed to `into`, and says what it had spent at the last of it.
    pub(super) fn take_stdout(&self, into: &mut Vec<u8>) -> Duration {
        let stdout = &mut self.inner.borrow_mut().process.stdout;
        into.clear();
        into.extend_from_slice(stdout.bytes());
        stdout.clear();
        stdout.stamp().into()
    }

    /// Moves what it has said on stderr to `into`.
    pub(super) fn take_stderr(&self, into: &mut Vec<u8>) {
        let stderr = &mut self.inner.borrow_mut().process.stderr;
        into.clear();
        into.extend_from_slice(stderr.bytes());
        stderr.clear();
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        if let Some(room) = self.inner.borrow_mut().room.take() {
            room.release();
        }
    }
}

impl Inner {
    fn new(origin: Origin, unread: usize, bell: Rc<Bell>) -> Self {
        let mut process = Process::new(origin, &[PROGRAM], &[]);
        // One byte more than allowed, so that the referee sees that it was too much.
        process.stdout.set_bound(unread.saturating_add(1));
        Self {
            process,
            meter: Meter::new(),
            spent: Budget::ZERO,
            doing: Doing::Nothing,
            pause: None,
            slots: Box::default(),
            room: None,
            bell,
        }
    }

    /// Answers the module, or what became of it.
    fn answer(&mut self, number: u32) -> i32 {
        let answer = match number {
            REFILL => self.refill(),
            RETURNED => self.end(Exit::Code(0)),
            FAILED => {
                let failure = self.room.as_ref().map_or_else(String::new, |room| room.failure());
                self.end(Exit::Trap(trap::words(&failure)))
            }
            number => self.call(CALLS[number as usize].call),
        };
        if self.pause.is_some() || self.doing == Doing::Breathing {
            self.bell.ring();
        }
        answer
    }

    fn counter(&self) -> i64 {
        self.slots[0].get().cast_signed()
    }

    fn set_counter(&self, counter: i64) {
        self.slots[0].set(counter.cast_unsigned());
    }

    /// One try at a call.
    fn call(&mut self, call: Call) -> i32 {
        let Some(room) = self.room.clone() else { return LEAVE };
        let counter = self.counter();
        self.spent = self.meter.spent(counter);
        let args: [u64; 9] = std::array::from_fn(|index| self.slots[index + 1].get());
        match self.process.call(call, &args, self.spent, &mut &*room) {
            Flow::Return { errno, cost } => {
                let counter = self.meter.charge(counter, cost);
                self.set_counter(counter);
                i32::from(errno)
            }
            Flow::Wait => self.wait(Doing::Reading(call), Pause::Blocked),
            Flow::Exit(status) => self.leave(Exit::Code(status.cast_signed())),
            Flow::Flooded => self.leave(Exit::Trap("it printed too much".to_owned())),
        }
    }

    /// The module has used up its slice.
    fn refill(&mut self) -> i32 {
        let answer = self.next_slice();
        if answer != SUSPEND && self.bell.is_due() {
            self.doing = Doing::Breathing;
            return SUSPEND;
        }
        answer
    }

    fn next_slice(&mut self) -> i32 {
        let counter = self.counter();
        self.spent = self.meter.spent(counter);
        match self.meter.refill(counter) {
            Refill::Granted(slice) => {
                self.set_counter(slice);
                0
            }
            Refill::Exhausted => self.wait(Doing::Exhausted, Pause::Exhausted),
        }
    }

    fn wait(&mut self, doing: Doing, pause: Pause) -> i32 {
        self.doing = doing;
        self.pause = Some(pause);
        SUSPEND
    }

    /// The first reason counts: a bot that exits then fails with our own exception.
    fn leave(&mut self, exit: Exit) -> i32 {
        if self.doing != Doing::Ended {
            self.doing = Doing::Ended;
            self.pause = Some(Pause::Ended(exit));
        }
        LEAVE
    }

    /// The module has come to its end, by itself or not.
    fn end(&mut self, exit: Exit) -> i32 {
        self.spent = self.meter.spent(self.counter());
        self.leave(exit)
    }

    fn go(&mut self) -> Go {
        let answer = match self.doing {
            Doing::Nothing => {
                self.doing = Doing::Working;
                return Go::Begin;
            }
            Doing::Reading(call) => self.call(call),
            Doing::Exhausted => self.next_slice(),
            Doing::Breathing => 0,
            Doing::Working | Doing::Ended => return Go::Stay,
        };
        if answer == SUSPEND || answer == LEAVE {
            return Go::Stay;
        }
        self.doing = Doing::Working;
        Go::Return(answer)
    }
}

/// What a browser says of an error.
pub(super) fn said(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(|| format!("{error:?}"), |error| String::from(error.message()))
}
