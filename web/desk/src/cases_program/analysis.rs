//! Finds the turn that lost a match, piece by piece, so that other messages are handled meanwhile.
//! Knows no clock: the work is counted in positions.

use std::rc::Rc;

use botyard_engine::chance_report::{ChanceReport, estimate_match};
use botyard_engine::loss_report::{LossAnalysis, LossReport, USUAL_NODES, begin_analysis};
use botyard_engine::match_report::MatchReport;
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

/// How the analysis of a match begins.
pub(super) enum BegunAnalysis {
    /// Its game has a judge, which takes its time.
    Exact(Box<dyn LossAnalysis>),
    /// It has a model, whose estimates are there at once.
    Estimated(ChanceReport),
}

impl BegunAnalysis {
    /// Begins with a match of this game.
    ///
    /// # Errors
    /// A clause that says why it cannot be analysed.
    pub(super) fn begin(game: &str, seats: usize, settings: Value, turns: Vec<Turn<Value>>) -> Result<Self, String> {
        if let Some(begun) = begin_analysis(game, settings.clone(), turns.clone(), USUAL_NODES) {
            return begun.map(Self::Exact);
        }
        let estimated = estimate_match(game, seats, settings, turns);
        estimated.ok_or("only a match of two can be")?.map(Self::Estimated)
    }

    /// Begins with the match of a replay's file.
    fn of_file(replay: Value) -> Result<Self, String> {
        let mut document = file::open_whole(replay).map_err(|why| why.to_string())?;
        let seats = document.replay["players"].as_array().map_or(0, Vec::len);
        let mut take = |name: &str| document.replay.get_mut(name).map(Value::take).unwrap_or_default();
        let (settings, turns) = (take("settings"), take("turns"));
        let turns = serde_json::from_value(turns).map_err(|why| why.to_string())?;
        Self::begin(&document.game, seats, settings, turns)
    }
}

impl RunningAnalysis {
    fn new(id: u32, analysis: Box<dyn LossAnalysis>) -> Self {
        Self { id, analysis, reported: None, is_done: false, next: None }
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
        let (analysis, report) = match BegunAnalysis::of_file(replay) {
            Ok(BegunAnalysis::Exact(analysis)) => (Some(RunningAnalysis::new(id, analysis)), None),
            Ok(BegunAnalysis::Estimated(report)) => (None, Some(Ok(MatchReport::Estimated(report)))),
            Err(why) => (None, Some(Err(why))),
        };
        self.0.borrow_mut().analysis = analysis;
        report.into_iter().for_each(|report| post(&FromSeries::Analysed { id, report, is_done: true }));
        self.advance_analysis();
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
            let report = Ok(MatchReport::Exact(report));
            post(&FromSeries::Analysed { id: running.id, report, is_done });
        });
        let program = Rc::clone(self);
        running.next = (!is_done).then(|| Timeout::new(0, move || program.advance_analysis()));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn begin(columns: &[u8]) -> RunningAnalysis {
        let turn = |(at, column): (usize, &u8)| json!({ "seat": at % 2, "action": column });
        let turns: Vec<_> = columns.iter().enumerate().map(turn).collect();
        let replay =
            json!({ "format": 1, "game": "connect-four", "settings": {}, "players": [{}, {}], "turns": turns });
        match BegunAnalysis::of_file(replay) {
            Ok(BegunAnalysis::Exact(analysis)) => RunningAnalysis::new(3, analysis),
            Ok(BegunAnalysis::Estimated(_)) => panic!("the game has a judge"),
            Err(why) => panic!("{why}"),
        }
    }

    #[test]
    fn every_turn_that_becomes_known_is_reported() {
        let columns = [2, 1, 6, 5, 1, 6, 3, 5, 4, 7, 4, 1, 3, 2, 7, 6, 6, 5, 5, 4, 3, 3, 2, 1, 4, 5, 1, 4, 7, 1, 7];
        let mut running = begin(&columns);
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
        let mut running = begin(&columns);
        running.search_longer();
        assert_eq!(running.analysis.limit(), USUAL_NODES, "it has not given up");
        running.is_done = true;
        running.search_longer();
        assert_eq!(running.analysis.limit(), LONGER * USUAL_NODES);
    }

    #[test]
    fn only_matches_of_two_are_estimated() {
        let begin = |seats| BegunAnalysis::begin("stratego", seats, json!({}), Vec::new());
        assert!(matches!(begin(2), Ok(BegunAnalysis::Estimated(report)) if report.course.len() == 1));
        assert_eq!(begin(3).err().as_deref(), Some("only a match of two can be"));
    }
}
