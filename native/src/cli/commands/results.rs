//! `botyard results`: lists the games that a series or a tournament has kept, or writes them in
//! another form. Plays nothing, and opens no match.

use std::collections::HashSet;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use botyard_engine::shell_word::shell_path;
use botyard_engine::tournament::GameLine;
use botyard_engine::tournament::report::game_table;

use super::series_games::SeriesGames;
use crate::cli::args::game_choice_args::GameFilterArgs;
use crate::cli::command_error::CommandError;
use crate::cli::output::{field, games_data};

const EXAMPLES: &str = "\
Examples:
  botyard results cup.sqlite                      all games, with their numbers
  botyard results games.jsonl --lost              those that the first bot lost
  botyard results cup.sqlite --of my-bot --faults those in which my-bot had a fault
  botyard replay cup.sqlite --game 17             one of them
  botyard results cup.sqlite --jsonl > games.jsonl   the lines of a store, as --jsonl writes them";

const AFTER_HELP: &str = "\
The tables and ratings of the same games are printed by `botyard standings`.";

/// List the games of a series or a tournament that --store, --jsonl or the page wrote
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER_HELP)]
pub struct Args {
    /// A file of --store, or one with a line of JSON for each game of one tournament
    file: PathBuf,
    #[command(flatten)]
    filter: GameFilterArgs,
    /// Print the games as lines of JSON, with their turns
    #[arg(long, group = "output")]
    jsonl: bool,
    /// Print the list as CSV
    #[arg(long, group = "output")]
    csv: bool,
    /// Print the list as a table in Markdown
    #[arg(long, group = "output")]
    markdown: bool,
}

/// Prints the games in the order of the schedule.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let series = SeriesGames::read(&args.file)?;
    let games = series.filter(&args.filter.filter())?;
    if !(args.jsonl || args.csv || args.markdown) {
        let mut out = anstream::stdout().lock();
        let file = shell_path(&args.file);
        if games.is_empty() {
            return Ok(writeln!(out, "No such game: `botyard results {file}` lists all.")?);
        }
        field::write_text(&mut out, &game_table(&games))?;
        return Ok(writeln!(out, "\n`botyard replay {file} --game N` shows one of them.")?);
    }
    // What programs read has no styles that a stream for terminals would have to look for.
    let mut out = BufWriter::new(io::stdout().lock());
    match (args.jsonl, args.csv) {
        (true, _) => write_lines(&mut out, &series, &games)?,
        (_, true) => field::write_csv(&mut out, games_data::games_csv(&games))?,
        _ => field::write_markdown(&mut out, &game_table(&games))?,
    }
    Ok(out.flush()?)
}

/// Writes the lines of these games: one for each attempt at a game.
fn write_lines(out: &mut dyn Write, series: &SeriesGames, games: &[&GameLine]) -> io::Result<()> {
    let chosen: HashSet<_> = games.iter().map(|game| game.id()).collect();
    let mut lines = series.lines().iter().filter(|(_, line)| chosen.contains(&line.id()));
    lines.try_for_each(|(_, line)| writeln!(out, "{}", line.to_json()))
}
