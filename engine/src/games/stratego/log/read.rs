//! Splits the text of a file into logs: one or several, whole, cut off or with the original's crash
//! report. `log_reader.rs` reads the lines of a log.
//!
//! A log does not name its settings, so they are derived from its lines: the limit of turns from
//! its result, a forgiving manager from a refused response that did not end the match, the older
//! combat rules from their outcomes.

use super::super::rules::Stratego;
use super::super::settings::StrategoSettings;
use super::extent::{LogExtent, StrategoLogError};
use super::log_reader::{DRAW_AFTER, ENDS, LastLine, LogReader, LogStop, REASON, is_failed_start};
use crate::replay::Replay;

/// Where the original's crash report starts.
const CRASH: &str = "SIGPIPE";

/// A log that has been read.
#[derive(Debug, Clone, PartialEq)]
pub struct StrategoLog {
    /// The replay of the log.
    pub replay: Replay<Stratego>,
    /// How much of the match the log covers.
    pub extent: LogExtent,
    /// Why the last line of a truncated log does not follow by the rules. If a bot failed there,
    /// the whole line is its response, whatever it looks like, and the line that would report the
    /// failure is missing. The line is not among the turns.
    pub doubt: Option<StrategoLogError>,
}

/// Whether a text starts as a log does.
pub fn is_log(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.ends_with(" RED SETUP") || is_failed_start(line))
}

/// Reads a log.
///
/// # Errors
/// If it is not a log, or a line of it does not follow by the rules: the first such line.
pub fn read(text: &str) -> Result<StrategoLog, StrategoLogError> {
    // A log that went through another system: all of its lines have new line endings.
    let is_converted = text.split('\n').next().and_then(|line| line.strip_suffix('\r')).is_some_and(is_log);
    if is_converted { read_text(&text.replace("\r\n", "\n")) } else { read_text(text) }
}

/// Reads logs that follow each other in a file; lines are counted from the start of the file.
///
/// # Errors
/// As for [`read`]; the first line that does not follow.
pub fn read_all(text: &str) -> Result<Vec<StrategoLog>, StrategoLogError> {
    let mut before = 0;
    let logs = split(text).into_iter().map(|text| {
        let log = read(text).map_err(|bad| StrategoLogError { line: before + bad.line, ..bad })?;
        let extent = log.extent.after(before);
        let doubt = log.doubt.map(|bad| StrategoLogError { line: before + bad.line, ..bad });
        before += text.matches('\n').count();
        Ok(StrategoLog { extent, doubt, ..log })
    });
    logs.collect()
}

/// Reads a log up to the first line that is wrong; the error is about that line.
///
/// # Errors
/// If the lines before it are not a log.
pub fn read_valid_part(text: &str) -> Result<(StrategoLog, Option<StrategoLogError>), StrategoLogError> {
    let bad = match read(text) {
        Ok(log) => {
            let doubt = log.doubt.clone();
            return Ok((log, doubt));
        }
        Err(bad) => bad,
    };
    let valid: String = text.split_inclusive('\n').take(bad.line - 1).collect();
    match read(&valid) {
        Ok(log) => Ok((log, Some(bad))),
        Err(_) => Err(bad),
    }
}

/// Splits a text into logs that follow each other: each begins with `NAME RED SETUP`, a line of
/// three words.
fn split(text: &str) -> Vec<&str> {
    let is_heading = |line: &str| is_log(line) && line.split(' ').count() == 3;
    let mut logs = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if at > start && is_heading(line.trim_end_matches('\n')) {
            logs.push(&text[start..at]);
            start = at;
        }
        at += line.len();
    }
    logs.push(&text[start..]);
    logs
}

fn read_text(text: &str) -> Result<StrategoLog, StrategoLogError> {
    let told = read_to_the_cut(text);
    match crash_report(text, &told) {
        Some(line) => {
            let before: String = text.split_inclusive('\n').take(line - 1).collect();
            let extent = LogExtent::Crashed(line);
            Ok(StrategoLog { extent, doubt: None, ..read_lines(&before)? })
        }
        None => told,
    }
}

