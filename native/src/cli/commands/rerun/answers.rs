//! What a player did in one turn, with everything that its bot wrote meanwhile. Knows no game.

use std::io::{self, Write};
use std::time::Duration;

use botyard_engine::fault::printable;
use botyard_engine::transcript::{Passage, Stream};
use serde_json::{Value, json};

use crate::cli::output::json::nanoseconds;
use crate::cli::output::recorded_match::RecordedMatch;

/// How many lines of a bot's stderr are printed of one turn.
const STDERR_LINES: usize = 20;

/// One turn of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The action or the fault, in words.
    result: Result<String, String>,
    used: Duration,
    /// What it printed; empty if that is not known.
    stdout: String,
    stderr: String,
}

impl Answer {
    /// The turn with this index; `None` if the match did not come so far. `passages` are what its bots read and wrote.
    pub fn of(record: &dyn RecordedMatch, passages: &[Passage], index: usize) -> Option<Self> {
        let turn = record.turns_from(index).into_iter().next()?;
        // Seats that act at the same time write before the turns of the others are played.
        let before = record.turns_from(0).iter().take(index).rposition(|other| other.seat == turn.seat);
        let first = before.map_or(0, |before| before + 1);
        let written = |stream: Stream| -> String {
            let own = passages.iter().filter(|words| words.seat == turn.seat && words.stream == stream);
            own.filter(|words| (first..=index).contains(&words.turn)).map(|words| words.text.as_str()).collect()
        };
        let (stdout, stderr) = (written(Stream::Stdout), written(Stream::Stderr));
        Some(Self { result: turn.result, used: turn.used, stdout, stderr })
    }

    /// Prints it under this heading.
    pub fn write(&self, out: &mut dyn Write, heading: &str) -> io::Result<()> {
        let result = match &self.result {
            Ok(action) => action.clone(),
            Err(fault) => format!("fault: {fault}"),
        };
        writeln!(out, "  {heading:8}  {}, {:.1?}", printable(&result), self.used)?;
        let lines: Vec<_> = self.stderr.lines().collect();
        let left_out = lines.len().saturating_sub(STDERR_LINES);
        if left_out > 0 {
            writeln!(out, "    stderr: … ({left_out} lines before)")?;
        }
        lines[left_out..].iter().try_for_each(|line| writeln!(out, "    stderr: {}", printable(line)))
    }

    /// It as a JSON document.
    pub fn document(&self) -> Value {
        json!({
            "action": self.result.as_ref().ok(),
            "fault": self.result.as_ref().err(),
            "used_ns": nanoseconds(self.used),
            "stdout": self.stdout,
            "stderr": self.stderr,
        })
    }
}
