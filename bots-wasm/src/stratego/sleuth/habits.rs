//! What has been tried, so that a game gets somewhere: positions that were there before are tedious.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::super::board::{Board, Cell, Move};
use super::super::report::{Effect, Report};
use super::super::square::Square;

const TEDIUM: f32 = 12.0;

/// The positions since something last fought.
#[derive(Default)]
pub struct Habits {
    seen: Vec<u64>,
}

impl Habits {
    /// Remembers the position that a move of ours leads to.
    pub fn note(&mut self, board: &Board, report: &Report) {
        if report.effect == Effect::Ok {
            self.seen.push(ours_after(board, report.step));
        } else {
            self.seen.clear();
        }
    }

    /// How tedious a move is: how often our pieces have stood as they would.
    pub fn tedium(&self, board: &Board, step: Move) -> f32 {
        let position = ours_after(board, step);
        TEDIUM * self.seen.iter().filter(|seen| **seen == position).count() as f32
    }
}

// The enemy's moves do not count: it may well walk around while we dither.
fn ours_after(board: &Board, step: Move) -> u64 {
    let mut hasher = DefaultHasher::new();
    for square in Square::all() {
        let stands = Some(square) == step.to() || square != step.from && matches!(board[square], Cell::Own(_));
        stands.hash(&mut hasher);
    }
    hasher.finish()
}
