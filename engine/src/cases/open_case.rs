//! A case that can be judged: the match in which a bot is asked, and the verdict on its answer.
//! Knows no game.

use std::time::Duration;

use serde_json::Value;

use crate::anymatch::{AnyMatch, MatchSpec, RecordedSeats};
use crate::fault::{ExplainReason, printable};
use crate::record::StepPositions;
use crate::replay::{PlayerInfo, Turn, TurnResult};
use crate::rerun::{TurnWindow, common_turns, words_of_turn};
use crate::seat::Seat;
use crate::transcript::{Passage, Stream};

/// A case that can be judged.
#[derive(Debug, Clone)]
pub struct OpenCase {
    /// The player whose answer is judged.
    pub seat: Seat,
    /// The index of the turn in the record.
    pub index: usize,
    pub(super) one_of: Vec<Value>,
    pub(super) not: Vec<Value>,
    pub(super) within: Option<Duration>,
    /// The match before its first turn, and its turns.
    pub(super) match_spec: MatchSpec,
    pub(super) turns: Vec<Turn<Value>>,
    pub(super) rounds: StepPositions,
    /// The recorded action, as an expectation names it; `None` if it was a fault or incomplete.
    pub(super) played: Option<String>,
    /// Writes an action of the game in the words of its protocol.
    pub(super) write_action: fn(&Value) -> String,
    /// What an incomplete action lacks, as in
    /// [`describe_gap`](crate::codec::Protocol::describe_gap).
    pub(super) describe_gap: fn(&Value) -> Option<String>,
    /// How the game explains its reasons of faults.
    pub(super) explain_reason: ExplainReason,
}

/// The verdict on a bot's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaseVerdict {
    /// The answer meets the expectation.
    Pass,
    /// The answer does not meet the expectation: a clause with what the bot did instead.
    Fail(String),
    /// It differs from the record in an earlier turn, with this index.
    NotReached(usize),
}
impl OpenCase {
    /// The match with another bot in the player's place. The bot takes the player's name, because
    /// some protocols send it to the other players. The other players repeat the record.
    pub fn repeat(&self, bot: PlayerInfo) -> (MatchSpec, RecordedSeats) {
        let mut match_spec = self.match_spec.clone();
        let player = &mut match_spec.players[self.seat.index()];
        *player = PlayerInfo { name: std::mem::take(&mut player.name), ..bot };
        let seats = (0..match_spec.players.len()).map(Seat::new).filter(|&seat| seat != self.seat).collect();
        (match_spec, RecordedSeats { seats, turns: self.turns.clone() })
    }

    /// Which part of the match belongs to its turn.
    pub fn window(&self) -> TurnWindow {
        TurnWindow::new(self.seat, (self.index, self.index), |turn| self.turns[turn].seat, &self.rounds)
    }

    /// The number of the turn with this index, as people count.
    pub fn number(&self, index: usize) -> usize {
        self.rounds.completed(index) + 1
    }

    /// The players of the match, in the order of seats.
    pub fn players(&self) -> &[PlayerInfo] {
        &self.match_spec.players
    }

    /// The game's name in the catalogue.
    pub fn game(&self) -> &str {
        &self.match_spec.game
    }

    /// The player's action in the record, in the form of [`Expectation`](super::Expectation);
    /// `None` if it was a fault or incomplete: a bot then only has to play.
    pub fn played(&self) -> Option<&str> {
        self.played.as_deref()
    }

    /// Judges a match that repeats the case's record up to its turn.
    pub fn judge(&self, game: &dyn AnyMatch) -> CaseVerdict {
        self.judge_turns(&game.turns_from(0), game.transcript().passages())
    }

