//! Positions of a match, some of which are stored and the others played anew from the stored ones.
//! Knows no replay but the turns it is given.

use std::cell::RefCell;

use crate::game::Game;
use crate::replay::{Turn, play_turn};

/// Positions are stored at least this many turns apart, which bounds how long a jump in a match
/// lasts.
pub(super) const APART: usize = 16;
/// No more positions are stored than this, which bounds the memory of a long match: every other one
/// is given up then, and from there on they lie twice as far apart.
const STORED: usize = 128;
/// How many positions are kept of those that were looked at: to draw one, the two before it are
/// looked at as well.
const RECENT: usize = 3;

/// The way to each position of a match.
#[derive(Debug, Clone)]
pub(super) struct Checkpoints<G> {
    /// Positions `apart` turns from each other; the first is the start.
    stored: Vec<G>,
    /// [`APART`], doubled as often as there were too many.
    apart: usize,
    newest: G,
    /// The positions that were looked at last, by how many turns come before them, the last at the
    /// end: most looks go to one of them or one turn on.
    recent: RefCell<Vec<(usize, G)>>,
}

impl<G: Game> Checkpoints<G> {
    /// Those of a match before its first turn.
    pub(super) fn new(start: G) -> Self {
        Self { stored: vec![start.clone()], apart: APART, newest: start, recent: RefCell::default() }
    }

    pub(super) fn newest(&self) -> &G {
        &self.newest
    }

    /// How many positions are stored.
    #[cfg(test)]
    pub(super) fn stored(&self) -> usize {
        self.stored.len()
    }

    /// Plays `turn`, before which there are `before` turns, and returns the position after it.
    ///
    /// # Errors
    /// If the rules refuse it: why. The newest position is unchanged.
    pub(super) fn play(&mut self, turn: &Turn<G::Action>, before: usize) -> Result<&G, String> {
        play_turn(&mut self.newest, turn, &mut Vec::new())?;
        if (before + 1).is_multiple_of(self.apart) {
            self.store(self.newest.clone());
        }
        Ok(&self.newest)
    }

    fn store(&mut self, position: G) {
        self.stored.push(position);
        if self.stored.len() > STORED {
            let mut number = 0;
            self.stored.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.apart *= 2;
        }
    }

    /// Forgets the positions behind the one after `count` of these turns.
    pub(super) fn truncate(&mut self, turns: &[Turn<G::Action>], count: usize) {
        self.newest = self.look_at(turns, count, G::clone);
        self.recent.get_mut().clear();
        self.stored.truncate(count / self.apart + 1);
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
        let stored = count - count % self.apart;
        let before = recent.iter().filter(|(turn, _)| (stored..count).contains(turn)).max_by_key(|(turn, _)| *turn);
        let (from, mut position) =
            before.cloned().unwrap_or_else(|| (stored, self.stored[stored / self.apart].clone()));
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
