//! Handles the page's messages and the store's answers: they change the series that is shown.
//! `playing.rs` plays its games, `storing.rs` stores them, `run.rs` reports to the editor on its
//! runs, `renewal.rs` brings games of earlier versions up to date.

mod playing;
mod renewal;
mod run;
mod shown_series;
mod storing;

use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::replay::distinct_names;
use botyard_engine::tournament::{Format, RungAttempt};
use botyard_web_protocol::RungReport;
use botyard_web_protocol::series::{DraftRun, FromSeries, LostTurn, PanelPress, ParticipantGames, ToSeries};
use gloo_timers::callback::Timeout;
use js_sys::{Date, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

use crate::field_form::FieldForm;
use crate::game_list::{Filter, ListOrder, listed_games};
use crate::lost_turns::LostTurns;
use crate::pace::TimeLeft;
use crate::post;
use crate::program::{EarlyMessages, Program};
use crate::run_report::failed_start;
use crate::series::{Series, SeriesDescription, TestOptions, usual_starts};
use crate::store::{SeriesStore, SeriesStoreError, StoredSeries};
use crate::view::{self, SeriesPhase, SeriesView};
use playing::Play;
use shown_series::ShownSeries;

/// How long the panel waits before it is drawn again, in milliseconds.
const REDRAW: u32 = 250;
/// This many games are listed until more are asked for.
const LISTED: usize = 50;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;
}

/// When a series was begun, derived from its number in the store: the time of day, with the date
/// unless it is today. Empty for numbers of earlier versions, which counted.
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
    /// Why results are not stored: once one could not be, no other is until games are to be played
    /// again.
    store_error: Option<SeriesStoreError>,
    /// All series of the store by their numbers there, the newest first.
    stored_list: Vec<(u32, SeriesDescription)>,
    shown_series: Option<ShownSeries>,
    /// How many series have been shown so far: the store's answers about any but the last are
    /// ignored.
    shown_count: u32,
    /// How many series were requested to be shown so far: the last of them is shown, once it is
    /// loaded.
    requested_count: u32,
    phase: SeriesPhase,
    /// Changes whenever games begin or end to be played: results of work begun before are then
    /// ignored.
    generation: u32,
    play: Option<Play>,
    /// Whether all games are wanted, also those of a draft that fails to start.
    plays_all: bool,
    filter: Filter,
    order: ListOrder,
    /// How many games are listed at most.
    list_limit: usize,
    form: FieldForm,
    redraw: Option<Timeout>,
    /// The series that was removed last.
    removed: Option<ShownSeries>,
    /// The last report to the page on how the games have ended.
    reported_games: Vec<ParticipantGames>,
    /// When that was, in milliseconds.
    reported_at: Option<f64>,
    /// The last report to the page on an attempt at a rung.
    reported_rung: Option<RungReport>,
}

impl SeriesProgramState {
    /// Games in a second, if games are being played.
    fn rate(&self) -> Option<f64> {
        let play = self.play.as_ref().filter(|play| play.played > 0)?;
        Some(1000.0 * play.played as f64 / (milliseconds() - play.start).max(1.0))
    }