/// Reads a log that may be cut off anywhere.
fn read_to_the_cut(text: &str) -> Result<StrategoLog, StrategoLogError> {
    let told = read_lines(text);
    let whole = whole_lines(text);
    // A line without a newline may lack its end: unless it is the result, it is not held against
    // the rules.
    if whole.len() < text.len() && !matches!(told, Ok(StrategoLog { extent: LogExtent::Whole, .. })) {
        let log = read_lines(whole)?;
        if let LogExtent::BrokenOff(line) = log.extent {
            return Ok(StrategoLog { extent: LogExtent::BrokenOff(line + 1), ..log });
        }
    }
    told
}

/// How many lines are tried that could be read in another way.
const DOUBTFUL: usize = 16;

/// Reads lines, under the settings that they show. If they do not follow, the last of them may be
/// entirely a bot's response: the report of its failure would come behind it.
fn read_lines(text: &str) -> Result<StrategoLog, StrategoLogError> {
    read_lines_as(text, LastLine::Any).or_else(|bad| match read_lines_as(text, LastLine::Own) {
        Ok(log) if matches!(log.extent, LogExtent::BrokenOff(_)) => Ok(StrategoLog { doubt: Some(bad), ..log }),
        _ => Err(bad),
    })
}

/// Like [`read_lines`], with this reading of the last line. If a line does not follow, retries with
/// another reading of each of the last ambiguous lines before it, one at a time.
fn read_lines_as(text: &str, last_line: LastLine) -> Result<StrategoLog, StrategoLogError> {
    let mut settings = StrategoSettings { max_turns: implied_limit(text), ..StrategoSettings::default() };
    let mut malformed = None;
    // The first line that did not follow, and the lines that are left to be tried.
    let mut refused: Option<(StrategoLogError, Vec<usize>)> = None;
    loop {
        match LogReader::new(text, settings, malformed, last_line).read() {
            Ok((replay, extent)) => return Ok(StrategoLog { replay, extent, doubt: None }),
            Err(LogStop::Otherwise(better)) => settings = better,
            Err(LogStop::Bad(bad, doubtful)) => {
                let left = doubtful.len().saturating_sub(DOUBTFUL);
                let (_, untried) = refused.get_or_insert_with(|| (bad, doubtful[left..].to_vec()));
                malformed = untried.pop();
                if malformed.is_none()
                    && let Some((bad, _)) = refused
                {
                    return Err(bad);
                }
            }
        }
    }
}

fn whole_lines(text: &str) -> &str {
    &text[..text.rfind('\n').map_or(0, |newline| newline + 1)]
}

/// The line, from 1, in which the original's report of its own crash starts. It may stand in the
/// line of a response, and under `-i` a response may contain the same word: a report is where the
/// log does not go on by the rules.
fn crash_report(text: &str, told: &Result<StrategoLog, StrategoLogError>) -> Option<usize> {
    let is_report = |line: usize| text.split('\n').nth(line - 1).is_some_and(|line| line.contains(CRASH));
    match told {
        Ok(StrategoLog { extent: LogExtent::BrokenOff(line), .. }) => Some(*line).filter(|&line| is_report(line)),
        Ok(_) => None,
        Err(bad) => text
            .split('\n')
            .take(bad.line)
            .enumerate()
            .filter(|(_, line)| line.contains(CRASH))
            .last()
            .map(|(index, _)| index + 1),
    }
}

/// The limit of turns that the reason for the end speaks of; otherwise the usual one.
fn implied_limit(text: &str) -> Option<u32> {
    let reason = text.lines().rev().take(2).find_map(|line| line.strip_prefix(ENDS)?.split_once(REASON));
    let turns = reason.and_then(|(_, reason)| reason.strip_prefix(DRAW_AFTER)?.strip_suffix(" turns"));
    Some(turns.and_then(|turns| turns.parse().ok()).unwrap_or(StrategoSettings::MAX_TURNS))
}
