//! The browser itself as the engine: it compiles modules and suspends those that wait (JSPI). The
//! part that only JavaScript can do is in `js/suspendable_instance.js`.

use std::cell::{Cell as Slot, OnceCell, RefCell};
use std::rc::Rc;

use botyard_driver::StartError;
use botyard_engine::exit::Exit;
use botyard_sandbox::meter::{self, COUNTER, STACK};
use botyard_sandbox::recording::QuietStretch;
use botyard_sandbox::wasi::{self, CALLS, Call, OutOfBoundsError, Param};
use botyard_sandbox::{Instrumented, Memory};
use js_sys::{Array, Reflect, Uint8Array, WebAssembly};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

use super::engine::{ModuleEngine, ModuleInstance};
use super::memory_clearer;
use super::run_cell::{CallAnswer, RunCell, SuspendedCall};
use super::trap;

/// The answer to a call if the bot has to wait.
const SUSPEND: i32 = -1;
/// The answer to a call that ends the bot.
const LEAVE: i32 = -2;

/// The most arguments of a narrow call, all of which are `i32`.
const NARROW: usize = 4;

/// The call with which the bot requests its next slice.
const REFILL: u32 = 1000;
/// A call of a recording form, with a place and a counter.
const PROBE: u32 = 1004;
/// The call that reports that the bot has returned.
const RETURNED: u32 = 1001;
/// The call that reports that the bot has failed.
const FAILED: u32 = 1002;
/// The call that reports that the bot's calls went too deep.
const TOO_DEEP: u32 = 1003;

/// The browser's engine.
#[derive(Default)]
pub(super) struct BrowserEngine;

/// A module that the browser has compiled.
pub(super) struct Compiled {
    /// The parts that can be posted to other workers: the module; its imports, as rows of module,
    /// name, number, whether the call may have to wait, and whether it is narrow; the names of the
    /// globals that a run changes, or `undefined`.
    parts: [JsValue; 3],
    pool: InstancePool,
}

/// An instance that JSPI suspends.
pub(super) struct JspiInstance {
    inside: Rc<InstanceState>,
    /// Its run's number among the [`RUNS`].
    run: usize,
}

thread_local! {
    /// The runs that have not ended, by the numbers by which their instances know them. An instance
    /// names its run in each call instead of calling a closure, which JavaScript would count and
    /// guard.
    static RUNS: RefCell<RunTable> = RefCell::default();
}

/// The state that the instance's calls need.
struct InstanceState {
    cell: Rc<RefCell<RunCell>>,
    /// The counter and the arguments of a call, written by the instance.
    slots: Box<[Slot<u64>; 10]>,
    instance: OnceCell<SuspendableInstance>,
}

impl ModuleEngine for BrowserEngine {
    type Code = Compiled;
    type Instance = JspiInstance;
    // This worker answers the system calls, and it is built for size, not speed.
    const SLOWER: u32 = 3;
    const RUNS_AT_ONCE: bool = false;

    fn room() -> usize {
        room() as usize
    }

    async fn compile(&self, metered: &Instrumented) -> Result<Compiled, String> {
        let bytes = Uint8Array::from(metered.bytes.as_slice());
        let module = JsFuture::from(WebAssembly::compile(&bytes)).await;
        let module = module.map_err(|error| format!("the browser cannot compile it ({})", error_text(&error)))?;
        let strings = |names: &Vec<String>| names.iter().map(|name| JsValue::from(name.as_str())).collect::<Array>();
        let state = metered.run_state.as_ref().map_or(JsValue::UNDEFINED, |names| strings(names).into());
        Ok(Compiled::new([module, imports(&metered.calls).into(), state]))
    }

    fn to_posted(code: &Compiled) -> Option<JsValue> {
        Some(code.parts.iter().collect::<Array>().into())
    }

    fn from_posted(posted: JsValue) -> Option<Compiled> {
        let parts: Array = posted.dyn_into().ok()?;
        Some(Compiled::new([parts.get(0), parts.get(1), parts.get(2)]))
    }

