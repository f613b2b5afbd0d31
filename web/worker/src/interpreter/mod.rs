//! An interpreter as the engine, for browsers that cannot suspend a module: wasmi, which can leave
//! a waiting call and resume it later. It runs the same instrumented module as a browser would,
//! with the same budget.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use botyard_driver::StartError;
use botyard_engine::exit::Exit;
use botyard_sandbox::Instrumented;
use botyard_sandbox::meter::{COUNTER, REFILL, STACK};
use botyard_sandbox::wasi::{CALLS, MODULE, Param, Signature};
use wasm_bindgen::prelude::JsValue;
use wasmi::{
    AsContext, AsContextMut, Caller, Config, Error, Extern, Func, FuncType, Global, Linker, Memory, Module,
    ResumableCall, ResumableCallHostTrap, Store, TrapCode, Val, ValType,
};

use super::engine::{ModuleEngine, ModuleInstance};
use super::run_cell::{CallAnswer, RunCell, SuspendedCall};
use super::trap;

/// How deep calls may go, and how many bytes of stack they may use: many times the sandbox's
/// limits.
const CALLS_DEEP: usize = 100_000;
const STACK_BYTES: usize = 64 << 20;
/// How many stacks of ended runs are kept for reuse: a game may start a run for each unit of a
/// team.
const STACKS_KEPT: usize = 16;

/// wasmi, with the imports for modules.
pub(super) struct InterpreterEngine(Rc<Linker<GuestData>>);

/// A module that wasmi has translated.
pub(super) struct TranslatedModule {
    module: Module,
    linker: Rc<Linker<GuestData>>,
}

/// An instance and its state.
pub(super) struct InterpretedInstance {
    store: RefCell<Store<GuestData>>,
    start: Func,
    /// Negative if calls went too deep.
    stack: Global,
    stands: RefCell<Option<ResumableCallHostTrap>>,
}

/// A store's data.
struct GuestData {
    cell: Rc<RefCell<RunCell>>,
    /// The arguments of the last call.
    args: [u64; 9],
    /// The module's memory and counter, looked up before its first instruction.
    exports: Option<(Memory, Global)>,
}

/// Why a call leaves the interpreter.
#[derive(Debug)]
enum LeaveReason {
    ToWait,
    ForGood,
}

impl fmt::Display for LeaveReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ToWait => "the bot waits",
            Self::ForGood => "the bot has left",
        })
    }
}

impl wasmi::errors::HostError for LeaveReason {}

impl Default for InterpreterEngine {
    fn default() -> Self {
        let mut config = Config::default();
        config
            .set_max_recursion_depth(CALLS_DEEP)
            .set_max_stack_height(STACK_BYTES)
            .set_max_cached_stacks(STACKS_KEPT)
            .ignore_custom_sections(true);
        Self(Rc::new(linker(&wasmi::Engine::new(&config))))
    }
}

impl ModuleEngine for InterpreterEngine {
    type Code = TranslatedModule;
    type Instance = InterpretedInstance;
    const SLOWER: u32 = 100;
    const RUNS_AT_ONCE: bool = true;

    fn room() -> usize {
        // All runs use the worker's own memory.
        usize::MAX
    }

    async fn compile(&self, metered: &Instrumented) -> Result<TranslatedModule, String> {
        let module = Module::new(self.0.engine(), &metered.bytes);
        let module = module.map_err(|error| format!("the interpreter cannot read it ({error})"))?;
        Ok(TranslatedModule { module, linker: Rc::clone(&self.0) })
    }

    // wasmi's modules belong to one engine in one worker's memory.
    fn to_posted(_: &TranslatedModule) -> Option<JsValue> {
        None
    }

    fn from_posted(_: JsValue) -> Option<TranslatedModule> {
        None
    }

    fn instantiate(code: &TranslatedModule, cell: &Rc<RefCell<RunCell>>) -> Result<InterpretedInstance, StartError> {
        let guest = GuestData { cell: Rc::clone(cell), args: [0; 9], exports: None };
        let mut store = Store::new(code.linker.engine(), guest);
        let instance = code.linker.instantiate_and_start(&mut store, &code.module);
        let instance = instance.map_err(|error| trap::no_instance("interpreter", &error.to_string()))?;
        let export = |name| instance.get_export(&store, name);
        let memory = export("memory").and_then(Extern::into_memory);
        let counter = export(COUNTER).and_then(Extern::into_global);
        let start = export("_start").and_then(Extern::into_func);
        let stack = export(STACK).and_then(Extern::into_global);
        let missing = || StartError::Bot("memory, counter, stack or start is missing".to_owned());
        let (start, stack) = start.zip(stack).ok_or_else(missing)?;
        store.data_mut().exports = Some(memory.zip(counter).ok_or_else(missing)?);
        Ok(InterpretedInstance { store: RefCell::new(store), start, stack, stands: RefCell::default() })
    }
}

impl ModuleInstance for InterpretedInstance {
    fn begin(&self) {
        let left = self.start.call_resumable(&mut *self.store.borrow_mut(), &[], &mut []);
        self.settle_call(left);
    }

