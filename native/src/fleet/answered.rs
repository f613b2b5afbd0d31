//! Converts between games in answers and games in a store. A worker reports how a game ended; the
//! schedule determines which game it was, and the rules determine the result of its replay.

use std::time::Duration;

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::tournament::{GameResult, ReplayedGame, ScheduledGame};
use botyard_fleet::limits;
use botyard_fleet::messages::AnsweredGame;

use crate::tournament::{GameReport, VoidRun, hash_identity};

/// What a worker's report of a result rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Evidence {
    /// The replay and the rules: a false result takes a forged replay.
    Replay,
    /// The worker's word, at least for a part: it has sent no turns, or a bot has failed.
    Word,
}

/// A worker's answer for a game that it has played.
pub(super) fn answer(report: GameReport) -> AnsweredGame {
    let bounded = |(seat, text): (u8, String)| {
        let from = text.ceil_char_boundary(text.len().saturating_sub(limits::STDERR_BYTES));
        (seat, text[from..].to_owned())
    };
    AnsweredGame {
        id: report.id,
        result: report.result,
        turns: u32::try_from(report.turns).unwrap_or(u32::MAX),
        duration_ns: nanoseconds(report.duration),
        replay: report.replay,
        stderr: report.stderr.into_iter().map(bounded).collect(),
        void_run: report.void_run.map(|run| (run.participant, run.run, nanoseconds(run.worked))),
    }
}

/// The report on a game for the store, from a worker's answer.
///
/// # Errors
/// If the answer does not fit the game.
pub(super) fn report(scheduled: &ScheduledGame, answered: AnsweredGame, worker: String) -> Result<GameReport, String> {
    let seats = scheduled.seats.len();
    answered.result.check_seats(seats).map_err(|why| why.to_string())?;
    if answered.stderr.iter().any(|(seat, _)| usize::from(*seat) >= seats) {
        return Err("a seat that there is not has written to stderr".to_owned());
    }
    if answered.void_run.is_some_and(|(participant, ..)| !scheduled.seats.contains(&participant)) {
        return Err("a bot made the game void that did not play it".to_owned());
    }
    let void_run = |(participant, run, worked)| VoidRun { participant, run, worked: Duration::from_nanos(worked) };
    Ok(GameReport {
        id: scheduled.id,
        seed: scheduled.seed,
        seats: scheduled.seats.clone(),
        result: answered.result,
        turns: answered.turns as usize,
        duration: Duration::from_nanos(answered.duration_ns),
        replay: answered.replay,
        stderr: answered.stderr,
        void_run: answered.void_run.map(void_run),
        worker: Some(worker),
    })
}

/// Compares the result of a report with its replay, in which the match of `spec` was played.
///
/// # Errors
/// If they contradict each other, or the replay is of another match.
pub(super) fn check(report: &GameReport, spec: &MatchSpec) -> Result<Evidence, String> {
    let (GameResult::Played(played), Some(replay)) = (&report.result, &report.replay) else {
        return Ok(Evidence::Word);
    };
    let replayed = ReplayedGame::from_replay(spec, replay).map_err(|why| why.to_string())?;
    let Some(replayed) = replayed else { return Ok(Evidence::Word) };
    replayed.check(played, report.turns, hash_identity).map_err(|why| why.to_string())?;
    Ok(if replayed.is_proven() { Evidence::Replay } else { Evidence::Word })
}

/// Whether two computers have played the same game, regardless of the time that it took. A replay
/// that was too long for an answer is not compared.
pub(super) fn is_same(one: &GameReport, other: &GameReport) -> bool {
    let replays = one.replay.as_ref().zip(other.replay.as_ref());
    one.result == other.result
        && one.turns == other.turns
        && one.stderr == other.stderr
        && replays.is_none_or(|(one, other)| one == other)
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use botyard_engine::fault::FaultKind;
    use botyard_engine::tournament::{GameDigest, GameId, GameResult, Participant, PlayedGame, SeatTime};

    use super::*;

    fn scheduled() -> ScheduledGame {
        let seats = vec![Participant::new(2), Participant::new(0)];
        ScheduledGame { id: GameId { unit: 7, rotation: 1 }, round: 3, seats, seed: 11 }
    }

    fn played() -> GameReport {
        let result = GameResult::Played(PlayedGame {
            places: vec![1, 2],
            digest: GameDigest([3; 16]),
            faults: vec![(1, FaultKind::Timeout)],
            times: vec![SeatTime::default(); 2],
            competition_points: None,
        });
        let ScheduledGame { id, seats, seed, .. } = scheduled();
        GameReport {
            id,
            seed,
            seats,
            result,
            turns: 9,
            duration: Duration::from_micros(5),
            replay: Some("x.y".to_owned()),
            stderr: vec![(1, "late\n".to_owned())],
            void_run: None,
            worker: None,
        }
    }

    #[test]
    fn what_a_worker_answers_is_what_is_kept_with_its_name() {
        let kept = report(&scheduled(), answer(played()), "w".to_owned()).expect("it is about this game");
        assert_eq!(kept, GameReport { worker: Some("w".to_owned()), ..played() });
        assert!(is_same(&kept, &played()));
        let slow = GameReport { duration: Duration::from_secs(1), ..played() };
        assert!(is_same(&slow, &played()), "computers are not equally fast");
        for other in [
            GameReport { turns: 8, ..played() },
            GameReport { stderr: Vec::new(), ..played() },
            GameReport { replay: Some("x.z".to_owned()), ..played() },
            GameReport { result: GameResult::Void, ..played() },
        ] {
            assert!(!is_same(&other, &played()), "{other:?}");
        }
    }

    #[test]
    fn answers_that_cannot_be_of_the_game_are_refused() {
        let broken: [fn(&mut AnsweredGame); 5] = [
            |game| game.stderr = vec![(2, "x".to_owned())],
            |game| game.void_run = Some((Participant::new(1), 1, 1)),
            |game| change(game, |played| played.places = vec![1]),
            |game| change(game, |played| played.places = vec![0, 1]),
            |game| change(game, |played| played.faults = vec![(9, FaultKind::Timeout)]),
        ];
        for (nth, change) in broken.into_iter().enumerate() {
            let mut answered = answer(played());
            change(&mut answered);
            assert!(report(&scheduled(), answered, "w".to_owned()).is_err(), "number {nth}");
        }
    }

    fn change(game: &mut AnsweredGame, change: fn(&mut PlayedGame)) {
        let GameResult::Played(played) = &mut game.result else { panic!("it was played") };
        change(played);
    }
}
