//! The match of a case, by the type of its game: reads, checks and truncates it.

use std::time::Duration;

use serde_json::Value;

use super::open_case::OpenCase;
use super::{Case, CaseError, Expectation};
use crate::anymatch::MatchSpec;
use crate::catalog::{Playable, Visitor};
use crate::codec::BotCodec;
use crate::fault::printable;
use crate::inbox::Inbox;
use crate::record::MatchRecord;
use crate::replay::file::{self, ReplayDocument};
use crate::replay::{Turn, TurnResult, value};
use crate::seat::Seat;

/// Checks a case.
pub(super) struct CheckCase<'a> {
    pub(super) document: ReplayDocument,
    pub(super) case: &'a Case,
}

impl Visitor for CheckCase<'_> {
    type Out = Result<OpenCase, CaseError>;

    fn visit<G: Playable>(self) -> Self::Out {
        let typed = TypedCase::<G>::read(self.document, self.case)?;
        let Expectation { one_of, not, within_ms } = &self.case.expect;
        let read = |words: &String| typed.read_action(words);
        let read_expected = |words: &String| typed.check_expected(words, read(words)?);
        let read_forbidden = |words: &String| typed.check_forbidden(words, read(words)?);
        let within = within_ms.map(|ms| {
            let within = Duration::try_from_secs_f64(ms / 1e3).ok().filter(|within| !within.is_zero());
            within.ok_or_else(|| CaseError::Time(ms.to_string()))
        });
        Ok(OpenCase {
            seat: typed.seat,
            index: typed.index,
            one_of: one_of.iter().map(read_expected).collect::<Result<_, _>>()?,
            not: not.iter().map(read_forbidden).collect::<Result<_, _>>()?,
            within: within.transpose()?,
            match_spec: typed.match_spec(),
            turns: typed.record.replay().turns.iter().map(Turn::untyped).collect(),
            rounds: typed.record.rounds(),
            played: typed.played(),
            write_action: write_action::<G>,
            describe_gap: describe_gap::<G>,
            explain_reason: G::explain_reason,
        })
    }
}

/// Cuts the match of a case after its turn.
pub(super) struct CutAfter<'a> {
    pub(super) document: ReplayDocument,
    pub(super) case: &'a Case,
}

impl Visitor for CutAfter<'_> {
    type Out = Result<Value, CaseError>;

    fn visit<G: Playable>(self) -> Self::Out {
        let TypedCase { mut record, end, .. } = TypedCase::<G>::read(self.document, self.case)?;
        record.truncate(end);
        Ok(value(record.replay()))
    }
}
/// The match of a case, by the type of its game.
struct TypedCase<G: Playable> {
    record: MatchRecord<G>,
    seat: Seat,
    /// The index of the turn.
    index: usize,
    /// How many turns there are when the turn is over.
    end: usize,
}

impl<G: Playable> TypedCase<G> {
    fn read(document: ReplayDocument, case: &Case) -> Result<Self, CaseError> {
        let replay = serde_json::from_value(document.replay);
        let replay = replay.map_err(|why| CaseError::Replay(file::describe_json_error(&why)))?;
        let record = MatchRecord::<G>::new(replay).map_err(|why| CaseError::Replay(why.to_string()))?;
        let (number, seats) = (case.seat, record.replay().players.len());
        if !(1..=seats).contains(&number) {
            return Err(CaseError::Seat { seat: number, seats });
        }
        let seat = Seat::new(number - 1);
        let rounds = record.rounds();
        let (from, end) = match case.turn {
            turn if (1..=rounds.count()).contains(&turn) => (rounds.turn(turn - 1), rounds.turn(turn)),
            _ => (0, 0),
        };
        let index = (from..end).find(|&index| record.replay().turns[index].seat == seat);
        let index = index.ok_or(CaseError::Turn { seat: number, turn: case.turn })?;
        Ok(Self { record, seat, index, end })
    }

