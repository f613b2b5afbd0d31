//! A sleuth that has met these armies before: it recognises which of the usual setups the enemy has, and so what stands where. An
//! army that is none of them it treats as the sleuth does.

mod armies;

use super::super::board::{Board, Colour};
use super::super::conversation::{Choice, Player};
use super::super::report::Report;
use super::super::setup::Setup;
use super::{Outlook, Paths, Sleuth, Stakes, Thoughts};
use crate::chance::Chance;
use armies::Armies;

/// One game's worth of suspicion and memories.
pub struct Veteran {
    sleuth: Sleuth,
    armies: Armies,
}

impl Veteran {
    /// Draws its setup, and what to do where two moves are as good, from `chance`.
    pub fn new(chance: Chance) -> Self {
        Self { sleuth: Sleuth::new(chance), armies: Armies::default() }
    }

    fn thoughts(&self, board: &Board) -> Thoughts {
        let suspects = self.armies.recognise(board, self.sleuth.suspicion.suspects(board));
        let stakes = Stakes::of(board, suspects, self.sleuth.quiet);
        let paths = Paths::of(board, &stakes);
        Thoughts { outlook: Outlook::of(board, stakes), paths }
    }
}

impl Player for Veteran {
    fn setup(&mut self, colour: Colour) -> Setup {
        self.sleuth.setup(colour)
    }

    fn watch(&mut self, board: &Board, report: &Report) {
        self.armies.watch(board, report);
        self.sleuth.watch(board, report);
    }

    fn choose(&mut self, board: &Board) -> Choice {
        let moves = board.moves();
        let thoughts = self.thoughts(board);
        let tedium = self.sleuth.habits.tedium(board, &moves);
        let scored =
            moves.iter().zip(tedium).map(|(&step, tedium)| (thoughts.score(step) - tedium + self.sleuth.mood(), step));
        let best = scored.reduce(|best, next| if next.0 > best.0 { next } else { best });
        let remark = best.and_then(|(_, step)| thoughts.remark(step));
        Choice { step: best.map(|(_, step)| step), remark }
    }
}
