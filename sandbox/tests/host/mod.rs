//! The smallest complete host, on an interpreter: it runs an instrumented module until it needs the
//! host. Knows neither games nor time.

// Each test program uses its own part of this module.
#![allow(dead_code)]

pub mod programs;

use std::fmt;

use botyard_sandbox::meter::{COUNTER, PROBE, REFILL, STACK};
use botyard_sandbox::recording::{RunRecorder, RunRecording};
use botyard_sandbox::wasi::{CALLS, Call, Flow, MODULE, Origin, Param, Process};
use botyard_sandbox::{Budget, Instrumented, Meter, Refill};
use wasmi::{
    Caller, Config, Engine, Error, Extern, Func, FuncType, Global, Linker, Memory, Module, ResumableCall, Store, Val,
    ValType,
};

/// The state in which a run stopped.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    /// `_start` returned, or the module exited with this status.
    Exited(u32),
    /// It wants input.
    Waits,
    /// It looks for input after it has printed.
    Polls,
    /// It is past its limit.
    Exhausted,
    Flooded,
    Trapped(String),
}

/// Why the interpreter is left.
#[derive(Clone, Debug)]
enum Stop {
    Wait(Call, Vec<u64>),
    Poll(Call, Vec<u64>),
    Exhausted,
    Exit(u32),
    Flooded,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl wasmi::errors::HostError for Stop {}

struct Bot {
    process: Process,
    meter: Meter,
    refills: Vec<Budget>,
    counter: Option<Global>,
    memory: Option<Memory>,
    recorder: Option<RunRecorder>,
}

/// One run.
pub struct Run {
    store: Store<Bot>,
    start: Func,
    stack: Global,
    next: Next,
}

enum Next {
    Start,
    Resume(wasmi::ResumableCallHostTrap, Stop),
    Over,
}

impl Run {
    pub fn new(module: &Instrumented, limit: Budget) -> Run {
        let mut config = Config::default();
        // Deeper than the pass lets anything go.
        config.set_max_recursion_depth(100_000).set_max_stack_height(64 << 20);
        let engine = Engine::new(&config);
        let code = Module::new(&engine, &module.bytes).expect("the interpreter takes the module");
        let process = Process::new(Origin { seed: 7, ..Origin::default() }, &["bot"], &[("A", "b")]);
        let mut meter = Meter::new();
        meter.limit(limit);
        let bot = Bot { process, meter, refills: Vec::new(), counter: None, memory: None, recorder: None };
        let mut store = Store::new(&engine, bot);
        let instance = linker(&engine).instantiate_and_start(&mut store, &code).expect("links");
        let counter = instance.get_export(&store, COUNTER).and_then(Extern::into_global);
        let memory = instance.get_export(&store, "memory").and_then(Extern::into_memory);
        let start = instance.get_export(&store, "_start").and_then(Extern::into_func);
        store.data_mut().counter = counter;
        store.data_mut().memory = memory;
        let stack = instance.get_export(&store, STACK).and_then(Extern::into_global).expect("exports its stack");
        Run { store, start: start.expect("exports _start"), stack, next: Next::Start }
    }

    /// Records the run.
    pub fn record(&mut self, recorder: RunRecorder) {
        self.store.data_mut().recorder = Some(recorder);
    }

    /// What was recorded of the whole run.
    pub fn recording(&mut self) -> RunRecording {
        let counter = self.store.data().counter.expect("set").get(&self.store);
        let work = self.store.data().meter.work(counter.i64().expect("an i64"));
        let mut recorder = self.store.data_mut().recorder.take().expect("it is recorded");
        recorder.note_work(work);
        recorder.finish(true).expect("it took part")
    }

    /// Runs until the module needs something.
    pub fn go(&mut self) -> End {
        let stop = match std::mem::replace(&mut self.next, Next::Over) {
            Next::Start => self.start.call_resumable(&mut self.store, &[], &mut []),
            Next::Resume(trap, stop) => match self.retry(&stop) {
                Ok(results) => trap.resume(&mut self.store, &results, &mut []),
                Err(stop) => return self.stopped(trap, stop),
            },
            Next::Over => panic!("the run is over"),
        };
        match stop {
            Ok(ResumableCall::Finished) => End::Exited(0),
            Ok(ResumableCall::HostTrap(trap)) => {
                let stop = trap.host_error().downcast_ref::<Stop>().expect("ours").clone();
                self.stopped(trap, stop)
            }
            Ok(other) => panic!("{other:?}"),
            Err(error) => End::Trapped(error.to_string()),
        }
    }

    /// Returns from `refill` without a grant.
    pub fn let_trap(&mut self) -> End {
        match std::mem::replace(&mut self.next, Next::Over) {
            Next::Resume(trap, Stop::Exhausted) => match trap.resume(&mut self.store, &[], &mut []) {
                Err(error) => End::Trapped(error.to_string()),
                Ok(other) => panic!("it went on: {other:?}"),
            },
            _ => panic!("the run is not exhausted"),
        }
    }

