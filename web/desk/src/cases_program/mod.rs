//! Handles the page's messages and the store's answers: they change the list of cases and have bots
//! play them. `builds.rs` is about their builds, `verdicts.rs` about verdicts of earlier visits,
//! `written_match.rs` about matches in other forms, `analysis.rs` about the turn that lost a match,
//! `lost_games.rs` about those that lost the games of a series, `tracing.rs` about turns that are
//! stepped through.

mod analysis;
mod builds;
mod lost_games;
mod tracing;
mod verdicts;
mod written_match;

use std::cell::{RefCell, RefMut};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use botyard_engine::case_file::{self, CaseFileError};
use botyard_engine::replay::{PlayerInfo, PlayerKind};
use botyard_web_protocol::bot_store::BuildId;
use botyard_web_protocol::program_store::{ListedCase, ToBotLibrary};
use botyard_web_protocol::series::{FieldBot, FromSeries, PanelPress, ToSeries};
use botyard_web_protocol::{BotKey, FromReader, ReadRequest};
use gloo_timers::callback::Timeout;
use js_sys::Uint8Array;
use wasm_bindgen_futures::spawn_local;

use self::verdicts::interpreter_name;
use super::case_form::CaseForm;
use super::case_list::{CaseList, CaseNumber, RemovedCase};
use super::case_result::CaseResult;
use super::case_runner::{CaseBot, CaseRunner, CaseTask, PlayedCase};
use super::case_view::{self, CaseView};
use super::kept_verdict::KeptVerdict;
use super::match_worker::processors;
use super::own_bots::{AfterBuild, KeptBuild, OwnBots};
use super::post;
use super::program::{EarlyMessages, Program};
use super::read;
use super::store::{SeriesStore, SeriesStoreError};

/// How long the panel waits before it is drawn again, in milliseconds.
const REDRAW: u32 = 100;

/// The program.
#[derive(Default)]
pub(crate) struct CasesProgram(RefCell<CasesProgramState>);

#[derive(Default)]
struct CasesProgramState {
    programs: [String; 2],
    early: EarlyMessages,
    store: Rc<SeriesStore>,
    store_error: Option<SeriesStoreError>,
    list: CaseList,
    own_bots: OwnBots,
    form: Option<CaseForm>,
    /// The modules of the bots of the game that is shown.
    modules: BTreeMap<String, Uint8Array>,
    /// The bots that the page was asked to load.
    wanted: BTreeSet<String>,
    /// Each case and bot of which a result is requested and has not come yet.
    waiting: BTreeSet<(CaseNumber, String)>,
    runner: Option<CaseRunner>,
    /// The connection to the native program, whose bots `host_runner` runs.
    server: Option<String>,
    host_runner: Option<CaseRunner>,
    redraw: Option<Timeout>,
    /// The verdicts of earlier visits.
    kept_verdicts: Vec<KeptVerdict>,
    /// The identities of the interpreters that play the scripts of these verdicts, by their names.
    interpreters: BTreeMap<&'static str, String>,
    /// The key of the draft that the editor has run last.
    run: Option<String>,
    /// The case that was removed last.
    removed: Option<RemovedCase>,
    /// The match whose lost turn is searched for.
    analysis: Option<analysis::RunningAnalysis>,
    /// The games of a series whose lost turns are searched for.
    lost_games: lost_games::LostGames,
    /// The turn that is stepped through.
    tracing: tracing::Tracing,
    /// How many matches were to be written so far: an animation is drawn as long as it is the last,
    /// and not stopped.
    written: u32,
}