    /// How long the games that are left will take, if games are being played.
    fn time_left(&self) -> Option<TimeLeft> {
        let (play, series) = (self.play.as_ref()?, &self.shown_series.as_ref()?.series);
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
            (state.programs, state.list_limit) = (programs, LISTED);
            Rc::clone(&state.store)
        };
        let stored = store.list().await;
        let newest = stored.iter().flatten().map(|(id, _)| *id).next();
        {
            let mut state = self.0.borrow_mut();
            (state.store_error, state.stored_list) = (stored.as_ref().err().copied(), stored.unwrap_or_default());
        }
        // If the program has stopped waiting for the store, the series that it shows stays.
        if let Some(id) = newest.filter(|_| self.0.borrow().shown_series.is_none()) {
            self.load(id).await;
        }
    }

    fn lose_store(&self) {
        self.0.borrow_mut().store_error = Some(SeriesStoreError::Unavailable);
    }

    fn handle_message(self: &Rc<Self>, message: ToSeries, files: Vec<Uint8Array>) {
        match message {
            ToSeries::Play { match_spec, format, games, run } => self.play_new(match_spec, format, games, run, files),
            ToSeries::TryRung { match_spec, rung } => self.try_rung(match_spec, rung, files),
            ToSeries::Bots(bots) => {
                self.0.borrow_mut().form.set_bots(bots);
                self.draw();
            }
            ToSeries::Press(PanelPress { name, value }) => self.act(&name, &value),
            ToSeries::Show => self.draw(),
            ToSeries::GoOn => {
                self.play_all();
                self.draw();
            }
            ToSeries::UndoRemove => self.undo_remove(),
            ToSeries::Run { game, key, request } => self.take_run_request(&game, &key, request),
            ToSeries::LostTurn(lost) => self.take_lost_turn(lost),
            ToSeries::Import { game } => {
                let bytes = files.first().map(Uint8Array::to_vec).unwrap_or_default();
                self.import(game, String::from_utf8_lossy(&bytes).into_owned());
            }
            // This is handled, and these are for the program of cases.
            ToSeries::Start { .. }
            | ToSeries::Answer(_)
            | ToSeries::CaseBots { .. }
            | ToSeries::Offer { .. }
            | ToSeries::Module(_)
            | ToSeries::Read(_)
            | ToSeries::Analyse { .. }
            | ToSeries::StopAnalysis
            | ToSeries::Trace(_)
            | ToSeries::AnalyseFurther { .. }
            | ToSeries::FindLostTurns(_)
            | ToSeries::AskRun { .. }
            | ToSeries::BotsNoted
            | ToSeries::BotChanged { .. }
            | ToSeries::LineupChanged
            | ToSeries::StopWriting
            | ToSeries::Write(_) => {}
        }
    }

    fn draw(&self) {
        let mut state = self.0.borrow_mut();
        state.redraw.take().into_iter().for_each(drop);
        let is_playing = state.phase == SeriesPhase::Playing;
        if let Some(shown) = &mut state.shown_series {
            shown.rate(is_playing);
        }
        let none_lost = LostTurns::default();
        let view = SeriesView {
            series: state.shown_series.as_ref().map(|shown| &shown.series),
            phase: state.phase,
            rate: state.rate(),
            time_left: state.time_left(),
            time_of,
            filter: state.filter,
            order: state.order,
            list_limit: state.list_limit,
            store_error: state.store_error,
            stored_list: &state.stored_list,
            shown_id: state.shown_series.as_ref().and_then(|shown| shown.store_id),
            lost_turns: state.shown_series.as_ref().map_or(&none_lost, |shown| &shown.lost_turns),
            ratings: state.shown_series.as_ref().and_then(|shown| Some(&shown.ratings.as_ref()?.ratings)),
            form: &state.form,
        };
        post(&FromSeries::View(view::draw(&view)));
        drop(state);
        self.report_run();
    }
}

impl SeriesProgram {
    /// Shows a series of the store.
    async fn load(&self, id: u32) {
        let (store, requested_count) = {
            let mut state = self.0.borrow_mut();
            state.requested_count += 1;
            (Rc::clone(&state.store), state.requested_count)
        };
        let Ok(Some(stored)) = store.load(id).await else { return };
        let StoredSeries { id, description, bots, lines } = stored;
        let renewed = self.renew_lines(&lines).await;
        let is_renewed = renewed.is_some();
        if let Ok(series) = Series::with_lines(description, renewed.unwrap_or(lines)) {
            // Lines that were brought up to date replace those that were stored; if they cannot be
            // stored, that is done again the next time.
            if is_renewed {
                let _ = store.add_lines(id, &series.keyed_lines(0)).await;
            }
            let stored_line_count = series.lines().len();
            let shown = ShownSeries { store_id: Some(id), stored_line_count, ..ShownSeries::new(series, bots) };
            let mut state = self.0.borrow_mut();
            if state.requested_count == requested_count {
                state.shown_count += 1;
                (state.shown_series, state.list_limit) = (Some(shown), LISTED);
            }
        }
    }

    /// See [`renewal::renew_lines`].
    async fn renew_lines(&self, lines: &[String]) -> Option<Vec<String>> {
        let [program, _] = self.0.borrow().programs.clone();
        renewal::renew_lines(&program, lines).await
    }

    /// Shows the games of a file.
    fn import(self: &Rc<Self>, game: String, text: String) {
        let program = Rc::clone(self);
        spawn_local(async move {
            // The mark of its byte order is not a line's.
            let lines: Vec<_> = text.trim_start_matches('\u{feff}').lines().map(str::to_owned).collect();
            let text = program.renew_lines(&lines).await.map_or(text, |lines| lines.join("\n"));
            match Series::import(&game, &text) {
                Ok(series) => program.show_new(series, Vec::new(), false),
                Err(why) => post(&FromSeries::Error(format!("Cannot show the series: {why}."))),
            }
        });
    }

    fn play_new(
        self: &Rc<Self>,
        match_spec: MatchSpec,
        format: Format,
        games: u64,
        run: Option<DraftRun>,
        bots: Vec<Uint8Array>,
    ) {
        run.iter().for_each(|run| self.ask_cases(run));
        let mut description = SeriesDescription { format, run, ..self.new_description(match_spec) };
        description.games = games.div_ceil(description.games_of_unit()) * description.games_of_round();
        self.play_described(description, bots);
    }

