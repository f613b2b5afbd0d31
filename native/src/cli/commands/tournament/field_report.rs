//! The report at the end of a tournament: a table with ratings, the scores of each pairing, and
//! remarks. Games that do not count yet are left out of every number.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use botyard_engine::fault::{FaultKind, printable};
use botyard_engine::tournament::knockout::Bracket;
use botyard_engine::tournament::statistics::{Anchor, Comparison, FieldRating, FieldRatings};
use botyard_engine::tournament::{
    CountedGames, Format, GameId, PairingTally, Participant, Remark, Scoring, Standing, Tournament, VoidReason,
    standings,
};
use serde_json::{Value, json};

use super::bracket_text;
use super::capable_games;
use super::remarks::{RemarkWriter, void_games_json};
use crate::cli::command_error::CommandError;
use crate::cli::output::field::{self, Alignment, FieldFormat, TextTable, rating_json};
use crate::cli::output::json::{self, nanoseconds};
use crate::cli::output::statistics;

/// The points of at most this many rounds are shown one by one.
const ROUNDS_SHOWN: usize = 12;

/// The highest rating that a bot can be given: ratings have a few digits.
const ANCHOR_MAX: f64 = 100_000.0;

/// The report of a tournament.
pub struct FieldReport<'a> {
    /// The game's name in the catalogue; empty if it is unknown.
    pub game: &'a str,
    /// The participants.
    pub names: &'a [String],
    /// How games become points.
    pub scoring: Scoring,
    /// The fixed point of the ratings.
    pub anchor: Anchor,
    /// How long a bot may take for an answer, if that is known.
    pub limit: Option<Duration>,
    /// The counted games.
    pub counted: &'a CountedGames,
    /// Why games are void.
    pub void_reasons: &'a BTreeMap<GameId, VoidReason>,
    /// Where the games come from.
    pub origin: ReportOrigin<'a>,
    /// Variants of participants that always play the same, by their names on the command line.
    pub varied: &'a [String],
}

/// Where the games of a report come from.
pub enum ReportOrigin<'a> {
    /// They were played by this program.
    Played {
        /// The tournament.
        tournament: &'a Tournament,
        /// Its seed.
        seed: u64,
    },
    /// They were read from lines.
    Imported {
        /// How many of the games do not count.
        uncounted: usize,
        /// The place of each participant that is out of a knockout.
        places: Option<&'a [Option<usize>]>,
    },
}

