//! Where a recorded match comes from: a file of ours, a file of the original's, a link, or a line
//! of a log. Knows no games but by the catalogue.

use std::path::Path;
use std::time::Duration;

use botyard::input;
use botyard::tournament::store_reader::StoreReader;
use botyard_engine::catalog;
use botyard_engine::fault::printable;
use botyard_engine::games::record_advice;
use botyard_engine::replay::MatchTerms;
use botyard_engine::replay::file::{DocumentHead, describe_json_error};
use botyard_engine::replay::link::{FoundAddress, find_addresses};
use botyard_engine::text::{decode_lossy, trim_blank_lines};
use serde_json::error::Category;

use super::named_bots;
use super::series_games::{SeriesGames, SeriesMatch};
use crate::cli::args::game_choice_args::GameChoiceArgs;
use crate::cli::command_error::CommandError;
use crate::cli::games::checked_replay::{self, LinkFound, LinkedMatch, LoggedMatch};
use crate::cli::games::{self, BoardSequence};
use crate::cli::output::recorded_match::RecordedMatch;
use crate::cli::output::report::numbers_to;

/// A longer text is not looked through for links with escapes: a log may have hundreds of megabytes.
const LINK_TEXT_MAX: usize = 1 << 18;

/// The content of a source.
pub enum SourceContents {
    /// Matches.
    Matches(LoggedMatch),
    /// A match at the turn that an address points to (`?t=17`).
    Address(LinkedMatch, Option<usize>),
    /// A log that has positions and no actions.
    Boards(Box<dyn BoardSequence>),
    /// The games of a series or a tournament.
    Series(SeriesGames),
}

impl From<Vec<Box<dyn RecordedMatch>>> for SourceContents {
    fn from(matches: Vec<Box<dyn RecordedMatch>>) -> Self {
        Self::Matches(LoggedMatch { matches, ..LoggedMatch::default() })
    }
}

/// Reads a source given on the command line.
///
/// # Errors
/// If it is not a file, link or log line that can be read.
pub fn read(source: &str) -> Result<SourceContents, CommandError> {
    let path = Path::new(source);
    if has_link(source) {
        return read_link(source);
    }
    if path.is_dir() {
        return Err(CommandError::File(format!("{} is a folder", printable(source))));
    }
    if path.exists() {
        if let Some(advice) = record_advice(source) {
            return Err(CommandError::File(format!("{}: {advice}", printable(source))));
        }
        if StoreReader::is_database(path) {
            return SeriesGames::read_store(path).map(SourceContents::Series);
        }
        let bytes = input::read(path, input::RECORD).map_err(|error| CommandError::file("read", path, &error))?;
        // A log keeps the bots' output byte for byte; in a match, it is text.
        return read_text(trim_blank_lines(&decode_lossy(&bytes)), path)
            .map_err(|why| CommandError::File(format!("{}: {why}", printable(source))));
    }
    read_argument(source).unwrap_or_else(|| {
        let shown = printable(source);
        Err(CommandError::File(match games::explain_line(source) {
            Some(why) => format!("{shown}: {why}"),
            None => format!("no such file: {shown}, and it is not a link or a line of a log"),
        }))
    })
}

/// One match of a source, with remarks about it.
pub struct OneMatch {
    /// The match.
    pub record: Box<dyn RecordedMatch>,
    /// What the user should know about it, as clauses.
    pub remarks: Vec<String>,
    /// The time limits of an answer, if they were not the game's and the record does not contain
    /// them.
    pub limits: MatchTerms,
}

impl OneMatch {
    /// The match with this time limit of an answer, if one is given.
    #[must_use]
    pub fn with_time(mut self, time: Option<Duration>) -> Self {
        self.limits.turn = time.or(self.limits.turn);
        self
    }
}

/// Reads a source of which one match is wanted: its only one, or the one that is chosen.
///
/// # Errors
/// If it cannot be read, or does not have this match.
pub fn read_one(source: &str, choice: &GameChoiceArgs) -> Result<OneMatch, CommandError> {
    choose_one(source, read(source)?, choice)
}

/// Chooses one match of what was read from a source: its only one, or the one that is chosen.
///
/// # Errors
/// If the source does not have this match.
pub fn choose_one(source: &str, contents: SourceContents, choice: &GameChoiceArgs) -> Result<OneMatch, CommandError> {
    let shown = printable(source);
    let (mut matches, remarks) = match contents {
        SourceContents::Series(games) => {
            let SeriesMatch { record, limits } = games.open_one(choice)?;
            return Ok(OneMatch { record, remarks: Vec::new(), limits });
        }
        _ if !choice.filter.takes_all() => return Err(no_series(source)),
        SourceContents::Matches(LoggedMatch { matches, remarks }) => (matches, remarks),
        SourceContents::Address(LinkedMatch { record, remarks }, _) => (vec![record], remarks),
        SourceContents::Boards(_) => return Err(CommandError::Usage(format!("{shown} has boards and no moves"))),
    };
    let count = matches.len();
    let at = match (choice.game, count) {
        (_, 0) => return Err(CommandError::File(format!("{shown} contains no match"))),
        (None, 1) => 0,
        (None, _) => {
            return Err(CommandError::Usage(format!(
                "{shown} has {count} matches: choose one with --game 1 to {count}"
            )));
        }
        (Some(number), _) if (1..=count).contains(&number) => number - 1,
        (Some(number), _) => {
            let expected = numbers_to(count);
            return Err(CommandError::Usage(format!("{shown} has no match {number}: expected {expected}")));
        }
    };
    Ok(OneMatch { record: matches.swap_remove(at), remarks, limits: MatchTerms::default() })
}

