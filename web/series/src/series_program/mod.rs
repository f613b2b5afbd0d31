//! What the page's messages and the store's answers do to the series that is shown; `playing.rs`
//! plays its games, `run.rs` tells the editor of those that it has run.

mod playing;
mod run;
mod shown_series;

use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::replay::distinct_names;
use botyard_engine::tournament::Format;
use botyard_web_messages::series::{DraftRun, FromSeries, ParticipantGames, ToSeries};
use gloo_timers::callback::Timeout;
use js_sys::{Date, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

use crate::field_form::{FieldForm, read_format};
use crate::game_list::{Filter, ListOrder};
use crate::pace::TimeLeft;
use crate::post;
use crate::program::{EarlyMessages, Program};
use crate::series::{Series, SeriesDescription, TestOptions, usual_starts};
use crate::store::{SeriesStore, SeriesStoreError, StoredSeries};
use crate::view::{self, SeriesPhase, SeriesView};
use playing::Play;
use shown_series::ShownSeries;

/// How long the panel waits before it is drawn again, in milliseconds.
const REDRAW: u32 = 250;
/// This many games are listed until more are asked for.
const LISTED: usize = 50;
/// What the wishes of the editor begin with; the game and the key of what it has run follow.
const RUN: &str = "run:";

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;
}

/// When a series was begun, as its number in the store says: the time of the day, and the day if it
/// is another. Empty for numbers of earlier versions, which counted.
fn time_of(id: u32) -> String {
    const FIRST: u32 = 1_000_000_000;
    if id < FIRST {
        return String::new();
    }
    let (begun, now) = (Date::new(&(f64::from(id) * 1000.0).into()), Date::new_0());
    let day = |date: &Date| format!("{}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date());
    let time = format!("{:02}:{:02}", begun.get_hours(), begun.get_minutes());
    if day(&begun) == day(&now) { time } else { format!("{} {time}", day(&begun)) }
}

/// The program.
#[derive(Default)]
pub(crate) struct SeriesProgram(RefCell<SeriesProgramState>);

#[derive(Default)]
struct SeriesProgramState {
    programs: [String; 2],
    early: EarlyMessages,
    store: Rc<SeriesStore>,
    /// Why results are not kept: once one could not be, no other is until games are to be played
    /// again.
    unkept: Option<SeriesStoreError>,
    kept: Vec<(u32, SeriesDescription)>,
    shown: Option<ShownSeries>,
    /// How many series have been shown: what the store says of another than the last is of no
    /// interest.
    showing: u32,
    /// How many series were to be shown: the last is.
    asked: u32,
    phase: SeriesPhase,
    /// Changes whenever games begin or end to be played: what was begun before is then of no
    /// interest.
    generation: u32,
    play: Option<Play>,
    /// Whether all games are wanted, also those of a draft that fails to start.
    plays_all: bool,
    filter: Filter,
    order: ListOrder,
    listed: usize,
    form: FieldForm,
    redraw: Option<Timeout>,
    /// The series that was removed last.
    removed: Option<ShownSeries>,
    /// What the page was told last of how the games have ended.
    told_games: Vec<ParticipantGames>,
    /// When that was, in milliseconds.
    told_at: Option<f64>,
}

impl SeriesProgramState {
    /// Games in a second, if games are being played.
    fn rate(&self) -> Option<f64> {
        let play = self.play.as_ref().filter(|play| play.played > 0)?;
        Some(1000.0 * play.played as f64 / (milliseconds() - play.start).max(1.0))
    }

    /// How long the games that are left will take, if games are being played.
    fn time_left(&self) -> Option<TimeLeft> {
        let (play, series) = (self.play.as_ref()?, &self.shown.as_ref()?.series);
        let left = series.description.games.saturating_sub(series.counted());
        play.time_left(left, milliseconds())
    }
}

impl Program for SeriesProgram {
    fn early(&self) -> RefMut<'_, EarlyMessages> {
        RefMut::map(self.0.borrow_mut(), |state| &mut state.early)
    }

    fn store(&self) -> Rc<SeriesStore> {
        Rc::clone(&self.0.borrow().store)
    }

    /// Shows the newest series of the store.
    async fn open_store(self: Rc<Self>, programs: [String; 2], _: Option<String>) {
        let store = {
            let mut state = self.0.borrow_mut();
            (state.programs, state.listed) = (programs, LISTED);
            Rc::clone(&state.store)
        };
        let kept = store.list().await;
        let newest = kept.iter().flatten().map(|(id, _)| *id).next();
        {
            let mut state = self.0.borrow_mut();
            (state.unkept, state.kept) = (kept.as_ref().err().copied(), kept.unwrap_or_default());
        }
        // After a program that has not waited any longer, what it shows stays.
        if let Some(id) = newest.filter(|_| self.0.borrow().shown.is_none()) {
            self.load(id).await;
        }
    }

    fn lose_store(&self) {
        self.0.borrow_mut().unkept = Some(SeriesStoreError::Unavailable);
    }

    fn handle_message(self: &Rc<Self>, message: ToSeries, files: Vec<Uint8Array>) {
        match message {
            ToSeries::Play { match_spec, format, games, run } => {
                self.play_new(match_spec, read_format(&format), games, run, files)
            }
            ToSeries::Bots(bots) => {
                self.0.borrow_mut().form.set_bots(bots);
                self.draw();
            }
            ToSeries::Do(name, value) => self.act(&name, &value),
            ToSeries::Import { game } => {
                let text =
                    String::from_utf8_lossy(&files.first().map(Uint8Array::to_vec).unwrap_or_default()).into_owned();
                match Series::import(&game, &text) {
                    Ok(series) => self.show_new(series, Vec::new(), false),
                    Err(why) => post(&FromSeries::Error(format!("Cannot show the series: {why}."))),
                }
            }
            // This is handled, and these are for the program of cases.
            ToSeries::Start { .. }
            | ToSeries::CaseBots { .. }
            | ToSeries::Offer { .. }
            | ToSeries::Module(_)
            | ToSeries::Write(_) => {}
        }
    }

    fn draw(&self) {
        let mut state = self.0.borrow_mut();
        state.redraw.take().into_iter().for_each(drop);
        let is_playing = state.phase == SeriesPhase::Playing;
        if let Some(shown) = &mut state.shown {
            shown.rate(is_playing);
        }
        let view = SeriesView {
            series: state.shown.as_ref().map(|shown| &shown.series),
            phase: state.phase,
            rate: state.rate(),
            time_left: state.time_left(),
            time_of,
            filter: state.filter,
            order: state.order,
            listed: state.listed,
            unkept: state.unkept,
            kept: &state.kept,
            shown: state.shown.as_ref().and_then(|shown| shown.id),
            ratings: state.shown.as_ref().and_then(|shown| Some(&shown.ratings.as_ref()?.ratings)),
            form: &state.form,
        };
        post(&FromSeries::View(view::draw(&view)));
        drop(state);
        self.report_run();
    }
}

