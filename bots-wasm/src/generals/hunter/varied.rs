//! The hunter with a choice: of conquests that are worth the same to it, any, and of marches to the border that are as short. What
//! it gathers, hunts and guards is a plan, which stays as it is.

use super::super::board::{Board, Reply};
use super::super::frontier::steps_alike;
use super::super::guard::watch;
use super::super::wander::any;
use super::Hunter;
use crate::chance::Chance;

/// A [`Hunter`] that draws among equally good steps.
pub struct VariedHunter {
    hunter: Hunter,
    chance: Chance,
}

impl VariedHunter {
    /// Draws from this source.
    pub fn new(chance: Chance) -> Self {
        Self { hunter: Hunter::default(), chance }
    }

    /// The move in this position. Asked once for each of its turns, from the first one on.
    pub fn choose(&mut self, board: &Board) -> Reply {
        let reply = self.hunter.choose(board);
        let (Reply::March { share, from, to }, Some(memory)) = (reply, &self.hunter.memory) else { return reply };
        let is_gathering = self.hunter.until.is_some() && memory.is_mine(to);
        let is_planned = is_gathering || self.hunter.pack == Some(to) || watch(memory).step.is_some();
        let alike = if is_planned { Vec::new() } else { steps_alike(memory, (from, to)) };
        let alike = any(alike.into_iter(), &mut self.chance);
        let (from, to) = alike.unwrap_or((from, to));
        Reply::March { share, from, to }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generals::drawing::board;

    #[test]
    fn equals_are_all_chosen_and_nothing_else() {
        let chosen = |drawing: &str| {
            let mut steps: Vec<_> = (0..40)
                .map(|seed| match VariedHunter::new(Chance::seeded(seed)).choose(&board(drawing, 2)) {
                    Reply::Pass => None,
                    Reply::March { from, to, .. } => Some((from, to)),
                })
                .collect();
            steps.sort_unstable();
            steps.dedup();
            steps
        };
        // Above and below the capital, and both ways look the same.
        assert_eq!(chosen(". . . / A15 # # / . . ."), [Some((3, 0)), Some((3, 6))]);
        // A capital that can be taken is taken, and an army before the own one is met.
        assert_eq!(chosen("A1 . a7 B5 / a9 a9 a9 ."), [Some((2, 3))]);
        assert_eq!(chosen("A2 . b9 . / a1 a1 a12 ."), [Some((6, 2))]);
    }
}