    fn instantiate(code: &Compiled, cell: &Rc<RefCell<RunCell>>) -> Result<JspiInstance, StartError> {
        let inside = Rc::new(InstanceState { cell: Rc::clone(cell), slots: Box::default(), instance: OnceCell::new() });
        let run = RUNS.with_borrow_mut(|runs| runs.add(&inside));
        // If the browser has no room, dropping this takes the run out of the table.
        let leased = JspiInstance { inside, run };
        let instance = code.pool.take(leased.inside.slots.as_ptr() as u32, run as u32);
        let instance = instance.map_err(|error| trap::no_instance("browser", &error_text(&error)))?;
        leased.inside.instance.get_or_init(|| instance);
        Ok(leased)
    }
}

impl Compiled {
    fn new(parts: [JsValue; 3]) -> Self {
        let [module, imports, state] = &parts;
        let answer = Reflect::get(&wasm_bindgen::exports(), &ANSWER.into()).expect("exports are an object");
        let (own, clearer) = (wasm_bindgen::memory(), memory_clearer::module());
        let pool = InstancePool::new(module, imports, COUNTER, STACK, state, &own, &answer, &clearer);
        Self { parts, pool }
    }
}

impl ModuleInstance for JspiInstance {
    fn begin(&self) {
        self.inside.update_quiet_stretch();
        self.inside.instance.get().into_iter().for_each(SuspendableInstance::begin);
    }

    fn retry(&self) {
        self.inside.update_quiet_stretch();
        let answer = self.inside.standing(|cell, still| cell.retry(still));
        if let (Some(CallAnswer::Return(answer)), Some(instance)) = (answer, self.inside.instance.get()) {
            instance.resume(answer);
        }
    }
}

impl Drop for JspiInstance {
    fn drop(&mut self) {
        self.inside.instance.get().into_iter().for_each(SuspendableInstance::release);
        RUNS.with_borrow_mut(|runs| runs.remove(self.run));
    }
}

/// Runs by their numbers, which are used again.
#[derive(Default)]
struct RunTable {
    runs: Vec<Option<Rc<InstanceState>>>,
    free: Vec<usize>,
}

impl RunTable {
    fn add(&mut self, run: &Rc<InstanceState>) -> usize {
        let number = self.free.pop().unwrap_or_else(|| {
            self.runs.push(None);
            self.runs.len() - 1
        });
        self.runs[number] = Some(Rc::clone(run));
        number
    }

    fn remove(&mut self, number: usize) {
        self.runs[number] = None;
        self.free.push(number);
    }
}

/// The name of the export of the worker's program that calls [`answer_run`].
const ANSWER: &str = "answer_run";

/// Answers a call of the run with this number, which its instance makes: an error number, or what
/// makes the run wait or end. `number` is that of a system call in the sandbox's table, or of one of
/// the reports above.
pub fn answer_run(run: u32, number: u32) -> i32 {
    // Cloned, because the answer must not borrow the table.
    let run = RUNS.with_borrow(|runs| runs.runs.get(run as usize).cloned().flatten());
    run.map_or(LEAVE, |run| run.answer(number))
}

impl InstanceState {
    /// Handles the instance's calls: those of the module, and reports of its end.
    fn answer(&self, number: u32) -> i32 {
        let answer = match number {
            REFILL => self.standing(|cell, still| cell.refill(still)),
            PROBE => self.probe(),
            RETURNED => self.end(Exit::Code(0)),
            TOO_DEEP => self.end(Exit::Trap(trap::TOO_DEEP.to_owned())),
            FAILED => self.end(Exit::Trap(trap::words(&self.failure()))),
            number => self.standing(|cell, still| cell.call(CALLS[number as usize].call, still)),
        };
        match answer {
            Some(CallAnswer::Return(answer)) => answer,
            Some(CallAnswer::Suspend) => SUSPEND,
            Some(CallAnswer::Leave) | None => LEAVE,
        }
    }

