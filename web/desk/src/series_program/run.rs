//! The messages to the editor about the series that it has run, and the requests to its cases; to the
//! page, how games and attempts at rungs have ended.
//! Knows nothing of the panel.

use std::rc::Rc;

use botyard_web_protocol::program_store::ReportSubject;
use botyard_web_protocol::series::{DraftRun, FromSeries, RunRequest};
use wasm_bindgen_futures::spawn_local;

use super::{SeriesProgram, milliseconds};
use crate::participant_games::participant_games;
use crate::post;
use crate::program::Program;
use crate::run_report::run_report;
use crate::rung_report::rung_report;
use crate::series::{Series, SeriesDescription};
use crate::store::StoredSeries;
use crate::view::SeriesPhase;

/// The shortest time between two reports to the page while games are played, in milliseconds.
const GAMES_REST: f64 = 2_000.0;

impl SeriesProgram {
    /// Reports on the series to the editor, if the editor has run the shown one, and to the page
    /// how the games of any series have ended, and how far an attempt at a rung is.
    pub(super) fn report_run(&self) {
        let mut state = self.0.borrow_mut();
        // The page keeps each report, so one after every game would be too many.
        let is_due =
            state.phase == SeriesPhase::Stopped || state.reported_at.is_none_or(|at| milliseconds() - at > GAMES_REST);
        let games = state.shown_series.as_ref().filter(|_| is_due).and_then(|shown| participant_games(&shown.series));
        if let Some(games) = games.filter(|games| *games != state.reported_games) {
            state.reported_games.clone_from(&games);
            state.reported_at = Some(milliseconds());
            post(&FromSeries::Games(games));
        }
        let rung = state.shown_series.as_ref().and_then(|shown| rung_report(&shown.series, state.phase));
        if rung != state.reported_rung {
            state.reported_rung.clone_from(&rung);
            rung.into_iter().for_each(|rung| post(&FromSeries::Rung(rung)));
        }
        let report = state
            .shown_series
            .as_ref()
            .and_then(|shown| run_report(&shown.series, state.phase, state.rate(), state.time_left()));
        if let Some(report) = report {
            state.store.report(ReportSubject::Series, &report);
        }
    }

    /// Handles a request of the editor on the run of this game and key.
    pub(super) fn take_run_request(self: &Rc<Self>, game: &str, key: &str, request: RunRequest) {
        let is_it = |description: &SeriesDescription| {
            description.match_spec.game == game && description.run.as_ref().is_some_and(|run| run.key == key)
        };
        let state = self.0.borrow();
        if state.shown_series.as_ref().is_some_and(|shown| is_it(&shown.series.description)) {
            drop(state);
            return self.act_on_shown_run(request);
        }
        let newest = state.stored_list.iter().find(|(_, description)| is_it(description)).map(|(id, _)| *id);
        drop(state);
        let Some(id) = newest else { return };
        if request == RunRequest::Report {
            return self.report_stored_series(id);
        }
        self.stop();
        let program = Rc::clone(self);
        spawn_local(async move {
            program.load(id).await;
            program.act_on_shown_run(request);
        });
    }

    fn act_on_shown_run(self: &Rc<Self>, request: RunRequest) {
        match request {
            RunRequest::Stop => self.stop(),
            RunRequest::GoOn => self.keep_going(),
            RunRequest::Open { number } => self.open(number),
            // Whoever draws the panel reports, too.
            RunRequest::Report => {}
        }
        self.draw();
    }

    /// Reports to the editor on a series that is not shown.
    fn report_stored_series(self: &Rc<Self>, id: u32) {
        let store = Rc::clone(&self.0.borrow().store);
        spawn_local(async move {
            let Ok(Some(StoredSeries { description, lines, .. })) = store.load(id).await else { return };
            let series = Series::with_lines(description, lines).ok();
            let report = series.and_then(|series| run_report(&series, SeriesPhase::Stopped, None, None));
            report.into_iter().for_each(|report| store.report(ReportSubject::Series, &report));
        });
    }

    /// Has a draft that is run play the cases, if there are any: most games have none, and need no
    /// program of cases.
    pub(super) fn ask_cases(&self, run: &DraftRun) {
        let (store, key) = (Rc::clone(&self.0.borrow().store), run.key.clone());
        spawn_local(async move {
            if store.list_cases().await.is_ok_and(|cases| !cases.is_empty()) {
                post(&FromSeries::AskCases(key));
            }
        });
    }
}
