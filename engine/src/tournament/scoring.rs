//! Scoring systems: how games become points, and how participants rank. Computes no statistics.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::counted_games::CountedGames;
use super::participant::{PAIR, Participant};
use super::place_points::PlaceCounts;
use super::statistics::{FieldRating, FieldRatings};
use super::tally::PlayerTally;

/// How games become points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scoring {
    /// A point for each game won and half a point for each that was shared.
    #[default]
    Standard,
    /// The points of the UCC Programming Competition 2012 for Stratego, by its `simulate.py`.
    Ucc2012,
    /// The Connect 4 Moderator's table: by games won, then by ties. A game in which a bot does not
    /// start is started again, and the sixth failed start forfeits it.
    Moderator,
}

impl Scoring {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Ucc2012, Self::Moderator];

    /// The name, as options and files hold it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Ucc2012 => "ucc2012",
            Self::Moderator => "moderator",
        }
    }

    /// How often a game is started until a failed start counts.
    pub fn starts(self) -> usize {
        match self {
            Self::Standard | Self::Ucc2012 => 1,
            Self::Moderator => 6,
        }
    }
}

/// A name that no way of counting has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected standard, ucc2012 or moderator")]
pub struct ScoringError;

impl FromStr for Scoring {
    type Err = ScoringError;

    fn from_str(name: &str) -> Result<Self, ScoringError> {
        Self::ALL.into_iter().find(|scoring| scoring.name() == name).ok_or(ScoringError)
    }
}

/// As [`FromStr`] reads it.
impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Where a participant stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The participant.
    pub participant: Participant,
    /// Its place, from 1; participants that are level share one.
    pub place: usize,
    /// Its points.
    pub points: f64,
    /// Its tally.
    pub tally: PlayerTally,
    /// How often it did not start in a game that was played again.
    pub failed_starts: u64,
    /// Its mean place, from 1, if more than two play together and it has played.
    pub mean_place: Option<f64>,
}

fn have_as_many_games(all: &[Standing]) -> bool {
    // A bot without games is behind all others anyway: it may be disqualified.
    let mut games = all.iter().map(|standing| standing.tally.results.games()).filter(|games| *games > 0);
    let first = games.next();
    games.all(|games| Some(games) == first)
}

/// By what participants are ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ranking {
    /// The places of a knockout.
    Places,
    /// Their points: all have played as many games.
    Points,
    /// Their mean places: more than two play together.
    MeanPlace,
    /// Their ratings: they have played different numbers of games, against different opponents.
    Rating,
    /// Their points for each game: likewise, and not all ratings are known or the points are not
    /// those of games won.
    Share,
}

impl Ranking {
    /// The name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Places => "places",
            Self::Points => "points",
            Self::MeanPlace => "mean-place",
            Self::Rating => "rating",
            Self::Share => "share",
        }
    }

    fn choose(all: &[Standing], scoring: Scoring, ratings: Option<&FieldRatings>) -> Self {
        let is_rated =
            |ratings: &FieldRatings| ratings.players.iter().all(|rating| matches!(rating, FieldRating::Rated { .. }));
        match have_as_many_games(all) {
            true => Self::Points,
            false if scoring == Scoring::Standard && ratings.is_some_and(is_rated) => Self::Rating,
            false => Self::Share,
        }
    }

    /// Compares two participants; the greater one is ranked before the other.
    fn compare(
        self,
        [one, other]: [&Standing; 2],
        scoring: Scoring,
        places: Option<&[Option<usize>]>,
        ratings: Option<&FieldRatings>,
    ) -> Ordering {
        // A participant that is still in the knockout is before all that are out.
        let place = |of: &Standing| places.and_then(|places| places[of.participant.index()]).unwrap_or(0);
        let rating = |of: &Standing| match ratings.map(|ratings| ratings.players[of.participant.index()]) {
            Some(FieldRating::Rated { value, .. }) => value,
            _ => f64::NEG_INFINITY,
        };
        let has_played = |of: &Standing| of.tally.results.games() > 0;
        // A participant without games is behind all others.
        let share = |of: &Standing, points: f64| match of.tally.results.games() {
            0 => f64::NEG_INFINITY,
            games => points / games as f64,
        };
        let drawn = |of: &Standing| match scoring {
            Scoring::Moderator => of.tally.results.drawn as f64,
            Scoring::Standard | Scoring::Ucc2012 => 0.0,
        };
        match self {
            Self::MeanPlace => {
                let mean = |of: &Standing| of.mean_place.unwrap_or(f64::INFINITY);
                mean(other).total_cmp(&mean(one))
            }
            Self::Places => place(other).cmp(&place(one)),
            Self::Points => has_played(one)
                .cmp(&has_played(other))
                .then(one.points.total_cmp(&other.points))
                .then(drawn(one).total_cmp(&drawn(other))),
            Self::Rating => rating(one).total_cmp(&rating(other)),
            Self::Share => {
                let by_points = share(one, one.points).total_cmp(&share(other, other.points));
                by_points.then(share(one, drawn(one)).total_cmp(&share(other, drawn(other))))
            }
        }
    }
}

