//! One match without a host: a pure function of the game, the limits and the ordered inputs.
//!
//! Time comes in with every input; the referee has no clock. A host feeds [`Referee::handle`] and
//! drains [`Referee::poll`] after every call. Answers of a simultaneous turn are collected first
//! and played in the order of seats, so that it does not matter which bot was faster.
//!
//! Rules enforced here: output of a stopped run is dropped; early output waits until the seat is
//! asked, as in a pipe; only a seat that owes something is charged with a fault, so a bot that
//! answered and then crashed has answered; a module gets no input until it is asked, so that the
//! time it spends on reading does not depend on its host.

mod answer;
mod answer_words;
mod farewell;
pub mod host;
mod outbox;
mod question_bot;
mod raw_words;
mod recorded_turns;
mod repeating;
mod run_batch;
mod run_clock;
mod run_failures;
mod seat_state;
mod session_bot;
mod unread_output;

use std::time::Duration;

use answer::Answer;
use host::{Input, Limits, MatchLimits, Output, Run, Spent};
use outbox::Outbox;
use raw_words::RawWords;
use recorded_turns::RecordedTurns;
use seat_state::{PlayerState, RunOwner, SeatState};
use session_bot::SessionBot;

pub use host::PlayError;
pub use run_failures::is_out_of_time;
pub use seat_state::Player;

use crate::codec::Protocol;
use crate::exit::Exit;
use crate::fault::{Fault, FaultKind, FaultReason};
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

/// A match of `G` between bots, people and recorded players.
#[derive(Debug)]
pub struct Referee<G: Protocol> {
    game: G,
    seat_states: Vec<SeatState<G>>,
    limits: MatchLimits,
    phase: MatchPhase,
    turns: Vec<Turn<G::Action>>,
    transcript: Transcript,
    outbox: Outbox,
    events: Vec<G::Event>,
    words: Vec<u8>,
    /// The canonical words of the last action; only a buffer.
    canonical: Vec<u8>,
    raw_words: RawWords,
    /// The record that recorded players repeat.
    record: Option<RecordedTurns<G::Action>>,
    now: Duration,
}

impl<G: Protocol> Referee<G> {
    /// Seats the players and requests their runs; `now` is any origin of time that the host uses
    /// consistently.
    ///
    /// # Panics
    /// If there are not as many players as the game has seats.
    pub fn new(game: G, players: Vec<Player<G>>, limits: impl Into<MatchLimits>, now: Duration) -> Self {
        Self::start(game, players, None, limits.into(), now)
    }

    /// Like [`Referee::new`], but repeats a recorded match: [`Player::Recorded`] seats repeat their
    /// turns verbatim and with the recorded times, and the other seats are asked anew. The match is
    /// stopped at the first turn that differs from the record, because the recorded players' next
    /// actions are then unknown, and at the record's end.
    ///
    /// # Panics
    /// As [`Referee::new`].
    pub fn repeating(
        game: G,
        players: Vec<Player<G>>,
        record: Vec<Turn<G::Action>>,
        limits: impl Into<MatchLimits>,
        now: Duration,
    ) -> Self {
        Self::start(game, players, Some(RecordedTurns::new(record)), limits.into(), now)
    }

    fn start(
        game: G,
        players: Vec<Player<G>>,
        record: Option<RecordedTurns<G::Action>>,
        limits: MatchLimits,
        now: Duration,
    ) -> Self {
        assert_eq!(players.len(), game.seats(), "one player for each seat");
        let mut outbox = Outbox::default();
        let players = players.into_iter().enumerate();
        let seat_states =
            players.map(|(index, player)| SeatState::new(player, Seat::new(index), &mut outbox)).collect();
        let mut referee = Self {
            game,
            seat_states,
            transcript: Transcript::keeping(limits.shared().kept_words),
            limits,
            phase: MatchPhase::Greeting,
            turns: Vec::new(),
            outbox,
            events: Vec::new(),
            words: Vec::new(),
            canonical: Vec::new(),
            raw_words: RawWords::default(),
            record,
            now,
        };
        referee.advance();
        referee
    }

