//! The rule by which a bot beats a rung of a ladder: it has to make 15 points of 20 different games
//! against the rung's bot. If the two have fewer different games, it has to win all of them. Knows
//! neither ladders nor bots.

use std::collections::HashSet;

use super::participant::PAIR;
use super::tally::{GameDigest, GameResult};

/// How many different games decide.
const GAMES: u32 = 20;
/// The half points of them that beat a rung. An equal opponent makes as many in 2 % of all attempts.
const HALF_POINTS: u32 = 30;
/// The bots have no other games if this many units in a row repeat earlier ones.
const REPEATED_UNITS: u32 = 4;

/// An attempt at a rung while its games are played.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RungAttempt {
    /// By rotation: in another seat, the same moves are another game.
    seen: HashSet<(usize, GameDigest)>,
    score: RungScore,
    units: u64,
    /// How many units in a row have repeated earlier ones.
    repeated_units: u32,
}

/// The result of different games against the bot of a rung.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RungScore {
    /// How many different games there are.
    pub games: u32,
    /// Two for each game won, one for each draw.
    pub half_points: u32,
}

/// Whether a rung is beaten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RungVerdict {
    /// More games have to be played.
    Undecided,
    /// It is beaten.
    Beaten,
    /// It is not.
    NotBeaten,
}

impl RungScore {
    /// The points, as people count them.
    pub fn points(self) -> f64 {
        f64::from(self.half_points) / 2.0
    }

    /// The half points that the rung's bot has.
    fn lost(self) -> u32 {
        2 * self.games - self.half_points
    }
}

impl RungAttempt {
    /// How many units an attempt has at most. Bots that play at random may repeat games without
    /// having none left.
    pub const UNITS: u64 = GAMES as u64;

    /// Takes in the next unit: the results of its games by rotation. Games after the decisive one do
    /// not count, and neither does a unit with a void game.
    pub fn add_unit(&mut self, games: &[GameResult]) {
        self.units += 1;
        let played = games.iter().filter_map(|game| match game {
            GameResult::Played(played) => Some(played),
            GameResult::Void => None,
        });
        if played.clone().count() < games.len() {
            return;
        }
        let before = self.seen.len();
        for (rotation, game) in played.enumerate() {
            if self.score.games < GAMES && self.seen.insert((rotation, game.digest)) {
                // The first bot changes its seat with the rotation.
                self.score.half_points += game.half_points(rotation % PAIR) as u32;
                self.score.games += 1;
            }
        }
        self.repeated_units = if self.seen.len() > before { 0 } else { self.repeated_units + 1 };
    }

    /// The result so far.
    pub fn score(&self) -> RungScore {
        self.score
    }

    /// The verdict on the units so far.
    pub fn verdict(&self) -> RungVerdict {
        let lost = self.score.lost();
        let has_all_games = self.units == Self::UNITS || self.repeated_units >= REPEATED_UNITS;
        if lost > 2 * GAMES - HALF_POINTS {
            RungVerdict::NotBeaten
        } else if self.score.games == GAMES {
            RungVerdict::Beaten
        } else if !has_all_games {
            RungVerdict::Undecided
        } else if self.score.games > 0 && lost == 0 {
            RungVerdict::Beaten
        } else {
            RungVerdict::NotBeaten
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::tally::PlayedGame;

    /// A game by the places of its seats, and what distinguishes it from others.
    fn game(places: [u8; 2], digest: u8) -> GameResult {
        GameResult::Played(PlayedGame {
            places: places.to_vec(),
            digest: GameDigest([digest; 16]),
            faults: Vec::new(),
            times: Vec::new(),
            competition_points: None,
        })
    }

    /// Plays units until the attempt is decided: the half points of the first bot in both games, and
    /// what distinguishes them. Returns how many units that took.
    fn play(unit: impl Fn(u8) -> ([u32; 2], [u8; 2])) -> (u64, RungScore, RungVerdict) {
        let mut attempt = RungAttempt::default();
        for index in 0..RungAttempt::UNITS {
            let (half_points, digests) = unit(index as u8);
            let places = half_points.map(|half_points| [[2, 1], [1, 1], [1, 2]][half_points as usize]);
            // In the second game it has the second seat.
            let second = [places[1][1], places[1][0]];
            attempt.add_unit(&[game(places[0], digests[0]), game(second, digests[1])]);
            let verdict = attempt.verdict();
            if verdict != RungVerdict::Undecided {
                return (index + 1, attempt.score(), verdict);
            }
        }
        panic!("the last unit decides");
    }

    fn other(unit: u8) -> [u8; 2] {
        [2 * unit, 2 * unit + 1]
    }

    #[test]
    fn fifteen_points_of_twenty_different_games_beat_a_rung() {
        // It loses both games of the first two units, and one of the third.
        let five = |unit: u8| [[0, 0], [0, 0], [2, 0]].get(usize::from(unit)).copied().unwrap_or([2, 2]);
        let score = RungScore { games: 20, half_points: 30 };
        assert_eq!(play(|unit| (five(unit), other(unit))), (10, score, RungVerdict::Beaten));
        let draw = |unit: u8| if unit == 9 { [2, 1] } else { five(unit) };
        let score = RungScore { games: 20, half_points: 29 };
        assert_eq!(play(|unit| (draw(unit), other(unit))), (10, score, RungVerdict::NotBeaten));
        let draws = |_: u8| [1, 1];
        let score = RungScore { games: 12, half_points: 12 };
        assert_eq!(
            play(|unit| (draws(unit), other(unit))),
            (6, score, RungVerdict::NotBeaten),
            "as soon as it is known"
        );
    }

    #[test]
    fn bots_with_fewer_different_games_decide_by_all_of_them() {
        let same = |half_points: [u32; 2]| move |_: u8| (half_points, [7, 7]);
        let score = |half_points| RungScore { games: 2, half_points };
        // One unit, and four that repeat it.
        assert_eq!(play(same([2, 2])), (5, score(4), RungVerdict::Beaten));
        assert_eq!(play(same([2, 1])), (5, score(3), RungVerdict::NotBeaten));
        // A new game now and then: what the units have is what counts.
        let rare = |unit: u8| ([2, 2], [unit / 4, unit / 4]);
        assert_eq!(play(rare), (20, RungScore { games: 10, half_points: 20 }, RungVerdict::Beaten));
    }

    #[test]
    fn a_repeated_game_counts_once_and_games_after_the_twentieth_do_not() {
        // The second game of each unit but the last is always the same.
        let unit = |unit: u8| ([2, 0], [unit, if unit == 18 { 1 } else { 0 }]);
        let (units, score, verdict) = play(unit);
        assert_eq!((units, score, verdict), (19, RungScore { games: 20, half_points: 38 }, RungVerdict::Beaten));
    }

    #[test]
    fn a_unit_with_a_void_game_does_not_count() {
        let mut attempt = RungAttempt::default();
        attempt.add_unit(&[game([1, 2], 0), GameResult::Void]);
        assert_eq!((attempt.score(), attempt.verdict()), (RungScore::default(), RungVerdict::Undecided));
        (1..RungAttempt::UNITS).for_each(|_| attempt.add_unit(&[GameResult::Void, game([1, 2], 0)]));
        assert_eq!(attempt.verdict(), RungVerdict::NotBeaten, "no game counts");
    }
}
