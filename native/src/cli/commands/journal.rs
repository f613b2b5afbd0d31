//! `botyard journal`: what an organiser changes in a tournament while it is played, in its store.
//! Plays nothing.

use std::collections::HashSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use botyard::tournament::store::{Store, StoreError};
use botyard::tournament::store_reader::StoreReader;
use botyard_engine::fault::printable;
use botyard_engine::shell_word::shell_path;
use botyard_engine::tournament::{
    Amendments, DisqualifiedGames, GameId, JournalChange, JournalEntry, Participant, Tournament,
};
use clap::Subcommand;
use serde_json::Value;

use super::tournament::{TournamentDescription, journal_json, journal_lines, take_stored};
use crate::cli::command_error::CommandError;
use crate::cli::output::field::FieldFormat;
use crate::cli::output::json;

const EXAMPLES: &str = "\
Examples:
  botyard journal cup.sqlite                      what was changed, and when
  botyard journal cup.sqlite withdraw my-bot      it plays no more; the games that count stay
  botyard journal cup.sqlite disqualify my-bot --reason \"it reads other bots' files\"
  botyard journal cup.sqlite annul --game 17 --reason \"the power failed\"
  botyard journal cup.sqlite play-again --game 17
  botyard tournament connect-four a.wasm b.wasm late.wasm --store cup.sqlite --resume   a late bot";

const AFTER_HELP: &str = "\
The same command as before with `--store FILE --resume` plays what is left, and `botyard standings FILE` prints the table. \
No game is removed from the store.";

/// List what was changed in a tournament while it was played, or change something
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER_HELP)]
pub struct Args {
    /// A file of --store, of a tournament whose rounds are not built on each other
    file: PathBuf,
    /// Print the journal as JSON
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    change: Option<Change>,
}

/// A change of a tournament.
#[derive(Debug, Subcommand)]
enum Change {
    /// A bot plays no more: its games that count already stay
    Withdraw {
        /// The bot's name, as in the table
        bot: String,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
    /// A bot plays no more, and its games count for nobody
    Disqualify {
        /// The bot's name, as in the table
        bot: String,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: String,
        /// The games that count already stay, as lost by it: the others move up
        #[arg(long)]
        lost: bool,
    },
    /// A game does not count, and neither do the others of its unit
    Annul {
        /// The number of the game, as `botyard results` lists it
        #[arg(long, value_name = "N")]
        game: u64,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// A game is played again by --resume, also if it was annulled
    PlayAgain {
        /// The number of the game, as `botyard results` lists it
        #[arg(long, value_name = "N")]
        game: u64,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
}

/// Makes the change, and prints its line, or those of all changes.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let (description, journal, shown) = match &args.change {
        None => {
            let (store, description) = StoreReader::open(&args.file).map_err(file_error)?;
            let journal = store.journal().map_err(file_error)?;
            let shown = journal.clone();
            (read_description(&args.file, &description)?, journal, shown)
        }
        Some(change) => {
            let (mut store, described) = Store::resume(&args.file).map_err(file_error)?;
            let description = read_description(&args.file, &described)?;
            let journal = store.journal().map_err(file_error)?;
            let (change, reason) =
                StoredState { store: &store, description: &description, journal: &journal }.check(change)?;
            let journal = store.add_entries(&[change], reason, &described).map_err(file_error)?;
            let shown = journal.last().cloned().into_iter().collect();
            (description, journal, shown)
        }
    };
    let names: Vec<_> = description.players.iter().map(|player| player.name.clone()).collect();
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", json::text(&journal_json(&journal, &names, description.rotations())))?;
    } else if shown.is_empty() {
        writeln!(out, "Nothing was changed in {}.", printable(&args.file.display().to_string()))?;
    } else {
        for line in journal_lines(&shown, &names, description.rotations(), FieldFormat::Text) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(out.flush()?)
}

fn file_error(why: StoreError) -> CommandError {
    CommandError::File(printable(&why.to_string()))
}

fn read_description(path: &Path, description: &Value) -> Result<TournamentDescription, CommandError> {
    let shown = printable(&path.display().to_string());
    TournamentDescription::read(description).ok_or_else(|| CommandError::File(format!("{shown} is not a tournament")))
}

/// A tournament that is to be changed.
struct StoredState<'a> {
    store: &'a Store,
    description: &'a TournamentDescription,
    journal: &'a [JournalEntry],
}

