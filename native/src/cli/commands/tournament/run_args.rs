//! The options of a tournament, whatever its format.

use std::path::PathBuf;
use std::time::Duration;

use botyard_engine::tournament::{Format, Scoring};

use super::capable_games;
#[cfg(feature = "fleet")]
use crate::cli::args::fleet_args::FleetArgs;
use crate::cli::args::page_args::PageArgs;
use crate::cli::args::sprt_args::is_sprt_word;
use crate::cli::args::terms_args::TermsArgs;
use crate::cli::command_error::CommandError;
use crate::cli::output::field::FieldFormat;
use crate::cli::time_text::parse_long_time;

/// The most games at once: each thread keeps address space for all runs of its bots.
pub const CONCURRENCY_MAX: i64 = 96;

/// The most games of a pairing.
pub const GAMES_MAX: u64 = 100_000_000;

/// How many games a pairing has unless another number is given.
const USUAL_GAMES: u64 = 200;

/// How many games are played, how they are counted, kept and shown.
#[derive(Debug, clap::Args)]
pub struct RunArgs {
    /// How many games each pairing plays at most: rounded up to whole rotations of the seats; in a
    /// continuous tournament, how many there are of all together [default: 200; continuous: no limit]
    #[arg(long, value_name = "N", value_parser = games)]
    games: Option<u64>,
    /// Stop after this time, when the games that are being played then are over: 90m, 2h, 30s
    #[arg(long, value_name = "TIME", value_parser = parse_long_time)]
    pub stop_after: Option<Duration>,
    /// Start matches from the positions in this file
    #[arg(long, value_name = "FILE", help = positions_help())]
    pub positions: Option<PathBuf>,
    #[command(flatten)]
    pub terms: TermsArgs,
    /// How games become points
    #[arg(long, value_name = "NAME", default_value_t, help = scoring_help())]
    pub scoring: Scoring,
    /// Give this bot this rating [default: the mean of all is 0]
    #[arg(long, value_name = "BOT=ELO")]
    pub anchor: Option<String>,
    /// Stop when a sequential test of two bots decides between two Elo differences: elo0=A elo1=B
    /// [alpha=P] [beta=P]
    /// [model=normalized|logistic]
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..=5, default_missing_value = "")]
    pub sprt: Vec<String>,
    /// Exit with status 4 unless the sequential test accepts H1
    #[arg(long, requires = "sprt")]
    pub sprt_exit_code: bool,
    /// How many games to play at once [default: one for each processor that the bots of a game can
    /// keep busy]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=CONCURRENCY_MAX))]
    pub concurrency: Option<u16>,
    /// Keep the games in this file, an SQLite database [default: in a file that is removed when all
    /// are played]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Go on with what is in the store: with the same bots and options
    #[arg(long, requires = "store")]
    pub resume: bool,
    /// Go on although a bot's file has changed: its earlier games count for it
    #[arg(long, requires = "resume")]
    pub allow_changed: bool,
    /// Play on although a bot that is in all games has failed in the same way in five units in a row
    #[arg(long)]
    pub keep_going: bool,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Append a line of JSON to this file for each game, as soon as it is kept
    #[arg(long, value_name = "FILE")]
    pub jsonl: Option<PathBuf>,
    /// Write the log of each game to a file in this folder, in the format of the game's original
    /// program
    #[arg(long, value_name = "FOLDER")]
    pub log: Option<PathBuf>,
    /// Write the report into this folder: pages of HTML with charts, Markdown, CSV and JSON. With --page,
    /// every game in it is a link
    #[arg(long, value_name = "FOLDER")]
    pub report: Option<PathBuf>,
    /// Accepted only to explain that it works for single matches
    #[arg(long, value_name = "DIR", hide = true)]
    keep_files: Option<PathBuf>,
    #[cfg(feature = "fleet")]
    #[command(flatten)]
    pub fleet: FleetArgs,
    #[command(flatten)]
    pub page: PageArgs,
    /// Print no progress
    #[arg(long, short)]
    pub quiet: bool,
}

impl RunArgs {
    /// How many games each pairing plays in a tournament of this format; of an endless one, how many
    /// there are of all together. `None` if it goes on until it is stopped.
    pub fn games(&self, format: Format) -> Option<u64> {
        self.games.or_else(|| (!format.is_endless()).then_some(USUAL_GAMES))
    }

    /// The players of a command: the named ones, or otherwise those behind the numbers of the
    /// sequential test, which the parser takes for its values.
    pub fn find_players<'a>(&'a self, named: &'a [String]) -> &'a [String] {
        if named.is_empty() { &self.sprt[self.sprt_end()..] } else { named }
    }

    /// The words of the sequential test of a command with these players.
    pub fn sprt_words(&self, players: &[String]) -> &[String] {
        let (words, behind) = self.sprt.split_at(self.sprt_end());
        if behind == players { words } else { &self.sprt }
    }

    fn sprt_end(&self) -> usize {
        self.sprt.iter().position(|word| !is_sprt_word(word)).unwrap_or(self.sprt.len())
    }

    /// Refuses options that only work for single matches.
    ///
    /// # Errors
    /// Which option it is, and why.
    pub fn check(&self) -> Result<(), CommandError> {
        match self.keep_files {
            Some(_) => Err(CommandError::Usage(
                "--keep-files is for single matches, as of `botyard play`: here a game would depend on which games were \
                 played before it, and so on how many are played at once"
                    .to_owned(),
            )),
            None => Ok(()),
        }
    }

    /// Whether a fleet plays: then this computer starts no executable.
    pub fn is_played_elsewhere(&self) -> bool {
        #[cfg(feature = "fleet")]
        return self.fleet.address().is_some();
        #[cfg(not(feature = "fleet"))]
        false
    }
}

/// What stdout is for.
#[derive(Debug, clap::Args)]
pub struct OutputArgs {
    /// Print only a JSON document on stdout
    #[arg(long, group = "output")]
    json: bool,
    /// Print only the table on stdout, as CSV
    #[arg(long, group = "output")]
    csv: bool,
    /// Print only tables on stdout, as Markdown
    #[arg(long, group = "output")]
    markdown: bool,
}

impl OutputArgs {
    /// The format of the report.
    pub fn format(&self) -> FieldFormat {
        match (self.json, self.csv, self.markdown) {
            (true, ..) => FieldFormat::Json,
            (_, true, _) => FieldFormat::Csv,
            (.., true) => FieldFormat::Markdown,
            _ => FieldFormat::Text,
        }
    }
}

/// Parses a number of games. For `-1`, clap's own parser reports only that it is not a whole number
/// of at least 0.
fn games(text: &str) -> Result<u64, String> {
    let games = text.parse().ok().filter(|games| (1..=GAMES_MAX).contains(games));
    games.ok_or_else(|| format!("expected a whole number from 1 to {GAMES_MAX}"))
}

fn positions_help() -> String {
    let files = capable_games::position_files();
    format!("Start matches from the positions in this file, one for each seed in turn ({files})")
}

fn scoring_help() -> String {
    let games = capable_games::with_competition_points();
    format!(
        "How games become points: standard (1, 1/2, 0), ucc2012 (the competition of {games}) or moderator (wins, losses and \
         ties; a bot that does not start is started up to six times)"
    )
}
