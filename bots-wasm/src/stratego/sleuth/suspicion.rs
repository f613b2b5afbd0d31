//! What every enemy piece may be. Starts from how people set armies up, and learns from what moves, what holds still,
//! who approaches whom and who lets a chance pass. What has fallen or is known is nobody else's rank.

use super::super::board::{Board, Cell, Foe};
use super::super::odds::{Chances, Odds};
use super::super::rank::{Clash, Rank, clash};
use super::super::report::{Effect, Report};
use super::super::square::Square;

// How often each rank of `Rank::ALL` stands in a row, from the back of an army to its front.
const PLACES: [[f32; 4]; 12] = [
    [0.5, 0.9, 1.3, 1.3],
    [0.5, 1.0, 1.3, 1.2],
    [0.5, 1.0, 1.3, 1.2],
    [0.5, 0.9, 1.2, 1.4],
    [0.6, 1.0, 1.2, 1.2],
    [0.6, 1.0, 1.2, 1.2],
    [0.9, 1.1, 1.1, 0.9],
    [1.7, 1.2, 0.7, 0.4],
    [0.8, 0.7, 0.9, 1.6],
    [0.8, 1.6, 1.2, 0.4],
    [1.9, 1.3, 0.6, 0.2],
    [3.4, 0.5, 0.1, 0.02],
];
// Of the pieces that could move, so many keep still for another turn.
const STILL: f32 = 0.985;
const LEAST_STILL: f32 = 0.03;
// How much likelier a piece goes near a known one that it beats, and how seldom it spares one.
const APPROACH: f32 = 1.5;
const SPARES: f32 = 0.85;
const DOUBT: (f32, f32) = (0.05, 20.0);
pub(super) const ROUNDS: usize = 5;

/// A piece of the enemy's, and what it may be.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// Where it stands.
    pub square: Square,
    /// Whether its rank is known.
    pub known: bool,
    /// How likely each rank is.
    pub chances: Chances,
}

impl Suspect {
    /// The rank that it most likely is, and how likely that is.
    pub fn likeliest(&self) -> (Rank, f32) {
        let all = Rank::ALL.into_iter().zip(self.chances);
        all.fold((Rank::Marshal, 0.0), |best, next| if next.1 > best.1 { next } else { best })
    }
}

/// What has been noticed about each piece, by its id.
pub struct Suspicion {
    leanings: Vec<[f32; 12]>,
    stillness: Vec<f32>,
}

impl Default for Suspicion {
    fn default() -> Self {
        Self { leanings: vec![[1.0; 12]; 100], stillness: vec![1.0; 100] }
    }
}

impl Suspicion {
    /// Learns from a move of the enemy's that is about to be carried out on this board.
    pub fn watch(&mut self, board: &Board, report: &Report) {
        for (square, foe) in board.foes() {
            if square != report.step.from {
                self.learn_from_rest(board, square, foe);
            } else if report.effect == Effect::Ok {
                self.learn_from_approach(board, report, foe);
            }
        }
    }

    fn learn_from_rest(&mut self, board: &Board, square: Square, foe: Foe) {
        if !foe.moved && square.neighbours().any(|next| matches!(board[next], Cell::Empty | Cell::Own(_))) {
            let stillness = &mut self.stillness[usize::from(foe.id)];
            *stillness = (*stillness * STILL).max(LEAST_STILL);
        }
        for known in known_near(board, square) {
            self.lean(foe, |rank| if rank.is_mobile() && clash(rank, known) == Clash::Kills { SPARES } else { 1.0 });
        }
    }

    fn learn_from_approach(&mut self, board: &Board, report: &Report, foe: Foe) {
        let Some(to) = report.step.to() else { return };
        for known in known_near(board, to) {
            self.lean(foe, |rank| match clash(rank, known) {
                Clash::Kills => APPROACH,
                Clash::BothDie => 1.0,
                Clash::Dies => 1.0 / APPROACH,
            });
        }
    }

    fn lean(&mut self, foe: Foe, factor: impl Fn(Rank) -> f32) {
        for (leaning, rank) in self.leanings[usize::from(foe.id)].iter_mut().zip(Rank::ALL) {
            *leaning = (*leaning * factor(rank)).clamp(DOUBT.0, DOUBT.1);
        }
    }

    /// All enemy pieces with their chances.
    pub fn suspects(&self, board: &Board) -> Vec<Suspect> {
        let mut suspects: Vec<Suspect> = board.foes().map(|(square, foe)| self.suspect(board, square, foe)).collect();
        let hidden = Odds::of(board).hidden().map(f32::from);
        for _ in 0..ROUNDS {
            share_out(&mut suspects, &hidden);
        }
        suspects
    }

    fn suspect(&self, board: &Board, square: Square, foe: Foe) -> Suspect {
        let chances = match foe.rank {
            Some(known) => Rank::ALL.map(|rank| f32::from(rank == known)),
            None => Rank::ALL.map(|rank| self.weight(board, foe, rank)),
        };
        Suspect { square, known: foe.rank.is_some(), chances }
    }

