//! The machine between a referee and a host.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use botyard_engine::any_action::AnyAction;
use botyard_engine::anymatch::AnyMatch;
use botyard_engine::exit::Exit;
use botyard_engine::referee::host::{Input, Output, Run, Spent};
use botyard_engine::replay::MatchClock;
use botyard_engine::seat::{Seat, Seats};
use botyard_engine::tournament::describe_long_run;
use botyard_sandbox::wasi::StdinFullError;
use botyard_sandbox::{Origin, Speed};
use serde_json::Value;

use crate::{RunPause, RunReport, StartError};

/// How a run ends if it leaves too much of its input unread.
const CLOGGED: &str = "it left too much of its input unread";

/// Executes the runs of a match. The host ignores calls for a run that it does not know.
pub trait Host {
    /// The time since the match's clock started. It applies to everything except a program's
    /// output, which has its own time.
    fn now(&self) -> Duration;

    /// Starts a run of a seat's bot. A module's run waits for its first grant; a program runs
    /// immediately.
    ///
    /// # Errors
    /// If the run cannot be started: because of the bot, which has then not started, or because of
    /// the host, which makes the match void.
    fn open(&mut self, run: Run, seat: Seat, origin: Origin) -> Result<RunKind, StartError>;

    /// Writes to a run's stdin.
    ///
    /// # Errors
    /// If the run has left too much of its input unread.
    fn write(&mut self, run: Run, bytes: &[u8]) -> Result<(), StdinFullError>;

    /// Closes a run's stdin after what was written.
    fn close_stdin(&mut self, run: Run);

    /// Lets a module's run work until it has spent this much virtual time since its start.
    fn grant(&mut self, run: Run, until: Duration);

    /// Ends a run and every process that it started. Also called for runs that have already ended
    /// by themselves.
    fn close(&mut self, run: Run);

    /// Moves the results of a module's run since its last pause into `report`.
    fn read_report(&mut self, run: Run, report: &mut RunReport);

    /// The game has changed: a turn was played, or the match began or ended. Called after
    /// everything that bots wait for has been written, and never once a run could not be started.
    fn show(&mut self, _game: &dyn AnyMatch) {}
}

/// The form of the bot that a run executes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunKind {
    /// A module: works while it has a grant, and pauses.
    Module,
    /// An executable: works without grants, in real time.
    Program,
}

/// The data that a driver needs about a match besides its game.
#[derive(Debug, Clone, Default)]
pub struct MatchSetup {
    /// The match's seed.
    pub seed: u64,
    /// How modules' time is counted.
    pub clock: MatchClock,
    /// The seats that people play.
    pub persons: Seats,
    /// The actions that people play as soon as it is their turn, in the order for each seat.
    pub script: VecDeque<(Seat, Value)>,
}

/// A match that cannot continue although no player has lost: a module ran for much more real time
/// than its virtual time accounts for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VoidMatch {
    /// The seat of the module.
    pub seat: Seat,
    /// The run that took that long.
    pub run: Run,
    /// How much real time it used.
    pub worked: Duration,
}

/// Names the player of the run, the time it took, and a possible reason: a clause.
impl fmt::Display for VoidMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seat, run, what) = (self.seat.number(), self.run.number() + 1, describe_long_run(self.worked));
        let reason = "this computer is too busy, or the bot too slow for its instructions";
        write!(f, "in its run {run}, player {seat} {what} ({reason})")
    }
}

/// A match that cannot continue although no player has lost: the host cannot start a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostShortage {
    /// The seat of the run.
    pub seat: Seat,
    /// The reason, as a clause.
    pub why: String,
    /// Whether the reason will persist, so that a later start would fail, too.
    pub is_lasting: bool,
}

/// Drives a match on a host.
pub struct MatchDriver<H> {
    /// The host that executes the runs.
    pub host: H,
    game: Box<dyn AnyMatch>,
    setup: MatchSetup,
    runs: Vec<DrivenRun>,
    void: Option<VoidMatch>,
    shortage: Option<HostShortage>,
    /// Reused from pause to pause.
    report: RunReport,
}

