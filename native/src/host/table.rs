//! The match loop: does what the referee asks, lets modules run in slices, listens to programs, asks people.
//!
//! Two rules keep it fair. What a program said while a module had its slice counts from the slice's start. And a person
//! is asked when nobody else has to answer any more.

use std::time::{Duration, Instant};

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::referee::host::{Exit, Input, Output, Run, Spent};
use botyard_engine::replay::Clock;
use botyard_engine::seat::Seat;
use botyard_sandbox::meter::SLICE;
use botyard_sandbox::{Backstop, Origin, Speed};

use super::folders::Folders;
use super::module::{self, Pause};
use super::platform::{Child, Ended, Heard, Watch, What};
use super::{Audience, Body, HostError, Interrupt, Reply, Seating, Unasked};

/// How a run ends that does not read.
const CLOGGED: &str = "it left too much of its input unread";
/// How long to wait for programs when the referee names no deadline. The wait looks around more often by itself.
const LONG: Duration = Duration::from_secs(3600);
/// How long to wait for the time of a module to pass that waits on the wall clock before somebody looks around.
const NAP: Duration = Duration::from_millis(20);

pub(super) struct Table<'a> {
    game: Box<dyn AnyMatch>,
    seating: Seating,
    modules: Vec<Module>,
    folders: Folders,
    programs: Vec<(Run, Child)>,
    watch: Watch,
    heard: Vec<Heard<Run>>,
    /// What a module has done, on its way to the referee.
    report: module::Report,
    start: Instant,
    audience: &'a mut dyn Audience,
    interrupt: &'a Interrupt,
}

/// A module's run at the table.
struct Module {
    run: Run,
    seat: Seat,
    body: module::Run,
    state: State,
    /// Whether it has used up a slice of work since it last paused for another reason.
    is_long: bool,
    backstop: Backstop,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// It may go on.
    Running,
    /// It waits for input, or for another grant.
    Blocked,
    /// It waits for a grant.
    Held,
}

impl<'a> Table<'a> {
    pub(super) fn new(
        game: Box<dyn AnyMatch>,
        seating: Seating,
        audience: &'a mut dyn Audience,
        interrupt: &'a Interrupt,
    ) -> Self {
        let lines = seating.bodies.iter().map(Body::line).collect();
        Self {
            game,
            folders: Folders::of(&seating.bodies),
            seating,
            modules: Vec::new(),
            programs: Vec::new(),
            watch: Watch::new(lines),
            heard: Vec::new(),
            report: module::Report::default(),
            start: Instant::now(),
            audience,
            interrupt,
        }
    }

    /// Plays to the end, or until somebody stops it.
    pub(super) fn play(mut self) -> Result<Box<dyn AnyMatch>, HostError> {
        self.obey();
        let mut is_interrupted = false;
        while !self.game.is_done() {
            if !is_interrupted && self.interrupt.is_raised() {
                is_interrupted = true;
                self.game.stop(self.start.elapsed());
                self.obey();
                continue;
            }
            self.heed();
            self.step()?;
        }
        self.keep();
        Ok(self.game)
    }

    /// Keeps what the bots leave in their folders.
    fn keep(&mut self) {
        for module in self.modules.drain(..) {
            self.folders.leave(module.seat, &module.body);
        }
        self.folders.keep(&self.seating.bodies);
    }

    /// Does what somebody wants without having been asked.
    fn heed(&mut self) {
        while let Some(wish) = self.audience.unasked() {
            match wish {
                Unasked::Resign(seat) => self.game.resign(self.start.elapsed(), seat),
                Unasked::Stop => self.game.stop(self.start.elapsed()),
            }
            self.obey();
        }
    }

    fn step(&mut self) -> Result<(), HostError> {
        let before = if self.programs.is_empty() { None } else { Some(Instant::now()) };
        let worked = self.work()?;
        let person = self.person_to_ask();
        if self.is_on_the_wall() {
            self.tick();
        }
        if !self.programs.is_empty() {
            match worked || person.is_some() {
                true => self.listen(Duration::ZERO, before)?,
                false => self.listen(self.patience(), None)?,
            }
        } else if !worked && person.is_none() && !self.game.is_done() {
            // A module on the wall clock that waits although it is waited for has its time all the same.
            let deadline = self.game.deadline().ok_or(HostError::Stuck)?;
            std::thread::sleep(deadline.saturating_sub(self.start.elapsed()).clamp(Duration::from_millis(1), NAP));
        }
        if let Some(seat) = person {
            self.ask(seat);
        }
        Ok(())
    }

    /// Tells the referee what has happened, and does what it asks for.
    fn tell(&mut self, now: Duration, input: Input<'_>) {
        self.game.handle(now, input);
        self.obey();
    }

