//! One match without a host: a pure function of the game, the limits and the ordered inputs.
//!
//! Time comes in with every input; the referee has no clock. A host feeds [`Referee::handle`] and drains
//! [`Referee::poll`] after every call. Answers of a simultaneous turn are collected first and played in the order
//! of seats, so that it does not matter which bot was faster.
//!
//! Rules enforced here: output of a stopped run is dropped; early output waits until the seat is asked, as in a pipe;
//! only a seat that owes something is charged with a fault, so a bot that answered and then crashed has answered; a
//! module gets no input until it is asked, so that the time it spends on reading does not depend on its host.

mod bot_state;
pub mod host;
mod outbox;
mod run_batch;
mod run_failures;
mod seat_state;

use std::time::Duration;

use bot_state::{Answer, BotPhase, BotState};
use host::{Input, Limits, Output, Run, Spent};
use outbox::Outbox;
use seat_state::{OUT_OF_TIME, SeatState};

pub use host::PlayError;
pub use seat_state::Player;

use crate::codec::{Codec, RunLifetime};
use crate::fault::{Fault, FaultKind, FaultReason};
use crate::game::Game;
use crate::replay::{Turn, TurnResult};
use crate::seat::{Seat, Seats};
use crate::transcript::{Stream, Transcript};

/// The phase that a match is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MatchPhase {
    Greeting,
    Playing,
    Over,
    Stopped,
}

/// A match of `G` between bots that speak through `C`, and people.
#[derive(Debug)]
pub struct Referee<G: Game, C> {
    game: G,
    seat_states: Vec<SeatState<C, G::Action>>,
    limits: Limits,
    phase: MatchPhase,
    turns: Vec<Turn<G::Action>>,
    transcript: Transcript,
    outbox: Outbox,
    events: Vec<G::Event>,
    words: Vec<u8>,
    now: Duration,
}

impl<G: Game, C: Codec<G>> Referee<G, C> {
    /// Seats the players and requests their runs; `now` is any origin of time that the host uses consistently.
    ///
    /// # Panics
    /// If there are not as many players as the game has seats.
    pub fn new(game: G, players: Vec<Player<C>>, limits: Limits, now: Duration) -> Self {
        assert_eq!(players.len(), game.seats(), "one player for each seat");
        let seat_states =
            players.into_iter().enumerate().map(|(index, player)| SeatState::new(player, Seat::new(index)));
        let mut referee = Self {
            game,
            seat_states: seat_states.collect(),
            limits,
            phase: MatchPhase::Greeting,
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
        for seat_state in &mut self.seat_states {
            let Some(bot) = &mut seat_state.bot else { continue };
            if bot.codec.run_lifetime() == RunLifetime::Match {
                bot.start_run(Run { number: seat_state.runs, seat: bot.seat }, &mut self.outbox);
                seat_state.runs += 1;
            }
        }
        self.advance();
    }

    /// Processes what happened at `now`.
    pub fn handle(&mut self, now: Duration, input: Input<'_>) {
        self.now = self.now.max(now);
        self.stop_late_runs();
        match input {
            Input::Started(run, spent) => self.note_started(run, spent),
            Input::NotStarted(run, why) => self.note_not_started(run, why),
            Input::Stdout(run, bytes, spent) => {
                self.take_stdout(run, bytes, spent);
                // The module's next input says whether it waits for more; writing to it before that would get ahead of
                // it.
                if matches!(spent, Spent::Virtual(_)) {
                    return;
                }
            }
            Input::Stderr(run, bytes) => self.record_words(run, Stream::Stderr, bytes),
            Input::Blocked(run, spent) => self.note_stall(run, spent, |bot| bot.note_blocked(spent)),
            Input::Exhausted(run, spent) => self.note_stall(run, spent, |bot| bot.note_exhausted(spent)),
            Input::Exited(run, exit, spent) => self.note_exit(run, exit, spent),
            Input::Tick => {}
        }
        self.advance();
    }

    /// Plays a person's action.
    ///
    /// # Errors
    /// If it is not that person's turn, or the rules refuse the action: the match is then unchanged.
    pub fn play(&mut self, now: Duration, seat: Seat, action: G::Action) -> Result<(), PlayError<G::RuleError>> {
        self.now = self.now.max(now);
        if self.phase != MatchPhase::Playing
            || !self.game.to_act().contains(seat)
            || !self.seat_state(seat).owes_action()
        {
            return Err(PlayError::NotYourTurn);
        }
        self.game.clone().play(seat, action.clone(), &mut Vec::new()).map_err(PlayError::Illegal)?;
        let asked = self.seat_state(seat).asked.unwrap_or(now);
        self.seat_states[seat.index()].pending =
            Some(Answer { result: Ok(action), used: self.now.saturating_sub(asked) });
        self.advance();
        Ok(())
    }

    /// A person resigns, whether it is their turn or not.
    pub fn resign(&mut self, now: Duration, seat: Seat) {
        self.now = self.now.max(now);
        if self.phase == MatchPhase::Playing {
            let fault = Fault::new(FaultKind::Resigned, b"", FaultReason::Unstated);
            self.apply_answer(seat, Answer { result: Err(fault), used: Duration::ZERO });
            self.advance();
        }
    }

    /// Stops the match without an outcome. Programs are sent the end and get their grace period; all other runs are
    /// stopped immediately, and so is every run if this is called again or the match is not being played.
    pub fn stop(&mut self, now: Duration) {
        self.now = self.now.max(now);
        let was_playing = self.phase == MatchPhase::Playing;
        if self.phase != MatchPhase::Over {
            self.phase = MatchPhase::Stopped;
        }
        for seat in Seats::first(self.seat_states.len()).iter() {
            if was_playing && self.seat_state(seat).bot.as_ref().is_some_and(BotState::needs_farewell) {
                self.send_farewell(seat);
            } else {
                self.seat_states[seat.index()].stop_runs(&mut self.outbox);
            }
        }
    }

    /// What the host must do next. Drain it after every call.
    pub fn poll(&mut self) -> Option<Output<'_>> {
        self.outbox.pop()
    }

