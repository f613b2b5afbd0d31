//! One match without a host: a pure function of the game, the limits and the ordered inputs.
//!
//! Time comes in with every input; the referee has no clock. A host feeds [`Referee::handle`] and drains
//! [`Referee::poll`] after every call. Answers of a simultaneous turn are collected first and played in the order
//! of seats, so that it does not matter which bot was faster.
//!
//! Rules kept here: words of a stopped run are dropped; early words wait until the seat is asked, as in a pipe;
//! a fault is charged only to a seat that owes something, so a bot that answered and then died has answered; a module that
//! is not asked is told nothing, so that what it spends on reading does not depend on its host.

mod batch;
mod bot;
pub mod host;
mod mishaps;
mod outbox;
mod seated;

use std::time::Duration;

use bot::{Answer, Bot, Stage};
use host::{Input, Limits, Output, Run, Spent};
use outbox::Outbox;
use seated::{Chair, OUT_OF_TIME};

pub use host::Refused;
pub use seated::Player;

use crate::codec::{Codec, Life};
use crate::fault::{Fault, FaultKind};
use crate::game::Game;
use crate::replay::{Deed, Turn};
use crate::seat::{Seat, Seats};
use crate::transcript::{Stream, Transcript};

/// Where a match is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Greeting,
    Playing,
    Over,
    Stopped,
}

/// A match of `G` between bots that speak through `C`, and people.
#[derive(Debug)]
pub struct Referee<G: Game, C> {
    game: G,
    chairs: Vec<Chair<C, G::Action>>,
    limits: Limits,
    phase: Phase,
    turns: Vec<Turn<G::Action>>,
    transcript: Transcript,
    outbox: Outbox,
    events: Vec<G::Event>,
    words: Vec<u8>,
    now: Duration,
}

impl<G: Game, C: Codec<G>> Referee<G, C> {
    /// Seats the players and asks for their runs; `now` is any origin of time that the host keeps to.
    ///
    /// # Panics
    /// If there are not as many players as the game has seats.
    pub fn new(game: G, players: Vec<Player<C>>, limits: Limits, now: Duration) -> Self {
        assert_eq!(players.len(), game.seats(), "one player for each seat");
        let chairs = players.into_iter().enumerate().map(|(index, player)| Chair::new(player, Seat::new(index)));
        let mut referee = Self {
            game,
            chairs: chairs.collect(),
            limits,
            phase: Phase::Greeting,
            turns: Vec::new(),
            transcript: Transcript::default(),
            outbox: Outbox::default(),
            events: Vec::new(),
            words: Vec::new(),
            now,
        };
        referee.start();
        referee
    }

    fn start(&mut self) {
        for chair in &mut self.chairs {
            let Some(bot) = &mut chair.bot else { continue };
            if bot.codec.life() == Life::Match {
                bot.start(Run { number: chair.runs, seat: bot.seat }, &mut self.outbox);
                chair.runs += 1;
            }
        }
        self.advance();
    }

    /// Takes in what happened at `now`.
    pub fn handle(&mut self, now: Duration, input: Input<'_>) {
        self.now = self.now.max(now);
        self.expire();
        match input {
            Input::Started(run, spent) => self.started(run, spent),
            Input::NotStarted(run, why) => self.not_started(run, why),
            Input::Stdout(run, bytes, spent) => {
                self.stdout(run, bytes, spent);
                // A module is about to say whether it waits for more; to answer it before would cross that word.
                if matches!(spent, Spent::Virtual(_)) {
                    return;
                }
            }
            Input::Stderr(run, bytes) => self.note(run, Stream::Stderr, bytes),
            Input::Blocked(run, spent) => self.stalled(run, spent, |bot| bot.blocked(spent)),
            Input::Exhausted(run, spent) => self.stalled(run, spent, |bot| bot.exhausted(spent)),
            Input::Exited(run, exit, spent) => self.exited(run, exit, spent),
            Input::Tick => {}
        }
        self.advance();
    }

    /// Plays a person's action.
    ///
    /// # Errors
    /// If it is not that person's turn, or the rules refuse the action: the match is then unchanged.
    pub fn play(&mut self, now: Duration, seat: Seat, action: G::Action) -> Result<(), Refused<G::Illegal>> {
        self.now = self.now.max(now);
        if self.phase != Phase::Playing || !self.game.to_act().contains(seat) || !self.chair(seat).may_act() {
            return Err(Refused::NotYourTurn);
        }
        self.game.clone().play(seat, action.clone(), &mut Vec::new()).map_err(Refused::Illegal)?;
        let asked = self.chair(seat).asked.unwrap_or(now);
        self.chairs[seat.index()].pending = Some(Answer { deed: Ok(action), used: self.now.saturating_sub(asked) });
        self.advance();
        Ok(())
    }

