//! Has match workers play cases: a match that repeats a record, with a bot in one seat. Knows
//! neither the list nor the store.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use botyard_engine::anymatch::{MatchSpec, RecordedSeats};
use botyard_engine::replay::Turn;
use botyard_engine::seat::Seat;
use botyard_engine::transcript::Passage;
use botyard_web_protocol::match_worker::FromMatchWorker;
use botyard_web_protocol::{FromWorker, MatchProgress, PlayRequest, ToWorker};
use js_sys::Uint8Array;
use serde_json::Value;

use super::case_list::CaseNumber;
use super::match_worker::MatchWorkerHandle;

/// A bot that is to play a case.
pub(crate) struct CaseTask {
    pub(crate) number: CaseNumber,
    pub(crate) key: String,
    pub(crate) match_spec: MatchSpec,
    pub(crate) recorded: RecordedSeats,
    pub(crate) seat: Seat,
    pub(crate) bot: CaseBot,
}

/// Where the bot is.
pub(crate) enum CaseBot {
    /// Here, as a module.
    Module(Uint8Array),
    /// On the visitor's computer, under this number: the native program plays it.
    Host(u32),
}

/// A match that was played for a case.
#[derive(Debug, Default)]
pub(crate) struct PlayedCase {
    pub(crate) turns: Vec<Turn<Value>>,
    pub(crate) passages: Vec<Passage>,
}

/// Called with a task's result: the match, or a sentence with the reason why there is none.
type ReportPlayed = dyn Fn(CaseNumber, String, Result<PlayedCase, String>);

/// The workers. Dropping it ends them, and the matches that they play.
pub(crate) struct CaseRunner(Rc<RunnerState>);

struct RunnerState {
    programs: [String; 2],
    /// How many workers there may be.
    most: usize,
    report: Box<ReportPlayed>,
    pool: RefCell<CaseWorkers>,
}

#[derive(Default)]
struct CaseWorkers {
    queue: VecDeque<CaseTask>,
    workers: Vec<CaseWorker>,
    /// Whether modules are interpreted, because this browser cannot suspend them.
    interprets: bool,
    ids: u32,
}

struct CaseWorker {
    /// Identifies the worker: messages of an earlier one in its place are ignored.
    id: u32,
    worker: MatchWorkerHandle,
    is_up: bool,
    playing: Option<(CaseTask, PlayedCase)>,
}

impl CaseRunner {
    /// A runner that has no workers yet and starts at most this many. `report` is called with the
    /// result of each task, never from inside a call of this type.
    pub(crate) fn new(
        programs: &[String; 2],
        most: usize,
        report: impl Fn(CaseNumber, String, Result<PlayedCase, String>) + 'static,
    ) -> Self {
        let (programs, pool) = (programs.clone(), RefCell::default());
        Self(Rc::new(RunnerState { programs, most, report: Box::new(report), pool }))
    }

    /// Has a task played as soon as a worker is idle.
    pub(crate) fn push(&self, task: CaseTask) {
        self.0.pool.borrow_mut().queue.push_back(task);
        self.0.feed();
    }
}

impl Drop for CaseRunner {
    fn drop(&mut self) {
        self.0.pool.borrow_mut().workers.clear();
    }
}

impl RunnerState {
    /// Gives tasks to idle workers, and starts workers while there are processors for them.
    fn feed(self: &Rc<Self>) {
        let mut pool = self.pool.borrow_mut();
        let CaseWorkers { queue, workers, interprets, ids } = &mut *pool;
        for worker in workers.iter_mut().filter(|worker| worker.is_up && worker.playing.is_none()) {
            let Some(task) = queue.pop_front() else { break };
            play(worker, task);
        }
        let starting = workers.iter().filter(|worker| !worker.is_up).count();
        let wanted = queue.len().saturating_sub(starting).min(self.most.saturating_sub(workers.len()));
        for _ in 0..wanted {
            *ids += 1;
            workers.push(self.start(*ids, &self.programs[usize::from(*interprets)]));
        }
    }

