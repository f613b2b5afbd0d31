//! A match of one game on the page: the engine's record with the lines that the page shows for its
//! turns. Knows no worker and no time.

use std::rc::Rc;

use botyard_engine::fault::{ExplainReason, Fault};
use botyard_engine::game::Outcome;
use botyard_engine::record::{Derived, MatchRecord, StepPositions};
use botyard_engine::referee::host::Limits;
use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, ReplayError, Turn, TurnResult, link};
use botyard_engine::seat::{Seat, Seats};
use serde_json::Value;
use yew::{Callback, Html};

use crate::any_record::{AnyRecord, BoardSight, MoveLine};
use crate::board_annotations::BoardAnnotations;
use crate::statistics::StatisticsTable;
use crate::{ActionText, BoardScene, GamePage, TurnInput};

/// The most work for a link that the visitor has not requested: more would take some ten
/// milliseconds.
const WORK: usize = 1 << 17;

/// A match of one game on the page.
#[derive(Clone)]
pub struct PageRecord<G: GamePage> {
    record: MatchRecord<G, TurnDetails>,
    /// See [`AnyRecord::settings`].
    settings: Value,
}

/// The lines that the page shows for the turns.
#[derive(Clone)]
struct TurnDetails {
    lines: Rc<Vec<MoveLine>>,
    statistics: Rc<StatisticsTable>,
    /// How much work its link takes.
    work: usize,
}

impl<G: GamePage> Derived<G> for TurnDetails {
    type Before = G;

    fn start(replay: &Replay<G>, start: &G) -> Self {
        let mut statistics = StatisticsTable::new(replay.players.len(), G::STATISTICS, G::STATISTIC_PARTS.as_ref());
        statistics.push(start, G::STATISTICS, G::STATISTIC_PARTS.as_ref());
        Self { lines: Rc::default(), statistics: Rc::new(statistics), work: 0 }
    }

    fn before(position: &G) -> G {
        position.clone()
    }

    fn push(&mut self, replay: &Replay<G>, before: G, turn: &Turn<G::Action>, after: &G) {
        self.work += before.work(turn.seat);
        Rc::make_mut(&mut self.lines).push(describe_turn(&replay.players, &before, turn, after));
        Rc::make_mut(&mut self.statistics).push(after, G::STATISTICS, G::STATISTIC_PARTS.as_ref());
    }

    fn truncate(&mut self, turns: usize) {
        Rc::make_mut(&mut self.lines).truncate(turns);
        Rc::make_mut(&mut self.statistics).truncate(turns + 1);
    }
}

fn describe_turn<G: GamePage>(players: &[PlayerInfo], before: &G, turn: &Turn<G::Action>, after: &G) -> MoveLine {
    let (seat, used, round) = (turn.seat, turn.used, G::round(before));
    match &turn.result {
        TurnResult::Action(action) => {
            let ActionText { words, short, mark } = G::describe_action(before, seat, action, after);
            let seen_by = G::SEEN_BY.map_or(Seats::first(Seats::MAX), |seen_by| seen_by(before, seat, action, after));
            MoveLine { seat, round, words, short, mark, fault: false, seen_by, used }
        }
        TurnResult::Fault(fault) => {
            MoveLine::of_fault(seat, round, fault, &players[seat.index()], used, G::explain_reason)
        }
    }
}

impl<G: GamePage> PageRecord<G> {
    /// Plays a replay through.
    ///
    /// # Errors
    /// A clause that says which turn is not possible.
    pub fn new(replay: Replay<G>) -> Result<Self, String> {
        let is_drawn = G::settings(replay.players.len(), replay.seed) == replay.settings;
        let settings = if is_drawn { Value::Null } else { value(&replay.settings) };
        match MatchRecord::new(replay) {
            Ok(record) => Ok(Self { record, settings }),
            Err(ReplayError { turn: 0, why }) => Err(why),
            Err(ReplayError { turn, why }) => Err(format!("turn {turn} is invalid: {why}")),
        }
    }

    fn replay(&self) -> &Replay<G> {
        self.record.replay()
    }

    /// The seat and the action of the `nth` turn before `at` turns, unless it was a fault.
    fn played(&self, at: usize, nth: usize) -> Option<(Seat, &G::Action)> {
        let turn = &self.replay().turns[at.checked_sub(nth)?];
        match &turn.result {
            TurnResult::Action(action) => Some((turn.seat, action)),
            TurnResult::Fault(_) => None,
        }
    }
}

impl<G: GamePage> AnyRecord for PageRecord<G> {
    fn seed(&self) -> u64 {
        self.replay().seed
    }

    fn settings(&self) -> Value {
        self.settings.clone()
    }

    fn limits(&self, seat: Seat) -> Limits {
        let usual = G::limits(&self.replay().settings);
        Limits { turn: self.replay().terms.turn_of(seat).unwrap_or(usual.turn), ..usual }
    }

    fn terms(&self) -> MatchTerms {
        self.replay().terms.clone()
    }

    fn has_usual_terms(&self) -> bool {
        self.replay().has_usual_terms()
    }

    fn players(&self) -> &[PlayerInfo] {
        &self.replay().players
    }

    fn lines(&self) -> Rc<Vec<MoveLine>> {
        self.record.derived().lines.clone()
    }

    fn statistics(&self) -> Rc<StatisticsTable> {
        self.record.derived().statistics.clone()
    }

