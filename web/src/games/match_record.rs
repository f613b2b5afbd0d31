//! A match of one game: a replay that may still grow, and the way to any of its positions. Knows no worker and no time.

use std::cell::RefCell;
use std::rc::Rc;

use botyard_engine::fault::Fault;
use botyard_engine::game::Outcome;
use botyard_engine::referee::host::Limits;
use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, Turn, TurnResult, link, play_turn};
use botyard_engine::seat::{Seat, Seats};
use serde_json::Value;
use yew::{Callback, Html};

use super::any_record::{AnyRecord, BoardSight, MoveLine};
use super::statistics::StatisticsTable;
use super::step_positions::StepPositions;
use super::{BoardScene, GamePage};

/// Positions are kept at least this many turns apart; those between them are played anew when they are looked at: it
/// bounds how long a jump in a match lasts.
const APART: usize = 64;
/// No more positions are kept than this, which bounds what a long match takes: every other one is given up then, and from
/// there on they lie twice as far apart.
const KEPT: usize = 128;

/// More work than this is too much for a link that nobody has asked for: it would be some ten milliseconds.
const WORK: usize = 1 << 17;

/// A match of one game.
#[derive(Clone)]
pub struct MatchRecord<G: GamePage> {
    replay: Replay<G>,
    /// See [`AnyRecord::settings`].
    settings: Value,
    /// Positions `apart` turns from each other; the first is the start.
    kept: Vec<G>,
    /// How much work its link is.
    work: usize,
    /// [`APART`], or twice as much as often as there were too many.
    apart: usize,
    /// After how many turns all had acted; kept where all act at once.
    rounds: Rc<Vec<usize>>,
    newest: G,
    /// The position that was looked at last, after so many turns: most looks go to it or one turn on.
    seen: RefCell<(usize, G)>,
    lines: Rc<Vec<MoveLine>>,
    counts: Rc<StatisticsTable>,
}

impl<G: GamePage> MatchRecord<G> {
    /// Plays a replay through.
    ///
    /// # Errors
    /// A clause that says which turn is not possible.
    pub fn new(mut replay: Replay<G>) -> Result<Self, String> {
        let start = replay.start().map_err(|why| why.to_string())?;
        let turns = std::mem::take(&mut replay.turns);
        let mut counts = StatisticsTable::new(replay.players.len(), G::COUNTED, G::PARTS);
        counts.push(&start);
        let is_drawn = G::settings(replay.players.len(), replay.seed) == replay.settings;
        let mut record = Self {
            settings: if is_drawn { Value::Null } else { value(&replay.settings) },
            replay,
            kept: vec![start.clone()],
            work: 0,
            apart: APART,
            rounds: Rc::new(vec![0]),
            newest: start.clone(),
            seen: RefCell::new((0, start)),
            lines: Rc::default(),
            counts: Rc::new(counts),
        };
        for (number, turn) in turns.into_iter().enumerate() {
            record.push(turn).map_err(|why| format!("turn {} is not possible: {why}", number + 1))?;
        }
        Ok(record)
    }

    fn push(&mut self, turn: Turn<G::Action>) -> Result<(), String> {
        let mut after = self.newest.clone();
        play_turn(&mut after, &turn, &mut Vec::new())?;
        let line = self.line(&self.newest, &turn, &after);
        self.work += self.newest.work(turn.seat);
        Rc::make_mut(&mut self.lines).push(line);
        Rc::make_mut(&mut self.counts).push(&after);
        self.replay.turns.push(turn);
        if self.replay.turns.len().is_multiple_of(self.apart) {
            self.keep_position(after.clone());
        }
        if G::AT_ONCE && (after.to_act() == after.playing() || after.outcome().is_some()) {
            Rc::make_mut(&mut self.rounds).push(self.replay.turns.len());
        }
        self.newest = after;
        Ok(())
    }

    fn keep_position(&mut self, position: G) {
        self.kept.push(position);
        if self.kept.len() > KEPT {
            let mut number = 0;
            self.kept.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.apart *= 2;
        }
    }

    /// Shows the position after `at` turns to `look`.
    fn look<T>(&self, at: usize, look: impl FnOnce(&G) -> T) -> T {
        if at == self.len() {
            return look(&self.newest);
        }
        let mut seen = self.seen.borrow_mut();
        let (turn, position) = &mut *seen;
        let near = at - at % self.apart;
        if !(near..=at).contains(turn) {
            (*turn, *position) = (near, self.kept[near / self.apart].clone());
        }
        for played in &self.replay.turns[*turn..at] {
            play_turn(position, played, &mut Vec::new()).expect("it has been played before");
        }
        *turn = at;
        look(position)
    }

    /// Who played the `nth` turn before `at` turns, and what, unless it was a fault.
    fn played(&self, at: usize, nth: usize) -> Option<(Seat, &G::Action)> {
        let turn = &self.replay.turns[at.checked_sub(nth)?];
        match &turn.result {
            TurnResult::Action(action) => Some((turn.seat, action)),
            TurnResult::Fault(_) => None,
        }
    }

