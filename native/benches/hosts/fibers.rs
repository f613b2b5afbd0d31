//! Exchanges a turn's bytes with two wasmtime fibers: the cost of suspending a module and calling
//! its imports alone. Knows no sandbox, no budget and no match.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use wasmtime::{Caller, Engine, Linker, Memory, Module, Result, Store};

use super::tally::WORD;

/// The input and output of a fiber.
#[derive(Default)]
struct Streams {
    stdin: Vec<u8>,
    stdout: Vec<u8>,
}

type SharedStreams = Arc<Mutex<Streams>>;

/// A store's data. The memory is looked up once, as hosts do.
struct FiberData {
    streams: SharedStreams,
    memory: Option<Memory>,
}

/// A module that waits for input.
struct Fiber {
    run: Pin<Box<dyn Future<Output = Result<()>> + Send>>,
    streams: SharedStreams,
}

/// The time of one of this many exchanges with two fibers of this module in turn. Starting them is
/// not counted.
pub fn ping_pong(module: &[u8], turns: usize) -> Duration {
    let engine = Engine::default();
    let module = Module::new(&engine, module).expect("the module is well-formed");
    let mut fibers = [start(&engine, &module), start(&engine, &module)];
    let mut exchange = |number: usize| {
        let fiber = &mut fibers[number % 2];
        lock(&fiber.streams).stdin.extend_from_slice(WORD);
        fiber.resume();
        let mut streams = lock(&fiber.streams);
        assert_eq!(streams.stdout, WORD);
        streams.stdout.clear();
    };
    (0..2).for_each(&mut exchange);
    let start = Instant::now();
    (0..turns).for_each(&mut exchange);
    start.elapsed() / turns as u32
}

impl Fiber {
    /// Runs the fiber until it waits for input.
    fn resume(&mut self) {
        let waits = self.run.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending();
        assert!(waits, "the module reads for ever");
    }
}

/// A fiber that has asked for its first input.
fn start(engine: &Engine, module: &Module) -> Fiber {
    let streams = SharedStreams::default();
    let mut store = Store::new(engine, FiberData { streams: Arc::clone(&streams), memory: None });
    let (linker, module) = (linker(engine).expect("the imports are well-formed"), module.clone());
    let run = Box::pin(async move {
        let instance = linker.instantiate_async(&mut store, &module).await?;
        store.data_mut().memory = instance.get_memory(&mut store, "memory");
        let start = instance.get_typed_func::<(), ()>(&mut store, "_start")?;
        start.call_async(&mut store, ()).await
    });
    let mut fiber = Fiber { run, streams };
    fiber.resume();
    fiber
}

/// `fd_read` and `fd_write` with one buffer each.
fn linker(engine: &Engine) -> Result<Linker<FiberData>> {
    const MODULE: &str = "wasi_snapshot_preview1";
    let mut linker = Linker::new(engine);
    linker.func_wrap_async(
        MODULE,
        "fd_read",
        |mut caller: Caller<'_, FiberData>, (_, buffer, _, length): (i32, i32, i32, i32)| {
            Box::new(async move {
                while lock(&caller.data().streams).stdin.is_empty() {
                    suspend().await;
                }
                let (memory, streams) = memory(&mut caller);
                let mut streams = lock(streams);
                let (at, room) = read_buffer(memory, buffer);
                let read = streams.stdin.len().min(room);
                memory[at..at + read].copy_from_slice(&streams.stdin[..read]);
                streams.stdin.drain(..read);
                write_number(memory, length, read);
                0_i32
            })
        },
    )?;
    let write = |mut caller: Caller<'_, FiberData>, _: i32, buffer: i32, _: i32, length: i32| {
        let (memory, streams) = memory(&mut caller);
        let (at, written) = read_buffer(memory, buffer);
        lock(streams).stdout.extend_from_slice(&memory[at..at + written]);
        write_number(memory, length, written);
        0_i32
    };
    linker.func_wrap(MODULE, "fd_write", write)?;
    Ok(linker)
}

fn memory<'a>(caller: &'a mut Caller<'_, FiberData>) -> (&'a mut [u8], &'a SharedStreams) {
    let memory = caller.data().memory.expect("the module starts when it is known");
    let (bytes, data) = memory.data_and_store_mut(caller);
    (bytes, &data.streams)
}

/// The place and the length of a buffer.
fn read_buffer(memory: &[u8], at: i32) -> (usize, usize) {
    let number = |at: usize| u32::from_le_bytes(memory[at..at + 4].try_into().expect("four bytes")) as usize;
    (number(at as usize), number(at as usize + 4))
}

fn write_number(memory: &mut [u8], at: i32, number: usize) {
    memory[at as usize..at as usize + 4].copy_from_slice(&(number as u32).to_le_bytes());
}

/// Returns control to the caller that polls the fiber, once.
async fn suspend() {
    let mut asked = false;
    poll_fn(|_| if std::mem::replace(&mut asked, true) { Poll::Ready(()) } else { Poll::Pending }).await;
}

fn lock(streams: &SharedStreams) -> MutexGuard<'_, Streams> {
    streams.lock().expect("nobody panics")
}