    /// Does what the referee asks for, and shows what has come of it.
    fn obey(&mut self) {
        let mut changed = false;
        while let Some(output) = self.game.poll() {
            match output {
                Output::Start(run, seat) => self.open(run, seat),
                Output::Stdin(run, bytes) => {
                    if !send(&mut self.modules, &mut self.programs, run, bytes) {
                        self.close(run);
                        self.reply(Input::Exited(run, Exit::Trap(CLOGGED.to_owned()), Spent::Wall));
                    }
                }
                Output::CloseStdin(run) => self.close_stdin(run),
                Output::Grant(run, until) => self.grant(run, until),
                Output::Stop(run) => self.close(run),
                Output::Changed => changed = true,
                Output::Over => {}
            }
        }
        // Not before: bots wait for what was to be sent, and showing may take its time.
        if changed {
            let shown = Instant::now();
            self.audience.changed(&*self.game);
            // The match's clock stands still meanwhile: no program is late because somebody looks at the last move.
            self.start += shown.elapsed();
        }
    }

    /// Tells the referee something while it is being obeyed.
    fn reply(&mut self, input: Input<'_>) {
        self.game.handle(self.start.elapsed(), input);
    }

    fn open(&mut self, run: Run, seat: Seat) {
        match &self.seating.bodies[seat.index()] {
            Body::Module(loaded) => {
                let speed = Speed::percent(self.seating.clock.percent()).unwrap_or_default();
                let origin = Origin { seed: self.seating.seed, seat: seat.index() as u32, run: run.number(), speed };
                let folder = self.folders.found(seat);
                match module::Run::new(loaded, origin, folder, self.seating.unread) {
                    Ok(body) => {
                        let (is_long, backstop) = Default::default();
                        self.modules.push(Module { run, seat, body, state: State::Held, is_long, backstop });
                        if self.is_on_the_wall() {
                            self.grant(run, Duration::MAX);
                        }
                        self.reply(Input::Started(run, self.spent(Duration::ZERO)));
                    }
                    Err(why) => self.reply(Input::NotStarted(run, &why)),
                }
            }
            Body::Command(command) => match command.start(seat.index(), &mut self.watch) {
                Ok(child) => {
                    self.programs.push((run, child));
                    self.reply(Input::Started(run, Spent::Wall));
                }
                Err(why) => self.reply(Input::NotStarted(run, &why)),
            },
            Body::Person => self.reply(Input::NotStarted(run, "as a person sits there")),
        }
    }

    fn module(&mut self, run: Run) -> Option<&mut Module> {
        self.modules.iter_mut().find(|module| module.run == run)
    }

    fn grant(&mut self, run: Run, until: Duration) {
        if let Some(module) = self.module(run) {
            module.body.grant(until);
            module.state = State::Running;
        }
    }

    fn close_stdin(&mut self, run: Run) {
        if let Some(module) = self.module(run) {
            module.body.close_stdin();
            module.wake();
        } else if let Some((_, child)) = self.programs.iter_mut().find(|(known, _)| *known == run) {
            child.close_stdin();
        }
    }

    /// Ends a run and all it has started.
    fn close(&mut self, run: Run) {
        if let Some(at) = self.modules.iter().position(|module| module.run == run) {
            let module = self.modules.swap_remove(at);
            self.folders.leave(module.seat, &module.body);
        } else if let Some(at) = self.programs.iter().position(|(known, _)| *known == run) {
            self.programs.swap_remove(at);
        }
    }

    /// Whether modules have the time that the clock on the wall shows, as programs have.
    fn is_on_the_wall(&self) -> bool {
        self.seating.clock == Clock::Wall
    }

    /// What a module has used, in its own kind of time.
    fn spent(&self, time: Duration) -> Spent {
        if self.is_on_the_wall() { Spent::Wall } else { Spent::Virtual(time) }
    }

    /// Gives every module that may run a slice; whether one did.
    fn work(&mut self) -> Result<bool, HostError> {
        let mut worked = false;
        let mut index = 0;
        while index < self.modules.len() {
            if self.modules[index].state == State::Running && self.has_its_turn(self.modules[index].seat) {
                worked = true;
                self.slice(index)?;
            }
            // Modules may have come or gone meanwhile; whoever is passed over has its slice in the next round.
            index += 1;
        }
        Ok(worked)
    }

    /// On the wall clock nobody grants a module its time: one that nobody waits for would take that of another.
    fn has_its_turn(&self, seat: Seat) -> bool {
        !self.is_on_the_wall() || {
            let awaited = self.game.awaited();
            awaited.is_empty() || awaited.contains(seat)
        }
    }

