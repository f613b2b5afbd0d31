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

/// How far everything is from everything that is worth attacking.
pub struct Paths {
    /// For each suspect how many steps it is away.
    distances: Vec<[u8; 100]>,
    /// For each suspect what an attack by each rank of ours brings.
    gains: Vec<[f32; 12]>,
    fades: [f32; FAR as usize + 1],
}

impl Paths {
    /// Looks for ways to all enemies.
    pub fn of(board: &Board, stakes: &Stakes) -> Self {
        let tolls = tolls(board);
        let distances = stakes.suspects.iter().map(|suspect| distances(&tolls, suspect.square)).collect();
        let fades = std::array::from_fn(|steps| FADES.powi(steps as i32));
        Self { distances, gains: stakes.gains.clone(), fades }
    }

    /// How much a piece of this rank likes to be here: the best that it can go for, the less the farther away.
    pub fn pull(&self, rank: Rank, square: Square) -> f32 {
        let pulls = self.distances.iter().zip(&self.gains).map(|(distances, gains)| {
            let distance = distances[square.index()];
            gains[rank.index()] * self.fades[usize::from(distance)]
        });
        pulls.fold(0.0, f32::max)
    }
}

/// What it takes to walk over each square, if one can.
fn tolls(board: &Board) -> [Option<u8>; 100] {
    let mut tolls = [None; 100];
    for square in Square::all() {
        tolls[square.index()] = match board[square] {
            Cell::Empty => Some(1),
            Cell::Own(own) if own.rank.is_mobile() => Some(DETOUR),
            _ => None,
        };
    }
    tolls
}

fn distances(tolls: &[Option<u8>; 100], target: Square) -> [u8; 100] {
    let mut distances = [FAR; 100];
    let mut queue = Vec::with_capacity(128);
    distances[target.index()] = 0;
    queue.push(target);
    let mut next = 0;
    while let Some(&square) = queue.get(next) {
        next += 1;
        let distance = distances[square.index()] + tolls[square.index()].unwrap_or(1);
        for neighbour in square.neighbours() {
            if tolls[neighbour.index()].is_some() && distance < distances[neighbour.index()] {
                distances[neighbour.index()] = distance;
                queue.push(neighbour);
            }
        }
    }
    distances
}
