//! The manual beside the board: it has an address of its own, and leaves the match as it is.

use super::*;
use crate::message::Panel;

#[test]
fn a_page_has_an_address_and_the_match_begins_beside_it() {
    let mut bench = Bench::on("#/stratego/protocol/time");
    assert_eq!((bench.state.visit.panel, &*bench.state.visit.manual.page), (Panel::Learn, "protocol/time"));
    assert_eq!(bench.state.context.game_ui.name(), "stratego");
    assert!(bench.effects.contains(&Effect::LoadManual));
    assert!(bench.addresses().is_empty(), "the match that begins does not take the address");
    assert!(bench.played().is_some(), "the page is never empty");
    bench.send(Message::Arrived("#/stratego/rules".to_owned()));
    assert_eq!(&*bench.state.visit.manual.page, "rules");
    assert!(bench.played().is_none() && bench.addresses().is_empty());
}

#[test]
fn leaving_the_manual_restores_the_match() {
    let mut bench = Bench::on("#/connect-four");
    bench.progress(0, &WON, None);
    bench.watch();
    bench.send(Message::Playback(PlaybackMessage::Go(3)));
    let before = bench.addresses().pop().expect("the match's address");
    bench.send(Message::Panel(Panel::Inspector));
    assert!(bench.played().is_some(), "the first match");
    let shown = bench.state.shown.shown_match.id;
    bench.effects.clear();
    bench.send(Message::Panel(Panel::Learn));
    assert_eq!(bench.addresses(), ["push #/connect-four/help"]);
    bench.send(Message::Arrived("#/connect-four/protocol".to_owned()));
    bench.effects.clear();
    // By the browser's way back, and by a tab.
    bench.send(Message::Arrived(before.trim_start_matches("replace ").to_owned()));
    assert_eq!((bench.state.visit.panel, bench.state.shown.playback.at), (Panel::Inspector, 3));
    bench.send(Message::Panel(Panel::Learn));
    assert_eq!(&*bench.state.visit.manual.page, "protocol", "where one was");
    bench.effects.clear();
    bench.send(Message::Panel(Panel::Moves));
    assert_eq!(bench.addresses().pop(), Some(before));
    assert_eq!((bench.state.shown.shown_match.id, bench.state.shown.playback.at), (shown, 3));
    assert!(bench.played().is_none());
}

#[test]
fn a_person_s_match_goes_on_beside_the_manual() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(0), SeatChoice::Person)));
    bench.send(Message::Play);
    bench.progress(0, &[], Some(0));
    let shown = bench.state.shown.shown_match.id;
    bench.effects.clear();
    bench.send(Message::Arrived("#/connect-four/rules".to_owned()));
    bench.send(Message::Act(Seat::new(0), json!(4)));
    bench.send(Message::Arrived("#/connect-four".to_owned()));
    assert_eq!(bench.state.shown.shown_match.id, shown);
    assert!(bench.played().is_none());
    assert_ne!(bench.state.visit.panel, Panel::Learn);
}

#[test]
fn a_manual_that_is_not_there_is_asked_for_again() {
    let mut bench = Bench::on("#/connect-four/rules");
    bench.send(Message::NoManual);
    assert!(bench.take_notice().starts_with("The manual could not be fetched."));
    assert_ne!(bench.state.visit.panel, Panel::Learn);
    bench.effects.clear();
    bench.send(Message::Panel(Panel::Learn));
    assert!(bench.effects.contains(&Effect::LoadManual));
}

#[test]
fn a_welcome_is_said_once() {
    let mut bench = Bench::on("#/connect-four");
    assert!(bench.state.visit.is_first);
    bench.send(Message::Welcome);
    assert!(!bench.state.visit.is_first && bench.effects.contains(&Effect::KeepVisit));
    assert!(!Bench::on("#/connect-four/help").state.visit.is_first, "the manual says it too");
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Panel(Panel::Write));
    assert!(!bench.state.visit.is_first && bench.effects.contains(&Effect::KeepVisit), "somebody writes");
}
