//! The worker's match: which bots may continue, and what is reported to the page. Does not run bots
//! itself. The driver decides what the actions of bots and people mean for the match.

use std::rc::Rc;
use std::time::Duration;

use botyard_driver::{Host, HostShortage, MatchDriver, MatchSetup, RunKind, RunReport, StartError, VoidMatch};
use botyard_engine::anymatch::{self, AnyMatch};
use botyard_engine::referee::host::Run;
use botyard_engine::replay::{MatchClock, PlayerInfo, PlayerKind};
use botyard_engine::seat::{Seat, Seats};
use botyard_engine::tournament::VoidReason;
use botyard_engine::transcript::Transcript;
use botyard_sandbox::Origin;
use botyard_sandbox::wasi::StdinFullError;
use botyard_web_protocol::match_worker::TurnTrace;
use botyard_web_protocol::{FromWorker, MatchProgress, PlayRequest};
use serde_json::Value;

use super::bot_folders::BotFolders;
use super::bot_run::BotRun;
use super::engine::ModuleEngine;
use super::module_cache::PrepareResult;
use super::progress_report::ProgressReport;
use super::scheduler::{Scheduler, now};
use super::tracing::TurnTracer;

/// A match and its bots.
pub(super) struct WorkerMatchLoop<E: ModuleEngine> {
    id: u32,
    driver: MatchDriver<WorkerHost<E>>,
    report: ProgressReport,
}

/// The runs of a match in this worker.
struct WorkerHost<E: ModuleEngine> {
    /// The module that plays each seat; `None` for people and recorded players.
    modules: Vec<Option<PrepareResult<E>>>,
    runs: Vec<ActiveRun<E>>,
    left: BotFolders,
    unread_output_max: usize,
    /// How bots' time is counted.
    clock: MatchClock,
    /// Whether real time counts for any player: modules on virtual time need no clock, and reading
    /// it would take a tenth of a short turn.
    is_timed: bool,
    /// Records turns of a bot, and whether the last of them is over.
    tracer: Option<(Box<dyn TurnTracer>, bool)>,
    scheduler: Rc<Scheduler>,
}

/// How many bytes of a seat's input and output the transcript of a match keeps, and as many of its
/// stderr: a long match of few is seen to its end, and a tab has room for one of many. The page has
/// them too.
fn kept_words(seats: usize) -> usize {
    const KEPT: usize = 16 << 20;
    (KEPT / seats.max(1)).clamp(Transcript::KEPT_PER_SEAT, KEPT / 2)
}

struct ActiveRun<E: ModuleEngine> {
    run: Run,
    seat: Seat,
    bot: Rc<BotRun<E>>,
}

impl<E: ModuleEngine> WorkerMatchLoop<E> {
    /// Opens a match. `modules` are those of the seats that bots play, in order. `tracer` records
    /// turns of one of them; the match ends after the last.
    ///
    /// # Errors
    /// If it cannot be played.
    pub(super) fn open(
        play: PlayRequest,
        modules: Vec<PrepareResult<E>>,
        tracer: Option<Box<dyn TurnTracer>>,
        scheduler: &Rc<Scheduler>,
    ) -> Result<Self, String> {
        let PlayRequest { id, match_spec, script, record, .. } = play;
        let mut limits = match_spec.limits().map_err(|why| why.to_string())?;
        limits.kept_words = kept_words(match_spec.players.len());
        // The number of a question's runs at the same time does not affect their results.
        limits.window = (E::room() / match_spec.players.len().max(1)).clamp(1, limits.window);
        let recorded: Seats = record.iter().flat_map(|record| record.seats.iter().copied()).collect();
        let persons: Seats = persons(&match_spec.players).iter().filter(|seat| !recorded.contains(*seat)).collect();
        let is_timed = match_spec.terms.clock == MatchClock::Wall || !persons.is_empty();
        let start = if is_timed { now() } else { Duration::ZERO };
        let game = anymatch::open_repeating(&match_spec, record, Some(limits), start).map_err(|why| why.to_string())?;
        let setup = MatchSetup { seed: match_spec.seed, clock: match_spec.terms.clock, persons, script: script.into() };
        let host = WorkerHost {
            modules: assign_modules(&match_spec.players, recorded, modules),
            runs: Vec::new(),
            left: BotFolders::default(),
            unread_output_max: limits.unread_output_max,
            clock: match_spec.terms.clock,
            is_timed,
            tracer: tracer.map(|tracer| (tracer, false)),
            scheduler: Rc::clone(scheduler),
        };
        Ok(Self { id, driver: MatchDriver::new(game, setup, host), report: ProgressReport::new(id) })
    }