/// A module's run that has not ended.
struct DrivenRun {
    run: Run,
    seat: Seat,
    state: DrivenRunState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DrivenRunState {
    /// The run may work.
    Runnable,
    /// The run waits for input, polls, or waits for another grant.
    Blocked,
    /// The run waits for a grant.
    Held,
}

impl<H: Host> MatchDriver<H> {
    /// Prepares to drive an open match whose referee has not been polled yet.
    /// [`MatchDriver::drain_outputs`] starts it.
    pub fn new(game: Box<dyn AnyMatch>, setup: MatchSetup, host: H) -> Self {
        let (runs, void, shortage, report) = Default::default();
        Self { host, game, setup, runs, void, shortage, report }
    }

    /// The match.
    pub fn game(&self) -> &dyn AnyMatch {
        &*self.game
    }

    /// Lets the host call its audience, with the match at hand.
    pub fn ask_host<T>(&mut self, ask: impl FnOnce(&mut H, &dyn AnyMatch) -> T) -> T {
        ask(&mut self.host, &*self.game)
    }

    /// Stops driving; returns the match and the host.
    pub fn into_parts(self) -> (Box<dyn AnyMatch>, H) {
        (self.game, self.host)
    }

    /// Executes the referee's outputs. All other methods that change the match call this
    /// themselves.
    pub fn drain_outputs(&mut self) {
        let mut has_changed = false;
        while let Some(output) = self.game.poll() {
            match output {
                Output::Start(run, seat) => self.open_run(run, seat),
                Output::Stdin(run, bytes) => {
                    // A run that waits for input may read it within the grant that it still has.
                    wake(&mut self.runs, run);
                    if self.host.write(run, bytes).is_err() {
                        self.close_run(run);
                        self.game
                            .handle(self.host.now(), Input::Exited(run, Exit::Trap(CLOGGED.to_owned()), Spent::Wall));
                    }
                }
                Output::CloseStdin(run) => {
                    wake(&mut self.runs, run);
                    self.host.close_stdin(run);
                }
                Output::Grant(run, until) => self.grant(run, until),
                Output::Resume(run) => wake(&mut self.runs, run),
                Output::Stop(run) => self.close_run(run),
                Output::Changed => has_changed = true,
                Output::Over => {}
            }
        }
        // Last, because bots wait for their input, and showing may take time.
        if has_changed && self.shortage.is_none() {
            self.host.show(&*self.game);
        }
    }

    /// Reports a program's event to the referee.
    pub fn handle_program(&mut self, at: Duration, input: Input<'_>) {
        if let Input::Exited(run, ..) = input {
            self.host.close(run);
        }
        self.handle_input(at, input);
    }

    /// Reports the modules' work up to their pauses to the referee. Ignores pauses of runs that no
    /// longer exist.
    pub fn handle_pauses(&mut self, pauses: &mut [(Run, RunPause)]) {
        // Seats that owe nothing come first: another seat's answer may lead to a question for such
        // a seat, and a pause from before that question must not look as if the bot waited instead
        // of answering.
        let awaited = self.game.awaited();
        let is_awaited = |run: Run| self.runs.iter().any(|known| known.run == run && awaited.contains(known.seat));
        pauses.sort_by_cached_key(|(run, _)| is_awaited(*run));
        for (run, pause) in pauses {
            self.handle_pause(self.host.now(), *run, std::mem::replace(pause, RunPause::Exhausted));
        }
    }

