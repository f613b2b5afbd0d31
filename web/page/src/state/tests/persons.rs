//! Matches that a person plays.

use botyard_engine::cases::{Case, Expectation};
use botyard_engine::replay::PlayerInfo;

use super::*;
use crate::message::RerunMessage;

#[test]
fn a_person_plays_with_keys_when_it_is_their_turn() {
    let mut bench = person_against_bot();
    bench.key("4");
    let act = ToWorker::Act { seat: Seat::new(0), action: json!(4) };
    assert!(bench.effects.contains(&Effect::AskHost(act, Vec::new())));
    bench.effects.clear();
    bench.progress(0, &[4], Some(1));
    bench.watch();
    bench.key("4");
    assert!(
        !bench.effects.iter().any(|effect| matches!(effect, Effect::AskHost(ToWorker::Act { .. }, _))),
        "it is the bot's turn"
    );
}

#[test]
fn an_earlier_turn_is_only_for_looking() {
    let mut bench = person_against_bot();
    bench.progress(0, &[4, 4], Some(0));
    bench.watch();
    assert_eq!(bench.state.position().actor(), Some(Seat::new(0)));
    bench.send(Message::Playback(PlaybackMessage::Step(-1)));
    assert_eq!(bench.state.position().actor(), None);
    bench.key("End");
    assert_eq!(bench.state.position().actor(), Some(Seat::new(0)));
}

/// Regression: nothing happened, and nothing said why.
#[test]
fn who_acts_in_the_past_is_told_why_not_and_led_back() {
    let mut bench = person_against_bot();
    bench.progress(0, &[4, 4], Some(0));
    bench.key("3");
    assert_eq!(bench.state.context.notices.shown(), None, "the newest position comes by itself");
    bench.watch();
    for act in [Message::ActInPast, Message::Key { key: "3".to_owned(), shift: false }] {
        bench.send(Message::Playback(PlaybackMessage::Step(-1)));
        bench.effects.clear();
        bench.send(act);
        let told = bench.state.context.notices.shown().expect("a sentence");
        assert_eq!(told.text, "You look at turn 1, where nothing can be played any more: the match is at turn 2.");
        assert_eq!(told.offer, Some(NoticeOffer::BackToNow));
        assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::AskHost(ToWorker::Act { .. }, _))));
        bench.send(Message::Playback(PlaybackMessage::GoLast));
        assert_eq!(bench.state.context.notices.shown(), None);
        assert_eq!(bench.state.position().actor(), Some(Seat::new(0)));
    }
    bench.send(Message::ActInPast);
    assert_eq!(bench.state.context.notices.shown(), None, "here it plays");
}

#[test]
fn taking_back_plays_the_same_match_up_to_the_persons_last_action() {
    let mut bench = person_against_bot();
    bench.progress(0, &[4, 4, 3, 5], Some(0));
    bench.watch();
    let seed = bench.played().expect("a match").match_spec.seed;
    bench.send(Message::Setup(SetupMessage::Seed(99)));
    bench.send(Message::TakeBack);
    let play = bench.played().expect("another match");
    assert_eq!(play.script, [(Seat::new(0), json!(4))]);
    assert_eq!(play.match_spec.seed, seed);
    assert_eq!(
        (bench.state.shown.shown_match.record.len(), bench.state.shown.playback.at),
        (2, 2),
        "the board does not flicker"
    );
    bench.progress(0, &[4, 4], Some(0));
    assert_eq!(bench.state.position().actor(), Some(Seat::new(0)));
}

#[test]
fn a_decided_match_can_be_taken_back_too() {
    let mut bench = person_against_bot();
    let resigned = Fault::new(FaultKind::Resigned, b"", "");
    bench.progress(0, &[4, 4], Some(0));
    bench.receive_turns(2, vec![turn(0, TurnResult::from(resigned))], None);
    bench.watch();
    assert_eq!(bench.state.shown.verdict(&bench.state.context).as_deref(), Some("You resigned: tactician wins."));
    bench.played();
    bench.send(Message::TakeBack);
    assert_eq!(bench.played().map(|play| play.script), Some(vec![]));
}

/// Regression: only turns of bots could be kept.
#[test]
fn a_persons_turn_is_kept_and_asked_again_once_the_match_is_over() {
    let mut bench = person_against_bot();
    assert_eq!(bench.state.shown.inspected_seats(), Seats::only(Seat::new(1)), "a person plays");
    bench.progress(0, &WON, None);
    bench.watch();
    assert_eq!(bench.state.shown.inspected_seats(), Seats::first(2));
    bench.send(Message::Panel(Panel::Inspector));
    assert_eq!(bench.state.shown.inspection.seat, Seat::new(1), "a bot is inspected first");
    bench.send(Message::Inspect(Seat::new(0)));
    bench.key("k");
    let offered = bench.effects.iter().find_map(|effect| match effect {
        Effect::Cases(ToSeries::Offer { replay, seat, turn, bot }, _) => {
            Some((replay.clone(), *seat, *turn, bot.clone()))
        }
        _ => None,
    });
    let (replay, seat, turn, bot) = offered.expect("the turn is offered");
    assert_eq!((seat, turn, bot), (1, 7, None), "it is the person's last");
    let expect = Expectation { not: vec!["1".to_owned()], ..Expectation::default() };
    let case = Case::keep(replay, seat, turn, expect, "here not 1".to_owned(), String::new()).expect("a case");
    let (match_spec, recorded) = case.open().expect("it can be judged").repeat(PlayerInfo::default());
    assert_eq!(
        (match_spec.players[0].kind, recorded.seats),
        (PlayerKind::Module, vec![Seat::new(1)]),
        "a bot is asked"
    );

    bench.played();
    bench.send(Message::Rerun(RerunMessage::Start(BotKey::from("connect-four-random"))));
    let play = bench.played().expect("the worker plays");
    assert_eq!(play.record.map(|record| record.seats), Some(vec![Seat::new(1)]));
    bench.send(Message::Play);
    bench.progress(0, &[], Some(0));
    assert_eq!(bench.state.shown.inspection.seat, Seat::new(1), "a person plays again");
}