    pub(super) fn id(&self) -> u32 {
        self.id
    }

    /// The match as it is.
    pub(super) fn game(&self) -> &dyn AnyMatch {
        self.driver.game()
    }

    /// Whether it cannot be played here as the bots deserve.
    pub(super) fn is_void(&self) -> bool {
        self.driver.void().is_some() || self.lacks_room()
    }

    /// Whether the browser has no room for one of its runs.
    pub(super) fn lacks_room(&self) -> bool {
        self.driver.shortage().is_some()
    }

    /// Plays a person's action.
    ///
    /// # Errors
    /// A clause with the reason if it is refused.
    pub(super) fn act(&mut self, seat: Seat, action: Value) -> Result<(), String> {
        self.driver.play(seat, action)
    }

    pub(super) fn resign(&mut self, seat: Seat) {
        self.driver.resign(seat);
    }

    pub(super) fn stop(&mut self) {
        self.driver.stop();
    }

    /// Advances the match as far as possible without running bots; returns the bots that may
    /// continue now.
    pub(super) fn advance(&mut self, refused: &mut Vec<FromWorker>) -> Vec<Rc<BotRun<E>>> {
        self.driver.drain_outputs();
        if matches!(self.driver.host.tracer, Some((_, true))) && !self.driver.game().is_done() {
            self.driver.stop();
        }
        let runs = &self.driver.host.runs;
        let mut pauses: Vec<_> = runs.iter().filter_map(|known| Some((known.run, known.bot.take_pause()?))).collect();
        self.driver.handle_pauses(&mut pauses);
        self.driver.tick();
        if let Err((seat, why)) = self.driver.play_script() {
            refused.push(FromWorker::Refused { seat, why });
        }
        let ready = self.driver.runnable().filter_map(|run| self.driver.host.find_bot(run));
        ready.filter(|bot| !bot.is_working()).cloned().collect()
    }

    /// The deadline of a bot that waits for input although it owes an answer. Only on the wall
    /// clock does its time pass.
    pub(super) fn deadline(&self) -> Option<Duration> {
        self.driver.game().deadline()
    }

    /// The report that is due to the page now.
    pub(super) fn next_progress(&mut self) -> Option<MatchProgress> {
        let game = self.driver.game();
        // A loss that does not count is not reported.
        if self.lacks_room() || !self.report.has_news(game) {
            return None;
        }
        let now = now();
        let is_waited_for = game.is_done() || !self.driver.awaited_persons().is_empty();
        (is_waited_for || self.report.is_due(now)).then(|| self.report.news(game, now))
    }

    /// Why the match is void, as a sentence; `None` if it is not.
    pub(super) fn void_sentence(&self) -> Option<String> {
        if let Some(HostShortage { seat, why, .. }) = self.driver.shortage() {
            let number = seat.number();
            return Some(format!(
                "The match is void: a run of player {number} cannot be started, because {why}. Close other tabs of this page, and play again."
            ));
        }
        self.driver.void().map(|void| format!("The match is void: {void}."))
    }

    /// Why the match is void, in the form for tables, between players of these names, by seat.
    pub(super) fn void_reason(&self, names: &[&str]) -> Option<VoidReason> {
        if let Some(HostShortage { why, .. }) = self.driver.shortage() {
            return Some(VoidReason::of_host(format!("the browser could not start a run, because {why}")));
        }
        let VoidMatch { seat, worked, .. } = self.driver.void()?;
        Some(VoidReason::of_run(names[seat.index()], worked))
    }

    /// A sentence that says the match is stuck; `None` while a module works, a person is asked or a
    /// deadline is pending, and once the match is over.
    pub(super) fn stuck_sentence(&self) -> Option<String> {
        let is_stuck = self.driver.is_stuck();
        is_stuck.then(|| "The match is waiting, but not for any player: this is a bug in Botyard.".to_owned())
    }

    /// Whether turns of a bot are recorded.
    pub(super) fn is_traced(&self) -> bool {
        self.driver.host.tracer.is_some()
    }