impl Program for CasesProgram {
    fn early(&self) -> RefMut<'_, EarlyMessages> {
        RefMut::map(self.0.borrow_mut(), |state| &mut state.early)
    }

    fn store(&self) -> Rc<SeriesStore> {
        Rc::clone(&self.0.borrow().store)
    }

    /// Reads the cases that are kept.
    async fn open_store(self: Rc<Self>, programs: [String; 2], server: Option<String>) {
        {
            let mut state = self.0.borrow_mut();
            (state.programs, state.server) = (programs, server);
        }
        let store = self.store();
        let verdicts = store.list_verdicts().await.unwrap_or_default();
        let names: BTreeSet<_> = verdicts.iter().filter_map(|verdict| interpreter_name(&verdict.bot)).collect();
        let mut interpreters = BTreeMap::new();
        for name in names {
            // A page that was built quickly has to read the interpreter for that, and may have none.
            interpreters.insert(name, store.identify_interpreter(name).await.unwrap_or_default());
        }
        {
            let mut state = self.0.borrow_mut();
            (state.kept_verdicts, state.interpreters) = (verdicts, interpreters);
        }
        let after_build = store.ask_bots::<Option<String>>(ToBotLibrary::AfterBuild { choice: None }).await;
        after_build.ok().flatten().iter().for_each(|choice| self.0.borrow_mut().own_bots.choose(choice));
        let kept = store.list_cases().await;
        self.add_kept(kept);
    }

    fn lose_store(&self) {
        self.0.borrow_mut().store_error = Some(SeriesStoreError::Unavailable);
    }

    fn set_recorder(&self, program: String) {
        self.0.borrow_mut().tracing.program = program;
    }

    fn handle_message(self: &Rc<Self>, message: ToSeries, files: Vec<Uint8Array>) {
        match message {
            ToSeries::Trace(turn) => return self.trace(turn),
            ToSeries::Press(PanelPress { name, value }) if self.act_on_steps(&name, &value) => return,
            ToSeries::CaseBots { game, bots } => self.show_game(game, bots),
            ToSeries::Offer { replay, seat, turn, bot } => match CaseForm::new(replay, seat, turn, bot) {
                Ok(form) => self.0.borrow_mut().form = Some(form),
                Err(why) => post(&FromSeries::Error(format!("This turn cannot be saved: {why}."))),
            },
            ToSeries::Module(key) => self.take_module(&key, files.into_iter().next()),
            ToSeries::Press(PanelPress { name, value }) => self.act(&name, &value),
            ToSeries::UndoRemove => self.undo_remove(),
            ToSeries::AskRun { key } => self.ask_run(&key),
            ToSeries::StopWriting => self.stop_writing(),
            ToSeries::BotsNoted => self.update_builds(None),
            // A host bot has no builds: its earlier state no longer exists.
            ToSeries::LineupChanged if self.0.borrow().own_bots.after_build == AfterBuild::Match => {
                post(&FromSeries::Play)
            }
            ToSeries::BotChanged { key } => self.take_changed_bot(&key),
            ToSeries::Import { .. } => self.import(&files),
            ToSeries::Write(export) => {
                let file = files.first().map(Uint8Array::to_vec).unwrap_or_default();
                self.write(export, String::from_utf8_lossy(&file).into_owned());
            }
            ToSeries::Read(request) => read_text(request, &files),
            ToSeries::Analyse { id, replay } => return self.analyse(id, replay),
            ToSeries::StopAnalysis => return self.stop_analysis(),
            ToSeries::AnalyseFurther { id } => return self.analyse_further(id),
            ToSeries::FindLostTurns(games) => return self.find_lost_turns(games),
            // This is handled, and these are for the program of series.
            ToSeries::Start { .. }
            | ToSeries::Answer(_)
            | ToSeries::Play { .. }
            | ToSeries::TryRung { .. }
            | ToSeries::Bots(_)
            | ToSeries::GoOn
            | ToSeries::LostTurn(_)
            | ToSeries::Run { .. } => {}
            // These only have the panel drawn.
            ToSeries::Show | ToSeries::LineupChanged => {}
        }
        self.draw();
    }

    fn draw(&self) {
        let mut state = self.0.borrow_mut();
        state.redraw.take().into_iter().for_each(drop);
        if state.early.is_some() {
            return;
        }
        let CasesProgramState { list, own_bots, form, waiting, store_error, .. } = &*state;
        let view = CaseView { list, own_bots, form: form.as_ref(), waiting: waiting.len(), store_error: *store_error };
        post(&FromSeries::View(case_view::draw(&view)));
        drop(state);
        self.report_run();
    }
}

impl CasesProgram {
    /// Adds the cases of the store.
    fn add_kept(&self, kept: Result<Vec<ListedCase>, SeriesStoreError>) {
        let mut state = self.0.borrow_mut();
        state.store_error = kept.as_ref().err().copied();
        for ListedCase { id, text } in kept.unwrap_or_default() {
            for (case, open) in case_file::read(&text).unwrap_or_default() {
                state.list.add(case, open, Some(id));
            }
        }
    }

