//! What has been tried, so that a game gets somewhere: positions that were there before are tedious.

use super::super::board::{Board, Move};
use super::super::report::{Effect, Report};
use super::super::square::Square;

const TEDIUM: f32 = 12.0;

/// Where our pieces have stood since something last fought, a bit a square. The enemy's moves do not count: it may well
/// walk around while we dither.
#[derive(Default)]
pub struct Habits {
    seen: Vec<u128>,
}

impl Habits {
    /// Remembers the position that a move of ours leads to.
    pub fn note(&mut self, board: &Board, report: &Report) {
        if report.effect == Effect::Ok {
            self.seen.push(moved(places(board), report.step));
        } else {
            self.seen.clear();
        }
    }

    /// How tedious each of these moves is: how often our pieces have stood as they would.
    pub fn tedium(&self, board: &Board, moves: &[Move]) -> Vec<f32> {
        let places = places(board);
        let times = |step: &Move| {
            let after = moved(places, *step);
            self.seen.iter().filter(|seen| **seen == after).count()
        };
        moves.iter().map(|step| TEDIUM * times(step) as f32).collect()
    }
}

fn places(board: &Board) -> u128 {
    board.own().fold(0, |places, (square, _)| places | bit(square))
}

fn moved(places: u128, step: Move) -> u128 {
    places & !bit(step.from) | step.to().map_or(0, bit)
}

fn bit(square: Square) -> u128 {
    1 << square.index()
}