impl SeriesProgram {
    async fn list_kept(&self) {
        let store = Rc::clone(&self.0.borrow().store);
        if let Ok(kept) = store.list().await {
            self.0.borrow_mut().kept = kept;
        }
    }

    /// Shows a series of the store.
    async fn load(&self, id: u32) {
        let (store, asked) = {
            let mut state = self.0.borrow_mut();
            state.asked += 1;
            (Rc::clone(&state.store), state.asked)
        };
        let Ok(Some(stored)) = store.load(id).await else { return };
        let StoredSeries { id, description, bots, lines } = stored;
        if let Ok(series) = Series::with_lines(description, lines) {
            let kept_lines = series.lines().len();
            let shown = ShownSeries { id: Some(id), kept_lines, ..ShownSeries::new(series, bots) };
            let mut state = self.0.borrow_mut();
            if state.asked == asked {
                state.showing += 1;
                (state.shown, state.listed) = (Some(shown), LISTED);
            }
        }
    }

    fn play_new(
        self: &Rc<Self>,
        mut match_spec: MatchSpec,
        format: Format,
        games: u64,
        run: Option<DraftRun>,
        bots: Vec<Uint8Array>,
    ) {
        number_names(&mut match_spec);
        let test = self.0.borrow().shown.as_ref().map(|shown| shown.series.description.test);
        let test = TestOptions { ends_series: false, ..test.unwrap_or_default() };
        run.iter().for_each(|run| self.ask_cases(run));
        let (is_imported, starts) = (false, usual_starts());
        let mut description = SeriesDescription { match_spec, format, games, test, is_imported, run, starts };
        description.games = games.div_ceil(description.games_of_unit()) * description.games_of_round();
        match Series::new(description) {
            Ok(series) => self.show_new(series, bots, true),
            Err(why) => post(&FromSeries::Error(why)),
        }
    }

