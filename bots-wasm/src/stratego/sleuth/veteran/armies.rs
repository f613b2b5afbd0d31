//! Which of the usual setups the enemy has, judged by the ranks that have shown themselves and by what has moved (Bayes' rule), and
//! what its pieces may be in view of that. Knows no moves of ours.

use super::super::super::board::{Board, Cell, Colour};
use super::super::super::odds::Odds;
use super::super::super::rank::Rank;
use super::super::super::report::{Effect, Report};
use super::super::super::setup::{Setup, usual_setups};
use super::super::suspicion::{ROUNDS, Suspect, share_out};

// How likely it is, before anything is seen, that the army is an unusual one.
const UNUSUAL: f32 = 0.3;
// How often a piece from colonel to sergeant has the place of one that is a rank higher, and of one that is a rank lower.
const SWAPPED: f32 = 0.16;
// How often anything else stands elsewhere than its setup says.
const MISPLACED: f32 = 0.004;

/// The usual setups, and what is known of each piece of the enemy's, by its id, which is the square where it started.
pub struct Armies {
    usual: Vec<Setup>,
    shown: [Option<Rank>; 100],
    moved: [bool; 100],
}

impl Default for Armies {
    fn default() -> Self {
        let mirrored = |setup: &Setup| {
            let mut mirrored = setup.clone();
            mirrored.0.iter_mut().for_each(|row| row.reverse());
            mirrored
        };
        let usual = usual_setups().flat_map(|setup| [mirrored(&setup), setup]).collect();
        Self { usual, shown: [None; 100], moved: [false; 100] }
    }
}

impl Armies {
    /// Takes in a move of either side that is about to be carried out on this board.
    pub fn watch(&mut self, board: &Board, report: &Report) {
        let step = report.step;
        let ran = (step.steps > 1).then_some(Rank::Scout);
        let (attacker, defender) = match report.effect {
            Effect::Ok => (ran, None),
            Effect::Kills(attacker, defender)
            | Effect::Dies(attacker, defender)
            | Effect::BothDie(attacker, defender) => (Some(attacker), Some(defender)),
        };
        if let Cell::Foe(foe) = board[step.from] {
            self.moved[usize::from(foe.id)] = true;
            self.shown[usize::from(foe.id)] = attacker.or(foe.rank);
        }
        if let Some(Cell::Foe(foe)) = step.to().map(|to| board[to]) {
            self.shown[usize::from(foe.id)] = defender;
        }
    }

    /// The same suspects, with chances that agree with the setups that the enemy may have.
    pub fn recognise(&self, board: &Board, mut suspects: Vec<Suspect>) -> Vec<Suspect> {
        let (weights, unusual) = self.weigh(board.colour);
        for suspect in suspects.iter_mut().filter(|suspect| !suspect.known) {
            let Cell::Foe(foe) = board[suspect.square] else { continue };
            for (rank, chance) in Rank::ALL.into_iter().zip(&mut suspect.chances) {
                let likelihoods =
                    self.usual.iter().map(|setup| likelihood(said(setup, board.colour, foe.id.into()), rank));
                let usual: f32 = likelihoods.zip(&weights).map(|(likelihood, weight)| likelihood * weight).sum();
                *chance *= unusual + usual / share(rank);
            }
        }
        let hidden = Odds::of(board).hidden().map(f32::from);
        (0..ROUNDS).for_each(|_| share_out(&mut suspects, &hidden));
        suspects
    }

