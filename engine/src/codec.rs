//! How a game talks to one bot: bytes to actions, views and events to bytes.
//!
//! A codec sees views, events and its own seat's words, never the game: it cannot leak hidden
//! information. One value serves one seat for one match. Knows no host, no time and no price of a
//! mistake.
//!
//! There are two styles, and a protocol has one of them: a [`SessionCodec`] talks to one run for
//! the whole match, a [`QuestionCodec`] starts fresh runs for every question. [`Protocol`] holds
//! the properties that do not depend on the seat.

use std::fmt::Debug;

use crate::exit::Exit;
use crate::fault::FaultReason;
use crate::game::{Game, Outcome};
use crate::inbox::Inbox;

/// The part of a game's protocol that all seats share.
pub trait Protocol: Game {
    /// The newest version, which new matches play. Records name the version of each seat, so that the
    /// match is repeated as it was played: the codec speaks all of them.
    const PROTOCOL_VERSION: u32 = 1;

    /// The byte that ends a part of an unfinished answer, if each part has a whole time limit of
    /// its own.
    const PART_END: Option<u8> = None;

    /// Whether a bot whose timeout ended the match is still sent the end, as after other faults.
    /// Otherwise its run is stopped at once.
    const SENDS_END_AFTER_TIMEOUT: bool = false;

    /// Whether a bot greets before the match begins, so that it can fail before any bot is asked.
    const HAS_GREETING: bool = false;

    /// Whether a bot that cannot be started has lost. If not, a run that does not start costs the
    /// bot an answer, and the match goes on; if the bot cannot be started at all, a host reports it
    /// before the match.
    const CHARGES_FAILED_START: bool = true;

    /// Writes the words that this protocol uses for an action, without a newline. Replays keep a
    /// player's words only where they differ.
    fn write_canonical(action: &Self::Action, out: &mut Vec<u8>);

    /// What an accepted answer lacks, as in "1 action for 2 units"; `None` if it is complete. The
    /// match goes on with an incomplete answer, but a correct bot does not send one.
    fn describe_gap(_action: &Self::Action) -> Option<String> {
        None
    }
}

/// One seat's side of a protocol, in its style.
#[derive(Debug)]
pub enum BotCodec<G: Game> {
    /// One run plays the whole match.
    Session(Box<dyn SessionCodec<G>>),
    /// Every question starts fresh runs.
    Question(Box<dyn QuestionCodec<G>>),
}

impl<G: Game> BotCodec<G> {
    /// For a bot whose run plays the whole match.
    pub fn session(codec: impl SessionCodec<G> + 'static) -> Self {
        Self::Session(Box::new(codec))
    }

    /// For a bot that is started for every question.
    pub fn question(codec: impl QuestionCodec<G> + 'static) -> Self {
        Self::Question(Box::new(codec))
    }
}

/// A conversation with one run that plays the whole match.
///
/// The referee calls `read_greeting` until it is ready, then `write_question` and `read_answer` in
/// turn, `write_event` whenever something happens, and `write_end` once.
pub trait SessionCodec<G: Game>: Debug {
    /// Reads the available part of the bot's greeting and writes our part of it. A protocol without
    /// a greeting is ready at once.
    ///
    /// # Errors
    /// If the bot's words are not a greeting.
    fn read_greeting(&mut self, _stdout: &mut Inbox, _stdin: &mut Vec<u8>) -> Result<Greeting, MisreadError> {
        Ok(Greeting::Ready)
    }

    /// Writes the question.
    fn write_question(&mut self, view: G::View<'_>, stdin: &mut Vec<u8>);

    /// Reads an answer. Returns `None` while the answer is incomplete, and then consumes only bytes
    /// that cannot belong to it.
    ///
    /// # Errors
    /// If the words cannot be an answer; they have been consumed.
    fn read_answer(&mut self, stdout: &mut Inbox) -> Result<Option<G::Action>, MisreadError>;

    /// Writes the part of an event that this seat may know; most protocols write nothing. `words`
    /// are the raw words of the player who caused it, without the newline.
    fn write_event(&mut self, _event: &G::Event, _words: &[u8], _stdin: &mut Vec<u8>) {}

    /// Writes the end of the match; `outcome` is `None` if the seat leaves a match that continues,
    /// or the match is stopped.
    fn write_end(&mut self, outcome: Option<&Outcome>, stdin: &mut Vec<u8>);
}

/// A conversation in which every question starts fresh runs: each reads its whole input, answers
/// and ends.
///
/// The referee calls `write_question`, `collect_run` once for each run that the question started,
/// and `conclude_question`.
pub trait QuestionCodec<G: Game>: Debug {
    /// Adds the runs of the question.
    fn write_question(&mut self, view: G::View<'_>, runs: &mut RunInputs);

    /// Receives the whole output of the question's `nth` run.
    fn collect_run(&mut self, nth: usize, output: &[u8], exit: &Exit);

    /// Combines the outputs of the question's runs into one action.
    ///
    /// # Errors
    /// If the outputs are not an action.
    fn conclude_question(&mut self) -> Result<G::Action, MisreadError>;
}

/// How far a bot's greeting has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Greeting {
    /// The greeting is incomplete: wait for more output.
    Waiting,
    /// The bot is ready to play.
    Ready,
}

/// Output that cannot be read: the bytes that the codec consumed before it returned the error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct MisreadError {
    /// Why they cannot.
    pub why: FaultReason,
}

impl MisreadError {
    /// An error with its reason.
    pub fn new(why: impl Into<FaultReason>) -> Self {
        Self { why: why.into() }
    }
}

/// The complete inputs of the fresh runs that a question starts. They share one buffer that is
/// reused: there can be thousands of runs.
#[derive(Debug, Default)]
pub struct RunInputs {
    bytes: Vec<u8>,
    /// Where the input of each run ends in `bytes`.
    ends: Vec<usize>,
}

impl RunInputs {
    /// Adds a fresh run to the question; `write` appends its whole input.
    pub fn add_run(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.ends.push(self.bytes.len());
    }

    /// The number of fresh runs that the question asks for.
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

    /// The input of the fresh run if the question has only one, for the caller to move out: the
    /// question does not keep a copy.
    pub(crate) fn take_only_input(&mut self) -> Option<&mut Vec<u8>> {
        let [end] = &mut self.ends[..] else { return None };
        *end = 0;
        Some(&mut self.bytes)
    }

    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }
}