    /// Shows a series that was not shown before, keeps it, and has it played if it is to be. It
    /// does not wait for the store.
    fn show_new(self: &Rc<Self>, series: Series, bots: Vec<Uint8Array>, is_to_be_played: bool) {
        self.stop();
        let description = series.description.clone();
        let (store, showing) = {
            let mut state = self.0.borrow_mut();
            (state.showing, state.asked) = (state.showing + 1, state.asked + 1);
            (state.shown, state.listed) = (Some(ShownSeries::new(series, bots.clone())), LISTED);
            state.plays_all = false;
            (Rc::clone(&state.store), state.showing)
        };
        if is_to_be_played {
            self.go_on();
        }
        self.draw();
        let program = Rc::clone(self);
        spawn_local(async move {
            match store.add(&description, &bots).await {
                Ok(id) => program.keep_from_start(id, showing),
                Err(why) => program.0.borrow_mut().unkept = Some(why),
            }
            program.list_kept().await;
            program.draw();
        });
    }

    /// The series that is shown has a number in the store now: keeps the games that it has already.
    fn keep_from_start(self: &Rc<Self>, id: u32, showing: u32) {
        let mut state = self.0.borrow_mut();
        // Another may be shown by now.
        let is_shown = state.showing == showing;
        if let Some(shown) = state.shown.as_mut().filter(|_| is_shown) {
            shown.id = Some(id);
            // Also if an earlier series could not be kept.
            state.unkept = None;
            drop(state);
            self.keep_lines();
        }
    }

    /// Does what somebody has pressed or changed.
    fn act(self: &Rc<Self>, name: &str, value: &str) {
        match name {
            "stop" => self.stop(),
            "go-on" => {
                self.0.borrow_mut().plays_all = true;
                self.go_on();
            }
            "export" => self.export(),
            "remove" => return self.remove(),
            "undo-remove" => return self.undo_remove(),
            "open" => self.open(value),
            "series" => return self.choose(value),
            "more" => self.0.borrow_mut().listed += 4 * LISTED,
            "filter" => self.0.borrow_mut().filter = Filter::named(value),
            "order" => {
                let order = ListOrder::ALL.into_iter().find(|order| order.name() == value);
                self.0.borrow_mut().order = order.unwrap_or_default();
            }
            "elo0" | "elo1" | "ends-series" => self.set_test(name, value),
            "field-play" => post(&self.0.borrow().form.request()),
            // A wish of the editor's, or a field of the form; anything else only looks.
            _ => {
                if let Some(key) = name.strip_prefix(RUN) {
                    return self.act_on_run(key, value);
                }
                let changed = self.0.borrow_mut().form.change(name, value);
                if let Err(why) = changed {
                    post(&FromSeries::Error(why));
                }
            }
        }
        self.draw();
    }

    /// Changes the sequential test of the series that is shown. What it says then, and whether it
    /// ends the series, is computed from all games again.
    fn set_test(self: &Rc<Self>, name: &str, value: &str) {
        let mut state = self.0.borrow_mut();
        let Some(shown) = &mut state.shown else { return };
        let mut test = shown.series.description.test;
        match (name, value.trim().replace(',', ".").parse()) {
            ("elo0", Ok(elo)) => test.elo0 = elo,
            ("elo1", Ok(elo)) => test.elo1 = elo,
            ("ends-series", _) => test.ends_series = value == "true",
            _ => return post(&FromSeries::Error(format!("`{value}` is not a number: the test stays as it was."))),
        }
        if test.sprt().is_none() {
            return post(&FromSeries::Error("The second Elo difference must be greater than the first.".to_owned()));
        }
        shown.series.description.test = test;
        let (description, bots, id) = (shown.series.description.clone(), shown.bots.clone(), shown.id);
        let store = Rc::clone(&state.store);
        let was_playing = state.phase != SeriesPhase::Stopped;
        drop(state);
        self.stop();
        self.rebuild();
        if was_playing {
            self.go_on();
        }
        if let Some(id) = id {
            spawn_local(async move {
                // The setting alone is lost then.
                let _ = store.describe(id, &description, &bots).await;
            });
        }
    }

    /// Makes the series again from its lines, so that games without a result are played.
    fn rebuild(&self) {
        let mut state = self.0.borrow_mut();
        if let Some(ShownSeries { series, bots, id, kept_lines, is_keeping, ratings }) = state.shown.take() {
            let rebuilt = series.rebuild().ok();
            state.shown = rebuilt.map(|series| ShownSeries { series, bots, id, kept_lines, is_keeping, ratings });
        }
    }

