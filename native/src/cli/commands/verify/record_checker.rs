//! Compares a match with its record while it is played.

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::replay::{Turn, TurnResult};
use botyard_engine::seat::Seat;
use botyard_host::{Audience, AudienceRequest, PersonReply};
use serde_json::Value;

/// The first difference between a match and its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordDifference {
    /// The number of the turn, from 1; where all seats act at once, each seat's action is a turn.
    pub turn: usize,
    /// The seat that had the turn.
    pub seat: Seat,
    /// The recorded result.
    pub expected: String,
    /// The new result.
    pub got: String,
}

fn is_checked(checked: &[bool], seat: Seat) -> bool {
    checked.get(seat.index()).copied().unwrap_or(false)
}

/// The record, and how many of its turns the match has repeated.
pub struct RecordChecker {
    recorded: Vec<Turn<Value>>,
    /// Whether the record has the bots' output: a link does not.
    has_words: bool,
    /// The seats that are played anew.
    checked: Vec<bool>,
    /// The seats whose times must be the same too.
    timed: Vec<bool>,
    followed: usize,
    difference: Option<RecordDifference>,
    /// Whether the match has been told that it may end.
    stopped: bool,
    /// Whether the match has ended on its own. Then it is not stopped: the bots are sent the end.
    ended: bool,
}

const NOTHING: &str = "nothing: the match was over";

impl RecordChecker {
    /// A checker before the first turn.
    pub fn new(recorded: Vec<Turn<Value>>, checked: Vec<bool>, timed: Vec<bool>) -> Self {
        let has_words = recorded.iter().any(|turn| turn.words.is_some() || !turn.used.is_zero());
        Self { recorded, has_words, checked, timed, followed: 0, difference: None, stopped: false, ended: false }
    }

    /// The first difference, when the match is over; `ended` tells whether the record includes the
    /// match's end.
    pub fn finish(mut self, game: &dyn AnyMatch, ended: bool) -> Option<RecordDifference> {
        self.follow(game);
        let missing = self.recorded.get(self.followed).map(|turn| self.difference_of(turn, None));
        let more = ended && game.outcome().is_none();
        self.difference.or(missing).or_else(|| {
            let last = self.recorded.last().filter(|_| more)?;
            Some(RecordDifference {
                turn: self.recorded.len(),
                seat: last.seat,
                expected: "the end of the match".to_owned(),
                got: "the match continues".to_owned(),
            })
        })
    }

    fn follow(&mut self, game: &dyn AnyMatch) {
        self.ended = game.outcome().is_some();
        for turn in game.turns_from(self.followed) {
            // A record of a match that was stopped early lacks the turns after its end.
            let Some(recorded) = self.recorded.get(self.followed) else { return };
            if self.difference.is_some() {
                return;
            }
            if !self.is_same(recorded, &turn) {
                self.difference = Some(self.difference_of(recorded, Some(&turn)));
                return;
            }
            self.followed += 1;
        }
    }

    fn is_same(&self, recorded: &Turn<Value>, now: &Turn<Value>) -> bool {
        // A link has the kind of a fault but not its text.
        let results = match self.has_words {
            true => recorded.result == now.result,
            false => recorded.result.is_equivalent(&now.result),
        };
        let words = !self.has_words || !is_checked(&self.checked, now.seat) || recorded.words == now.words;
        recorded.seat == now.seat && results && words && (!self.is_timed(now.seat) || recorded.used == now.used)
    }

    fn is_timed(&self, seat: Seat) -> bool {
        self.has_words && is_checked(&self.timed, seat)
    }

    fn difference_of(&self, recorded: &Turn<Value>, now: Option<&Turn<Value>>) -> RecordDifference {
        let in_words = |turn: &Turn<Value>| match self.is_timed(turn.seat) {
            true => format!("{}, in {} ns", in_words(turn), turn.used.as_nanos()),
            false => in_words(turn),
        };
        let got = now.map_or_else(|| NOTHING.to_owned(), in_words);
        RecordDifference { turn: self.followed + 1, seat: recorded.seat, expected: in_words(recorded), got }
    }

    /// Whether the comparison is complete.
    fn is_done(&self) -> bool {
        self.difference.is_some() || self.followed == self.recorded.len()
    }
}

/// The action or the fault as text, and the bot's output if it is not the protocol's canonical
/// form.
fn in_words(turn: &Turn<Value>) -> String {
    let result = match &turn.result {
        TurnResult::Action(action) => action.to_string(),
        TurnResult::Fault(fault) => serde_json::to_string(fault).unwrap_or_default(),
    };
    let player = turn.seat.number();
    match &turn.words {
        Some(words) => format!("player {player}: {result}, in the words {words:?}"),
        None => format!("player {player}: {result}"),
    }
}

impl Audience for RecordChecker {
    fn match_changed(&mut self, game: &dyn AnyMatch) {
        self.follow(game);
    }

    fn ask_person(&mut self, _: &dyn AnyMatch, _: Seat) -> PersonReply {
        // No person plays: a seat without a bot is a recorded one.
        PersonReply::Stop
    }

    fn poll_request(&mut self) -> Option<AudienceRequest> {
        if self.stopped || self.ended || !self.is_done() {
            return None;
        }
        self.stopped = true;
        Some(AudienceRequest::Stop)
    }
}
