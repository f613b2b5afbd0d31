//! The interface of a game's judge: who wins a position if both sides play perfectly. Knows no game
//! and no clock; the work is counted in positions.

use serde::{Deserialize, Serialize};

use crate::game::Game;

/// The result of perfect play, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// The other side wins.
    Loss,
    /// Neither wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl Judgement {
    /// The same result for the other side.
    #[must_use]
    pub fn for_other_side(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// Its name in a sentence: `a win`.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Loss => "a loss",
            Self::Draw => "a draw",
            Self::Win => "a win",
        }
    }
}

/// Each legal action of the side to move, with the result of perfect play after it.
pub type JudgedActions<G> = Vec<(<G as Game>::Action, Judgement)>;

/// A judge of the positions of a game for two that move in turns. It may remember what it has found
/// out about earlier positions.
pub trait Judge<G: Game> {
    /// Begins with a position that is not over, and leaves the one before.
    fn begin(&mut self, position: &G);

    /// Searches at most `nodes` further positions and subtracts them. Returns the judged actions
    /// once all are known. The size of the pieces does not change the result.
    fn advance(&mut self, nodes: &mut u64) -> Option<JudgedActions<G>>;
}

/// Makes a judge.
pub type NewJudge<G> = fn() -> Box<dyn Judge<G>>;
