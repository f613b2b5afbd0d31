//! One match being played: does what the referee asks for, and tells it what the bots have done. Never runs a bot
//! itself: it says which may go on.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use botyard_engine::anymatch::{self, AnyMatch};
use botyard_engine::referee::host::{Exit, Input, Output, Run, Spent};
use botyard_engine::replay::{MatchClock, PlayerInfo, PlayerKind};
use botyard_engine::seat::{Seat, Seats};
use botyard_sandbox::wasi::StdinFullError;
use botyard_sandbox::{Origin, Speed};
use serde_json::Value;

use super::bot_folders::BotFolders;
use super::bot_run::{BotRun, RunPause};
use super::engine::ModuleEngine;
use super::module_cache::PrepareResult;
use super::progress_report::ProgressReport;
use super::scheduler::{Scheduler, now};
use crate::messages::{FromWorker, MatchProgress, PlayRequest};

/// How a run ends that does not read.
const CLOGGED: &str = "it left too much of its input unread";

/// A match with its bots.
pub(super) struct MatchLoop<E: ModuleEngine> {
    id: u32,
    game: Box<dyn AnyMatch>,
    seed: u64,
    clock: MatchClock,
    /// What plays each seat; none for people.
    modules: Vec<Option<PrepareResult<E>>>,
    persons: Seats,
    script: VecDeque<(Seat, Value)>,
    runs: Vec<ActiveRun<E>>,
    left: BotFolders,
    unread: usize,
    /// Whose run has worked for too long on the clock, and how long.
    backstop_hit: Option<(Seat, Duration)>,
    /// What a bot has printed, on its way to the referee.
    words: Vec<u8>,
    report: ProgressReport,
    scheduler: Rc<Scheduler>,
}

struct ActiveRun<E: ModuleEngine> {
    run: Run,
    seat: Seat,
    bot: Rc<BotRun<E>>,
    state: RunState,
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

impl<E: ModuleEngine> MatchLoop<E> {
    /// Opens a match. `modules` are those of the seats that are not a person's, in order.
    ///
    /// # Errors
    /// If it cannot be played so.
    pub(super) fn open(
        play: PlayRequest,
        modules: Vec<PrepareResult<E>>,
        scheduler: &Rc<Scheduler>,
    ) -> Result<Self, String> {
        let PlayRequest { id, match_spec, script, .. } = play;
        let limits = match_spec.limits().map_err(|why| why.to_string())?;
        let game = anymatch::open(&match_spec, Some(limits), now()).map_err(|why| why.to_string())?;
        Ok(Self {
            id,
            game,
            seed: match_spec.seed,
            clock: match_spec.terms.clock,
            persons: persons(&match_spec.players),
            modules: seat(&match_spec.players, modules),
            script: script.into(),
            runs: Vec::new(),
            left: BotFolders::default(),
            unread: limits.unread,
            backstop_hit: None,
            words: Vec::new(),
            report: ProgressReport::new(id),
            scheduler: Rc::clone(scheduler),
        })
    }

    pub(super) fn id(&self) -> u32 {
        self.id
    }

    /// Plays a person's action.
    ///
    /// # Errors
    /// A clause that says why it is refused.
    pub(super) fn act(&mut self, seat: Seat, action: Value) -> Result<(), String> {
        self.game.play(now(), seat, action)
    }

    pub(super) fn resign(&mut self, seat: Seat) {
        self.game.resign(now(), seat);
    }

    pub(super) fn stop(&mut self) {
        self.game.stop(now());
    }

    /// Carries the match on as far as it goes without a bot; the bots that may go on now.
    pub(super) fn advance(&mut self, refused: &mut Vec<FromWorker>) -> Vec<Rc<BotRun<E>>> {
        self.drain_outputs();
        self.collect_pauses();
        self.tick();
        while let Some((seat, action)) = self.next_scripted() {
            if let Err(why) = self.game.play(now(), seat, action) {
                self.script.clear();
                refused.push(FromWorker::Refused { seat, why });
            }
            self.drain_outputs();
        }
        let awaited = self.game.awaited();
        // On the wall clock nobody grants a module its time: one that nobody waits for would take that of another.
        let has_its_turn = |seat| !self.uses_wall_clock() || awaited.is_empty() || awaited.contains(seat);
        let ready = self.runs.iter().filter(|seated| seated.state == RunState::Running && !seated.bot.is_working());
        let ready = ready.filter(|seated| has_its_turn(seated.seat));
        ready.map(|seated| Rc::clone(&seated.bot)).collect()
    }