    fn stops(&self) -> StepPositions {
        self.record.stops()
    }

    fn explain_run(&self, seat: Seat, printed: &str, status: Option<i32>) -> Option<String> {
        G::EXPLANATIONS.map(|explain| (explain.run)(&self.replay().settings, seat, printed, status))
    }

    fn summary(&self, at: usize) -> Option<String> {
        self.record.look_at(at, G::EXPLANATIONS?.position)
    }

    fn turn_input(&self, at: usize, seat: Seat) -> Option<TurnInput> {
        let (write, replay) = (G::TURN_INPUT?, self.replay());
        self.record.look_at(at, |position| write(&replay.settings, position, seat, replay.protocol_of(seat)))
    }

    fn len(&self) -> usize {
        self.record.len()
    }

    fn extend(&mut self, first: usize, turns: Vec<Turn<Value>>) -> Result<(), String> {
        let turns = turns.into_iter().map(Turn::typed).collect::<Result<Vec<_>, _>>().map_err(|why| why.to_string())?;
        self.record.extend(first, turns).map_err(|why| why.to_string())
    }

    fn up_to(&self, turns: usize) -> Box<dyn AnyRecord> {
        let mut part = self.clone();
        part.record.truncate(turns);
        Box::new(part)
    }

    fn to_act(&self) -> Seats {
        self.record.newest().to_act()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.newest().outcome()
    }

    fn decided_by(&self) -> Option<&'static str> {
        self.record.newest().explain_win()
    }

    fn explain_reason(&self) -> ExplainReason {
        G::explain_reason
    }

    fn last_fault(&self) -> Option<(Seat, &Fault)> {
        self.record.faults().next_back()
    }

    fn has_played(&self, seat: Seat) -> bool {
        let is_silence = |action: &G::Action| G::EXPLANATIONS.is_some_and(|explain| (explain.is_silence)(action));
        let is_played = |turn: &Turn<G::Action>| match &turn.result {
            TurnResult::Action(action) => turn.seat == seat && !is_silence(action),
            TurnResult::Fault(_) => false,
        };
        self.replay().turns.iter().any(is_played)
    }

    fn actions_of(&self, seats: Seats) -> Vec<(usize, Seat, Value)> {
        let turns = self.replay().turns.iter().enumerate().filter(|(_, turn)| seats.contains(turn.seat));
        let actions = turns.filter_map(|(at, turn)| match &turn.result {
            TurnResult::Action(action) => Some((at, turn.seat, value(action))),
            TurnResult::Fault(_) => None,
        });
        actions.collect()
    }

    fn board(&self, at: usize, sight: &BoardSight) -> Html {
        let at = at.min(self.len());
        let (last, answered) = (self.played(at, 1), self.played(at, 2).filter(|_| !G::AT_ONCE));
        let (actor, act) = (sight.actor, sight.act.clone());
        let act = Callback::from(move |action: G::Action| {
            if let Some(actor) = actor {
                act.emit((actor, value(&action)));
            }
        });
        // If all act at once, the board does not change before the last of them has acted.
        let asked = answered.map(|_| self.record.look_at(at - 2, G::clone));
        let answered = asked.as_ref().zip(answered).map(|(asked, (seat, action))| (asked, seat, action));
        let before =
            last.and(at.checked_sub(1)).filter(|_| !G::AT_ONCE).map(|before| self.record.look_at(before, G::clone));
        let before = before.as_ref();
        let next = &self.replay().turns[at..self.stops().after(at).max(at)];
        let (settings, try_bot) = (&self.replay().settings, sight.try_bot.clone());
        let earlier_action = sight.earlier_action.as_ref();
        let earlier_action =
            earlier_action.and_then(|(seat, action)| Some((*seat, serde_json::from_value(action.clone()).ok()?)));
        let mut annotations = BoardAnnotations::default();
        for of_seat in &sight.annotations {
            self.record.look_at(of_seat.asked.min(self.len()), |position| {
                annotations.add(of_seat, |text| G::READ_CELL?(position, of_seat.seat, text));
            });
        }
        self.record.look_at(at, |position| {
            let BoardSight { moves, eyes, side, .. } = *sight;
            G::board(BoardScene {
                position,
                before,
                last,
                answered,
                next,
                settings,
                moves,
                eyes,
                side,
                actor,
                earlier_action,
                annotations,
                act,
                try_bot,
            })
        })
    }

    fn key_action(&self, seat: Seat, key: &str) -> Option<Value> {
        let key_action = G::CONTROLS?.key_action?;
        key_action(self.record.newest(), seat, key).as_ref().map(value)
    }

    fn link(&self) -> Option<String> {
        // A link that would be too much work is not attempted.
        (self.record.derived().work <= link::WORK_WRITTEN_MAX).then(|| link::write(self.replay()).ok()).flatten()
    }

    fn is_slow_to_link(&self) -> bool {
        self.record.derived().work > WORK
    }

    fn link_by_bots(&self) -> Option<String> {
        self.outcome().and_then(|_| link::write_by_bots(self.replay()))
    }

    fn turns(&self) -> Vec<Turn<Value>> {
        self.replay().turns.iter().map(Turn::untyped).collect()
    }

    fn file(&self) -> Value {
        value(self.replay())
    }
}

fn value(of: &impl serde::Serialize) -> Value {
    serde_json::to_value(of).expect("what replays are made of has text keys only")
}

#[cfg(test)]
mod tests;