    fn slice(&mut self, index: usize) -> Result<(), HostError> {
        let module = &mut self.modules[index];
        // The first slice of a long work is not timed: most answers take less than one.
        let since = module.is_long.then(Instant::now);
        let (run, pause) = (module.run, module.body.work(&mut self.report));
        module.is_long = pause == Pause::Slice;
        if pause == Pause::Slice {
            let took = since.map_or(Duration::ZERO, |since| since.elapsed());
            let is_hit = module.backstop.is_hit(took, SLICE);
            return match is_hit && self.seating.clock != Clock::Wall {
                true => Err(HostError::Void(module.seat, module.backstop.worked())),
                false => Ok(()),
            };
        }
        module.state = if pause == Pause::Blocked { State::Blocked } else { State::Held };
        let now = self.start.elapsed();
        let report = std::mem::take(&mut self.report);
        // What it said on the side first: most bots explain their move before they print it.
        if !report.stderr.is_empty() {
            self.tell(now, Input::Stderr(run, &report.stderr));
        }
        if !report.stdout.is_empty() {
            self.tell(now, Input::Stdout(run, &report.stdout, self.spent(report.spoke)));
        }
        self.paused(now, run, pause, report.spent);
        self.report = report;
        Ok(())
    }

    /// Follows every word of a module, even of one that was stopped for it: the referee waits for that.
    fn paused(&mut self, now: Duration, run: Run, pause: Pause, spent: Duration) {
        match pause {
            Pause::Ended(exit) => {
                self.close(run);
                self.tell(now, Input::Exited(run, exit, self.spent(spent)));
            }
            // As of a program: its time runs on.
            Pause::Blocked | Pause::Exhausted if self.is_on_the_wall() => {}
            Pause::Blocked => self.tell(now, Input::Blocked(run, spent)),
            Pause::Exhausted => self.tell(now, Input::Exhausted(run, spent)),
            Pause::Slice => {}
        }
    }

    /// How long to wait for programs.
    fn patience(&self) -> Duration {
        self.game.deadline().map_or(LONG, |deadline| deadline.saturating_sub(self.start.elapsed()))
    }

    /// Waits for programs, at most for `patience`. What came counts from `since`, if that was before.
    fn listen(&mut self, patience: Duration, since: Option<Instant>) -> Result<(), HostError> {
        let mut heard = std::mem::take(&mut self.heard);
        self.watch.wait(&mut self.programs, patience, &mut heard)?;
        if heard.is_empty() {
            self.tick();
        }
        for Heard { from, at, what } in heard.drain(..) {
            let at = since.map_or(at, |since| since.min(at)).saturating_duration_since(self.start);
            self.hear(from, at, what);
        }
        self.heard = heard;
        Ok(())
    }

    /// Nobody has said anything: somebody may be late. Whatever is said tells the referee the time as well.
    fn tick(&mut self) {
        let now = self.start.elapsed();
        if self.game.deadline().is_some_and(|deadline| deadline < now) {
            self.tell(now, Input::Tick);
        }
    }

    fn hear(&mut self, run: Run, at: Duration, what: What) {
        match what {
            What::Stdout(bytes) => self.tell(at, Input::Stdout(run, &bytes, Spent::Wall)),
            What::Stderr(bytes) => self.tell(at, Input::Stderr(run, &bytes)),
            What::Exited(ended) => {
                self.close(run);
                self.tell(at, Input::Exited(run, exit(ended), Spent::Wall));
            }
        }
    }

    /// The person who has to act, when nobody but people has to.
    fn person_to_ask(&self) -> Option<Seat> {
        let awaited = self.game.awaited();
        let sits = |seat: Seat| matches!(self.seating.bodies[seat.index()], Body::Person);
        awaited.iter().next().filter(|_| awaited.iter().all(sits))
    }

    fn ask(&mut self, seat: Seat) {
        let reply = self.audience.person(&*self.game, seat);
        let now = self.start.elapsed();
        match reply {
            Reply::Play(action) => {
                if let Err(why) = self.game.play(now, seat, action) {
                    self.audience.refused(seat, &why);
                }
            }
            Reply::Resign => self.game.resign(now, seat),
            Reply::Stop => self.game.stop(now),
        }
        self.obey();
    }
}

impl Module {
    /// There is something new on its stdin.
    fn wake(&mut self) {
        if self.state == State::Blocked {
            self.state = State::Running;
        }
    }
}

/// Sends input to a run; `false` if it has left too much unread. A run that is gone takes anything.
fn send(modules: &mut [Module], programs: &mut [(Run, Child)], run: Run, bytes: &[u8]) -> bool {
    if let Some(module) = modules.iter_mut().find(|module| module.run == run) {
        module.wake();
        return module.body.send(bytes).is_ok();
    }
    let program = programs.iter_mut().find(|(known, _)| *known == run);
    program.is_none_or(|(_, child)| child.send(bytes).is_ok())
}

fn exit(ended: Ended) -> Exit {
    match ended {
        Ended::Code(code) => Exit::Code(code),
        Ended::Signal(signal) => Exit::Signal(signal),
    }
}
