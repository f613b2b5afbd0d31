//! The rounds of a format whose pairings depend on results, as text and as JSON.

use std::io::{self, Write};

use botyard_engine::tournament::drawn_rounds::{DrawnRounds, Meeting, TieBreak};
use botyard_engine::tournament::report::{describe_rounds, tie_break_table};
use botyard_engine::tournament::{CountedGames, Participant};
use serde_json::{Value, json};

use crate::cli::output::field::{self, FieldFormat};

/// Writes what decides between level participants, and the meetings of all rounds.
///
/// # Errors
/// If they cannot be written.
pub fn write(
    out: &mut dyn Write,
    rounds: &DrawnRounds,
    names: &[String],
    counted: &CountedGames,
    format: FieldFormat,
) -> io::Result<()> {
    if let Some(table) = tie_break_table(rounds, &|participant| names[participant].clone()) {
        writeln!(out, "\nScores, with byes, and what decides between level ones:\n")?;
        match format {
            FieldFormat::Markdown => field::write_markdown(out, &table)?,
            FieldFormat::Text | FieldFormat::Json | FieldFormat::Csv => field::write_text(out, &table)?,
        }
    }
    let name = |participant: usize| format.text(&names[participant]);
    for (title, meetings) in describe_rounds(rounds, counted, &name) {
        writeln!(out, "\n{title}:\n")?;
        for meeting in meetings {
            writeln!(out, "- {meeting}")?;
        }
    }
    Ok(())
}

/// The meetings of all rounds, for programs.
pub fn to_json(rounds: &DrawnRounds, names: &[String]) -> Value {
    let name = |player: Participant| &names[player.index()];
    let meeting = |meeting: &Meeting| {
        let (players, deciders, by_seeding) = match meeting {
            Meeting::Bye(player) => (vec![name(*player)], 0, false),
            Meeting::Played(meeting) => (meeting.players.map(name).to_vec(), meeting.deciders, meeting.by_seeding),
        };
        json!({
            "players": players,
            "winner": meeting.winner().map(name),
            "deciders": deciders,
            "by_seeding": by_seeding,
        })
    };
    let round = |round: &Vec<Meeting>| round.iter().map(meeting).collect::<Vec<_>>();
    json!(rounds.rounds().iter().map(round).collect::<Vec<_>>())
}

/// What decides between level participants, for programs; `None` if nothing does.
pub fn tie_breaks_json(rounds: &DrawnRounds, names: &[String]) -> Option<Value> {
    let tie_break = |of: &TieBreak| {
        json!({
            "name": names[of.participant.index()],
            "score": of.score,
            "byes": of.byes,
            "buchholz": of.buchholz,
            "sonneborn_berger": of.sonneborn_berger,
        })
    };
    let all: Vec<_> = rounds.tie_breaks().iter().map(tie_break).collect();
    (!all.is_empty()).then(|| all.into())
}
