//! The native match loop: runs modules in slices, reads programs' output, asks people. The driver
//! decides what that means for the match.
//!
//! Two rules keep it fair: output that a program printed during a module's slice counts from the
//! start of that slice, and a person is asked only when no bot owes an answer.

use std::time::{Duration, Instant};

use botyard_driver::{Host, HostShortage, MatchDriver, MatchSetup, RunKind, RunPause, RunReport, StartError};
use botyard_engine::anymatch::AnyMatch;
use botyard_engine::exit::Exit;
use botyard_engine::referee::host::{Input, Run, Spent};
use botyard_engine::replay::{MatchClock, Waiting};
use botyard_engine::seat::{Seat, Seats};
use botyard_sandbox::meter::SLICE;
use botyard_sandbox::wasi::StdinFullError;
use botyard_sandbox::{Backstop, Origin};

use super::folders::SeatFolders;
use super::match_timer::MatchTimer;
use super::module;
use super::module_time::count_slice;
use super::platform::{ProgramEvent, ProgramEventKind, ProgramExit, ProgramMeter, ProgramWatcher, RunningProgram};
use super::run_map::RunMap;
use super::waiting_programs::WaitingPrograms;
use super::{Audience, AudienceRequest, HostError, Interrupt, PersonReply, SeatBody, SeatedPlayers};

/// How long to wait for programs if the referee has no deadline; the watcher returns earlier.
const LONG: Duration = Duration::from_secs(3600);
/// The longest sleep while a module's time on the wall clock passes, so that the interrupt is
/// noticed soon.
const SLEEP_MAX: Duration = Duration::from_millis(20);

pub(super) struct NativeMatchLoop<'a> {
    driver: MatchDriver<NativeHost<'a>>,
    events: Vec<ProgramEvent<Run>>,
    interrupt: &'a Interrupt,
}

/// The runs of a match on this machine.
struct NativeHost<'a> {
    bodies: Vec<SeatBody>,
    unread_output_max: usize,
    modules: RunMap<ActiveModule>,
    folders: SeatFolders,
    programs: Vec<(Run, RunningProgram)>,
    watch: ProgramWatcher,
    /// The programs that may be stopped while they are not asked; `None` if they may ponder.
    waiting: Option<WaitingPrograms>,
    clock: MatchTimer,
    /// How modules' time is counted.
    module_clock: MatchClock,
    /// Whether real time counts for any player: modules on virtual time need no clock.
    is_timed: bool,
    audience: &'a mut dyn Audience,
}

/// A module's run that has not ended.
struct ActiveModule {
    seat: Seat,
    body: module::ModuleRun,
    /// Whether it has used up a slice since it last paused for another reason.
    is_long: bool,
    backstop: Backstop,
}

impl<'a> NativeMatchLoop<'a> {
    pub(super) fn new(
        game: Box<dyn AnyMatch>,
        players: SeatedPlayers,
        audience: &'a mut dyn Audience,
        interrupt: &'a Interrupt,
    ) -> Self {
        let SeatedPlayers { bodies, seed, clock, unread_output_max } = players;
        let is_person = |index: &usize| matches!(bodies[*index], SeatBody::Person);
        let persons = (0..bodies.len()).filter(is_person).map(Seat::new).collect();
        let is_timed = clock == MatchClock::Wall
            || bodies.iter().any(|body| matches!(body, SeatBody::Command(_) | SeatBody::Person));
        let host = NativeHost {
            is_timed,
            module_clock: clock,
            folders: SeatFolders::for_players(&bodies),
            watch: ProgramWatcher::new(bodies.iter().map(SeatBody::line).collect()),
            waiting: (game.limits().waiting == Waiting::Stopped).then(WaitingPrograms::default),
            bodies,
            unread_output_max,
            modules: RunMap::default(),
            programs: Vec::new(),
            clock: MatchTimer::start(),
            audience,
        };
        let setup = MatchSetup { seed, clock, persons, ..MatchSetup::default() };
        Self { driver: MatchDriver::new(game, setup, host), events: Vec::new(), interrupt }
    }

    /// Plays to the end, or until the match is stopped.
    pub(super) fn play_match(mut self) -> Result<Box<dyn AnyMatch>, HostError> {
        self.driver.drain_outputs();
        self.check_failure()?;
        let mut is_interrupted = false;
        while !self.driver.game().is_done() {
            if !is_interrupted && self.interrupt.is_raised() {
                is_interrupted = true;
                self.driver.stop();
                continue;
            }
            self.poll_audience();
            self.step()?;
            self.check_failure()?;
        }
        let (game, host) = self.driver.into_parts();
        host.keep_files();
        Ok(game)
    }

