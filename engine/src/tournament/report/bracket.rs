//! The meetings of a knockout in sentences. Knows no markup.

use super::super::counted_games::CountedGames;
use super::super::knockout::{Bracket, Meeting};
use super::super::participant::Participant;

/// The rounds of a knockout, each with its title and a clause for each of its meetings. `name` is how
/// a host writes a participant, counted from 0.
pub fn describe_bracket(
    bracket: &Bracket,
    counted: &CountedGames,
    name: &dyn Fn(usize) -> String,
) -> Vec<(String, Vec<String>)> {
    let describe = |(number, round): (usize, &Vec<Meeting>)| {
        let title = if round.len() == 1 { "Final".to_owned() } else { format!("Round {number}") };
        (title, round.iter().map(|meeting| describe_meeting(meeting, counted, name)).collect())
    };
    (1..).zip(bracket.rounds()).map(describe).collect()
}

fn describe_meeting(meeting: &Meeting, counted: &CountedGames, name: &dyn Fn(usize) -> String) -> String {
    let name = |participant: Participant| name(participant.index());
    let meeting = match meeting {
        Meeting::Bye(player) => return format!("{} has a bye", name(*player)),
        Meeting::Played(meeting) => meeting,
    };
    let points = [0, 1].map(|player| counted.tallies()[meeting.pairing].players()[player].results.points());
    let (first, [one, two], [own, other]) = (meeting.players[0], meeting.players.map(name), points);
    let text = match meeting.winner {
        None => return format!("{one} against {two}: {own} to {other} so far"),
        Some(winner) if winner == first => format!("{one} beats {two} {own} to {other}"),
        Some(_) => format!("{two} beats {one} {other} to {own}"),
    };
    let units = if meeting.deciders == 1 { "pair of games" } else { "pairs of games" };
    match (meeting.deciders, meeting.by_seeding) {
        (0, _) => text,
        (count, false) => format!("{text}, {count} {units} of them as a decider"),
        (count, true) => {
            format!("{one} and {two} are level at {own} after {count} {units} more: {one} was named first")
        }
    }
}
