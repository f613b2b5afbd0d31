//! The results of the participants of a series or a tournament, and the tables made of them.
//! Computes no statistics.

use std::time::Duration;

use super::super::counted_games::CountedGames;
use super::super::participant::{PAIR, Participant};
use super::super::place_points::PlacePoints;
use super::super::progress::Tournament;
use super::super::scoring::{Ranking, Scoring, Standing, rank_by_points, standings};
use super::super::statistics::{Anchor, Comparison, FieldRatings, ScoreCounts};
use super::super::tally::PairingTally;
use super::columns::{COLUMNS, Column};
use super::remarks::Remark;
use super::row::Row;
use super::statements::{Statement, describe_first_seat};
use super::table::{ColumnKind, Heading, Table};
use crate::fault::FaultKind;

/// The points of at most this many rounds are shown one by one.
const ROUNDS_SHOWN: usize = 12;

/// The results of all participants, from the counted games.
#[derive(Debug)]
pub struct Results<'a> {
    counted: &'a CountedGames,
    scoring: Scoring,
    ratings: Option<&'a FieldRatings>,
    /// Whether the participants are ranked.
    has_places: bool,
    ranking: Ranking,
    rows: Vec<Row<'a>>,
}

impl<'a> Results<'a> {
    /// The results of a series, in the order of naming. `limit` is how long a bot may take for an
    /// answer, if that is known.
    pub fn of_series(
        counted: &'a CountedGames,
        names: &[&'a str],
        limit: impl Fn(Participant) -> Option<Duration>,
    ) -> Self {
        let mut results = Self::of_field(counted, names, limit, Scoring::Standard, None, None);
        results.rows.sort_by_key(|row| row.standing.participant.index());
        Self { has_places: false, ..results }
    }

    /// The results of a tournament, in the order of the standings: see [`standings`] for `places`.
    /// `limit` is how long a bot may take for an answer, if that is known. `ratings` are left out if
    /// they have not been computed.
    pub fn of_field(
        counted: &'a CountedGames,
        names: &[&'a str],
        limit: impl Fn(Participant) -> Option<Duration>,
        scoring: Scoring,
        places: Option<&[Option<usize>]>,
        ratings: Option<&'a FieldRatings>,
    ) -> Self {
        let row = |standing: Standing| {
            let places = counted.places(standing.participant);
            let index = standing.participant.index();
            let rating = ratings.and_then(|ratings| ratings.players.get(index).copied());
            let round_points = counted.round_points().iter().map(|round| round[index]).collect();
            let limit = limit(standing.participant);
            let estimate = ratings.and_then(|ratings| ratings.estimates.get(index).copied().flatten());
            Row { name: names[index], standing, rating, estimate, limit, round_points, scoring, places }
        };
        let (ranking, standings) = standings(counted, scoring, places, ratings);
        let rows = standings.into_iter().map(row).collect();
        Self { counted, scoring, ratings, has_places: true, ranking, rows }
    }

    /// These results of games of more than two, with points for places: by them, the participants are
    /// ranked.
    #[must_use]
    pub fn with_place_points(mut self, points: &PlacePoints) -> Self {
        for row in &mut self.rows {
            row.standing.points = row.places.map_or(0.0, |places| points.sum(places));
        }
        let standing = |row: &Row<'_>| row.standing.clone();
        let mut standings: Vec<_> = self.rows.iter().map(standing).collect();
        self.ranking = rank_by_points(&mut standings);
        for row in &mut self.rows {
            let place = standings.iter().position(|one| one.participant == row.standing.participant);
            row.standing.place = place.map_or(0, |place| standings[place].place);
        }
        self.rows.sort_by_key(|row| (row.standing.place, row.standing.participant));
        self
    }

    /// The participants, in the order of the table.
    pub fn rows(&self) -> &[Row<'a>] {
        &self.rows
    }

    /// By what the participants of a tournament are ranked.
    pub fn ranking(&self) -> Ranking {
        self.ranking
    }

    /// How games become points.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The columns for programs, in the order of CSV.
    pub fn data_columns(&self) -> Vec<&'static Column> {
        let mut columns: Vec<_> =
            COLUMNS.iter().filter(|column| column.data.is_some() && self.has_column(column)).collect();
        columns.sort_by_key(|column| column.data.map(|data| data.place));
        columns
    }

    /// The table of participants.
    pub fn table(&self) -> Table {
        let column = |column: &'static Column| {
            let heading = column.heading_by(self.scoring).filter(|_| self.has_column(column))?;
            let first = column.cell(self.rows.first()?);
            let heading = Heading::new(heading, first.column_kind());
            (!first.is_not_known_yet()).then_some((column, heading))
        };
        let (columns, headings): (Vec<&Column>, _) = COLUMNS.iter().filter_map(column).unzip();
        let cells = |row| columns.iter().map(|column| column.cell(row).text()).collect();
        Table { headings, rows: self.rows.iter().map(cells).collect() }
    }

