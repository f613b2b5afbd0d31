//! The meetings of a knockout, as text and as JSON.

use std::io::{self, Write};

use botyard_engine::tournament::knockout::{Bracket, Meeting};
use botyard_engine::tournament::report::describe_bracket;
use botyard_engine::tournament::{CountedGames, Participant};
use serde_json::{Value, json};

use crate::cli::output::field::FieldFormat;

/// Writes the meetings of all rounds.
///
/// # Errors
/// If they cannot be written.
pub fn write(
    out: &mut dyn Write,
    bracket: &Bracket,
    names: &[String],
    counted: &CountedGames,
    format: FieldFormat,
) -> io::Result<()> {
    let name = |participant: usize| format.text(&names[participant]);
    for (title, meetings) in describe_bracket(bracket, counted, &name) {
        writeln!(out, "\n{title}:\n")?;
        for meeting in meetings {
            writeln!(out, "- {meeting}")?;
        }
    }
    Ok(())
}

/// The meetings of all rounds, for programs.
pub fn to_json(bracket: &Bracket, names: &[String]) -> Value {
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
    json!(bracket.rounds().iter().map(round).collect::<Vec<_>>())
}