    /// Reports a module's work up to its pause to the referee, at this time on the wall clock.
    pub fn handle_pause(&mut self, now: Duration, run: Run, pause: RunPause) {
        let uses_wall_clock = self.uses_wall_clock();
        let Some(paused) = self.find_run(run) else { return };
        let seat = paused.seat;
        paused.state = match pause {
            RunPause::Blocked | RunPause::Polling => DrivenRunState::Blocked,
            // Only the wall clock limits it.
            RunPause::HitBackstop(_) if uses_wall_clock => DrivenRunState::Runnable,
            RunPause::HitBackstop(_) | RunPause::Exhausted | RunPause::Ended(_) => DrivenRunState::Held,
        };
        let mut report = std::mem::take(&mut self.report);
        self.host.read_report(run, &mut report);
        // stderr first, because most bots explain their move before they print it.
        if !report.stderr.is_empty() {
            self.handle_input(now, Input::Stderr(run, &report.stderr));
        }
        if !report.stdout.is_empty() {
            self.handle_input(now, Input::Stdout(run, &report.stdout, self.as_spent(report.printed_at)));
        }
        // The referee expects the pause after the output, even if it has stopped the run because of
        // that output.
        match pause {
            RunPause::Ended(exit) => {
                self.close_run(run);
                self.handle_input(now, Input::Exited(run, exit, self.as_spent(report.spent)));
            }
            // On the wall clock, too, only the referee knows whether it has answered.
            RunPause::Polling => self.handle_input(now, Input::Polling(run, self.as_spent(report.spent))),
            // Its time continues while it waits, as a program's does.
            RunPause::Blocked | RunPause::Exhausted | RunPause::HitBackstop(_) if uses_wall_clock => {}
            RunPause::Blocked => self.handle_input(now, Input::Blocked(run, report.spent)),
            RunPause::Exhausted => self.handle_input(now, Input::Exhausted(run, report.spent)),
            RunPause::HitBackstop(worked) => self.void = Some(VoidMatch { seat, run, worked }),
        }
        self.report = report;
    }

    /// Plays a person's action.
    ///
    /// # Errors
    /// A clause with the reason why it is refused; the match is unchanged.
    pub fn play(&mut self, seat: Seat, action: impl Into<AnyAction>) -> Result<(), String> {
        let played = self.game.play(self.host.now(), seat, action.into());
        self.drain_outputs();
        played.map_err(|why| why.to_string())
    }

    /// Plays the script's actions for people whose turn it is. Drops the rest of the script if an
    /// action is refused.
    ///
    /// # Errors
    /// The seat whose action was refused, and a clause with the reason.
    pub fn play_script(&mut self) -> Result<(), (Seat, String)> {
        while let Some((seat, action)) = self.next_scripted() {
            self.play(seat, action).map_err(|why| {
                self.setup.script.clear();
                (seat, why)
            })?;
        }
        Ok(())
    }

    /// Resigns for a seat.
    pub fn resign(&mut self, seat: Seat) {
        self.game.resign(self.host.now(), seat);
        self.drain_outputs();
    }

    /// Stops the match.
    pub fn stop(&mut self) {
        self.game.stop(self.host.now());
        self.drain_outputs();
    }

    /// Reports the time to the referee if a deadline has passed. Every other input reports the time
    /// as well.
    pub fn tick(&mut self) {
        let now = self.host.now();
        if self.game.deadline().is_some_and(|deadline| deadline < now) {
            self.handle_input(now, Input::Tick);
        }
    }

    /// The first run that may work, at index `from` or later, with its index.
    pub fn find_runnable(&self, from: usize) -> Option<(usize, Run)> {
        let runs = self.runs.iter().enumerate().skip(from);
        runs.filter(|(_, known)| known.state == DrivenRunState::Runnable && self.has_its_turn(known.seat))
            .map(|(place, known)| (place, known.run))
            .next()
    }

    /// The runs that may work.
    pub fn runnable(&self) -> impl Iterator<Item = Run> {
        let runs =
            self.runs.iter().filter(|known| known.state == DrivenRunState::Runnable && self.has_its_turn(known.seat));
        runs.map(|known| known.run)
    }

    /// The people whose turn it is.
    pub fn awaited_persons(&self) -> Seats {
        self.game.awaited().iter().filter(|&seat| self.setup.persons.contains(seat)).collect()
    }