    fn has_column(&self, column: &Column) -> bool {
        column.is_in(self.has_places, self.counted.seats())
    }

    /// What is in the crosstable: a clause, which ends before the participants.
    pub fn crosstable_title(&self) -> &'static str {
        if self.counted.seats() > PAIR { "before-level-behind of" } else { "won-drawn-lost against" }
    }

    /// The results of each participant against each other one, in the order of the standings: games
    /// won, drawn and lost, as in `4-0-1`; where more than two play together, how often it was placed
    /// before the other, level with it, and behind it. `None` for two, and for a series, in which all
    /// play together.
    pub fn crosstable(&self) -> Option<Table> {
        let against = |row: &Row<'_>, other: &Row<'_>| {
            let results = self.counted.against(row.standing.participant, other.standing.participant)?;
            Some(format!("{}-{}-{}", results.won, results.drawn, results.lost))
        };
        let names = self.rows.iter().map(|row| Heading::new(row.name, ColumnKind::Number));
        let headings = [Heading::new(self.crosstable_title(), ColumnKind::Name)].into_iter().chain(names).collect();
        let cells = |row: &Row<'_>| {
            let results = self.rows.iter().map(|other| against(row, other).unwrap_or_default());
            [row.name.to_owned()].into_iter().chain(results).collect()
        };
        (self.has_places && self.rows.len() > 2)
            .then(|| Table { headings, rows: self.rows.iter().map(cells).collect() })
    }

    /// The mean of the points of each participant in its games with each other one, where there is a
    /// crosstable: 1 for each game in which it was placed before the other, and 1/2 if they were level.
    pub fn mean_points(&self) -> Option<Table> {
        let mut table = self.crosstable()?;
        for (cells, row) in table.rows.iter_mut().zip(&self.rows) {
            for (cell, other) in cells.iter_mut().skip(1).zip(&self.rows) {
                let results = self.counted.against(row.standing.participant, other.standing.participant);
                let mean = results.map(|results| results.points() / results.games() as f64);
                *cell = mean.map_or_else(String::new, |mean| format!("{mean:.2}"));
            }
        }
        table.headings[0].text = "mean of the points against".to_owned();
        Some(table)
    }

    /// How often each participant had each kind of fault; `None` if there were none.
    pub fn fault_kinds(&self) -> Option<Table> {
        let count = |row: &Row<'_>, kind: &str| row.standing.tally.faults.get(kind).copied().unwrap_or(0);
        let occurred = |kind: &&str| self.rows.iter().any(|row| count(row, kind) > 0);
        let kinds: Vec<_> = FaultKind::ALL.map(FaultKind::name).into_iter().filter(occurred).collect();
        let headings = kinds.iter().map(|kind| Heading::new(*kind, ColumnKind::Number));
        let cells = |row: &Row<'_>| {
            let counts = kinds.iter().map(|kind| count(row, kind).to_string());
            [row.name.to_owned()].into_iter().chain(counts).collect()
        };
        (!kinds.is_empty()).then(|| Table {
            headings: [Heading::new("bot", ColumnKind::Name)].into_iter().chain(headings).collect(),
            rows: self.rows.iter().map(cells).collect(),
        })
    }

    /// The points of each round, if they are counted and there are not too many to read.
    pub fn rounds(&self) -> Option<Table> {
        let rounds = self.counted.round_points().len();
        if self.scoring != Scoring::Ucc2012 || !(2..=ROUNDS_SHOWN).contains(&rounds) {
            return None;
        }
        let numbers = (1..=rounds).map(|number| Heading::new(number.to_string(), ColumnKind::Number));
        let headings = [Heading::new("bot", ColumnKind::Name)].into_iter().chain(numbers);
        let headings = headings.chain([Heading::new("sum", ColumnKind::Number)]).collect();
        let cells = |row: &Row<'_>| {
            let points = row.round_points.iter().map(i64::to_string);
            [row.name.to_owned()].into_iter().chain(points).chain([row.points().text()]).collect()
        };
        Some(Table { headings, rows: self.rows.iter().map(cells).collect() })
    }

    /// How often the first seat won, and its advantage; `None` before the first game.
    pub fn first_seat(&self) -> Option<Statement> {
        describe_first_seat(self.counted, self.ratings)
    }

    /// The counts by which two participants are compared; `None` for any other number.
    pub fn pairs(&self) -> Option<&'a ScoreCounts> {
        match self.counted.tallies() {
            [tally] if self.rows.len() == 2 => tally.pairs(),
            _ => None,
        }
    }

    /// The first participant compared with the second; `None` for any other number.
    pub fn comparison(&self) -> Option<Comparison> {
        self.pairs().map(|pairs| Comparison::new(*pairs))
    }

    /// The remarks on how to read the numbers. `anchor` is the requested anchor of the ratings.
    pub fn remarks(&self, anchor: Anchor) -> Vec<Remark> {
        if !self.has_places {
            return Remark::of_series(self.counted);
        }
        let ranking = Remark::of_ranking(self.ranking);
        ranking.into_iter().chain(Remark::of_field(self.counted, self.ratings, anchor)).collect()
    }

    /// A sentence on the points: those of each participant of a series, in a tournament those of
    /// the first one. Without the full stop.
    pub fn points_sentence(&self) -> String {
        let points = |row: &Row<'_>| format!("{} points", row.points().text());
        match (self.has_places, self.rows.first()) {
            (true, Some(first)) => format!("{} is first: {}", first.name, points(first)),
            _ => {
                let each: Vec<_> = self.rows.iter().map(|row| format!("{}: {}", row.name, points(row))).collect();
                each.join(", ")
            }
        }
    }
}