    /// How the seat's bot is talked to.
    fn codec(&self) -> BotCodec<G> {
        let replay = self.record.replay();
        G::codec(&replay.settings, &replay.players, self.seat, replay.protocol_of(self.seat))
    }

    /// Reads an action as the seat's bot would print it.
    fn read_action(&self, words: &str) -> Result<Value, CaseError> {
        let refused = |why: String| CaseError::Action { words: printable(words), why };
        match self.codec() {
            BotCodec::Session(mut codec) => {
                self.record.look_at(self.index, |game| codec.write_question(game.view(self.seat), &mut Vec::new()));
                let mut inbox = Inbox::default();
                inbox.push(words.as_bytes());
                inbox.push(b"\n");
                inbox.end();
                match codec.read_answer(&mut inbox) {
                    Ok(Some(action)) => Ok(value(&action)),
                    Ok(None) => Err(refused("something is missing".to_owned())),
                    Err(misread) => Err(refused(misread.why.explain(G::explain_reason))),
                }
            }
            // An answer that consists of several runs has no words of its own.
            BotCodec::Question(_) => {
                let action: G::Action = serde_json::from_value(Value::String(words.to_owned()))
                    .map_err(|why| refused(file::describe_json_error(&why)))?;
                Ok(value(&action))
            }
        }
    }

    /// The player's action, in words that [`Self::read_action`] reads; `None` if it was a fault or
    /// incomplete.
    fn played(&self) -> Option<String> {
        let TurnResult::Action(action) = &self.record.replay().turns[self.index].result else { return None };
        if G::describe_gap(action).is_some() {
            return None;
        }
        match self.codec() {
            BotCodec::Session(_) => Some(write_action::<G>(&value(action))),
            BotCodec::Question(_) => value(action).as_str().map(str::to_owned),
        }
    }

    /// The match before its first turn.
    fn match_spec(&self) -> MatchSpec {
        let replay = self.record.replay();
        MatchSpec {
            game: G::NAME.to_owned(),
            settings: value(&replay.settings),
            seed: replay.seed,
            players: replay.players.clone(),
            terms: replay.terms.clone(),
        }
    }

    /// Returns `action` if a bot that plays it can pass.
    fn check_expected(&self, words: &str, action: Value) -> Result<Value, CaseError> {
        let action = self.check_legal(words, action)?;
        match describe_gap::<G>(&action) {
            Some(gap) => Err(CaseError::Incomplete { words: printable(words), gap }),
            None => Ok(action),
        }
    }

    /// Returns `action` if a bot can answer with it. A session's bot can print an illegal action;
    /// the answer of several runs is always an action that the rules accept.
    fn check_forbidden(&self, words: &str, action: Value) -> Result<Value, CaseError> {
        match self.codec() {
            BotCodec::Session(_) => Ok(action),
            BotCodec::Question(_) => self.check_legal(words, action),
        }
    }

    /// Returns `action` if the rules allow it in the position of the turn.
    fn check_legal(&self, words: &str, action: Value) -> Result<Value, CaseError> {
        let refused = |why: String| CaseError::Illegal { words: printable(words), why };
        let typed: G::Action = serde_json::from_value(action.clone()).map_err(|why| refused(why.to_string()))?;
        let mut position = self.record.look_at(self.index, G::clone);
        position
            .play(self.seat, typed, &mut Vec::new())
            .map_err(|why| refused(why.into().explain(G::explain_reason)))?;
        Ok(action)
    }
}

/// An action in the words of its protocol.
fn write_action<G: Playable>(action: &Value) -> String {
    let mut words = Vec::new();
    if let Ok(action) = serde_json::from_value(action.clone()) {
        G::write_canonical(&action, &mut words);
    }
    String::from_utf8_lossy(&words).into_owned()
}

/// What an incomplete action lacks.
fn describe_gap<G: Playable>(action: &Value) -> Option<String> {
    serde_json::from_value(action.clone()).ok().and_then(|action| G::describe_gap(&action))
}