    /// Fails if this computer could not start a run.
    fn check_failure(&self) -> Result<(), HostError> {
        match self.driver.shortage().cloned() {
            Some(HostShortage { seat, why, is_lasting }) => Err(HostError::NoRun { seat, why, is_lasting }),
            None => Ok(()),
        }
    }

    /// Handles the audience's requests.
    fn poll_audience(&mut self) {
        while let Some(request) = self.driver.host.audience.poll_request() {
            match request {
                AudienceRequest::Resign(seat) => self.driver.resign(seat),
                AudienceRequest::Stop => self.driver.stop(),
            }
        }
    }

    fn step(&mut self) -> Result<(), HostError> {
        let before = if self.has_programs() { Some(Instant::now()) } else { None };
        match self.is_clock_watched() {
            true => {
                self.driver.host.clock.watch_own_thread();
                self.driver.host.clock.skip_own_work();
                self.skip_program_waits();
            }
            false => self.driver.host.clock.release(),
        }
        self.stop_waiting_programs();
        let worked = self.run_slices()?;
        let person = self.driver.person_to_ask();
        if self.driver.uses_wall_clock() {
            self.driver.tick();
        }
        if self.has_programs() {
            match worked || person.is_some() {
                true => self.wait_for_programs(Duration::ZERO, before)?,
                false => {
                    let deadline = self.driver.game().deadline();
                    let patience = deadline.map_or(LONG, |deadline| self.driver.host.clock.patience(deadline));
                    self.wait_for_programs(patience, None)?;
                }
            }
        } else if !worked && person.is_none() && !self.driver.game().is_done() {
            // A module on the wall clock that waits for input although it owes an answer still gets
            // its full time.
            let left = self.time_left().ok_or(HostError::Stuck)?;
            std::thread::sleep(left.clamp(Duration::from_millis(1), SLEEP_MAX));
            // Its time passes while this thread sleeps.
            self.update_clock();
        }
        if let Some(seat) = person {
            self.ask_person(seat);
        }
        Ok(())
    }

    fn has_programs(&self) -> bool {
        !self.driver.host.programs.is_empty()
    }

    /// Whether the clock times a player that can wait for a processor.
    fn is_clock_watched(&self) -> bool {
        self.has_programs() || self.driver.uses_wall_clock()
    }

    /// Stops the clock for time that must not count. Called before the referee gets the time.
    fn update_clock(&mut self) {
        match self.is_clock_watched() {
            true => {
                self.driver.host.clock.watch_own_thread();
                self.driver.host.clock.skip_own_waits();
                self.skip_program_waits();
            }
            false => self.driver.host.clock.release(),
        }
    }

    /// Stops the clock for the waits of programs, and for this thread's wait before it read their
    /// output.
    fn skip_program_waits(&mut self) {
        if self.has_programs() {
            let deadline = self.driver.game().deadline();
            let NativeHost { clock, programs, watch, .. } = &mut self.driver.host;
            let has_news = |run: Run| self.events.iter().any(|event| event.from == run);
            clock.skip_program_waits(deadline, has_news, |run| find_meter(watch, programs, run));
        }
    }

    /// The time until the next deadline; `None` if there is none.
    fn time_left(&self) -> Option<Duration> {
        self.driver.game().deadline().map(|deadline| deadline.saturating_sub(self.driver.host.now()))
    }

    /// Runs a slice of every module that may run; returns whether any did.
    fn run_slices(&mut self) -> Result<bool, HostError> {
        let mut from = 0;
        while let Some((place, run)) = self.driver.find_runnable(from) {
            self.run_slice(run)?;
            // Runs may have started or ended meanwhile; a run that is skipped gets its slice in the
            // next round.
            from = place + 1;
        }
        Ok(from > 0)
    }

    fn run_slice(&mut self, run: Run) -> Result<(), HostError> {
        let uses_wall_clock = self.driver.uses_wall_clock();
        let NativeHost { modules, clock, .. } = &mut self.driver.host;
        let module = modules.find_mut(run);
        let pause = match uses_wall_clock {
            true => clock.time_module(|| module.and_then(ActiveModule::run_slice)),
            false => module.and_then(ActiveModule::run_slice),
        };
        self.update_clock();
        let Some(pause) = pause else { return Ok(()) };
        let now = self.driver.host.now();
        self.driver.handle_pause(now, run, pause);
        match self.driver.void() {
            Some(void) => Err(HostError::Void(void)),
            None => Ok(()),
        }
    }

