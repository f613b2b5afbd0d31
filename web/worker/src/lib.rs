//! The match worker: runs bots and referee outside the page's thread. Handles the page's messages,
//! keeps the match that is being played, and lets its bots continue.
//!
//! A bot runs on its own stack, or in an interpreter, and calls back into this worker. So nothing
//! may be borrowed while a bot is started or resumed, a bot's calls access only its own cell, and
//! the match is advanced only from the top of the call stack (`MatchWorker::pump`).

mod bot_folders;
mod bot_run;
mod browser;
mod engine;
mod folder_bot;
mod interpreter;
mod match_loop;
mod memory_clearer;
mod module_cache;
mod progress_report;
mod run_cell;
mod scheduler;
mod series_games;
mod tracing;
mod trap;
mod trial_run;
mod turn_tracer;
mod wasi_test_run;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::seat::Seat;
use botyard_engine::tournament::ScheduledGame;
use botyard_sandbox::instrument;
use botyard_web_protocol::match_worker::{
    FolderAnswer, FromGameWorker, FromMatchWorker, ToGameWorker, ToMatchWorker, TraceRequest, TurnTrace, WasiTest,
};
use botyard_web_protocol::{FromWorker, MatchProgress, PlayRequest, ToWorker, TrialRequest};
use gloo_timers::callback::Interval;
use js_sys::{Array, ArrayBuffer, Uint8Array};
use serde::Serialize;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, DedicatedWorkerGlobalScope, MessageEvent};

use browser::BrowserEngine;
pub use browser::answer_run;
use engine::ModuleEngine;
use interpreter::InterpreterEngine;
use match_loop::WorkerMatchLoop;
use module_cache::{ModuleCache, PrepareResult, PreparedModule};
use scheduler::Scheduler;
use series_games::SeriesGames;
use tracing::{Tracing, TurnTracer};
use trial_run::TrialRun;

/// How often a game that waits for room looks for it, in milliseconds.
const SHORTAGE_INTERVAL: u32 = 250;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = reportError)]
    fn report_error(error: &JsValue);
}

/// Starts the worker with the browser as the engine.
pub fn start() {
    listen::<BrowserEngine>(browser::suspends(), None);
}

/// Starts the worker that records turns of scripts.
pub fn record() {
    listen::<BrowserEngine>(browser::suspends(), Some(&turn_tracer::TRACING));
}

/// Starts the worker with the interpreter as the engine.
pub fn interpret() {
    listen::<InterpreterEngine>(false, None);
}

/// Makes the worker and routes messages to it. A panic is reported to the page as an error event.
fn listen<E: ModuleEngine>(suspends: bool, tracing: Option<&'static Tracing>) {
    std::panic::set_hook(Box::new(|panic| report_error(&js_sys::Error::new(&panic.to_string()))));
    let worker = Rc::new(MatchWorker::new(E::default(), tracing));
    let pumped = Rc::clone(&worker);
    worker.scheduler.calls(move || pumped.pump());
    let scope = scope();
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| worker.handle_message(&event));
    scope.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
    post_live(FromWorker::Ready { suspends });
}

/// The worker's state.
struct MatchWorker<E: ModuleEngine> {
    active_match: RefCell<Option<WorkerMatchLoop<E>>>,
    /// The match whose modules are being compiled.
    opening_id: Cell<Option<u32>>,
    /// The bot that runs outside any match.
    trial: RefCell<Option<TrialRun<E>>>,
    module_cache: ModuleCache<E>,
    /// Set in the program that records turns.
    tracing: Option<&'static Tracing>,
    scheduler: Rc<Scheduler>,
    /// The URLs of the files that the last match's bots left.
    offered: RefCell<Vec<String>>,
    /// Fires at the deadline of a player that owes an answer, and until the match has gone on. A
    /// bot's time is not the page's patience.
    alarm: RefCell<Option<Interval>>,
    /// The bots of a series, in the order of participants.
    series_bots: RefCell<Vec<PrepareResult<E>>>,
    /// The games of a series that this worker plays. A worker that plays them plays no other match.
    series_games: RefCell<Option<SeriesGames>>,
}