/// A sentence about a bot does not apply to a person.
#[test]
fn a_person_gets_no_advice() {
    let mut bench = person_against_bot();
    let resigned = Fault::new(FaultKind::Resigned, b"", "");
    bench.receive_turns(0, vec![turn(0, TurnResult::from(resigned))], None);
    bench.watch();
    bench.send(Message::Panel(Panel::Inspector));
    bench.send(Message::Inspect(Seat::new(0)));
    assert_eq!(bench.state.shown.fault_advice(&bench.state.context), None);
}

#[test]
fn to_the_person_the_page_says_you() {
    let mut bench = person_against_bot();
    bench.progress(0, &WON, None);
    bench.watch();
    assert_eq!(bench.state.shown.verdict(&bench.state.context).as_deref(), Some("You win: four in a row."));

    let mut bench = person_against_bot();
    let silent = Fault::new(FaultKind::Malformed, b"9\n", "which is no column (1 to 7)");
    bench.progress(0, &[4], Some(1));
    bench.receive_turns(1, vec![turn(1, TurnResult::from(silent))], None);
    bench.watch();
    let verdict = bench.state.shown.verdict(&bench.state.context);
    assert_eq!(verdict.as_deref(), Some("tactician printed `9`, but columns are 1 to 7: you win."));
}

#[test]
fn swapping_sides_plays_at_once() {
    let mut bench = person_against_bot();
    bench.played();
    bench.send(Message::Swap);
    let names: Vec<_> =
        bench.played().expect("a match").match_spec.players.into_iter().map(|player| player.name).collect();
    assert_eq!(names, ["tactician", "human"]);
}

/// Regression: the button disappeared while it could not be used, and keyboard users lost the
/// focus.
#[test]
fn taking_back_stays_on_offer_while_there_is_nothing_to_take_back() {
    let mut bench = person_against_bot();
    assert_eq!((bench.state.shown.offers_take_back(), bench.state.position().can_take_back()), (true, false));
    bench.progress(0, &[4, 4], Some(0));
    assert!(bench.state.position().can_take_back());
    bench.send(Message::TakeBack);
    assert_eq!((bench.state.shown.offers_take_back(), bench.state.position().can_take_back()), (true, false));
    assert!(!Bench::on("#/connect-four").state.shown.offers_take_back());
}

#[test]
fn keys_are_not_mentioned_without_a_keyboard() {
    let mut bench = person_against_bot();
    assert_eq!(bench.state.position().status(), "Your turn: click a column or press 1 to 7.");
    bench.state.context.browser.has_keys = false;
    assert_eq!(bench.state.position().status(), "Your turn: tap a column.");
}

/// Regression: the match was lost silently.
#[test]
fn a_persons_match_goes_on_where_it_was_left_for_another_game() {
    let mut bench = person_against_bot();
    assert!(!bench.state.has_unfinished(), "nothing has been done in it");
    bench.progress(0, &[4, 4, 3, 5], Some(0));
    let seed = bench.played().expect("a match").match_spec.seed;
    assert!(bench.state.has_unfinished());
    bench.send(Message::Arrived("#/stratego".to_owned()));
    assert_eq!(bench.played().expect("two bots play").match_spec.game, "stratego");
    assert!(bench.state.has_unfinished());
    bench.send(Message::Arrived("#/connect-four".to_owned()));
    let play = bench.played().expect("the match");
    assert_eq!(play.script, [(Seat::new(0), json!(4)), (Seat::new(0), json!(3))]);
    assert_eq!((play.match_spec.seed, play.match_spec.players[0].kind), (seed, PlayerKind::Person));
    assert_eq!(
        (bench.state.shown.shown_match.record.len(), bench.state.shown.playback.at),
        (4, 4),
        "the board is as it was"
    );
}

#[test]
fn a_persons_match_waits_while_another_is_looked_at_and_goes_when_one_is_begun() {
    for begins in [false, true] {
        let mut bench = person_against_bot();
        bench.progress(0, &[4, 4], Some(0));
        bench.send(Message::Pasted("1212121".to_owned()));
        assert!(bench.state.has_unfinished());
        if begins {
            bench.send(Message::Setup(SetupMessage::Choose(
                Seat::new(0),
                SeatChoice::Bot(BotKey::from("connect-four-random")),
            )));
            bench.send(Message::Setup(SetupMessage::Choose(
                Seat::new(1),
                SeatChoice::Bot(BotKey::from("connect-four-random")),
            )));
            bench.send(Message::Play);
        }
        assert_eq!(bench.state.has_unfinished(), !begins);
        bench.played();
        bench.send(Message::Arrived("#/connect-four".to_owned()));
        assert_eq!(bench.played().is_some_and(|play| play.script.len() == 1), !begins);
    }
}
