//! Instances of modules that are ready for a run: new ones, and used ones whose initial state has
//! been restored. Making a new instance takes longer than most runs that answer a single question.
//! The cells that runs share with the match loop are kept, too.

use std::collections::VecDeque;
use std::ops::Range;
use std::slice;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use wasmtime::{Extern, Global, InstancePre, Memory, Module, ModuleExport, Store, TypedFunc, Val};

use super::fiber_cell::FiberCell;
use super::store_data::StoreData;
use super::written_pages::WrittenPages;
use super::{KEPT, ModuleExports, poll_once};

/// The most instances that wait, of all modules of a loader together: as many runs as four matches
/// of four bots have alive at once (`Limits::window`).
const IDLE: usize = 128;
/// A memory of at most this many bytes is restored as a whole, if the system cannot report which
/// pages were written.
const WHOLE: usize = 128 << 10;
/// The largest memory that is restored, in bytes.
const RESTORED: usize = 4 << 20;

/// An instance before the first instruction of a run, or after the last.
pub(super) struct ReadyInstance {
    pub(super) store: Store<StoreData>,
    pub(super) start: TypedFunc<(), ()>,
    /// The rest of the stack.
    pub(super) stack: Global,
    memory: Memory,
    /// The globals that a run changes.
    globals: Vec<Global>,
    written: WrittenPages,
}

/// The instances of all modules of a loader that wait for another run, the latest last. Clones
/// share them.
#[derive(Clone, Default)]
pub(super) struct IdleInstances(Arc<Mutex<VecDeque<(u64, ReadyInstance)>>>);

impl IdleInstances {
    fn lock(&self) -> MutexGuard<'_, VecDeque<(u64, ReadyInstance)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The cells of ended runs. Runs hold them in a box, which is handed on.
type EndedCells = Vec<Box<FiberCell>>;

/// Makes the instances of one module.
pub(super) struct InstancePool {
    instance: InstancePre<StoreData>,
    exports: ModuleExports,
    /// The globals that a run changes; `None` if it may change more than those and its memory.
    state: Option<Vec<ModuleExport>>,
    /// The state of a new instance; `None` if it cannot be restored.
    first: OnceLock<Option<FirstState>>,
    idle: IdleInstances,
    /// The cells of the runs of matches that have ended.
    cells: Mutex<EndedCells>,
    /// Distinguishes the module's instances from others.
    number: u64,
}

/// The content of the memory and the globals of a new instance.
struct FirstState {
    /// The size of the memory.
    size: usize,
    /// Its content from this byte on; before and behind it are zeros.
    content: (usize, Vec<u8>),
    globals: Vec<Val>,
}

impl InstancePool {
    /// Instances of this module. `state` are the globals that a run changes, if those and the
    /// memory are all.
    pub(super) fn new(
        instance: InstancePre<StoreData>,
        exports: ModuleExports,
        state: Option<Vec<ModuleExport>>,
        idle: IdleInstances,
    ) -> Self {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let (first, cells) = Default::default();
        Self { instance, exports, state, first, idle, cells, number }
    }

    pub(super) fn module(&self) -> &Module {
        self.instance.module()
    }

    /// An instance before its first instruction.
    ///
    /// # Errors
    /// wasmtime's.
    pub(super) fn take(&self) -> wasmtime::Result<ReadyInstance> {
        let mut idle = self.idle.lock();
        if let Some(place) = idle.iter().rposition(|(number, _)| *number == self.number) {
            let (_, mut instance) = idle.remove(place).expect("it was found");
            instance.written.begin_run();
            return Ok(instance);
        }
        // Waiting instances take up room that new ones may need.
        let waiting = idle.len();
        drop(idle);
        self.instantiate().or_else(|error| {
            if waiting == 0 || error.is::<wasmtime::Trap>() {
                return Err(error);
            }
            self.idle.lock().clear();
            self.instantiate()
        })
    }