    /// Plays an attempt at a rung of a ladder.
    fn try_rung(self: &Rc<Self>, match_spec: MatchSpec, rung: String, bots: Vec<Uint8Array>) {
        // A bot that fails again and again has not beaten the rung; the attempt ends as soon.
        let new = SeriesDescription { pauses_on_failure: false, ..self.new_description(match_spec) };
        let games = RungAttempt::UNITS * new.games_of_unit();
        self.play_described(SeriesDescription { rung: Some(rung), games, ..new }, bots);
    }

    /// The description of a new series, as far as nothing else is asked for. It has no games yet.
    fn new_description(&self, mut match_spec: MatchSpec) -> SeriesDescription {
        number_names(&mut match_spec);
        let test = self.0.borrow().shown_series.as_ref().map(|shown| shown.series.description.test);
        SeriesDescription {
            match_spec,
            format: Format::Series,
            games: 0,
            test: TestOptions { ends_series: false, ..test.unwrap_or_default() },
            is_imported: false,
            run: None,
            starts: usual_starts(),
            pauses_on_failure: true,
            rung: None,
        }
    }

    fn play_described(self: &Rc<Self>, description: SeriesDescription, bots: Vec<Uint8Array>) {
        match Series::new(description) {
            Ok(series) => self.show_new(series, bots, true),
            Err(why) => post(&FromSeries::Error(why)),
        }
    }

    /// Shows a series that was not shown before, stores it, and has it played if it is to be. It
    /// does not wait for the store.
    fn show_new(self: &Rc<Self>, series: Series, bots: Vec<Uint8Array>, is_to_be_played: bool) {
        self.stop();
        let description = series.description.clone();
        let (store, shown_count) = {
            let mut state = self.0.borrow_mut();
            (state.shown_count, state.requested_count) = (state.shown_count + 1, state.requested_count + 1);
            (state.shown_series, state.list_limit) = (Some(ShownSeries::new(series, bots.clone())), LISTED);
            state.plays_all = false;
            (Rc::clone(&state.store), state.shown_count)
        };
        if is_to_be_played {
            self.go_on();
        }
        self.draw();
        let program = Rc::clone(self);
        spawn_local(async move {
            match store.add(&description, &bots).await {
                Ok(id) => program.set_store_id(id, shown_count),
                Err(why) => program.note_unstored(why),
            }
            program.refresh_stored_list().await;
            program.draw();
        });
    }

    /// Handles a press or a change in the panel.
    fn act(self: &Rc<Self>, name: &str, value: &str) {
        match name {
            "stop" => self.stop(),
            "go-on" => self.play_all(),
            "keep-going" => self.keep_going(),
            "decide" => {
                self.redescribe(SeriesDescription::extend_until_decided);
                self.play_all();
            }
            "export" => self.export(),
            "remove" => return self.remove(),
            "find-losses" => self.find_lost_turns(),
            "stop-losses" => self.stop_lost_turns(),
            "open" => value.parse().into_iter().for_each(|number| self.open(number)),
            "series" => return self.choose(value),
            "more" => self.0.borrow_mut().list_limit += 4 * LISTED,
            "filter" => self.0.borrow_mut().filter = Filter::named(value),
            "order" => {
                let order = ListOrder::ALL.into_iter().find(|order| order.name() == value);
                self.0.borrow_mut().order = order.unwrap_or_default();
            }
            "elo0" | "elo1" | "ends-series" => self.set_test(name, value),
            "field-play" => post(&self.0.borrow().form.request()),
            // A field of the form; anything else only looks.
            _ => {
                let changed = self.0.borrow_mut().form.change(name, value);
                if let Err(why) = changed {
                    post(&FromSeries::Error(why));
                }
            }
        }
        self.draw();
    }

    /// Has all games played that are left, also those of a draft that fails to start.
    fn play_all(self: &Rc<Self>) {
        self.0.borrow_mut().plays_all = true;
        self.go_on();
    }

    /// Has all games played that are left, although a bot fails at its start, or in the same way
    /// again and again.
    fn keep_going(self: &Rc<Self>) {
        let is_failing = |series: &Series| series.repeated_failure().is_some() || failed_start(series).is_some();
        let fails = self.0.borrow().shown_series.as_ref().is_some_and(|shown| is_failing(&shown.series));
        if fails {
            self.redescribe(|description| description.pauses_on_failure = false);
        }
        self.play_all();
    }

    /// Changes the sequential test of the series that is shown. Its state, and whether it ends the
    /// series, is computed from all games again.
    fn set_test(self: &Rc<Self>, name: &str, value: &str) {
        let state = self.0.borrow();
        let Some(shown) = &state.shown_series else { return };
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
        let was_playing = state.phase != SeriesPhase::Stopped;
        drop(state);
        self.redescribe(|description| description.test = test);
        if was_playing {
            self.go_on();
        }
    }