    fn retry(&self) {
        let Some(stands) = self.stands.take() else { return };
        let mut store = self.store.borrow_mut();
        match standing(&mut *store, |cell, still| cell.retry(still)) {
            CallAnswer::Return(answer) => {
                let answers = [Val::I32(answer)];
                // A request for a slice has no result.
                let count = stands.host_func().ty(&*store).results().len();
                let left = stands.resume(&mut *store, &answers[..count], &mut []);
                drop(store);
                self.settle_call(left);
            }
            CallAnswer::Suspend => *self.stands.borrow_mut() = Some(stands),
            CallAnswer::Leave => {}
        }
    }
}

impl InterpretedInstance {
    /// Notes the module's pending call, or how it has ended.
    fn settle_call(&self, left: Result<ResumableCall, Error>) {
        let exit = match left {
            Ok(ResumableCall::HostTrap(stands)) => {
                let waits = matches!(stands.host_error().downcast_ref(), Some(LeaveReason::ToWait));
                return *self.stands.borrow_mut() = waits.then_some(stands);
            }
            Ok(ResumableCall::Finished) => Exit::Code(0),
            Ok(ResumableCall::OutOfFuel(_)) => Exit::Trap("it has no fuel, of which none is asked".to_owned()),
            Err(_) if self.is_too_deep() => Exit::Trap(trap::TOO_DEEP.to_owned()),
            Err(error) => Exit::Trap(words(&error)),
        };
        let store = self.store.borrow();
        let counter = store.data().exports.map_or(0, |(_, counter)| value(counter, &*store));
        store.data().cell.borrow_mut().end(exit, counter);
    }

    fn is_too_deep(&self) -> bool {
        self.stack.get(&*self.store.borrow()).i32().is_some_and(|left| left < 0)
    }
}

/// The imports for modules.
fn linker(engine: &wasmi::Engine) -> Linker<GuestData> {
    let mut linker = Linker::new(engine);
    for offered in CALLS {
        let call = offered.call;
        let import = move |mut caller: Caller<'_, GuestData>, args: &[Val], results: &mut [Val]| {
            let kept = &mut caller.data_mut().args;
            kept.iter_mut().zip(args).for_each(|(kept, arg)| *kept = word(arg));
            let errno = answered(standing(&mut caller, |cell, still| cell.call(call, still)))?;
            results.iter_mut().for_each(|result| *result = Val::I32(errno));
            Ok(())
        };
        linker.func_new(MODULE, offered.name, signature(offered), import).expect("no name is there twice");
    }
    let refill =
        |mut caller: Caller<'_, GuestData>| answered(standing(&mut caller, |cell, still| cell.refill(still))).map(drop);
    linker.func_wrap(REFILL.0, REFILL.1, refill).expect("no name is there twice");
    linker
}

/// Answers the module's pending call.
fn standing(
    mut context: impl AsContextMut<Data = GuestData>,
    answer: impl FnOnce(&mut RunCell, &mut SuspendedCall<'_, &mut [u8]>) -> CallAnswer,
) -> CallAnswer {
    let Some((memory, counter)) = context.as_context().data().exports else { return CallAnswer::Leave };
    let before = value(counter, &context);
    let (memory, guest) = memory.data_and_store_mut(&mut context);
    let mut still = SuspendedCall { counter: before, args: &guest.args, memory };
    let answer = answer(&mut guest.cell.borrow_mut(), &mut still);
    let after = still.counter;
    counter.set(&mut context, Val::I64(after)).expect("the pass makes it so that it can be set");
    answer
}

fn answered(answer: CallAnswer) -> Result<i32, Error> {
    match answer {
        CallAnswer::Return(answer) => Ok(answer),
        CallAnswer::Suspend => Err(Error::host(LeaveReason::ToWait)),
        CallAnswer::Leave => Err(Error::host(LeaveReason::ForGood)),
    }
}

fn signature(offered: &Signature) -> FuncType {
    let params = offered.params.iter().map(|param| match param {
        Param::I32 => ValType::I32,
        Param::I64 => ValType::I64,
    });
    FuncType::new(params.collect::<Vec<_>>(), offered.returns_errno.then_some(ValType::I32))
}

fn value(counter: Global, context: impl AsContext) -> i64 {
    counter.get(context).i64().expect("the pass makes it an i64")
}

fn word(value: &Val) -> u64 {
    match value {
        Val::I32(value) => u64::from(value.cast_unsigned()),
        Val::I64(value) => value.cast_unsigned(),
        other => unreachable!("no call is offered that takes {other:?}"),
    }
}

/// Describes an error as a clause.
fn words(error: &Error) -> String {
    let words = match error.as_trap_code() {
        Some(TrapCode::UnreachableCodeReached) => trap::ABORTED,
        Some(TrapCode::StackOverflow) => trap::TOO_DEEP,
        Some(TrapCode::MemoryOutOfBounds | TrapCode::TableOutOfBounds) => trap::BEYOND,
        Some(TrapCode::IntegerDivisionByZero) => trap::NO_DIVISION,
        Some(TrapCode::IntegerOverflow | TrapCode::BadConversionToInteger) => trap::TOO_LARGE,
        Some(TrapCode::IndirectCallToNull | TrapCode::BadSignature) => trap::NO_FUNCTION,
        _ => return error.to_string(),
    };
    words.to_owned()
}

#[cfg(test)]
mod tests;
