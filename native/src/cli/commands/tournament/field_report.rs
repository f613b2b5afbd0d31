//! The report at the end of a tournament: a table with ratings, the scores of each pairing, and
//! remarks. Games that do not count yet are left out of every number.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use botyard_engine::fault::printable;
use botyard_engine::tournament::drawn_rounds::DrawnRounds;
use botyard_engine::tournament::report::{
    ColumnKind, Heading, Remark, Results, Table, counted_games, describe_progress,
};
use botyard_engine::tournament::statistics::{Anchor, Comparison, FieldRatings};
use botyard_engine::tournament::{
    CountedGames, Format, GameId, JournalEntry, PAIR, PairingTally, Participant, PlacePoints, Scoring, Tournament,
    VoidReason,
};
use serde_json::{Value, json};

use super::capable_games;
use super::description::StoppedBy;
use super::drawn_rounds_text;
use super::journal_text::{journal_json, journal_lines};
use super::remarks::{RemarkWriter, void_games_json};
use crate::cli::command_error::CommandError;
use crate::cli::output::field::{self, FieldFormat};
use crate::cli::output::json::{self, nanoseconds};
use crate::cli::output::results_data::{add_own_limits, participants_csv, participants_json, rating_json};
use crate::cli::output::statistics;

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
    /// The points of places, if they rank the participants.
    pub place_points: Option<&'a PlacePoints>,
    /// The fixed point of the ratings.
    pub anchor: Anchor,
    /// How long a bot may take for an answer, if that is known.
    pub limit: Option<Duration>,
    /// The time limits that participants have for themselves.
    pub own_limits: &'a [Option<Duration>],
    /// The counted games.
    pub counted: &'a CountedGames,
    /// Why games are void.
    pub void_reasons: &'a BTreeMap<GameId, VoidReason>,
    /// What an organiser changed.
    pub journal: &'a [JournalEntry],
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
        /// The format of the tournament, if the lines have it.
        format: Option<Format>,
        /// How many of the games do not count.
        uncounted: usize,
        /// How many units are missing, if these are not the games of a whole tournament.
        missing_units: Option<u64>,
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

    fn stopped_by(&self) -> Option<StoppedBy> {
        match &self.origin {
            ReportOrigin::Played { tournament, .. } => {
                tournament.repeated_failure().map(|failure| StoppedBy::new(failure, self.names))
            }
            ReportOrigin::Imported { .. } => None,
        }
    }

    /// The rounds of a format whose pairings depend on results.
    pub fn drawn_rounds(&self) -> Option<&DrawnRounds> {
        match &self.origin {
            ReportOrigin::Played { tournament, .. } => tournament.schedule().drawn_rounds(),
            ReportOrigin::Imported { .. } => None,
        }
    }

    /// The results, with these ratings.
    pub fn results<'a>(&'a self, ratings: Option<&'a FieldRatings>) -> Results<'a> {
        let places = match &self.origin {
            ReportOrigin::Played { .. } => self.drawn_rounds().map(DrawnRounds::places),
            ReportOrigin::Imported { places, .. } => places.map(<[_]>::to_vec),
        };
        let names: Vec<_> = self.names.iter().map(String::as_str).collect();
        let limit = |participant: Participant| self.own_limits[participant.index()].or(self.limit);
        let results = Results::of_field(self.counted, &names, limit, self.scoring, places.as_deref(), ratings);
        match self.place_points {
            Some(points) => results.with_place_points(points),
            None => results,
        }
    }

    /// The ratings of all games; `None` without games.
    pub fn ratings(&self) -> Option<FieldRatings> {
        let field = self.counted.field();
        (field.games() > 0).then(|| FieldRatings::estimate_named(field, self.names, self.anchor))
    }

    /// Writes it, with its [ratings](Self::ratings).
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, out: &mut dyn Write, format: FieldFormat, ratings: Option<&FieldRatings>) -> io::Result<()> {
        let results = self.results(ratings);
        match format {
            FieldFormat::Json => writeln!(out, "{}", json::text(&self.json(&results, ratings))),
            FieldFormat::Csv => field::write_csv(out, participants_csv(&results)),
            FieldFormat::Text => {
                self.write_tables(out, &results, format)?;
                writeln!(out)?;
                statistics::write_results(out, &results, self.names)?;
                self.write_remarks(out, &results, format)
            }
            FieldFormat::Markdown => {
                self.write_tables(out, &results, format)?;
                writeln!(out, "\n{}", field::fenced(&self.statements(&results)))?;
                self.write_remarks(out, &results, format)
            }
        }
    }

    fn write_tables(&self, out: &mut dyn Write, results: &Results<'_>, format: FieldFormat) -> io::Result<()> {
        let write_table = match format {
            FieldFormat::Markdown => field::write_markdown,
            FieldFormat::Text | FieldFormat::Json | FieldFormat::Csv => field::write_text,
        };
        writeln!(out, "{}\n", self.title(format))?;
        if let ReportOrigin::Imported { missing_units: Some(units), .. } = self.origin {
            writeln!(out, "{}\n", Remark::MissingUnits(units).text(&|_| String::new()))?;
        }
        write_table(out, &results.table())?;
        if let Some(crosstable) = results.crosstable() {
            writeln!(out, "\n{}:\n", self.crosstable_title())?;
            write_table(out, &numbered(crosstable))?;
        }
        if let Some(rounds) = results.rounds() {
            writeln!(out, "\nPoints of each round:\n")?;
            write_table(out, &rounds)?;
        }
        let write_rounds = |rounds| drawn_rounds_text::write(out, rounds, self.names, self.counted, format);
        self.drawn_rounds().map_or(Ok(()), write_rounds)
    }

    /// What is in the crosstable.
    pub fn crosstable_title(&self) -> &'static str {
        match self.counted.seats() {
            ..=PAIR => "Won-drawn-lost of each row against each column",
            _ => "How often each row was placed before, level with and behind each column",
        }
    }

    /// The statements on results, which stand in columns.
    pub fn statements(&self, results: &Results<'_>) -> String {
        let mut statements = Vec::new();
        statistics::write_results(&mut statements, results, self.names).expect("a vector takes all");
        String::from_utf8_lossy(&statements).into_owned()
    }

    /// The remarks on how to read the numbers.
    pub fn remark_texts(&self, results: &Results<'_>, format: FieldFormat) -> Vec<String> {
        let (void_games, void_reasons) = (self.counted.void_games(), self.void_reasons);
        let writer = RemarkWriter { names: self.names, void_games, void_reasons, varied: self.varied, format };
        let uncounted = match self.origin {
            // The games of units of which some are missing have been told first.
            ReportOrigin::Imported { missing_units: None, uncounted: uncounted @ 1.., .. } => {
                Some(Remark::UncountedGames(uncounted))
            }
            ReportOrigin::Imported { .. } | ReportOrigin::Played { .. } => None,
        };
        let remarks = results.remarks(self.anchor).into_iter().chain(uncounted);
        remarks.map(|remark| writer.text(&remark)).collect()
    }

    /// What an organiser changed, a text for each entry.
    pub fn journal_texts(&self, format: FieldFormat) -> Vec<String> {
        journal_lines(self.journal, self.names, self.rotations(), format)
    }

    fn write_remarks(&self, out: &mut dyn Write, results: &Results<'_>, format: FieldFormat) -> io::Result<()> {
        self.remark_texts(results, format).iter().try_for_each(|remark| writeln!(out, "\n{remark}"))?;
        let journal = self.journal_texts(format);
        if !journal.is_empty() {
            let item = if format == FieldFormat::Markdown { "- " } else { "  " };
            writeln!(out, "\nJournal:{}", if format == FieldFormat::Markdown { "\n" } else { "" })?;
            journal.iter().try_for_each(|line| writeln!(out, "{item}{line}"))?;
        }
        Ok(())
    }

    fn rotations(&self) -> usize {
        match &self.origin {
            ReportOrigin::Played { tournament, .. } => tournament.schedule().rotations(),
            ReportOrigin::Imported { format, .. } => format.unwrap_or(Format::Series).rotations(self.counted.seats()),
        }
    }

    /// What was played.
    pub fn title(&self, format: FieldFormat) -> String {
        let games = counted_games(self.counted);
        let game = if self.game.is_empty() { "unknown game" } else { self.game };
        match &self.origin {
            ReportOrigin::Imported { format: of_lines, .. } => {
                let of_lines = of_lines.map_or_else(String::new, |format| format!("{}, ", format.name()));
                format!("{}: {of_lines}{games} games", format.text(game))
            }
            ReportOrigin::Played { tournament, seed } => {
                let format = tournament.schedule().format().name();
                format!("{game}: {format}, {}, seed {seed}", describe_progress(games, tournament))
            }
        }
    }

    /// The report for programs.
    pub fn json(&self, results: &Results<'_>, ratings: Option<&FieldRatings>) -> Value {
        let pairing = |(players, tally): (&Vec<Participant>, &PairingTally)| {
            json!({
                "players": players.iter().map(|player| &self.names[player.index()]).collect::<Vec<_>>(),
                "games": tally.games(),
                "results": tally.players().iter().map(|player| player.results).collect::<Vec<_>>(),
                "repeated_units": tally.repeated_units(),
                "comparison": tally.pairs().map(|pairs| statistics::comparison_json(&Comparison::new(*pairs))),
            })
        };
        let (format, seed, scheduled, is_over) = match &self.origin {
            ReportOrigin::Played { tournament, seed } => {
                let schedule = tournament.schedule();
                let scheduled = (!schedule.is_endless()).then(|| tournament.games());
                (Some(schedule.format().name()), Some(seed), scheduled, Some(tournament.is_over()))
            }
            ReportOrigin::Imported { format, .. } => (format.map(Format::name), None, None, None),
        };
        let (uncounted, missing_units) = match &self.origin {
            ReportOrigin::Played { tournament, .. } => (tournament.uncounted_games(), None),
            ReportOrigin::Imported { uncounted, missing_units, .. } => (*uncounted, *missing_units),
        };
        let mut document = json!({
            "game": self.game,
            "format": format,
            "scoring": self.scoring.name(),
            "seed": seed,
            "scheduled_games": scheduled,
            "is_over": is_over,
            "stopped_by": self.stopped_by(),
            "games": counted_games(self.counted),
            "uncounted_games": uncounted,
            "missing_units": missing_units,
            "ranked_by": results.ranking().name(),
            "limit_ns": self.limit.map(nanoseconds),
            "void_games": void_games_json(self.counted.void_games(), self.void_reasons),
            "players": participants_json(results),
            "first_seat": ratings.map(|ratings| rating_json(&ratings.first_seat)),
            "draw_ratio": ratings.and_then(|ratings| ratings.draw_ratio),
            "pairings": self.counted.pairings().iter().zip(self.counted.tallies()).map(pairing).collect::<Vec<_>>(),
            "bracket": self.drawn_rounds().map(|rounds| drawn_rounds_text::to_json(rounds, self.names)),
        });
        let tie_breaks = self.drawn_rounds().and_then(|rounds| drawn_rounds_text::tie_breaks_json(rounds, self.names));
        if let Some(tie_breaks) = tie_breaks {
            document["tie_breaks"] = tie_breaks;
        }
        if self.counted.seats() > PAIR {
            document["seats"] = json!(self.counted.seats());
            document["place_points"] = json!(self.place_points.map(PlacePoints::points));
        }
        if !self.journal.is_empty() {
            document["journal"] = journal_json(self.journal, self.names, self.rotations());
        }
        add_own_limits(&mut document, self.names, self.own_limits);
        document
    }
}

/// A crosstable with numbers as headings, because names are too long.
fn numbered(mut crosstable: Table) -> Table {
    let numbers = (1..=crosstable.rows.len()).map(|number| number.to_string());
    let texts = ["bot".to_owned()].into_iter().chain(numbers.clone());
    crosstable.headings.iter_mut().zip(texts).for_each(|(heading, text)| heading.text = text);
    crosstable.headings.insert(0, Heading::new("", ColumnKind::Number));
    crosstable.rows.iter_mut().zip(numbers).for_each(|(row, number)| row.insert(0, number));
    crosstable
}