    /// When somebody will be late who waits although it is waited for: only on the wall clock does that take its time.
    pub(super) fn deadline(&self) -> Option<Duration> {
        self.game.deadline()
    }

    /// Whether modules have the time that the clock on the wall shows.
    fn uses_wall_clock(&self) -> bool {
        self.clock == MatchClock::Wall
    }

    /// What a bot has used, in its own kind of time.
    fn as_spent(&self, time: Duration) -> Spent {
        if self.uses_wall_clock() { Spent::Wall } else { Spent::Virtual(time) }
    }

    fn tick(&mut self) {
        if self.deadline().is_some_and(|deadline| deadline < now()) {
            self.handle_input(Input::Tick);
        }
    }

    /// What the page should be told now.
    pub(super) fn next_progress(&mut self) -> Option<MatchProgress> {
        if !self.report.has_news(&*self.game) {
            return None;
        }
        let now = now();
        let is_waited_for = self.game.is_done() || !self.awaited_persons().is_empty();
        (is_waited_for || self.report.is_due(now)).then(|| self.report.news(&*self.game, now))
    }

    /// Why the match cannot go on, though nobody has lost.
    pub(super) fn void_reason(&self) -> Option<String> {
        if let Some((seat, worked)) = self.backstop_hit {
            return Some(format!(
                "The match is void: player {} has worked for {worked:.0?} on the clock without spending its time. This computer is \
                 too busy, or the bot too slow for its instructions.",
                seat.number()
            ));
        }
        self.is_stuck().then(|| "The match waits for nobody: that is a mistake in Botyard.".to_owned())
    }

    /// Whether nobody is at work and nobody is waited for, so that nothing will ever happen again.
    fn is_stuck(&self) -> bool {
        let works = self.runs.iter().any(|seated| seated.state == RunState::Running);
        !works && !self.game.is_done() && self.deadline().is_none() && self.awaited_persons().is_empty()
    }

    fn awaited_persons(&self) -> Seats {
        self.game.awaited().iter().filter(|&seat| self.persons.contains(seat)).collect()
    }

    /// The first action of the script that can be played now.
    fn next_scripted(&mut self) -> Option<(Seat, Value)> {
        let awaited = self.awaited_persons();
        let at = self.script.iter().position(|(seat, _)| awaited.contains(*seat))?;
        self.script.remove(at)
    }

    /// Tells the referee what has happened now, and does what it asks for.
    fn handle_input(&mut self, input: Input<'_>) {
        self.game.handle(now(), input);
        self.drain_outputs();
    }

    /// Does what the referee asks for.
    fn drain_outputs(&mut self) {
        while let Some(output) = self.game.poll() {
            match output {
                Output::Start(run, seat) => self.start_run(run, seat),
                Output::Stdin(run, bytes) => {
                    if find_run(&mut self.runs, run).is_some_and(|seated| seated.send(bytes).is_err()) {
                        self.close_run(run);
                        self.game.handle(now(), Input::Exited(run, Exit::Trap(CLOGGED.to_owned()), Spent::Wall));
                    }
                }
                Output::CloseStdin(run) => {
                    if let Some(seated) = find_run(&mut self.runs, run) {
                        seated.close_stdin();
                    }
                }
                Output::Grant(run, until) => {
                    if let Some(seated) = find_run(&mut self.runs, run) {
                        seated.bot.grant(until);
                        seated.state = RunState::Running;
                    }
                }
                Output::Stop(run) => self.close_run(run),
                Output::Changed | Output::Over => {}
            }
        }
    }

    fn start_run(&mut self, run: Run, seat: Seat) {
        match self.new_run(run, seat) {
            Ok(bot) => {
                let state = if self.uses_wall_clock() { RunState::Running } else { RunState::Held };
                if self.uses_wall_clock() {
                    bot.grant(Duration::MAX);
                }
                self.runs.push(ActiveRun { run, seat, bot: Rc::new(bot), state });
                self.game.handle(now(), Input::Started(run, self.as_spent(Duration::ZERO)));
            }
            Err(why) => self.game.handle(now(), Input::NotStarted(run, &why)),
        }
    }

    fn new_run(&self, run: Run, seat: Seat) -> Result<BotRun<E>, String> {
        let module = self.modules[seat.index()].clone().unwrap_or_else(|| Err("as a person sits there".to_owned()))?;
        let speed = Speed::percent(self.clock.percent()).unwrap_or_default();
        let origin = Origin { seed: self.seed, seat: seat.index() as u32, run: run.number(), speed };
        BotRun::new(&module, origin, self.unread, &self.scheduler)
    }

