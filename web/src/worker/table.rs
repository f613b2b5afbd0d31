//! One match being played: does what the referee asks for, and tells it what the bots have done. Never runs a bot
//! itself: it says which may go on.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use botyard_engine::anymatch::{self, AnyMatch};
use botyard_engine::referee::host::{Exit, Input, Output, Run, Spent};
use botyard_engine::replay::{Clock, Contestant, Kind};
use botyard_engine::seat::{Seat, Seats};
use botyard_sandbox::wasi::StdinFull;
use botyard_sandbox::{Origin, Speed};
use serde_json::Value;

use super::bell::{Bell, now};
use super::bot::{Bot, Pause};
use super::engine::Engine;
use super::left::Left;
use super::modules::Prepared;
use super::report::Report;
use crate::messages::{FromWorker, Play, Progress};

/// How a run ends that does not read.
const CLOGGED: &str = "it left too much of its input unread";

/// A match with its bots.
pub(super) struct Table<E: Engine> {
    id: u32,
    game: Box<dyn AnyMatch>,
    seed: u64,
    clock: Clock,
    /// What plays each seat; none for people.
    modules: Vec<Option<Prepared<E>>>,
    persons: Seats,
    script: VecDeque<(Seat, Value)>,
    runs: Vec<Seated<E>>,
    left: Left,
    unread: usize,
    /// Whose run has worked for too long on the clock, and how long.
    astray: Option<(Seat, Duration)>,
    /// What a bot has printed, on its way to the referee.
    words: Vec<u8>,
    report: Report,
    bell: Rc<Bell>,
}

