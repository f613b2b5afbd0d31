//! People who share a screen: what each of them may see, and what is kept for them.

use botyard_engine::games::stratego::{Colour, StandardSetup, StrategoAction};

use super::*;

fn army(colour: Colour) -> Turn<Value> {
    let setup = StrategoAction::Setup(StandardSetup::ALL[0].setup(colour));
    turn(colour.seat().index(), TurnResult::Action(serde_json::to_value(setup).expect("it has text keys only")))
}

/// Stratego with these seats taken by persons.
fn persons(seats: &[usize]) -> Bench {
    let mut bench = Bench::on("#/stratego");
    for &seat in seats {
        bench.send(Message::Setup(SetupMessage::Choose(Seat::new(seat), SeatChoice::Person)));
    }
    bench.send(Message::Play);
    bench
}

/// Regression: the second person saw the first person's army.
#[test]
fn between_two_persons_the_board_is_covered_until_the_next_says_so() {
    let (red, blue) = (Seat::new(0), Seat::new(1));
    let mut bench = persons(&[0, 1]);
    bench.receive_turns(0, vec![], Some(0));
    assert_eq!(
        (
            bench.state.shown.covered_for(&bench.state.context),
            bench.state.position().actor(),
            bench.state.shown.eyes(&bench.state.context)
        ),
        (None, Some(red), Some(red))
    );
    bench.receive_turns(0, vec![army(Colour::Red)], Some(1));
    bench.watch();
    assert_eq!(
        (bench.state.shown.covered_for(&bench.state.context), bench.state.position().actor()),
        (Some(blue), None)
    );
    assert_eq!(bench.state.position().status(), "Red sets up its army. Blue's turn.");
    bench.send(Message::Uncover);
    assert_eq!(
        (
            bench.state.shown.covered_for(&bench.state.context),
            bench.state.position().actor(),
            bench.state.shown.eyes(&bench.state.context)
        ),
        (None, Some(blue), Some(blue))
    );
    bench.receive_turns(1, vec![army(Colour::Blue)], Some(0));
    bench.watch();
    assert_eq!(
        (bench.state.shown.covered_for(&bench.state.context), bench.state.position().actor()),
        (Some(red), None)
    );
    bench.send(Message::TakeBack);
    bench.receive_turns(1, vec![], Some(1));
    assert_eq!(bench.state.shown.covered_for(&bench.state.context), Some(blue), "whoever has taken back");
}

#[test]
fn one_person_alone_has_no_cover() {
    let mut bench = persons(&[1]);
    bench.receive_turns(0, vec![army(Colour::Red)], Some(1));
    bench.watch();
    assert_eq!(
        (bench.state.shown.covered_for(&bench.state.context), bench.state.position().actor()),
        (None, Some(Seat::new(1)))
    );
    let mut bench = Bench::on("#/connect-four");
    for seat in 0..2 {
        bench.send(Message::Setup(SetupMessage::Choose(Seat::new(seat), SeatChoice::Person)));
    }
    bench.send(Message::Play);
    bench.progress(0, &[4], Some(1));
    bench.watch();
    assert_eq!(
        (bench.state.shown.covered_for(&bench.state.context), bench.state.position().actor()),
        (None, Some(Seat::new(1))),
        "nothing is hidden"
    );
    assert_eq!(
        bench.state.position().status(),
        "Red drops into column 4. Yellow's turn: click a column or press 1 to 7."
    );
}

/// Regression: all forty pieces were in the tray again.
#[test]
fn the_army_that_was_set_up_is_there_again() {
    for again in [Message::TakeBack, Message::Rematch(5), Message::Swap] {
        let mut bench = persons(&[0]);
        bench.receive_turns(0, vec![], Some(0));
        assert_eq!(bench.state.position().earlier_action(), None);
        bench.receive_turns(0, vec![army(Colour::Red), army(Colour::Blue)], Some(0));
        bench.watch();
        let seat = usize::from(matches!(again, Message::Swap));
        bench.send(again);
        bench.receive_turns(0, vec![], Some(seat));
        let (whose, action) = bench.state.position().earlier_action().expect("an army");
        assert_eq!((whose, TurnResult::Action(action)), (Seat::new(0), army(Colour::Red).result));
    }
}

