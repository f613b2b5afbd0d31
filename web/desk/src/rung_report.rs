//! The report of an attempt at a rung of a ladder to the page. Knows no ladders.

use botyard_engine::tournament::RungVerdict;
use botyard_web_protocol::{AttemptState, RungReport};

use super::series::Series;
use super::view::SeriesPhase;

/// How far the attempt is; `None` if the series is not one.
pub(crate) fn rung_report(series: &Series, phase: SeriesPhase) -> Option<RungReport> {
    let (attempt, match_spec) = (series.rung_attempt()?, &series.description.match_spec);
    let state = match (attempt.verdict(), phase) {
        (RungVerdict::Beaten, _) => AttemptState::Beaten,
        (RungVerdict::NotBeaten, _) => AttemptState::NotBeaten,
        (RungVerdict::Undecided, SeriesPhase::Playing) => AttemptState::Playing,
        (RungVerdict::Undecided, SeriesPhase::Stopped) => AttemptState::Stopped,
    };
    let score = attempt.score();
    Some(RungReport {
        game: match_spec.game.clone(),
        rung: series.description.rung.clone()?,
        sha256: match_spec.players.first()?.sha256.clone()?,
        games: score.games,
        half_points: score.half_points,
        state,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::tests::{attempt, line, play_on, series};

    #[test]
    fn an_attempt_is_reported_until_it_is_decided() {
        let mut won = attempt();
        let report = |series: &Series, phase| {
            let report = rung_report(series, phase).expect("it is an attempt");
            (report.games, report.half_points, report.state)
        };
        for rotation in 0..2 {
            won.add_line(line(0, rotation, [1, 1], vec![])).expect("a game of the series");
        }
        assert_eq!(report(&won, SeriesPhase::Playing), (2, 2, AttemptState::Playing));
        assert_eq!(report(&won, SeriesPhase::Stopped), (2, 2, AttemptState::Stopped));
        play_on(&mut won, |_| false);
        assert_eq!(report(&won, SeriesPhase::Playing), (20, 38, AttemptState::Beaten));
        assert_eq!((won.counted(), won.is_over(), won.can_be_decided()), (20, true, false), "of 40");
        let told = rung_report(&won, SeriesPhase::Stopped).expect("it is an attempt");
        assert_eq!((&*told.game, &*told.rung, &*told.sha256), ("connect-four", "hunter", "aa"));
        let mut lost = attempt();
        play_on(&mut lost, |_| true);
        assert_eq!(report(&lost, SeriesPhase::Playing), (12, 12, AttemptState::NotBeaten));
        assert_eq!(rung_report(&series(4), SeriesPhase::Playing), None, "it is a series like others");
    }
}