struct Seated<E: Engine> {
    run: Run,
    seat: Seat,
    bot: Rc<Bot<E>>,
    state: State,
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

impl<E: Engine> Table<E> {
    /// Opens a match. `modules` are those of the seats that are not a person's, in order.
    ///
    /// # Errors
    /// If it cannot be played so.
    pub(super) fn open(play: Play, modules: Vec<Prepared<E>>, bell: &Rc<Bell>) -> Result<Self, String> {
        let Play { id, opening, script, .. } = play;
        let limits = opening.limits().map_err(|why| why.to_string())?;
        let game = anymatch::open(&opening, Some(limits), now()).map_err(|why| why.to_string())?;
        Ok(Self {
            id,
            game,
            seed: opening.seed,
            clock: opening.terms.clock,
            persons: persons(&opening.players),
            modules: seat(&opening.players, modules),
            script: script.into(),
            runs: Vec::new(),
            left: Left::default(),
            unread: limits.unread,
            astray: None,
            words: Vec::new(),
            report: Report::new(id),
            bell: Rc::clone(bell),
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
    pub(super) fn advance(&mut self, refused: &mut Vec<FromWorker>) -> Vec<Rc<Bot<E>>> {
        self.obey();
        self.listen();
        self.tick();
        while let Some((seat, action)) = self.scripted() {
            if let Err(why) = self.game.play(now(), seat, action) {
                self.script.clear();
                refused.push(FromWorker::Refused { seat, why });
            }
            self.obey();
        }
        let awaited = self.game.awaited();
        // On the wall clock nobody grants a module its time: one that nobody waits for would take that of another.
        let has_its_turn = |seat| !self.is_on_the_wall() || awaited.is_empty() || awaited.contains(seat);
        let ready = self.runs.iter().filter(|seated| seated.state == State::Running && !seated.bot.is_working());
        let ready = ready.filter(|seated| has_its_turn(seated.seat));
        ready.map(|seated| Rc::clone(&seated.bot)).collect()
    }

    /// When somebody will be late who waits although it is waited for: only on the wall clock does that take its time.
    pub(super) fn deadline(&self) -> Option<Duration> {
        self.game.deadline()
    }

    /// Whether modules have the time that the clock on the wall shows.
    fn is_on_the_wall(&self) -> bool {
        self.clock == Clock::Wall
    }

    /// What a bot has used, in its own kind of time.
    fn spent(&self, time: Duration) -> Spent {
        if self.is_on_the_wall() { Spent::Wall } else { Spent::Virtual(time) }
    }

    fn tick(&mut self) {
        if self.deadline().is_some_and(|deadline| deadline < now()) {
            self.tell(Input::Tick);
        }
    }

    /// What the page should be told now.
    pub(super) fn news(&mut self) -> Option<Progress> {
        if !self.report.has_news(&*self.game) {
            return None;
        }
        let now = now();
        let is_waited_for = self.game.is_done() || !self.awaited_persons().is_empty();
        (is_waited_for || self.report.is_due(now)).then(|| self.report.news(&*self.game, now))
    }

    /// Why the match cannot go on, though nobody has lost.
    pub(super) fn trouble(&self) -> Option<String> {
        if let Some((seat, worked)) = self.astray {
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
        let works = self.runs.iter().any(|seated| seated.state == State::Running);
        !works && !self.game.is_done() && self.deadline().is_none() && self.awaited_persons().is_empty()
    }

    fn awaited_persons(&self) -> Seats {
        self.game.awaited().iter().filter(|&seat| self.persons.contains(seat)).collect()
    }

    /// The first action of the script that can be played now.
    fn scripted(&mut self) -> Option<(Seat, Value)> {
        let awaited = self.awaited_persons();
        let at = self.script.iter().position(|(seat, _)| awaited.contains(*seat))?;
        self.script.remove(at)
    }

    /// Tells the referee what has happened now, and does what it asks for.
    fn tell(&mut self, input: Input<'_>) {
        self.game.handle(now(), input);
        self.obey();
    }

    /// Does what the referee asks for.
    fn obey(&mut self) {
        while let Some(output) = self.game.poll() {
            match output {
                Output::Start(run, seat) => self.start(run, seat),
                Output::Stdin(run, bytes) => {
                    if find(&mut self.runs, run).is_some_and(|seated| seated.send(bytes).is_err()) {
                        self.close(run);
                        self.game.handle(now(), Input::Exited(run, Exit::Trap(CLOGGED.to_owned()), Spent::Wall));
                    }
                }
                Output::CloseStdin(run) => {
                    if let Some(seated) = find(&mut self.runs, run) {
                        seated.close_stdin();
                    }
                }
                Output::Grant(run, until) => {
                    if let Some(seated) = find(&mut self.runs, run) {
                        seated.bot.grant(until);
                        seated.state = State::Running;
                    }
                }
                Output::Stop(run) => self.close(run),
                Output::Changed | Output::Over => {}
            }
        }
    }

    fn start(&mut self, run: Run, seat: Seat) {
        match self.seated(run, seat) {
            Ok(bot) => {
                let state = if self.is_on_the_wall() { State::Running } else { State::Held };
                if self.is_on_the_wall() {
                    bot.grant(Duration::MAX);
                }
                self.runs.push(Seated { run, seat, bot: Rc::new(bot), state });
                self.game.handle(now(), Input::Started(run, self.spent(Duration::ZERO)));
            }
            Err(why) => self.game.handle(now(), Input::NotStarted(run, &why)),
        }
    }

    fn seated(&self, run: Run, seat: Seat) -> Result<Bot<E>, String> {
        let module = self.modules[seat.index()].clone().unwrap_or_else(|| Err("as a person sits there".to_owned()))?;
        let speed = Speed::percent(self.clock.percent()).unwrap_or_default();
        let origin = Origin { seed: self.seed, seat: seat.index() as u32, run: run.number(), speed };
        Bot::new(&module, origin, self.unread, &self.bell)
    }

    /// Ends a run.
    fn close(&mut self, run: Run) {
        if let Some(at) = self.runs.iter().position(|seated| seated.run == run) {
            let seated = self.runs.remove(at);
            self.left.note(seated.seat, seated.bot.folder());
        }
    }

    /// What the bots have left in their folders, once the match is over.
    pub(super) fn into_left(self) -> Left {
        self.left
    }

    /// Fetches from the bots what they have done.
    fn listen(&mut self) {
        let pauses = self.runs.iter().filter_map(|seated| Some((seated.seat, seated.run, seated.bot.take_pause()?)));
        let mut paused: Vec<_> = pauses.collect();
        // Those who owe nothing first: another's answer may lead to a question for one of them, and that it waited
        // before it had the question must not look as if it waited instead of answering.
        let awaited = self.game.awaited();
        paused.sort_by_key(|&(seat, ..)| awaited.contains(seat));
        for (_, run, pause) in paused {
            let Some(seated) = find(&mut self.runs, run) else { continue };
            seated.state = match pause {
                Pause::Blocked => State::Blocked,
                // The clock on the wall is its only one.
                Pause::Astray(_) if self.clock == Clock::Wall => State::Running,
                _ => State::Held,
            };
            let (seat, bot) = (seated.seat, Rc::clone(&seated.bot));
            self.read(run, &bot);
            self.paused(run, seat, &bot, pause);
        }
    }

    /// Hands the referee a bot's words.
    fn read(&mut self, run: Run, bot: &Bot<E>) {
        let mut words = std::mem::take(&mut self.words);
        // What it said on the side first: most bots explain their move before they print it.
        bot.take_stderr(&mut words);
        if !words.is_empty() {
            self.tell(Input::Stderr(run, &words));
        }
        let stamp = bot.take_stdout(&mut words);
        if !words.is_empty() {
            self.tell(Input::Stdout(run, &words, self.spent(stamp)));
        }
        self.words = words;
    }

    /// Follows every word of a bot, even one that was stopped for it: the referee waits for that.
    fn paused(&mut self, run: Run, seat: Seat, bot: &Bot<E>, pause: Pause) {
        match pause {
            Pause::Ended(exit) => {
                self.close(run);
                self.tell(Input::Exited(run, exit, self.spent(bot.spent())));
            }
            // As of a program: its time runs on.
            Pause::Blocked | Pause::Exhausted | Pause::Astray(_) if self.is_on_the_wall() => {}
            Pause::Blocked => self.tell(Input::Blocked(run, bot.spent())),
            Pause::Exhausted => self.tell(Input::Exhausted(run, bot.spent())),
            Pause::Astray(worked) => self.astray = Some((seat, worked)),
        }
    }
}

impl<E: Engine> Seated<E> {
    /// Sends input, which a run that waits for some reads within the time it still has.
    fn send(&mut self, bytes: &[u8]) -> Result<(), StdinFull> {
        self.wake();
        self.bot.send(bytes)
    }

    fn close_stdin(&mut self) {
        self.wake();
        self.bot.close_stdin();
    }

    fn wake(&mut self) {
        if self.state == State::Blocked {
            self.state = State::Running;
        }
    }
}

fn find<E: Engine>(runs: &mut [Seated<E>], run: Run) -> Option<&mut Seated<E>> {
    runs.iter_mut().find(|seated| seated.run == run)
}

fn persons(players: &[Contestant]) -> Seats {
    let seats = (0..players.len()).filter(|&index| players[index].kind == Kind::Person);
    seats.map(Seat::new).collect()
}

/// Deals the modules out to the seats that are not a person's.
fn seat<E: Engine>(players: &[Contestant], modules: Vec<Prepared<E>>) -> Vec<Option<Prepared<E>>> {
    let mut modules = modules.into_iter();
    let mut deal = || modules.next().unwrap_or_else(|| Err("as its file is missing".to_owned()));
    players.iter().map(|player| (player.kind != Kind::Person).then(&mut deal)).collect()
}
