//! Cases: turns of recorded matches, with what a bot has to do in them. Performs no I/O: a host repeats the match up to the
//! turn and asks here what the bot's answer is worth.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::anymatch::{AnyMatch, MatchSpec, RecordedSeats};
use crate::catalog::{self, Playable, Visitor};
use crate::codec::BotCodec;
use crate::fault::printable;
use crate::inbox::Inbox;
use crate::record::{MatchRecord, StepPositions};
use crate::replay::file::{self, ReplayDocument};
use crate::replay::{PlayerInfo, Turn, TurnResult, value};
use crate::rerun::{common_turns, words_of_turn};
use crate::seat::Seat;
use crate::transcript::{Passage, Stream};

/// A turn of a match, and what a bot has to do in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What it is called.
    pub name: String,
    /// Why it was kept.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The player whose turn it is, counted from 1.
    pub seat: usize,
    /// The number of the turn, as people count: where all seats act at once, all of them have one turn.
    pub turn: usize,
    /// What the bot has to do.
    pub expect: Expectation,
    /// The match up to the end of the turn, in the file form of replays as text.
    pub replay: String,
}

/// What a bot has to do in a turn. A fault never passes, and neither does a run that fails.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// One of these actions, in the words of the game's protocol; any if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub one_of: Vec<String>,
    /// None of these actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not: Vec<String>,
    /// At most so many milliseconds, in the bot's own kind of time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within_ms: Option<f64>,
}

/// Why a case cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CaseError {
    /// Its match cannot be read.
    #[error("invalid replay: {0}")]
    Replay(String),
    /// Its player is none of the match.
    #[error("invalid seat {seat}: expected 1 to {seats}")]
    Seat {
        /// The number of the player.
        seat: usize,
        /// How many there are.
        seats: usize,
    },
    /// The player has no such turn.
    #[error("player {seat} has no turn {turn}")]
    Turn {
        /// The number of the player.
        seat: usize,
        /// The number of the turn.
        turn: usize,
    },
    /// An action that is expected is none.
    #[error("`{words}` is not an action: {why}")]
    Action {
        /// The words.
        words: String,
        /// What is wrong with them, as a clause.
        why: String,
    },
    /// The rules do not allow an action that is expected.
    #[error("`{words}` cannot be played in this turn: {why}")]
    Illegal {
        /// The words.
        words: String,
        /// Why not.
        why: String,
    },
    /// A time that no answer can take.
    #[error("invalid within_ms {0}: expected a number above 0")]
    Time(String),
}

/// A case that can be judged.
#[derive(Debug, Clone)]
pub struct OpenCase {
    /// The player whose answer is judged.
    pub seat: Seat,
    /// The index of the turn in the record.
    pub index: usize,
    one_of: Vec<Value>,
    not: Vec<Value>,
    within: Option<Duration>,
    /// The match before its first turn, and its turns.
    match_spec: MatchSpec,
    turns: Vec<Turn<Value>>,
    rounds: StepPositions,
    /// What was played, as an expectation names it; `None` if it was a fault.
    played: Option<String>,
    /// Writes an action of the game in the words of its protocol.
    write_action: fn(&Value) -> String,
}

/// What a bot's answer is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaseVerdict {
    /// It does what is expected.
    Pass,
    /// It does not: a clause that says what it did instead.
    Fail(String),
    /// It differs from the record in an earlier turn, with this index.
    NotReached(usize),
}

impl Case {
    /// Keeps a turn of a match: the whole match before it, its settings, terms and seed, and what the others do in the
    /// same turn. The match is in the file form; what its bots read and said is left out.
    ///
    /// # Errors
    /// If the match has no such turn, or what is expected cannot be.
    pub fn keep(
        match_: Value,
        seat: usize,
        turn: usize,
        expect: Expectation,
        name: String,
        note: String,
    ) -> Result<Self, CaseError> {
        let whole = Self { name, note, seat, turn, expect, replay: match_.to_string() };
        let document = whole.document()?;
        let replay = visit(&document.game.clone(), CutAfter { document, case: &whole })??;
        let case = Self { replay: replay.to_string(), ..whole };
        case.open()?;
        Ok(case)
    }

    /// Checks that the case can be used.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn open(&self) -> Result<OpenCase, CaseError> {
        let document = self.document()?;
        visit(&document.game.clone(), Open { document, case: self })?
    }

    /// The match in the file form.
    ///
    /// # Errors
    /// If it is not one.
    pub fn replay(&self) -> Result<Value, CaseError> {
        serde_json::from_str(&self.replay).map_err(|why| CaseError::Replay(why.to_string()))
    }

    fn document(&self) -> Result<ReplayDocument, CaseError> {
        file::open(self.replay()?).map_err(|why| CaseError::Replay(why.to_string()))
    }
}

