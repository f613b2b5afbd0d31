//! The games that a series or a tournament has kept, in a store or as lines of `--jsonl` or of the
//! page. Opens the matches that are asked for, and no others.

use std::path::{Path, PathBuf};
use std::time::Duration;

use botyard::input;
use botyard::tournament::store::StoreError;
use botyard::tournament::store_reader::StoreReader;
use botyard::tournament::{LineContext, hash_identity};
use botyard_engine::anymatch::MatchSpec;
use botyard_engine::catalog;
use botyard_engine::fault::printable;
use botyard_engine::replay::MatchTerms;
use botyard_engine::shell_word::shell_path;
use botyard_engine::tournament::{
    Amendments, GameFilter, GameFilterError, GameLine, GameList, JournalEntry, Tournament,
};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::false_lines::describe_false_lines;
use super::tournament::{AttemptFilter, TournamentDescription, take_stored};
use crate::cli::args::game_choice_args::GameChoiceArgs;
use crate::cli::command_error::CommandError;
use crate::cli::games::checked_replay;
use crate::cli::output::recorded_match::RecordedMatch;
use crate::cli::output::report::counted;

/// The most numbers of games that an error lists.
const NUMBERS_MAX: usize = 8;

/// The games of a series or a tournament, each in a line, with the number of the line.
pub struct SeriesGames {
    lines: Vec<(usize, GameLine)>,
    list: GameList,
    changes: Option<JournalOfNames>,
    drawn: Option<Box<DrawnTournament>>,
    path: PathBuf,
    /// The file, as text for a terminal.
    source: String,
}

/// The journal of a store, and the names of the bots that it counts.
pub struct JournalOfNames {
    /// The entries.
    pub journal: Vec<JournalEntry>,
    /// The bots' names.
    pub names: Vec<String>,
}

/// A tournament whose rounds were drawn by results.
pub struct DrawnTournament {
    /// The tournament, with its games.
    pub tournament: Tournament,
    /// The bots' names.
    pub names: Vec<String>,
    /// Its seed.
    pub seed: u64,
}

/// A match of a series.
pub struct SeriesMatch {
    /// The match.
    pub record: Box<dyn RecordedMatch>,
    /// The time limits of an answer, if they were not the game's and the record does not contain
    /// them.
    pub limits: MatchTerms,
}

impl SeriesGames {
    /// Whether a text has a line for each game, of which the first or the second looks like one.
    pub fn is_text_of_lines(text: &str) -> bool {
        let mut first = text.lines().filter(|line| !line.trim().is_empty()).take(2);
        first.any(|line| serde_json::from_str::<LineKeys>(line).is_ok())
    }

    /// Reads a store, whose games have checksums, or a file of lines, whose results must be those of
    /// their replays.
    ///
    /// # Errors
    /// If it is neither, cannot be read, or was changed.
    pub fn read(path: &Path) -> Result<Self, CommandError> {
        if StoreReader::is_database(path) {
            return Self::read_store(path);
        }
        let text = input::read_text(path, input::RECORD).map_err(|why| CommandError::file("read", path, &why))?;
        let source = printable(&path.display().to_string());
        let invalid = |why: &str| CommandError::File(format!("{source}: {}", printable(why)));
        let why = match Self::of_text(&text, path) {
            Ok(games) => match describe_false_lines(&games.lines) {
                None => return Ok(games),
                Some(why) => why,
            },
            Err(_) if is_one_document(&text) => {
                "not the store of a tournament, and not a line for each game, as `--jsonl FILE` of `series` and \
                 `tournament` writes"
                    .to_owned()
            }
            Err(why) => why,
        };
        Err(invalid(&why))
    }

    /// The games of the text of this file, which has a line for each.
    ///
    /// # Errors
    /// A line that is not a game, or does not fit the others.
    pub fn of_text(text: &str, path: &Path) -> Result<Self, String> {
        let lines = GameLine::read_lines(text).map_err(|why| why.to_string())?;
        Self::new(lines, path)
    }

    /// Reads a store, into which another program may be playing.
    ///
    /// # Errors
    /// If it cannot be read, or is not a tournament's.
    pub fn read_store(path: &Path) -> Result<Self, CommandError> {
        let failed = |why: StoreError| CommandError::File(printable(&why.to_string()));
        let source = printable(&path.display().to_string());
        let invalid = |why: &str| CommandError::File(format!("{source}: {}", printable(why)));
        let (store, description) = StoreReader::open(path).map_err(failed)?;
        let description = TournamentDescription::read(&description)
            .ok_or_else(|| invalid("its description is not a tournament's"))?;
        let names: Vec<_> = description.players.iter().map(|player| player.name.clone()).collect();
        let TournamentDescription { game, format, terms, .. } = &description;
        let journal = store.journal().map_err(failed)?;
        let amendments = Amendments::new(&journal);
        let mut attempts = AttemptFilter::new(&amendments);
        let context = LineContext { game, format: *format, names: &names, limit: description.limit(), terms };
        let mut lines = Vec::new();
        let mut stray = false;
        let read = store.for_each_game(|report| {
            if report.seats.iter().any(|participant| participant.index() >= names.len()) {
                stray = true;
                return;
            }
            if !attempts.takes(report.id) {
                return;
            }
            let mut line = report.to_line(&context);
            if !store.has_current_digests() {
                line.digest_version = 1;
            }
            lines.push((lines.len() + 1, line));
        });
        read.map_err(failed)?;
        match (stray, lines.is_empty()) {
            (true, _) => Err(invalid("a game has a bot that is not in the tournament")),
            (_, true) => Err(invalid("no game has been played")),
            _ => {
                let games = Self::new(lines, path).map_err(|why| invalid(&why))?;
                // Places and byes follow from the rounds, which lines alone do not have.
                let drawn = description.drawn_tournament(games.last_unit());
                let drawn = drawn.map(|mut tournament| {
                    take_stored(|take| store.for_each_game(take), &mut tournament, &mut |_| {})?;
                    Ok(Box::new(DrawnTournament { tournament, names: names.clone(), seed: description.seed }))
                });
                let drawn = drawn.transpose().map_err(failed)?;
                let changes = (!journal.is_empty()).then_some(JournalOfNames { journal, names });
                Ok(Self { changes, drawn, ..games })
            }
        }
    }

