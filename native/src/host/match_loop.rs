//! The match loop: does what the referee asks, lets modules run in slices, listens to programs, asks people.
//!
//! Two rules keep it fair. What a program said while a module had its slice counts from the slice's start. And a person
//! is asked when nobody else has to answer any more.

use std::time::{Duration, Instant};

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::referee::host::{Exit, Input, Output, Run, Spent};
use botyard_engine::replay::MatchClock;
use botyard_engine::seat::Seat;
use botyard_sandbox::meter::SLICE;
use botyard_sandbox::{Backstop, Origin, Speed};

use super::folders::BotFolders;
use super::module::{self, RunPause};
use super::platform::{ProgramEvent, ProgramEventKind, ProgramExit, ProgramWatcher, RunningProgram};
use super::{Audience, AudienceRequest, HostError, Interrupt, PersonReply, SeatBody, SeatedPlayers};

/// How a run ends that does not read.
const CLOGGED: &str = "it left too much of its input unread";
/// How long to wait for programs when the referee names no deadline. The wait looks around more often by itself.
const LONG: Duration = Duration::from_secs(3600);
/// How long to wait for the time of a module to pass that waits on the wall clock before somebody looks around.
const NAP: Duration = Duration::from_millis(20);

pub(super) struct MatchLoop<'a> {
    game: Box<dyn AnyMatch>,
    seating: SeatedPlayers,
    modules: Vec<ActiveModule>,
    folders: BotFolders,
    programs: Vec<(Run, RunningProgram)>,
    watch: ProgramWatcher,
    heard: Vec<ProgramEvent<Run>>,
    /// What a module has done, on its way to the referee.
    report: module::RunReport,
    start: Instant,
    audience: &'a mut dyn Audience,
    interrupt: &'a Interrupt,
}

/// A module's run at the table.
struct ActiveModule {
    run: Run,
    seat: Seat,
    body: module::ModuleRun,
    state: RunState,
    /// Whether it has used up a slice of work since it last paused for another reason.
    is_long: bool,
    backstop: Backstop,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RunState {
    /// It may go on.
    Running,
    /// It waits for input, or for another grant.
    Blocked,
    /// It waits for a grant.
    Held,
}

impl<'a> MatchLoop<'a> {
    pub(super) fn new(
        game: Box<dyn AnyMatch>,
        seating: SeatedPlayers,
        audience: &'a mut dyn Audience,
        interrupt: &'a Interrupt,
    ) -> Self {
        let lines = seating.bodies.iter().map(SeatBody::line).collect();
        Self {
            game,
            folders: BotFolders::for_players(&seating.bodies),
            seating,
            modules: Vec::new(),
            programs: Vec::new(),
            watch: ProgramWatcher::new(lines),
            heard: Vec::new(),
            report: module::RunReport::default(),
            start: Instant::now(),
            audience,
            interrupt,
        }
    }

    /// Plays to the end, or until somebody stops it.
    pub(super) fn play_match(mut self) -> Result<Box<dyn AnyMatch>, HostError> {
        self.drain_outputs();
        let mut is_interrupted = false;
        while !self.game.is_done() {
            if !is_interrupted && self.interrupt.is_raised() {
                is_interrupted = true;
                self.game.stop(self.start.elapsed());
                self.drain_outputs();
                continue;
            }
            self.poll_audience();
            self.step()?;
        }
        self.keep_files();
        Ok(self.game)
    }

    /// Keeps what the bots leave in their folders.
    fn keep_files(&mut self) {
        for module in self.modules.drain(..) {
            self.folders.note_left(module.seat, &module.body);
        }
        self.folders.keep_all(&self.seating.bodies);
    }

    /// Does what somebody wants without having been asked.
    fn poll_audience(&mut self) {
        while let Some(wish) = self.audience.poll_request() {
            match wish {
                AudienceRequest::Resign(seat) => self.game.resign(self.start.elapsed(), seat),
                AudienceRequest::Stop => self.game.stop(self.start.elapsed()),
            }
            self.drain_outputs();
        }
    }

    fn step(&mut self) -> Result<(), HostError> {
        let before = if self.programs.is_empty() { None } else { Some(Instant::now()) };
        let worked = self.run_slices()?;
        let person = self.person_to_ask();
        if self.uses_wall_clock() {
            self.tick();
        }
        if !self.programs.is_empty() {
            match worked || person.is_some() {
                true => self.wait_for_programs(Duration::ZERO, before)?,
                false => self.wait_for_programs(self.wait_time(), None)?,
            }
        } else if !worked && person.is_none() && !self.game.is_done() {
            // A module on the wall clock that waits although it is waited for has its time all the same.
            let deadline = self.game.deadline().ok_or(HostError::Stuck)?;
            std::thread::sleep(deadline.saturating_sub(self.start.elapsed()).clamp(Duration::from_millis(1), NAP));
        }
        if let Some(seat) = person {
            self.ask_person(seat);
        }
        Ok(())
    }

    /// Tells the referee what has happened, and does what it asks for.
    fn handle_input(&mut self, now: Duration, input: Input<'_>) {
        self.game.handle(now, input);
        self.drain_outputs();
    }

