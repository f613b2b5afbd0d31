//! The games that are being played: hands them to the workers, takes the results, and replaces
//! workers that crash. Knows neither the store nor the panel's controls.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::tournament::{DIGEST_VERSION, GameLine, GameResult, ScheduledGame, VoidReason};
use botyard_web_protocol::series::FromSeries;
use gloo_timers::callback::Interval;
use js_sys::Reflect;

use super::{SeriesProgram, SeriesProgramState, ShownSeries, milliseconds};
use crate::match_worker::processors;
use crate::pace::{BatchPace, TimeLeft};
use crate::post;
use crate::program::Program;
use crate::run_report::failed_start;
use crate::store::SeriesStoreError;
use crate::view::SeriesPhase;
use crate::worker_pool::{PoolEvent, WorkerPool};

/// How often the panel is drawn, and idle workers get games, at least while games are played, in
/// milliseconds.
const TICK: u32 = 3_000;
/// More crashes than this in a series are not a single game's.
const CRASHES: u32 = 8;

/// Games that are being played.
pub(super) struct Play {
    pool: WorkerPool,
    workers: usize,
    idle: BTreeSet<usize>,
    busy: BTreeMap<usize, (f64, Vec<ScheduledGame>)>,
    pace: BatchPace,
    crashes: u32,
    pub(super) start: f64,
    pub(super) played: usize,
    /// Has the panel drawn while no game ends, so that the time left is updated.
    _ticks: Interval,
}

impl Play {
    /// How long this many games will take from now on, if it can be estimated.
    pub(super) fn time_left(&self, left: u64, now: f64) -> Option<TimeLeft> {
        let since = self.busy.values().map(|(since, _)| *since).fold(now, f64::min);
        TimeLeft::estimate(left, self.played, now - self.start, self.workers, now - since)
    }
}

impl SeriesProgram {
    /// Plays the remaining games of the series.
    pub(super) fn go_on(self: &Rc<Self>) {
        let is_playable = {
            let state = self.0.borrow();
            state.phase == SeriesPhase::Stopped
                && state.shown_series.as_ref().is_some_and(|shown| !shown.series.is_over())
        };
        if is_playable {
            post(&FromSeries::Playing(true));
            self.rebuild();
            // The storage may have room again.
            self.0.borrow_mut().store_error.take_if(|why| *why == SeriesStoreError::Full);
            self.store_lines();
            self.start_workers(BatchPace::default(), 0);
        } else if self.has_ended() {
            // A page that was loaded again requests it, and the series may have ended before.
            post(&FromSeries::Playing(false));
        }
    }

    /// Whether no games are being played, and the store has no other series to go on with: a store
    /// that cannot be read, while no series is shown, may have one to continue next time.
    fn has_ended(&self) -> bool {
        let state = self.0.borrow();
        state.phase == SeriesPhase::Stopped && (state.shown_series.is_some() || state.store_error.is_none())
    }

    fn start_workers(self: &Rc<Self>, pace: BatchPace, crashes: u32) {
        {
            let mut state = self.0.borrow_mut();
            state.generation += 1;
            let generation = state.generation;
            let Some(shown) = &state.shown_series else { return };
            let left = shown.series.description.games - shown.series.counted();
            let workers = processors().min(left.max(1) as usize);
            let program = Rc::downgrade(self);
            let pool = WorkerPool::start(&state.programs, workers, shown.bots.clone(), move |event| {
                if let Some(program) = program.upgrade().filter(|program| program.0.borrow().generation == generation) {
                    program.handle_event(event);
                }
            });
            let program = Rc::downgrade(self);
            let _ticks = Interval::new(TICK, move || {
                if let Some(program) = program.upgrade() {
                    program.feed();
                    program.draw_soon();
                }
            });
            let (idle, busy, played) = Default::default();
            let start = milliseconds();
            state.phase = SeriesPhase::Playing;
            state.play = Some(Play { pool, workers, idle, busy, pace, crashes, start, played, _ticks });
        }
        self.feed();
        self.draw();
    }

    /// Stops playing. Games that have no result are played again when the series goes on.
    pub(super) fn stop(&self) {
        let was_over = self.0.borrow().waits_for_store();
        if self.end() || was_over {
            post(&FromSeries::Playing(false));
        }
    }

    /// Ends a series that is over. A page that is loaded again before all of it is stored continues
    /// it.
    fn end_over(&self) {
        if self.end() && !self.0.borrow().waits_for_store() {
            post(&FromSeries::Playing(false));
        }
    }

    fn end(&self) -> bool {
        let was_playing = self.halt();
        if was_playing {
            // The series drawn next may be another.
            self.report_run();
        }
        was_playing
    }

    /// Stops playing without a report; returns whether games were being played.
    fn halt(&self) -> bool {
        let mut state = self.0.borrow_mut();
        let was_playing = state.phase != SeriesPhase::Stopped;
        if was_playing {
            state.generation += 1;
            (state.phase, state.play) = (SeriesPhase::Stopped, None);
        }
        was_playing
    }

    /// The visitor has not stopped it: a page that is loaded again goes on. When a page is left,
    /// Firefox first aborts the fetches of its workers, and that is a failure too.
    fn fail(&self, why: String) {
        self.halt();
        post(&FromSeries::Error(why));
    }

