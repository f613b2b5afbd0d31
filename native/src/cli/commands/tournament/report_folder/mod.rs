//! The report of a tournament as files in a folder: pages for people, which need no script and no
//! network, and the same as Markdown, CSV and JSON. Computes no results.

mod chart;
mod markup;
mod page;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use botyard_engine::fault::printable;
use botyard_engine::tournament::GameLine;
use botyard_engine::tournament::report::{Results, Upset, find_upsets, upset_table};
use botyard_engine::tournament::statistics::{FieldRating, FieldRatings, RatingsAfter};
use serde_json::{Value, json};

use super::field_report::FieldReport;
use crate::cli::command_error::CommandError;
use crate::cli::output::field::{self, FieldFormat};
use crate::cli::output::{games_data, json, output_file, report};

/// The first page.
const INDEX: &str = "index.html";
/// How many games a page lists.
const GAMES_OF_PAGE: usize = 1_000;
/// The folder of the matches that are too long for a link.
const LONG_MATCHES: &str = "matches";
/// How many upsets are told.
const UPSETS: usize = 10;
/// In how many steps the ratings are shown.
const STEPS: usize = 40;

/// A folder for the report of a tournament.
#[derive(Debug)]
pub struct ReportFolder {
    path: PathBuf,
}

/// What the files of a folder have in common.
struct ReportData<'a> {
    report: &'a FieldReport<'a>,
    results: Results<'a>,
    progress: Vec<RatingsAfter>,
    upsets: Vec<Upset<'a>>,
    games: &'a [&'a GameLine],
    /// Where each game is shown; `None` for a game without turns, and without a page to show it.
    addresses: Vec<Option<String>>,
}

impl ReportFolder {
    /// A folder that is to be written, which is made if it does not exist.
    ///
    /// # Errors
    /// If it cannot be made, or has a page that is not a report.
    pub fn open(path: &Path) -> Result<Self, CommandError> {
        let is_report = |start: &[u8]| String::from_utf8_lossy(start).contains(page::MARK);
        output_file::guard(&path.join(INDEX), "report of a tournament", is_report)?;
        fs::create_dir_all(path).map_err(|why| CommandError::file("write", path, &why))?;
        Ok(Self { path: path.to_owned() })
    }

    /// Writes the report of a tournament with these ratings and games. Links to games lead into the page
    /// at this URL.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(
        &self,
        report: &FieldReport<'_>,
        ratings: Option<&FieldRatings>,
        games: &[&GameLine],
        page: Option<&str>,
    ) -> Result<(), CommandError> {
        let mut addresses = Vec::new();
        for game in games {
            addresses.push(self.address(report.game, game, page)?);
        }
        let rating = |name: &str| {
            let player = report.names.iter().position(|known| known == name)?;
            match ratings?.players[player] {
                FieldRating::Rated { value, .. } => Some(value),
                FieldRating::Unrated(_) => ratings?.estimates[player],
            }
        };
        let progress = FieldRatings::progress(report.counted.field(), report.names, report.anchor, STEPS);
        let upsets = find_upsets(games, rating, UPSETS);
        let data = ReportData { report, results: report.results(ratings), progress, upsets, games, addresses };
        let pages = games.len().div_ceil(GAMES_OF_PAGE);
        self.write_file(INDEX, &data.index_page(pages))?;
        for nth in 0..pages {
            self.write_file(&page::games_page_name(nth), &data.games_page(nth, pages))?;
        }
        self.write_made("report.md", |out| data.write_markdown(out, ratings))?;
        self.write_made("standings.csv", |out| report.write(out, FieldFormat::Csv, ratings))?;
        self.write_made("games.csv", |out| field::write_csv(out, games_data::games_csv(games)))?;
        self.write_file("report.json", &json::text(&data.json(ratings)))
    }

    /// Where a game is shown: in the page, or, if it is too long for a link, in a file that the page
    /// opens, which is written.
    fn address(&self, name: &str, game: &GameLine, page: Option<&str>) -> Result<Option<String>, CommandError> {
        let Some(replay) = &game.replay else { return Ok(None) };
        if !replay.starts_with('{') {
            let name = if name.is_empty() { &game.game } else { name };
            return Ok(page.map(|page| report::on_page(Some(page), &format!("#/{name}/r/{replay}"))));
        }
        let file = format!("{LONG_MATCHES}/{}.json", game.number());
        let folder = self.path.join(LONG_MATCHES);
        fs::create_dir_all(&folder).map_err(|why| CommandError::file("write", &folder, &why))?;
        self.write_file(&file, replay)?;
        Ok(Some(file))
    }

    fn write_made(&self, name: &str, make: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Result<(), CommandError> {
        let mut content = Vec::new();
        make(&mut content).expect("a vector takes all");
        self.write_file(name, &String::from_utf8_lossy(&content))
    }

    fn write_file(&self, name: &str, content: &str) -> Result<(), CommandError> {
        let path = self.path.join(name);
        fs::write(&path, content).map_err(|why| CommandError::file("write", &path, &why))
    }
}

impl ReportData<'_> {
    fn write_markdown(&self, out: &mut dyn io::Write, ratings: Option<&FieldRatings>) -> io::Result<()> {
        self.report.write(out, FieldFormat::Markdown, ratings)?;
        let upsets = (!self.upsets.is_empty()).then(|| upset_table(&self.upsets));
        let tables = [
            ("Mean of the points of each row against each column", self.results.mean_points()),
            ("Faults by kind", self.results.fault_kinds()),
            ("Games that ended against the ratings", upsets),
        ];
        for (title, table) in tables.iter().filter_map(|(title, table)| Some((title, table.as_ref()?))) {
            writeln!(out, "\n{title}:\n")?;
            field::write_markdown(out, table)?;
        }
        Ok(())
    }

    fn json(&self, ratings: Option<&FieldRatings>) -> Value {
        let mut document = self.report.json(&self.results, ratings);
        let names = self.report.names;
        let after = |after: &RatingsAfter| {
            let ratings: serde_json::Map<_, _> =
                names.iter().zip(&after.players).map(|(name, rating)| (name.clone(), json!(rating))).collect();
            json!({ "games": after.games, "ratings": ratings })
        };
        let upset = |upset: &Upset<'_>| {
            json!({
                "game": upset.game.number(),
                "winner": upset.winner,
                "loser": upset.loser,
                "difference": upset.difference,
            })
        };
        document["progress"] = self.progress.iter().map(after).collect();
        document["upsets"] = self.upsets.iter().map(upset).collect();
        document
    }

    fn title(&self) -> String {
        printable(&self.report.title(FieldFormat::Text))
    }
}
