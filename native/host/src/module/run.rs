//! One run of a module: a fiber that owns its store, and the cell that it shares with the match
//! loop. The fiber runs only while [`ModuleRun::run_slice`] polls it, on the caller's thread.

use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use botyard_driver::{RunPause, RunReport, StartError};
use botyard_engine::exit::Exit;
use botyard_sandbox::trap;
use botyard_sandbox::wasi::{Folder, ROOT, StdinFullError};
use botyard_sandbox::{Budget, Meter, Origin, Process};
use wasmtime::{Store, Trap};

use super::fiber_cell::{FiberCell, run_with_cell, with_cell};
use super::instance_pool::{InstancePool, ReadyInstance};
use super::store_data::StoreData;
use super::{LoadedModule, first_line};

/// The program's name as a module sees it: the same on every host, whatever its file is called.
const PROGRAM: &str = "bot";

/// A run of a module that has not ended. Dropping it ends it.
pub(crate) struct ModuleRun {
    fiber: Pin<Box<dyn Future<Output = (Exit, ReadyInstance)> + Send>>,
    pool: Arc<InstancePool>,
    /// `None` only while the fiber runs.
    cell: Option<Box<FiberCell>>,
    /// One thread executes all of it: the pool counts that thread's page faults.
    stays_on_thread: PhantomData<*const ()>,
}

/// Why a call ends the module's run.
#[derive(Debug, Clone, Copy, thiserror::Error)]
pub(super) enum ExitError {
    #[error("with exit status {0}")]
    Exit(u32),
    #[error("it printed too much")]
    Flooded,
}

impl ModuleRun {
    /// A fresh run of a bot with this folder, before its first instruction. `unread_output_max` is
    /// how many bytes it may print before its output is read.
    ///
    /// # Errors
    /// If it cannot be instantiated.
    pub(crate) fn new(
        loaded: &LoadedModule,
        origin: Origin,
        folder: Folder,
        unread_output_max: usize,
    ) -> Result<Self, StartError> {
        let folders = vec![(ROOT.to_owned(), folder)];
        let mut cell = match loaded.instances.take_cell() {
            Some(mut cell) => cell.process.restart_in(origin, folders).map(|()| cell),
            None => {
                let attached = loaded.attachment().map_or(&[][..], |attachment| attachment.arguments());
                let arguments: Vec<_> = [PROGRAM].iter().chain(attached).copied().collect();
                Process::with_folders(origin, &arguments, &[], folders).map(FiberCell::boxed)
            }
        }
        .map_err(|why| StartError::Bot(format!("of its files, {why}")))?;
        // One byte more than allowed, so that the referee sees that the bot printed too much.
        cell.process.stdout.set_bound(unread_output_max.saturating_add(1));
        cell.recorder = loaded.recorder.as_ref().map(|recorder| recorder.start_run(origin.run));
        Self::start(loaded, cell)
    }

    /// A run with this process.
    ///
    /// # Errors
    /// If it cannot be instantiated.
    pub(super) fn with_process(loaded: &LoadedModule, process: Process) -> Result<Self, StartError> {
        Self::start(loaded, FiberCell::boxed(process))
    }

    fn start(loaded: &LoadedModule, mut cell: Box<FiberCell>) -> Result<Self, StartError> {
        let pool = Arc::clone(&loaded.instances);
        let instance = pool.take().map_err(|error| not_ready(&error))?;
        cell.meter = Meter::at(cell.process.speed());
        cell.begin();
        Ok(Self { fiber: Box::pin(run(instance)), pool, cell: Some(cell), stays_on_thread: PhantomData })
    }

    /// Ends a match's run, and keeps its instance and cell for the module's next run.
    pub(crate) fn end(mut self) {
        if let Some(cell) = self.cell.take() {
            self.pool.put_cell(cell);
        }
    }

    /// Makes its clocks show wall-clock time from now on, by which it is also judged.
    pub(crate) fn show_wall_clock(&mut self) {
        self.cell_mut().show_wall_clock();
    }

