//! What the page's messages and the store's answers do to the series that is shown; `playing.rs` plays its games.

mod playing;

use std::cell::RefCell;
use std::rc::Rc;

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::replay::distinct_names;
use botyard_web_messages::series::{FromSeries, ToSeries};
use gloo_timers::callback::Timeout;
use js_sys::Uint8Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

use crate::game_list::{Filter, ListOrder};
use crate::post;
use crate::series::{Series, SeriesDescription, TestOptions};
use crate::store::{SeriesStore, StoredSeries};
use crate::view::{self, Phase, SeriesView};
use playing::Play;

/// How long the store may take to answer a new page, in milliseconds. Firefox's does not always answer a page that was loaded again
/// while the page before it wrote.
const STORE_PATIENCE: u32 = 5_000;
/// How long the panel waits before it is drawn again, in milliseconds.
const REDRAW: u32 = 250;
/// So many games are listed until more are asked for.
const LISTED: usize = 50;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;
}

/// The program.
#[derive(Default)]
pub(crate) struct SeriesProgram(RefCell<State>);

#[derive(Default)]
struct State {
    programs: [String; 2],
    /// What the page said before the store was open; `None` since it is.
    early: Option<Vec<(ToSeries, Vec<Uint8Array>)>>,
    /// Is there, and all results are kept in it; until one cannot be.
    store: Option<Rc<SeriesStore>>,
    kept: Vec<(u32, SeriesDescription)>,
    shown: Option<ShownSeries>,
    /// How many series have been shown: what the store says of another than the last is of no interest.
    showing: u32,
    phase: Phase,
    /// Changes whenever games begin or end to be played: what was begun before is then of no interest.
    generation: u32,
    play: Option<Play>,
    filter: Filter,
    order: ListOrder,
    listed: usize,
    redraw: Option<Timeout>,
}

/// The series that is shown.
struct ShownSeries {
    /// Its number in the store.
    id: Option<u32>,
    series: Series,
    bots: Vec<Uint8Array>,
}

impl SeriesProgram {
    /// Does what the page asks. Files that come with the message are beside it.
    pub(crate) fn handle_message(self: &Rc<Self>, message: ToSeries, files: Vec<Uint8Array>) {
        if let Some(early) = &mut self.0.borrow_mut().early {
            return early.push((message, files));
        }
        match message {
            ToSeries::Start { programs } => self.begin(programs),
            ToSeries::Play { match_spec, games } => self.play_new(match_spec, games, files),
            ToSeries::Do(name, value) => self.act(&name, &value),
            ToSeries::Import { game } => {
                let text =
                    String::from_utf8_lossy(&files.first().map(Uint8Array::to_vec).unwrap_or_default()).into_owned();
                match Series::import(&game, &text) {
                    Ok(series) => self.show_new(series, Vec::new(), false),
                    Err(why) => post(&FromSeries::Error(format!("Cannot show the series: {why}."))),
                }
            }
        }
    }

    /// Opens the store and shows the newest series in it.
    fn begin(self: &Rc<Self>, programs: [String; 2]) {
        {
            let mut state = self.0.borrow_mut();
            (state.programs, state.listed, state.early) = (programs, LISTED, Some(Vec::new()));
        }
        let program = Rc::clone(self);
        Timeout::new(STORE_PATIENCE, move || program.stop_waiting()).forget();
        let program = Rc::clone(self);
        spawn_local(async move {
            if let Ok(store) = SeriesStore::open().await {
                let store = Rc::new(store);
                let kept = store.list().await.unwrap_or_default();
                let newest = kept.first().map(|(id, _)| *id);
                {
                    let mut state = program.0.borrow_mut();
                    (state.store, state.kept) = (Some(store), kept);
                }
                // After the page was told that there is no store, what it shows stays.
                if let Some(id) = newest.filter(|_| program.is_waiting()) {
                    program.load(id).await;
                }
            }
            program.stop_waiting();
            program.draw();
        });
    }

    fn is_waiting(&self) -> bool {
        self.0.borrow().early.is_some()
    }

    /// Handles what the page said before the store was open. Without the store, if it has not answered.
    fn stop_waiting(self: &Rc<Self>) {
        let early = self.0.borrow_mut().early.take();
        if let Some(early) = early {
            early.into_iter().for_each(|(message, files)| self.handle_message(message, files));
            self.draw();
        }
    }

    async fn list_kept(&self) {
        let Some(store) = self.0.borrow().store.clone() else { return };
        let kept = store.list().await.unwrap_or_default();
        self.0.borrow_mut().kept = kept;
    }

    /// Shows a series of the store.
    async fn load(&self, id: u32) {
        let Some(store) = self.0.borrow().store.clone() else { return };
        let Ok(Some(stored)) = store.load(id).await else { return };
        let StoredSeries { id, description, bots, lines } = stored;
        if let Ok(series) = Series::with_lines(description, lines) {
            let mut state = self.0.borrow_mut();
            state.showing += 1;
            (state.shown, state.listed) = (Some(ShownSeries { id: Some(id), series, bots }), LISTED);
        }
    }

    fn play_new(self: &Rc<Self>, mut match_spec: MatchSpec, games: u64, bots: Vec<Uint8Array>) {
        number_names(&mut match_spec);
        let seats = match_spec.players.len().max(1) as u64;
        let games = games.div_ceil(seats) * seats;
        let test = self.0.borrow().shown.as_ref().map(|shown| shown.series.description.test);
        let test = TestOptions { ends_series: false, ..test.unwrap_or_default() };
        match Series::new(SeriesDescription { match_spec, games, test, is_imported: false }) {
            Ok(series) => self.show_new(series, bots, true),
            Err(why) => post(&FromSeries::Error(why)),
        }
    }