    /// The verdict on the turns of the match, and on its bots' input and output.
    pub fn judge_turns(&self, turns: &[Turn<Value>], passages: &[Passage]) -> CaseVerdict {
        let followed = common_turns(&self.turns, turns);
        let Some(turn) = turns.get(self.index).filter(|_| followed >= self.index) else {
            return CaseVerdict::NotReached(followed.min(self.index));
        };
        match self.failed_run(turns, passages) {
            Some(how) => CaseVerdict::Fail(format!("a run of the bot failed: {how}")),
            None => self.judge_turn(turn),
        }
    }

    /// The reason why a match of these turns does not pass, as a clause; `None` if it passes.
    pub fn explain(&self, verdict: &CaseVerdict, turns: &[Turn<Value>]) -> Option<String> {
        match verdict {
            CaseVerdict::Pass => None,
            CaseVerdict::Fail(why) => Some(why.clone()),
            CaseVerdict::NotReached(index) => {
                let [differs, asked] = [*index, self.index].map(|index| self.number(index));
                let now = match turns.get(*index).map(|turn| &turn.result) {
                    Some(TurnResult::Fault(fault)) => printable(&fault.sentence("it", self.explain_reason)),
                    result => format!("it played {}", self.describe(result)),
                };
                // The fault of a bot that does not start is the match's first turn, even if another
                // seat plays the record's first turn.
                let is_own = |then: &&Turn<Value>| turns.get(*index).is_none_or(|now| now.seat == then.seat);
                let then = self.turns.get(*index).filter(is_own);
                let then =
                    then.map_or_else(String::new, |turn| format!(" (recorded: {})", self.describe(Some(&turn.result))));
                let unreached = match differs == asked {
                    true => String::new(),
                    false => format!(", so turn {asked} was not reached"),
                };
                Some(format!("in turn {differs} {now}{then}{unreached}"))
            }
        }
    }

    /// Describes the result of a turn, if the turn was played.
    fn describe(&self, result: Option<&TurnResult<Value>>) -> String {
        match result {
            // Some games have turns with empty words, in which no piece moves.
            Some(TurnResult::Action(action)) => match (self.write_action)(action) {
                text if text.trim().is_empty() => "nothing".to_owned(),
                text => printable(&text),
            },
            Some(TurnResult::Fault(fault)) => printable(&fault.sentence("it", self.explain_reason)),
            None => "nothing".to_owned(),
        }
    }

    /// How a run that was started for this turn failed. That is not a fault in the match, but a
    /// part of the answer is missing.
    fn failed_run(&self, turns: &[Turn<Value>], passages: &[Passage]) -> Option<String> {
        let mut words = words_of_turn(passages, |turn| turns[turn].seat, self.index);
        let failed = words.find(|passage| passage.stream == Stream::Ended);
        failed.map(|passage| passage.text.lines().next().unwrap_or_default().to_owned())
    }

    pub(super) fn judge_turn(&self, turn: &Turn<Value>) -> CaseVerdict {
        let action = match &turn.result {
            TurnResult::Action(action) => action,
            TurnResult::Fault(fault) => return CaseVerdict::Fail(fault.sentence("the bot", self.explain_reason)),
        };
        // The record need not say how a run ended: an uncaught error can be an exit status.
        if let Some(gap) = (self.describe_gap)(action) {
            return CaseVerdict::Fail(format!("it printed {gap}"));
        }
        let played = (self.write_action)(action);
        if !self.one_of.is_empty() && !self.one_of.contains(action) {
            let expected: Vec<_> =
                self.one_of.iter().map(|action| format!("`{}`", (self.write_action)(action))).collect();
            return CaseVerdict::Fail(format!("it played `{played}`, expected {}", expected.join(" or ")));
        }
        if self.not.contains(action) {
            return CaseVerdict::Fail(format!("it played `{played}` (forbidden)"));
        }
        match self.within.filter(|&within| turn.used > within) {
            Some(within) => CaseVerdict::Fail(format!("it took {:.1?}, expected at most {within:.1?}", turn.used)),
            None => CaseVerdict::Pass,
        }
    }
}