/// The ranking of all participants, the first one first, and by what they are ranked; level
/// participants stay in the order of naming. `places` is the place of each in a knockout, if it is
/// known, and goes before all else; `ratings` are left out if they have not been computed.
pub fn standings(
    games: &CountedGames,
    scoring: Scoring,
    places: Option<&[Option<usize>]>,
    ratings: Option<&FieldRatings>,
) -> (Ranking, Vec<Standing>) {
    let mut all: Vec<_> = (0..games.participants())
        .map(|index| {
            let participant = Participant::new(index);
            let tally = games.player(participant);
            let points = match scoring {
                Scoring::Standard => tally.results.points(),
                Scoring::Moderator => tally.results.won as f64,
                Scoring::Ucc2012 => games.round_points().iter().map(|round| round[index]).sum::<i64>() as f64,
            };
            let mean_place = games.places(participant).and_then(PlaceCounts::mean);
            Standing { participant, place: 0, points, tally, failed_starts: games.failed_starts()[index], mean_place }
        })
        .collect();
    let ranking = match places {
        Some(_) => Ranking::Places,
        None if scoring == Scoring::Standard && games.seats() > PAIR => Ranking::MeanPlace,
        None => Ranking::choose(&all, scoring, ratings),
    };
    rank(&mut all, |a, b| ranking.compare([b, a], scoring, places, ratings));
    (ranking, all)
}

/// Ranks participants by points that they have already, or by those for each game if they have played
/// different numbers of games.
pub(super) fn rank_by_points(all: &mut [Standing]) -> Ranking {
    let ranking = if have_as_many_games(all) { Ranking::Points } else { Ranking::Share };
    rank(all, |a, b| ranking.compare([b, a], Scoring::Standard, None, None));
    ranking
}

