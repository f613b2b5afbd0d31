//! A table of games: a row for each, in few words. Knows no statistics.

use super::super::game_line::GameLine;
use super::super::tally::{GameResult, PlayedGame, SeatTime};
use super::table::{ColumnKind, Heading, Table};

/// The table of these games.
pub fn game_table(games: &[&GameLine]) -> Table {
    let headings = [
        ("game", ColumnKind::Number),
        ("players", ColumnKind::Name),
        ("result", ColumnKind::Words),
        ("turns", ColumnKind::Number),
        ("faults", ColumnKind::Words),
        ("longest turn", ColumnKind::Words),
    ];
    Table {
        headings: headings.map(|(text, kind)| Heading::new(text, kind)).into(),
        rows: games.iter().map(|game| row(game)).collect(),
    }
}

fn row(game: &GameLine) -> Vec<String> {
    let (faults, longest) = match &game.result {
        GameResult::Played(played) => (list_game_faults(game), longest_turn(game, played)),
        GameResult::Void => Default::default(),
    };
    let players = game.players.join(", ");
    vec![game.number().to_string(), players, describe_result(game), game.turns.to_string(), faults, longest]
}

/// How a game ended: `a won`, `draw`, `void`; with more than two players their places.
pub fn describe_result(game: &GameLine) -> String {
    let Some(places) = game.result.places() else { return "void".to_owned() };
    let mut placed: Vec<_> = places.iter().zip(&game.players).collect();
    placed.sort_by_key(|(place, _)| *place);
    match placed[..] {
        [(first, _), .., (last, _)] if first == last => "draw".to_owned(),
        [(_, winner), _] => format!("{winner} won"),
        _ => placed.iter().map(|(place, player)| format!("{place}. {player}")).collect::<Vec<_>>().join(", "),
    }
}

/// Who had which fault in a game.
pub(super) fn list_game_faults(game: &GameLine) -> String {
    let GameResult::Played(played) = &game.result else { return String::new() };
    let fault = |&(seat, kind): &(u8, crate::fault::FaultKind)| {
        Some(format!("{}: {}", game.players.get(usize::from(seat))?, kind.name()))
    };
    played.faults.iter().filter_map(fault).collect::<Vec<_>>().join(", ")
}

/// The longest turn of all, and whose it was; empty if the times are not known.
fn longest_turn(game: &GameLine, played: &PlayedGame) -> String {
    let longest = played.times.iter().zip(&game.players).max_by_key(|(time, _)| time.longest);
    longest.map_or_else(String::new, |(SeatTime { longest, .. }, player)| format!("{longest:.1?} ({player})"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::fault::FaultKind;
    use crate::tournament::GameDigest;

    #[track_caller]
    fn check(players: &[&str], places: Option<&[u8]>, expected: &[&str]) {
        let time =
            |micros| SeatTime { total: Duration::from_secs(1), longest: Duration::from_micros(micros), of_bank: None };
        let played = |places: &[u8]| PlayedGame {
            places: places.to_vec(),
            digest: GameDigest([0; 16]),
            faults: vec![(1, FaultKind::Timeout)],
            times: [5, 1_500, 20].map(time)[..players.len()].to_vec(),
            competition_points: None,
        };
        let game = GameLine {
            game: "connect-four".to_owned(),
            format: None,
            unit: 3,
            rotation: 1,
            seed: 1,
            players: players.iter().map(|&player| player.to_owned()).collect(),
            result: places.map_or(GameResult::Void, |places| GameResult::Played(played(places))),
            digest_version: 2,
            turns: 9,
            duration: Duration::ZERO,
            limit: None,
            seat_terms: Vec::new(),
            replay: None,
            stderr: Vec::new(),
            void_reason: None,
        };
        let table = game_table(&[&game]);
        assert_eq!(table.rows, [expected]);
        assert_eq!(table.headings.len(), expected.len());
    }

    #[test]
    fn a_game_is_told_in_few_words() {
        check(&["a", "b"], Some(&[2, 1]), &["8", "a, b", "b won", "9", "b: timeout", "1.5ms (b)"]);
        check(&["a", "b"], Some(&[1, 1]), &["8", "a, b", "draw", "9", "b: timeout", "1.5ms (b)"]);
        check(&["a", "b"], None, &["8", "a, b", "void", "9", "", ""]);
        let places = "1. c, 2. a, 2. b";
        check(&["a", "b", "c"], Some(&[2, 2, 1]), &["11", "a, b, c", places, "9", "b: timeout", "1.5ms (b)"]);
    }
}