    /// Changes the description of the series that is shown, and stops it. Everything that follows
    /// from its games is computed again.
    fn redescribe(self: &Rc<Self>, change: impl FnOnce(&mut SeriesDescription)) {
        let mut state = self.0.borrow_mut();
        let Some(shown) = &mut state.shown_series else { return };
        change(&mut shown.series.description);
        let (description, bots, id) = (shown.series.description.clone(), shown.bots.clone(), shown.store_id);
        let store = Rc::clone(&state.store);
        drop(state);
        self.stop();
        self.rebuild();
        let program = Rc::clone(self);
        if let Some(id) = id {
            spawn_local(async move {
                // The setting alone is lost then.
                let _ = store.describe(id, &description, &bots).await;
                program.refresh_stored_list().await;
                program.draw();
            });
        }
    }

    /// Builds the series again from its lines, so that games without a result are played.
    fn rebuild(&self) {
        let mut state = self.0.borrow_mut();
        if let Some(ShownSeries { series, bots, store_id, stored_line_count, is_storing, ratings, lost_turns }) =
            state.shown_series.take()
        {
            let rebuilt = series.rebuild().ok();
            state.shown_series = rebuilt.map(|series| ShownSeries {
                series,
                bots,
                store_id,
                stored_line_count,
                is_storing,
                ratings,
                lost_turns,
            });
        }
    }

    /// Asks for the turns that lost the games that are listed.
    fn find_lost_turns(&self) {
        let mut state = self.0.borrow_mut();
        let SeriesProgramState { shown_series: Some(shown), filter, order, shown_count, .. } = &mut *state else {
            return;
        };
        let games = listed_games(&shown.series, *filter, *order);
        let asked = shown.lost_turns.ask(*shown_count, &shown.series, &games);
        post(&FromSeries::FindLostTurns(asked));
    }

    fn stop_lost_turns(&self) {
        self.0.borrow_mut().shown_series.iter_mut().for_each(|shown| shown.lost_turns.stop());
        post(&FromSeries::FindLostTurns(Vec::new()));
    }

    fn take_lost_turn(&self, lost: LostTurn) {
        {
            let mut state = self.0.borrow_mut();
            let shown_count = state.shown_count;
            let shown = state.shown_series.as_mut().filter(|_| lost.series == shown_count);
            if let Some(shown) = shown {
                shown.lost_turns.add(lost);
            }
        }
        self.draw();
    }

    fn export(&self) {
        let state = self.0.borrow();
        let Some(ShownSeries { series, .. }) = &state.shown_series else { return };
        let MatchSpec { game, seed, .. } = &series.description.match_spec;
        let text = series.exported_lines().map(|line| line + "\n").collect();
        post(&FromSeries::Save { name: format!("{game}-series-{seed}.jsonl"), text });
    }

    fn open(&self, number: u64) {
        let state = self.0.borrow();
        let Some(ShownSeries { series, .. }) = &state.shown_series else { return };
        let game = series.counted_games().find(|game| game.number == number);
        if let Some(replay) = game.and_then(|game| game.replay.clone()) {
            post(&FromSeries::Open(replay));
        }
    }

    /// Forgets the series that is shown and shows the newest of the others.
    fn remove(self: &Rc<Self>) {
        self.stop();
        let (store, removed) = {
            let mut state = self.0.borrow_mut();
            let Some(shown) = state.shown_series.take() else { return };
            let id = shown.store_id;
            post(&FromSeries::Removed(format!("The series of {} was removed.", shown.series.names().join(" and "))));
            state.removed = Some(shown);
            (Rc::clone(&state.store), id)
        };
        let program = Rc::clone(self);
        spawn_local(async move {
            if let Some(id) = removed {
                let _ = store.remove(id).await;
            }
            program.refresh_stored_list().await;
            let newest = program.0.borrow().stored_list.first().map(|(id, _)| *id);
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

    /// Takes in the lines of games, and stores them.
    fn add_lines(self: &Rc<Self>, lines: Vec<String>) {
        let mut state = self.0.borrow_mut();
        let Some(shown) = &mut state.shown_series else { return };
        for line in lines {
            // The series may be over by a test that these games came too late for.
            if !shown.series.is_over() {
                shown.series.add_line(line).expect("a game that was handed out fits");
            }
        }
        drop(state);
        self.store_lines();
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

/// Bots with the same name get numbers, as in the native program.
fn number_names(match_spec: &mut MatchSpec) {
    let names: Vec<_> = match_spec.players.iter().map(|player| player.name.clone()).collect();
    for (player, name) in match_spec.players.iter_mut().zip(distinct_names(&names)) {
        player.name = name;
    }
}
