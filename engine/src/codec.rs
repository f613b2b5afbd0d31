//! How a game talks to one bot: bytes to actions, views and events to bytes.
//!
//! A codec sees views, events and its own seat's words, never the game: it cannot leak what the rules hide. One
//! value serves one seat for one match. Knows no host, no time and no price of a mistake.

use crate::fault::FaultReason;
use crate::game::{Game, Outcome};
use crate::inbox::Inbox;
use crate::referee::host::Exit;

/// How long a process of a bot lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunLifetime {
    /// One run plays the whole match.
    Match,
    /// Every question starts fresh runs: each reads its whole input, answers and ends.
    Question,
}

/// How far a bot's greeting has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Greeting {
    /// It is not complete: wait for more of the bot's words.
    Waiting,
    /// The bot is ready to play.
    Ready,
}

/// Words that cannot be read. The words are what the codec consumed before it said so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct MisreadError {
    /// Why they cannot.
    pub why: FaultReason,
}

impl MisreadError {
    /// Words that cannot be read, and why.
    pub fn new(why: impl Into<FaultReason>) -> Self {
        Self { why: why.into() }
    }
}

/// One seat's side of a protocol, in one wire format.
///
/// For [`RunLifetime::Match`] the referee calls `read_greeting` until it is ready, then `write_question` and `read_answer` in
/// turn; for [`RunLifetime::Question`] it calls `write_question`, `collect_run` once for each run that the question started, and
/// `conclude_question`.
pub trait Codec<G: Game> {
    /// How long a run of this bot lives.
    fn run_lifetime(&self) -> RunLifetime {
        RunLifetime::Match
    }

    /// Reads the bot's greeting as far as it has come and writes our part of it.
    ///
    /// # Errors
    /// If the bot's words are no greeting.
    fn read_greeting(&mut self, _input: &mut Inbox, _out: &mut Vec<u8>) -> Result<Greeting, MisreadError> {
        Ok(Greeting::Ready)
    }

    /// Puts the question.
    fn write_question(&mut self, view: G::View<'_>, question: &mut Question);

    /// Reads an answer; `None`, with nothing consumed that counts, while it is incomplete.
    ///
    /// # Errors
    /// If the words can be no answer; they have been consumed.
    fn read_answer(&mut self, _input: &mut Inbox) -> Result<Option<G::Action>, MisreadError> {
        Ok(None)
    }

    /// How many parts of an answer are there while it is incomplete: each part has the whole limit of time for
    /// itself. None, unless a protocol counts time so.
    fn count_answer_parts(&self, _unread: &[u8]) -> usize {
        0
    }

    /// Takes what the `nth` run of the question printed until it ended.
    fn collect_run(&mut self, _nth: usize, _output: &[u8], _exit: &Exit) {}

    /// Makes one action of what the question's runs printed.
    ///
    /// # Errors
    /// If that is no action.
    fn conclude_question(&mut self) -> Result<G::Action, MisreadError> {
        Err(MisreadError::new(FaultReason::NoAnswer))
    }

    /// Writes what this seat is told of an event. `words` are what the player who caused it printed, without
    /// the newline, exactly as they came.
    fn write_event(&mut self, _event: &G::Event, _words: &[u8], _out: &mut Vec<u8>) {}

    /// Whether a bot that was out of time still hears the farewell if that ended the match, as one that erred does.
    /// Otherwise it is stopped at once.
    fn sends_end_after_timeout(&self) -> bool {
        false
    }

    /// Writes the farewell: at the end of the match, or without an outcome when the seat drops out of a match
    /// that goes on or the match is broken off.
    fn write_end(&mut self, _outcome: Option<&Outcome>, _out: &mut Vec<u8>) {}

    /// The words this protocol would use for an action, without a newline. Replays keep a player's words only
    /// where they differ.
    fn write_canonical(_action: &G::Action, _out: &mut Vec<u8>) {}
}

/// A question being put: text for the run that lives all match, or fresh runs with their whole input.
#[derive(Debug, Default)]
pub struct Question {
    bytes: Vec<u8>,
    /// Where the input of each fresh run ends in `bytes`.
    ends: Vec<usize>,
}

impl Question {
    /// The text for the run that lives all match.
    pub fn text_mut(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Asks for a fresh run; `write` appends its whole input.
    pub fn add_run(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.ends.push(self.bytes.len());
    }

    /// How many fresh runs the question asks for.
    pub fn run_count(&self) -> usize {
        self.ends.len()
    }

    /// The whole input of the `nth` fresh run.
    ///
    /// # Panics
    /// If there is no such run.
    pub fn run_input(&self, nth: usize) -> &[u8] {
        let start = nth.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start..self.ends[nth]]
    }

    pub(crate) fn text(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }
}
