//! Builds that the browser does not keep any more, and those that take their places.

use super::*;
use crate::message::RemovalReason;

/// Regression: it stayed in the lists until the page was loaded again, and could not be loaded.
#[test]
fn a_build_is_gone_that_many_newer_ones_have_followed() {
    let mut bench = Bench::on("#/connect-four");
    for build in 1..=3 {
        bench.send(kept("connect-four", "mine.js", build, &format!("hash{build}")));
    }
    let key = |build| BotKey::Dropped("mine.js".to_owned(), build);
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(0), SeatChoice::Bot(key(2)))));
    for (build, told) in [
        (1, None),
        (
            2,
            Some(
                "mine.js, build 2 was removed because there are many newer builds. Builds with a note or a beaten rung stay.",
            ),
        ),
    ] {
        bench.send(Message::RemovedElsewhere {
            game: "connect-four".to_owned(),
            name: "mine.js".to_owned(),
            sha256: format!("hash{build}"),
            reason: RemovalReason::NewerBuilds,
        });
        assert_eq!(bench.state.context.library.bot(&key(build)), None);
        assert_eq!(
            bench.state.context.notices.shown().map(|notice| &*notice.text),
            told,
            "only who had a seat is missed"
        );
    }
    assert_ne!(bench.state.setup.lineup.seats[0], SeatChoice::Bot(key(2)));
    assert!(bench.state.context.library.bot(&key(3)).is_some());
    assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::Forget(..))), "the store has done that");
}

/// Regression: another build of the same name was run as a trial, and played, without a notice.
#[test]
fn a_build_that_takes_the_place_of_another_is_told() {
    let file =
        |byte| Message::File { name: "mine.wasm".to_owned(), bytes: Rc::from([0, 97, 115, 109, byte]), seat: None };
    let mut bench = Bench::on("#/connect-four");
    bench.send(file(1));
    for _ in 0..2 {
        bench.send(Message::Play);
        assert_eq!(bench.state.context.notices.shown(), None, "it is the build that played");
        bench.progress(0, &WON, None);
    }
    let saved = bench.state.shown.shown_match.record.file().to_string();
    bench.send(Message::Forget(BotKey::from("file:mine.wasm")));
    bench.send(file(2));
    bench.send(Message::Pasted(saved));
    let told = "mine.wasm takes the place of mine.wasm: the build of the record, with another SHA-256, is not here.";
    let substitutes = [0, 1].map(|seat| bench.state.shown.substitute_of(Seat::new(seat), &bench.state.context.library));
    assert_eq!(substitutes, [Some(told.to_owned()), None]);
    bench.send(Message::Play);
    assert_eq!(bench.take_notice(), told);
    bench.progress(0, &WON, None);
    bench.send(Message::Play);
    assert_eq!(bench.state.context.notices.shown(), None, "it is the build that played");
}