    /// Another game is shown, or this one has other bots.
    fn show_game(self: &Rc<Self>, game: String, bots: Vec<FieldBot>) {
        let new = self.0.borrow_mut().list.show_game(game, bots);
        if new.is_none() {
            let mut state = self.0.borrow_mut();
            // The key may belong to another bot there.
            (state.modules, state.wanted, state.run) = Default::default();
            state.own_bots = OwnBots {
                after_build: state.own_bots.after_build,
                watched: state.own_bots.watched.take(),
                ..OwnBots::default()
            };
            drop(state);
            self.stop();
        }
        self.update_builds(new);
    }

    /// Handles a press or a change in the panel.
    fn act(self: &Rc<Self>, name: &str, value: &str) {
        match name {
            "keep-case" => self.keep_case(),
            "cancel-case" => self.0.borrow_mut().form = None,
            "run-cases" => self.run_all(),
            "stop-cases" => self.stop(),
            "export-cases" => {
                let list = &self.0.borrow().list;
                post(&FromSeries::Save { name: format!("{}-cases.toml", list.game), text: list.export() });
            }
            "case-bot" if !value.is_empty() => {
                self.0.borrow_mut().list.choose_column(value);
                self.run(|_, key| key == value);
            }
            "leave-out" => {
                self.0.borrow_mut().list.remove_column(value);
                self.forget_verdicts(None, Some(value));
            }
            "remove-case" => self.remove(value),
            "open-case" => {
                let state = self.0.borrow();
                let kept = value.parse().ok().and_then(|number| state.list.case(number));
                kept.into_iter().for_each(|kept| post(&FromSeries::Open(kept.case.replay.clone())));
            }
            "new-against-old" => self.play_against_old(value),
            "record" => self.count_record(value),
            "add-folder" => self.tell_bots(ToBotLibrary::AddFolder),
            "watch" => self.watch(|game| ToBotLibrary::Watch { game, is_folder: false }),
            "watch-folder" => self.watch(|game| ToBotLibrary::Watch { game, is_folder: true }),
            "watch-again" => self.watch(|game| ToBotLibrary::WatchAgain { game }),
            "unwatch" => {
                let game = {
                    let mut state = self.0.borrow_mut();
                    (state.own_bots.watched, state.own_bots.was_watched) = Default::default();
                    state.list.game.clone()
                };
                self.tell_bots(ToBotLibrary::Unwatch { game });
            }
            "export-bots" => self.tell_bots(ToBotLibrary::Export),
            "after-build" => {
                self.0.borrow_mut().own_bots.choose(value);
                self.tell_bots(ToBotLibrary::AfterBuild { choice: Some(value.to_owned()) });
            }
            // A field of the form, or a note; anything else only looks.
            _ => {
                let noted = self.0.borrow_mut().own_bots.note(name, value).cloned();
                if let Some(KeptBuild { name, build: number, note, .. }) = noted {
                    let game = self.0.borrow().list.game.clone();
                    return self.tell_bots(ToBotLibrary::Note { build: BuildId { game, name, number }, note });
                }
                if let Some(form) = &mut self.0.borrow_mut().form {
                    form.change(name, value);
                }
            }
        }
    }

    /// Keeps the turn of the form as a case, and has the bots play it.
    fn keep_case(self: &Rc<Self>) {
        let mut state = self.0.borrow_mut();
        let CasesProgramState { form: Some(form), list, .. } = &mut *state else { return };
        let kept = form.make_case(list.distinct_name(form.name())).and_then(|case| {
            let open = case.open().map_err(|why| format!("Cannot keep this: {why}."))?;
            Ok((case, open))
        });
        let (case, open) = match kept {
            Ok(kept) => kept,
            Err(why) => return post(&FromSeries::Error(why)),
        };
        form.bot.iter().for_each(|bot| list.choose_column(bot));
        let number = list.add(case, open, None);
        state.form = None;
        drop(state);
        self.store_case(number);
        self.run(|case, _| case == number);
    }

    fn import(self: &Rc<Self>, files: &[Uint8Array]) {
        let text = String::from_utf8_lossy(&files.first().map(Uint8Array::to_vec).unwrap_or_default()).into_owned();
        let imported = self.0.borrow_mut().list.import(&text);
        match imported {
            Ok((added, game)) => {
                let is_shown = game.as_ref().is_none_or(|game| *game == self.0.borrow().list.game);
                if let Some(game) = game.filter(|_| !is_shown) {
                    post(&FromSeries::Error(format!("These tests are of {game}: they are listed there.")));
                }
                added.into_iter().for_each(|number| self.store_case(number));
            }
            Err(why @ CaseFileError::Syntax(_)) => {
                let told = format!("Cannot use the tests: {why}. Save them again, and drop that file.");
                post(&FromSeries::Error(told));
            }
            Err(why) => post(&FromSeries::Error(format!("Cannot use the tests: {why}."))),
        }
    }