    /// Keeps an instance whose run has ended, if its state can be restored.
    pub(super) fn put(&self, mut instance: ReadyInstance) {
        let Some(first) = self.first.get().and_then(Option::as_ref) else { return };
        if !first.restore(&mut instance) {
            return;
        }
        let mut idle = self.idle.lock();
        idle.push_back((self.number, instance));
        let oldest = if idle.len() > IDLE { idle.pop_front() } else { None };
        drop(idle);
        drop(oldest);
    }

    /// The cell of an ended run of a match, for the next one. It keeps its arguments: they depend
    /// on how a module is given its script or files, which is the same in all matches of a pool.
    pub(super) fn take_cell(&self) -> Option<Box<FiberCell>> {
        self.lock_cells().pop()
    }

    /// Keeps the cell of a run whose report has been read.
    pub(super) fn put_cell(&self, mut cell: Box<FiberCell>) {
        cell.process.clear();
        cell.recorder = None;
        let mut cells = self.lock_cells();
        if cells.len() < IDLE {
            cells.push(cell);
        }
    }

    fn lock_cells(&self) -> MutexGuard<'_, EndedCells> {
        self.cells.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn instantiate(&self) -> wasmtime::Result<ReadyInstance> {
        let mut store = Store::new(self.module().engine(), StoreData::default());
        let instance = poll_once(self.instance.instantiate_async(&mut store))?;
        let ModuleExports { memory, counter, stack, start } = self.exports;
        let mut export = |export| instance.get_module_export(&mut store, &export);
        let memory = export(memory).and_then(Extern::into_memory);
        let counter = export(counter).and_then(Extern::into_global);
        let stack = export(stack).and_then(Extern::into_global);
        let start = export(start).and_then(Extern::into_func);
        let state = self.state.iter().flatten().filter_map(|global| export(*global).and_then(Extern::into_global));
        let globals = state.chain(counter).chain(stack).collect();
        let missing = || wasmtime::Error::msg("memory, counters and start are missing");
        let (memory, counter) = memory.zip(counter).ok_or_else(missing)?;
        let (stack, start) = stack.zip(start).ok_or_else(missing)?;
        store.data_mut().exports = Some((memory, counter));
        let start = start.typed::<(), ()>(&store)?;
        let mut instance = ReadyInstance { store, start, stack, memory, globals, written: WrittenPages::default() };
        if self.state.is_some() {
            self.first.get_or_init(|| FirstState::read(&mut instance));
        }
        Ok(instance)
    }
}

impl FirstState {
    /// Reads the state of a new instance.
    fn read(instance: &mut ReadyInstance) -> Option<Self> {
        let ReadyInstance { store, memory, globals, .. } = instance;
        let bytes = memory.data(&*store);
        let size = bytes.len();
        if size > RESTORED {
            return None;
        }
        let start = bytes.iter().position(|byte| *byte != 0).unwrap_or(size);
        let end = bytes.iter().rposition(|byte| *byte != 0).map_or(start, |last| last + 1);
        let content = (start, bytes[start..end].to_vec());
        let globals = globals.iter().map(|global| global.get(&mut *store)).collect();
        Some(Self { size, content, globals })
    }

    /// Restores the state before the run; `false` if that is not possible.
    fn restore(&self, instance: &mut ReadyInstance) -> bool {
        let ReadyInstance { store, memory, globals, written, .. } = instance;
        let bytes = memory.data_mut(&mut *store);
        if bytes.len() != self.size {
            return false;
        }
        let whole = 0..self.size;
        let written = match written.find(bytes) {
            Some(written) => written,
            None if self.size <= WHOLE => slice::from_ref(&whole),
            None => return false,
        };
        // A waiting instance keeps all memory that it has ever written.
        if written.iter().map(Range::len).sum::<usize>() > KEPT {
            return false;
        }
        for part in written {
            self.restore_part(bytes, part.clone());
        }
        globals.iter().zip(&self.globals).all(|(global, value)| global.set(&mut *store, *value).is_ok())
    }

