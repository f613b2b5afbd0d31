//! The page's error messages.

use botyard_web_protocol::series::PanelPress;

use super::*;

#[test]
fn a_bad_link_gets_a_sentence_and_another_match() {
    // The second link is that of a match, with another letter at its end.
    for hash in ["#/connect-four/r/garbage", "#/connect-four/r/AYCqYNxg"] {
        let mut bench = Bench::on(hash);
        let notice = bench.state.context.notices.shown().cloned().expect("a sentence");
        assert!(notice.is_bad && notice.text.starts_with("Cannot open the match: this"), "{}", notice.text);
        assert!(notice.text.contains(": copy the whole address again. "), "{}", notice.text);
        assert!(bench.played().is_some());
    }
}

/// Regression: such a match opened without a notice about the names.
#[test]
fn a_link_without_players_opens_with_a_notice() {
    let expected =
        "The match is open, but the players' names and the seed are missing, because the link ends before them.";
    let mut pasted = Bench::on("#/connect-four");
    pasted.send(Message::Pasted("https://here/#/connect-four/r/AYCqYNxf".to_owned()));
    for bench in [Bench::on("#/connect-four/r/AYCqYNxf"), pasted] {
        assert_eq!(bench.state.shown.shown_match.record.len(), 7);
        let notice = bench.state.context.notices.shown().expect("a notice");
        assert_eq!((&*notice.text, notice.is_bad), (expected, false));
    }
    let whole = Bench::on("#/connect-four/r/AYCqYNxf.AR09KCno7w2297d0gOaT");
    assert_eq!(whole.state.context.notices.shown(), None);
}

#[test]
fn a_link_that_a_text_has_changed_opens_and_says_what_was_left_out() {
    const LINK: &str = "#/connect-four/r/AYCqYNxf.AR09KCno7w2297d0gOaT";
    let shown = |bench: &Bench| {
        let notice = bench.state.context.notices.shown().map(|notice| (notice.text.clone(), notice.is_bad));
        (bench.state.shown.shown_match.record.len(), notice)
    };
    let without = |left_out: &str| (7, Some((format!("The match is open, but {left_out}."), false)));
    assert_eq!(shown(&Bench::on(&format!("{LINK})."))), without("`).` after it was left out"));
    assert_eq!(shown(&Bench::on(&LINK.replace('/', "%2F"))), (7, None));
    for (pasted, left_out) in [
        (format!("<https://here/{LINK}>"), "`<` before the link and `>` after it were left out"),
        (format!("https://here/{}", LINK.replace("KCn", "K\n Cn")), "1 space or line break inside it was left out"),
        (format!("Have a look at {LINK}, please"), "the text before the link and `, please` after it were left out"),
    ] {
        let mut bench = Bench::on("#/connect-four");
        bench.send(Message::Pasted(pasted));
        assert_eq!(shown(&bench), without(left_out));
    }
}

/// An old link is not passed on: the address becomes that of the newest versions.
#[test]
fn a_link_of_version_1_becomes_one_of_today() {
    let mut bench = Bench::on("#/connect-four/r/AYCqYNxf.AR09KCno7w2297d0gOaT?t=3");
    bench.send(Message::Playback(PlaybackMessage::Step(1)));
    let last = bench.addresses().pop().expect("an address");
    assert_eq!(last, "replace #/connect-four/r/AoCqYEmd.Ax09LIDOHw?t=4");
}

#[test]
fn a_game_that_is_not_there_gets_a_sentence_and_another_match() {
    let mut bench = Bench::on("#/chess");
    assert_eq!(bench.state.context.notices.shown().map(|notice| notice.text.as_str()), Some("Unknown game: `chess`."));
    assert!(bench.played().is_some());
}

#[test]
fn words_of_an_earlier_match_are_not_about_this_one() {
    let mut bench = Bench::on("#/connect-four");
    let earlier = bench.state.shown.shown_match.id;
    bench.send(Message::Play);
    let turns = vec![turn(0, TurnResult::Action(json!(4)))];
    let late = MatchProgress {
        id: earlier,
        first: 0,
        turns,
        passages: Vec::new(),
        awaited: Vec::new(),
        outcome: None,
        done: true,
    };
    bench.send(Message::Host(FromWorker::Progress(late)));
    assert!(bench.state.shown.shown_match.record.is_empty());
    assert_eq!(bench.state.shown.shown_match.phase, ShownPhase::Playing);
}