    fn line(&self, before: &G, turn: &Turn<G::Action>, after: &G) -> MoveLine {
        let (seat, used, round) = (turn.seat, turn.used, G::round(before));
        match &turn.result {
            TurnResult::Action(action) => {
                let told = G::describe_action(before, seat, action, after);
                let seen_by = G::seen_by(before, seat, action, after);
                MoveLine {
                    seat,
                    round,
                    words: told.words,
                    short: told.short,
                    mark: told.mark,
                    fault: false,
                    seen_by,
                    used,
                }
            }
            TurnResult::Fault(fault) => {
                MoveLine::of_fault(seat, round, fault, &self.replay.players[seat.index()], used)
            }
        }
    }

    fn truncate(&mut self, turns: usize) {
        if turns >= self.len() {
            return;
        }
        self.newest = self.look(turns, G::clone);
        self.seen = RefCell::new((turns, self.newest.clone()));
        self.replay.turns.truncate(turns);
        self.kept.truncate(turns / self.apart + 1);
        let rounds = self.rounds.partition_point(|&round| round <= turns);
        Rc::make_mut(&mut self.rounds).truncate(rounds);
        Rc::make_mut(&mut self.lines).truncate(turns);
        Rc::make_mut(&mut self.counts).truncate(turns + 1);
    }
}

impl<G: GamePage> AnyRecord for MatchRecord<G> {
    fn seed(&self) -> u64 {
        self.replay.seed
    }

    fn settings(&self) -> Value {
        self.settings.clone()
    }

    fn limits(&self) -> Limits {
        let usual = G::limits(&self.replay.settings);
        Limits { turn: self.replay.terms.turn.unwrap_or(usual.turn), ..usual }
    }

    fn terms(&self) -> MatchTerms {
        self.replay.terms
    }

    fn players(&self) -> &[PlayerInfo] {
        &self.replay.players
    }

    fn lines(&self) -> Rc<Vec<MoveLine>> {
        self.lines.clone()
    }

    fn counts(&self) -> Rc<StatisticsTable> {
        self.counts.clone()
    }

    fn stops(&self) -> StepPositions {
        match (G::AT_ONCE, self.rounds.last()) {
            (false, _) => StepPositions::Every(self.len()),
            (true, last) if last == Some(&self.len()) => StepPositions::Some(self.rounds.clone()),
            // Some have acted and others never will.
            (true, _) => StepPositions::Some(Rc::new(self.rounds.iter().copied().chain([self.len()]).collect())),
        }
    }

    fn meaning(&self, seat: Seat, printed: &str, status: Option<i32>) -> Option<String> {
        G::explain_run(&self.replay.settings, seat, printed, status)
    }

    fn stands(&self, at: usize) -> Option<String> {
        self.look(at.min(self.len()), G::summary)
    }

    fn len(&self) -> usize {
        self.replay.turns.len()
    }

    fn extend(&mut self, first: usize, turns: Vec<Turn<Value>>) -> Result<(), String> {
        for (offset, turn) in turns.into_iter().enumerate() {
            let (at, turn) = (first + offset, turn.typed().map_err(|why| why.to_string())?);
            match self.replay.turns.get(at) {
                Some(known) if known.result == turn.result && known.seat == turn.seat => continue,
                Some(_) => self.truncate(at),
                None => {}
            }
            self.push(turn)?;
        }
        Ok(())
    }

    fn up_to(&self, turns: usize) -> Box<dyn AnyRecord> {
        let mut part = self.clone();
        part.truncate(turns);
        Box::new(part)
    }

    fn to_act(&self) -> Seats {
        self.newest.to_act()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.newest.outcome()
    }

    fn decided_by(&self) -> Option<&'static str> {
        self.newest.decided_by()
    }

    fn last_fault(&self) -> Option<(Seat, &Fault)> {
        self.replay.turns.iter().rev().find_map(|turn| match &turn.result {
            TurnResult::Fault(fault) => Some((turn.seat, fault)),
            TurnResult::Action(_) => None,
        })
    }

    fn actions_of(&self, seats: Seats) -> Vec<(usize, Seat, Value)> {
        let turns = self.replay.turns.iter().enumerate().filter(|(_, turn)| seats.contains(turn.seat));
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
        // Where all act at once, nothing has happened on the board before the last of them.
        let asked = answered.map(|_| self.look(at - 2, G::clone));
        let answered = asked.as_ref().zip(answered).map(|(asked, (seat, action))| (asked, seat, action));
        let before = last.and(at.checked_sub(1)).filter(|_| !G::AT_ONCE).map(|before| self.look(before, G::clone));
        let before = before.as_ref();
        let next = &self.replay.turns[at..self.stops().after(at).max(at)];
        let (settings, try_bot) = (&self.replay.settings, sight.try_bot.clone());
        let earlier_action = sight.earlier_action.as_ref();
        let earlier_action =
            earlier_action.and_then(|(seat, action)| Some((*seat, serde_json::from_value(action.clone()).ok()?)));
        self.look(at, |position| {
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
                act,
                try_bot,
            })
        })
    }

    fn key(&self, seat: Seat, key: &str) -> Option<Value> {
        G::key_action(&self.newest, seat, key).as_ref().map(value)
    }

    fn link(&self) -> Option<String> {
        // What is too much work is not begun.
        (self.work <= link::WORK_MAX).then(|| link::write(&self.replay).ok()).flatten()
    }

    fn is_slow_to_link(&self) -> bool {
        self.work > WORK
    }

    fn file(&self) -> Value {
        value(&self.replay)
    }
}

fn value(of: &impl serde::Serialize) -> Value {
    serde_json::to_value(of).expect("what replays are made of has text keys only")
}

#[cfg(test)]
mod tests;