    /// When the host must send [`Input::Tick`], unless something else happens before.
    pub fn deadline(&self) -> Option<Duration> {
        self.seat_states.iter().filter_map(SeatState::deadline).min()
    }

    /// The game as it stands.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The turns played so far, in order.
    pub fn turns(&self) -> &[Turn<G::Action>] {
        &self.turns
    }

    /// What the bots have read and written.
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// The seats that the match is waiting for; empty once the match is over.
    pub fn awaited(&self) -> Seats {
        match self.phase {
            MatchPhase::Playing => {
                self.game.to_act().iter().filter(|&seat| self.seat_state(seat).pending.is_none()).collect()
            }
            _ => Seats::NONE,
        }
    }

    /// Whether the match has ended and every run with it.
    pub fn is_done(&self) -> bool {
        matches!(self.phase, MatchPhase::Over | MatchPhase::Stopped) && self.seat_states.iter().all(SeatState::has_left)
    }

    fn seat_state(&self, seat: Seat) -> &SeatState<C, G::Action> {
        &self.seat_states[seat.index()]
    }

    fn find_bot(&mut self, run: Run) -> Option<&mut BotState<C>> {
        self.seat_states[run.seat.index()].bot.as_mut().filter(|bot| bot.run == Some(run))
    }

    /// The seat of a run, unless the run has been stopped.
    fn find_seat(&self, run: Run) -> Option<Seat> {
        self.seat_state(run.seat).owns_run(run).then_some(run.seat)
    }

    fn note_started(&mut self, run: Run, spent: Spent) {
        let Some(seat) = self.find_seat(run) else {
            return;
        };
        let SeatState { bot: Some(bot), batch, .. } = &mut self.seat_states[seat.index()] else {
            return;
        };
        if bot.run == Some(run) {
            bot.note_started(self.now, spent, &self.limits, &mut self.outbox);
        } else {
            batch.note_started(run, self.now, spent, &self.limits, &mut self.outbox);
        }
    }

    fn note_not_started(&mut self, run: Run, why: &str) {
        if let Some(bot) = self.find_bot(run) {
            bot.note_not_started(why);
        } else if let Some(seat) = self.find_seat(run) {
            self.seat_states[seat.index()].note_not_started::<G>(run, why);
        }
    }

    fn take_stdout(&mut self, run: Run, bytes: &[u8], spent: Spent) {
        let Some(seat) = self.find_seat(run) else {
            return;
        };
        // The output of fresh runs is recorded when all runs of the question have ended: there can be thousands.
        if self.seat_state(seat).bot.as_ref().is_some_and(|bot| bot.run == Some(run)) {
            self.transcript.record(seat, self.turns.len(), Stream::Stdout, bytes);
        }
        self.seat_states[seat.index()].take_output::<G>(run, self.now, bytes, spent, &self.limits, &mut self.outbox);
    }

    fn note_stall(&mut self, run: Run, spent: Duration, note: impl FnOnce(&mut BotState<C>)) {
        if let Some(bot) = self.find_bot(run) {
            note(bot);
        } else if let Some(seat) = self.find_seat(run) {
            // Its input is closed, so a run that waits for more would wait for ever.
            self.seat_states[seat.index()].stop_run::<G>(run, Spent::Virtual(spent), OUT_OF_TIME, &mut self.outbox);
        }
    }

