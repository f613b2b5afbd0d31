//! Finds the turn that lost a match, piece by piece, so that other messages are handled meanwhile.
//! Knows no clock: the work is counted in positions.

use std::rc::Rc;

use botyard_engine::loss_report::{LossAnalysis, LossReport, USUAL_NODES, begin_analysis};
use botyard_engine::replay::{Turn, file};
use botyard_web_protocol::series::FromSeries;
use gloo_timers::callback::Timeout;
use serde_json::Value;

use super::CasesProgram;
use crate::post;

/// The number of positions between two messages that are handled: less than a tenth of a second.
pub(super) const PIECE: u64 = 100_000;

/// How many times as long an analysis may search that has given a turn up and is to go on.
const LONGER: u64 = 8;

/// A match that is being analysed, or that can be analysed further.
pub(super) struct RunningAnalysis {
    id: u32,
    analysis: Box<dyn LossAnalysis>,
    /// How many turns the last report knew.
    reported: Option<usize>,
    /// Whether it is done, perhaps with a turn that it has given up.
    is_done: bool,
    /// The next piece.
    next: Option<Timeout>,
}

impl RunningAnalysis {
    /// Begins with the match of a replay's file.
    ///
    /// # Errors
    /// A clause that says why it cannot be analysed.
    fn begin(id: u32, replay: Value) -> Result<Self, String> {
        let mut document = file::open_whole(replay).map_err(|why| why.to_string())?;
        let mut take = |name: &str| document.replay.get_mut(name).map(Value::take).unwrap_or_default();
        let (settings, turns) = (take("settings"), take("turns"));
        let turns: Vec<Turn<Value>> = serde_json::from_value(turns).map_err(|why| why.to_string())?;
        let begun = begin_analysis(&document.game, settings, turns, USUAL_NODES);
        let analysis = begun.ok_or_else(|| format!("{} has no judge", document.game))??;
        Ok(Self { id, analysis, reported: None, is_done: false, next: None })
    }

    /// Searches longer for the turn that it has given up, if it has.
    fn search_longer(&mut self) {
        if self.is_done {
            self.analysis.raise_limit(LONGER * self.analysis.limit());
        }
    }

    /// Does the next piece. Returns the report if it has changed, and whether the analysis is done.
    fn advance(&mut self) -> (Option<LossReport>, bool) {
        let is_done = self.analysis.advance(PIECE);
        let (known, _) = self.analysis.progress();
        self.is_done = is_done;
        let is_new = is_done || self.reported != Some(known);
        self.reported = Some(known);
        (is_new.then(|| self.analysis.report()), is_done)
    }
}

impl CasesProgram {
    /// Analyses the match of a replay's file, in the place of the one before.
    pub(super) fn analyse(self: &Rc<Self>, id: u32, replay: Value) {
        match RunningAnalysis::begin(id, replay) {
            Ok(running) => {
                self.0.borrow_mut().analysis = Some(running);
                self.advance_analysis();
            }
            Err(why) => {
                self.0.borrow_mut().analysis = None;
                post(&FromSeries::Analysed { id, report: Err(why), is_done: true });
            }
        }
    }

    /// Stops the analysis, which can go on later.
    pub(super) fn stop_analysis(&self) {
        self.0.borrow_mut().analysis.iter_mut().for_each(|running| running.next = None);
    }

    /// Goes on with the analysis, if it is the one of this number.
    pub(super) fn analyse_further(self: &Rc<Self>, id: u32) {
        let mut state = self.0.borrow_mut();
        let Some(running) = state.analysis.as_mut().filter(|running| running.id == id) else { return };
        running.search_longer();
        drop(state);
        self.advance_analysis();
    }

    fn advance_analysis(self: &Rc<Self>) {
        let mut state = self.0.borrow_mut();
        let Some(running) = &mut state.analysis else { return };
        let (report, is_done) = running.advance();
        report.into_iter().for_each(|report| {
            post(&FromSeries::Analysed { id: running.id, report: Ok(report), is_done });
        });
        let program = Rc::clone(self);
        running.next = (!is_done).then(|| Timeout::new(0, move || program.advance_analysis()));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn begin(game: &str, columns: &[u8]) -> Result<RunningAnalysis, String> {
        let turn = |(at, column): (usize, &u8)| json!({ "seat": at % 2, "action": column });
        let turns: Vec<_> = columns.iter().enumerate().map(turn).collect();
        RunningAnalysis::begin(3, json!({ "format": 1, "game": game, "settings": {}, "turns": turns }))
    }

    #[test]
    fn every_turn_that_becomes_known_is_reported() {
        let columns = [2, 1, 6, 5, 1, 6, 3, 5, 4, 7, 4, 1, 3, 2, 7, 6, 6, 5, 5, 4, 3, 3, 2, 1, 4, 5, 1, 4, 7, 1, 7];
        let mut running = begin("connect-four", &columns).expect("a match");
        let (mut reports, mut is_done) = (Vec::new(), false);
        while !is_done && reports.len() < 4 {
            let (report, done) = running.advance();
            reports.extend(report);
            is_done = done;
        }
        let known = |report: &LossReport| report.turns.iter().filter(|turn| turn.judged.is_some()).count();
        assert!(reports.windows(2).all(|pair| known(&pair[0]) < known(&pair[1])));
        let last = reports.last().expect("a report");
        assert_eq!(last.sentence(), "Turn 28: 4 turned a win into a loss; 2 and 7 kept it.");
    }

    #[test]
    fn an_analysis_that_has_given_up_searches_longer() {
        let columns = [4, 4, 4, 4, 4, 2, 2, 3];
        let mut running = begin("connect-four", &columns).expect("a match");
        running.search_longer();
        assert_eq!(running.analysis.limit(), USUAL_NODES, "it has not given up");
        running.is_done = true;
        running.search_longer();
        assert_eq!(running.analysis.limit(), LONGER * USUAL_NODES);
    }

    #[test]
    fn a_game_without_a_judge_is_refused() {
        assert_eq!(begin("stratego", &[]).err().as_deref(), Some("stratego has no judge"));
    }
}