    fn restore_part(&self, bytes: &mut [u8], part: Range<usize>) {
        let (start, content) = &self.content;
        bytes[part.clone()].fill(0);
        let (from, to) = (part.start.max(*start), part.end.min(start + content.len()));
        if from < to {
            bytes[from..to].copy_from_slice(&content[from - start..to - start]);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use botyard_engine::games::bitmartyr::{BitMartyrBoard, BitMartyrSettings, HEALTH_MAX, Unit, WireFormat};
    use botyard_engine::seat::Seat;

    use crate::module::{LoadedModule, ModuleLoader};
    use crate::{HostError, HostedMatch, Interrupt, NoAudience, SeatBody, play_match};

    /// A bot whose units stay where they are.
    const STILL: &str = r#"(module
        (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
        (memory (export "memory") 1)
        (data (i32.const 8) "\c0\00\00\00\01\00\00\00")
        (data (i32.const 192) "0")
        (func (export "_start") (drop (call $write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 20)))))"#;

    fn load(loader: &ModuleLoader) -> LoadedModule {
        let module = wat::parse_str(STILL).expect("the module is well-formed");
        loader.load(&module).expect("the module may run")
    }

    /// Plays two teams of this many units, for each of which a run is started in each turn, all at
    /// once. No bot may have a fault.
    fn play(module: &LoadedModule, units: usize) -> Result<(), HostError> {
        let mut board = BitMartyrBoard::empty(20, 20).expect("a board");
        for cell in 0..2 * units {
            board.set_unit(2 * cell, Some(Unit { team: Seat::new(cell % 2), health: HEALTH_MAX }));
        }
        let settings =
            BitMartyrSettings { duration: 4, wires: vec![WireFormat::Basic; 2], ..BitMartyrSettings::on(board) };
        let players = ["a", "b"].map(|name| (name.to_owned(), SeatBody::Module(module.clone())));
        let mut hosted_match = HostedMatch::new("bitmartyr", 7, players.into());
        hosted_match.match_spec.settings = serde_json::to_value(settings).expect("it is plain data");
        let game = play_match(hosted_match, &mut NoAudience, &Interrupt::default())?;
        assert_eq!((game.turn_count(), game.faults().len()), (8, 0));
        Ok(())
    }

    #[track_caller]
    fn check_shortage(played: Result<(), HostError>) {
        let why = played.expect_err("there are too few runs");
        assert!(why.is_shortage(), "it may be played later: {why}");
        assert!(matches!(why, HostError::NoRun { is_lasting: false, .. }), "{why}");
    }

    #[test]
    fn a_match_for_which_there_are_too_few_runs_is_void() {
        let loader = ModuleLoader::with_runs(6).expect("wasmtime works here");
        let module = load(&loader);
        play(&module, 3).expect("there are as many as it needs");
        check_shortage(play(&module, 4));
        play(&module, 3).expect("what the other match held is free again");
    }

    /// Waiting instances of other modules take up all room.
    #[test]
    fn instances_that_wait_make_room() {
        let loader = ModuleLoader::with_runs(4).expect("wasmtime works here");
        for _ in 0..3 {
            let module = load(&loader);
            play(&module, 2).expect("the others only wait");
            assert!(!loader.idle.lock().is_empty(), "its own wait now");
        }
    }

    /// Matches that compete for runs are void, and are played when there is room again.
    #[test]
    fn matches_that_share_too_few_runs_have_no_faults() {
        let loader = ModuleLoader::with_runs(6).expect("wasmtime works here");
        let module = load(&loader);
        thread::scope(|scope| {
            for _ in 0..3 {
                let module = module.clone();
                scope.spawn(move || {
                    for _ in 0..10 {
                        while let Err(why) = play(&module, 2) {
                            check_shortage(Err(why));
                            thread::yield_now();
                        }
                    }
                });
            }
        });
    }
}