impl FieldReport<'_> {
    /// Reads `BOT=ELO`.
    ///
    /// # Errors
    /// If there is no such bot, or no number.
    pub fn parse_anchor(text: Option<&str>, names: &[String]) -> Result<Anchor, CommandError> {
        let Some(text) = text else { return Ok(Anchor::Mean) };
        let usage = |why: String| CommandError::Usage(format!("invalid --anchor: {why}"));
        let parts = text.rsplit_once('=');
        let parsed = parts.and_then(|(name, elo)| Some((name, elo.parse::<f64>().ok()?)));
        let (name, rating) =
            parsed.ok_or_else(|| usage("expected a bot and a number, such as random=1000".to_owned()))?;
        // `NaN` is in no range, and is refused too.
        if !(-ANCHOR_MAX..=ANCHOR_MAX).contains(&rating) {
            return Err(usage(format!("{rating:e} is not between -{ANCHOR_MAX} and {ANCHOR_MAX}")));
        }
        let player = names.iter().position(|known| known == name);
        let player = player.ok_or_else(|| {
            let known: Vec<_> = names.iter().map(|name| printable(name)).collect();
            usage(format!("no bot is called `{}` (bots: {})", printable(name), known.join(", ")))
        })?;
        Ok(Anchor::Player { player, rating })
    }

    /// Refuses a scoring that does not fit the games.
    ///
    /// # Errors
    /// Why these games cannot be counted in this way.
    pub fn check_scoring(&self) -> Result<(), CommandError> {
        if self.scoring == Scoring::Ucc2012 && self.counted.round_points().is_empty() && self.counted.units() > 0 {
            let games = capable_games::with_competition_points();
            return Err(CommandError::Usage(format!(
                "--scoring ucc2012 counts games of {games}, and these have no such points"
            )));
        }
        Ok(())
    }

    fn bracket(&self) -> Option<&Bracket> {
        match &self.origin {
            ReportOrigin::Played { tournament, .. } => tournament.schedule().bracket(),
            ReportOrigin::Imported { .. } => None,
        }
    }

    fn standings(&self) -> Vec<Standing> {
        let places = match &self.origin {
            ReportOrigin::Played { .. } => self.bracket().map(|bracket| bracket.places(self.names.len())),
            ReportOrigin::Imported { places, .. } => places.map(<[_]>::to_vec),
        };
        standings(self.counted, self.scoring, places.as_deref())
    }

    fn ratings(&self) -> Option<FieldRatings> {
        (self.counted.field().games() > 0).then(|| FieldRatings::estimate(self.counted.field(), self.anchor))
    }

    /// Writes it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, out: &mut dyn Write, format: FieldFormat) -> io::Result<()> {
        let (standings, ratings) = (self.standings(), self.ratings());
        match format {
            FieldFormat::Json => writeln!(out, "{}", json::text(&self.json(&standings, ratings.as_ref()))),
            FieldFormat::Csv => self.csv(&standings, ratings.as_ref()).write_csv(out),
            FieldFormat::Text => {
                self.write_tables(out, &standings, ratings.as_ref(), format)?;
                writeln!(out)?;
                self.write_statements(out, ratings.as_ref())?;
                self.write_remarks(out, ratings.as_ref(), format)
            }
            FieldFormat::Markdown => {
                self.write_tables(out, &standings, ratings.as_ref(), format)?;
                // Statements stand in columns.
                let mut statements = Vec::new();
                self.write_statements(&mut statements, ratings.as_ref())?;
                writeln!(out, "\n{}", field::fenced(&String::from_utf8_lossy(&statements)))?;
                self.write_remarks(out, ratings.as_ref(), format)
            }
        }
    }

    fn write_tables(
        &self,
        out: &mut dyn Write,
        standings: &[Standing],
        ratings: Option<&FieldRatings>,
        format: FieldFormat,
    ) -> io::Result<()> {
        let write_table = |table: &TextTable, out: &mut dyn Write| match format {
            FieldFormat::Markdown => table.write_markdown(out),
            FieldFormat::Text | FieldFormat::Json | FieldFormat::Csv => table.write_text(out),
        };
        writeln!(out, "{}\n", self.title(format))?;
        write_table(&self.table(standings, ratings), out)?;
        if self.names.len() > 2 {
            writeln!(out, "\nWon-drawn-lost of each row against each column:\n")?;
            write_table(&self.crosstable(standings), out)?;
        }
        if self.scoring == Scoring::Ucc2012 && (2..=ROUNDS_SHOWN).contains(&self.counted.round_points().len()) {
            writeln!(out, "\nPoints of each round:\n")?;
            write_table(&self.round_table(standings), out)?;
        }
        self.bracket().map_or(Ok(()), |bracket| bracket_text::write(out, bracket, self.names, self.counted, format))
    }

    fn write_remarks(
        &self,
        out: &mut dyn Write,
        ratings: Option<&FieldRatings>,
        format: FieldFormat,
    ) -> io::Result<()> {
        self.remarks(ratings, format).iter().try_for_each(|remark| writeln!(out, "\n{remark}"))
    }

    fn title(&self, format: FieldFormat) -> String {
        let games: u64 = self.counted.tallies().iter().map(|tally| tally.units() * tally.players().len() as u64).sum();
        let game = if self.game.is_empty() { "unknown game" } else { self.game };
        match &self.origin {
            ReportOrigin::Imported { .. } => format!("{}: {games} games", format.text(game)),
            ReportOrigin::Played { tournament, seed } => {
                let (format, all) = (format_name(tournament.schedule().format()), tournament.schedule().games());
                format!("{game}: {format}, {games} of {all} games, seed {seed}")
            }
        }
    }

    fn name(&self, participant: Participant) -> String {
        printable(&self.names[participant.index()]).to_string()
    }

    fn table(&self, standings: &[Standing], ratings: Option<&FieldRatings>) -> TextTable {
        let mut headings = vec![("#", Alignment::Right), ("bot", Alignment::Left)];
        if ratings.is_some() {
            headings.extend([("rating", Alignment::Right), ("95 %", Alignment::Left)]);
        }
        headings.extend(
            match self.scoring {
                Scoring::Standard | Scoring::Ucc2012 => ["won", "drawn", "lost", "points"],
                Scoring::Moderator => ["won", "lost", "tied", "failed starts"],
            }
            .map(|heading| (heading, Alignment::Right)),
        );
        headings.push(("longest", Alignment::Right));
        if self.limit.is_some() {
            headings.push(("of limit", Alignment::Right));
        }
        headings.push(("faults", Alignment::Left));
        let mut table = TextTable::new(headings);
        for standing in standings {
            let mut row = vec![standing.place.to_string(), self.name(standing.participant)];
            if let Some(ratings) = ratings {
                let rating = &ratings.players[standing.participant.index()];
                row.extend([rating.value_text(), rating.interval_text()]);
            }
            let results = standing.tally.results;
            row.extend(match self.scoring {
                Scoring::Moderator => {
                    [results.won, results.lost, results.drawn, standing.failed_starts].map(|count| count.to_string())
                }
                Scoring::Standard | Scoring::Ucc2012 => {
                    let [won, drawn, lost] = [results.won, results.drawn, results.lost].map(|count| count.to_string());
                    [won, drawn, lost, self.points_text(standing.points)]
                }
            });
            let longest = standing.tally.time.longest;
            row.push(format!("{longest:.1?}"));
            if let Some(limit) = self.limit {
                row.push(standing.tally.time.share_text(limit));
            }
            let faults: Vec<_> = standing.tally.faults.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
            row.push(if faults.is_empty() { "0".to_owned() } else { faults.join(", ") });
            table.add_row(row);
        }
        table
    }

    fn points_text(&self, points: f64) -> String {
        match self.scoring {
            Scoring::Standard => format!("{points:.1}"),
            Scoring::Ucc2012 | Scoring::Moderator => format!("{points:.0}"),
        }
    }

    fn crosstable(&self, standings: &[Standing]) -> TextTable {
        let numbers = (1..=standings.len()).map(|number| (number.to_string(), Alignment::Right));
        let first = [(String::new(), Alignment::Right), ("bot".to_owned(), Alignment::Left)];
        let mut table = TextTable::new(first.into_iter().chain(numbers));
        for (number, standing) in (1..).zip(standings) {
            let mut row = vec![number.to_string(), self.name(standing.participant)];
            row.extend(standings.iter().map(|other| {
                let against = self.counted.against(standing.participant, other.participant);
                let results = against.map(|tally| tally.results).filter(|results| results.games() > 0);
                results
                    .map_or_else(String::new, |results| format!("{}-{}-{}", results.won, results.drawn, results.lost))
            }));
            table.add_row(row);
        }
        table
    }

    fn round_table(&self, standings: &[Standing]) -> TextTable {
        let rounds = self.counted.round_points();
        let numbers = (1..=rounds.len()).map(|number| (number.to_string(), Alignment::Right));
        let headings = [("bot".to_owned(), Alignment::Left)].into_iter().chain(numbers);
        let mut table = TextTable::new(headings.chain([("sum".to_owned(), Alignment::Right)]));
        for standing in standings {
            let mut row = vec![self.name(standing.participant)];
            row.extend(rounds.iter().map(|round| round[standing.participant.index()].to_string()));
            row.push(self.points_text(standing.points));
            table.add_row(row);
        }
        table
    }

    fn write_statements(&self, out: &mut dyn Write, ratings: Option<&FieldRatings>) -> io::Result<()> {
        let seats = || self.counted.tallies().iter().map(|tally| tally.seats()[0]);
        let (games, won) = (seats().map(|seat| seat.games()).sum::<u64>(), seats().map(|seat| seat.won).sum::<u64>());
        let drawn = seats().map(|seat| seat.drawn).sum::<u64>();
        if games > 0 {
            let percent = |count: u64| 100.0 * count as f64 / games as f64;
            let worth = ratings.map(|ratings| &ratings.first_seat);
            let worth = worth.filter(|rating| matches!(rating, FieldRating::Rated { .. }));
            let worth =
                worth.map(|rating| format!(", worth {} (95 %: {})", rating.value_text(), rating.interval_text()));
            let statement =
                format!("wins {:.1} %, draws {:.1} %{}", percent(won), percent(drawn), worth.unwrap_or_default());
            statistics::write_statement(out, "first seat", &statement)?;
        }
        if let ([tally], [first, second]) = (self.counted.tallies(), self.names)
            && let Some(pairs) = tally.pairs()
        {
            writeln!(out, "\n{} compared with {}:", printable(first), printable(second))?;
            statistics::write_comparison(out, &Comparison::new(*pairs))?;
        }
        Ok(())
    }

    /// The remarks that a reader of the numbers needs.
    fn remarks(&self, ratings: Option<&FieldRatings>, format: FieldFormat) -> Vec<String> {
        let (void_games, void_reasons) = (self.counted.void_games(), self.void_reasons);
        let writer = RemarkWriter { names: self.names, void_games, void_reasons, varied: self.varied, format };
        let remarks = Remark::of_field(self.counted, ratings, self.anchor);
        let mut remarks: Vec<_> = remarks.iter().map(|remark| writer.text(remark)).collect();
        if let ReportOrigin::Imported { uncounted: uncounted @ 1.., .. } = self.origin {
            remarks.push(format!(
                "{uncounted} games do not count: they are of the first unit that is incomplete, or behind it."
            ));
        }
        remarks
    }

    fn csv(&self, standings: &[Standing], ratings: Option<&FieldRatings>) -> TextTable {
        let plain = |heading: &str| (heading.to_owned(), Alignment::Left);
        let mut headings: Vec<_> = [
            "place",
            "bot",
            "points",
            "won",
            "drawn",
            "lost",
            "failed_starts",
            "rating",
            "rating_low",
            "rating_high",
            "used_ns",
            "longest_ns",
        ]
        .map(plain)
        .into();
        headings.extend(FaultKind::ALL.map(|kind| plain(kind.name())));
        let rounds = if self.scoring == Scoring::Ucc2012 { self.counted.round_points() } else { &[] };
        headings.extend((1..=rounds.len()).map(|number| plain(&format!("round_{number}"))));
        let mut table = TextTable::new(headings);
        for standing in standings {
            let index = standing.participant.index();
            let results = standing.tally.results;
            let rating = ratings.map_or(Value::Null, |ratings| rating_json(&ratings.players[index]));
            let number = |key: &str| rating[key].as_f64().map_or_else(String::new, |number| format!("{number:.2}"));
            let mut row =
                vec![standing.place.to_string(), self.name(standing.participant), standing.points.to_string()];
            row.extend(
                [results.won, results.drawn, results.lost, standing.failed_starts].map(|count| count.to_string()),
            );
            row.extend(["value", "low", "high"].map(number));
            row.extend(
                [standing.tally.time.total, standing.tally.time.longest].map(|time| nanoseconds(time).to_string()),
            );
            row.extend(
                FaultKind::ALL
                    .map(|kind| standing.tally.faults.get(kind.name()).copied().unwrap_or_default().to_string()),
            );
            row.extend(rounds.iter().map(|round| round[index].to_string()));
            table.add_row(row);
        }
        table
    }

    fn json(&self, standings: &[Standing], ratings: Option<&FieldRatings>) -> Value {
        let rounds = self.counted.round_points();
        let player = |standing: &Standing| {
            let index = standing.participant.index();
            let results = standing.tally.results;
            json!({
                "name": self.names[index],
                "place": standing.place,
                "points": standing.points,
                "won": results.won,
                "drawn": results.drawn,
                "lost": results.lost,
                "failed_starts": standing.failed_starts,
                "rating": ratings.map(|ratings| rating_json(&ratings.players[index])),
                "faults": standing.tally.faults,
                "used_ns": nanoseconds(standing.tally.time.total),
                "longest_ns": nanoseconds(standing.tally.time.longest),
                "round_points": rounds.iter().map(|round| round[index]).collect::<Vec<_>>(),
            })
        };
        let pairing = |(players, tally): (&Vec<Participant>, &PairingTally)| {
            json!({
                "players": players.iter().map(|player| &self.names[player.index()]).collect::<Vec<_>>(),
                "games": tally.units() * players.len() as u64,
                "results": tally.players().iter().map(|player| player.results).collect::<Vec<_>>(),
                "repeated_units": tally.repeated_units(),
                "comparison": tally.pairs().map(|pairs| statistics::comparison_json(&Comparison::new(*pairs))),
            })
        };
        let (format, seed, scheduled, is_over) = match &self.origin {
            ReportOrigin::Played { tournament, seed } => {
                let schedule = tournament.schedule();
                (Some(format_name(schedule.format())), Some(seed), Some(schedule.games()), Some(tournament.is_over()))
            }
            ReportOrigin::Imported { .. } => (None, None, None, None),
        };
        json!({
            "game": self.game,
            "format": format,
            "scoring": self.scoring.name(),
            "seed": seed,
            "scheduled_games": scheduled,
            "is_over": is_over,
            "games": self.counted.tallies().iter().map(|tally| tally.units() * tally.players().len() as u64).sum::<u64>(),
            "limit_ns": self.limit.map(nanoseconds),
            "void_games": void_games_json(self.counted.void_games(), self.void_reasons),
            "players": standings.iter().map(player).collect::<Vec<_>>(),
            "first_seat": ratings.map(|ratings| rating_json(&ratings.first_seat)),
            "draw_ratio": ratings.and_then(|ratings| ratings.draw_ratio),
            "pairings": self.counted.pairings().iter().zip(self.counted.tallies()).map(pairing).collect::<Vec<_>>(),
            "bracket": self.bracket().map(|bracket| bracket_text::to_json(bracket, self.names)),
        })
    }
}

fn format_name(format: Format) -> &'static str {
    match format {
        Format::Series => "series",
        Format::RoundRobin => "round-robin",
        Format::Gauntlet => "gauntlet",
        Format::Knockout => "knockout",
    }
}
