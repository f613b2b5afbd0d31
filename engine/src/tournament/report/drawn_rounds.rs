//! The rounds of a format whose pairings depend on results, in sentences and as a table. Knows no
//! markup.

use super::super::counted_games::CountedGames;
use super::super::drawn_rounds::{DrawnRounds, Meeting, PlayedMeeting, TieBreak};
use super::super::participant::Participant;
use super::table::{ColumnKind, Heading, Table};

/// The rounds, each with its title and a clause for each of its meetings. `name` is how a host writes
/// a participant, counted from 0.
pub fn describe_rounds(
    rounds: &DrawnRounds,
    counted: &CountedGames,
    name: &dyn Fn(usize) -> String,
) -> Vec<(String, Vec<String>)> {
    let describe = |(nth, round): (usize, &Vec<Meeting>)| {
        (rounds.round_title(nth), round.iter().map(|meeting| describe_meeting(meeting, counted, name)).collect())
    };
    rounds.rounds().iter().enumerate().map(describe).collect()
}

fn describe_meeting(meeting: &Meeting, counted: &CountedGames, name: &dyn Fn(usize) -> String) -> String {
    let name = |participant: Participant| name(participant.index());
    let meeting = match meeting {
        Meeting::Bye(player) => return format!("{} has a bye", name(*player)),
        Meeting::Played(meeting) => meeting,
    };
    let points = [0, 1].map(|player| counted.tallies()[meeting.pairing].players()[player].results.points());
    let PlayedMeeting { players, deciders, half_points, winner, by_seeding, .. } = meeting;
    let (first, [one, two], [own, other]) = (players[0], players.map(name), points);
    let text = match winner {
        None if half_points.is_none() => return format!("{one} against {two}: {own} to {other} so far"),
        None => return format!("{one} and {two} are level at {own}"),
        Some(winner) if *winner == first => format!("{one} beats {two} {own} to {other}"),
        Some(_) => format!("{two} beats {one} {other} to {own}"),
    };
    let units = if *deciders == 1 { "pair of games" } else { "pairs of games" };
    match (deciders, by_seeding) {
        (0, _) => text,
        (count, false) => format!("{text}, {count} {units} of them as a decider"),
        (count, true) => {
            format!("{one} and {two} are level at {own} after {count} {units} more: {one} was named first")
        }
    }
}

/// What decides between participants with the same points, the best first; `None` if nothing does.
pub fn tie_break_table(rounds: &DrawnRounds, name: &dyn Fn(usize) -> String) -> Option<Table> {
    let mut rows: Vec<_> = rounds.places().into_iter().zip(rounds.tie_breaks()).collect();
    rows.sort_by_key(|(place, _)| *place);
    let number = |heading| Heading::new(heading, ColumnKind::Number);
    let row = |(place, of): (Option<usize>, TieBreak)| {
        let place = place.map_or_else(String::new, |place| place.to_string());
        let sonneborn_berger = format!("{:.2}", of.sonneborn_berger);
        let (score, buchholz) = (format!("{:.1}", of.score), format!("{:.1}", of.buchholz));
        vec![place, name(of.participant.index()), score, of.byes.to_string(), buchholz, sonneborn_berger]
    };
    (!rows.is_empty()).then(|| Table {
        headings: vec![
            number("#"),
            Heading::new("bot", ColumnKind::Name),
            number("score"),
            number("byes"),
            number("Buchholz"),
            number("Sonneborn-Berger"),
        ],
        rows: rows.into_iter().map(row).collect(),
    })
}
