//! Warnings about the numbers of a tournament: the same sentences in a terminal and on the page.
//! Knows no table, and not how a host writes foreign text.

use std::collections::BTreeMap;

use super::super::counted_games::CountedGames;
use super::super::scoring::Ranking;
use super::super::statistics::{Anchor, FieldRating, FieldRatings, RatingError};
use super::super::tally::PairingTally;

/// A warning about the numbers of a tournament. Participants are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    /// Participants have played different numbers of games, and are not ranked by their points.
    RankedBy(Ranking),
    /// The games that were read are not those of a whole tournament: they lack some of this many units.
    MissingUnits(u64),
    /// Some participants have no rating, or one without an interval.
    UnknownRatings {
        /// The participants.
        participants: Vec<usize>,
        /// The common reason, as a clause.
        why: String,
    },
    /// The participants with a rating, if others have met none of them.
    RatedPart(Vec<usize>),
    /// Some participants without a rating have an estimate.
    Estimates,
    /// Ratings were to be anchored at this participant, which has no rating.
    UnratedAnchor(usize),
    /// Some units repeat an earlier unit of their pairing.
    RepeatedUnits {
        /// How many, at least one.
        repeated: u64,
        /// Of how many.
        units: u64,
        /// The statistics that count them once; `None` if these units have no statistics.
        statistics: Option<UnitStatistics>,
    },
    /// This many units, at least one, count for no participant, because they have a void game.
    VoidUnits(u64),
    /// This many games, at least one, were read and do not count.
    UncountedGames(usize),
}

/// Statistics of pairs of games. They count a pair that repeats an earlier one once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitStatistics {
    /// The comparison of two bots.
    Comparison,
    /// The ratings of a field.
    Ratings,
}

impl Remark {
    /// The remarks about a series of one pairing.
    pub(super) fn of_series(counted: &CountedGames) -> Vec<Self> {
        let repeated = repeated_units(counted, UnitStatistics::Comparison);
        repeated.into_iter().chain(void_units(counted)).collect()
    }

    /// The remark about a ranking that is not by points or places.
    pub(super) fn of_ranking(ranking: Ranking) -> Option<Self> {
        match ranking {
            Ranking::Places | Ranking::Points | Ranking::MeanPlace => None,
            Ranking::Rating | Ranking::Share => Some(Self::RankedBy(ranking)),
        }
    }

    /// The remarks about a tournament with these ratings, if it has any. `anchor` is the requested
    /// anchor of the ratings.
    pub(super) fn of_field(counted: &CountedGames, ratings: Option<&FieldRatings>, anchor: Anchor) -> Vec<Self> {
        let mut remarks = ratings.map_or_else(Vec::new, unknown_ratings);
        remarks.extend(ratings.and_then(rated_part));
        if ratings.is_some_and(|ratings| ratings.estimates.iter().any(Option::is_some)) {
            remarks.push(Self::Estimates);
        }
        if let (Some(ratings), Anchor::Player { player, .. }) = (ratings, anchor)
            && matches!(ratings.players[player], FieldRating::Unrated(_))
        {
            remarks.push(Self::UnratedAnchor(player));
        }
        remarks.extend(repeated_units(counted, UnitStatistics::Ratings));
        remarks.extend(void_units(counted));
        remarks
    }

