//! What hangs and what can be taken once a move is made: attacks between neighbours, with the recapture.

use super::super::board::{Board, Cell, Move};
use super::super::rank::{Clash, Rank, clash};
use super::super::square::Square;
use super::stakes::Stakes;
use super::suspicion::Suspect;

// How surely an enemy attacks a piece that it would beat, but does not know.
const BLIND: f32 = 0.7;
// How much of a recapture counts, of the second worst danger, and of the best attack that we have next.
const REVENGE: f32 = 0.7;
const ALSO: f32 = 0.35;
const NEXT: f32 = 0.3;
// Branches that are less likely than this are not looked at.
const UNLIKELY: f32 = 0.04;

#[derive(Clone, Copy, PartialEq)]
enum Spot {
    Empty,
    Wall,
    Own { rank: Rank, known: bool },
    Foe(usize),
}

/// The position with all that is thought of it.
pub struct Outlook {
    spots: [Spot; 100],
    stakes: Stakes,
}

impl Outlook {
    /// The position as it is.
    pub fn of(board: &Board, stakes: Stakes) -> Self {
        let mut spots = [Spot::Empty; 100];
        for square in Square::all() {
            spots[square.index()] = match board[square] {
                Cell::Empty | Cell::Foe(_) => Spot::Empty,
                Cell::Water => Spot::Wall,
                Cell::Own(own) => Spot::Own { rank: own.rank, known: own.known },
            };
        }
        for (place, suspect) in stakes.suspects.iter().enumerate() {
            spots[suspect.square.index()] = Spot::Foe(place);
        }
        Self { spots, stakes }
    }

    /// Which rank of ours moves, and where to.
    pub fn mover(&self, step: Move) -> Option<(Rank, Square)> {
        match self.spots[step.from.index()] {
            Spot::Own { rank, .. } => Some((rank, step.to()?)),
            _ => None,
        }
    }

    /// The enemy on a square, as a place in the list of suspects.
    pub fn target(&self, square: Square) -> Option<usize> {
        match self.spots[square.index()] {
            Spot::Foe(foe) => Some(foe),
            _ => None,
        }
    }

    /// An enemy.
    pub fn suspect(&self, foe: usize) -> &Suspect {
        &self.stakes.suspects[foe]
    }

    /// How good a step to an empty square is.
    pub fn step(&self, step: Move, to: Square) -> f32 {
        let (Spot::Own { rank, known }, runs) = (self.spots[step.from.index()], step.steps > 1) else { return 0.0 };
        let mut spots = self.spots;
        spots[step.from.index()] = Spot::Empty;
        spots[to.index()] = Spot::Own { rank, known: known || runs };
        self.standing(&spots)
    }

    /// How good an attack is.
    pub fn attack(&self, from: Square, to: Square, foe: usize) -> f32 {
        let Spot::Own { rank, known } = self.spots[from.index()] else { return 0.0 };
        let [kills, dies, both] = self.ends(rank, foe);
        let shown = if known { 0.0 } else { kills * self.stakes.secret(rank) };
        let mut score = self.stakes.gains[foe][rank.index()] - shown;
        for (chance, left) in [(kills, Spot::Own { rank, known: true }), (dies, Spot::Foe(foe)), (both, Spot::Empty)] {
            if chance > UNLIKELY {
                let mut spots = self.spots;
                spots[from.index()] = Spot::Empty;
                spots[to.index()] = left;
                score += chance * self.standing(&spots);
            }
        }
        score
    }

    fn ends(&self, attacker: Rank, foe: usize) -> [f32; 3] {
        let mut ends = [0.0; 3];
        for (rank, chance) in Rank::ALL.into_iter().zip(self.stakes.suspects[foe].chances) {
            let end = match clash(attacker, rank) {
                Clash::Kills => 0,
                Clash::Dies => 1,
                Clash::BothDie => 2,
            };
            ends[end] += chance;
        }
        ends
    }

    /// What can be taken next, less what hangs.
    fn standing(&self, spots: &[Spot; 100]) -> f32 {
        let (mut worst, mut second, mut best) = (0.0_f32, 0.0_f32, 0.0_f32);
        for square in Square::all() {
            let Spot::Own { rank, known } = spots[square.index()] else { continue };
            let mut danger = 0.0_f32;
            for next in square.neighbours() {
                let Spot::Foe(foe) = spots[next.index()] else { continue };
                danger = danger.max(self.danger(spots, square, rank, known, foe));
                if rank.is_mobile() {
                    best = best.max(self.stakes.gains[foe][rank.index()]);
                }
            }
            (worst, second) = if danger > worst { (danger, worst) } else { (worst, second.max(danger)) };
        }
        NEXT * best - worst - ALSO * second
    }

    fn danger(&self, spots: &[Spot; 100], at: Square, victim: Rank, known: bool, foe: usize) -> f32 {
        let (lost, killers) = self.stakes.blow(foe, victim);
        if lost <= 0.0 {
            return 0.0;
        }
        let avengers = at.neighbours().filter_map(|next| match spots[next.index()] {
            Spot::Own { rank, .. } if rank.is_mobile() => Some(self.stakes.revenge(rank, &killers)),
            _ => None,
        });
        let revenge = avengers.fold(0.0, f32::max);
        let surely = if known { 1.0 } else { BLIND };
        surely * (lost - REVENGE * revenge).max(0.0)
    }
}
