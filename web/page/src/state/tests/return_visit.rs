//! A page that is loaded again.

use super::*;
use crate::state::has_other_bots;

/// A build that the browser has kept.
fn kept_build(name: &str) -> Message {
    kept("connect-four", name, 1, "ab")
}

/// The page, loaded again at this address.
fn again(bench: &mut Bench, hash: &str) -> Bench {
    let kept = bench.state.keep();
    opened(kept, hash, true)
}

/// The page with this address in a browser that has kept this bot, and in a tab that has kept this
/// text.
fn opened(kept: String, hash: &str, is_loaded_again: bool) -> Bench {
    let mut bench =
        Bench { state: PageState::new(BrowserInfo { chance: 99, ..around() }), now: 0.0, effects: Vec::new() };
    bench.send(kept_build("mine.wasm"));
    bench.send(Message::Returned { kept, hash: hash.to_owned(), is_loaded_again });
    bench
}

/// Regression: the dropped bot was "not loaded" beside its own file, and the seed was another.
#[test]
fn the_line_up_and_the_seed_are_there_again() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::File { name: "mine.wasm".to_owned(), bytes: Rc::from(*b"\0asm\x01"), seat: None });
    bench.send(Message::Setup(SetupMessage::Seed(1234)));
    bench.send(Message::Arrived("#/generals".to_owned()));
    bench.send(Message::Setup(SetupMessage::Seats(3)));
    bench.send(Message::Arrived("#/connect-four".to_owned()));
    let lineup = bench.state.setup.lineup.clone();
    assert_eq!((lineup.seed, &lineup.seats[0]), (1234, &SeatChoice::Bot(BotKey::from("file:mine.wasm"))));

    let mut again = again(&mut bench, "#/connect-four");
    assert_eq!(again.state.setup.lineup, lineup);
    assert!(again.state.setup.is_seed_chosen);
    assert_eq!(again.played().expect("it plays at once").match_spec.players[0].name, "mine.wasm");
    again.send(Message::Arrived("#/generals".to_owned()));
    assert_eq!(again.state.setup.lineup.seats.len(), 3, "and those of the other games");
}

#[test]
fn a_reload_opens_the_editor_again() {
    let mut bench = Bench::on("#/stratego/write");
    assert_eq!(again(&mut bench, "#/stratego").state.visit.panel, Panel::Write);
    bench.send(Message::Task(Task::Watch));
    assert_eq!(again(&mut bench, "#/stratego").state.visit.panel, Panel::Players);
}

#[test]
fn a_persons_match_goes_on_after_the_page_was_loaded_again() {
    let mut bench = person_against_bot();
    bench.progress(0, &[4, 4, 3, 5], Some(0));
    let seed = bench.played().expect("a match").match_spec.seed;
    let mut again = again(&mut bench, "#/connect-four");
    let play = again.played().expect("the match");
    assert_eq!(play.script, [(Seat::new(0), json!(4)), (Seat::new(0), json!(3))]);
    assert_eq!((play.match_spec.seed, play.match_spec.players[0].kind), (seed, PlayerKind::Person));
    assert_eq!((again.state.shown.shown_match.record.len(), again.state.shown.playback.at), (4, 4));
    assert_eq!(again.take_notice(), "Your match continues.");
}

#[test]
fn the_next_match_is_kept_beside_the_link_of_the_last_one_and_not_beside_another() {
    let mut bench = Bench::on("#/connect-four");
    bench.progress(0, &WON, None);
    bench.watch();
    let random = || SeatChoice::Bot(BotKey::from("connect-four-random"));
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(0), random())));
    let link = bench.state.shown.share_link(&bench.state.context).expect("a link");
    let hash = link.split_once('#').expect("an address").1;
    assert_eq!(again(&mut bench, hash).state.setup.lineup.seats[0], random());
    // Regression: the address had not followed the match yet, and the line-up was lost.
    assert_eq!(again(&mut bench, "#/connect-four").state.setup.lineup.seats[0], random());
    let other = "#/connect-four/r/AoCqYEmd.Ah09KCno7w2z3-EWC9M";
    let kept = bench.state.keep();
    assert_ne!(opened(kept, other, false).state.setup.lineup.seats[0], random());
}

/// Regression: the board of the next match was shown instead, and stayed.
#[test]
fn a_link_that_is_opened_before_the_page_is_back_is_shown() {
    let mut bench = Bench::on("#/generals");
    bench.send(Message::Arrived("#/connect-four".to_owned()));
    let kept = bench.state.keep();
    let hash = "#/connect-four/r/AoCqYEmd.Ah09KCno7w2z3-EWC9M";
    let mut again = Bench { state: PageState::new(around()), now: 0.0, effects: Vec::new() };
    again.send(Message::Arrived(hash.to_owned()));
    assert_eq!(again.state.shown.shown_match.record.len(), 7);
    again.send(Message::Returned { kept, hash: hash.to_owned(), is_loaded_again: true });
    assert_eq!(again.state.shown.shown_match.record.len(), 7);
}

#[test]
fn what_a_tab_has_kept_is_not_trusted() {
    for text in ["", "!x\n#/chess/r/A\nmatch#/generals/r/AAAA\n#/stratego/r/\nmatch", "\n\n\n"] {
        let mut bench = opened(text.to_owned(), "#/stratego", true);
        assert_eq!(bench.played().expect("two bots play").match_spec.game, "stratego", "{text}");
    }
}

/// Regression: in a browser whose storage never answers, the page stayed empty.
#[test]
fn a_page_waits_for_dropped_bots_only_where_they_had_seats() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Arrived("#/generals".to_owned()));
    bench.send(Message::Setup(SetupMessage::Seats(3)));
    let kept = bench.state.keep();
    assert!(!has_other_bots(&kept, "#/generals"));

    bench.send(Message::File { name: "mine.wasm".to_owned(), bytes: Rc::from(*b"\0asm\x01"), seat: None });
    let kept = bench.state.keep();
    assert!(has_other_bots(&kept, "#/generals"));
    let address = kept.lines().find(|line| line.starts_with("#/generals/r/")).expect("the line-up");
    assert!(has_other_bots("", address));
    assert!(!has_other_bots("!x\n#/chess/r/A\nmatch#/generals/r/AAAA\n\nmatch", ""));
}

/// Regression: a match that was opened before the dropped bots were there had players "not loaded"
/// for ever.
#[test]
fn dropped_bots_take_the_seats_that_they_had_in_an_opened_match() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Pasted("1212121".to_owned()));
    assert_eq!(bench.state.setup.lineup.absent(), Some((Seat::new(0), "player 1")));
    bench.send(kept_build("player 1"));
    assert_eq!(bench.state.setup.lineup.absent(), Some((Seat::new(1), "player 2")));
}
