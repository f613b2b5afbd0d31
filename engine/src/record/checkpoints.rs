//! Positions of a match, some of which are stored and the others played anew from the stored ones.
//! Knows no replay, only the turns it is given.

use std::cell::RefCell;
use std::rc::Rc;

use crate::game::Game;
use crate::replay::{Turn, TurnError, play_turn};

/// Positions are stored at least this many turns apart, which bounds how long a jump in a match
/// lasts: they are the first at which a round is over, because that is where matches are looked at.
pub(super) const APART: usize = 16;
/// Stored positions take no more bytes than this, which bounds the memory of a long match: where
/// they would, every other one is given up, and from there on they lie twice as far apart. Usual
/// matches stay far below: BitMartyr's 1,000 turns of seven teams on a hundred by a hundred cells
/// take 4 MB, Generals' 500 rounds of eight players on the largest map 5 MB. On 400 by 400 cells,
/// where the orders of a full board take 62 MB anyway, seven teams' positions, 21 turns apart, take
/// 54 MB.
pub(super) const BYTES_MAX: usize = 64 << 20;
/// How many positions are kept of those that were looked at: to draw one, the two before it are
/// looked at as well.
const RECENT: usize = 3;

/// The way to each position of a match.
#[derive(Debug, Clone)]
pub(super) struct Checkpoints<G> {
    /// Positions at least `apart` turns from each other, by how many turns come before them; the
    /// first is the start. Copies of a record share them.
    stored: Vec<(usize, Rc<G>)>,
    /// How many bytes they take, and how many they may.
    bytes: usize,
    bytes_max: usize,
    /// [`APART`], doubled as often as there were too many.
    apart: usize,
    newest: G,
    /// The positions that were looked at last, by how many turns come before them, the last at the
    /// end: most looks go to one of them or one turn on.
    recent: RefCell<Vec<(usize, G)>>,
}

impl<G: Game> Checkpoints<G> {
    /// The store of a match before its first turn.
    pub(super) fn new(start: G) -> Self {
        Self::within(BYTES_MAX, start)
    }

    /// Like [`Self::new`], with another bound, of at least one position.
    fn within(bytes_max: usize, start: G) -> Self {
        let (stored, bytes) = (vec![(0, Rc::new(start.clone()))], start.bytes());
        Self { stored, bytes, bytes_max, apart: APART, newest: start, recent: RefCell::default() }
    }

    pub(super) fn newest(&self) -> &G {
        &self.newest
    }

    /// How many positions are stored, how many turns they lie apart, and how many bytes they take.
    #[cfg(test)]
    pub(super) fn stored(&self) -> [usize; 3] {
        [self.stored.len(), self.apart, self.bytes]
    }

    /// Plays a turn, and returns the position after it.
    ///
    /// # Errors
    /// If the rules refuse it: why. The newest position is unchanged.
    pub(super) fn play(&mut self, turn: &Turn<G::Action>) -> Result<&G, TurnError> {
        play_turn(&mut self.newest, turn, &mut Vec::new())?;
        Ok(&self.newest)
    }

    /// Stores the newest position, which follows `turns` turns, if it is far enough from the last
    /// stored one.
    pub(super) fn store(&mut self, turns: usize) {
        if self.stored.last().is_some_and(|(last, _)| turns < last + self.apart) {
            return;
        }
        self.bytes += self.newest.bytes();
        self.stored.push((turns, Rc::new(self.newest.clone())));
        // The start stays, however large it is.
        while self.bytes > self.bytes_max && self.stored.len() > 1 {
            let mut number = 0;
            self.stored.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.apart *= 2;
            self.count_bytes();
        }
    }

    fn count_bytes(&mut self) {
        self.bytes = self.stored.iter().map(|(_, position)| position.bytes()).sum();
    }

    /// Forgets the positions behind the one after `count` of these turns.
    pub(super) fn truncate(&mut self, turns: &[Turn<G::Action>], count: usize) {
        self.newest = self.look_at(turns, count, G::clone);
        self.recent.get_mut().clear();
        self.stored.truncate(self.stored_until(count));
        self.count_bytes();
    }