    /// The sentences, with participants by `name`. The sentence of [`Self::VoidUnits`] ends with a
    /// colon: the void games follow, as the host lists them.
    pub fn text(&self, name: &dyn Fn(usize) -> String) -> String {
        match self {
            Self::RankedBy(ranking) => {
                let what = match ranking {
                    Ranking::Places => "places",
                    Ranking::Points => "points",
                    Ranking::MeanPlace => "mean places",
                    Ranking::Rating => "ratings",
                    Ranking::Share => "points for each game",
                };
                format!("The bots have played different numbers of games, and are ranked by their {what}.")
            }
            Self::MissingUnits(units) => {
                let units = if *units == 1 { "1 unit".to_owned() } else { format!("{units} units") };
                format!(
                    "These are not all games of a tournament: games of {units} are missing. Every complete unit counts."
                )
            }
            Self::UnknownRatings { participants, why } => {
                let names: Vec<_> = participants.iter().map(|&participant| name(participant)).collect();
                format!("{}: {why}.", names.join(", "))
            }
            Self::RatedPart(participants) => {
                let names: Vec<_> = participants.iter().map(|&participant| name(participant)).collect();
                format!(
                    "Some bots have not met the others, not even through a third one. Rated is the part with the most bots \
                     (then with the most games, then the first by name): {}.",
                    names.join(", ")
                )
            }
            Self::Estimates => {
                "~ marks an estimate: the likeliest rating if each bot had drawn half a game more, with the mean \
                                of the field."
                    .to_owned()
            }
            Self::UnratedAnchor(participant) => {
                let name = name(*participant);
                format!("{name} has no rating and cannot be the anchor; the mean of bots with one is 0.")
            }
            Self::RepeatedUnits { repeated, units, statistics } => {
                let repeat = match statistics {
                    Some(UnitStatistics::Comparison) => {
                        "pairs of games repeat an earlier pair turn for turn: the comparison counts them once."
                    }
                    Some(UnitStatistics::Ratings) => {
                        "pairs of games repeat an earlier pair turn for turn: ratings count them once."
                    }
                    None => "units repeat an earlier unit turn for turn.",
                };
                format!("{repeated} of {units} {repeat} More games of bots that always play the same say nothing more.")
            }
            Self::VoidUnits(1) => "1 unit has a game that could not be played: it counts for nobody. Void:".to_owned(),
            Self::VoidUnits(units) => {
                format!("{units} units have a game that could not be played: they count for nobody. Void:")
            }
            Self::UncountedGames(games) => {
                format!("{games} games do not count: they are of the first unit that is incomplete, or behind it.")
            }
        }
    }
}

/// A remark for each reason why ratings, or their intervals, are not known.
fn unknown_ratings(ratings: &FieldRatings) -> Vec<Remark> {
    let mut reasons: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (participant, rating) in ratings.players.iter().enumerate() {
        if let Some(why) = rating.unknown_reason() {
            reasons.entry(why).or_default().push(participant);
        }
    }
    reasons.into_iter().map(|(why, participants)| Remark::UnknownRatings { participants, why }).collect()
}

/// The remark about the part of a field that is rated, if there is another one.
fn rated_part(ratings: &FieldRatings) -> Option<Remark> {
    let is_apart = |rating: &FieldRating| *rating == FieldRating::Unrated(RatingError::NeverMet);
    if !ratings.players.iter().any(is_apart) {
        return None;
    }
    let rated = ratings.players.iter().enumerate().filter(|(_, rating)| matches!(rating, FieldRating::Rated { .. }));
    Some(Remark::RatedPart(rated.map(|(participant, _)| participant).collect()))
}

/// `statistics` applies only if all units are pairs of games.
fn repeated_units(counted: &CountedGames, statistics: UnitStatistics) -> Option<Remark> {
    let (repeated, units) = (sum(counted, PairingTally::repeated_units), sum(counted, PairingTally::units));
    let are_pairs = counted.tallies().iter().all(|tally| tally.pairs().is_some());
    let statistics = are_pairs.then_some(statistics);
    (repeated > 0).then_some(Remark::RepeatedUnits { repeated, units, statistics })
}

fn void_units(counted: &CountedGames) -> Option<Remark> {
    let units = sum(counted, PairingTally::void_units);
    (units > 0).then_some(Remark::VoidUnits(units))
}

fn sum(counted: &CountedGames, count: fn(&PairingTally) -> u64) -> u64 {
    counted.tallies().iter().map(count).sum()
}

#[cfg(test)]
mod tests {
    use super::super::super::counted_games::CompleteUnit;
    use super::super::super::participant::Participant;
    use super::super::super::tally::{GameDigest, GameResult, PlayedGame};
    use super::*;

    /// Units of one pairing of so many participants, of which the first wins every game. A unit is
    /// given by the digest of its games; `None` is one of void games.
    fn counted(participants: usize, units: &[Option<u8>]) -> CountedGames {
        let mut counted = CountedGames::new(participants);
        counted.add_pairings(&[(0..participants).map(Participant::new).collect()]);
        for (index, digest) in (0..).zip(units) {
            let result = |rotation| {
                let Some(digest) = *digest else { return GameResult::Void };
                GameResult::Played(PlayedGame {
                    places: (0..participants).map(|seat| if seat == rotation { 1 } else { 2 }).collect(),
                    digest: GameDigest([digest; 16]),
                    faults: Vec::new(),
                    times: Vec::new(),
                    competition_points: None,
                })
            };
            let results: Vec<_> = (0..participants).map(result).collect();
            counted.add_unit(&CompleteUnit { index, round: index, pairing: 0, results: &results, failed_starts: &[] });
        }
        counted
    }