    /// A person gives up, on turn or not.
    pub fn resign(&mut self, now: Duration, seat: Seat) {
        self.now = self.now.max(now);
        if self.phase == Phase::Playing {
            let fault = Fault::new(FaultKind::Resigned, b"", "");
            self.apply(seat, Answer { deed: Err(fault), used: Duration::ZERO });
            self.advance();
        }
    }

    /// Breaks the match off without an outcome. Programs hear the farewell and have their grace to leave; all other runs
    /// are stopped at once, and so is every run when this is called again, or when the match is not being played.
    pub fn stop(&mut self, now: Duration) {
        self.now = self.now.max(now);
        let was_playing = self.phase == Phase::Playing;
        if self.phase != Phase::Over {
            self.phase = Phase::Stopped;
        }
        for seat in Seats::first(self.chairs.len()).iter() {
            if was_playing && self.chair(seat).bot.as_ref().is_some_and(Bot::has_to_be_told) {
                self.close(seat);
            } else {
                self.chairs[seat.index()].stop(&mut self.outbox);
            }
        }
    }

    /// What the host is to do next. Drain it after every call.
    pub fn poll(&mut self) -> Option<Output<'_>> {
        self.outbox.next()
    }

    /// When the host must send [`Input::Tick`], unless something else happens before.
    pub fn deadline(&self) -> Option<Duration> {
        self.chairs.iter().filter_map(Chair::deadline).min()
    }

    /// The game as it stands.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What has been played, in order.
    pub fn turns(&self) -> &[Turn<G::Action>] {
        &self.turns
    }

    /// What the bots have read and said.
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Who is being waited for; no one once the match is over.
    pub fn awaited(&self) -> Seats {
        match self.phase {
            Phase::Playing => self.game.to_act().iter().filter(|&seat| self.chair(seat).pending.is_none()).collect(),
            _ => Seats::NONE,
        }
    }

    /// Whether the match has ended and every run with it.
    pub fn is_done(&self) -> bool {
        matches!(self.phase, Phase::Over | Phase::Stopped) && self.chairs.iter().all(Chair::is_gone)
    }

    fn chair(&self, seat: Seat) -> &Chair<C, G::Action> {
        &self.chairs[seat.index()]
    }

    fn bot_of(&mut self, run: Run) -> Option<&mut Bot<C>> {
        self.chairs[run.seat.index()].bot.as_mut().filter(|bot| bot.run == Some(run))
    }

    /// Whose run it is, unless that has been stopped.
    fn seat_of(&self, run: Run) -> Option<Seat> {
        self.chair(run.seat).owns(run).then_some(run.seat)
    }

    fn started(&mut self, run: Run, spent: Spent) {
        let Some(seat) = self.seat_of(run) else {
            return;
        };
        let Chair { bot: Some(bot), batch, .. } = &mut self.chairs[seat.index()] else {
            return;
        };
        if bot.run == Some(run) {
            bot.started(self.now, spent, &self.limits, &mut self.outbox);
        } else {
            batch.started(run, self.now, spent, &self.limits, &mut self.outbox);
        }
    }

    fn not_started(&mut self, run: Run, why: &str) {
        if let Some(bot) = self.bot_of(run) {
            bot.not_started(why);
        } else if let Some(seat) = self.seat_of(run) {
            self.chairs[seat.index()].run_not_started::<G>(run, why);
        }
    }

    fn stdout(&mut self, run: Run, bytes: &[u8], spent: Spent) {
        let Some(seat) = self.seat_of(run) else {
            return;
        };
        // What fresh runs print is noted when all of the question have ended: there can be thousands.
        if self.chair(seat).bot.as_ref().is_some_and(|bot| bot.run == Some(run)) {
            self.transcript.note(seat, self.turns.len(), Stream::Stdout, bytes);
        }
        self.chairs[seat.index()].hear::<G>(run, self.now, bytes, spent, &self.limits, &mut self.outbox);
    }

    fn stalled(&mut self, run: Run, spent: Duration, note: impl FnOnce(&mut Bot<C>)) {
        if let Some(bot) = self.bot_of(run) {
            note(bot);
        } else if let Some(seat) = self.seat_of(run) {
            // Its input is closed: one that waits has nothing to wait for.
            self.chairs[seat.index()].stop_run::<G>(run, Spent::Virtual(spent), OUT_OF_TIME, &mut self.outbox);
        }
    }

    fn exited(&mut self, run: Run, exit: host::Exit, spent: Spent) {
        if let Some(bot) = self.bot_of(run) {
            bot.exited(&exit);
        } else if let Some(seat) = self.seat_of(run) {
            self.chairs[seat.index()].run_ended::<G>(run, exit, spent);
        }
    }

    fn note(&mut self, run: Run, stream: Stream, bytes: &[u8]) {
        if let Some(seat) = self.seat_of(run) {
            self.transcript.note(seat, self.turns.len(), stream, bytes);
        }
    }

    /// Stops what has had its time on the wall.
    fn expire(&mut self) {
        for chair in &mut self.chairs {
            chair.expire::<G>(self.now, &mut self.outbox);
        }
    }

    /// Carries the match on as far as what is known allows.
    fn advance(&mut self) {
        if self.phase == Phase::Greeting {
            self.greet();
        }
        while self.phase == Phase::Playing {
            if self.game.outcome().is_some() {
                self.finish();
                break;
            }
            self.ask();
            let waiting = self.game.to_act().iter().any(|seat| self.chair(seat).pending.is_none());
            if waiting {
                break;
            }
            self.resolve();
        }
        self.flush();
        self.see_off();
    }

    fn greet(&mut self) {
        for chair in &mut self.chairs {
            chair.greet::<G>(self.now);
        }
        if !self.chairs.iter().all(Chair::has_greeted) {
            return;
        }
        self.phase = Phase::Playing;
        for seat in Seats::first(self.chairs.len()).iter() {
            let Some(fault) = self.chairs[seat.index()].failed_start() else {
                continue;
            };
            if self.game.outcome().is_none() {
                self.apply(seat, Answer { deed: Err(fault), used: Duration::ZERO });
            }
        }
        self.outbox.changed();
    }

    /// Puts the question to everyone who owes an answer and reads what is there.
    fn ask(&mut self) {
        for seat in self.game.to_act().iter() {
            if self.chair(seat).asked.is_none() {
                self.put_question(seat);
            }
            self.read_answer(seat);
        }
    }

    fn put_question(&mut self, seat: Seat) {
        let chair = &mut self.chairs[seat.index()];
        chair.asked = Some(self.now);
        let Some(bot) = &mut chair.bot else { return };
        bot.ask(self.now);
        chair.batch.reset();
        bot.codec.ask(self.game.view(seat), &mut chair.batch.question);
        if bot.codec.life() == Life::Question {
            return chair.batch.fill(seat, &self.limits, &mut chair.runs, &mut self.outbox);
        }
        bot.out.extend_from_slice(chair.batch.question.text());
        self.flush_seat(seat);
        let bot = self.chairs[seat.index()].bot.as_mut().expect("the seat was a bot's a moment ago");
        bot.let_work(&self.limits, &mut self.outbox);
    }

    fn read_answer(&mut self, seat: Seat) {
        let chair = &mut self.chairs[seat.index()];
        let Some(bot) = &mut chair.bot else { return };
        if chair.pending.is_some() {
            return;
        }
        if bot.codec.life() == Life::Match {
            chair.pending = bot.read(self.now, &self.limits, &mut self.outbox);
            return;
        }
        chair.batch.fill(seat, &self.limits, &mut chair.runs, &mut self.outbox);
        chair.pending = chair.conclude::<G>(self.now);
        if chair.pending.is_none() {
            return;
        }
        let (mishaps, turn) = (chair.batch.mishaps(), self.turns.len());
        for (stream, words) in [(Stream::Stdout, &*chair.batch.printed), (Stream::Ended, mishaps.as_bytes())] {
            if !words.is_empty() {
                self.transcript.note(seat, turn, stream, words);
            }
        }
    }

    /// Plays the answers of one turn in the order of seats.
    fn resolve(&mut self) {
        for seat in self.game.to_act().iter() {
            if self.game.outcome().is_some() {
                break;
            }
            let Some(answer) = self.chairs[seat.index()].pending.take() else {
                continue;
            };
            self.apply(seat, answer);
        }
        if self.game.outcome().is_none() {
            self.chairs.iter_mut().for_each(|chair| chair.silence_if_late(&mut self.outbox));
        }
        self.outbox.changed();
    }

    fn apply(&mut self, seat: Seat, answer: Answer<G::Action>) {
        self.chairs[seat.index()].asked = None;
        self.events.clear();
        self.take_words(seat, &answer);
        let mut turn = Turn { seat, deed: Deed::from(answer.deed), words: None, used: answer.used };
        if let Deed::Action(action) = &turn.deed
            && let Err(illegal) = self.game.play(seat, action.clone(), &mut self.events)
        {
            turn.deed = Deed::Fault(Fault::new(FaultKind::Illegal, &self.words, illegal.to_string()));
        }
        match &turn.deed {
            Deed::Action(action) => turn.words = self.unusual_words(action),
            Deed::Fault(fault) => self.game.fault(seat, fault, &mut self.events),
        }
        let silenced = matches!(&turn.deed, Deed::Fault(fault) if fault.kind == FaultKind::Timeout);
        self.turns.push(turn);
        self.tell();
        if silenced {
            self.chairs[seat.index()].was_late::<G>(&mut self.outbox);
        }
        self.dismiss();
    }

    /// The words that go with an answer: a bot's as they came, a person's as the protocol writes them.
    fn take_words(&mut self, seat: Seat, answer: &Answer<G::Action>) {
        self.words.clear();
        match (&self.chairs[seat.index()].bot, &answer.deed) {
            (Some(bot), _) => self.words.extend_from_slice(&bot.words),
            (None, Ok(action)) => C::canonical(action, &mut self.words),
            (None, Err(_)) => {}
        }
    }

    fn unusual_words(&self, action: &G::Action) -> Option<String> {
        if self.words.is_empty() {
            return None;
        }
        let mut canonical = Vec::new();
        C::canonical(action, &mut canonical);
        (canonical != self.words).then(|| String::from_utf8_lossy(&self.words).into_owned())
    }

    fn tell(&mut self) {
        for bot in self.chairs.iter_mut().filter_map(|chair| chair.bot.as_mut()) {
            if !matches!(bot.stage, Stage::Closing | Stage::Gone) {
                self.events.iter().for_each(|event| bot.codec.tell(event, &self.words, &mut bot.out));
            }
        }
    }

    /// Says farewell to seats that have dropped out of a match that goes on.
    fn dismiss(&mut self) {
        if self.game.outcome().is_some() {
            return;
        }
        let playing = self.game.playing();
        for seat in Seats::first(self.chairs.len()).iter().filter(|&seat| !playing.contains(seat)) {
            self.close(seat);
        }
    }

    fn finish(&mut self) {
        self.phase = Phase::Over;
        for seat in Seats::first(self.chairs.len()).iter() {
            self.close(seat);
        }
        self.outbox.over();
    }

    fn close(&mut self, seat: Seat) {
        let outcome = self.game.outcome();
        let turn = self.turns.len();
        let Chair { bot: Some(bot), batch, .. } = &mut self.chairs[seat.index()] else {
            return;
        };
        batch.stop_all(&mut self.outbox);
        if !matches!(bot.stage, Stage::Closing | Stage::Gone) {
            bot.close(self.now, outcome.as_ref(), &self.limits, &mut self.outbox);
            if !bot.out.is_empty() {
                self.transcript.note(seat, turn, Stream::Stdin, &bot.out);
            }
            bot.out.clear();
        }
    }

    fn flush(&mut self) {
        for seat in Seats::first(self.chairs.len()).iter() {
            self.flush_seat(seat);
        }
    }

    fn flush_seat(&mut self, seat: Seat) {
        let Some(bot) = &mut self.chairs[seat.index()].bot else {
            return;
        };
        if bot.is_put_off() {
            return;
        }
        if bot.flush(&mut self.outbox).is_some() {
            self.transcript.note(seat, self.turns.len(), Stream::Stdin, &bot.out);
        }
        bot.out.clear();
    }

    /// Stops runs whose farewell has taken long enough.
    fn see_off(&mut self) {
        for bot in self.chairs.iter_mut().filter_map(|chair| chair.bot.as_mut()) {
            if bot.grace_is_over(self.now) {
                bot.stop("", &mut self.outbox);
            }
        }
    }
}