    /// Processes an input at `now`.
    pub fn handle(&mut self, now: Duration, input: Input<'_>) {
        self.now = self.now.max(now);
        self.stop_late_runs();
        match input {
            Input::Started(run, spent) => self.note_started(run, spent),
            Input::NotStarted(run, why) => self.note_not_started(run, why),
            Input::Stdout(run, bytes, spent) => {
                self.take_stdout(run, bytes, spent);
                // The module's next input shows whether it waits for more; writing to it before
                // that would get ahead of it.
                if matches!(spent, Spent::Virtual(_)) {
                    return;
                }
            }
            Input::StdoutClosed(run) => self.note_stdout_closed(run),
            Input::Stderr(run, bytes) => self.record_stderr(run, bytes),
            Input::Blocked(run, spent) => self.note_pause(run, spent, SessionBot::note_blocked),
            Input::Polling(run, spent) => self.note_polling(run, spent),
            Input::Exhausted(run, spent) => self.note_pause(run, spent, SessionBot::note_exhausted),
            Input::Exited(run, exit, spent) => self.note_exit(run, exit, spent),
            Input::Tick => {}
        }
        self.advance();
    }

    /// Plays a person's action.
    ///
    /// # Errors
    /// If it is not that person's turn, or the rules refuse the action: the match is then
    /// unchanged.
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

    /// Stops the match without an outcome. Programs are sent the end and get their grace period;
    /// all other runs are stopped immediately, and so is every run if this is called again or the
    /// match is not being played.
    pub fn stop(&mut self, now: Duration) {
        self.now = self.now.max(now);
        let was_playing = self.phase == MatchPhase::Playing;
        if self.phase != MatchPhase::Over {
            self.phase = MatchPhase::Stopped;
        }
        for seat in Seats::first(self.seat_states.len()).iter() {
            if was_playing && self.seat_state(seat).session().is_some_and(SessionBot::needs_end) {
                self.send_end(seat);
            } else {
                self.seat_states[seat.index()].stop_runs(&mut self.outbox);
            }
        }
    }

