//! The brackets of an elimination tournament, round by round. Knows no drawing.

use super::super::counted_games::CountedGames;
use super::super::drawn_rounds::{DrawnRounds, Meeting, PlayedMeeting};
use super::super::participant::Participant;

/// A bracket: meetings, the winners of which meet each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Bracket {
    /// What people call it.
    pub title: &'static str,
    /// Its rounds, the first one first.
    pub rounds: Vec<BracketRound>,
}

/// The meetings of a round that are in a bracket.
#[derive(Debug, Clone, PartialEq)]
pub struct BracketRound {
    /// What people call the round.
    pub title: String,
    /// Its meetings, in the order of the bracket.
    pub meetings: Vec<BracketMeeting>,
}

/// A meeting in a bracket.
#[derive(Debug, Clone, PartialEq)]
pub struct BracketMeeting {
    /// The participants: one that has a bye, or two.
    pub places: Vec<BracketPlace>,
    /// Whether both were level after all deciders, so that the order of naming decided.
    pub by_seeding: bool,
}

/// A participant in a meeting.
#[derive(Debug, Clone, PartialEq)]
pub struct BracketPlace {
    /// The participant.
    pub participant: Participant,
    /// Its points; `None` for a bye.
    pub points: Option<f64>,
    /// Whether it won the meeting, or has a bye.
    pub goes_on: bool,
}

/// The brackets of a format that eliminates participants; of others there are none.
pub fn brackets(rounds: &DrawnRounds, counted: &CountedGames) -> Vec<Bracket> {
    if !rounds.eliminates() {
        return Vec::new();
    }
    let mut losses = vec![0_usize; rounds.participants()];
    let mut brackets = ["Bracket", "Second bracket", "Final"].map(|title| Bracket { title, rounds: Vec::new() });
    let mut is_final = false;
    for (nth, round) in rounds.rounds().iter().enumerate() {
        let mut meetings = [Vec::new(), Vec::new(), Vec::new()];
        for meeting in round {
            let before: Vec<_> = players(meeting).iter().map(|player| losses[player.index()]).collect();
            // Only in a final does one who has lost meet one who has not.
            is_final |= before.iter().any(|count| *count != before[0]);
            let bracket = if is_final { 2 } else { before[0].min(1) };
            meetings[bracket].push(bracket_meeting(meeting, counted));
        }
        for (bracket, meetings) in brackets.iter_mut().zip(meetings).filter(|(_, meetings)| !meetings.is_empty()) {
            bracket.rounds.push(BracketRound { title: rounds.round_title(nth), meetings });
        }
        let losers = round.iter().filter_map(|meeting| match meeting {
            Meeting::Played(meeting) => meeting.loser(),
            Meeting::Bye(_) => None,
        });
        losers.for_each(|loser| losses[loser.index()] += 1);
    }
    brackets.into_iter().filter(|bracket| !bracket.rounds.is_empty()).collect()
}

fn players(meeting: &Meeting) -> Vec<Participant> {
    match meeting {
        Meeting::Bye(player) => vec![*player],
        Meeting::Played(meeting) => meeting.players.to_vec(),
    }
}

fn bracket_meeting(meeting: &Meeting, counted: &CountedGames) -> BracketMeeting {
    let PlayedMeeting { players, pairing, winner, by_seeding, .. } = match meeting {
        Meeting::Bye(player) => {
            let place = BracketPlace { participant: *player, points: None, goes_on: true };
            return BracketMeeting { places: vec![place], by_seeding: false };
        }
        Meeting::Played(meeting) => meeting,
    };
    let points = counted.tallies()[*pairing].players().iter().map(|player| player.results.points());
    let place = |(&participant, points)| BracketPlace {
        participant,
        points: Some(points),
        goes_on: *winner == Some(participant),
    };
    BracketMeeting { places: players.iter().zip(points).map(place).collect(), by_seeding: *by_seeding }
}

#[cfg(test)]
mod tests {
    use super::super::super::format::Format;
    use super::super::super::progress::Tournament;
    use super::super::super::schedule::Schedule;
    use super::super::super::tally::{GameDigest, GameResult, PlayedGame};
    use super::*;

    /// Plays a tournament in which the one that was named first wins every game.
    fn played(format: Format, participants: usize) -> Tournament {
        let schedule = Schedule::new(format, participants, 1, 1).expect("a schedule");
        let mut tournament = Tournament::new(schedule, None);
        while let Some(game) = tournament.next_game() {
            let places = if game.seats[0] < game.seats[1] { vec![1, 2] } else { vec![2, 1] };
            let digest = GameDigest([game.id.unit as u8; 16]);
            let (faults, times) = Default::default();
            let result = PlayedGame { places, digest, faults, times, competition_points: None };
            tournament.record(game.id, GameResult::Played(result)).expect("a new result");
        }
        tournament
    }

    /// A line for each round: `3-4 0` are a meeting and a bye, the one that goes on first.
    fn lines(format: Format, participants: usize) -> Vec<String> {
        let tournament = played(format, participants);
        let drawn = tournament.schedule().drawn_rounds().expect("it draws rounds");
        let meeting = |meeting: &BracketMeeting| {
            let mut places = meeting.places.clone();
            places.sort_by_key(|place| !place.goes_on);
            places.iter().map(|place| place.participant.index().to_string()).collect::<Vec<_>>().join("-")
        };
        let line = |title: &str, round: &BracketRound| {
            let meetings: Vec<_> = round.meetings.iter().map(meeting).collect();
            format!("{title}, {}: {}", round.title, meetings.join(" "))
        };
        let brackets = brackets(drawn, tournament.counted());
        brackets.iter().flat_map(|bracket| bracket.rounds.iter().map(|round| line(bracket.title, round))).collect()
    }

    #[test]
    fn a_knockout_has_one_bracket() {
        let expected = ["Bracket, Round 1: 0 3-4 1 2-5", "Bracket, Round 2: 0-3 1-2", "Bracket, Final: 0-1"];
        assert_eq!(lines(Format::Knockout, 6), expected);
        assert!(lines(Format::Swiss, 6).is_empty());
    }

    #[test]
    fn double_elimination_has_two_brackets_and_a_final() {
        let expected = [
            "Bracket, Round 1: 0-3 1-2",
            "Bracket, Round 2: 0-1",
            "Second bracket, Round 2: 2-3",
            "Second bracket, Round 3: 1-2",
            "Final, Final: 0-1",
        ];
        assert_eq!(lines(Format::DoubleElimination, 4), expected);
    }

    #[test]
    fn a_meeting_has_the_points_of_both() {
        let tournament = played(Format::Knockout, 2);
        let drawn = tournament.schedule().drawn_rounds().expect("it draws rounds");
        let brackets = brackets(drawn, tournament.counted());
        let points: Vec<_> = brackets[0].rounds[0].meetings[0].places.iter().map(|place| place.points).collect();
        assert_eq!(points, [Some(2.0), Some(0.0)]);
    }
}