    fn export(&self) {
        let state = self.0.borrow();
        let Some(ShownSeries { series, .. }) = &state.shown else { return };
        let MatchSpec { game, seed, .. } = &series.description.match_spec;
        let text = series.lines().flat_map(|line| [line, "\n"]).collect();
        post(&FromSeries::Save(format!("{game}-series-{seed}.jsonl"), text));
    }

    fn open(&self, number: &str) {
        let state = self.0.borrow();
        let Some(ShownSeries { series, .. }) = &state.shown else { return };
        let game = series.counted_games().find(|game| game.number.to_string() == number);
        if let Some(replay) = game.and_then(|game| game.replay.clone()) {
            post(&FromSeries::Open(replay));
        }
    }

    /// Forgets the series that is shown and shows the newest of the others.
    fn remove(self: &Rc<Self>) {
        self.stop();
        let (store, removed) = {
            let mut state = self.0.borrow_mut();
            let Some(shown) = state.shown.take() else { return };
            let id = shown.id;
            post(&FromSeries::Removed(format!("The series of {} was removed.", shown.series.names().join(" and "))));
            state.removed = Some(shown);
            (Rc::clone(&state.store), id)
        };
        let program = Rc::clone(self);
        spawn_local(async move {
            if let Some(id) = removed {
                let _ = store.remove(id).await;
            }
            program.list_kept().await;
            let newest = program.0.borrow().kept.first().map(|(id, _)| *id);
            if let Some(id) = newest {
                program.load(id).await;
            }
            program.draw();
        });
    }

    /// Shows the series again that was removed last, and keeps it as a new one.
    fn undo_remove(self: &Rc<Self>) {
        let removed = self.0.borrow_mut().removed.take();
        if let Some(ShownSeries { series, bots, .. }) = removed {
            self.show_new(series, bots, false);
        }
    }

    /// Shows another series of the store.
    fn choose(self: &Rc<Self>, id: &str) {
        let Ok(id) = id.parse() else { return };
        self.stop();
        let program = Rc::clone(self);
        spawn_local(async move {
            program.load(id).await;
            program.draw();
        });
    }

    /// Takes in the lines of games, and keeps them.
    fn add_lines(self: &Rc<Self>, lines: Vec<String>) {
        let mut state = self.0.borrow_mut();
        let Some(shown) = &mut state.shown else { return };
        for line in lines {
            // The series may be over by a test that these games came too late for.
            if !shown.series.is_over() {
                shown.series.add_line(line).expect("a game that was handed out fits");
            }
        }
        drop(state);
        self.keep_lines();
    }

    /// Keeps the lines that are not kept yet, if the series has a number in the store.
    fn keep_lines(self: &Rc<Self>) {
        let mut state = self.0.borrow_mut();
        let (store, showing, is_unkept) = (Rc::clone(&state.store), state.showing, state.unkept.is_some());
        let Some(shown) = state.shown.as_mut().filter(|shown| !shown.is_keeping && !is_unkept) else { return };
        let (Some(id), lines) = (shown.id, shown.series.keyed_lines(shown.kept_lines)) else { return };
        if lines.is_empty() {
            return;
        }
        shown.is_keeping = true;
        let program = Rc::clone(self);
        spawn_local(async move {
            let kept = store.add_lines(id, &lines).await;
            program.note_kept(showing, lines.len(), kept);
        });
    }

    /// This many lines more of a series are kept, or could not be.
    fn note_kept(self: &Rc<Self>, showing: u32, lines: usize, kept: Result<(), SeriesStoreError>) {
        {
            let mut state = self.0.borrow_mut();
            let is_shown = state.showing == showing;
            if let Some(shown) = state.shown.as_mut().filter(|_| is_shown) {
                shown.is_keeping = false;
                shown.kept_lines += if kept.is_ok() { lines } else { 0 };
            }
            state.unkept = kept.err().or(state.unkept);
        }
        match kept {
            Ok(()) => self.keep_lines(),
            Err(_) => self.draw(),
        }
    }

    /// Schedules a redraw that combines updates.
    fn draw_soon(self: &Rc<Self>) {
        let mut state = self.0.borrow_mut();
        if state.redraw.is_none() {
            let program = Rc::clone(self);
            state.redraw = Some(Timeout::new(REDRAW, move || program.draw()));
        }
    }
}

/// Bots with the same name are told apart by their numbers, as natively.
fn number_names(match_spec: &mut MatchSpec) {
    let names: Vec<_> = match_spec.players.iter().map(|player| player.name.clone()).collect();
    for (player, name) in match_spec.players.iter_mut().zip(distinct_names(&names)) {
        player.name = name;
    }
}