    fn note_exit(&mut self, run: Run, exit: host::Exit, spent: Spent) {
        if let Some(bot) = self.find_bot(run) {
            bot.note_exit(&exit);
        } else if let Some(seat) = self.find_seat(run) {
            self.seat_states[seat.index()].end_run::<G>(run, exit, spent);
        }
    }

    fn record_words(&mut self, run: Run, stream: Stream, bytes: &[u8]) {
        if let Some(seat) = self.find_seat(run) {
            self.transcript.record(seat, self.turns.len(), stream, bytes);
        }
    }

    /// Stops runs whose real time is up.
    fn stop_late_runs(&mut self) {
        for seat_state in &mut self.seat_states {
            seat_state.stop_late_runs::<G>(self.now, &mut self.outbox);
        }
    }

    /// Advances the match as far as the inputs so far allow.
    fn advance(&mut self) {
        if self.phase == MatchPhase::Greeting {
            self.read_greetings();
        }
        while self.phase == MatchPhase::Playing {
            if self.game.outcome().is_some() {
                self.finish_match();
                break;
            }
            self.collect_answers();
            let waiting = self.game.to_act().iter().any(|seat| self.seat_state(seat).pending.is_none());
            if waiting {
                break;
            }
            self.resolve_turn();
        }
        self.flush_outputs();
        self.stop_after_grace();
    }

    fn read_greetings(&mut self) {
        for seat_state in &mut self.seat_states {
            seat_state.read_greeting::<G>(self.now);
        }
        if !self.seat_states.iter().all(SeatState::has_greeted) {
            return;
        }
        self.phase = MatchPhase::Playing;
        for seat in Seats::first(self.seat_states.len()).iter() {
            let Some(fault) = self.seat_states[seat.index()].take_start_fault() else {
                continue;
            };
            if self.game.outcome().is_none() {
                self.apply_answer(seat, Answer { result: Err(fault), used: Duration::ZERO });
            }
        }
        self.outbox.queue_changed();
    }

    /// Puts the question to every seat that owes an answer, and reads the answers that have arrived.
    fn collect_answers(&mut self) {
        for seat in self.game.to_act().iter() {
            if self.seat_state(seat).asked.is_none() {
                self.put_question(seat);
            }
            self.read_answer(seat);
        }
    }

    fn put_question(&mut self, seat: Seat) {
        let seat_state = &mut self.seat_states[seat.index()];
        seat_state.asked = Some(self.now);
        let Some(bot) = &mut seat_state.bot else { return };
        bot.note_question(self.now);
        seat_state.batch.reset();
        bot.codec.write_question(self.game.view(seat), &mut seat_state.batch.question);
        if bot.codec.run_lifetime() == RunLifetime::Question {
            return seat_state.batch.start_runs(seat, &self.limits, &mut seat_state.runs, &mut self.outbox);
        }
        bot.out.extend_from_slice(seat_state.batch.question.text());
        self.flush_seat(seat);
        let bot = self.seat_states[seat.index()].bot.as_mut().expect("the seat was a bot's a moment ago");
        bot.start_answer_time(&self.limits, &mut self.outbox);
    }

    fn read_answer(&mut self, seat: Seat) {
        let seat_state = &mut self.seat_states[seat.index()];
        let Some(bot) = &mut seat_state.bot else { return };
        if seat_state.pending.is_some() {
            return;
        }
        if bot.codec.run_lifetime() == RunLifetime::Match {
            seat_state.pending = bot.read_answer(self.now, &self.limits, &mut self.outbox);
            return;
        }
        seat_state.batch.start_runs(seat, &self.limits, &mut seat_state.runs, &mut self.outbox);
        seat_state.pending = seat_state.conclude_question::<G>(self.now);
        if seat_state.pending.is_none() {
            return;
        }
        let (failures, turn) = (seat_state.batch.failure_report(), self.turns.len());
        for (stream, words) in [(Stream::Stdout, &*seat_state.batch.printed), (Stream::Ended, failures.as_bytes())] {
            if !words.is_empty() {
                self.transcript.record(seat, turn, stream, words);
            }
        }
    }

    /// Plays the answers of one turn in the order of seats.
    fn resolve_turn(&mut self) {
        for seat in self.game.to_act().iter() {
            if self.game.outcome().is_some() {
                break;
            }
            let Some(answer) = self.seat_states[seat.index()].pending.take() else {
                continue;
            };
            self.apply_answer(seat, answer);
        }
        if self.game.outcome().is_none() {
            self.seat_states.iter_mut().for_each(|seat_state| seat_state.stop_if_late(&mut self.outbox));
        }
        self.outbox.queue_changed();
    }