    pub fn process(&mut self) -> &mut Process {
        &mut self.store.data_mut().process
    }

    pub fn limit(&mut self, until: Budget) {
        self.store.data_mut().meter.limit(until);
    }

    pub fn spent(&self) -> Budget {
        let counter = self.store.data().counter.expect("set").get(&self.store);
        self.store.data().meter.spent(counter.i64().expect("an i64"))
    }

    /// Whether its calls have gone too deep.
    pub fn is_too_deep(&self) -> bool {
        let left = self.stack.get(&self.store).i32().expect("an i32");
        left < 0
    }

    /// The time that the run had spent at each refill.
    pub fn refills(&self) -> &[Budget] {
        &self.store.data().refills
    }

    /// Repeats the call in which the module waits.
    fn retry(&mut self, stop: &Stop) -> Result<Vec<Val>, Stop> {
        match stop {
            Stop::Wait(call, args) | Stop::Poll(call, args) => {
                system_call(&mut self.store, *call, args).map(|errno| vec![Val::I32(errno)])
            }
            Stop::Exhausted => refill(&mut self.store).map(|()| vec![]),
            other => Err(other.clone()),
        }
    }

    fn stopped(&mut self, trap: wasmi::ResumableCallHostTrap, stop: Stop) -> End {
        let end = match &stop {
            Stop::Wait(..) => End::Waits,
            Stop::Poll(..) => End::Polls,
            Stop::Exhausted => End::Exhausted,
            Stop::Exit(status) => return End::Exited(*status),
            Stop::Flooded => return End::Flooded,
        };
        self.next = Next::Resume(trap, stop);
        end
    }
}

fn linker(engine: &Engine) -> Linker<Bot> {
    let mut linker = Linker::new(engine);
    for offered in CALLS {
        let params = offered.params.iter().map(|param| match param {
            Param::I32 => ValType::I32,
            Param::I64 => ValType::I64,
        });
        let results = offered.returns_errno.then_some(ValType::I32);
        let call = offered.call;
        let import = move |mut caller: Caller<'_, Bot>, args: &[Val], results: &mut [Val]| {
            let args: Vec<u64> = args.iter().map(word).collect();
            let errno = system_call(&mut caller, call, &args).map_err(Error::host)?;
            if let Some(result) = results.first_mut() {
                *result = Val::I32(errno);
            }
            Ok(())
        };
        let ty = FuncType::new(params.collect::<Vec<_>>(), results);
        linker.func_new(MODULE, offered.name, ty, import).expect("no name twice");
    }
    let import = |mut caller: Caller<'_, Bot>| refill(&mut caller).map_err(Error::host);
    linker.func_wrap(REFILL.0, REFILL.1, import).expect("no name twice");
    let import = |mut caller: Caller<'_, Bot>, place: i32, counter: i64| {
        let memory = caller.data().memory.expect("set");
        let (bytes, bot) = memory.data_and_store_mut(&mut caller);
        let work = bot.meter.work(counter);
        bot.recorder.iter_mut().for_each(|recorder| recorder.probe(place, work, &bytes));
    };
    linker.func_wrap(PROBE.0, PROBE.1, import).expect("no name twice");
    linker
}

fn word(value: &Val) -> u64 {
    match value {
        Val::I32(value) => u64::from(*value as u32),
        Val::I64(value) => *value as u64,
        other => panic!("{other:?} is not an argument of a system call"),
    }
}

fn system_call(mut context: impl wasmi::AsContextMut<Data = Bot>, call: Call, args: &[u64]) -> Result<i32, Stop> {
    let counter = context.as_context().data().counter.expect("set");
    let memory = context.as_context().data().memory.expect("set");
    let before = counter.get(&context).i64().expect("an i64");
    let (mut bytes, bot) = memory.data_and_store_mut(&mut context);
    let spent = bot.meter.spent(before);
    match bot.process.call(call, args, spent, &mut bytes) {
        Flow::Return { errno, cost } => {
            let after = bot.meter.charge(before, cost);
            counter.set(&mut context, Val::I64(after)).expect("it is mutable");
            Ok(i32::from(errno))
        }
        Flow::Wait => Err(Stop::Wait(call, args.to_vec())),
        Flow::Poll => Err(Stop::Poll(call, args.to_vec())),
        Flow::Exit(status) => Err(Stop::Exit(status)),
        Flow::Flooded => Err(Stop::Flooded),
    }
}

fn refill(mut context: impl wasmi::AsContextMut<Data = Bot>) -> Result<(), Stop> {
    let counter = context.as_context().data().counter.expect("set");
    let before = counter.get(&context).i64().expect("an i64");
    let mut context = context.as_context_mut();
    let bot = context.data_mut();
    bot.refills.push(bot.meter.spent(before));
    match bot.meter.refill(before) {
        Refill::Granted(after) => {
            counter.set(&mut context, Val::I64(after)).expect("it is mutable");
            Ok(())
        }
        Refill::Exhausted => Err(Stop::Exhausted),
    }
}