    /// Waits for programs, at most for `patience`. Their output counts from `since`, if that is
    /// earlier.
    fn wait_for_programs(&mut self, patience: Duration, since: Option<Instant>) -> Result<(), HostError> {
        let (awaited, deadline) = (self.driver.game().awaited(), self.driver.game().deadline());
        let host = &mut self.driver.host;
        // Before their time begins.
        host.resume_programs(awaited);
        let next_look = host.waiting.as_ref().and_then(|waiting| waiting.patience(Instant::now()));
        let patience = next_look.map_or(patience, |look| patience.min(look));
        host.clock.note_questions(awaited, deadline, |run| find_meter(&mut host.watch, &host.programs, run));
        let overslept = host.watch.wait(&mut host.programs, patience, &mut self.events)?;
        host.clock.note_outputs_read();
        host.clock.skip_oversleep(overslept);
        self.skip_program_waits();
        if self.events.is_empty() {
            self.driver.tick();
        }
        for ProgramEvent { from, at, what } in self.events.drain(..) {
            let at = self.driver.host.clock.time_of(since.map_or(at, |since| since.min(at)));
            let awaited = self.driver.game().awaited();
            if matches!(what, ProgramEventKind::Stdout(_)) {
                self.driver.host.clock.note_answer(from);
            }
            self.driver.handle_program(
                at,
                match &what {
                    ProgramEventKind::Stdout(bytes) => Input::Stdout(from, bytes, Spent::Wall),
                    ProgramEventKind::Stderr(bytes) => Input::Stderr(from, bytes),
                    ProgramEventKind::StdoutClosed => Input::StdoutClosed(from),
                    ProgramEventKind::Exited(ended) => Input::Exited(from, to_exit(ended), Spent::Wall),
                },
            );
            // A bot that floods this thread with words gains no time by that.
            if self.driver.game().awaited() != awaited {
                self.driver.host.clock.note_told(at);
            }
        }
        Ok(())
    }

    /// Stops the programs that go on working although they have answered, if the terms say so.
    fn stop_waiting_programs(&mut self) {
        let awaited = self.driver.game().awaited();
        let NativeHost { waiting: Some(waiting), watch, programs, .. } = &mut self.driver.host else { return };
        let now = Instant::now();
        waiting.note_awaited(awaited, now);
        let working = waiting.find_working(now, |run| find_meter(watch, programs, run)?.read());
        self.driver.host.stop_programs(&working);
    }

    fn ask_person(&mut self, seat: Seat) {
        // Nobody looks at waiting programs while a person thinks.
        if let Some(look) = self.driver.host.waiting.as_ref().and_then(|waiting| waiting.patience(Instant::now())) {
            std::thread::sleep(look);
            self.stop_waiting_programs();
        }
        let reply = self.driver.ask_host(|host, game| host.audience.ask_person(game, seat));
        self.update_clock();
        match reply {
            PersonReply::Play(action) => {
                if let Err(why) = self.driver.play(seat, action) {
                    self.driver.host.audience.action_refused(seat, &why);
                }
            }
            PersonReply::Resign => self.driver.resign(seat),
            PersonReply::Stop => self.driver.stop(),
        }
    }
}

impl NativeHost<'_> {
    fn find_program(&mut self, run: Run) -> Option<&mut RunningProgram> {
        self.programs.iter_mut().find(|(known, _)| *known == run).map(|(_, program)| program)
    }

    fn stop_programs(&mut self, runs: &[Run]) {
        let stopped = self.programs.iter().filter(|(run, _)| runs.contains(run));
        stopped.for_each(|(_, program)| self.watch.stop(program));
    }

    /// Lets the stopped programs of these seats go on, or all of them if nobody is asked.
    fn resume_programs(&mut self, awaited: Seats) {
        while let Some(run) = self.waiting.as_mut().and_then(|waiting| waiting.take_resumed(awaited)) {
            self.resume_program(run);
        }
    }

    fn resume_program(&mut self, run: Run) {
        let program = self.programs.iter().find(|(known, _)| *known == run);
        program.into_iter().for_each(|(_, program)| self.watch.resume(program));
    }

    /// Keeps the files that the bots leave in their folders.
    fn keep_files(mut self) {
        for module in self.modules.values() {
            self.folders.note_left(module.seat, &module.body);
        }
        self.programs.clear();
        self.folders.collect(&self.bodies, |seat| self.watch.collect_folder(seat));
        self.folders.keep_all(&self.bodies);
    }
}

