//! How far it is from every square to every enemy piece, and what a piece is drawn to.

use super::super::board::{Board, Cell};
use super::super::rank::Rank;
use super::super::square::Square;
use super::stakes::Stakes;

// What is left of an attraction one square farther away.
const FADES: f32 = 0.85;
// A piece of ours in the way is a detour.
const DETOUR: u8 = 3;
const FAR: u8 = 60;

/// What pieces are drawn to.
pub struct Paths {
    /// For each rank of ours the attraction of every square.
    pulls: Vec<[f32; 100]>,
}

impl Paths {
    /// Looks for ways to all enemies.
    pub fn of(board: &Board, stakes: &Stakes) -> Self {
        let mut pulls = vec![[0.0; 100]; 12];
        let alive = Rank::ALL.map(|rank| rank.is_mobile() && board.own().any(|(_, own)| own.rank == rank));
        let fades: Vec<f32> = (0..=FAR).map(|steps| FADES.powi(i32::from(steps))).collect();
        for (suspect, gains) in stakes.suspects.iter().zip(&stakes.gains) {
            let distances = distances(board, suspect.square);
            for rank in Rank::ALL.into_iter().filter(|rank| alive[rank.index()] && gains[rank.index()] > 0.0) {
                for (pull, distance) in pulls[rank.index()].iter_mut().zip(distances) {
                    *pull = f32::max(*pull, gains[rank.index()] * fades[usize::from(distance)]);
                }
            }
        }
        Self { pulls }
    }

    /// How much a piece of this rank likes to be here.
    pub fn pull(&self, rank: Rank, square: Square) -> f32 {
        self.pulls[rank.index()][square.index()]
    }
}

fn distances(board: &Board, target: Square) -> [u8; 100] {
    let mut distances = [FAR; 100];
    let mut queue = Vec::with_capacity(200);
    distances[target.index()] = 0;
    queue.push(target);
    let mut next = 0;
    while let Some(&square) = queue.get(next) {
        next += 1;
        let toll = match board[square] {
            Cell::Own(own) if own.rank.is_mobile() => DETOUR,
            _ => 1,
        };
        let distance = distances[square.index()] + toll;
        for neighbour in square.neighbours() {
            let open = match board[neighbour] {
                Cell::Empty => true,
                Cell::Own(own) => own.rank.is_mobile(),
                Cell::Foe(_) | Cell::Water => false,
            };
            if open && distance < distances[neighbour.index()] {
                distances[neighbour.index()] = distance;
                queue.push(neighbour);
            }
        }
    }
    distances
}