    fn weight(&self, board: &Board, foe: Foe, rank: Rank) -> f32 {
        let id = usize::from(foe.id);
        let row = Square::new(id % 10, id / 10).map_or(3, |start| board.colour.other().depth(start)).min(3);
        let evidence = match (rank.is_mobile(), foe.moved) {
            (false, true) => 0.0,
            (true, false) => self.stillness[id],
            _ => 1.0,
        };
        evidence * PLACES[rank.index()][row] * self.leanings[id][rank.index()]
    }
}

fn known_near(board: &Board, square: Square) -> impl Iterator<Item = Rank> {
    square.neighbours().filter_map(|next| match board[next] {
        Cell::Own(own) if own.known => Some(own.rank),
        _ => None,
    })
}

// Makes as many pieces of each rank as are hidden, then one of every piece. Repeated, both come true together.
pub(super) fn share_out(suspects: &mut [Suspect], hidden: &[f32; 12]) {
    let mut sums = [0.0; 12];
    for suspect in suspects.iter().filter(|suspect| !suspect.known) {
        sums.iter_mut().zip(suspect.chances).for_each(|(sum, chance)| *sum += chance);
    }
    for suspect in suspects.iter_mut().filter(|suspect| !suspect.known) {
        for ((chance, sum), hidden) in suspect.chances.iter_mut().zip(sums).zip(hidden) {
            *chance *= if sum > 0.0 { hidden / sum } else { 0.0 };
        }
        let total: f32 = suspect.chances.iter().sum();
        if total > 0.0 {
            suspect.chances.iter_mut().for_each(|chance| *chance /= total);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board::Colour;
    use super::super::super::setup::Setup;
    use super::*;

    const ROWS: [&str; 4] = ["FB8878B78B", "B7B5s36B98", "7529654694", "9469193599"];

    // RED's suspicion of each square after these reports.
    fn after(reports: &[&str]) -> impl Fn(usize, usize) -> Suspect {
        let mut board = Board::new(Colour::Red, &Setup::read(ROWS).expect("a full army"));
        let mut suspicion = Suspicion::default();
        for report in reports.iter().map(|report| Report::read(report).expect("a report")) {
            if matches!(board[report.step.from], Cell::Foe(_)) {
                suspicion.watch(&board, &report);
            }
            board.apply(&report);
        }
        let suspects = suspicion.suspects(&board);
        move |x, y| suspects.iter().find(|suspect| Square::new(x, y) == Some(suspect.square)).expect("a foe").clone()
    }

    fn chance(suspect: &Suspect, rank: Rank) -> f32 {
        suspect.chances[rank.index()]
    }

    #[test]
    fn chances_add_up_to_pieces_and_to_ranks() {
        let at = after(&["0 6 UP OK", "0 3 DOWN DIES 9 4", "4 6 UP 2 OK", "8 6 UP OK"]);
        let mut ranks = [0.0; 12];
        for suspect in (0..100).filter(|place| place / 10 > 6).map(|place| at(place % 10, place / 10)) {
            assert!((suspect.chances.iter().sum::<f32>() - 1.0).abs() < 0.01);
            ranks.iter_mut().zip(suspect.chances).for_each(|(sum, chance)| *sum += chance);
        }
        assert!(ranks[Rank::Flag.index()] > 0.9 && ranks[Rank::Flag.index()] < 1.01, "the flag is behind the front");
        assert!(ranks[Rank::Bomb.index()] > 5.0 && ranks[Rank::Bomb.index()] < 6.1, "most bombs are");
    }

    #[test]
    fn what_moves_is_no_bomb_and_what_runs_is_a_scout() {
        let at = after(&["0 6 UP OK", "4 6 UP 2 OK"]);
        assert_eq!(chance(&at(0, 5), Rank::Bomb) + chance(&at(0, 5), Rank::Flag), 0.0);
        assert!(at(4, 4).known && chance(&at(4, 4), Rank::Scout) == 1.0);
        assert!(chance(&at(0, 9), Rank::Flag) > chance(&at(1, 6), Rank::Flag), "flags stand at the back");
    }

    #[test]
    fn what_keeps_still_is_more_and_more_a_bomb() {
        let shuffle = ["4 6 UP OK", "4 5 DOWN OK"].repeat(30);
        let (before, later) = (after(&shuffle[..2])(0, 6), after(&shuffle)(0, 6));
        assert!(chance(&later, Rank::Bomb) > 1.5 * chance(&before, Rank::Bomb), "{before:?} {later:?}");
    }

    #[test]
    fn who_comes_near_a_known_piece_beats_it() {
        let away = after(&["0 3 DOWN KILLS 9 s", "9 6 UP OK"])(9, 5);
        let near = after(&["8 3 DOWN KILLS 9 s", "9 6 UP OK", "9 5 UP OK"])(9, 4);
        let strong = |suspect: &Suspect| suspect.chances[..Rank::Scout.index()].iter().sum::<f32>();
        assert!(strong(&near) > strong(&away) + 0.05, "{} {}", strong(&near), strong(&away));
    }
}