/// Regression: the message about a broken link disappeared on its own, and the link with it.
#[test]
fn what_is_wrong_is_said_until_it_has_been_read() {
    let mut bench = Bench::on("#/connect-four/r/garbage");
    assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::Fade(..))));
    assert!(
        bench.addresses().first().is_some_and(|address| address.starts_with("push ")),
        "one can go back to the link"
    );
    bench.progress(0, &WON, None);
    bench.watch();
    assert!(bench.state.context.notices.shown().is_some());
    bench.send(Message::Notice(NoticeMessage::Dismiss));
    assert_eq!(bench.state.context.notices.shown(), None);
    bench.send(Message::Copied("The link", true));
    assert!(bench.effects.iter().any(|effect| matches!(effect, Effect::Fade(..))), "the rest goes by itself");
}

/// Regression: an invalid seed was ignored silently, and the previous match was played again.
#[test]
fn an_invalid_seed_is_reported() {
    let mut bench = Bench::on("#/connect-four");
    for text in ["abc", "-5", "0x10", "99999999999999999999", ""] {
        bench.send(Message::Setup(SetupMessage::SeedTyped(text.to_owned())));
        let said = bench.take_notice();
        let expected = "expected a whole number from 0 to 18446744073709551615. The seed stays 7.";
        assert_eq!(said, format!("Invalid seed `{text}`: {expected}"));
        assert_eq!(bench.state.setup.lineup.seed, 7);
    }
    bench.send(Message::Setup(SetupMessage::SeedTyped(" 12 ".to_owned())));
    assert_eq!((bench.state.setup.lineup.seed, bench.state.context.notices.shown()), (12, None));
}

/// Regression: with another seed the button still offered to play the same match again.
#[test]
fn another_seed_makes_another_match() {
    let mut bench = Bench::on("#/connect-four");
    bench.progress(0, &WON, None);
    assert!(!bench.state.position().any_changed());
    bench.send(Message::Setup(SetupMessage::Seed(12)));
    assert!(bench.state.position().any_changed());
}

#[test]
fn an_address_that_leads_nowhere_leads_to_its_game_with_a_sentence() {
    for (hash, expected) in [
        (
            "#/stratego/r/",
            "The URL #/stratego/r/ does not name a match. Is it complete? Showing another match instead.",
        ),
        ("#/stratego/x/1", "There is no page #/stratego/x/1. Showing a match instead."),
        ("#/stratego/nopage", "There is no page #/stratego/nopage. Showing a match instead."),
    ] {
        let bench = Bench::on(hash);
        assert_eq!(bench.state.context.game_ui.name(), "stratego");
        let said = bench.state.context.notices.shown().expect("a sentence").text.clone();
        assert_eq!(said, expected);
    }
    assert_eq!(Bench::on("#/").state.context.notices.shown(), None);
}

/// Regression: 0 became 0.001 without a notice, and errors stayed after their cause was mended.
#[test]
fn a_limit_that_cannot_be_is_refused_until_it_is_mended() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Setup(SetupMessage::Limit(Some(2.0))));
    bench.send(Message::Setup(SetupMessage::Limit(Some(0.0))));
    let told = bench.state.context.notices.shown().map(|notice| notice.text.clone());
    let expected = "The time for a move must be 0.001 to 600 seconds. It stays as it was.";
    assert_eq!(told.as_deref(), Some(expected));
    assert_eq!(bench.state.setup.lineup.terms.turn, Some(Duration::from_secs(2)));
    bench.send(Message::Setup(SetupMessage::Limit(Some(0.5))));
    assert_eq!(bench.state.context.notices.shown(), None);
}

/// Regression: errors stayed when the page went on to something else.
#[test]
fn errors_go_with_what_they_are_about() {
    let mut bench = Bench::on("#/connect-four");
    bench.progress(0, &WON, None);
    let refused = || Message::Cases(CasesMessage::Said(FromSeries::Error("`abc` is not a time.".to_owned())));
    bench.send(refused());
    bench.send(Message::Cases(CasesMessage::Press(PanelPress { name: "keep-case".to_owned(), value: String::new() })));
    assert_eq!(bench.state.context.notices.shown(), None, "the program says it again if it is still true");
    for after in [Message::Dialog(None), Message::Arrived("#/generals".to_owned())] {
        bench.send(Message::Share);
        bench.send(Message::Copied("The link", false));
        assert!(bench.state.context.notices.shown().is_some_and(|notice| notice.is_bad));
        bench.send(after);
        assert_eq!(bench.state.context.notices.shown(), None);
    }
}