    /// What was recorded, once the match is over; `None` if nothing was.
    pub(super) fn into_trace(self) -> Option<TurnTrace> {
        let (game, WorkerHost { tracer, runs, .. }) = self.driver.into_parts();
        // With the last of them, all that they have done is known.
        drop(runs);
        tracer.map(|(tracer, _)| tracer.finish(&*game))
    }

    /// The files that the bots left in their folders, once the match is over.
    pub(super) fn into_folders(self) -> BotFolders {
        self.driver.into_parts().1.left
    }
}

impl<E: ModuleEngine> WorkerHost<E> {
    fn find_bot(&self, run: Run) -> Option<&Rc<BotRun<E>>> {
        self.runs.iter().find(|known| known.run == run).map(|known| &known.bot)
    }
}

impl<E: ModuleEngine> Host for WorkerHost<E> {
    fn now(&self) -> Duration {
        if self.is_timed { now() } else { Duration::ZERO }
    }

    fn open(&mut self, run: Run, seat: Seat, origin: Origin) -> Result<RunKind, StartError> {
        let module = self.modules[seat.index()].clone().unwrap_or_else(|| Err("the seat has no bot".to_owned()));
        let module = module.map_err(StartError::Bot)?;
        let bot = Rc::new(BotRun::new(&module, origin, self.unread_output_max, &self.scheduler)?);
        if self.clock == MatchClock::Wall {
            bot.show_wall_clock();
        }
        let number = origin.run;
        let tracer = self.tracer.as_ref().filter(|(tracer, _)| tracer.traces(seat));
        tracer.into_iter().for_each(|(tracer, _)| bot.trace(tracer.start_run(number)));
        self.runs.push(ActiveRun { run, seat, bot });
        Ok(RunKind::Module)
    }

    fn write(&mut self, run: Run, bytes: &[u8]) -> Result<(), StdinFullError> {
        self.find_bot(run).map_or(Ok(()), |bot| bot.send(bytes))
    }

    fn close_stdin(&mut self, run: Run) {
        self.find_bot(run).into_iter().for_each(|bot| bot.close_stdin());
    }

    fn grant(&mut self, run: Run, until: Duration) {
        self.find_bot(run).into_iter().for_each(|bot| bot.grant(until));
    }

    fn close(&mut self, run: Run) {
        if let Some(at) = self.runs.iter().position(|known| known.run == run) {
            let closed = self.runs.remove(at);
            let (folder, module) = (closed.bot.folder(), &self.modules[closed.seat.index()]);
            let attachment = module.as_ref().and_then(|module| module.as_ref().ok()?.attachment.as_ref());
            let own = attachment.map(|attachment| attachment.remove_from(&folder));
            self.left.note(closed.seat, own.unwrap_or(folder));
        }
    }

    fn read_report(&mut self, run: Run, report: &mut RunReport) {
        self.find_bot(run).into_iter().for_each(|bot| bot.read_report(report));
    }

    fn show(&mut self, game: &dyn AnyMatch) {
        if let Some((tracer, is_over)) = &mut self.tracer {
            *is_over = tracer.note_match(game);
        }
    }
}

fn persons(players: &[PlayerInfo]) -> Seats {
    let seats = (0..players.len()).filter(|&index| players[index].kind == PlayerKind::Person);
    seats.map(Seat::new).collect()
}

/// Assigns the modules to the seats that bots play.
fn assign_modules<E: ModuleEngine>(
    players: &[PlayerInfo],
    recorded: Seats,
    modules: Vec<PrepareResult<E>>,
) -> Vec<Option<PrepareResult<E>>> {
    let mut modules = modules.into_iter();
    let mut deal = || modules.next().unwrap_or_else(|| Err("its file is missing".to_owned()));
    let is_bot = |(index, player): (usize, &PlayerInfo)| {
        player.kind != PlayerKind::Person && !recorded.contains(Seat::new(index))
    };
    players.iter().enumerate().map(|player| is_bot(player).then(&mut deal)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_of_few_keeps_more_of_each_and_none_more_than_a_tab_has_room_for() {
        // The transcript tells visitors of these 8 (`web/page/js/transcript.js`).
        let mebibytes = [1, 2, 4, 16, 64].map(|seats| kept_words(seats) >> 20);
        assert_eq!(mebibytes, [8, 8, 4, 1, 1]);
    }
}