fn rank(all: &mut [Standing], compare: impl Fn(&Standing, &Standing) -> Ordering) {
    all.sort_by(&compare);
    for nth in 0..all.len() {
        let is_level = nth > 0 && compare(&all[nth - 1], &all[nth]).is_eq();
        all[nth].place = if is_level { all[nth - 1].place } else { nth + 1 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::counted_games::CompleteUnit;
    use crate::tournament::statistics::{Anchor, FieldInterval, RatingError};
    use crate::tournament::{GameDigest, GameResult, PlayedGame};

    /// A game with these places of both seats and these points.
    fn game(places: [u8; 2], points: [i32; 2]) -> GameResult {
        GameResult::Played(PlayedGame {
            places: places.to_vec(),
            digest: GameDigest([0; 16]),
            faults: Vec::new(),
            times: Vec::new(),
            competition_points: Some(points.to_vec()),
        })
    }

    /// Two rounds of three players; each unit has two games, in the second of which the seats are
    /// swapped. Points are those of the reference: VICTORY 3/1, SURRENDER 0/3, DRAW 2/2,
    /// DRAW_DEFAULT 1/1, ILLEGAL -1/2, BAD_SETUP 0/0.
    fn counted() -> CountedGames {
        let [victory, draw, turns, illegal] =
            [game([1, 2], [3, 1]), game([1, 1], [2, 2]), game([1, 1], [1, 1]), game([2, 1], [-1, 2])];
        let surrender = game([2, 1], [0, 3]);
        let bad_setup = game([2, 1], [0, 0]);
        let rounds = [
            // 0 against 1, 0 against 2, 1 against 2.
            [[victory.clone(), victory.clone()], [draw.clone(), turns.clone()], [illegal.clone(), surrender.clone()]],
            [[victory.clone(), surrender], [bad_setup, illegal], [draw, turns]],
        ];
        let pairings = [[0, 1], [0, 2], [1, 2]].map(|pairing| pairing.map(Participant::new).to_vec());
        let mut counted = CountedGames::new(3);
        counted.add_pairings(&pairings);
        let units =
            (0..).zip(rounds.iter()).flat_map(|(round, units)| units.iter().enumerate().map(move |unit| (round, unit)));
        for (index, (round, (pairing, results))) in (0..).zip(units) {
            counted.add_unit(&CompleteUnit { index, round, pairing, results, failed_starts: &[] });
        }
        counted
    }

    fn points(scoring: Scoring) -> Vec<(usize, usize, f64)> {
        let (ranking, all) = standings(&counted(), scoring, None, None);
        assert_eq!(ranking, Ranking::Points);
        all.iter().map(|standing| (standing.participant.index(), standing.place, standing.points)).collect()
    }

    /// By hand, from the seats: in the second game of a unit the second player has the first seat.
    #[test]
    fn ucc_points_by_round_and_summed() {
        assert_eq!(
            counted().round_points(),
            [[3 + 1 + 2 + 1, 1 + 3 - 1 + 3, 2 + 1 + 2], [3 + 3 + 2, 1 + 2 + 1, -1 + 2 + 1]]
        );
        assert_eq!(points(Scoring::Ucc2012), [(0, 1, 15.0), (1, 2, 10.0), (2, 3, 7.0)]);
    }

    #[test]
    fn a_point_for_each_win_and_half_a_point_for_each_draw() {
        assert_eq!(points(Scoring::Standard), [(0, 1, 5.0), (2, 2, 4.0), (1, 3, 3.0)]);
        let results = [0, 1, 2].map(|who| counted().player(Participant::new(who)).results);
        assert_eq!(
            results.map(|results| (results.won, results.drawn, results.lost)),
            [(4, 2, 2), (2, 2, 4), (2, 4, 2)]
        );
    }

    #[test]
    fn the_moderator_looks_at_wins_and_then_at_ties() {
        assert_eq!(points(Scoring::Moderator), [(0, 1, 4.0), (2, 2, 2.0), (1, 3, 2.0)]);
    }

    #[test]
    fn places_of_a_knockout_go_before_points() {
        let places = [Some(2), None, Some(2)];
        let (ranking, all) = standings(&counted(), Scoring::Standard, Some(&places), None);
        assert_eq!(ranking, Ranking::Places);
        let order: Vec<_> = all.iter().map(|standing| (standing.participant.index(), standing.place)).collect();
        assert_eq!(order, [(1, 1), (0, 2), (2, 2)]);
    }

    /// A round robin that was interrupted: 0 has won 7 of 16 games, 1 has won 5 of 6, and 2 has won 4
    /// of 10.
    fn interrupted() -> CountedGames {
        let [won, lost] = [game([1, 2], [1, 0]), game([2, 1], [0, 1])];
        // Of each unit, the result of the first seat in both games.
        let units = [
            ([0, 1], [&lost, &won]),
            ([0, 2], [&won, &lost]),
            ([0, 2], [&won, &lost]),
            ([0, 2], [&won, &won]),
            ([0, 2], [&won, &won]),
            ([0, 1], [&lost, &won]),
            ([0, 1], [&lost, &lost]),
            ([0, 2], [&lost, &won]),
        ];
        let pairings = [[0, 1], [0, 2]].map(|pairing| pairing.map(Participant::new).to_vec());
        let mut counted = CountedGames::new(3);
        counted.add_pairings(&pairings);
        for (index, (pair, results)) in (0..).zip(units) {
            let pairing = usize::from(pair == [0, 2]);
            let results = results.map(Clone::clone);
            counted.add_unit(&CompleteUnit { index, round: index, pairing, results: &results, failed_starts: &[] });
        }
        counted
    }

    #[test]
    fn different_numbers_of_games_are_not_ranked_by_points() {
        let counted = interrupted();
        let order = |ratings: Option<&FieldRatings>| {
            let (ranking, all) = standings(&counted, Scoring::Standard, None, ratings);
            (ranking, all.iter().map(|standing| standing.participant.index()).collect::<Vec<_>>())
        };
        let of = |who| counted.player(Participant::new(who)).results;
        assert_eq!([0, 1, 2].map(|who| (of(who).points(), of(who).games())), [(7.0, 16), (5.0, 6), (4.0, 10)]);
        assert_eq!(order(None), (Ranking::Share, vec![1, 0, 2]));
        let rated = |value| FieldRating::Rated { value, interval: FieldInterval::Anchor };
        let mut ratings = FieldRatings::estimate(counted.field(), Anchor::Mean);
        ratings.players = vec![rated(-5.0), rated(9.0), rated(1.0)];
        assert_eq!(order(Some(&ratings)), (Ranking::Rating, vec![1, 2, 0]));
        ratings.players[2] = FieldRating::Unrated(RatingError::Winless);
        assert_eq!(order(Some(&ratings)), (Ranking::Share, vec![1, 0, 2]));
    }

    /// Of four bots, one wins all 40 games and another is second in 30: without places, it had as many
    /// points as those who were last.
    #[test]
    fn who_is_often_second_is_second() {
        let pairing = [0, 1, 2, 3].map(Participant::new).to_vec();
        let mut counted = CountedGames::new(4);
        counted.add_pairings(&[pairing]);
        let game = |seats: [usize; 4]| {
            let place = |seat: usize| 1 + seats.iter().position(|who| *who == seat).expect("it is placed") as u8;
            let digest = GameDigest([seats[0] as u8; 16]);
            let places = [0, 1, 2, 3].map(place).to_vec();
            GameResult::Played(PlayedGame {
                places,
                digest,
                faults: Vec::new(),
                times: Vec::new(),
                competition_points: None,
            })
        };
        for index in 0..10 {
            // Participant 3 is first, and 2 is second in all games but a quarter.
            let order = if index % 4 == 0 { [3, 0, 1, 2] } else { [3, 2, 0, 1] };
            let results: Vec<_> =
                (0..4).map(|rotation| game(order.map(|participant| (participant + rotation) % 4))).collect();
            counted.add_unit(&CompleteUnit { index, round: index, pairing: 0, results: &results, failed_starts: &[] });
        }
        let (ranking, all) = standings(&counted, Scoring::Standard, None, None);
        assert_eq!(ranking, Ranking::MeanPlace);
        let order: Vec<_> = all.iter().map(|standing| (standing.participant.index(), standing.place)).collect();
        assert_eq!(order, [(3, 1), (2, 2), (0, 3), (1, 4)]);
        assert_eq!(all[0].mean_place, Some(1.0));
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for scoring in Scoring::ALL {
            assert_eq!(scoring.to_string().parse(), Ok(scoring));
        }
        assert_eq!("golf".parse::<Scoring>(), Err(ScoringError));
    }
}
