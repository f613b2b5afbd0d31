//! Logs of random matches in which bots print anything, mostly under `-i`: a log reads as the match
//! from which it was written, and is written as the same bytes again.

#[path = "support/stratego_talk.rs"]
mod stratego_talk;

use std::time::Duration;

use botyard_effort::{count, seed};
use botyard_engine::fault::FaultKind;
use botyard_engine::games::stratego::EndReason;
use botyard_engine::games::stratego::log::{self, LogExtent};
use botyard_engine::replay::TurnResult;

use stratego_talk::random_match;

const LIMIT: Duration = Duration::from_secs(2);
/// The lines of both armies.
const SETUP_LINES: usize = 10;
const FAILURES: [FaultKind; 3] = [FaultKind::Exited, FaultKind::Timeout, FaultKind::Flooded];

#[test]
fn every_log_is_read_as_the_match_that_it_was_written_of() {
    let (matches, first) = (count(4_000, 40_000), seed(0));
    let (mut reasons, mut refused) = (Vec::new(), 0);
    for seed in first..first + matches {
        let (replay, game) = random_match(seed, &FAILURES);
        let text = log::write(&replay, LIMIT).expect("it is possible");
        let read = log::read(&text).unwrap_or_else(|bad| panic!("seed {seed}: {bad}\n{text}"));
        assert_eq!(read.extent, LogExtent::Whole, "seed {seed}\n{text}");
        assert_eq!(log::write(&read.replay, LIMIT).as_ref(), Ok(&text), "seed {seed}");
        let again = read.replay.check().expect("what is read is possible");
        assert_eq!((again.ending(), again.board()), (game.ending(), game.board()), "seed {seed}\n{text}");
        assert_eq!(read.replay.turns.len(), replay.turns.len(), "seed {seed}\n{text}");
        refused += replay.turns.iter().filter(|turn| matches!(turn.result, TurnResult::Fault(_))).count() as u64;
        reasons.push(game.ending().expect("it is over").reason);
    }
    assert!(refused > matches, "only {refused} responses were refused");
    for reason in [
        EndReason::CapturedFlag,
        EndReason::DestroyedMobile,
        EndReason::Unintelligible,
        EndReason::Timeout,
        EndReason::TurnLimit,
        EndReason::NeitherMobile,
        EndReason::BothPassed,
        EndReason::Surrendered,
    ] {
        assert!(reasons.contains(&reason), "no match ends with {reason:?}");
    }
}

/// A log that is cut behind any line is read, and is the beginning of the log written from the
/// result.
#[test]
fn what_is_left_of_a_log_is_read() {
    let (first, mut doubts) = (seed(0), 0);
    for seed in first..first + count(1_000, 10_000) {
        let (replay, _) = random_match(seed, &FAILURES);
        let text = log::write(&replay, LIMIT).expect("it is possible");
        for (end, _) in text.match_indices('\n').skip(SETUP_LINES - 1) {
            let left = &text[..=end];
            let read = log::read(left).unwrap_or_else(|bad| panic!("seed {seed}: {bad}\n{left}"));
            let again = log::write(&read.replay, LIMIT).expect("what is read is possible");
            // A reader that continues finds the end, if the rules determine it.
            let is_left_out = read.doubt.is_some() || matches!(read.extent, LogExtent::Crashed(_));
            let known = match is_left_out {
                true => &left[..left[..end].rfind('\n').expect("it is not the first line") + 1],
                false => left,
            };
            doubts += usize::from(read.doubt.is_some());
            assert!(again.starts_with(known), "seed {seed}\n{left}\n{again}");
        }
    }
    assert!(doubts > 0, "no log is cut where a bot failed");
}