    /// Does what the referee asks for, and shows what has come of it.
    fn drain_outputs(&mut self) {
        let mut changed = false;
        while let Some(output) = self.game.poll() {
            match output {
                Output::Start(run, seat) => self.start_run(run, seat),
                Output::Stdin(run, bytes) => {
                    if !send_stdin(&mut self.modules, &mut self.programs, run, bytes) {
                        self.close_run(run);
                        self.send_input(Input::Exited(run, Exit::Trap(CLOGGED.to_owned()), Spent::Wall));
                    }
                }
                Output::CloseStdin(run) => self.close_stdin(run),
                Output::Grant(run, until) => self.grant(run, until),
                Output::Stop(run) => self.close_run(run),
                Output::Changed => changed = true,
                Output::Over => {}
            }
        }
        // Not before: bots wait for what was to be sent, and showing may take its time.
        if changed {
            let shown = Instant::now();
            self.audience.match_changed(&*self.game);
            // The match's clock stands still meanwhile: no program is late because somebody looks at the last move.
            self.start += shown.elapsed();
        }
    }

    /// Tells the referee something while it is being obeyed.
    fn send_input(&mut self, input: Input<'_>) {
        self.game.handle(self.start.elapsed(), input);
    }

    fn start_run(&mut self, run: Run, seat: Seat) {
        match &self.seating.bodies[seat.index()] {
            SeatBody::Module(loaded) => {
                let speed = Speed::percent(self.seating.clock.percent()).unwrap_or_default();
                let origin = Origin { seed: self.seating.seed, seat: seat.index() as u32, run: run.number(), speed };
                let folder = self.folders.folder_for(seat);
                match module::ModuleRun::new(loaded, origin, folder, self.seating.unread) {
                    Ok(body) => {
                        let (is_long, backstop) = Default::default();
                        self.modules.push(ActiveModule { run, seat, body, state: RunState::Held, is_long, backstop });
                        if self.uses_wall_clock() {
                            self.grant(run, Duration::MAX);
                        }
                        self.send_input(Input::Started(run, self.as_spent(Duration::ZERO)));
                    }
                    Err(why) => self.send_input(Input::NotStarted(run, &why)),
                }
            }
            SeatBody::Command(command) => match command.start(seat.index(), &mut self.watch) {
                Ok(child) => {
                    self.programs.push((run, child));
                    self.send_input(Input::Started(run, Spent::Wall));
                }
                Err(why) => self.send_input(Input::NotStarted(run, &why)),
            },
            SeatBody::Person => self.send_input(Input::NotStarted(run, "as a person sits there")),
        }
    }

    fn find_module(&mut self, run: Run) -> Option<&mut ActiveModule> {
        self.modules.iter_mut().find(|module| module.run == run)
    }

    fn grant(&mut self, run: Run, until: Duration) {
        if let Some(module) = self.find_module(run) {
            module.body.grant(until);
            module.state = RunState::Running;
        }
    }

    fn close_stdin(&mut self, run: Run) {
        if let Some(module) = self.find_module(run) {
            module.body.close_stdin();
            module.wake();
        } else if let Some((_, child)) = self.programs.iter_mut().find(|(known, _)| *known == run) {
            child.close_stdin();
        }
    }

    /// Ends a run and all it has started.
    fn close_run(&mut self, run: Run) {
        if let Some(at) = self.modules.iter().position(|module| module.run == run) {
            let module = self.modules.swap_remove(at);
            self.folders.note_left(module.seat, &module.body);
        } else if let Some(at) = self.programs.iter().position(|(known, _)| *known == run) {
            self.programs.swap_remove(at);
        }
    }

    /// Whether modules have the time that the clock on the wall shows, as programs have.
    fn uses_wall_clock(&self) -> bool {
        self.seating.clock == MatchClock::Wall
    }

    /// What a module has used, in its own kind of time.
    fn as_spent(&self, time: Duration) -> Spent {
        if self.uses_wall_clock() { Spent::Wall } else { Spent::Virtual(time) }
    }

    /// Gives every module that may run a slice; whether one did.
    fn run_slices(&mut self) -> Result<bool, HostError> {
        let mut worked = false;
        let mut index = 0;
        while index < self.modules.len() {
            if self.modules[index].state == RunState::Running && self.may_run(self.modules[index].seat) {
                worked = true;
                self.run_slice(index)?;
            }
            // Modules may have come or gone meanwhile; whoever is passed over has its slice in the next round.
            index += 1;
        }
        Ok(worked)
    }

    /// On the wall clock nobody grants a module its time: one that nobody waits for would take that of another.
    fn may_run(&self, seat: Seat) -> bool {
        !self.uses_wall_clock() || {
            let awaited = self.game.awaited();
            awaited.is_empty() || awaited.contains(seat)
        }
    }