    /// Answers the module's pending call.
    fn standing(
        &self,
        answer: impl FnOnce(&mut RunCell, &mut SuspendedCall<'_, &SuspendableInstance>) -> CallAnswer,
    ) -> Option<CallAnswer> {
        let args: [u64; 9] = std::array::from_fn(|index| self.slots[index + 1].get());
        let mut still = SuspendedCall { counter: self.counter(), args: &args, memory: self.instance.get()? };
        let answer = answer(&mut self.cell.borrow_mut(), &mut still);
        self.slots[0].set(still.counter.cast_unsigned());
        Some(answer)
    }

    fn probe(&self) -> Option<CallAnswer> {
        let place = self.slots[1].get() as i32;
        self.cell.borrow_mut().probe(place, self.counter(), &self.instance.get()?);
        self.update_quiet_stretch();
        None
    }

    /// Tells the instance which calls of a recording form it need not make.
    fn update_quiet_stretch(&self) {
        let cell = self.cell.borrow();
        let (Some(tracer), Some(instance)) = (&cell.tracer, self.instance.get()) else { return };
        let QuietStretch { instructions, frame } = tracer.quiet_stretch();
        let (at, word) = frame.unwrap_or((u32::MAX, 0));
        instance.be_quiet(instructions.start, instructions.end, at, word);
    }

    fn end(&self, exit: Exit) -> Option<CallAnswer> {
        self.cell.borrow_mut().end(exit, self.counter());
        None
    }

    fn counter(&self) -> i64 {
        self.slots[0].get().cast_signed()
    }

    fn failure(&self) -> String {
        self.instance.get().map_or_else(String::new, SuspendableInstance::failure)
    }
}

fn imports(calls: &[Call]) -> Array {
    let rows = calls.iter().map(|&call| {
        let waits = matches!(call, Call::FdRead | Call::PollOneoff);
        let params = call.signature().params;
        let is_narrow = params.len() <= NARROW && params.iter().all(|&param| param == Param::I32);
        row(wasi::MODULE, call.signature().name, call as u32, waits, is_narrow)
    });
    let (module, name) = meter::REFILL;
    let refill = row(module, name, REFILL, true, true);
    let (module, name) = meter::PROBE;
    rows.chain([refill, row(module, name, PROBE, false, false)]).collect()
}

fn row(module: &str, name: &str, number: u32, waits: bool, is_narrow: bool) -> Array {
    Array::of5(&module.into(), &name.into(), &number.into(), &waits.into(), &is_narrow.into())
}

/// The browser's message for an error.
fn error_text(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(|| format!("{error:?}"), |error| String::from(error.message()))
}

#[wasm_bindgen(module = "/js/suspendable_instance.js")]
extern "C" {
    /// Whether this browser can suspend a module that waits.
    pub(super) fn suspends() -> bool;

    /// A compiled module and those of its instances that are free.
    type InstancePool;

    fn room() -> u32;

    #[wasm_bindgen(constructor)]
    fn new(
        module: &JsValue,
        imports: &JsValue,
        counter: &str,
        stack: &str,
        state: &JsValue,
        own: &JsValue,
        answer: &JsValue,
        clearer: &[u8],
    ) -> InstancePool;

    #[wasm_bindgen(method, catch)]
    fn take(this: &InstancePool, slots: u32, run: u32) -> Result<SuspendableInstance, JsValue>;

    /// An instance for one run.
    type SuspendableInstance;

    #[wasm_bindgen(method)]
    fn begin(this: &SuspendableInstance);

    #[wasm_bindgen(method)]
    fn resume(this: &SuspendableInstance, answer: i32);

    #[wasm_bindgen(method)]
    fn release(this: &SuspendableInstance);

    /// Without calls of a recording form from places from `start` to before `end`, as long as
    /// `word` is at `at` in its memory; `u32::MAX` stands for anything there.
    #[wasm_bindgen(method, js_name = beQuiet)]
    fn be_quiet(this: &SuspendableInstance, start: u32, end: u32, at: u32, word: u32);

    #[wasm_bindgen(method)]
    fn failure(this: &SuspendableInstance) -> String;

    #[wasm_bindgen(method, js_name = size)]
    fn js_size(this: &SuspendableInstance) -> f64;

    #[wasm_bindgen(method, js_name = read)]
    fn js_read(this: &SuspendableInstance, at: u32, to: *mut u8, length: usize) -> bool;

    #[wasm_bindgen(method, js_name = write)]
    fn js_write(this: &SuspendableInstance, at: u32, from: *const u8, length: usize) -> bool;
}

impl Memory for &SuspendableInstance {
    fn size(&self) -> u64 {
        self.js_size() as u64
    }

    fn read(&self, at: u32, to: &mut [u8]) -> Result<(), OutOfBoundsError> {
        self.js_read(at, to.as_mut_ptr(), to.len()).then_some(()).ok_or(OutOfBoundsError)
    }

    fn write(&mut self, at: u32, from: &[u8]) -> Result<(), OutOfBoundsError> {
        self.js_write(at, from.as_ptr(), from.len()).then_some(()).ok_or(OutOfBoundsError)
    }
}