    fn start(self: &Rc<Self>, id: u32, program: &str) -> CaseWorker {
        let (heard, failed) = (Rc::downgrade(self), Rc::downgrade(self));
        let handle_message = move |message, _| {
            if let (Some(state), FromMatchWorker::Host(said)) = (heard.upgrade(), message) {
                state.take_message(id, said);
            }
        };
        let handle_error = move |why: String| failed.upgrade().iter().for_each(|state| state.lose(id, &why));
        CaseWorker {
            id,
            worker: MatchWorkerHandle::start(program, handle_message, handle_error),
            is_up: false,
            playing: None,
        }
    }

    fn take_message(self: &Rc<Self>, id: u32, said: FromWorker) {
        match said {
            FromWorker::Ready { suspends } => self.note_ready(id, suspends),
            FromWorker::Progress(progress) => self.take_progress(id, progress),
            FromWorker::NotOpened { why, .. } => self.finish(id, |_| Err(why)),
            _ => {}
        }
    }

    /// A worker is up. Where it cannot suspend modules, one with the interpreter takes its place.
    fn note_ready(self: &Rc<Self>, id: u32, suspends: bool) {
        let mut pool = self.pool.borrow_mut();
        if !suspends && !pool.interprets {
            pool.interprets = true;
            pool.workers.clear();
        }
        pool.workers.iter_mut().filter(|worker| worker.id == id).for_each(|worker| worker.is_up = true);
        drop(pool);
        self.feed();
    }

    fn take_progress(self: &Rc<Self>, id: u32, progress: MatchProgress) {
        // The native program may play a match of its own.
        if progress.id != id {
            return;
        }
        let is_done = progress.done;
        let mut pool = self.pool.borrow_mut();
        let Some(worker) = pool.workers.iter_mut().find(|worker| worker.id == id) else { return };
        if let Some((_, played)) = &mut worker.playing {
            played.turns.truncate(progress.first);
            played.turns.extend(progress.turns);
            played.passages.extend(progress.passages);
        }
        drop(pool);
        if is_done {
            self.finish(id, Ok);
        }
    }

    fn finish(self: &Rc<Self>, id: u32, result: impl FnOnce(PlayedCase) -> Result<PlayedCase, String>) {
        let playing = self
            .pool
            .borrow_mut()
            .workers
            .iter_mut()
            .find(|worker| worker.id == id)
            .and_then(|worker| worker.playing.take());
        if let Some((task, played)) = playing {
            self.feed();
            (self.report)(task.number, task.key, result(played));
        }
    }

    /// A worker has ended. The match that it played has no result; the next task starts another
    /// worker.
    fn lose(self: &Rc<Self>, id: u32, why: &str) {
        let mut pool = self.pool.borrow_mut();
        let Some(at) = pool.workers.iter().position(|worker| worker.id == id) else { return };
        let mut lost = pool.workers.remove(at);
        // If no worker can be started, no case can be played.
        let tasks: Vec<_> = match lost.playing.take() {
            Some((task, _)) => vec![task],
            None => pool.queue.drain(..).collect(),
        };
        drop(lost);
        drop(pool);
        self.feed();
        for task in tasks {
            (self.report)(task.number, task.key, Err(format!("A match worker failed: {why}.")));
        }
    }
}

fn play(worker: &mut CaseWorker, task: CaseTask) {
    let (match_spec, record) = (task.match_spec.clone(), Some(task.recorded.clone()));
    let (host_bots, module) = match &task.bot {
        CaseBot::Host(id) => (vec![(task.seat, *id)], None),
        // Each gets a copy.
        CaseBot::Module(module) => (Vec::new(), Some(module.slice(0, module.length()).buffer().into())),
    };
    let play = PlayRequest { id: worker.id, match_spec, script: Vec::new(), host_bots, record };
    worker.worker.post_to_host(ToWorker::Play(play), module);
    worker.playing = Some((task, PlayedCase::default()));
}