impl OpenCase {
    /// The match with another bot in the player's place, which keeps its name: some protocols tell it to the others. The others
    /// do what they did.
    pub fn repeat(&self, bot: PlayerInfo) -> (MatchSpec, RecordedSeats) {
        let mut match_spec = self.match_spec.clone();
        let player = &mut match_spec.players[self.seat.index()];
        *player = PlayerInfo { name: std::mem::take(&mut player.name), ..bot };
        let seats = (0..match_spec.players.len()).map(Seat::new).filter(|&seat| seat != self.seat).collect();
        (match_spec, RecordedSeats { seats, turns: self.turns.clone() })
    }

    /// The players of the match, in the order of seats.
    pub fn players(&self) -> &[PlayerInfo] {
        &self.match_spec.players
    }

    /// The game's name in the catalogue.
    pub fn game(&self) -> &str {
        &self.match_spec.game
    }

    /// What the player has played in the record, as [`Expectation`] names actions; `None` if it was a fault.
    pub fn played(&self) -> Option<&str> {
        self.played.as_deref()
    }

    /// Judges a match that repeats the case's record up to its turn.
    pub fn judge(&self, game: &dyn AnyMatch) -> CaseVerdict {
        self.judge_turns(&game.turns_from(0), game.transcript().passages())
    }

    /// The same from the turns of the match, and what its bots read and said.
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

    /// Why a match of these turns does not pass, as a clause; `None` if it does.
    pub fn explain(&self, verdict: &CaseVerdict, turns: &[Turn<Value>]) -> Option<String> {
        match verdict {
            CaseVerdict::Pass => None,
            CaseVerdict::Fail(why) => Some(why.clone()),
            CaseVerdict::NotReached(index) => {
                let told = |turns: &[Turn<Value>]| {
                    turns.get(*index).map_or_else(|| "nothing".to_owned(), |turn| self.describe(turn))
                };
                let (turn, now, then) = (self.rounds.completed(*index) + 1, told(turns), told(&self.turns));
                Some(format!("it differs at turn {turn} already: {now}; recorded {then}"))
            }
        }
    }

    /// What was done in a turn, and in which time if that is known.
    fn describe(&self, turn: &Turn<Value>) -> String {
        let result = match &turn.result {
            TurnResult::Action(action) => (self.write_action)(action),
            TurnResult::Fault(fault) => fault.sentence("it"),
        };
        match turn.used.is_zero() {
            true => printable(&result),
            false => format!("{}, {:.1?}", printable(&result), turn.used),
        }
    }

    /// How a run that was started for this turn failed. That is no fault in the match, but a part of the answer is missing.
    fn failed_run(&self, turns: &[Turn<Value>], passages: &[Passage]) -> Option<String> {
        let mut words = words_of_turn(passages, |turn| turns[turn].seat, self.index);
        let failed = words.find(|passage| passage.stream == Stream::Ended);
        failed.map(|passage| passage.text.lines().next().unwrap_or_default().to_owned())
    }