/// How many games there are of those of a tournament, as a clause.
pub fn describe_progress(games: u64, tournament: &Tournament) -> String {
    match tournament.schedule().is_endless() {
        true => format!("{games} games"),
        false => format!("{games} of {} games", tournament.games()),
    }
}

/// The number of counted games.
pub fn counted_games(counted: &CountedGames) -> u64 {
    counted.tallies().iter().map(PairingTally::games).sum()
}

#[cfg(test)]
mod tests {
    use super::super::super::counted_games::CompleteUnit;
    use super::super::super::participant::Participant;
    use super::super::super::statistics::{FieldInterval, FieldRating};
    use super::super::super::tally::{GameDigest, GameResult, PlayedGame, SeatTime};
    use super::*;

    const NAMES: [&str; 3] = ["one", "two", "three"];

    /// A unit for each pairing of so many participants: the one that is named first wins its first
    /// game, draws the other with a fault, and has 3 and 1 points of the original competition.
    fn counted(participants: usize) -> CountedGames {
        let mut counted = CountedGames::new(participants);
        let pairs = [[0, 1], [0, 2], [1, 2]].into_iter().filter(|pair| pair[1] < participants);
        counted.add_pairings(&pairs.map(|pair| pair.map(Participant::new).to_vec()).collect::<Vec<_>>());
        let time = SeatTime { total: Duration::from_micros(9), longest: Duration::from_micros(3), of_bank: None };
        let game = |places: [u8; 2], faults, points: [i32; 2], digest| {
            let (digest, competition_points) = (GameDigest([digest; 16]), Some(points.to_vec()));
            GameResult::Played(PlayedGame {
                places: places.to_vec(),
                digest,
                faults,
                times: vec![time; 2],
                competition_points,
            })
        };
        for pairing in 0..counted.pairings().len() {
            let results =
                [game([1, 2], vec![], [3, 0], pairing as u8), game([1, 1], vec![(1, FaultKind::Timeout)], [1, 1], 9)];
            let index = pairing as u64;
            counted.add_unit(&CompleteUnit { index, round: index % 2, pairing, results: &results, failed_starts: &[] });
        }
        counted
    }

