//! The match workers that play the games of a series: as many as there are processors. The first of
//! them compiles the bots, and the others get the compiled modules. Knows no schedule, no results
//! and no store.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::tournament::ScheduledGame;
use botyard_web_protocol::FromWorker;
use botyard_web_protocol::match_worker::{FromGameWorker, FromMatchWorker, ToGameWorker, ToMatchWorker};
use js_sys::Uint8Array;
use wasm_bindgen::prelude::JsValue;

use super::match_worker::MatchWorkerHandle;

/// An event in a pool. A worker is identified by its place.
pub(crate) enum PoolEvent {
    /// A worker is idle.
    Idle(usize),
    /// A worker has played its games: holds the lines of the games.
    Played(usize, Vec<String>),
    /// No game can be played; holds a sentence with the reason.
    Failed(String),
    /// A worker has crashed; holds the reason.
    Crashed(usize, String),
}

/// The workers. Dropping it ends them, and the games that they play.
pub(crate) struct WorkerPool(Rc<PoolState>);

struct PoolState {
    hear: Box<dyn Fn(PoolEvent)>,
    programs: [String; 2],
    bots: Vec<Uint8Array>,
    pool: RefCell<GameWorkers>,
}

#[derive(Default)]
struct GameWorkers {
    workers: Vec<GameWorker>,
    /// Whether modules are interpreted, because this browser cannot suspend them.
    interprets: bool,
    /// Whether a worker compiles the bots for all.
    is_preparing: bool,
    /// The bots as the browser has compiled them.
    compiled: Option<Vec<JsValue>>,
}

struct GameWorker {
    worker: MatchWorkerHandle,
    is_up: bool,
    has_bots: bool,
}

impl WorkerPool {
    /// Starts this many workers for these bots. `hear` is called with each event, never from inside
    /// a call of this type.
    pub(crate) fn start(
        programs: &[String; 2],
        count: usize,
        bots: Vec<Uint8Array>,
        hear: impl Fn(PoolEvent) + 'static,
    ) -> Self {
        let (programs, pool) = (programs.clone(), RefCell::default());
        let state = Rc::new(PoolState { hear: Box::new(hear), programs, bots, pool });
        state.start(count);
        Self(state)
    }

    /// Has games played by a worker that is idle.
    pub(crate) fn play(&self, worker: usize, match_spec: MatchSpec, games: Vec<ScheduledGame>) {
        self.0.post(worker, ToGameWorker::PlayGames { match_spec, games }, Vec::new());
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        self.0.pool.borrow_mut().workers.clear();
    }
}

impl PoolState {
    fn start(self: &Rc<Self>, count: usize) {
        let program = &self.programs[usize::from(self.pool.borrow().interprets)];
        let workers = (0..count).map(|place| start_worker(program, place, Rc::downgrade(self))).collect();
        self.pool.borrow_mut().workers = workers;
    }

    fn post(&self, worker: usize, message: ToGameWorker, beside: Vec<JsValue>) {
        if let Some(worker) = self.pool.borrow().workers.get(worker) {
            worker.worker.post(&ToMatchWorker::Series(message), beside);
        }
    }

    fn handle_message(self: &Rc<Self>, place: usize, message: FromMatchWorker, beside: Vec<JsValue>) {
        match message {
            FromMatchWorker::Host(FromWorker::Ready { suspends }) => self.note_ready(place, suspends),
            FromMatchWorker::Series(message) => match message {
                FromGameWorker::BotsReady => self.note_bots(place, beside),
                FromGameWorker::BotRefused(why) | FromGameWorker::Failed(why) => (self.hear)(PoolEvent::Failed(why)),
                FromGameWorker::Played(lines) => (self.hear)(PoolEvent::Played(place, lines)),
                // A pool sends no such request.
                FromGameWorker::Renewed(_) => {}
            },
            FromMatchWorker::Host(_) | FromMatchWorker::Traced(_) => {}
        }
    }

    /// A worker is up. Where it cannot suspend modules, all start again with the interpreter.
    fn note_ready(self: &Rc<Self>, place: usize, suspends: bool) {
        let mut pool = self.pool.borrow_mut();
        if !suspends && !pool.interprets {
            pool.interprets = true;
            let count = pool.workers.drain(..).len();
            drop(pool);
            return self.start(count);
        }
        if let Some(worker) = pool.workers.get_mut(place) {
            worker.is_up = true;
        }
        drop(pool);
        self.supply(place);
    }

    /// Has a worker compile the bots, or gives it those that another has compiled. An interpreter's
    /// are its own.
    fn supply(self: &Rc<Self>, place: usize) {
        let mut pool = self.pool.borrow_mut();
        if let Some(compiled) = pool.compiled.clone() {
            pool.workers[place].has_bots = true;
            drop(pool);
            self.post(place, ToGameWorker::TakeBots, compiled);
            (self.hear)(PoolEvent::Idle(place));
        } else if pool.interprets || !pool.is_preparing {
            pool.is_preparing = true;
            drop(pool);
            // Each gets a copy.
            let files = self.bots.iter().map(|bot| bot.slice(0, bot.length()).buffer().into()).collect();
            self.post(place, ToGameWorker::PrepareBots, files);
        }
    }

    fn note_bots(self: &Rc<Self>, place: usize, compiled: Vec<JsValue>) {
        let waiting: Vec<_> = {
            let mut pool = self.pool.borrow_mut();
            pool.workers[place].has_bots = true;
            if !compiled.is_empty() {
                pool.compiled = Some(compiled);
            }
            let is_waiting = |worker: &GameWorker| worker.is_up && !worker.has_bots;
            let waits = pool.workers.iter().enumerate().filter(|(_, worker)| is_waiting(worker));
            waits.filter(|_| pool.compiled.is_some()).map(|(place, _)| place).collect()
        };
        (self.hear)(PoolEvent::Idle(place));
        waiting.into_iter().for_each(|place| self.supply(place));
    }
}

fn start_worker(program: &str, place: usize, state: Weak<PoolState>) -> GameWorker {
    let failed = state.clone();
    let handle_message = move |message, beside| {
        if let Some(state) = state.upgrade() {
            state.handle_message(place, message, beside);
        }
    };
    let handle_error = move |why| {
        if let Some(state) = failed.upgrade() {
            (state.hear)(PoolEvent::Crashed(place, why));
        }
    };
    GameWorker {
        worker: MatchWorkerHandle::start(program, handle_message, handle_error),
        is_up: false,
        has_bots: false,
    }
}
