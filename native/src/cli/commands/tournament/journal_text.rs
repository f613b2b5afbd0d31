//! The journal of a tournament as lines, and for programs. Knows no store.

use botyard_engine::tournament::{JournalChange, JournalEntry};
use serde_json::{Value, json};

use crate::cli::output::field::FieldFormat;

/// A line for each entry, with its time; a unit has this many games.
pub fn journal_lines(journal: &[JournalEntry], names: &[String], rotations: usize, format: FieldFormat) -> Vec<String> {
    let name = |index: usize| format.text(&names[index]);
    let line = |entry: &JournalEntry| {
        // A reason is foreign text.
        let entry = JournalEntry { reason: entry.reason.as_deref().map(|reason| format.text(reason)), ..entry.clone() };
        format!("{}  {}", entry.time, entry.text(&name, rotations))
    };
    journal.iter().map(line).collect()
}

/// The entries as a store has them, with the names of bots and the numbers of games.
pub fn journal_json(journal: &[JournalEntry], names: &[String], rotations: usize) -> Value {
    let entry = |entry: &JournalEntry| {
        let mut value = serde_json::to_value(entry).expect("an entry has text keys only");
        match entry.change {
            JournalChange::Join { bot, .. }
            | JournalChange::Enter { bot, .. }
            | JournalChange::Replace { bot, .. }
            | JournalChange::Withdraw { bot, .. }
            | JournalChange::Disqualify { bot, .. } => value["bot"] = json!(names[bot.index()]),
            JournalChange::Annul { game } | JournalChange::PlayAgain { game, .. } => {
                value["game"] = json!(game.number(rotations));
            }
        }
        value
    };
    journal.iter().map(entry).collect()
}
