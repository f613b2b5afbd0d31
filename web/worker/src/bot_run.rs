//! One run of one bot: starts, waits for input or for time, continues, ends. Knows no match, and
//! the engine only by its trait.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use botyard_driver::{RunPause, RunReport, StartError};
use botyard_sandbox::wasi::{Folder, ROOT, StdinFullError};
use botyard_sandbox::{Attachment, Budget, Origin, Process};

use super::engine::{ModuleEngine, ModuleInstance};
use super::module_cache::PreparedModule;
use super::run_cell::{ResumeStep, RunCell};
use super::scheduler::Scheduler;
use super::tracing::RunTracer;

/// The program's name in a module's arguments: the same on every host, whatever its file is called.
const PROGRAM: &str = "bot";

/// A run. Dropping it ends it, even while it waits.
pub(super) struct BotRun<E: ModuleEngine> {
    instance: E::Instance,
    cell: Rc<RefCell<RunCell>>,
}

impl<E: ModuleEngine> BotRun<E> {
    /// A fresh run, before its first instruction. `unread_output_max` is how many bytes it may
    /// print before its output is read.
    ///
    /// # Errors
    /// If it cannot be instantiated.
    pub(super) fn new(
        module: &PreparedModule<E>,
        origin: Origin,
        unread_output_max: usize,
        scheduler: &Rc<Scheduler>,
    ) -> Result<Self, StartError> {
        let own = module.attachment.as_ref().map_or(&[][..], Attachment::arguments);
        Self::with_arguments(module, own, origin, unread_output_max, scheduler)
    }

    /// Like [`Self::new`], with other arguments after the program's name.
    ///
    /// # Errors
    /// If it cannot be instantiated, or has too many arguments.
    pub(super) fn with_arguments(
        module: &PreparedModule<E>,
        further: &[&str],
        origin: Origin,
        unread_output_max: usize,
        scheduler: &Rc<Scheduler>,
    ) -> Result<Self, StartError> {
        let (mut arguments, mut folder) = (vec![PROGRAM], Folder::default());
        arguments.extend(further);
        if let Some(attachment) = &module.attachment {
            attachment.add_to(&mut folder);
        }
        let process = Process::with_folders(origin, &arguments, &[], vec![(ROOT.to_owned(), folder)]);
        Self::instantiate(
            module,
            process.map_err(|why| StartError::Bot(format!("of its files, {why}")))?,
            unread_output_max,
            scheduler,
        )
    }

    /// A run with this process.
    ///
    /// # Errors
    /// If it cannot be instantiated.
    pub(super) fn instantiate(
        module: &PreparedModule<E>,
        process: Process,
        unread_output_max: usize,
        scheduler: &Rc<Scheduler>,
    ) -> Result<Self, StartError> {
        let cell = Rc::new(RefCell::new(RunCell::new(process, unread_output_max, E::SLOWER, Rc::clone(scheduler))));
        Ok(Self { instance: E::instantiate(&module.code, &cell)?, cell })
    }

    /// Has its clocks show real time from now on, by which it is judged on the wall clock.
    pub(super) fn show_wall_clock(&self) {
        self.cell.borrow_mut().show_wall_clock();
    }

    /// Writes to its stdin.
    ///
    /// # Errors
    /// If too much of it is unread.
    pub(super) fn send(&self, bytes: &[u8]) -> Result<(), StdinFullError> {
        self.cell.borrow_mut().process.stdin.push(bytes)
    }

    pub(super) fn close_stdin(&self) {
        let mut cell = self.cell.borrow_mut();
        cell.process.stdin.close();
        cell.tracer.iter_mut().for_each(|tracer| tracer.note_input_closed());
    }

    /// Records it.
    pub(super) fn trace(&self, tracer: Box<dyn RunTracer>) {
        self.cell.borrow_mut().trace(tracer);
    }

    /// The current content of its folder.
    pub(super) fn folder(&self) -> Folder {
        self.cell.borrow().process.folder(0)
    }

    /// Allows it to run until it has spent this much since its start.
    pub(super) fn grant(&self, until: Duration) {
        self.cell.borrow_mut().meter.limit(Budget::from(until));
    }

    /// Whether its module is running, or about to run.
    pub(super) fn is_working(&self) -> bool {
        self.cell.borrow().is_working()
    }

    /// Lets it continue if it can; otherwise it pauses again immediately. It may run before this
    /// returns.
    pub(super) fn resume_run(&self) {
        // The bot may run now, so none of its state may be borrowed.
        let step = self.cell.borrow_mut().step();
        match step {
            ResumeStep::Begin => self.instance.begin(),
            ResumeStep::Retry => self.instance.retry(),
            ResumeStep::Stay => {}
        }
    }

    /// Why it has paused; returned once.
    pub(super) fn take_pause(&self) -> Option<RunPause> {
        self.cell.borrow_mut().pause.take()
    }

    /// Moves its output and time since the last report into `report`.
    pub(super) fn read_report(&self, report: &mut RunReport) {
        let RunCell { process, spent, .. } = &mut *self.cell.borrow_mut();
        report.take(process, *spent);
    }
}
