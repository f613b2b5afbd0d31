//! The series in the browser's store: which are in it, and how far the shown one is stored. Knows
//! neither how the panel is drawn nor how games are played.

use std::rc::Rc;

use botyard_web_protocol::series::FromSeries;
use wasm_bindgen_futures::spawn_local;

use super::{SeriesProgram, SeriesProgramState, ShownSeries};
use crate::post;
use crate::program::Program;
use crate::store::SeriesStoreError;
use crate::view::SeriesPhase;

impl SeriesProgramState {
    /// Whether the series that is shown is over, but some of its games are still to be stored.
    pub(super) fn waits_for_store(&self) -> bool {
        let is_unstored = |shown: &ShownSeries| shown.stored_line_count < shown.series.lines().len();
        let over = self.shown_series.as_ref().filter(|shown| shown.series.is_over());
        self.store_error.is_none() && over.is_some_and(is_unstored)
    }
}

impl SeriesProgram {
    /// Reads again which series the store has.
    pub(super) async fn refresh_stored_list(&self) {
        let store = Rc::clone(&self.0.borrow().store);
        if let Ok(stored_list) = store.list().await {
            self.0.borrow_mut().stored_list = stored_list;
        }
    }

    /// Notes the number that the store has given to the series that is shown, and stores the games
    /// that it has already.
    pub(super) fn set_store_id(self: &Rc<Self>, id: u32, shown_count: u32) {
        let mut state = self.0.borrow_mut();
        // Another may be shown by now.
        let is_shown = state.shown_count == shown_count;
        if let Some(shown) = state.shown_series.as_mut().filter(|_| is_shown) {
            shown.store_id = Some(id);
            // Also if an earlier series could not be stored.
            state.store_error = None;
            drop(state);
            self.store_lines();
        }
    }

    /// Notes that a new series cannot be stored.
    pub(super) fn note_unstored(&self, why: SeriesStoreError) {
        let mut state = self.0.borrow_mut();
        state.store_error = Some(why);
        if state.phase == SeriesPhase::Stopped {
            // It may have ended meanwhile.
            post(&FromSeries::Playing(false));
        }
    }

    /// Stores the lines that are not stored yet, if the series has a number in the store.
    pub(super) fn store_lines(self: &Rc<Self>) {
        let mut state = self.0.borrow_mut();
        let (store, shown_count, has_failed) =
            (Rc::clone(&state.store), state.shown_count, state.store_error.is_some());
        let Some(shown) = state.shown_series.as_mut().filter(|shown| !shown.is_storing && !has_failed) else { return };
        let (Some(id), lines) = (shown.store_id, shown.series.keyed_lines(shown.stored_line_count)) else { return };
        if lines.is_empty() {
            return;
        }
        shown.is_storing = true;
        let program = Rc::clone(self);
        spawn_local(async move {
            let result = store.add_lines(id, &lines).await;
            program.note_stored_lines(shown_count, lines.len(), result);
        });
    }

    /// Notes that this many lines more of a series are stored, or could not be.
    fn note_stored_lines(self: &Rc<Self>, shown_count: u32, lines: usize, result: Result<(), SeriesStoreError>) {
        let has_ended = {
            let mut state = self.0.borrow_mut();
            let is_shown = state.shown_count == shown_count;
            if let Some(shown) = state.shown_series.as_mut().filter(|_| is_shown) {
                shown.is_storing = false;
                shown.stored_line_count += if result.is_ok() { lines } else { 0 };
            }
            state.store_error = result.err().or(state.store_error);
            let is_over = state.shown_series.as_ref().is_some_and(|shown| shown.series.is_over());
            is_shown && is_over && state.phase == SeriesPhase::Stopped && !state.waits_for_store()
        };
        if has_ended {
            post(&FromSeries::Playing(false));
        }
        match result {
            Ok(()) => self.store_lines(),
            Err(_) => self.draw(),
        }
    }
}
