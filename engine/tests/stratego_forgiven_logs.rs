//! Logs of random matches in which bots say anything, mostly under `-i`: what is read of a log is
//! the match that it was written of, and is written as the same bytes.

#[path = "support/stratego_talk.rs"]
mod stratego_talk;

use std::time::Duration;

use botyard_engine::fault::FaultKind;
use botyard_engine::games::stratego::EndReason;
use botyard_engine::games::stratego::log::{self, LogExtent};
use botyard_engine::replay::TurnResult;

use stratego_talk::random_match;

const LIMIT: Duration = Duration::from_secs(2);
const FAILURES: [FaultKind; 3] = [FaultKind::Exited, FaultKind::Timeout, FaultKind::Flooded];

#[test]
fn every_log_is_read_as_the_match_that_it_was_written_of() {
    let (mut reasons, mut refused) = (Vec::new(), 0);
    for seed in 0..4_000 {
        let (replay, game) = random_match(seed, &FAILURES);
        let text = log::write(&replay, LIMIT).expect("it is possible");
        let read = log::read(&text).unwrap_or_else(|bad| panic!("seed {seed}: {bad}\n{text}"));
        assert_eq!(read.extent, LogExtent::Whole, "seed {seed}\n{text}");
        assert_eq!(log::write(&read.replay, LIMIT).as_ref(), Ok(&text), "seed {seed}");
        let again = read.replay.check().expect("what is read is possible");
        assert_eq!((again.ending(), again.board()), (game.ending(), game.board()), "seed {seed}\n{text}");
        assert_eq!(read.replay.turns.len(), replay.turns.len(), "seed {seed}\n{text}");
        refused += replay.turns.iter().filter(|turn| matches!(turn.result, TurnResult::Fault(_))).count();
        reasons.push(game.ending().expect("it is over").reason);
    }
    assert!(refused > 4_000, "only {refused} responses were refused");
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