/// Regression: the message stayed during the match that followed.
#[test]
fn what_was_wrong_with_the_next_match_goes_when_that_is_another() {
    for mended in [Message::Setup(SetupMessage::Choose(Seat::new(0), SeatChoice::Person)), Message::Rematch(3)] {
        let mut bench = Bench::on("#/connect-four");
        bench.send(Message::Setup(SetupMessage::SeedTyped("seven".to_owned())));
        assert!(bench.state.context.notices.shown().is_some());
        bench.send(mended);
        assert_eq!(bench.state.context.notices.shown(), None);
    }
}

/// Regression: a sentence held all of an address or a file's name, and all that a module imports.
#[test]
fn sentences_are_short_whatever_they_are_about() {
    let long = "x".repeat(100_000);
    let check = |bench: &mut Bench, start: &str| {
        let said = bench.take_notice();
        assert!(said.starts_with(start) && said.contains('…'), "{said}");
        assert!(said.chars().count() <= 1_000, "{} characters", said.chars().count());
    };
    check(&mut Bench::on(&format!("#/{long}")), "Unknown game: `xxx");
    check(&mut Bench::on(&format!("#/stratego/{long}")), "There is no page #/stratego/xxx");
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Pasted(format!("https://here/#/{long}/r/x")));
    check(&mut bench, "Cannot open this: unknown game `xxx");
    bench.send(Message::Setup(SetupMessage::SeedTyped(long.clone())));
    check(&mut bench, "Invalid seed `xxx");
    bench.send(Message::File { name: long.clone(), bytes: Rc::from(*b"hello"), seat: None });
    check(&mut bench, "Cannot open xxx");
    let module = Message::File { name: long.clone(), bytes: Rc::from(*b"\0asm"), seat: None };
    bench.send(module.clone());
    check(&mut bench, "xxx");
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(0), SeatChoice::Absent(long.clone()))));
    bench.send(Message::Play);
    check(&mut bench, "xxx");
    let host = |words| Message::Host(words);
    let id = bench.state.shown.shown_match.id;
    bench.send(host(FromWorker::NotOpened { id, why: long.clone() }));
    check(&mut bench, "xxx");
    bench.send(host(FromWorker::Ended { why: long.clone() }));
    check(&mut bench, "xxx");
    // The reason why a file is refused comes from the worker.
    let effects = bench.state.update(module, 1.0);
    let asked = effects.iter().find_map(|effect| match effect {
        Effect::Prepare(_, LibraryRequest::Check(id, _)) => Some(*id),
        _ => None,
    });
    bench.send(host(FromWorker::Checked { id: asked.expect("a check"), verdict: Err(long), interpreter: None }));
    check(&mut bench, "Cannot use xxx");
}

/// Regression: the address of a game that does not exist stayed while another game was shown.
#[test]
fn an_address_that_leads_nowhere_becomes_that_of_what_is_shown() {
    let mut bench = Bench::on("#/connect-four");
    for hash in ["#/chess", "#/connect-four/x/1"] {
        bench.effects.clear();
        bench.send(Message::Arrived(hash.to_owned()));
        assert_eq!(bench.addresses(), ["replace #/connect-four"], "{hash}");
        assert!(bench.take_notice().contains(hash.trim_start_matches("#/")));
    }
    bench.effects.clear();
    bench.send(Message::Arrived("#/connect-four/r/garbage".to_owned()));
    assert_eq!(bench.addresses(), ["push #/connect-four"], "one can go back to the link");
    bench.send(Message::Pasted("1212121".to_owned()));
    let opened = bench.addresses().pop().expect("its own").replace("push ", "replace ");
    bench.effects.clear();
    bench.send(Message::Arrived("#/chess".to_owned()));
    assert_eq!(bench.addresses().first(), Some(&opened.replace("?t=0", "")));
}

/// Regression: the dialog showed the error of the last time that it was open.
#[test]
fn the_dialog_opens_without_what_was_wrong_the_last_time() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Dialog(Some(Dialog::Open)));
    bench.send(Message::Pasted("hello".to_owned()));
    assert!(bench.state.context.notices.shown().is_some_and(|notice| notice.is_bad));
    bench.send(Message::Dialog(None));
    assert_eq!(bench.state.context.notices.shown(), None);
    bench.send(Message::Arrived("#/chess".to_owned()));
    bench.send(Message::Dialog(Some(Dialog::Help)));
    assert!(bench.state.context.notices.shown().is_some(), "it is not about the help");
    bench.send(Message::Dialog(Some(Dialog::Open)));
    assert_eq!(bench.state.context.notices.shown(), None);
}