    /// The lines of a table, with its cells separated by commas.
    fn lines(table: &Table) -> Vec<String> {
        let headings = table.headings.iter().map(|heading| heading.text.clone()).collect();
        [headings].iter().chain(&table.rows).map(|row: &Vec<String>| row.join(",")).collect()
    }

    fn limit() -> Option<Duration> {
        Some(Duration::from_micros(12))
    }

    #[test]
    fn a_series_is_not_ranked() {
        let counted = counted(2);
        let table = |limit| Results::of_series(&counted, &NAMES[..2], |_| limit).table();
        assert_eq!(
            lines(&table(limit())),
            [
                "bot,won,drawn,lost,points,longest,of limit,faults",
                "one,1,1,0,1.5,3.0µs,25.0 %,1 timeout",
                "two,0,1,1,0.5,3.0µs,25.0 %,0"
            ]
        );
        assert_eq!(lines(&table(None))[0], "bot,won,drawn,lost,points,longest,faults");
    }

    /// The columns of each way of counting, and the ratings as soon as they are known.
    #[test]
    fn a_tournament_is_ranked() {
        let (counted, interval) = (counted(3), FieldInterval::Between(-12.4, 11.6));
        let ratings = FieldRatings {
            players: vec![FieldRating::Rated { value: 7.6, interval }; 3],
            ..FieldRatings::estimate(counted.field(), Anchor::Mean)
        };
        for (scoring, ratings, heading, first) in [
            (
                Scoring::Standard,
                Some(&ratings),
                "#,bot,rating,95 %,won,drawn,lost,points,longest,of limit,faults",
                "1,one,+8,-12 to +12,2,2,0,3.0,3.0µs,25.0 %,2 timeout",
            ),
            (
                Scoring::Ucc2012,
                None,
                "#,bot,won,drawn,lost,points,longest,of limit,faults",
                "1,one,2,2,0,8,3.0µs,25.0 %,2 timeout",
            ),
            (
                Scoring::Moderator,
                None,
                "#,bot,won,lost,tied,failed starts,longest,of limit,faults",
                "1,one,2,0,2,0,3.0µs,25.0 %,2 timeout",
            ),
        ] {
            let results = Results::of_field(&counted, &NAMES, |_| limit(), scoring, None, ratings);
            assert_eq!(lines(&results.table())[..2], [heading, first], "{scoring}");
        }
    }

    /// A game of three that ended in this order, and one in which the last two were level.
    fn counted_fields() -> CountedGames {
        let mut counted = CountedGames::new(3);
        counted.add_pairings(&[[0, 1, 2].map(Participant::new).to_vec()]);
        let game = |places: [u8; 3], digest| {
            let (digest, places) = (GameDigest([digest; 16]), places.to_vec());
            GameResult::Played(PlayedGame {
                places,
                digest,
                faults: Vec::new(),
                times: Vec::new(),
                competition_points: None,
            })
        };
        // By seat; in the second game, the participants have moved on by a seat.
        let results = [game([1, 2, 3], 1), game([2, 1, 2], 2), game([3, 1, 2], 3)];
        counted.add_unit(&CompleteUnit { index: 0, round: 0, pairing: 0, results: &results, failed_starts: &[] });
        counted
    }