    /// Ends a run.
    fn close_run(&mut self, run: Run) {
        if let Some(at) = self.runs.iter().position(|seated| seated.run == run) {
            let seated = self.runs.remove(at);
            self.left.note(seated.seat, seated.bot.folder());
        }
    }

    /// What the bots have left in their folders, once the match is over.
    pub(super) fn into_folders(self) -> BotFolders {
        self.left
    }

    /// Fetches from the bots what they have done.
    fn collect_pauses(&mut self) {
        let pauses = self.runs.iter().filter_map(|seated| Some((seated.seat, seated.run, seated.bot.take_pause()?)));
        let mut paused: Vec<_> = pauses.collect();
        // Those who owe nothing first: another's answer may lead to a question for one of them, and that it waited
        // before it had the question must not look as if it waited instead of answering.
        let awaited = self.game.awaited();
        paused.sort_by_key(|&(seat, ..)| awaited.contains(seat));
        for (_, run, pause) in paused {
            let Some(seated) = find_run(&mut self.runs, run) else { continue };
            seated.state = match pause {
                RunPause::Blocked => RunState::Blocked,
                // The clock on the wall is its only one.
                RunPause::Astray(_) if self.clock == MatchClock::Wall => RunState::Running,
                _ => RunState::Held,
            };
            let (seat, bot) = (seated.seat, Rc::clone(&seated.bot));
            self.read_output(run, &bot);
            self.handle_pause(run, seat, &bot, pause);
        }
    }

    /// Hands the referee a bot's words.
    fn read_output(&mut self, run: Run, bot: &BotRun<E>) {
        let mut words = std::mem::take(&mut self.words);
        // What it said on the side first: most bots explain their move before they print it.
        bot.take_stderr(&mut words);
        if !words.is_empty() {
            self.handle_input(Input::Stderr(run, &words));
        }
        let stamp = bot.take_stdout(&mut words);
        if !words.is_empty() {
            self.handle_input(Input::Stdout(run, &words, self.as_spent(stamp)));
        }
        self.words = words;
    }

    /// Follows every word of a bot, even one that was stopped for it: the referee waits for that.
    fn handle_pause(&mut self, run: Run, seat: Seat, bot: &BotRun<E>, pause: RunPause) {
        match pause {
            RunPause::Ended(exit) => {
                self.close_run(run);
                self.handle_input(Input::Exited(run, exit, self.as_spent(bot.spent())));
            }
            // As of a program: its time runs on.
            RunPause::Blocked | RunPause::Exhausted | RunPause::Astray(_) if self.uses_wall_clock() => {}
            RunPause::Blocked => self.handle_input(Input::Blocked(run, bot.spent())),
            RunPause::Exhausted => self.handle_input(Input::Exhausted(run, bot.spent())),
            RunPause::Astray(worked) => self.backstop_hit = Some((seat, worked)),
        }
    }
}

impl<E: ModuleEngine> ActiveRun<E> {
    /// Sends input, which a run that waits for some reads within the time it still has.
    fn send(&mut self, bytes: &[u8]) -> Result<(), StdinFullError> {
        self.wake();
        self.bot.send(bytes)
    }

    fn close_stdin(&mut self) {
        self.wake();
        self.bot.close_stdin();
    }

    fn wake(&mut self) {
        if self.state == RunState::Blocked {
            self.state = RunState::Running;
        }
    }
}

fn find_run<E: ModuleEngine>(runs: &mut [ActiveRun<E>], run: Run) -> Option<&mut ActiveRun<E>> {
    runs.iter_mut().find(|seated| seated.run == run)
}

fn persons(players: &[PlayerInfo]) -> Seats {
    let seats = (0..players.len()).filter(|&index| players[index].kind == PlayerKind::Person);
    seats.map(Seat::new).collect()
}

/// Deals the modules out to the seats that are not a person's.
fn seat<E: ModuleEngine>(players: &[PlayerInfo], modules: Vec<PrepareResult<E>>) -> Vec<Option<PrepareResult<E>>> {
    let mut modules = modules.into_iter();
    let mut deal = || modules.next().unwrap_or_else(|| Err("as its file is missing".to_owned()));
    players.iter().map(|player| (player.kind != PlayerKind::Person).then(&mut deal)).collect()
}