    fn new(mut lines: Vec<(usize, GameLine)>, path: &Path) -> Result<Self, String> {
        lines.iter_mut().for_each(|(_, line)| line.renew_digest(hash_identity));
        let list = GameList::new(&lines).map_err(|why| why.to_string())?;
        let source = printable(&path.display().to_string());
        Ok(Self { lines, list, changes: None, drawn: None, path: path.to_owned(), source })
    }

    /// The last unit that has a game.
    fn last_unit(&self) -> u64 {
        self.lines.iter().map(|(_, line)| line.unit).max().unwrap_or(0)
    }

    /// What an organiser changed, if these are the games of a store.
    pub fn changes(&self) -> Option<&JournalOfNames> {
        self.changes.as_ref()
    }

    /// The tournament, if these are the games of a store in which rounds were drawn by results.
    pub fn drawn(&self) -> Option<&DrawnTournament> {
        self.drawn.as_deref()
    }

    /// All lines: one for each attempt at a game.
    pub fn lines(&self) -> &[(usize, GameLine)] {
        &self.lines
    }

    /// The games that the filter takes, in the order of the schedule; there may be none.
    ///
    /// # Errors
    /// If the filter names a bot that is not in the tournament.
    pub fn filter(&self, filter: &GameFilter) -> Result<Vec<&GameLine>, CommandError> {
        let unknown = |why: &GameFilterError| format!("{}: {}", self.source, printable(&why.to_string()));
        self.list.choose(filter).map_err(|why| CommandError::Usage(unknown(&why)))
    }

    /// The games that the filter takes, in the order of the schedule.
    ///
    /// # Errors
    /// If there are none, or the filter names a bot that is not in the tournament.
    pub fn choose(&self, filter: &GameFilter) -> Result<Vec<&GameLine>, CommandError> {
        let source = &self.source;
        let chosen = self.filter(filter)?;
        if chosen.is_empty() {
            let sought = match filter.number {
                Some(number) if (GameFilter { number: None, ..filter.clone() }).takes_all() => format!("game {number}"),
                _ => "such game".to_owned(),
            };
            let list = format!("botyard results {}", shell_path(&self.path));
            return Err(CommandError::Usage(format!("{source} has no {sought}: `{list}` lists those that it has")));
        }
        Ok(chosen)
    }

    /// The only game that is chosen.
    ///
    /// # Errors
    /// If there are several, or none, or its match has not been kept.
    pub fn open_one(&self, choice: &GameChoiceArgs) -> Result<SeriesMatch, CommandError> {
        match self.choose(&choice.filter())?[..] {
            [game] => self.open(game),
            ref several => Err(CommandError::Usage(format!(
                "{} has {}: choose one with --game N ({})",
                self.source,
                counted(several.len(), if choice.filter().takes_all() { "game" } else { "such game" }),
                list_numbers(several)
            ))),
        }
    }

    /// The match of one of the games.
    ///
    /// # Errors
    /// If it has not been kept, or cannot be read.
    pub fn open(&self, game: &GameLine) -> Result<SeriesMatch, CommandError> {
        let (source, number) = (&self.source, game.number());
        let Some(replay) = &game.replay else {
            return Err(CommandError::Usage(format!("{source}: game {number} was void, so no turns of it are kept")));
        };
        let names = if self.list.game().is_empty() { catalog::NAMES } else { &[self.list.game()] };
        let mut why = String::new();
        for name in names {
            match checked_replay::from_stored(name, replay) {
                Ok(record) => {
                    let turn =
                        game.limit.filter(|limit| record.terms().turn.is_none() && usual(&*record) != Some(*limit));
                    let limits = MatchTerms { turn, seats: game.seat_terms.clone(), ..MatchTerms::default() };
                    return Ok(SeriesMatch { record, limits });
                }
                Err(failure) => why = failure,
            }
        }
        Err(CommandError::File(format!("{source}: the turns of game {number} cannot be read: {}", printable(&why))))
    }
}

/// What every line of a game has, and a saved match has not.
#[derive(Deserialize)]
struct LineKeys {
    #[serde(rename = "unit")]
    _unit: IgnoredAny,
    #[serde(rename = "rotation")]
    _rotation: IgnoredAny,
}

/// Whether all of a text is one JSON document, as a saved match is.
fn is_one_document(text: &str) -> bool {
    text.trim().lines().count() > 1 && serde_json::from_str::<serde_json::Value>(text).is_ok()
}

/// The usual time limit of an answer in this match.
fn usual(record: &dyn RecordedMatch) -> Option<Duration> {
    let match_spec = MatchSpec {
        game: record.game().to_owned(),
        settings: record.settings(),
        seed: record.seed(),
        players: record.players().to_vec(),
        terms: record.terms(),
    };
    match_spec.limits().ok().map(|limits| limits.turn)
}

/// The first numbers of these games.
fn list_numbers(games: &[&GameLine]) -> String {
    let mut numbers: Vec<_> = games.iter().take(NUMBERS_MAX).map(|game| game.number().to_string()).collect();
    if games.len() > NUMBERS_MAX {
        numbers.push("...".to_owned());
    }
    numbers.join(", ")
}