    /// How many of the stored positions come after no more than `count` turns: at least the start.
    fn stored_until(&self, count: usize) -> usize {
        self.stored.partition_point(|(turns, _)| *turns <= count)
    }

    /// Shows the position after `count` of these turns to `look`. `turns` are all that were added.
    pub(super) fn look_at<T>(&self, turns: &[Turn<G::Action>], count: usize, look: impl FnOnce(&G) -> T) -> T {
        if count == turns.len() {
            return look(&self.newest);
        }
        self.recall(turns, count);
        let recent = self.recent.borrow();
        let (_, position) = recent.last().expect("it was recalled");
        look(position)
    }

    /// Makes the position after `count` of these turns the last of those that were looked at.
    /// Returns how many turns were played anew for it.
    pub(super) fn recall(&self, turns: &[Turn<G::Action>], count: usize) -> usize {
        let mut recent = self.recent.borrow_mut();
        if let Some(known) = recent.iter().position(|(turn, _)| *turn == count) {
            recent[known..].rotate_left(1);
            return 0;
        }
        let (stored, stored_position) = &self.stored[self.stored_until(count) - 1];
        let before = recent.iter().filter(|(turn, _)| (*stored..count).contains(turn)).max_by_key(|(turn, _)| *turn);
        let (from, mut position) = before.cloned().unwrap_or_else(|| (*stored, G::clone(stored_position)));
        for played in &turns[from..count] {
            play_turn(&mut position, played, &mut Vec::new()).expect("it was played when it was added");
        }
        if recent.len() == RECENT {
            recent.remove(0);
        }
        recent.push((count, position));
        count - from
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::generals::{Generals, GeneralsAction, GeneralsSettings};
    use crate::replay::TurnResult;

    /// Lets all players pass their turns, and returns these with all positions.
    fn pass(checkpoints: &mut Checkpoints<Generals>, count: usize) -> (Vec<Turn<GeneralsAction>>, Vec<Generals>) {
        let (mut turns, mut positions) = (Vec::new(), vec![checkpoints.newest().clone()]);
        for before in 0..count {
            let result = TurnResult::Action(GeneralsAction::Pass);
            let turn =
                Turn { seat: checkpoints.newest().mover(), result, words: None, used: std::time::Duration::ZERO };
            positions.push(checkpoints.play(&turn).expect("passing is legal").clone());
            checkpoints.store(before + 1);
            turns.push(turn);
        }
        (turns, positions)
    }

    #[test]
    fn every_other_position_is_given_up_where_there_would_be_too_many_bytes() {
        let start = Generals::start(&GeneralsSettings::drawn(2, 1), 2).expect("two can play");
        let one = start.bytes();
        // Ten positions fit; the last turn is the one after which an eleventh does not fit.
        for (turns, stored, apart) in [(9 * APART, 10, 1), (10 * APART, 6, 2), (20 * APART, 6, 4), (39 * APART, 10, 4)]
        {
            let mut checkpoints = Checkpoints::within(10 * one, start.clone());
            let (turns, positions) = pass(&mut checkpoints, turns);
            assert_eq!(checkpoints.stored(), [stored, apart * APART, stored * one], "{} turns", turns.len());
            for (at, position) in positions.iter().enumerate() {
                assert!(
                    checkpoints.look_at(&turns, at, |found| found == position),
                    "after {at} of {} turns",
                    turns.len()
                );
            }
            checkpoints.truncate(&turns, APART);
            let kept = 1 + usize::from(apart == 1);
            assert_eq!(checkpoints.stored(), [kept, apart * APART, kept * one]);
        }
    }

    #[test]
    fn the_start_stays_where_nothing_else_has_room() {
        let start = Generals::start(&GeneralsSettings::drawn(2, 1), 2).expect("two can play");
        let mut checkpoints = Checkpoints::within(start.bytes(), start.clone());
        let (turns, positions) = pass(&mut checkpoints, 5 * APART);
        assert_eq!(checkpoints.stored()[0], 1);
        assert!(
            [0, 1, APART, 5 * APART].iter().all(|&at| checkpoints.look_at(&turns, at, |found| *found == positions[at]))
        );
    }
}
