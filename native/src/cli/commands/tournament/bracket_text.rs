//! The meetings of a knockout, as text and as JSON.

use std::io::{self, Write};

use botyard_engine::tournament::knockout::{Bracket, Meeting};
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
    for (number, round) in (1..).zip(bracket.rounds()) {
        let title = if round.len() == 1 { "Final".to_owned() } else { format!("Round {number}") };
        writeln!(out, "\n{title}:\n")?;
        for meeting in round {
            writeln!(out, "- {}", meeting_text(meeting, names, counted, format))?;
        }
    }
    Ok(())
}

fn meeting_text(meeting: &Meeting, names: &[String], counted: &CountedGames, format: FieldFormat) -> String {
    let name = |participant: Participant| format.text(&names[participant.index()]);
    let meeting = match meeting {
        Meeting::Bye(player) => return format!("{} has a bye", name(*player)),
        Meeting::Played(meeting) => meeting,
    };
    let points = [0, 1].map(|player| counted.tallies()[meeting.pairing].players()[player].results.points());
    let (first, names, [own, other]) = (meeting.players[0], meeting.players.map(name), points);
    let text = match meeting.winner {
        None => return format!("{} against {}: {own} to {other} so far", names[0], names[1]),
        Some(winner) if winner == first => format!("{} beats {} {own} to {other}", names[0], names[1]),
        Some(_) => format!("{} beats {} {other} to {own}", names[1], names[0]),
    };
    let units = if meeting.deciders == 1 { "pair of games" } else { "pairs of games" };
    match (meeting.deciders, meeting.by_seeding) {
        (0, _) => text,
        (count, false) => format!("{text}, {count} {units} of them as a decider"),
        (count, true) => {
            let [winner, other] = &names;
            format!("{winner} and {other} are level at {own} after {count} {units} more: {winner} was named first")
        }
    }
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
