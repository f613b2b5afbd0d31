//! A seat: its player, and how far the answer to the open question has come. Knows no rules.

use std::time::Duration;

use super::answer::Answer;
use super::host::Run;
use super::outbox::Outbox;
use super::question_bot::QuestionBot;
use super::recorded_turns::RecordedPlayer;
use super::session_bot::SessionBot;
use crate::codec::BotCodec;
use crate::fault::FaultReason;
use crate::game::Game;
use crate::seat::Seat;

/// The player of a seat.
#[derive(Debug)]
pub enum Player<G: Game> {
    /// A bot that uses this codec; the host starts its runs.
    Bot(BotCodec<G>),
    /// A person: the host calls [`Referee::play`](super::Referee::play).
    Person,
    /// Repeats the record: see [`Referee::repeating`](super::Referee::repeating).
    Recorded,
}

#[derive(Debug)]
pub(super) struct SeatState<G: Game> {
    pub(super) player: PlayerState<G>,
    /// The answer to the open question, until the turn resolves.
    pub(super) pending: Option<Answer<G::Action>>,
    /// When the open question was put.
    pub(super) asked: Option<Duration>,
}

/// The player of a seat, with its runs.
#[derive(Debug)]
pub(super) enum PlayerState<G: Game> {
    Session(SessionBot<G>),
    Question(QuestionBot<G>),
    Person,
    Recorded(RecordedPlayer),
}

/// The bot that owns a run.
pub(super) enum RunOwner<'a, G: Game> {
    Session(&'a mut SessionBot<G>),
    Question(&'a mut QuestionBot<G>),
}

impl<G: Game> SeatState<G> {
    /// Seats a player; for a bot that plays the whole match with one run, requests that run from
    /// the host.
    pub(super) fn new(player: Player<G>, seat: Seat, outbox: &mut Outbox) -> Self {
        let player = match player {
            Player::Bot(BotCodec::Session(codec)) => PlayerState::Session(SessionBot::start(codec, seat, outbox)),
            Player::Bot(BotCodec::Question(codec)) => PlayerState::Question(QuestionBot::new(codec, seat)),
            Player::Person => PlayerState::Person,
            Player::Recorded => PlayerState::Recorded(RecordedPlayer::default()),
        };
        Self { player, pending: None, asked: None }
    }

    /// Whether the player is a person who has not answered yet.
    pub(super) fn owes_action(&self) -> bool {
        matches!(self.player, PlayerState::Person) && self.pending.is_none()
    }

    /// Whether a turn that asks this seat must wait for its answer. A recorded player answers
    /// immediately, or never if another seat's answer to the same question ended the match.
    pub(super) fn is_awaited(&self) -> bool {
        self.pending.is_none() && !matches!(self.player, PlayerState::Recorded(_))
    }

    pub(super) fn session(&self) -> Option<&SessionBot<G>> {
        match &self.player {
            PlayerState::Session(bot) => Some(bot),
            PlayerState::Question(_) | PlayerState::Person | PlayerState::Recorded(_) => None,
        }
    }

    pub(super) fn session_mut(&mut self) -> Option<&mut SessionBot<G>> {
        match &mut self.player {
            PlayerState::Session(bot) => Some(bot),
            PlayerState::Question(_) | PlayerState::Person | PlayerState::Recorded(_) => None,
        }
    }

    /// The bot, if it owns this run and the run has not ended.
    pub(super) fn owner_of(&mut self, run: Run) -> Option<RunOwner<'_, G>> {
        match &mut self.player {
            PlayerState::Session(bot) if bot.owns_run(run) => Some(RunOwner::Session(bot)),
            PlayerState::Question(bot) if bot.owns_run(run) => Some(RunOwner::Question(bot)),
            PlayerState::Session(_) | PlayerState::Question(_) | PlayerState::Person | PlayerState::Recorded(_) => None,
        }
    }

    pub(super) fn deadline(&self) -> Option<Duration> {
        match &self.player {
            PlayerState::Session(bot) => bot.deadline(),
            PlayerState::Question(bot) => bot.deadline(),
            PlayerState::Person | PlayerState::Recorded(_) => None,
        }
    }

    /// Whether no run will do anything after the end of the match. Fresh runs are stopped with it.
    pub(super) fn has_left(&self) -> bool {
        self.session().is_none_or(SessionBot::has_left)
    }

    /// Whether it need not be waited for before the match begins. Only a run that plays the whole
    /// match greets.
    pub(super) fn has_greeted(&self) -> bool {
        self.session().is_none_or(SessionBot::has_greeted)
    }

    pub(super) fn stop_runs(&mut self, outbox: &mut Outbox) {
        match &mut self.player {
            PlayerState::Session(bot) => bot.stop_run(FaultReason::StoppedWithMatch, outbox),
            PlayerState::Question(bot) => bot.stop_runs(outbox),
            PlayerState::Person | PlayerState::Recorded(_) => {}
        }
    }
}