    /// Keeps a case for later visits.
    fn store_case(self: &Rc<Self>, number: CaseNumber) {
        let state = self.0.borrow();
        let Some(text) = state.list.case(number).map(|kept| case_file::write(&kept.case)) else { return };
        let (program, store) = (Rc::clone(self), Rc::clone(&state.store));
        spawn_local(async move {
            let kept = store.add_case(&text).await;
            {
                let mut state = program.0.borrow_mut();
                state.store_error = kept.err();
                kept.into_iter().for_each(|id| state.list.set_id(number, id));
            }
            let keys: Vec<_> = program.0.borrow().list.columns().map(|bot| bot.key.clone()).collect();
            keys.iter().for_each(|key| program.keep_verdict(number, key));
            program.draw();
        });
    }

    fn remove(&self, number: &str) {
        let removed = number.parse().ok().and_then(|number| self.0.borrow_mut().list.remove(number));
        let Some(removed) = removed else { return };
        post(&FromSeries::Removed(format!("The test \u{201c}{}\u{201d} was removed.", removed.kept.case.name)));
        let id = removed.kept.id;
        self.0.borrow_mut().removed = Some(removed);
        if let Some(id) = id {
            self.forget_verdicts(Some(id), None);
            let store = Rc::clone(&self.0.borrow().store);
            spawn_local(async move {
                // One that cannot be removed is there again after a reload.
                let _ = store.remove_case(id).await;
            });
        }
    }

    /// Puts the case back that was removed last.
    fn undo_remove(self: &Rc<Self>) {
        let mut state = self.0.borrow_mut();
        let Some(removed) = state.removed.take() else { return };
        let number = removed.kept.number;
        state.list.put_back(removed);
        drop(state);
        self.store_case(number);
    }

    fn run_all(self: &Rc<Self>) {
        self.run(|_, _| true);
    }

    /// Has bots play cases: those for which `is_meant` returns true.
    fn run(self: &Rc<Self>, is_meant: impl Fn(CaseNumber, &str) -> bool) {
        let mut state = self.0.borrow_mut();
        let CasesProgramState { list, waiting, .. } = &mut *state;
        let keys: Vec<_> = list.columns().map(|bot| bot.key.clone()).collect();
        let numbers: Vec<_> = list.shown().map(|kept| kept.number).collect();
        let pairs = numbers.iter().flat_map(|&number| keys.iter().map(move |key| (number, key.clone())));
        let asked: Vec<_> =
            pairs.filter(|(number, key)| is_meant(*number, key) && waiting.insert((*number, key.clone()))).collect();
        asked.iter().for_each(|(number, key)| list.set_result(*number, key, CaseResult::Waiting));
        drop(state);
        for (number, key) in asked {
            if host_bot(&key).is_some() || self.0.borrow().modules.contains_key(&key) {
                self.ask(number, &key);
            } else if self.0.borrow_mut().wanted.insert(key.clone()) {
                post(&FromSeries::Load(key));
            }
        }
    }

    /// A bot of the native program's has changed: its results are those of the earlier one.
    fn take_changed_bot(self: &Rc<Self>, key: &str) {
        let mut state = self.0.borrow_mut();
        state.list.forget_results(key);
        state.waiting.retain(|(_, of)| of != key);
        state.host_runner = None;
        let others: Vec<_> = state.waiting.iter().filter(|(_, of)| host_bot(of).is_some()).cloned().collect();
        let is_asked = state.own_bots.after_build == AfterBuild::Cases;
        drop(state);
        others.iter().for_each(|(number, of)| self.ask(*number, of));
        if is_asked {
            self.run(|_, of| of == key);
        }
    }

    /// Takes the module of a bot and has it play the waiting cases; without a module, they fail.
    fn take_module(self: &Rc<Self>, key: &str, module: Option<Uint8Array>) {
        let mut state = self.0.borrow_mut();
        if !state.wanted.remove(key) {
            return;
        }
        drop(state);
        self.take_traced_module(key, module.clone());
        let mut state = self.0.borrow_mut();
        let asked: Vec<_> = state.waiting.iter().filter(|(_, of)| of == key).map(|(number, _)| *number).collect();
        let Some(module) = module else {
            for number in asked {
                state.waiting.remove(&(number, key.to_owned()));
                state.list.set_result(number, key, CaseResult::Failed("the bot could not be loaded".to_owned()));
            }
            return;
        };
        state.modules.insert(key.to_owned(), module);
        drop(state);
        asked.into_iter().for_each(|number| self.ask(number, key));
    }

