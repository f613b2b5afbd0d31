//! A player's result in one turn, with its bot's output meanwhile. Knows no game.

use std::io::{self, Write};
use std::time::Duration;

use botyard_engine::fault::printable;
use botyard_engine::rerun::words_of_turn;
use botyard_engine::transcript::{Passage, Stream};
use serde_json::{Value, json};

use crate::cli::output::json::nanoseconds;
use crate::cli::output::recorded_match::RecordedMatch;

/// How many characters of an action are printed in the form of files.
const ACTION: usize = 200;
/// How many lines of a bot's stderr are printed of one turn.
const STDERR_LINES: usize = 20;

/// One turn of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerAnswer {
    /// The action or the fault, as text.
    result: Result<String, String>,
    /// The action in the file form; `null` if it is a fault.
    action: Value,
    used: Duration,
    /// Its stdout; empty if it is not known.
    stdout: String,
    stderr: String,
    /// How the first failed run for a single question failed; empty if no run failed.
    failed_run: String,
}

impl PlayerAnswer {
    /// The turn with this index; `None` if the match ended before it. `passages` are its bots'
    /// input and output.
    pub fn from_turn(record: &dyn RecordedMatch, passages: &[Passage], index: usize) -> Option<Self> {
        let turn = record.turns_from(index).into_iter().next()?;
        let turns = record.turns_from(0);
        let written = |stream: Stream| -> String {
            let own = words_of_turn(passages, |turn| turns[turn].seat, index);
            own.filter(|words| words.stream == stream).map(|words| words.text.as_str()).collect()
        };
        let (stdout, stderr) = (written(Stream::Stdout), written(Stream::Stderr));
        let failed_run = written(Stream::Ended).lines().next().unwrap_or_default().to_owned();
        let action = record.action(index).unwrap_or(Value::Null);
        Some(Self { result: turn.result, action, used: turn.used, stdout, stderr, failed_run })
    }

    /// The action or fault, and its time if that is known.
    fn describe(&self) -> String {
        let result = match &self.result {
            Ok(action) if !self.failed_run.is_empty() => format!("{action} (a run failed: {})", self.failed_run),
            Ok(action) => action.clone(),
            Err(fault) => format!("fault: {fault}"),
        };
        if self.used.is_zero() { printable(&result) } else { format!("{}, {:.1?}", printable(&result), self.used) }
    }

    /// Whether two answers that differ have the same description.
    pub fn looks_like(&self, other: &Self) -> bool {
        self.result == other.result && self.action != other.action
    }

    /// Prints the action in the file form, for answers with the same description.
    pub fn write_action(&self, out: &mut dyn Write) -> io::Result<()> {
        let text = self.action.as_str().map_or_else(|| self.action.to_string(), str::to_owned);
        let cut = text.char_indices().nth(ACTION).map(|(at, _)| at);
        let more = if cut.is_some() { " …" } else { "" };
        writeln!(out, "    {}{more}", printable(&text[..cut.unwrap_or(text.len())]))
    }

    /// Prints the end of what it wrote to stderr, at most this many lines.
    pub fn write_stderr(&self, out: &mut dyn Write, most: usize, indent: &str) -> io::Result<()> {
        let lines: Vec<_> = self.stderr.lines().collect();
        let left_out = lines.len().saturating_sub(most);
        if left_out > 0 {
            writeln!(out, "{indent}stderr: … ({left_out} lines before)")?;
        }
        lines[left_out..].iter().try_for_each(|line| writeln!(out, "{indent}stderr: {}", printable(line)))
    }

    /// Prints the answer under this heading.
    pub fn write(&self, out: &mut dyn Write, heading: &str) -> io::Result<()> {
        writeln!(out, "  {heading:8}  {}", self.describe())?;
        self.write_stderr(out, STDERR_LINES, "    ")
    }

    /// The answer as a JSON document.
    pub fn document(&self) -> Value {
        json!({
            "action": self.action,
            "words": self.result.as_ref().ok(),
            "fault": self.result.as_ref().err(),
            "used_ns": nanoseconds(self.used),
            "stdout": self.stdout,
            "stderr": self.stderr,
        })
    }
}