/// The error for options that choose among the games of a series where there is none.
pub fn no_series(source: &str) -> CommandError {
    let why = "--of, --lost and --faults choose among the games of a series, as --store and --jsonl write them";
    CommandError::Usage(format!("{}: {why}", printable(source)))
}

/// Reads the text of a file: the games of a series; our JSON, one match or one after the other; an
/// address; or a log.
fn read_text(text: &str, path: &Path) -> Result<SourceContents, String> {
    if SeriesGames::is_text_of_lines(text) {
        return SeriesGames::of_text(text, path).map(SourceContents::Series);
    }
    if let Some(read) = checked_replay::from_foreign_record(text) {
        return read.map(SourceContents::Matches);
    }
    match text {
        json if json.starts_with('{') => read_documents(json).map(SourceContents::from),
        line if has_link(line) => read_link(line.trim_end()).map_err(|failure| failure.to_string()),
        _ => read_log(text),
    }
}

fn read_documents(json: &str) -> Result<Vec<Box<dyn RecordedMatch>>, String> {
    let read = |(at, document): (usize, serde_json::Result<(DocumentHead, &str)>)| {
        let not_a_replay = |why: String| format!("document {} is not a replay: {why}", at + 1);
        let (head, text) = document.map_err(|why| match why.classify() {
            Category::Eof => format!("the file is cut off: {why}"),
            Category::Data => not_a_replay(describe_json_error(&why)),
            Category::Syntax | Category::Io => format!("invalid JSON: {why}"),
        })?;
        checked_replay::from_document(&head, text).map_err(not_a_replay)
    };
    DocumentHead::read_all(json).enumerate().map(read).collect()
}

/// Reads a log. A log does not name its game, so every game's reader is tried and the first success
/// counts. If all readers fail, the error has the reason of each.
fn read_log(text: &str) -> Result<SourceContents, String> {
    let mut objections = String::new();
    for game in catalog::NAMES {
        match checked_replay::from_log(game, text) {
            Ok(logged) => return Ok(SourceContents::Matches(logged)),
            Err(why) => objections.extend(["\n  as a log of ", game, ": ", &why]),
        }
    }
    match games::read_board_sequence(text) {
        Some(boards) => boards.map(SourceContents::Boards),
        None => Err(format!("not a replay, a link or a supported log:{objections}")),
    }
}

/// Whether a text may have the address of a match in it, perhaps with escapes.
fn has_link(text: &str) -> bool {
    text.contains("#/") || (text.len() <= LINK_TEXT_MAX && !find_addresses(text).is_empty())
}

/// Reads `https://example.org/#/connect-four/r/PAYLOAD?t=17`, or its end. If that fails, the text
/// may have more in it.
fn read_link(text: &str) -> Result<SourceContents, CommandError> {
    let why = match read_address(text) {
        Some((Ok(found), turn)) => return linked(found, turn),
        Some((Err(why), _)) => why,
        None => "not a match's URL: expected it to end with #/GAME/r/PAYLOAD".to_owned(),
    };
    for FoundAddress { address, left_out } in find_addresses(text) {
        if let Some((Ok(mut found), turn)) = read_address(&address) {
            found.linked.remarks.extend(Some(left_out).filter(|left_out| !left_out.is_empty()));
            return linked(found, turn);
        }
    }
    Err(CommandError::File(printable(&why)))
}

/// The match of an address, or why its link cannot be read, and the turn that it points to; `None` if
/// the address is not that of a match.
fn read_address(text: &str) -> Option<(Result<LinkFound, String>, Option<usize>)> {
    let (_, fragment) = text.split_once("#/")?;
    let (game, rest) = fragment.split_once("/r/")?;
    let (payload, query) = rest.split_once('?').unwrap_or((rest, ""));
    let turn = query.split('&').find_map(|pair| pair.strip_prefix("t=")).and_then(|turn| turn.parse().ok());
    Some((checked_replay::from_link(game, payload), turn))
}

/// The match of a link, at a turn. Bots that it names instead of their turns play it.
fn linked(LinkFound { linked, expected }: LinkFound, turn: Option<usize>) -> Result<SourceContents, CommandError> {
    let record = match expected {
        Some(expected) => named_bots::play(&*linked.record, expected)?,
        None => linked.record,
    };
    Ok(SourceContents::Address(LinkedMatch { record, ..linked }, turn))
}

/// Reads a source that is not a file: a line of a log, or a link's payload.
fn read_argument(source: &str) -> Option<Result<SourceContents, CommandError>> {
    let log = catalog::NAMES.iter().find_map(|game| checked_replay::from_log(game, source).ok());
    let log = log.filter(|logged| !logged.matches.is_empty());
    let link = || catalog::NAMES.iter().find_map(|game| checked_replay::from_link(game, source).ok());
    log.map(|log| Ok(SourceContents::Matches(log))).or_else(|| Some(linked(link()?, None)))
}