    fn check(remarks: &[Remark], expected: &[&str]) {
        let name = |participant: usize| ["first", "second", "third"][participant].to_owned();
        let texts: Vec<_> = remarks.iter().map(|remark| remark.text(&name)).collect();
        assert_eq!(texts, expected);
    }

    #[test]
    fn nothing_is_said_of_units_that_differ() {
        let counted = counted(2, &[Some(1), Some(2)]);
        check(&Remark::of_series(&counted), &[]);
        check(&Remark::of_field(&counted, None, Anchor::Mean), &[]);
    }

    /// Regression: the page called units pairs of games where the terminal did not, and did not
    /// warn about a tournament that more games would add no information.
    #[test]
    fn repeated_units_are_told_with_what_counts_them_once() {
        let units = [Some(1), Some(1), Some(2), Some(1)];
        let pairs = counted(2, &units);
        let comparison = "2 of 4 pairs of games repeat an earlier pair turn for turn: the comparison counts them once. More \
                          games of bots that always play the same say nothing more.";
        check(&Remark::of_series(&pairs), &[comparison]);
        let ratings = "2 of 4 pairs of games repeat an earlier pair turn for turn: ratings count them once. More games of \
                       bots that always play the same say nothing more.";
        check(&Remark::of_field(&pairs, None, Anchor::Mean), &[ratings]);
        // Of three bots in a game there are neither.
        let of_three = "2 of 4 units repeat an earlier unit turn for turn. More games of bots that always play the same say \
                        nothing more.";
        let three = counted(3, &units);
        check(&Remark::of_series(&three), &[of_three]);
        check(&Remark::of_field(&three, None, Anchor::Mean), &[of_three]);
    }

    #[test]
    fn units_with_void_games_are_counted() {
        let one = "1 unit has a game that could not be played: it counts for nobody. Void:";
        let two = "2 units have a game that could not be played: they count for nobody. Void:";
        check(&Remark::of_series(&counted(2, &[None, Some(1)])), &[one]);
        check(&Remark::of_field(&counted(2, &[None, Some(1), None]), None, Anchor::Mean), &[two]);
    }

    #[test]
    fn another_ranking_than_by_points_is_told() {
        assert_eq!([Ranking::Places, Ranking::Points].map(Remark::of_ranking), [None, None]);
        let told = [Ranking::Rating, Ranking::Share].map(|ranking| Remark::of_ranking(ranking).expect("a remark"));
        let by_rating = "The bots have played different numbers of games, and are ranked by their ratings.";
        let by_share = "The bots have played different numbers of games, and are ranked by their points for each game.";
        check(&told, &[by_rating, by_share]);
    }

    #[test]
    fn missing_games_are_told() {
        let one = "These are not all games of a tournament: games of 1 unit are missing. Every complete unit counts.";
        let many =
            "These are not all games of a tournament: games of 12 units are missing. Every complete unit counts.";
        check(&[Remark::MissingUnits(1), Remark::MissingUnits(12)], &[one, many]);
    }

    #[test]
    fn games_that_do_not_count_are_told() {
        let why = "3 games do not count: they are of the first unit that is incomplete, or behind it.";
        check(&[Remark::UncountedGames(3)], &[why]);
    }

    #[test]
    fn a_field_says_why_ratings_are_not_known() {
        // The first wins all games.
        let counted = counted(2, &[Some(1), Some(2)]);
        let ratings = |anchor| FieldRatings::estimate(counted.field(), anchor);
        let why = "first, second: no rating (nobody has both won and lost points against the same players).";
        let estimates = "~ marks an estimate: the likeliest rating if each bot had drawn half a game more, with the mean of the \
                         field.";
        check(&Remark::of_field(&counted, Some(&ratings(Anchor::Mean)), Anchor::Mean), &[why, estimates]);
        let anchor = Anchor::Player { player: 1, rating: 1000.0 };
        let no_anchor = "second has no rating and cannot be the anchor; the mean of bots with one is 0.";
        check(&Remark::of_field(&counted, Some(&ratings(anchor)), anchor), &[why, estimates, no_anchor]);
    }
}
