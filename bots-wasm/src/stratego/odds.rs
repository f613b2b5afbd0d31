//! How likely it is that a hidden piece is of a rank, from what has fallen, what is known and what has moved. Counts
//! only; who wants to know more weighs it.

use super::board::{Board, Foe};
use super::rank::{Clash, Rank, clash};

/// For each rank of [`Rank::ALL`] how likely it is, 1 in all.
pub type Chances = [f32; 12];

/// What the whole board says about hidden pieces.
pub struct Odds {
    hidden: [u8; 12],
    still: f32,
    moved: f32,
}

impl Odds {
    /// Counts what is left to hide, and behind how many pieces.
    pub fn of(board: &Board) -> Self {
        let mut hidden = Rank::ALL.map(|rank| rank.count().saturating_sub(board.fallen()[rank.index()]));
        let (mut still, mut moved) = (0.0, 0.0);
        for (_, foe) in board.foes() {
            match foe.rank {
                Some(rank) => hidden[rank.index()] = hidden[rank.index()].saturating_sub(1),
                None if foe.moved => moved += 1.0,
                None => still += 1.0,
            }
        }
        Self { hidden, still, moved }
    }

    /// How many of each rank are still hidden.
    pub fn hidden(&self) -> &[u8; 12] {
        &self.hidden
    }

    /// The chances of a piece.
    pub fn chances(&self, foe: Foe) -> Chances {
        let weights = Rank::ALL.map(|rank| self.weight(rank, foe));
        let sum: f32 = weights.iter().sum();
        if sum > 0.0 { weights.map(|weight| weight / sum) } else { [1.0 / 12.0; 12] }
    }

    fn weight(&self, rank: Rank, foe: Foe) -> f32 {
        let count = f32::from(self.hidden[rank.index()]);
        match foe.rank {
            Some(known) => f32::from(known == rank),
            None if foe.moved && !rank.is_mobile() => 0.0,
            None if foe.moved || !rank.is_mobile() => count,
            // Every piece that has moved takes one of those that can away from those that have not.
            None => count * self.share_of_still(),
        }
    }

    fn share_of_still(&self) -> f32 {
        let mobile: f32 = Rank::ALL
            .into_iter()
            .filter(|rank| rank.is_mobile())
            .map(|rank| f32::from(self.hidden[rank.index()]))
            .sum();
        if mobile > self.moved && self.still > 0.0 { (mobile - self.moved) / mobile } else { 0.0 }
    }
}

/// The sum of `value` over what an attack on a piece of these chances may come to.
pub fn expect(attacker: Rank, chances: &Chances, value: impl Fn(Clash, Rank) -> f32) -> f32 {
    let terms = Rank::ALL.into_iter().zip(chances).filter(|(_, chance)| **chance > 0.0);
    terms.map(|(rank, chance)| chance * value(clash(attacker, rank), rank)).sum()
}