    fn handle_event(self: &Rc<Self>, event: PoolEvent) {
        match event {
            PoolEvent::Idle(worker) => {
                if let Some(play) = &mut self.0.borrow_mut().play {
                    play.idle.insert(worker);
                }
                self.feed();
            }
            PoolEvent::Played(worker, lines) => self.take_lines(worker, lines),
            PoolEvent::Failed(why) => {
                self.fail(why);
                self.draw();
            }
            PoolEvent::Crashed(worker, why) => self.take_crash(worker, &why),
        }
    }

    /// Gives games to idle workers, and ends the series if it is over.
    fn feed(self: &Rc<Self>) {
        self.hand_out(0);
        let is_over = {
            let state = self.0.borrow();
            state.play.is_some() && state.shown_series.as_ref().is_some_and(|shown| shown.series.is_over())
        };
        if is_over {
            self.end_over();
            self.draw();
        }
    }

    /// Gives games to idle workers. `unread` games have been played whose lines are not in the
    /// series yet.
    fn hand_out(&self, unread: usize) {
        let mut state = self.0.borrow_mut();
        let SeriesProgramState { play: Some(play), shown_series: Some(ShownSeries { series, .. }), .. } = &mut *state
        else {
            return;
        };
        let busy: usize = play.busy.values().map(|(_, games)| games.len()).sum();
        let mut allowed =
            held_games().map_or(usize::MAX, |held| held.saturating_sub(series.lines().len() + unread + busy));
        while let Some(&worker) = play.idle.first() {
            let played = (series.lines().len() + unread) as u64;
            let left = series.description.games.saturating_sub(played);
            let size = play.pace.batch(left, play.workers).min(allowed);
            let games: Vec<_> = std::iter::from_fn(|| series.next_game()).take(size).collect();
            if games.is_empty() {
                break;
            }
            allowed -= games.len();
            play.idle.remove(&worker);
            play.busy.insert(worker, (milliseconds(), games.clone()));
            play.pool.play(worker, series.description.next_match_spec(), games);
        }
    }

    fn take_lines(self: &Rc<Self>, worker: usize, lines: Vec<String>) {
        {
            let mut state = self.0.borrow_mut();
            let Some(play) = &mut state.play else { return };
            if let Some((since, _)) = play.busy.remove(&worker) {
                play.pace.note(lines.len(), milliseconds() - since);
            }
            play.idle.insert(worker);
            play.played += lines.len();
        }
        // First, so that the worker plays while its lines are read. If they end the series, its next
        // games are not counted.
        self.hand_out(lines.len());
        self.add_lines(lines);
        if self.fails_to_start() {
            self.stop();
            return self.draw();
        }
        self.feed();
        self.draw_soon();
    }

    /// Whether a draft that was run does not reach its first answer, and the visitor has not asked
    /// for its other games.
    fn fails_to_start(&self) -> bool {
        let state = self.0.borrow();
        !state.plays_all && state.shown_series.as_ref().is_some_and(|shown| failed_start(&shown.series).is_some())
    }

    /// A worker has crashed. If it was given a single game, that is void; else the games are played
    /// again one by one.
    fn take_crash(self: &Rc<Self>, worker: usize, why: &str) {
        let (pace, crashes, games) = {
            let mut state = self.0.borrow_mut();
            let Some(Play { mut pace, crashes, mut busy, .. }) = state.play.take() else { return };
            pace.play_singly();
            (pace, crashes + 1, busy.remove(&worker).map(|(_, games)| games).unwrap_or_default())
        };
        if crashes > CRASHES || games.is_empty() {
            self.fail(format!("The series is stopped, because a match worker failed: {why}."));
            return self.draw();
        }
        if let [game] = &*games {
            let line = self
                .0
                .borrow()
                .shown_series
                .as_ref()
                .map(|shown| void_line(&shown.series.description.match_spec, game, why));
            self.add_lines(line.into_iter().collect());
        }
        self.rebuild();
        self.start_workers(pace, crashes);
    }
}

/// How many games a series has when it is held. The driver of the page's tests sets this global of
/// the program's worker; nobody else does.
fn held_games() -> Option<usize> {
    let held = Reflect::get(&js_sys::global(), &"heldGames".into()).ok()?;
    held.as_f64().map(|games| games as usize)
}

/// The line of a game whose worker crashed for this reason, a clause.
fn void_line(match_spec: &MatchSpec, game: &ScheduledGame, why: &str) -> String {
    let line = GameLine {
        game: match_spec.game.clone(),
        format: None,
        unit: game.id.unit,
        rotation: game.id.rotation,
        seed: game.seed,
        players: game.seats.iter().map(|who| match_spec.players[who.index()].name.clone()).collect(),
        result: GameResult::Void,
        digest_version: DIGEST_VERSION,
        turns: 0,
        duration: Default::default(),
        limit: None,
        seat_terms: Vec::new(),
        replay: None,
        stderr: Vec::new(),
        void_reason: Some(VoidReason::of_host(format!("the match worker that played it crashed: {why}"))),
    };
    line.to_json()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tab remembers its series until the program says that it has ended.
    #[test]
    fn a_store_that_cannot_be_read_may_have_a_series_to_go_on_with() {
        let program = SeriesProgram::default();
        assert!(program.has_ended());
        program.lose_store();
        assert!(!program.has_ended());
    }
}
