//! One run of one bot: begins, waits for input or for time, goes on, ends. Knows no match, and no engine but by its trait.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use botyard_driver::{RunPause, RunReport};
use botyard_sandbox::wasi::{Folder, StdinFullError};
use botyard_sandbox::{Budget, Origin, Process};

use super::engine::{ModuleEngine, ModuleInstance};
use super::module_cache::PreparedModule;
use super::run_cell::{ResumeStep, RunCell};
use super::scheduler::Scheduler;

/// The program's name as a module sees it: the same on every host, whatever its file is called.
const PROGRAM: &str = "bot";

/// A run. Dropping it ends it, whatever it waits for.
pub(super) struct BotRun<E: ModuleEngine> {
    instance: E::Instance,
    cell: Rc<RefCell<RunCell>>,
}

impl<E: ModuleEngine> BotRun<E> {
    /// A fresh run, before its first instruction. `unread` is how much it may have printed before that is reported.
    ///
    /// # Errors
    /// If there is no room for it: why, as a clause.
    pub(super) fn new(
        module: &PreparedModule<E>,
        origin: Origin,
        unread: usize,
        scheduler: &Rc<Scheduler>,
    ) -> Result<Self, String> {
        Self::of(module, Process::new(origin, &[PROGRAM], &[]), unread, scheduler)
    }

    /// The same as this process.
    ///
    /// # Errors
    /// If there is no room for it: why, as a clause.
    pub(super) fn of(
        module: &PreparedModule<E>,
        process: Process,
        unread: usize,
        scheduler: &Rc<Scheduler>,
    ) -> Result<Self, String> {
        let cell = Rc::new(RefCell::new(RunCell::new(process, unread, E::SLOWER, Rc::clone(scheduler))));
        Ok(Self { instance: E::instantiate(&module.code, &cell)?, cell })
    }

    /// Sends input.
    ///
    /// # Errors
    /// If too much of it is unread.
    pub(super) fn send(&self, bytes: &[u8]) -> Result<(), StdinFullError> {
        self.cell.borrow_mut().process.stdin.push(bytes)
    }

    pub(super) fn close_stdin(&self) {
        self.cell.borrow_mut().process.stdin.close();
    }

    /// What its folder holds now.
    pub(super) fn folder(&self) -> Folder {
        self.cell.borrow().process.folder(0)
    }

    /// Lets it run until it has spent this much since its start.
    pub(super) fn grant(&self, until: Duration) {
        self.cell.borrow_mut().meter.limit(Budget::from(until));
    }

    /// Whether it is inside its module, or about to be.
    pub(super) fn is_working(&self) -> bool {
        self.cell.borrow().is_working()
    }

    /// Lets it go on if there is something for it to do; otherwise it has a reason to pause at once. It may run before
    /// this returns.
    pub(super) fn go(&self) {
        // The bot may be at work in a moment, and nothing of it may be borrowed then.
        let step = self.cell.borrow_mut().step();
        match step {
            ResumeStep::Begin => self.instance.begin(),
            ResumeStep::Retry => self.instance.retry(),
            ResumeStep::Stay => {}
        }
    }

    /// Why it has paused, once.
    pub(super) fn take_pause(&self) -> Option<RunPause> {
        self.cell.borrow_mut().pause.take()
    }

    /// Moves what it has done since the last report into `report`.
    pub(super) fn read_report(&self, report: &mut RunReport) {
        let mut cell = self.cell.borrow_mut();
        let RunCell { process: Process { stdout, stderr, .. }, spent, .. } = &mut *cell;
        report.stdout.clear();
        report.stdout.extend_from_slice(stdout.bytes());
        report.printed_at = stdout.stamp().into();
        stdout.clear();
        report.stderr.clear();
        report.stderr.extend_from_slice(stderr.bytes());
        stderr.clear();
        report.spent = (*spent).into();
    }
}