impl Host for NativeHost<'_> {
    fn now(&self) -> Duration {
        if self.is_timed { self.clock.now() } else { Duration::ZERO }
    }

    fn open(&mut self, run: Run, seat: Seat, origin: Origin) -> Result<RunKind, StartError> {
        match &self.bodies[seat.index()] {
            SeatBody::Module(loaded) => {
                let mut body = module::ModuleRun::new(
                    loaded,
                    origin,
                    self.folders.folder_for(seat).clone(),
                    self.unread_output_max,
                )?;
                if self.module_clock == MatchClock::Wall {
                    body.show_wall_clock();
                }
                let (is_long, backstop) = Default::default();
                self.modules.insert(run, ActiveModule { seat, body, is_long, backstop });
                Ok(RunKind::Module)
            }
            SeatBody::Command(command) => {
                self.clock.watch_own_thread();
                let paused = self.clock.pause();
                let started = command.start(seat.index(), self.folders.folder_for(seat), &mut self.watch);
                self.clock.resume(paused);
                self.programs.push((run, started?));
                self.waiting.iter_mut().for_each(|waiting| waiting.add(run, seat));
                self.clock.add_program(run, seat);
                Ok(RunKind::Program)
            }
            SeatBody::Person | SeatBody::Recorded(_) => Err(StartError::Bot("the seat has no bot".to_owned())),
        }
    }

    fn write(&mut self, run: Run, bytes: &[u8]) -> Result<(), StdinFullError> {
        if let Some(module) = self.modules.find_mut(run) {
            return module.body.send(bytes);
        }
        self.find_program(run).map_or(Ok(()), |program| program.send(bytes).map_err(|_| StdinFullError))
    }

    fn close_stdin(&mut self, run: Run) {
        if let Some(module) = self.modules.find_mut(run) {
            module.body.close_stdin();
            return;
        }
        // It may do what it likes until it ends, which it could not if it was stopped.
        if self.waiting.as_mut().is_some_and(|waiting| waiting.remove(run)) {
            self.resume_program(run);
        }
        if let Some(program) = self.find_program(run) {
            program.close_stdin();
        }
    }

    fn grant(&mut self, run: Run, until: Duration) {
        self.modules.find_mut(run).into_iter().for_each(|module| module.body.grant(until));
    }

    fn close(&mut self, run: Run) {
        if let Some(module) = self.modules.remove(run) {
            self.folders.note_left(module.seat, &module.body);
            module.body.end();
        } else if let Some(at) = self.programs.iter().position(|(known, _)| *known == run) {
            self.programs.swap_remove(at);
            self.clock.remove_program(run);
            self.waiting.iter_mut().for_each(|waiting| _ = waiting.remove(run));
        }
    }

    fn read_report(&mut self, run: Run, report: &mut RunReport) {
        self.modules.find_mut(run).into_iter().for_each(|module| module.body.read_report(report));
    }

    fn show(&mut self, game: &dyn AnyMatch) {
        if !self.is_timed {
            return self.audience.match_changed(game);
        }
        let before = Instant::now();
        self.audience.match_changed(game);
        // The match's clock stands still meanwhile: programs lose no time while the audience shows
        // a move.
        self.clock.skip(before.elapsed());
    }
}

impl ActiveModule {
    /// Runs the module for one slice. Returns why it has paused; `None` if it can continue.
    fn run_slice(&mut self) -> Option<RunPause> {
        // The first slice is not timed, because most answers take less than one slice.
        let since = self.is_long.then(Instant::now);
        let pause = count_slice(|| self.body.run_slice());
        self.is_long = pause.is_none();
        if pause.is_some() {
            return pause;
        }
        let took = since.map_or(Duration::ZERO, |since| since.elapsed());
        self.backstop.is_hit(took, SLICE).then(|| RunPause::HitBackstop(self.backstop.worked()))
    }
}

/// Finds the meter of a run's processor time.
fn find_meter(watch: &mut ProgramWatcher, programs: &[(Run, RunningProgram)], run: Run) -> Option<ProgramMeter> {
    programs.iter().find(|(known, _)| *known == run).and_then(|(_, program)| watch.meter(program))
}

fn to_exit(ended: &ProgramExit) -> Exit {
    match *ended {
        ProgramExit::Code(code) => Exit::Code(code),
        ProgramExit::Signal(signal) => Exit::Signal(signal),
    }
}