impl StoredState<'_> {
    /// The change as the journal has it, with its reason.
    ///
    /// # Errors
    /// If it is not possible.
    fn check<'c>(&self, change: &'c Change) -> Result<(JournalChange, Option<&'c str>), CommandError> {
        if self.description.format.draws_rounds() {
            let format = self.description.format;
            return Err(CommandError::Usage(format!(
                "the format of this tournament is {format}: its rounds are built on each other, so that nothing can be changed in it"
            )));
        }
        Ok(match change {
            Change::Withdraw { bot, reason } => {
                (JournalChange::Withdraw { bot: self.find_bot(bot)?, unit: self.counted_units()? }, reason.as_deref())
            }
            Change::Disqualify { bot, reason, lost } => {
                let games = if *lost { DisqualifiedGames::Lost } else { DisqualifiedGames::Dropped };
                let (bot, unit) = (self.find_bot(bot)?, self.counted_units()?);
                (JournalChange::Disqualify { bot, unit, games }, Some(reason.as_str()))
            }
            Change::Annul { game, reason } => {
                let (game, _) = self.find_game(*game)?;
                if Amendments::new(self.journal).annulment(game).is_some() {
                    return Err(CommandError::Usage("this game is annulled already".to_owned()));
                }
                (JournalChange::Annul { game }, Some(reason.as_str()))
            }
            Change::PlayAgain { game, reason } => {
                let (game, attempts) = self.find_game(*game)?;
                (JournalChange::PlayAgain { game, attempts }, reason.as_deref())
            }
        })
    }

    fn find_bot(&self, name: &str) -> Result<Participant, CommandError> {
        let players = &self.description.players;
        let bot = players.iter().position(|player| player.name == name).map(Participant::new);
        let bot = bot.ok_or_else(|| {
            let known: Vec<_> = players.iter().map(|player| printable(&player.name)).collect();
            CommandError::Usage(format!("no bot is called `{}` (bots: {})", printable(name), known.join(", ")))
        })?;
        let is_disqualified = |entry: &JournalEntry| matches!(entry.change, JournalChange::Disqualify { bot: earlier, .. } if earlier == bot);
        match self.journal.iter().any(is_disqualified) {
            true => Err(CommandError::Usage(format!("{} is disqualified already", printable(name)))),
            false => Ok(bot),
        }
    }

    /// How many units count.
    fn counted_units(&self) -> Result<u64, CommandError> {
        let amendments = Amendments::new(self.journal);
        let mut last = 0;
        self.store.for_each_game(|report| last = last.max(report.id.unit)).map_err(file_error)?;
        let schedule = self.description.schedule_until(amendments.late(), last);
        let schedule = schedule.map_err(|why| CommandError::File(why.to_string()))?;
        let tournament = Tournament::new(schedule, None).with_starts(self.description.starts);
        let mut tournament = tournament.with_amendments(amendments);
        take_stored(|take| self.store.for_each_game(take), &mut tournament, &mut |_| {}).map_err(file_error)?;
        Ok(tournament.counted_units())
    }

    /// A game by its number, and how many attempts at it were kept.
    fn find_game(&self, number: u64) -> Result<(GameId, usize), CommandError> {
        let rotations = self.description.rotations() as u64;
        let index = number.saturating_sub(1);
        let game = GameId { unit: index / rotations, rotation: (index % rotations) as u16 };
        let (mut attempts, mut numbers) = (0, HashSet::new());
        let count = |report: botyard::tournament::GameReport| {
            attempts += usize::from(report.id == game && number > 0);
            numbers.insert(report.id);
        };
        self.store.for_each_game(count).map_err(file_error)?;
        let superseded = Amendments::new(self.journal).superseded(game);
        let list = format!("botyard results {}", shell_path(self.store.path()));
        if attempts == 0 {
            return Err(CommandError::Usage(format!(
                "game {number} was not played: {} games were, and `{list}` lists them",
                numbers.len()
            )));
        }
        if attempts == superseded {
            return Err(CommandError::Usage(format!("game {number} is to be played again already")));
        }
        Ok((game, attempts))
    }
}