impl<E: ModuleEngine> MatchWorker<E> {
    fn new(engine: E, tracing: Option<&'static Tracing>) -> Self {
        let (active_match, opening_id, trial, scheduler, offered, alarm) = Default::default();
        let (series_bots, series_games) = Default::default();
        let module_cache = match tracing {
            Some(tracing) => ModuleCache::new(engine, tracing.instrument),
            None => ModuleCache::new(engine, instrument),
        };
        Self {
            active_match,
            opening_id,
            trial,
            module_cache,
            tracing,
            scheduler,
            offered,
            alarm,
            series_bots,
            series_games,
        }
    }

    fn handle_message(self: &Rc<Self>, event: &MessageEvent) {
        self.scheduler.yield_now();
        let mut parcel = event.data().unchecked_into::<Array>().into_iter();
        let text = parcel.next().and_then(|text| text.as_string()).unwrap_or_default();
        match serde_json::from_str(&text).expect("page and worker are built together") {
            ToMatchWorker::Host(message) => self.handle_host_message(message, files(parcel)),
            ToMatchWorker::Series(message) => self.handle_series_request(message, parcel),
            ToMatchWorker::Trace(request) => self.trace(request, files(parcel)),
            ToMatchWorker::WasiTest(wasi_test) => self.run_wasi_test(wasi_test, files(parcel)),
            ToMatchWorker::MakeBot { folder, paths } => {
                let files = parcel.map(|file| file.unchecked_into());
                make_folder_bot(folder, paths.into_iter().zip(files).collect());
            }
        }
        self.pump();
    }

    /// Handles messages of the program that plays series.
    fn handle_series_request(self: &Rc<Self>, message: ToGameWorker, parcel: impl Iterator<Item = JsValue>) {
        match message {
            ToGameWorker::PrepareBots => self.prepare_series_bots(files(parcel)),
            ToGameWorker::TakeBots => {
                let bots = parcel.map(PreparedModule::from_posted).collect();
                self.series_bots.replace(bots);
            }
            ToGameWorker::PlayGames { match_spec, games } => self.play_series_games(match_spec, games),
            ToGameWorker::RenewLines(lines) => {
                post_series(FromGameWorker::Renewed(series_games::renew_lines(lines)));
            }
        }
    }

    fn handle_host_message(self: &Rc<Self>, message: ToWorker, files: Vec<Vec<u8>>) {
        match message {
            ToWorker::Play(play) => self.play(play, files),
            ToWorker::Act { seat, action } => {
                if let Err(why) =
                    self.with_match(|active_match| active_match.act(seat, action)).unwrap_or_else(refuse_without_match)
                {
                    post_live(FromWorker::Refused { seat, why });
                }
            }
            ToWorker::Resign { seat } => self.resign(seat),
            ToWorker::Stop => self.stop(),
            ToWorker::Check { id } => self.check(id, files),
            ToWorker::Try(trial) => self.try_bot(trial, files),
        }
    }

    fn play(self: &Rc<Self>, play: PlayRequest, files: Vec<Vec<u8>>) {
        self.active_match.take();
        bot_folders::withdraw(&self.offered.take());
        self.opening_id.set(Some(play.id));
        let worker = Rc::clone(self);
        spawn_local(async move {
            let modules = worker.prepare(&files).await;
            if worker.opening_id.get() == Some(play.id) {
                worker.opening_id.set(None);
                worker.open(play, modules, None);
            }
        });
    }

