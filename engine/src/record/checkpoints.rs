//! Positions of a match, some of which are stored and the others played anew from the stored ones.
//! Knows no replay but the turns it is given.

use std::cell::RefCell;

use crate::game::Game;
use crate::replay::{Turn, play_turn};

/// Positions are stored at least this many turns apart, which bounds how long a jump in a match
/// lasts.
pub(super) const APART: usize = 64;
/// No more positions are stored than this, which bounds the memory of a long match: every other one
/// is given up then, and from there on they lie twice as far apart.
const STORED: usize = 128;

/// The way to each position of a match.
#[derive(Debug, Clone)]
pub(super) struct Checkpoints<G> {
    /// Positions `apart` turns from each other; the first is the start.
    stored: Vec<G>,
    /// [`APART`], doubled as often as there were too many.
    apart: usize,
    newest: G,
    /// The position that was looked at last, after this many turns: most looks go to it or one turn
    /// on.
    seen: RefCell<(usize, G)>,
}

impl<G: Game> Checkpoints<G> {
    /// Those of a match before its first turn.
    pub(super) fn new(start: G) -> Self {
        Self { stored: vec![start.clone()], apart: APART, newest: start.clone(), seen: RefCell::new((0, start)) }
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
        self.seen = RefCell::new((count, self.newest.clone()));
        self.stored.truncate(count / self.apart + 1);
    }

    /// Shows the position after `count` of these turns to `look`. `turns` are all that were added.
    pub(super) fn look_at<T>(&self, turns: &[Turn<G::Action>], count: usize, look: impl FnOnce(&G) -> T) -> T {
        if count == turns.len() {
            return look(&self.newest);
        }
        let mut seen = self.seen.borrow_mut();
        let (turn, position) = &mut *seen;
        let near = count - count % self.apart;
        if !(near..=count).contains(turn) {
            (*turn, *position) = (near, self.stored[near / self.apart].clone());
        }
        for played in &turns[*turn..count] {
            play_turn(position, played, &mut Vec::new()).expect("it was played when it was added");
        }
        *turn = count;
        look(position)
    }
}
