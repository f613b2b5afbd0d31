//! Builds that the browser does not keep any more.

use super::*;
use crate::message::RemovalReason;

/// Regression: it stayed in the lists until the page was loaded again, and could not be loaded.
#[test]
fn a_build_is_gone_that_many_newer_ones_have_followed() {
    let mut bench = Bench::on("");
    for build in 1..=3 {
        bench.send(kept("connect-four", "mine.js", build, &format!("hash{build}")));
    }
    let key = |build| BotKey::Dropped("mine.js".to_owned(), build);
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(0), SeatChoice::Bot(key(2)))));
    for (build, told) in [
        (1, None),
        (2, Some("mine.js, build 2 was removed because there are many newer builds. A build with a note stays.")),
    ] {
        bench.send(Message::RemovedElsewhere {
            game: "connect-four".to_owned(),
            name: "mine.js".to_owned(),
            sha256: format!("hash{build}"),
            reason: RemovalReason::NewerBuilds,
        });
        assert_eq!(bench.state.library.bot(&key(build)), None);
        assert_eq!(bench.state.notices.shown().map(|notice| &*notice.text), told, "only who had a seat is missed");
    }
    assert_ne!(bench.state.setup.lineup.seats[0], SeatChoice::Bot(key(2)));
    assert!(bench.state.library.bot(&key(3)).is_some());
    assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::Forget(..))), "the store has done that");
}