    /// Has a worker run a bot whose module is here, or the native program one of its own.
    fn ask(self: &Rc<Self>, number: CaseNumber, key: &str) {
        let mut state = self.0.borrow_mut();
        let CasesProgramState { programs, server, list, modules, runner, host_runner, .. } = &mut *state;
        let bot = match host_bot(key) {
            Some(id) => Some(CaseBot::Host(id)),
            None => modules.get(key).cloned().map(CaseBot::Module),
        };
        let (Some(kept), Some(bot)) = (list.case(number), bot) else { return };
        let (match_spec, recorded) = kept.open.repeat(PlayerInfo { kind: PlayerKind::Module, ..PlayerInfo::default() });
        let seat = kept.open.seat;
        let program = Rc::downgrade(self);
        let report = move |number: CaseNumber, key: String, result: Result<PlayedCase, String>| {
            if let Some(program) = program.upgrade() {
                program.take_result(number, &key, result);
            }
        };
        let runner = match &bot {
            CaseBot::Module(_) => runner.get_or_insert_with(|| CaseRunner::new(programs, processors(), report)),
            // One after the other: their times are real.
            CaseBot::Host(_) => {
                let server = server.clone().unwrap_or_default();
                host_runner.get_or_insert_with(|| CaseRunner::new(&[server.clone(), server], 1, report))
            }
        };
        runner.push(CaseTask { number, key: key.to_owned(), match_spec, recorded, seat, bot });
    }

    fn take_result(self: &Rc<Self>, number: CaseNumber, key: &str, result: Result<PlayedCase, String>) {
        let mut state = self.0.borrow_mut();
        if !state.waiting.remove(&(number, key.to_owned())) {
            return;
        }
        let judged = |kept: &super::case_list::KeptCase| match &result {
            Ok(PlayedCase { turns, passages }) => {
                let verdict = kept.open.judge_turns(turns, passages);
                let why = kept.open.explain(&verdict, turns);
                CaseResult::Judged(verdict, why)
            }
            Err(why) => CaseResult::Failed(why.clone()),
        };
        if let Some(result) = state.list.case(number).map(judged) {
            state.list.set_result(number, key, result);
        }
        drop(state);
        self.keep_verdict(number, key);
        let mut state = self.0.borrow_mut();
        if state.waiting.is_empty() {
            // The workers end after the last answer, but not now: one of them calls this.
            let program = Rc::clone(self);
            Timeout::new(0, move || program.stop_idle_workers()).forget();
        }
        if state.redraw.is_none() {
            let program = Rc::clone(self);
            state.redraw = Some(Timeout::new(REDRAW, move || program.draw()));
        }
    }

    /// Ends the workers if no result is awaited.
    fn stop_idle_workers(&self) {
        let mut state = self.0.borrow_mut();
        if state.waiting.is_empty() {
            (state.runner, state.host_runner) = Default::default();
        }
    }

    /// Stops all bots.
    fn stop(&self) {
        let mut state = self.0.borrow_mut();
        (state.waiting, state.runner, state.host_runner) = Default::default();
        state.list.forget_waiting();
    }
}

/// The progress of reading is told in steps of this many percent.
const READ_STEP: u8 = 10;

/// Reads the match in a text.
fn read_text(ReadRequest { id, game, file }: ReadRequest, files: &[Uint8Array]) {
    let bytes = files.first().map(Uint8Array::to_vec).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let found = match file {
        Some(name) => read::read_file(&game, &name, &text),
        None => read::read_followed(&game, &text, &mut |percent| {
            if percent.is_multiple_of(READ_STEP) {
                post(&FromSeries::Reading { id, percent });
            }
        }),
    };
    post(&FromSeries::Read(FromReader { id, found }));
}

/// The number of a bot of the native program's, if this is the key of one.
fn host_bot(key: &str) -> Option<u32> {
    match BotKey::from(key) {
        BotKey::Host(number) => Some(number),
        BotKey::Bundled(_) | BotKey::Dropped(..) => None,
    }
}
