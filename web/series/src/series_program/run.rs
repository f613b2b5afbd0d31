//! What the editor is told of the series that it has run, and what its cases are asked for. Knows nothing of what is drawn.

use std::rc::Rc;

use botyard_web_messages::series::{DraftRun, FromSeries};
use wasm_bindgen_futures::spawn_local;

use super::SeriesProgram;
use crate::post;
use crate::run_report::run_report;
use crate::series::SeriesDescription;

impl SeriesProgram {
    /// Tells the editor how the series is that it has run, if that is the one that is shown.
    pub(super) fn report_run(&self) {
        let state = self.0.borrow();
        let report = state.shown.as_ref().and_then(|shown| run_report(&shown.series, state.phase, state.rate()));
        if let Some(report) = report {
            state.store.report("series", &report.to_string());
        }
    }

    /// Does for the editor what it wants of the run of this key: `stop`, `go-on`, or `open` with the number of a game. Another series
    /// may be shown by now: the run is then shown again.
    pub(super) fn act_on_run(self: &Rc<Self>, key: &str, wish: &str) {
        let (name, value) = wish.split_once(' ').unwrap_or((wish, ""));
        let is_it = |description: &SeriesDescription| description.run.as_ref().is_some_and(|run| run.key == key);
        let state = self.0.borrow();
        if state.shown.as_ref().is_some_and(|shown| is_it(&shown.series.description)) {
            drop(state);
            return self.act(name, value);
        }
        let Some(id) = state.kept.iter().find(|(_, description)| is_it(description)).map(|(id, _)| *id) else { return };
        drop(state);
        self.stop();
        let (program, name, value) = (Rc::clone(self), name.to_owned(), value.to_owned());
        spawn_local(async move {
            program.load(id).await;
            program.act(&name, &value);
        });
    }

    /// Has a run that is over compared with the build before, if that has not played in it.
    pub(super) fn compare_run(&self) {
        let state = self.0.borrow();
        let run = state.shown.as_ref().and_then(|shown| shown.series.description.run.as_ref());
        if let Some(DraftRun { key, before: Some(before) }) = run {
            post(&FromSeries::Compare(key.clone(), before.clone()));
        }
    }

    /// Has the cases asked of a draft that is run, if there are any: most have not, and need no program of cases.
    pub(super) fn ask_cases(&self, run: &DraftRun) {
        let (store, key) = (Rc::clone(&self.0.borrow().store), run.key.clone());
        spawn_local(async move {
            if store.list_cases().await.is_ok_and(|cases| !cases.is_empty()) {
                post(&FromSeries::AskCases(key));
            }
        });
    }
}
