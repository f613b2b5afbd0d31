//! The report at the end of a series, as text and as JSON. Games that do not count yet are left out
//! of every number.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use botyard_engine::tournament::report::{Results, counted_games};
use botyard_engine::tournament::statistics::Anchor;
use botyard_engine::tournament::{GameId, Participant, Tournament, VoidReason};
use serde_json::json;

use super::description::StoppedBy;
use super::first_faults::FirstFaults;
use super::remarks::{RemarkWriter, void_games_json};
use crate::cli::output::field::{self, FieldFormat};
use crate::cli::output::json::{self, nanoseconds};
use crate::cli::output::results_data::{add_own_limits, participants_json};
use crate::cli::output::statistics;

/// The report of a series of one pairing.
pub struct SeriesReport<'a> {
    /// The game's name in the catalogue.
    pub game: &'a str,
    /// The bots.
    pub names: &'a [String],
    /// The seed of the series.
    pub seed: u64,
    /// How long a bot may take for an answer.
    pub limit: Duration,
    /// The time limits that bots have for themselves.
    pub own_limits: &'a [Option<Duration>],
    /// The played part of the series.
    pub tournament: &'a Tournament,
    /// Why games are void.
    pub void_reasons: &'a BTreeMap<GameId, VoidReason>,
    /// Variants of participants that always play the same, by their names on the command line.
    pub varied: &'a [String],
}

impl SeriesReport<'_> {
    fn results(&self) -> Results<'_> {
        let names: Vec<_> = self.names.iter().map(String::as_str).collect();
        let limit = |bot: Participant| self.own_limits[bot.index()].or(Some(self.limit));
        Results::of_series(self.tournament.counted(), &names, limit)
    }

    /// Prints it for people.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, out: &mut dyn Write, first_faults: &FirstFaults) -> io::Result<()> {
        let (tournament, results) = (self.tournament, self.results());
        let (counted, all) = (counted_games(tournament.counted()), tournament.schedule().games());
        writeln!(out, "{}: {counted} of {all} games, seed {}\n", self.game, self.seed)?;
        field::write_text(out, &results.table())?;
        writeln!(out)?;
        statistics::write_results(out, &results, self.names)?;
        if let Some((rule, pairs)) = tournament.stopping_rule().zip(results.pairs()) {
            statistics::write_sprt(out, rule, pairs)?;
        }
        let (void_games, void_reasons) = (tournament.void_games(), self.void_reasons);
        let (varied, format) = (self.varied, FieldFormat::Text);
        let writer = RemarkWriter { names: self.names, void_games, void_reasons, varied, format };
        for remark in results.remarks(Anchor::Mean) {
            writeln!(out, "\n{}", writer.text(&remark))?;
        }
        first_faults.write(out, self.game, self.names, tournament.counted_units())
    }

    /// Prints it for programs.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let (tournament, results) = (self.tournament, self.results());
        let tally = &tournament.tallies()[0];
        let mut document = json!({
            "game": self.game,
            "seed": self.seed,
            "games": counted_games(tournament.counted()),
            "scheduled_games": tournament.schedule().games(),
            "is_over": tournament.is_over(),
            "stopped_by": tournament.repeated_failure().map(|failure| StoppedBy::new(failure, self.names)),
            "repeated_units": tally.repeated_units(),
            "limit_ns": nanoseconds(self.limit),
            "void_games": void_games_json(tournament.void_games(), self.void_reasons),
            "seats": tally.seats(),
            "players": participants_json(&results),
            "comparison": results.comparison().as_ref().map(statistics::comparison_json),
            "sprt": tournament.stopping_rule().zip(results.pairs()).map(|(rule, pairs)| statistics::sprt_json(rule, pairs)),
        });
        add_own_limits(&mut document, self.names, self.own_limits);
        writeln!(out, "{}", json::text(&document))
    }
}