    /// The next request to the host. Drain it after every call.
    pub fn poll(&mut self) -> Option<Output<'_>> {
        self.outbox.pop()
    }

    /// When the host must send [`Input::Tick`], unless something else happens before.
    pub fn deadline(&self) -> Option<Duration> {
        self.seat_states.iter().filter_map(SeatState::deadline).min()
    }

    /// The limits of bots in seats that have no limits of their own.
    pub fn limits(&self) -> &Limits {
        self.limits.shared()
    }

    /// The game as it stands.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The turns played so far, in order.
    pub fn turns(&self) -> &[Turn<G::Action>] {
        &self.turns
    }

    /// The raw output of a bot in this turn, counted from 0, if the turn does not hold all of it:
    /// the newest turns only.
    pub fn raw_words(&self, turn: usize) -> Option<&[u8]> {
        self.raw_words.words_at(turn)
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
            MatchPhase::Greeting | MatchPhase::Over | MatchPhase::Stopped => Seats::NONE,
        }
    }

    /// Whether the match has ended and every run with it.
    pub fn is_done(&self) -> bool {
        matches!(self.phase, MatchPhase::Over | MatchPhase::Stopped) && self.seat_states.iter().all(SeatState::has_left)
    }

    fn seat_state(&self, seat: Seat) -> &SeatState<G> {
        &self.seat_states[seat.index()]
    }

    fn note_started(&mut self, run: Run, spent: Spent) {
        match find_owner(&mut self.seat_states, run) {
            Some(RunOwner::Session(bot)) => {
                bot.note_started(self.now, spent, &self.limits.of(run.seat), &mut self.outbox)
            }
            Some(RunOwner::Question(bot)) => {
                bot.note_started(run, self.now, spent, &self.limits.of(run.seat), &mut self.outbox);
            }
            None => {}
        }
    }

    fn note_not_started(&mut self, run: Run, why: &str) {
        match find_owner(&mut self.seat_states, run) {
            Some(RunOwner::Session(bot)) => bot.note_not_started(why),
            Some(RunOwner::Question(bot)) => bot.note_not_started(run, why),
            None => {}
        }
    }

    fn take_stdout(&mut self, run: Run, bytes: &[u8], spent: Spent) {
        match find_owner(&mut self.seat_states, run) {
            Some(RunOwner::Session(bot)) => {
                self.transcript.record(run.seat, self.turns.len(), Stream::Stdout, bytes);
                bot.take_output(self.now, bytes, spent, &self.limits.of(run.seat), &mut self.outbox);
            }
            Some(RunOwner::Question(bot)) => {
                bot.take_output(run, bytes, spent, &self.limits.of(run.seat), &mut self.outbox)
            }
            None => {}
        }
    }

    fn note_stdout_closed(&mut self, run: Run) {
        match find_owner(&mut self.seat_states, run) {
            Some(RunOwner::Session(bot)) => bot.note_stdout_closed(),
            // The way it ends is a part of its answer.
            Some(RunOwner::Question(_)) | None => {}
        }
    }

    fn note_pause(&mut self, run: Run, spent: Duration, note: impl FnOnce(&mut SessionBot<G>, Duration)) {
        match find_owner(&mut self.seat_states, run) {
            Some(RunOwner::Session(bot)) => note(bot, spent),
            // Its input is closed, so a run that waits for more would never end.
            Some(RunOwner::Question(bot)) => bot.stop_late_run(run, Spent::Virtual(spent), &mut self.outbox),
            None => {}
        }
    }

    fn note_polling(&mut self, run: Run, spent: Spent) {
        match find_owner(&mut self.seat_states, run) {
            Some(RunOwner::Session(bot)) => bot.note_polling(spent),
            // Its input is closed, so no poll of it waits.
            Some(RunOwner::Question(bot)) => bot.stop_late_run(run, spent, &mut self.outbox),
            None => {}
        }
    }

    fn note_exit(&mut self, run: Run, exit: Exit, spent: Spent) {
        match find_owner(&mut self.seat_states, run) {
            Some(RunOwner::Session(bot)) => bot.note_exit(&exit),
            Some(RunOwner::Question(bot)) => bot.end_run(run, exit, spent),
            None => {}
        }
    }

    fn record_stderr(&mut self, run: Run, bytes: &[u8]) {
        if find_owner(&mut self.seat_states, run).is_some() {
            self.transcript.record(run.seat, self.turns.len(), Stream::Stderr, bytes);
        }
    }

    /// Stops fresh runs whose real time is up.
    fn stop_late_runs(&mut self) {
        for seat_state in &mut self.seat_states {
            if let PlayerState::Question(bot) = &mut seat_state.player {
                bot.stop_late_runs(self.now, &mut self.outbox);
            }
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
            if self.record.as_ref().is_some_and(RecordedTurns::is_over) {
                self.stop(self.now);
                break;
            }
            self.collect_answers();
            if self.repeat_resignation() {
                continue;
            }
            if self.game.to_act().iter().any(|seat| self.seat_state(seat).is_awaited()) {
                break;
            }
            let played = self.turns.len();
            self.resolve_turn();
            if self.turns.len() == played {
                // The rules do not allow the record's next turn.
                self.stop(self.now);
            }
        }
        self.flush_stdin();
        self.stop_after_grace();
    }

    fn read_greetings(&mut self) {
        for bot in sessions(&mut self.seat_states) {
            bot.read_greeting(self.now, &mut self.outbox);
        }
        if !self.seat_states.iter().all(SeatState::has_greeted) {
            return;
        }
        self.phase = MatchPhase::Playing;
        for seat in Seats::first(self.seat_states.len()).iter() {
            let Some(fault) = self.take_start_fault(seat) else { continue };
            if self.game.outcome().is_none() {
                self.apply_answer(seat, Answer { result: Err(fault), used: Duration::ZERO });
            }
        }
        self.outbox.queue_changed();
    }

    /// Puts the question to every seat that owes an answer, and reads the answers that have
    /// arrived.
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
        match &mut seat_state.player {
            PlayerState::Session(bot) => {
                bot.write_question(self.now, self.game.view(seat));
                seat_state.pending = bot.read_early_answer(self.now);
                if seat_state.pending.is_some() {
                    return;
                }
                bot.flush_stdin(self.turns.len(), &mut self.transcript, &mut self.outbox);
                bot.start_answer_time(self.now, &self.limits.of(seat), &mut self.outbox);
            }
            PlayerState::Question(bot) => bot.ask(self.game.view(seat), &self.limits.of(seat), &mut self.outbox),
            PlayerState::Person => {}
            PlayerState::Recorded(player) => {
                let turn = self.record.as_ref().and_then(|record| record.find_turn(seat));
                seat_state.pending = turn.map(|turn| player.answer::<G>(turn));
            }
        }
    }

    fn read_answer(&mut self, seat: Seat) {
        let seat_state = &mut self.seat_states[seat.index()];
        if seat_state.pending.is_some() {
            return;
        }
        seat_state.pending = match &mut seat_state.player {
            PlayerState::Session(bot) => bot.read_answer(self.now, &self.limits.of(seat), &mut self.outbox),
            PlayerState::Question(bot) => {
                let waited = self.now.saturating_sub(seat_state.asked.unwrap_or(self.now));
                let answer = bot.read_answer(waited, &self.limits.of(seat), &mut self.outbox);
                if answer.is_some() {
                    bot.record_batch(self.turns.len(), &mut self.transcript);
                }
                answer
            }
            PlayerState::Person | PlayerState::Recorded(_) => None,
        };
    }

    /// Plays the answers of one turn in the order of seats.
    fn resolve_turn(&mut self) {
        for seat in self.game.to_act().iter() {
            if self.game.outcome().is_some() || self.has_left_record() {
                break;
            }
            let Some(answer) = self.seat_states[seat.index()].pending.take() else {
                continue;
            };
            self.apply_answer(seat, answer);
        }
        if self.game.outcome().is_none() {
            sessions(&mut self.seat_states).for_each(|bot| bot.stop_if_marked_late(&mut self.outbox));
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
            turn.result = TurnResult::from(Fault::new(FaultKind::Illegal, &self.words, illegal));
        }
        match &turn.result {
            TurnResult::Action(action) => turn.words = self.unusual_words(action),
            TurnResult::Fault(fault) => self.game.fault(seat, fault, &mut self.events),
        }
        self.keep_raw_words(&turn);
        let is_timeout = matches!(&turn.result, TurnResult::Fault(fault) if fault.kind == FaultKind::Timeout);
        if let Some(record) = &mut self.record {
            record.follow(&turn);
        }
        self.turns.push(turn);
        self.write_events();
        if is_timeout {
            self.mark_late(seat);
        }
        self.dismiss_eliminated();
    }

    fn write_events(&mut self) {
        sessions(&mut self.seat_states).for_each(|bot| bot.write_events(&self.events, &self.words));
    }

    /// Sends all bots their pending stdin.
    fn flush_stdin(&mut self) {
        for bot in sessions(&mut self.seat_states) {
            bot.flush_stdin(self.turns.len(), &mut self.transcript, &mut self.outbox);
        }
    }
}

/// The bot of a run, unless the run has ended or been stopped.
fn find_owner<G: Protocol>(seat_states: &mut [SeatState<G>], run: Run) -> Option<RunOwner<'_, G>> {
    seat_states[run.seat.index()].owner_of(run)
}

/// The bots whose run plays the whole match, in the order of seats.
fn sessions<G: Protocol>(seat_states: &mut [SeatState<G>]) -> impl Iterator<Item = &mut SessionBot<G>> {
    seat_states.iter_mut().filter_map(SeatState::session_mut)
}