    fn judge_turn(&self, turn: &Turn<Value>) -> CaseVerdict {
        let action = match &turn.result {
            TurnResult::Action(action) => action,
            TurnResult::Fault(fault) => return CaseVerdict::Fail(fault.sentence("the bot")),
        };
        let played = (self.write_action)(action);
        if !self.one_of.is_empty() && !self.one_of.contains(action) {
            let expected: Vec<_> =
                self.one_of.iter().map(|action| format!("`{}`", (self.write_action)(action))).collect();
            return CaseVerdict::Fail(format!("it played `{played}`, expected {}", expected.join(" or ")));
        }
        if self.not.contains(action) {
            return CaseVerdict::Fail(format!("it played `{played}`, which it must not"));
        }
        match self.within.filter(|&within| turn.used > within) {
            Some(within) => CaseVerdict::Fail(format!("it took {:.1?}, expected at most {within:.1?}", turn.used)),
            None => CaseVerdict::Pass,
        }
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

    /// Reads an action as the seat's bot would print it.
    fn read_action(&self, words: &str) -> Result<Value, CaseError> {
        let refused = |why: String| CaseError::Action { words: printable(words), why };
        let replay = self.record.replay();
        match G::codec(&replay.settings, &replay.players, self.seat) {
            BotCodec::Session(mut codec) => {
                self.record.look_at(self.index, |game| codec.write_question(game.view(self.seat), &mut Vec::new()));
                let mut inbox = Inbox::default();
                inbox.push(words.as_bytes());
                inbox.push(b"\n");
                inbox.end();
                match codec.read_answer(&mut inbox) {
                    Ok(Some(action)) => Ok(value(&action)),
                    Ok(None) => Err(refused("something is missing".to_owned())),
                    Err(misread) => Err(refused(misread.why.explain())),
                }
            }
            // The answer of several runs has no words of its own.
            BotCodec::Question(_) => {
                let action: G::Action = serde_json::from_value(Value::String(words.to_owned()))
                    .map_err(|why| refused(file::describe_json_error(&why)))?;
                Ok(value(&action))
            }
        }
    }

    /// What the player has played, in words that [`Self::read_action`] reads; `None` if it was a fault.
    fn played(&self) -> Option<String> {
        let replay = self.record.replay();
        let TurnResult::Action(action) = &replay.turns[self.index].result else { return None };
        match G::codec(&replay.settings, &replay.players, self.seat) {
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
            terms: replay.terms,
        }
    }

    /// The same action, if the rules allow it in the position of the turn.
    fn check_legal(&self, words: &str, action: Value) -> Result<Value, CaseError> {
        let refused = |why: String| CaseError::Illegal { words: printable(words), why };
        let typed: G::Action = serde_json::from_value(action.clone()).map_err(|why| refused(why.to_string()))?;
        let mut position = self.record.look_at(self.index, G::clone);
        position.play(self.seat, typed, &mut Vec::new()).map_err(|why| refused(why.into().explain()))?;
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

fn visit<V: Visitor>(game: &str, visitor: V) -> Result<V::Out, CaseError> {
    catalog::visit(game, visitor).ok_or_else(|| CaseError::Replay(format!("unknown game `{}`", printable(game))))
}

/// Checks a case.
struct Open<'a> {
    document: ReplayDocument,
    case: &'a Case,
}

impl Visitor for Open<'_> {
    type Out = Result<OpenCase, CaseError>;

    fn visit<G: Playable>(self) -> Self::Out {
        let typed = TypedCase::<G>::read(self.document, self.case)?;
        let Expectation { one_of, not, within_ms } = &self.case.expect;
        let read = |words: &String| typed.read_action(words);
        let read_legal = |words: &String| read(words).and_then(|action| typed.check_legal(words, action));
        let within = within_ms.map(|ms| {
            let within = Duration::try_from_secs_f64(ms / 1e3).ok().filter(|within| !within.is_zero());
            within.ok_or_else(|| CaseError::Time(ms.to_string()))
        });
        Ok(OpenCase {
            seat: typed.seat,
            index: typed.index,
            one_of: one_of.iter().map(read_legal).collect::<Result<_, _>>()?,
            not: not.iter().map(read).collect::<Result<_, _>>()?,
            within: within.transpose()?,
            match_spec: typed.match_spec(),
            turns: typed.record.replay().turns.iter().map(Turn::untyped).collect(),
            rounds: typed.record.rounds(),
            played: typed.played(),
            write_action: write_action::<G>,
        })
    }
}

/// Cuts the match of a case after its turn.
struct CutAfter<'a> {
    document: ReplayDocument,
    case: &'a Case,
}