#[test]
fn the_board_stays_on_the_side_of_the_person_when_all_is_seen() {
    let mut bench = persons(&[0]);
    bench.receive_turns(0, vec![army(Colour::Red), army(Colour::Blue)], Some(0));
    bench.receive_turns(2, vec![turn(0, TurnResult::from(Fault::new(FaultKind::Resigned, b"", "")))], None);
    bench.watch();
    assert_eq!(
        (bench.state.shown.eyes(&bench.state.context), bench.state.shown.side(&bench.state.context)),
        (None, Some(Seat::new(0)))
    );
}

/// Regression: the board of Generals panicked.
#[test]
fn a_view_that_the_match_does_not_have_is_ignored() {
    let mut bench = persons(&[0]);
    bench.receive_turns(0, vec![army(Colour::Red), army(Colour::Blue)], Some(0));
    bench.receive_turns(2, vec![turn(0, TurnResult::from(Fault::new(FaultKind::Resigned, b"", "")))], None);
    bench.watch();
    let payload = bench.state.shown.shown_match.payload.clone().expect("a link");
    let mut page = Bench::on("#/stratego");
    for (view, eyes, next) in [(9, None, Some(0)), (2, Some(1), None), (3, None, Some(0))] {
        page.send(Message::Arrived(format!("#/stratego/r/{payload}?view={view}")));
        assert_eq!(page.state.shown.shown_match.record.len(), 3);
        assert_eq!(page.state.shown.eyes(&page.state.context), eyes.map(Seat::new), "{view}");
        page.key("f");
        assert_eq!(page.state.shown.eyes(&page.state.context), next.map(Seat::new), "{view}, and the next one");
    }
}

#[test]
fn the_parts_of_a_layout_share_the_page_as_in_the_last_visit() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Split(Splitter::Write, 50));
    assert!(bench.effects.contains(&Effect::KeepShare(Splitter::Write, 50)));
    let kept = |share| {
        let state = PageState::new(BrowserInfo { shares: [share, None, None], ..around() });
        Splitter::ALL.map(|of| state.visit.share(of))
    };
    let usual = Splitter::ALL.map(Splitter::usual);
    for (share, shown) in [(Some(50), 50), (Some(0), 30), (Some(255), 65), (None, usual[0])] {
        assert_eq!(kept(share), [shown, usual[1], usual[2]], "both parts can be seen");
    }
}

#[test]
fn the_board_shows_the_game_that_is_pointed_at_until_it_is_left_or_opened() {
    let mut bench = Bench::on("#/connect-four/measure");
    let game = |turn: &str| Some(format!("#/connect-four/r/AoCqYEmd.Ah09KCno7w2z3-EWC9M{turn}"));
    let mut point = |message: Message| {
        bench.send(message);
        bench.state.shown.pointed.position().map(|position| position.at)
    };
    assert_eq!(point(Message::Point(game("?t=3"))), Some(3));
    assert_eq!(point(Message::Point(game("?t=999"))), point(Message::Point(game(""))), "its end");
    assert_eq!(point(Message::Point(Some("#/connect-four/r/nothing".to_owned()))), None);
    point(Message::Point(game("?t=3")));
    assert_eq!(point(Message::Point(None)), None);
    point(Message::Point(game("?t=4")));
    assert_eq!(point(Message::Arrived(game("?t=4").unwrap_or_default())), None, "it is the match that is shown");
    assert_eq!(point(Message::Point(game("?t=4"))), None, "the pointer has stayed");
    assert_eq!(bench.state.shown.playback.at, 4);
}

#[test]
fn a_person_plays_from_a_seed_of_which_nothing_has_been_seen() {
    for (typed, seed) in [(None, 9), (Some("7"), 7)] {
        let mut bench = Bench::on("#/stratego");
        bench.receive_turns(0, vec![army(Colour::Red)], Some(1));
        assert_eq!(bench.state.shown.shown_match.record.seed(), 7);
        bench.send(Message::Setup(SetupMessage::Choose(Seat::new(0), SeatChoice::Person)));
        typed.into_iter().for_each(|typed| bench.send(Message::Setup(SetupMessage::SeedTyped(typed.to_owned()))));
        assert_eq!(bench.state.position().next_seed(), typed.map(|_| seed), "the button says so");
        bench.send(Message::PlayFrom(9));
        assert_eq!(bench.played().expect("a match").match_spec.seed, seed);
    }
    let mut bench = Bench::on("#/stratego");
    bench.receive_turns(0, vec![army(Colour::Red)], Some(1));
    bench.send(Message::PlayFrom(9));
    assert_eq!(bench.played().expect("a match").match_spec.seed, 7, "bots may play it again");
}