    /// Shows a series that was not shown before, keeps it, and has it played if it is to be. It does not wait for the store.
    fn show_new(self: &Rc<Self>, series: Series, bots: Vec<Uint8Array>, is_to_be_played: bool) {
        self.stop();
        let description = series.description.clone();
        let (store, showing) = {
            let mut state = self.0.borrow_mut();
            state.showing += 1;
            (state.shown, state.listed) = (Some(ShownSeries { id: None, series, bots: bots.clone() }), LISTED);
            (state.store.clone(), state.showing)
        };
        if is_to_be_played {
            self.go_on();
        }
        self.draw();
        let Some(store) = store else { return };
        let program = Rc::clone(self);
        spawn_local(async move {
            match store.add(&description, &bots).await {
                Ok(id) => program.keep_from_start(id, showing),
                Err(_) => program.0.borrow_mut().store = None,
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
            drop(state);
            self.keep_lines(0);
        }
    }

    /// Does what somebody has pressed or changed.
    fn act(self: &Rc<Self>, name: &str, value: &str) {
        match name {
            "stop" => self.stop(),
            "go-on" => self.go_on(),
            "export" => self.export(),
            "remove" => return self.remove(),
            "open" => self.open(value),
            "series" => return self.choose(value),
            "more" => self.0.borrow_mut().listed += 4 * LISTED,
            "filter" => {
                let filter = Filter::ALL.into_iter().find(|filter| filter.name() == value);
                self.0.borrow_mut().filter = filter.unwrap_or_default();
            }
            "order" => {
                let order = ListOrder::ALL.into_iter().find(|order| order.name() == value);
                self.0.borrow_mut().order = order.unwrap_or_default();
            }
            "elo0" | "elo1" | "ends-series" => self.set_test(name, value),
            // Somebody only looks.
            _ => {}
        }
        self.draw();
    }

    /// Changes the sequential test of the series that is shown. What it says then, and whether it ends the series, is computed
    /// from all games again.
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
        let store = state.store.clone();
        let was_playing = state.phase != Phase::Stopped;
        drop(state);
        self.stop();
        self.rebuild();
        if was_playing {
            self.go_on();
        }
        if let (Some(store), Some(id)) = (store, id) {
            spawn_local(async move { drop(store.describe(id, &description, &bots).await) });
        }
    }

    /// Makes the series again from its lines, so that games without a result are played.
    fn rebuild(&self) {
        let mut state = self.0.borrow_mut();
        if let Some(ShownSeries { id, series, bots }) = state.shown.take() {
            state.shown = series.rebuild().ok().map(|series| ShownSeries { id, series, bots });
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
            (state.store.clone(), state.shown.take().and_then(|shown| shown.id))
        };
        let program = Rc::clone(self);
        spawn_local(async move {
            if let (Some(store), Some(id)) = (store, removed) {
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
        let first = shown.series.lines().len();
        for line in lines {
            // The series may be over by a test that these games came too late for.
            if !shown.series.is_over() {
                shown.series.add_line(line).expect("a game that was handed out fits");
            }
        }
        drop(state);
        self.keep_lines(first);
    }

    /// Keeps the lines from the `first`th on, if the series has a number in the store.
    fn keep_lines(self: &Rc<Self>, first: usize) {
        let state = self.0.borrow();
        let Some((id, series)) = state.shown.as_ref().and_then(|shown| Some((shown.id?, &shown.series))) else {
            return;
        };
        let (lines, store) = (series.keyed_lines(first), state.store.clone());
        drop(state);
        let Some(store) = store.filter(|_| !lines.is_empty()) else { return };
        let program = Rc::clone(self);
        spawn_local(async move {
            if store.add_lines(id, &lines).await.is_err() {
                program.0.borrow_mut().store = None;
                program.draw();
            }
        });
    }

    /// Draws the panel in a while, with what else comes until then.
    fn draw_soon(self: &Rc<Self>) {
        let mut state = self.0.borrow_mut();
        if state.redraw.is_none() {
            let program = Rc::clone(self);
            state.redraw = Some(Timeout::new(REDRAW, move || program.draw()));
        }
    }

    fn draw(&self) {
        let mut state = self.0.borrow_mut();
        state.redraw.take().into_iter().for_each(drop);
        let rate = state.play.as_ref().filter(|play| play.played > 0);
        let view = SeriesView {
            series: state.shown.as_ref().map(|shown| &shown.series),
            phase: state.phase,
            rate: rate.map(|play| 1000.0 * play.played as f64 / (milliseconds() - play.start).max(1.0)),
            filter: state.filter,
            order: state.order,
            listed: state.listed,
            is_unkept: state.store.is_none(),
            kept: &state.kept,
            shown: state.shown.as_ref().and_then(|shown| shown.id),
        };
        post(&FromSeries::View(view::draw(&view)));
    }
}

/// Bots with the same name are told apart by their numbers, as natively.
fn number_names(match_spec: &mut MatchSpec) {
    let names: Vec<_> = match_spec.players.iter().map(|player| player.name.clone()).collect();
    for (player, name) in match_spec.players.iter_mut().zip(distinct_names(&names)) {
        player.name = name;
    }
}