impl Visitor for CutAfter<'_> {
    type Out = Result<Value, CaseError>;

    fn visit<G: Playable>(self) -> Self::Out {
        let TypedCase { mut record, end, .. } = TypedCase::<G>::read(self.document, self.case)?;
        record.truncate(end);
        Ok(value(record.replay()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A match in which the players drop their discs into these columns by turns, in 3 ms each.
    fn replay(columns: &[u8]) -> Value {
        let turn = |(ply, column): (usize, &u8)| json!({"seat": ply % 2, "action": column, "used_ns": 3_000_000});
        let turns: Vec<_> = columns.iter().enumerate().map(turn).collect();
        json!({
            "format": 1, "game": "connect-four", "settings": {}, "seed": 5, "turns": turns,
            "players": [{"name": "a", "kind": "module"}, {"name": "b", "kind": "module"}],
        })
    }

    fn keep(turn: usize, expect: Expectation) -> Result<Case, CaseError> {
        Case::keep(replay(&[4, 4, 3, 5, 2]), 1 + (turn + 1) % 2, turn, expect, "blocks".to_owned(), String::new())
    }

    /// The verdict on a turn in which column 5 was played in 3 ms.
    fn judged(expect: Expectation) -> CaseVerdict {
        let open = keep(4, expect).and_then(|case| case.open()).expect("a case");
        let turn = Turn { seat: Seat::new(1), result: TurnResult::Action(json!(5)), words: None, used: MS * 3 };
        open.judge_turn(&turn)
    }

    const MS: Duration = Duration::from_millis(1);

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|&words| words.to_owned()).collect()
    }

    #[test]
    fn a_case_keeps_the_match_up_to_its_turn() {
        let case = keep(3, Expectation::default()).expect("there is such a turn");
        assert_eq!(case.replay().expect("it is JSON")["turns"].as_array().map(Vec::len), Some(3));
        assert_eq!(case.replay().expect("it is JSON")["seed"], 5);
        let open = case.open().expect("it can be judged");
        assert_eq!((open.seat, open.index), (Seat::new(0), 2));
    }

    #[test]
    fn an_answer_is_judged_by_its_action_and_its_time() {
        let fails = |why: &str| CaseVerdict::Fail(why.to_owned());
        let one_of = |list| Expectation { one_of: words(list), ..Expectation::default() };
        let not = |list| Expectation { not: words(list), ..Expectation::default() };
        let within = |ms| Expectation { within_ms: Some(ms), ..Expectation::default() };
        assert_eq!(judged(Expectation::default()), CaseVerdict::Pass);
        assert_eq!(judged(one_of(&["1", " 5 "])), CaseVerdict::Pass, "other words for the same action");
        assert_eq!(judged(one_of(&["1", "2"])), fails("it played `5`, expected `1` or `2`"));
        assert_eq!(judged(not(&["1", "2"])), CaseVerdict::Pass);
        assert_eq!(judged(not(&["5"])), fails("it played `5`, which it must not"));
        assert_eq!(judged(within(3.0)), CaseVerdict::Pass);
        assert_eq!(judged(within(2.5)), fails("it took 3.0ms, expected at most 2.5ms"));
    }

    #[test]
    fn a_fault_never_passes() {
        let open = keep(4, Expectation::default()).and_then(|case| case.open()).expect("a case");
        let fault = crate::fault::Fault::new(crate::fault::FaultKind::Timeout, b"", "");
        let turn = Turn { seat: Seat::new(1), result: TurnResult::Fault(fault), words: None, used: MS };
        assert!(matches!(open.judge_turn(&turn), CaseVerdict::Fail(why) if why.contains("did not answer in time")));
    }

    #[test]
    fn a_match_is_judged_by_its_turns() {
        let not = |words: &str| Expectation { not: vec![words.to_owned()], ..Expectation::default() };
        let open = keep(4, not("5")).and_then(|case| case.open()).expect("a case");
        assert_eq!(open.played(), Some("5"));
        let (match_spec, recorded) = open.repeat(PlayerInfo { name: "other".to_owned(), ..PlayerInfo::default() });
        assert_eq!((&*match_spec.players[1].name, match_spec.seed), ("b", 5), "it has the player's name");
        assert_eq!((recorded.seats, recorded.turns.len()), (vec![Seat::new(0)], 4));
        let explained = |columns: &[u8]| {
            let turn = |(ply, &column): (usize, &u8)| Turn {
                seat: Seat::new(ply % 2),
                result: TurnResult::Action(json!(column)),
                words: None,
                used: MS,
            };
            let turns: Vec<_> = columns.iter().enumerate().map(turn).collect();
            let verdict = open.judge_turns(&turns, &[]);
            let why = open.explain(&verdict, &turns);
            (verdict, why.unwrap_or_default())
        };
        assert_eq!(explained(&[4, 4, 3, 1]), (CaseVerdict::Pass, String::new()));
        assert_eq!(explained(&[4, 4, 3, 5]).1, "it played `5`, which it must not");
        let (verdict, why) = explained(&[4, 2]);
        assert_eq!(verdict, CaseVerdict::NotReached(1));
        assert_eq!(why, "it differs at turn 2 already: 2, 1.0ms; recorded 4, 3.0ms");
        assert_eq!(explained(&[4, 4]).0, CaseVerdict::NotReached(2), "it was stopped");
    }

    #[test]
    fn what_cannot_be_judged_is_refused_in_words() {
        let refused = |turn, expect| keep(turn, expect).expect_err("it is no case").to_string();
        let one_of = |list| Expectation { one_of: words(list), ..Expectation::default() };
        assert_eq!(refused(9, Expectation::default()), "player 1 has no turn 9");
        assert_eq!(refused(0, Expectation::default()), "player 2 has no turn 0");
        assert_eq!(refused(4, one_of(&["9"])), "`9` is not an action: columns are 1 to 7");
        let within = Expectation { within_ms: Some(-1.0), ..Expectation::default() };
        assert_eq!(refused(4, within), "invalid within_ms -1: expected a number above 0");
        let case = keep(4, Expectation::default()).expect("a case");
        let opened = |case: Case| case.open().expect_err("it is no case").to_string();
        assert_eq!(opened(Case { seat: 3, ..case.clone() }), "invalid seat 3: expected 1 to 2");
        assert_eq!(opened(Case { seat: 1, ..case.clone() }), "player 1 has no turn 4");
        assert!(opened(Case { replay: "{".to_owned(), ..case }).starts_with("invalid replay: "));
    }
}