    /// How likely each usual setup is, and an unusual one.
    fn weigh(&self, colour: Colour) -> (Vec<f32>, f32) {
        let mut weights = vec![(1.0 - UNUSUAL) / self.usual.len() as f32; self.usual.len()];
        let mut unusual = UNUSUAL;
        for id in 0..100 {
            let evidence = |rank: Rank| match self.shown[id] {
                Some(shown) => likelihood(rank, shown),
                None if self.moved[id] && !rank.is_mobile() => MISPLACED,
                None => 1.0,
            };
            let Some(by_chance) = self.shown[id].map(share).or(self.moved[id].then(share_of_mobile)) else { continue };
            for (weight, setup) in weights.iter_mut().zip(&self.usual) {
                *weight *= evidence(said(setup, colour, id));
            }
            unusual *= by_chance;
            // Forty factors in a row would leave nothing.
            let sum = weights.iter().sum::<f32>() + unusual;
            weights.iter_mut().for_each(|weight| *weight /= sum);
            unusual /= sum;
        }
        (weights, unusual)
    }
}

/// What stands on the starting square `id` in the setup of an enemy of this colour's.
fn said(setup: &Setup, colour: Colour, id: usize) -> Rank {
    let depth = if colour == Colour::Blue { id / 10 } else { 9 - id / 10 };
    // The id of a piece that only a drawing has shown may lie anywhere.
    setup.0[depth.min(3)][id % 10]
}

/// How likely a piece is of this rank if the setup says the other one.
fn likelihood(said: Rank, rank: Rank) -> f32 {
    let is_swapped = |rank: Rank| (Rank::Colonel..=Rank::Sergeant).contains(&rank);
    match (is_swapped(said), said.index().abs_diff(rank.index())) {
        (true, 0) => 1.0 - 2.0 * SWAPPED,
        (true, 1) if is_swapped(rank) => SWAPPED,
        (false, 0) => 1.0,
        _ => MISPLACED,
    }
}

/// Which part of an army is of this rank.
fn share(rank: Rank) -> f32 {
    f32::from(rank.count()) / 40.0
}

/// Which part of an army can move.
fn share_of_mobile() -> f32 {
    Rank::ALL.into_iter().filter(|rank| rank.is_mobile()).map(share).sum()
}

#[cfg(test)]
mod tests {
    use super::super::super::suspicion::Suspicion;
    use super::*;

    /// How likely RED thinks the flag on each square of BLUE's after these reports: the three likeliest squares.
    fn likeliest_flags(reports: &[&str]) -> Vec<(usize, usize, u32)> {
        let mut board = Board::new(Colour::Red, &usual_setups().next().expect("six setups"));
        let (mut suspicion, mut armies) = (Suspicion::default(), Armies::default());
        for report in reports.iter().map(|report| Report::read(report).expect("a report")) {
            armies.watch(&board, &report);
            if matches!(board[report.step.from], Cell::Foe(_)) {
                suspicion.watch(&board, &report);
            }
            board.apply(&report);
        }
        let suspects = armies.recognise(&board, suspicion.suspects(&board));
        let percent = |suspect: &Suspect| (100.0 * suspect.chances[Rank::Flag.index()]).round() as u32;
        let mut flags: Vec<_> =
            suspects.iter().map(|suspect| (suspect.square.x(), suspect.square.y(), percent(suspect))).collect();
        flags.sort_by_key(|&(.., percent)| std::cmp::Reverse(percent));
        flags.truncate(3);
        flags
    }

    // The front row of the fourth setup is 6931995499.
    const FOURTH: [&str; 4] = ["0 6 UP KILLS 6 9", "9 6 UP 2 OK", "1 6 UP 2 OK", "8 6 UP 2 OK"];

    #[test]
    fn a_usual_army_gives_its_flag_away() {
        let flags = likeliest_flags(&FOURTH);
        assert_eq!((flags[0].0, flags[0].1), (0, 9), "{flags:?}");
        assert!(flags[0].2 > 90, "{flags:?}");
    }

    #[test]
    fn an_unusual_army_is_a_riddle() {
        // No setup has a spy and a general in front.
        let flags = likeliest_flags(&["0 6 UP DIES s 5", "1 6 UP KILLS 2 5", "8 6 UP KILLS 8 7", "9 6 UP DIES 3 1"]);
        assert!(flags[0].2 < 40, "{flags:?}");
    }
}