    fn apply_answer(&mut self, seat: Seat, answer: Answer<G::Action>) {
        self.seat_states[seat.index()].asked = None;
        self.events.clear();
        self.take_words(seat, &answer);
        let mut turn = Turn { seat, result: TurnResult::from(answer.result), words: None, used: answer.used };
        if let TurnResult::Action(action) = &turn.result
            && let Err(illegal) = self.game.play(seat, action.clone(), &mut self.events)
        {
            turn.result = TurnResult::Fault(Fault::new(FaultKind::Illegal, &self.words, illegal));
        }
        match &turn.result {
            TurnResult::Action(action) => turn.words = self.unusual_words(action),
            TurnResult::Fault(fault) => self.game.fault(seat, fault, &mut self.events),
        }
        let is_timeout = matches!(&turn.result, TurnResult::Fault(fault) if fault.kind == FaultKind::Timeout);
        self.turns.push(turn);
        self.write_events();
        if is_timeout {
            self.seat_states[seat.index()].mark_late::<G>(&mut self.outbox);
        }
        self.dismiss_eliminated();
    }

    /// The text of an answer: a bot's as printed, a person's as the protocol writes it.
    fn take_words(&mut self, seat: Seat, answer: &Answer<G::Action>) {
        self.words.clear();
        match (&self.seat_states[seat.index()].bot, &answer.result) {
            (Some(bot), _) => self.words.extend_from_slice(&bot.words),
            (None, Ok(action)) => C::write_canonical(action, &mut self.words),
            (None, Err(_)) => {}
        }
    }

    fn unusual_words(&self, action: &G::Action) -> Option<String> {
        if self.words.is_empty() {
            return None;
        }
        let mut canonical = Vec::new();
        C::write_canonical(action, &mut canonical);
        (canonical != self.words).then(|| String::from_utf8_lossy(&self.words).into_owned())
    }

    fn write_events(&mut self) {
        for bot in self.seat_states.iter_mut().filter_map(|seat_state| seat_state.bot.as_mut()) {
            if !matches!(bot.stage, BotPhase::Closing | BotPhase::Gone) {
                self.events.iter().for_each(|event| bot.codec.write_event(event, &self.words, &mut bot.out));
            }
        }
    }

    /// Sends the end to seats that have been eliminated from a match that continues.
    fn dismiss_eliminated(&mut self) {
        if self.game.outcome().is_some() {
            return;
        }
        let playing = self.game.playing();
        for seat in Seats::first(self.seat_states.len()).iter().filter(|&seat| !playing.contains(seat)) {
            self.send_farewell(seat);
        }
    }

    fn finish_match(&mut self) {
        self.phase = MatchPhase::Over;
        for seat in Seats::first(self.seat_states.len()).iter() {
            self.send_farewell(seat);
        }
        self.outbox.queue_over();
    }

    fn send_farewell(&mut self, seat: Seat) {
        let outcome = self.game.outcome();
        let turn = self.turns.len();
        let SeatState { bot: Some(bot), batch, .. } = &mut self.seat_states[seat.index()] else {
            return;
        };
        batch.stop_runs(&mut self.outbox);
        if !matches!(bot.stage, BotPhase::Closing | BotPhase::Gone) {
            bot.send_farewell(self.now, outcome.as_ref(), &self.limits, &mut self.outbox);
            if !bot.out.is_empty() {
                self.transcript.record(seat, turn, Stream::Stdin, &bot.out);
            }
            bot.out.clear();
        }
    }

    fn flush_outputs(&mut self) {
        for seat in Seats::first(self.seat_states.len()).iter() {
            self.flush_seat(seat);
        }
    }

    fn flush_seat(&mut self, seat: Seat) {
        let Some(bot) = &mut self.seat_states[seat.index()].bot else {
            return;
        };
        if bot.defers_output() {
            return;
        }
        if bot.flush_output(&mut self.outbox).is_some() {
            self.transcript.record(seat, self.turns.len(), Stream::Stdin, &bot.out);
        }
        bot.out.clear();
    }

    /// Stops runs whose grace period is over.
    fn stop_after_grace(&mut self) {
        for bot in self.seat_states.iter_mut().filter_map(|seat_state| seat_state.bot.as_mut()) {
            if bot.grace_is_over(self.now) {
                bot.stop_run(FaultReason::Unstated, &mut self.outbox);
            }
        }
    }
}