    fn run_slice(&mut self, index: usize) -> Result<(), HostError> {
        let module = &mut self.modules[index];
        // The first slice of a long work is not timed: most answers take less than one.
        let since = module.is_long.then(Instant::now);
        let (run, pause) = (module.run, module.body.run_slice(&mut self.report));
        module.is_long = pause == RunPause::Slice;
        if pause == RunPause::Slice {
            let took = since.map_or(Duration::ZERO, |since| since.elapsed());
            let is_hit = module.backstop.is_hit(took, SLICE);
            return match is_hit && self.seating.clock != MatchClock::Wall {
                true => Err(HostError::Void(module.seat, module.backstop.worked())),
                false => Ok(()),
            };
        }
        module.state = if pause == RunPause::Blocked { RunState::Blocked } else { RunState::Held };
        let now = self.start.elapsed();
        let report = std::mem::take(&mut self.report);
        // What it said on the side first: most bots explain their move before they print it.
        if !report.stderr.is_empty() {
            self.handle_input(now, Input::Stderr(run, &report.stderr));
        }
        if !report.stdout.is_empty() {
            self.handle_input(now, Input::Stdout(run, &report.stdout, self.as_spent(report.spoke)));
        }
        self.handle_pause(now, run, pause, report.spent);
        self.report = report;
        Ok(())
    }

    /// Follows every word of a module, even of one that was stopped for it: the referee waits for that.
    fn handle_pause(&mut self, now: Duration, run: Run, pause: RunPause, spent: Duration) {
        match pause {
            RunPause::Ended(exit) => {
                self.close_run(run);
                self.handle_input(now, Input::Exited(run, exit, self.as_spent(spent)));
            }
            // As of a program: its time runs on.
            RunPause::Blocked | RunPause::Exhausted if self.uses_wall_clock() => {}
            RunPause::Blocked => self.handle_input(now, Input::Blocked(run, spent)),
            RunPause::Exhausted => self.handle_input(now, Input::Exhausted(run, spent)),
            RunPause::Slice => {}
        }
    }

    /// How long to wait for programs.
    fn wait_time(&self) -> Duration {
        self.game.deadline().map_or(LONG, |deadline| deadline.saturating_sub(self.start.elapsed()))
    }

    /// Waits for programs, at most for `patience`. What came counts from `since`, if that was before.
    fn wait_for_programs(&mut self, patience: Duration, since: Option<Instant>) -> Result<(), HostError> {
        let mut heard = std::mem::take(&mut self.heard);
        self.watch.wait(&mut self.programs, patience, &mut heard)?;
        if heard.is_empty() {
            self.tick();
        }
        for ProgramEvent { from, at, what } in heard.drain(..) {
            let at = since.map_or(at, |since| since.min(at)).saturating_duration_since(self.start);
            self.handle_program_event(from, at, what);
        }
        self.heard = heard;
        Ok(())
    }

    /// Nobody has said anything: somebody may be late. Whatever is said tells the referee the time as well.
    fn tick(&mut self) {
        let now = self.start.elapsed();
        if self.game.deadline().is_some_and(|deadline| deadline < now) {
            self.handle_input(now, Input::Tick);
        }
    }

    fn handle_program_event(&mut self, run: Run, at: Duration, what: ProgramEventKind) {
        match what {
            ProgramEventKind::Stdout(bytes) => self.handle_input(at, Input::Stdout(run, &bytes, Spent::Wall)),
            ProgramEventKind::Stderr(bytes) => self.handle_input(at, Input::Stderr(run, &bytes)),
            ProgramEventKind::Exited(ended) => {
                self.close_run(run);
                self.handle_input(at, Input::Exited(run, to_exit(ended), Spent::Wall));
            }
        }
    }

    /// The person who has to act, when nobody but people has to.
    fn person_to_ask(&self) -> Option<Seat> {
        let awaited = self.game.awaited();
        let sits = |seat: Seat| matches!(self.seating.bodies[seat.index()], SeatBody::Person);
        awaited.iter().next().filter(|_| awaited.iter().all(sits))
    }

    fn ask_person(&mut self, seat: Seat) {
        let reply = self.audience.ask_person(&*self.game, seat);
        let now = self.start.elapsed();
        match reply {
            PersonReply::Play(action) => {
                if let Err(why) = self.game.play(now, seat, action) {
                    self.audience.action_refused(seat, &why);
                }
            }
            PersonReply::Resign => self.game.resign(now, seat),
            PersonReply::Stop => self.game.stop(now),
        }
        self.drain_outputs();
    }
}

impl ActiveModule {
    /// There is something new on its stdin.
    fn wake(&mut self) {
        if self.state == RunState::Blocked {
            self.state = RunState::Running;
        }
    }
}

/// Sends input to a run; `false` if it has left too much unread. A run that is gone takes anything.
fn send_stdin(modules: &mut [ActiveModule], programs: &mut [(Run, RunningProgram)], run: Run, bytes: &[u8]) -> bool {
    if let Some(module) = modules.iter_mut().find(|module| module.run == run) {
        module.wake();
        return module.body.send(bytes).is_ok();
    }
    let program = programs.iter_mut().find(|(known, _)| *known == run);
    program.is_none_or(|(_, child)| child.send(bytes).is_ok())
}

fn to_exit(ended: ProgramExit) -> Exit {
    match ended {
        ProgramExit::Code(code) => Exit::Code(code),
        ProgramExit::Signal(signal) => Exit::Signal(signal),
    }
}
