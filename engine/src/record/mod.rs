//! A match that was played, or still is: its replay, a way to each of its positions, its rounds,
//! and the host's data for its turns. Knows no host.

mod checkpoints;
mod step_positions;

use std::rc::Rc;

use crate::catalog::Playable;
use crate::fault::Fault;
use crate::game::{Game, Outcome};
use crate::replay::{Replay, ReplayError, Turn, TurnError, TurnResult};
use crate::seat::Seat;

use checkpoints::Checkpoints;
pub use step_positions::StepPositions;

/// A host's data for each turn of a record, such as lines of text or statistics. `()` holds no
/// data.
pub trait Derived<G: Game>: Clone {
    /// The data that it needs of the position before a turn.
    type Before;

    /// The data of the position before the first turn. `replay` has no turns yet.
    fn start(replay: &Replay<G>, start: &G) -> Self;

    /// Copies the data that it needs of the position before a turn.
    fn before(position: &G) -> Self::Before;

    /// Adds the data of a turn. `replay` does not have the turn yet.
    fn push(&mut self, replay: &Replay<G>, before: Self::Before, turn: &Turn<G::Action>, after: &G);

    /// Forgets all but the first `turns` turns.
    fn truncate(&mut self, turns: usize);
}

impl<G: Game> Derived<G> for () {
    type Before = ();

    fn start(_: &Replay<G>, _: &G) {}

    fn before(_: &G) {}

    fn push(&mut self, _: &Replay<G>, (): (), _: &Turn<G::Action>, _: &G) {}

    fn truncate(&mut self, _: usize) {}
}

/// Why turns are not added to a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExtendRecordError {
    /// Turns are missing before the one of this number, from 1.
    #[error("turns are missing before turn {0}")]
    Gap(usize),
    /// A turn is not possible.
    #[error(transparent)]
    Turn(#[from] TurnError),
}

/// A replay whose turns follow from its start, with its positions and rounds.
#[derive(Debug, Clone)]
pub struct MatchRecord<G: Playable, D = ()> {
    replay: Replay<G>,
    positions: Checkpoints<G>,
    /// After how many turns each round was over, 0 first; only where all seats act at once.
    rounds: Rc<Vec<usize>>,
    derived: D,
}

impl<G: Playable, D: Derived<G>> MatchRecord<G, D> {
    /// Plays a replay through.
    ///
    /// # Errors
    /// If its start or one of its turns is not possible.
    pub fn new(mut replay: Replay<G>) -> Result<Self, ReplayError> {
        let start = replay.start().map_err(|why| ReplayError { turn: 0, why: why.to_string() })?;
        let turns = std::mem::take(&mut replay.turns);
        let derived = D::start(&replay, &start);
        let mut record = Self { replay, positions: Checkpoints::new(start), rounds: Rc::new(vec![0]), derived };
        for (at, turn) in turns.into_iter().enumerate() {
            record.push(turn).map_err(|why| why.at_turn(at + 1))?;
        }
        Ok(record)
    }

    /// Adds the next turn.
    ///
    /// # Errors
    /// Why it does not follow, as a clause; the record is unchanged.
    pub fn push(&mut self, turn: Turn<G::Action>) -> Result<(), TurnError> {
        let before = D::before(self.positions.newest());
        let after = self.positions.play(&turn)?;
        self.derived.push(&self.replay, before, &turn, after);
        let is_round_over = !G::AT_ONCE || after.to_act() == after.playing() || after.outcome().is_some();
        self.replay.turns.push(turn);
        if is_round_over {
            self.positions.store(self.replay.turns.len());
        }
        if G::AT_ONCE && is_round_over {
            Rc::make_mut(&mut self.rounds).push(self.replay.turns.len());
        }
        Ok(())
    }

    /// Adds turns, of which `first` is the number of turns before them. Skips turns that the record
    /// already has; from the first that differs on, the new turns replace the old ones.
    ///
    /// # Errors
    /// The reason why a turn does not follow, as a clause; the turns before it have been added.
    pub fn extend(
        &mut self,
        first: usize,
        turns: impl IntoIterator<Item = Turn<G::Action>>,
    ) -> Result<(), ExtendRecordError> {
        if first > self.len() {
            return Err(ExtendRecordError::Gap(first + 1));
        }
        for (at, turn) in (first..).zip(turns) {
            match self.replay.turns.get(at) {
                Some(known) if known.result == turn.result && known.seat == turn.seat => continue,
                Some(_) => self.truncate(at),
                None => {}
            }
            self.push(turn)?;
        }
        Ok(())
    }

    /// Forgets all but the first `turns` turns.
    pub fn truncate(&mut self, turns: usize) {
        if turns >= self.len() {
            return;
        }
        self.positions.truncate(&self.replay.turns, turns);
        self.replay.turns.truncate(turns);
        let rounds = self.rounds.partition_point(|&round| round <= turns);
        Rc::make_mut(&mut self.rounds).truncate(rounds);
        self.derived.truncate(turns);
    }

    /// The replay.
    pub fn replay(&self) -> &Replay<G> {
        &self.replay
    }

    /// The host's data for each turn.
    pub fn derived(&self) -> &D {
        &self.derived
    }

    /// How many turns there are.
    pub fn len(&self) -> usize {
        self.replay.turns.len()
    }

    /// Whether there is no turn yet.
    pub fn is_empty(&self) -> bool {
        self.replay.turns.is_empty()
    }

    /// The newest position.
    pub fn newest(&self) -> &G {
        self.positions.newest()
    }

    /// Shows the position after `turns` turns to `look`; the newest if there are fewer.
    pub fn look_at<T>(&self, turns: usize, look: impl FnOnce(&G) -> T) -> T {
        self.positions.look_at(&self.replay.turns, turns.min(self.len()), look)
    }

    /// The positions in which a round is over: those after every turn, or if all seats act at once,
    /// those after all seats have acted.
    pub fn rounds(&self) -> StepPositions {
        if G::AT_ONCE { StepPositions::Some(Rc::clone(&self.rounds)) } else { StepPositions::Every(self.len()) }
    }

    /// The positions at which a person can stop: those in which a round is over, and the newest,
    /// even if some seats have yet to act.
    pub fn stops(&self) -> StepPositions {
        match self.rounds() {
            StepPositions::Some(rounds) if rounds.last() != Some(&self.len()) => {
                StepPositions::Some(Rc::new(rounds.iter().copied().chain([self.len()]).collect()))
            }
            rounds => rounds,
        }
    }

    /// How the match ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.newest().outcome()
    }

    /// Every fault with its seat, in order.
    pub fn faults(&self) -> impl DoubleEndedIterator<Item = (Seat, &Fault)> {
        self.replay.turns.iter().filter_map(|turn| match &turn.result {
            TurnResult::Fault(fault) => Some((turn.seat, &**fault)),
            TurnResult::Action(_) => None,
        })
    }
}

#[cfg(test)]
mod tests;