    /// Plays a match to record turns in it.
    fn trace(self: &Rc<Self>, request: TraceRequest, files: Vec<Vec<u8>>) {
        let Some(tracing) = self.tracing else { return };
        self.active_match.take();
        let id = request.play.id;
        self.opening_id.set(Some(id));
        let worker = Rc::clone(self);
        spawn_local(async move {
            let modules = worker.prepare(&files).await;
            if worker.opening_id.get() != Some(id) {
                return;
            }
            worker.opening_id.set(None);
            let begun = modules.first().cloned().unwrap_or_else(|| Err("its file is missing".to_owned()));
            let begun = begun.and_then(|module| {
                (tracing.begin)(&request, module.attachment.as_ref(), module.interpreter.as_deref())
            });
            match begun {
                Ok(tracer) => worker.open(request.play, modules, Some(tracer)),
                Err(why) => post_live(FromWorker::NotOpened { id, why: sentence(&why) }),
            }
        });
    }

    async fn prepare(&self, files: &[Vec<u8>]) -> Vec<PrepareResult<E>> {
        let mut modules = Vec::new();
        for file in files {
            modules.push(self.module_cache.prepare(file).await);
        }
        modules
    }

    fn open(&self, play: PlayRequest, modules: Vec<PrepareResult<E>>, tracer: Option<Box<dyn TurnTracer>>) {
        let id = play.id;
        match WorkerMatchLoop::open(play, modules, tracer, &self.scheduler) {
            Ok(active_match) => {
                self.active_match.replace(Some(active_match));
                self.scheduler.schedule();
            }
            Err(why) => post_live(FromWorker::NotOpened { id, why: sentence(&why) }),
        }
    }

    fn prepare_series_bots(self: &Rc<Self>, files: Vec<Vec<u8>>) {
        let worker = Rc::clone(self);
        spawn_local(async move {
            let bots = worker.prepare(&files).await;
            if let Some(why) = bots.iter().find_map(|bot| bot.as_ref().err()) {
                return post_series(FromGameWorker::BotRefused(sentence(why)));
            }
            let posted: Option<Vec<_>> = bots.iter().flatten().map(|bot| bot.to_posted()).collect();
            worker.series_bots.replace(bots);
            post(&FromMatchWorker::Series(FromGameWorker::BotsReady), posted.unwrap_or_default());
        });
    }

    fn play_series_games(&self, match_spec: MatchSpec, games: Vec<ScheduledGame>) {
        self.series_games.replace(Some(SeriesGames::new(match_spec, games)));
        self.open_series_game();
    }

    /// Opens the next game of a series, or reports that all have been played.
    fn open_series_game(&self) {
        let mut series = self.series_games.borrow_mut();
        let opened = series.as_mut().and_then(|games| games.open_next(&self.series_bots.borrow(), &self.scheduler));
        match opened {
            Some(Ok(active_match)) => {
                self.active_match.replace(Some(active_match));
                self.scheduler.schedule();
            }
            Some(Err(why)) => {
                series.take();
                post_series(FromGameWorker::Failed(sentence(&why)));
            }
            None => {
                let lines = series.take().map(SeriesGames::into_lines).unwrap_or_default();
                post_series(FromGameWorker::Played(lines));
            }
        }
    }

    /// Takes in a game of a series that has ended, and opens the next.
    fn report_series_game(&self) {
        let is_postponed = self.is_series_postponed();
        let state = self.with_match(|active_match| {
            (active_match.is_void(), active_match.game().is_done(), active_match.stuck_sentence())
        });
        match state {
            None if is_postponed => self.open_series_game(),
            Some((true, ..)) if self.postpone_series_game() => {}
            Some((false, false, Some(stuck))) => {
                self.active_match.take();
                self.series_games.take();
                post_series(FromGameWorker::Failed(stuck));
            }
            Some((is_void, is_done, _)) if is_void || is_done => {
                let ended = self.active_match.take();
                if let (Some(ended), Some(games)) = (&ended, &mut *self.series_games.borrow_mut()) {
                    games.finish_game(ended);
                }
                drop(ended);
                self.open_series_game();
            }
            _ => {}
        }
    }

    /// Stops a game for which the browser has no room, and starts it again later; returns whether
    /// it does. Meanwhile, the browser can free the memory of other workers.
    fn postpone_series_game(&self) -> bool {
        let lacks_room = self.with_match(|active_match| active_match.lacks_room()) == Some(true);
        let is_postponed =
            lacks_room && self.series_games.borrow_mut().as_mut().is_some_and(SeriesGames::postpone_game);
        if is_postponed {
            self.active_match.take();
        }
        is_postponed
    }

