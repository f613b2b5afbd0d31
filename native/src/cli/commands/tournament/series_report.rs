//! The report at the end of a series, as text and as JSON. Games that do not count yet are left out
//! of every number.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use botyard_engine::fault::printable;
use botyard_engine::tournament::statistics::Comparison;
use botyard_engine::tournament::{GameId, PairingTally, Remark, Tournament, VoidReason};
use serde_json::json;

use super::first_faults::FirstFaults;
use super::remarks::{RemarkWriter, void_games_json};
use crate::cli::output::field::FieldFormat;
use crate::cli::output::json::{self, nanoseconds};
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
    /// The played part of the series.
    pub tournament: &'a Tournament,
    /// Why games are void.
    pub void_reasons: &'a BTreeMap<GameId, VoidReason>,
    /// Variants of participants that always play the same, by their names on the command line.
    pub varied: &'a [String],
}

impl SeriesReport<'_> {
    /// Prints it for people.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, out: &mut dyn Write, first_faults: &FirstFaults) -> io::Result<()> {
        let tournament = self.tournament;
        let tally = &tournament.tallies()[0];
        let seats = self.names.len() as u64;
        let (counted, all) = (tally.units() * seats, tournament.schedule().games());
        writeln!(out, "{}: {counted} of {all} games, seed {}\n", self.game, self.seed)?;
        self.write_table(out, tally)?;
        writeln!(out)?;
        let firsts = tally.seats()[0];
        if firsts.games() > 0 {
            let percent = |games: u64| 100.0 * games as f64 / firsts.games() as f64;
            let statement = format!("wins {:.1} %, draws {:.1} %", percent(firsts.won), percent(firsts.drawn));
            statistics::write_statement(out, "first seat", &statement)?;
        }
        if let Some(pairs) = tally.pairs() {
            writeln!(out, "\n{} compared with {}:", printable(&self.names[0]), printable(&self.names[1]))?;
            statistics::write_comparison(out, &Comparison::new(*pairs))?;
            if let Some(rule) = tournament.stopping_rule() {
                statistics::write_sprt(out, rule, pairs)?;
            }
        }
        for remark in self.remarks() {
            writeln!(out, "\n{remark}")?;
        }
        first_faults.write(out, self.game, self.names, tournament.counted_units())
    }

    fn write_table(&self, out: &mut dyn Write, tally: &PairingTally) -> io::Result<()> {
        let names: Vec<_> = self.names.iter().map(|name| printable(name).to_string()).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).clamp(3, 40);
        writeln!(
            out,
            "{:width$}  {:>7} {:>7} {:>7} {:>8}  {:>10}  {:>8}  faults",
            "bot", "won", "drawn", "lost", "points", "longest", "of limit"
        )?;
        for (name, player) in names.iter().zip(tally.players()) {
            let results = player.results;
            let shown: String = name.chars().take(width).collect();
            let faults: Vec<_> = player.faults.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
            let faults = if faults.is_empty() { "0".to_owned() } else { faults.join(", ") };
            writeln!(
                out,
                "{shown:width$}  {:>7} {:>7} {:>7} {:>8.1}  {:>10}  {:>8}  {faults}",
                results.won,
                results.drawn,
                results.lost,
                results.points(),
                format!("{:.1?}", player.time.longest),
                player.time.share_text(self.limit),
            )?;
        }
        Ok(())
    }

    /// Prints it for programs.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let tournament = self.tournament;
        let tally = &tournament.tallies()[0];
        let player = |index: usize| {
            let counted = &tally.players()[index];
            json!({
                "name": self.names[index],
                "won": counted.results.won,
                "drawn": counted.results.drawn,
                "lost": counted.results.lost,
                "points": counted.results.points(),
                "faults": counted.faults,
                "used_ns": nanoseconds(counted.time.total),
                "longest_ns": nanoseconds(counted.time.longest),
            })
        };
        let document = json!({
            "game": self.game,
            "seed": self.seed,
            "games": tally.units() * self.names.len() as u64,
            "scheduled_games": tournament.schedule().games(),
            "is_over": tournament.is_over(),
            "repeated_units": tally.repeated_units(),
            "limit_ns": nanoseconds(self.limit),
            "void_games": void_games_json(tournament.void_games(), self.void_reasons),
            "seats": tally.seats(),
            "players": (0..self.names.len()).map(player).collect::<Vec<_>>(),
            "comparison": tally.pairs().map(|pairs| statistics::comparison_json(&Comparison::new(*pairs))),
            "sprt": tournament.stopping_rule().zip(tally.pairs()).map(|(rule, pairs)| statistics::sprt_json(rule, pairs)),
        });
        writeln!(out, "{}", json::text(&document))
    }

    /// The remarks that a reader of the numbers needs.
    fn remarks(&self) -> Vec<String> {
        let (void_games, void_reasons) = (self.tournament.void_games(), self.void_reasons);
        let (varied, format) = (self.varied, FieldFormat::Text);
        let writer = RemarkWriter { names: self.names, void_games, void_reasons, varied, format };
        Remark::of_series(self.tournament.counted()).iter().map(|remark| writer.text(remark)).collect()
    }
}
