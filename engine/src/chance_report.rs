//! How a match was lost, by estimate: the chance of a seat to win before each turn, and the turn at
//! which the loser's fell most. Says nothing of better actions, of which a model knows nothing. Knows
//! no game but by its model.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::catalog::{self, Playable, Visitor};
use crate::game::Outcome;
use crate::replay::{Turn, play_turn};
use crate::seat::Seat;
use crate::win_model::{Chance, WinModel};

/// How many seats a match has whose positions are estimated.
pub const SEATS: usize = 2;

/// What is estimated about the turns of a match of two.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChanceReport {
    /// The seat that lost; `None` if the match is not over, or drawn.
    pub loser: Option<Seat>,
    /// Whether its fault ended the match.
    pub is_fault: bool,
    /// The first seat's chance before each turn, and after the last one.
    pub course: Vec<Chance>,
    /// The turns of the loser.
    pub turns: Vec<LoserTurn>,
    /// Which of them decided the match: that from which the chance fell most until the next one, if
    /// it fell beyond its interval.
    pub decisive: Option<usize>,
}

/// A turn of the loser.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LoserTurn {
    /// Its place among all turns, from 0.
    pub at: usize,
    /// Its number for people, from 1. Turns of all seats at once have one number.
    pub number: usize,
    /// The loser's chance before it.
    pub before: Chance,
}

impl ChanceReport {
    fn new(course: Vec<Chance>, seats: &[(Seat, usize)], outcome: Option<&Outcome>) -> Self {
        let winner = outcome.and_then(Outcome::winner);
        let loser = winner.map(|winner| Seat::new(1 - winner.index()));
        let own = seats.iter().enumerate().filter(|(_, (seat, _))| Some(*seat) == loser);
        let turns: Vec<_> =
            own.map(|(at, &(seat, number))| LoserTurn { at, number, before: for_seat(seat, course[at]) }).collect();
        let is_fault = loser.is_some() && outcome.and_then(|outcome| outcome.blamed) == loser;
        let mut report = Self { loser, is_fault, course, turns, decisive: None };
        report.decisive = report.falls().first().copied();
        report
    }

    /// The loser's chance before its next turn after this one of [`ChanceReport::turns`].
    pub fn after(&self, turn: usize) -> Chance {
        self.turns.get(turn + 1).map_or(Chance::known(0.0), |next| next.before)
    }

    /// Those of [`ChanceReport::turns`] from which the chance fell beyond its interval until the next
    /// one, the largest fall first.
    pub fn falls(&self) -> Vec<usize> {
        let fall = |turn: usize| self.turns[turn].before.estimate - self.after(turn).estimate;
        let is_beyond_interval = |turn: &usize| self.after(*turn).high < self.turns[*turn].before.low;
        let mut falls: Vec<_> = (0..self.turns.len()).filter(is_beyond_interval).collect();
        falls.sort_by(|&one, &other| fall(other).total_cmp(&fall(one)));
        falls
    }

    /// The decisive turn, if there is one.
    pub fn decisive_turn(&self) -> Option<&LoserTurn> {
        Some(&self.turns[self.decisive?])
    }

    /// Sentences on how the match was lost: `Turn 84: the loser's chance fell from 62 % (57 to 68) to
    /// 35 % (30 to 41), by estimate.`
    pub fn sentence(&self) -> String {
        if self.loser.is_none() {
            return "The match has no loser.".to_owned();
        }
        if let Some(last) = self.turns.last().filter(|_| self.is_fault) {
            let (number, before) = (last.number, last.before.describe());
            return format!(
                "Turn {number}: a fault lost the match. The loser's chance was {before} before it, by estimate."
            );
        }
        let fall = match self.decisive {
            None => "The loser's chance fell at no single turn beyond its interval, by estimate.".to_owned(),
            Some(turn) => {
                let (number, before) = (self.turns[turn].number, self.turns[turn].before.describe());
                match turn + 1 == self.turns.len() {
                    true => {
                        format!("Turn {number}, the loser's last: its chance had been {before} before it, by estimate.")
                    }
                    false => {
                        let after = self.after(turn).describe();
                        format!("Turn {number}: the loser's chance fell from {before} to {after}, by estimate.")
                    }
                }
            }
        };
        let even = self.turns.iter().rfind(|turn| turn.before.estimate >= 0.5);
        match even.filter(|turn| Some(turn.number) != self.decisive.map(|turn| self.turns[turn].number)) {
            Some(turn) => format!("{fall} It was last at 50 % or more before turn {}.", turn.number),
            None => fall,
        }
    }
}

fn for_seat(seat: Seat, chance: Chance) -> Chance {
    if seat.index() == 0 { chance } else { chance.for_other_side() }
}