    #[test]
    fn games_of_many_seats_are_ranked_by_places_or_points() {
        let counted = counted_fields();
        let results = || Results::of_field(&counted, &NAMES, |_| None, Scoring::Standard, None, None);
        assert_eq!(results().ranking(), Ranking::MeanPlace);
        assert_eq!(
            lines(&results().table())[..2],
            ["#,bot,mean place,first,won,drawn,lost,points,longest,faults", "1,one,1.33,66.7 %,2,0,1,2.0,0.0ns,0"]
        );
        let crosstable = results().crosstable().expect("three have met");
        assert_eq!(lines(&crosstable)[0], "before-level-behind of,one,three,two");
        let mean_points = results().mean_points().expect("three have met");
        assert_eq!(
            lines(&mean_points),
            ["mean of the points against,one,three,two", "one,,0.67,1.00", "three,0.33,,0.50", "two,0.00,0.50,"]
        );
        let by_points = results().with_place_points(&"4,2,1".parse().expect("points"));
        assert_eq!(by_points.ranking(), Ranking::Points);
        let points: Vec<_> = by_points.rows().iter().map(|row| (row.name, row.points().text())).collect();
        assert_eq!(points[0], ("one", "10.0".to_owned()));
        let keys: Vec<_> =
            results().data_columns().iter().filter_map(|column| column.data.map(|data| data.key)).collect();
        assert_eq!(keys[12..], ["estimate", "mean_place", "first_share", "places"]);
    }

    /// Programs read the columns by these names, and spreadsheets in this order.
    #[test]
    fn programs_find_columns_where_they_were() {
        let counted = counted(2);
        let keys = |results: Results<'_>| -> Vec<_> {
            results.data_columns().iter().filter_map(|column| column.data.map(|data| data.key)).collect()
        };
        let of_series = ["name", "points", "won", "drawn", "lost", "used_ns", "longest_ns", "faults"];
        assert_eq!(keys(Results::of_series(&counted, &NAMES[..2], |_| None)), of_series);
        assert_eq!(
            keys(Results::of_field(&counted, &NAMES[..2], |_| None, Scoring::Moderator, None, None)),
            [
                "place",
                "name",
                "points",
                "won",
                "drawn",
                "lost",
                "failed_starts",
                "rating",
                "used_ns",
                "longest_ns",
                "faults",
                "round_points",
                "estimate",
            ]
        );
    }

    #[test]
    fn a_crosstable_is_for_more_than_two() {
        let (of_three, of_two) = (counted(3), counted(2));
        let of = |counted, names| Results::of_field(counted, names, |_| None, Scoring::Standard, None, None);
        let results = of(&of_three, &NAMES);
        let crosstable = results.crosstable().expect("three have met");
        assert_eq!(
            lines(&crosstable),
            ["won-drawn-lost against,one,two,three", "one,,1-1-0,1-1-0", "two,0-1-1,,1-1-0", "three,0-1-1,0-1-1,"]
        );
        assert!(results.comparison().is_none());
        let mean_points = results.mean_points().expect("three have met");
        assert_eq!(lines(&mean_points)[1..3], ["one,,0.75,0.75", "two,0.25,,0.75"]);
        let faults = results.fault_kinds().expect("one has faults");
        assert_eq!(lines(&faults), ["bot,timeout", "one,2", "two,1", "three,0"]);
        let results = of(&of_two, &NAMES[..2]);
        assert!(results.crosstable().is_none() && results.comparison().is_some());
    }

    #[test]
    fn rounds_are_shown_where_they_are_counted() {
        let counted = counted(3);
        let rounds = |scoring| Results::of_field(&counted, &NAMES, |_| None, scoring, None, None).rounds();
        let table = rounds(Scoring::Ucc2012).expect("there are two rounds");
        assert_eq!(lines(&table), ["bot,1,2,sum", "one,4,4,8", "two,5,0,5", "three,1,1,2"]);
        assert_eq!(rounds(Scoring::Standard), None);
    }

    #[test]
    fn the_first_seat_and_the_points_are_sentences() {
        let counted = counted(2);
        let results = Results::of_series(&counted, &NAMES[..2], |_| None);
        assert_eq!(results.first_seat().map(|one| one.text).as_deref(), Some("wins 50.0 %, draws 50.0 %"));
        assert_eq!(results.points_sentence(), "one: 1.5 points, two: 0.5 points");
        let results = Results::of_field(&counted, &NAMES[..2], |_| None, Scoring::Standard, None, None);
        assert_eq!(results.points_sentence(), "one is first: 1.5 points");
        assert_eq!(Results::of_series(&CountedGames::new(2), &NAMES[..2], |_| None).first_seat(), None);
    }
}