    /// Writes to its stdin.
    ///
    /// # Errors
    /// If too much of its input is unread.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> Result<(), StdinFullError> {
        self.cell_mut().process.stdin.push(bytes)
    }

    /// The current content of its folder.
    pub(crate) fn folder(&self) -> Folder {
        self.cell.as_ref().expect(RESTS).process.folder(0)
    }

    pub(crate) fn close_stdin(&mut self) {
        let cell = self.cell_mut();
        cell.process.stdin.close();
        if let Some(recorder) = &mut cell.recorder {
            recorder.note_input_closed();
        }
    }

    /// Allows it to run until it has spent this much since its start.
    pub(crate) fn grant(&mut self, until: Duration) {
        self.cell_mut().meter.limit(Budget::from(until));
    }

    /// Runs it until it returns control, about 10 ms at most. `None` if only its slice is over and
    /// it can continue.
    pub(crate) fn run_slice(&mut self) -> Option<RunPause> {
        let context = &mut Context::from_waker(Waker::noop());
        if let Some(recorder) = &mut self.cell_mut().recorder {
            recorder.update_phase();
        }
        let polled = run_with_cell(&mut self.cell, || self.fiber.as_mut().poll(context));
        match polled {
            Poll::Ready((exit, instance)) => {
                self.pool.put(instance);
                Some(RunPause::Ended(exit))
            }
            Poll::Pending => self.cell_mut().pause.take(),
        }
    }

    /// Moves its output and time since the last report into `report`.
    pub(crate) fn read_report(&mut self, report: &mut RunReport) {
        let FiberCell { process, spent, .. } = self.cell_mut();
        report.take(process, *spent);
    }

    fn cell_mut(&mut self) -> &mut FiberCell {
        self.cell.as_mut().expect(RESTS)
    }
}

/// Message for `expect`: a running module always has a cell.
const RESTS: &str = "a run has its cell again when it has been polled";

/// Runs an instance to its end, and hands it back.
async fn run(mut instance: ReadyInstance) -> (Exit, ReadyInstance) {
    let ReadyInstance { store, start, stack, .. } = &mut instance;
    let result = start.call_async(&mut *store, ()).await;
    note_spent(store);
    let exit = match result {
        Ok(()) => Exit::Code(0),
        Err(_) if stack.get(&mut *store).i32().is_some_and(|left| left < 0) => Exit::Trap(trap::TOO_DEEP.to_owned()),
        Err(error) => exit(&error),
    };
    (exit, instance)
}

/// Notes the time that an ended run has spent.
fn note_spent(store: &mut Store<StoreData>) {
    let Some((_, counter)) = store.data().exports else { return };
    let counter = counter.get(&mut *store).unwrap_i64();
    with_cell(|cell| {
        cell.spent = cell.meter.spent(counter);
        cell.note_work(counter);
    });
}

fn exit(error: &wasmtime::Error) -> Exit {
    if let Some(left) = error.downcast_ref::<ExitError>() {
        return match left {
            ExitError::Exit(status) => Exit::Code(status.cast_signed()),
            ExitError::Flooded => Exit::Trap(left.to_string()),
        };
    }
    Exit::Trap(match error.downcast_ref::<Trap>() {
        Some(trap) => describe(*trap),
        None => first_line(error),
    })
}

/// Why a run cannot begin. A module's data or elements may lie outside its memory or table;
/// otherwise this computer has no room for another run, since the sandbox and the compiler have
/// accepted the module.
fn not_ready(error: &wasmtime::Error) -> StartError {
    match error.downcast_ref::<Trap>() {
        Some(trap) => StartError::Bot(format!("by a trap: {}", describe(*trap))),
        None => StartError::Host { why: format!("wasmtime says: {}", first_line(error)), is_lasting: false },
    }
}

/// Describes a trap in a text that does not depend on the engine.
fn describe(trap: Trap) -> String {
    let words = match trap {
        Trap::UnreachableCodeReached => trap::ABORTED,
        Trap::StackOverflow => trap::TOO_DEEP,
        Trap::MemoryOutOfBounds | Trap::TableOutOfBounds => trap::BEYOND,
        Trap::IntegerDivisionByZero => trap::NO_DIVISION,
        Trap::IntegerOverflow | Trap::BadConversionToInteger => trap::TOO_LARGE,
        Trap::IndirectCallToNull | Trap::BadSignature => trap::NO_FUNCTION,
        other => return other.to_string().trim_start_matches("wasm trap: ").to_owned(),
    };
    words.to_owned()
}