/// Estimates the positions of a match of the named game; `None` if its positions cannot be estimated,
/// or not with this many seats.
///
/// # Errors
/// Why the settings and turns are not a match of this game.
pub fn estimate_match(
    game: &str,
    seats: usize,
    settings: Value,
    turns: Vec<Turn<Value>>,
) -> Option<Result<ChanceReport, String>> {
    struct Estimate(Value, Vec<Turn<Value>>);
    impl Visitor for Estimate {
        type Out = Option<Result<ChanceReport, String>>;
        fn visit<G: Playable>(self) -> Self::Out {
            let model = ChanceModel::<G>::new()?;
            Some(model.report(self.0, self.1))
        }
    }
    if seats != SEATS {
        return None;
    }
    catalog::visit(game, Estimate(settings, turns)).flatten()
}

/// The model of a game.
struct ChanceModel<G: Playable> {
    measure: fn(&G) -> Vec<f64>,
    model: WinModel,
}

impl<G: Playable> ChanceModel<G> {
    fn new() -> Option<Self> {
        let features = G::WIN_FEATURES?;
        let model = WinModel::read(features.model).expect("a test reads the file of each game's model");
        Some(Self { measure: features.measure, model })
    }

    fn report(&self, settings: Value, turns: Vec<Turn<Value>>) -> Result<ChanceReport, String> {
        let settings = serde_json::from_value(settings).map_err(|why| why.to_string())?;
        let mut game = G::start(&settings, SEATS).map_err(|why| why.to_string())?;
        let (mut course, mut seats, mut events, mut number) = (Vec::new(), Vec::new(), Vec::new(), 0);
        for turn in turns {
            let turn = turn.typed::<G::Action>().map_err(|why| why.to_string())?;
            if !G::AT_ONCE || game.to_act() == game.playing() {
                number += 1;
            }
            course.push(self.estimate(&game));
            seats.push((turn.seat, number));
            play_turn(&mut game, &turn, &mut events).map_err(|why| why.to_string())?;
            events.clear();
        }
        course.push(self.estimate(&game));
        Ok(ChanceReport::new(course, &seats, game.outcome().as_ref()))
    }

    /// The chance of the first seat: what is known of a match that is over.
    fn estimate(&self, position: &G) -> Chance {
        match position.outcome() {
            None => self.model.estimate(&(self.measure)(position)),
            Some(outcome) => Chance::known(match outcome.winner() {
                Some(winner) if winner.index() == 0 => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The report of a match that the first seat lost, both in turn, whose chances before its turns are
    /// these, with intervals of ten percent to each side.
    fn lost(chances: &[f64]) -> ChanceReport {
        let chance = |share: f64| Chance { estimate: share, low: (share - 0.1).max(0.0), high: share + 0.1 };
        let course = chances.iter().flat_map(|&share| [chance(share); 2]).chain([Chance::known(0.0)]).collect();
        let seats: Vec<_> = (0..2 * chances.len()).map(|at| (Seat::new(at % 2), at + 1)).collect();
        ChanceReport::new(course, &seats, Some(&Outcome::win(Seat::new(1), 2)))
    }

    #[test]
    fn the_largest_fall_beyond_the_interval_decides() {
        let report = lost(&[0.5, 0.65, 0.35, 0.3, 0.05]);
        assert_eq!(report.decisive_turn().map(|turn| (turn.at, turn.number)), Some((2, 3)));
        assert_eq!(report.falls(), [1, 3], "from 65 to 35 %, and from 30 to 5 %");
        let sentence = "Turn 3: the loser's chance fell from 65 % (55 to 75) to 35 % (25 to 45), by estimate.";
        assert_eq!(report.sentence(), sentence);
        let early = lost(&[0.5, 0.9, 0.6, 0.5, 0.45]);
        assert_eq!(
            early.sentence(),
            "Turn 9, the loser's last: its chance had been 45 % (35 to 55) before it, by estimate. It was last at 50 % or \
             more before turn 7."
        );
    }

    #[test]
    fn a_slow_fall_has_no_decisive_turn() {
        let report = lost(&[0.5, 0.4, 0.3, 0.2, 0.1, 0.05]);
        assert_eq!((report.decisive, report.falls()), (None, vec![]));
        assert_eq!(
            report.sentence(),
            "The loser's chance fell at no single turn beyond its interval, by estimate. It was last at 50 % or more before \
             turn 1."
        );
    }

    #[test]
    fn a_fault_needs_no_other_reason() {
        let report = ChanceReport { is_fault: true, ..lost(&[0.5, 0.9, 0.2]) };
        assert_eq!(
            report.sentence(),
            "Turn 5: a fault lost the match. The loser's chance was 20 % (10 to 30) before it, by estimate."
        );
    }

    #[test]
    fn chances_are_those_of_the_seat() {
        let course = vec![Chance { estimate: 0.75, low: 0.5, high: 1.0 }; 3];
        let seats = [(Seat::new(0), 1), (Seat::new(1), 1)];
        let report = ChanceReport::new(course, &seats, Some(&Outcome::win(Seat::new(0), 2)));
        assert_eq!(
            report.turns,
            [LoserTurn { at: 1, number: 1, before: Chance { estimate: 0.25, low: 0.0, high: 0.5 } }]
        );
        assert_eq!(report.after(0), Chance::known(0.0));
        let open = ChanceReport::new(Vec::new(), &[], None);
        assert_eq!((open.sentence().as_str(), open.decisive_turn()), ("The match has no loser.", None));
    }
}