    fn is_series_postponed(&self) -> bool {
        self.series_games.borrow().as_ref().is_some_and(SeriesGames::is_postponed)
    }

    fn resign(&self, seat: Seat) {
        self.with_match(|active_match| active_match.resign(seat));
    }

    fn stop(&self) {
        if let Some(id) = self.opening_id.take() {
            let (turns, passages, awaited) = (Vec::new(), Vec::new(), Vec::new());
            post_live(FromWorker::Progress(MatchProgress {
                id,
                first: 0,
                turns,
                passages,
                awaited,
                outcome: None,
                done: true,
            }));
        }
        self.with_match(WorkerMatchLoop::stop);
    }

    fn check(self: &Rc<Self>, id: u32, files: Vec<Vec<u8>>) {
        let worker = Rc::clone(self);
        spawn_local(async move {
            let prepared = worker.module_cache.prepare(files.first().map_or(&[], Vec::as_slice)).await;
            let interpreter = prepared.as_ref().ok().and_then(|module| module.interpreter.clone());
            let verdict = prepared.map(|module| module.digest.clone()).map_err(|why| sentence(&why));
            post_live(FromWorker::Checked { id, verdict, interpreter });
        });
    }

    /// Runs a module outside any match, beside the match in progress.
    fn try_bot(self: &Rc<Self>, trial: TrialRequest, files: Vec<Vec<u8>>) {
        let worker = Rc::clone(self);
        spawn_local(async move {
            let prepared = worker.module_cache.prepare(files.first().map_or(&[], Vec::as_slice)).await;
            worker.begin_trial(trial.id, TrialRun::new(&trial, &prepared, &worker.scheduler));
        });
    }

    /// Runs a WASI test.
    fn run_wasi_test(self: &Rc<Self>, wasi_test: WasiTest, files: Vec<Vec<u8>>) {
        let worker = Rc::clone(self);
        spawn_local(async move {
            let (module, contents) = files.split_first().map_or((&[][..], &[][..]), |(first, rest)| (first, rest));
            let prepared = worker.module_cache.prepare(module).await;
            worker
                .begin_trial(wasi_test.id, TrialRun::run_wasi_test(&wasi_test, contents, &prepared, &worker.scheduler));
        });
    }

    fn begin_trial(&self, id: u32, trial: Result<TrialRun<E>, String>) {
        match trial {
            Ok(run) => {
                self.trial.replace(Some(run));
                self.scheduler.schedule();
            }
            Err(why) => post_live(FromWorker::Tried { id, tried: Err(format!("Cannot run it: {why}.")) }),
        }
    }

    /// Continues the bot that runs outside any match, or reports its result.
    fn pump_trial(&self) {
        let result = self.trial.borrow().as_ref().and_then(|trial| Some((trial.id(), trial.result()?)));
        if let Some((id, tried)) = result {
            self.trial.take();
            post_live(FromWorker::Tried { id, tried: Ok(tried) });
        }
        let ready = self.trial.borrow().as_ref().and_then(TrialRun::ready);
        ready.iter().for_each(|bot| bot.resume_run());
    }

    fn with_match<T>(&self, act: impl FnOnce(&mut WorkerMatchLoop<E>) -> T) -> Option<T> {
        self.active_match.borrow_mut().as_mut().map(act)
    }

    /// Advances the match until every bot is running, cannot continue, or has ended.
    fn pump(&self) {
        self.pump_trial();
        let mut refused = Vec::new();
        while self.advance(&mut refused) {}
        refused.into_iter().for_each(post_live);
        self.report();
        self.set_alarm();
    }

    /// Offers the bots' files to the page.
    fn offer(&self, id: u32, active_match: WorkerMatchLoop<E>) {
        let files = active_match.into_folders().into_files();
        if !files.is_empty() {
            self.offered.replace(files.iter().map(|file| file.address.clone()).collect());
            post_live(FromWorker::Left { id, files });
        }
    }