    /// The person to ask now: one whose turn it is, if no bot owes an answer.
    pub fn person_to_ask(&self) -> Option<Seat> {
        let awaited = self.game.awaited();
        awaited.iter().next().filter(|_| awaited.iter().all(|seat| self.setup.persons.contains(seat)))
    }

    /// Whether modules' time is measured on the wall clock, as programs' time is.
    pub fn uses_wall_clock(&self) -> bool {
        self.setup.clock == MatchClock::Wall
    }

    /// Why the match is void, if a module has worked for too long.
    pub fn void(&self) -> Option<VoidMatch> {
        self.void
    }

    /// Why the match is void, if the host could not start a run. The referee was told that the bot
    /// did not start, because it needs an input, but its result does not count.
    pub fn shortage(&self) -> Option<&HostShortage> {
        self.shortage.as_ref()
    }

    /// Whether nothing will happen unless a program acts: no module works, no deadline is pending
    /// and no person is asked.
    pub fn is_stuck(&self) -> bool {
        let works = self.runs.iter().any(|known| known.state == DrivenRunState::Runnable);
        !works && !self.game.is_done() && self.game.deadline().is_none() && self.awaited_persons().is_empty()
    }

    fn handle_input(&mut self, now: Duration, input: Input<'_>) {
        self.game.handle(now, input);
        self.drain_outputs();
    }

    fn open_run(&mut self, run: Run, seat: Seat) {
        let speed = Speed::percent(self.setup.clock.percent()).unwrap_or_default();
        let origin = Origin { seed: self.setup.seed, seat: seat.index() as u32, run: run.number(), speed };
        match self.host.open(run, seat, origin) {
            Ok(RunKind::Module) => {
                self.runs.push(DrivenRun { run, seat, state: DrivenRunState::Held });
                // On the wall clock the referee sends no grants.
                if self.uses_wall_clock() {
                    self.grant(run, Duration::MAX);
                }
                self.game.handle(self.host.now(), Input::Started(run, self.as_spent(Duration::ZERO)));
            }
            Ok(RunKind::Program) => self.game.handle(self.host.now(), Input::Started(run, Spent::Wall)),
            Err(why) => {
                self.game.handle(self.host.now(), Input::NotStarted(run, &why.to_string()));
                if let StartError::Host { why, is_lasting } = why {
                    self.shortage.get_or_insert(HostShortage { seat, why, is_lasting });
                }
            }
        }
    }

    fn grant(&mut self, run: Run, until: Duration) {
        if let Some(known) = self.find_run(run) {
            known.state = DrivenRunState::Runnable;
            self.host.grant(run, until);
        }
    }

    fn close_run(&mut self, run: Run) {
        self.runs.retain(|known| known.run != run);
        self.host.close(run);
    }

    fn find_run(&mut self, run: Run) -> Option<&mut DrivenRun> {
        self.runs.iter_mut().find(|known| known.run == run)
    }

    /// The first action of the script that can be played now.
    fn next_scripted(&mut self) -> Option<(Seat, Value)> {
        let awaited = self.awaited_persons();
        let at = self.setup.script.iter().position(|(seat, _)| awaited.contains(*seat))?;
        self.setup.script.remove(at)
    }

    /// On the wall clock no grant holds a module back, so a module that owes nothing would use up
    /// another seat's time.
    fn has_its_turn(&self, seat: Seat) -> bool {
        !self.uses_wall_clock() || {
            let awaited = self.game.awaited();
            awaited.is_empty() || awaited.contains(seat)
        }
    }

    /// The time that a module has used, in the kind of time that this match counts.
    fn as_spent(&self, time: Duration) -> Spent {
        if self.uses_wall_clock() { Spent::Wall } else { Spent::Virtual(time) }
    }
}

/// Lets a module's run work again if it waits for input or polls.
fn wake(runs: &mut [DrivenRun], run: Run) {
    if let Some(known) = runs.iter_mut().find(|known| known.run == run && known.state == DrivenRunState::Blocked) {
        known.state = DrivenRunState::Runnable;
    }
}
