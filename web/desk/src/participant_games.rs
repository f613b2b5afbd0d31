//! How the games of a series have ended for its participants: the page records it for the visitor's
//! builds. Knows no builds.

use botyard_web_protocol::series::ParticipantGames;

use super::series::{ListedGame, ListedResult, Series};

/// For each participant whose hash is known: how many games it has played, and lost by a fault of
/// its own. `None` for a series that was played elsewhere.
pub(crate) fn participant_games(series: &Series) -> Option<Vec<ParticipantGames>> {
    if series.description.is_imported {
        return None;
    }
    let players = series.description.match_spec.players.iter().enumerate();
    let games = players.filter_map(|(who, player)| {
        let ended: Vec<_> = series.played_games().iter().filter_map(|game| has_failed(game, who)).collect();
        let failed = ended.iter().filter(|has_failed| **has_failed).count();
        Some(ParticipantGames { sha256: player.sha256.clone()?, games: count(ended.len()), failed: count(failed) })
    });
    Some(games.collect())
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Whether a participant has lost a game by a fault of its own; `None` if it was not in the game,
/// or the game is void.
fn has_failed(game: &ListedGame, who: usize) -> Option<bool> {
    let (_, result) = game.result_of(who).filter(|(_, result)| *result != ListedResult::Void)?;
    Some(result == ListedResult::Lost && game.faults.iter().any(|(faulty, _)| *faulty == who))
}

#[cfg(test)]
mod tests {
    use botyard_engine::fault::FaultKind;

    use super::*;
    use crate::series::tests::{line, series};

    #[test]
    fn what_a_participant_loses_by_its_own_fault_is_counted() {
        let mut series = series(6);
        series.description.match_spec.players[0].sha256 = Some("aa".to_owned());
        for (unit, rotation, places, faults) in [
            (0, 0, [2, 1], vec![(0, FaultKind::Timeout)]),
            // In the second game of a pair the seats are changed: this is the fault of the other.
            (0, 1, [2, 1], vec![(0, FaultKind::Exited)]),
            (1, 0, [2, 1], vec![]),
            (1, 1, [1, 2], vec![(1, FaultKind::Illegal)]),
        ] {
            series.add_line(line(unit, rotation, places, faults)).expect("a game of the series");
        }
        let own = ParticipantGames { sha256: "aa".to_owned(), games: 4, failed: 2 };
        assert_eq!(participant_games(&series), Some(vec![own]));
        series.description.is_imported = true;
        assert_eq!(participant_games(&series), None, "it was played elsewhere");
    }
}