    /// Sets the timer for the deadline of a bot that waits although it owes an answer, or for a
    /// game that waits for room.
    fn set_alarm(&self) {
        let deadline = self.with_match(|active_match| active_match.deadline()).flatten();
        let wait = deadline.map(|deadline| deadline.saturating_sub(scheduler::now()).as_millis() as u32);
        let alarm = wait.or(self.is_series_postponed().then_some(SHORTAGE_INTERVAL)).map(|wait| {
            let scheduler = Rc::clone(&self.scheduler);
            Interval::new(wait.saturating_add(1), move || scheduler.schedule())
        });
        self.alarm.replace(alarm);
    }

    /// Advances the match by one step for each bot; returns whether there is more to do before the
    /// page's messages.
    fn advance(&self, refused: &mut Vec<FromWorker>) -> bool {
        let ready = self.with_match(|active_match| active_match.advance(refused)).unwrap_or_default();
        for bot in &ready {
            bot.resume_run();
            if E::RUNS_AT_ONCE && self.scheduler.is_due() {
                self.scheduler.schedule();
                return false;
            }
        }
        E::RUNS_AT_ONCE && !ready.is_empty()
    }

    fn report(&self) {
        if self.series_games.borrow().is_some() {
            return self.report_series_game();
        }
        let told = self.with_match(|active_match| {
            let end_sentence = active_match.void_sentence().or_else(|| active_match.stuck_sentence());
            (active_match.id(), active_match.next_progress(), end_sentence)
        });
        let Some((id, news, end_sentence)) = told else { return };
        let is_over = end_sentence.is_some();
        let is_done = news.as_ref().is_some_and(|news| news.done);
        if let Some(news) = news {
            post_live(FromWorker::Progress(news));
        }
        if let Some(why) = end_sentence {
            post_live(FromWorker::NotOpened { id, why });
        }
        if is_done || is_over {
            match self.active_match.take() {
                Some(traced) if traced.is_traced() => post_trace(id, traced.into_trace()),
                ended => ended.into_iter().for_each(|active_match| self.offer(id, active_match)),
            }
        }
    }
}

/// Makes the bot of a folder, of files at their paths.
fn make_folder_bot(folder: String, files: Vec<(String, Blob)>) {
    spawn_local(async move {
        let (answer, beside) = match folder_bot::make_bot(&folder, &files).await {
            Ok((name, bytes)) => (FolderAnswer::Bot(name), vec![Uint8Array::from(&*bytes).into()]),
            Err(why) => (FolderAnswer::Refused(why), Vec::new()),
        };
        post(&answer, beside);
    });
}

fn refuse_without_match() -> Result<(), String> {
    Err("no match is being played".to_owned())
}

/// A clause as a sentence.
fn sentence(clause: &str) -> String {
    let mut sentence = format!("{clause}.");
    sentence.get_mut(..1).into_iter().for_each(str::make_ascii_uppercase);
    sentence
}

/// The files in a parcel.
fn files(parcel: impl Iterator<Item = JsValue>) -> Vec<Vec<u8>> {
    parcel.map(|buffer| Uint8Array::new(buffer.unchecked_ref::<ArrayBuffer>()).to_vec()).collect()
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn post_live(message: FromWorker) {
    post(&FromMatchWorker::Host(message), Vec::new());
}

fn post_series(message: FromGameWorker) {
    post(&FromMatchWorker::Series(message), Vec::new());
}

fn post_trace(id: u32, trace: Option<TurnTrace>) {
    let text = serde_json::to_string(&trace).expect("traces have text keys only");
    post(&FromMatchWorker::Traced(id), vec![text.into()]);
}

/// Posts a message with values beside it.
fn post(message: &impl Serialize, beside: Vec<JsValue>) {
    let text = serde_json::to_string(message).expect("messages have text keys only");
    let parcel: Array = std::iter::once(text.into()).chain(beside).collect();
    scope().post_message(&parcel).expect("text and modules can be copied");
}
