//! Matches that are watched: how they begin, which turns are shown, and their addresses.

use botyard_engine::games::stratego::{Colour, StandardSetup};

use super::*;

#[test]
fn the_page_opens_on_a_match_of_two_bots() {
    let mut bench = Bench::on("#/connect-four");
    let play = bench.played().expect("a match is played at once");
    let names: Vec<_> = play.match_spec.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!((names, play.match_spec.seed), (vec!["negamax", "tactician"], 7));
    assert!(play.match_spec.players.iter().all(|player| player.sha256.is_some()));
}

#[test]
fn a_match_is_shown_turn_by_turn_and_its_verdict_at_its_end() {
    let mut bench = Bench::on("#/connect-four");
    bench.progress(0, &WON, None);
    assert_eq!(bench.state.shown.playback.at, 0);
    assert_eq!(bench.state.shown.verdict(&bench.state.context), None);
    bench.watch();
    assert_eq!(bench.state.shown.playback.at, 7);
    assert_eq!(bench.state.shown.verdict(&bench.state.context).as_deref(), Some("negamax wins: four in a row."));
    assert_eq!(bench.state.shown.standing(Seat::new(0)), SeatStanding::Won);
}

/// Regression: the verdict said "by a trap: it aborted (unreachable)".
#[test]
fn a_crash_is_told_with_its_message_and_can_be_inspected() {
    let mut bench = Bench::on("#/connect-four");
    let said = |turn, text: &str| Passage { seat: Seat::new(1), turn, stream: Stream::Stderr, text: text.to_owned() };
    let why = FaultReason::Trap("it aborted (unreachable)".into());
    let fault = TurnResult::from(Fault::new(FaultKind::Exited, b"", why));
    let turns = [0, 1, 0].map(|seat| turn(seat, TurnResult::Action(json!(4)))).into_iter().chain([turn(1, fault)]);
    bench.state.shown.shown_match.add_passages(vec![
        said(1, "thread 'main' panicked at old.rs:1:1:\nof an earlier turn\n"),
        said(3, "thread 'main' (1) panicked at src/main.rs:15:9:\n"),
        said(3, "index out of bounds\nnote: run with ...\n"),
    ]);
    bench.receive_turns(0, turns.collect(), None);
    assert_eq!(
        (bench.state.position().losing_bot(), bench.state.shown.fault_advice(&bench.state.context)),
        (None, None),
        "the end is not shown yet"
    );
    bench.watch();
    assert_eq!(
        bench.state.shown.verdict(&bench.state.context).as_deref(),
        Some(
            "tactician crashed before it answered: it panicked at src/main.rs:15:9: index out of bounds: negamax wins."
        )
    );
    let losing = bench.state.position().losing_bot().expect("a bot");
    assert_eq!(bench.state.shown.fault_advice(&bench.state.context), None, "another bot is inspected");
    bench.send(Message::InspectFault(losing));
    assert_eq!((bench.state.visit.panel, bench.state.shown.inspection.seat), (Panel::Inspector, Seat::new(1)));
    assert!(bench.effects.contains(&Effect::ShowAdvice), "it would be below a covering header");
    assert_eq!(
        bench.state.shown.fault_advice(&bench.state.context).as_deref(),
        Some("Run with an input … repeats it."),
        "the line is known"
    );
    // Regression: the heading of that turn in the transcript said "(unreachable)".
    let told = bench.effects.iter().rev().find_map(|effect| match effect {
        Effect::Transcript(update) => update.turns.last().map(|turn| turn.words.to_string()),
        _ => None,
    });
    let heading = "tactician crashed before it answered: it panicked at src/main.rs:15:9: index out of bounds";
    assert_eq!(told.as_deref(), Some(heading));
    bench.key("ArrowLeft");
    assert_eq!(
        (bench.state.position().losing_bot(), bench.state.shown.fault_advice(&bench.state.context)),
        (None, None)
    );
}

#[test]
fn the_advice_is_for_the_language_of_the_bot() {
    for (name, bytes, expected) in [
        ("mine.wasm", b"\0asm\x01\0\0\0\0\x0f\x09producers\x04Rust".to_vec(), "flush: Rust println!."),
        ("mine.js", b"\0asm".to_vec(), "read on: JavaScript print(…)."),
        ("other.wasm", b"\0asm\x01\0\0\0".to_vec(), "flush: C fflush(stdout), C++ "),
    ] {
        let mut bench = Bench::on("#/connect-four");
        bench.send(Message::File { name: name.to_owned(), bytes: bytes.into(), seat: Some(Seat::new(0)) });
        bench.send(Message::Play);
        let fault = Fault::new(FaultKind::Timeout, b"", FaultReason::WaitingForInput);
        let action = |seat| turn(seat, TurnResult::Action(json!(4)));
        bench.receive_turns(0, vec![action(0), action(1), turn(0, TurnResult::from(fault))], None);
        bench.watch();
        bench.send(Message::InspectFault(Seat::new(0)));
        let advice = bench.state.shown.fault_advice(&bench.state.context).expect("it had a fault");
        assert!(advice.contains(expected), "{name}: {advice}");
    }
}

/// Regression: the advice for a bot that had printed nothing was to flush.
#[test]
fn a_bot_that_printed_nothing_is_told_what_it_prints_first() {
    let first_line = "had printed nothing. Its first line must be `p`: JavaScript print(\"p\").";
    let in_a_loop = "It ended although the match went on. Read and answer in a loop";
    for (printed, has_moved, expected) in [("", false, first_line), ("p\n", false, in_a_loop), ("", true, in_a_loop)] {
        let mut bench = Bench::on("#/connect-four");
        bench.send(Message::File { name: "mine.js".to_owned(), bytes: Rc::from(*b"\0asm"), seat: Some(Seat::new(0)) });
        bench.send(Message::Play);
        let passage =
            |text: &str| Passage { seat: Seat::new(0), turn: 0, stream: Stream::Stdout, text: text.to_owned() };
        let passages = Some(printed).filter(|printed| !printed.is_empty()).map(passage);
        bench.state.shown.shown_match.add_passages(passages.into_iter().collect());
        let action = |seat| turn(seat, TurnResult::Action(json!(4)));
        let (kind, before) = match has_moved {
            true => (FaultKind::Exited, vec![action(0), action(1)]),
            false => (FaultKind::NotStarted, Vec::new()),
        };
        let fault = turn(0, TurnResult::from(Fault::new(kind, b"", FaultReason::ExitStatus(0))));
        bench.receive_turns(0, before.into_iter().chain([fault]).collect(), None);
        bench.watch();
        let verdict = bench.state.shown.verdict(&bench.state.context).expect("it is over");
        let is_told =
            verdict.starts_with("mine.js did not start: it printed nothing, and its first line must be `p`: ");
        assert_eq!(is_told, expected == first_line, "{printed:?}: {verdict}");
        bench.send(Message::InspectFault(Seat::new(0)));
        let advice = bench.state.shown.fault_advice(&bench.state.context).expect("it had a fault");
        assert!(advice.contains(expected), "{printed:?}: {advice}");
    }
}

/// Regression: the advice was about flushing, which no script can do.
#[test]
fn a_script_that_waits_is_not_told_to_flush() {
    let (nothing, waits) = ("printed nothing, and its first line must be `p`: ", FaultReason::WaitingForInput);
    for (has_moved, kind, why, expected) in [
        (false, FaultKind::NotStarted, FaultReason::LateGreeting, ["mine.js did not start: it ", nothing]),
        (false, FaultKind::Timeout, waits.clone(), ["mine.js ran out of time, as it ", nothing]),
        (true, FaultKind::Timeout, waits, ["mine.js ran out of time because it was waiting ", "for input: "]),
    ] {
        let mut bench = Bench::on("#/connect-four");
        bench.send(Message::File { name: "mine.js".to_owned(), bytes: Rc::from(*b"\0asm"), seat: Some(Seat::new(0)) });
        bench.send(Message::Play);
        let moves = if has_moved { 2 } else { 0 };
        let before = (0..moves).map(|seat| turn(seat, TurnResult::Action(json!(4))));
        let fault = turn(0, TurnResult::from(Fault::new(kind, b"", why)));
        bench.receive_turns(0, before.chain([fault]).collect(), None);
        bench.watch();
        let sentence = bench.state.shown.verdict(&bench.state.context).expect("it is over");
        assert!(sentence.starts_with(&expected.concat()), "{sentence}");
        assert!(!sentence.contains("flush"), "{sentence}");
    }
}

#[test]
fn a_finished_match_is_in_the_address_with_the_turn_one_stays_at() {
    let mut bench = Bench::on("#/connect-four");
    bench.progress(0, &WON, None);
    bench.watch();
    let link = bench.state.shown.share_link(&bench.state.context).expect("a link");
    bench.send(Message::Playback(PlaybackMessage::Step(-3)));
    let addresses = bench.addresses();
    assert!(
        addresses.iter().all(|address| address.starts_with("replace ")),
        "the first match leaves no step: {addresses:?}"
    );
    let last = addresses.last().expect("an address");
    assert_eq!(*last, format!("replace {}?t=4", link.trim_start_matches("https://here/")));

    let mut other = Bench::on(last.trim_start_matches("replace "));
    assert_eq!(other.played(), None);
    assert_eq!((other.state.shown.playback.at, other.state.shown.playback.is_playing()), (4, false));
    other.key("End");
    assert_eq!(other.state.shown.verdict(&other.state.context).as_deref(), Some("negamax wins: four in a row."));
}

#[test]
fn a_pasted_link_is_opened_as_a_step_to_come_back_from() {
    let mut bench = Bench::on("#/connect-four");
    bench.progress(0, &WON, None);
    bench.watch();
    let link = bench.state.shown.share_link(&bench.state.context).expect("a link");
    let mut other = Bench::on("#/connect-four");
    other.send(Message::Pasted(format!("  {link}\n")));
    assert_eq!(other.state.shown.shown_match.record.len(), 7);
    assert_eq!(
        other.addresses().last().map(String::as_str),
        Some(&*format!("push {}", link.trim_start_matches("https://here/")))
    );
}

#[test]
fn marks_are_reached_by_keys() {
    let mut bench = Bench::on("#/connect-four");
    bench.progress(0, &WON, None);
    bench.send(Message::Playback(PlaybackMessage::Go(0)));
    bench.send(Message::Key { key: "ArrowRight".to_owned(), shift: true });
    assert_eq!(bench.state.shown.playback.at, 5, "three in a column are a threat");
    // Regression: only a mouse over the timeline showed why.
    assert_eq!(bench.state.position().unseen_words(), "Red threatens to win in column 1. ");
    bench.key(" ");
    assert_eq!(bench.state.position().unseen_words(), "", "it is played back");
    bench.send(Message::Key { key: "ArrowLeft".to_owned(), shift: true });
    assert_eq!(bench.state.shown.playback.at, 0);
}

/// Regression: the moves of the first match covered what a screen reader was reading.
#[test]
fn what_plays_by_itself_is_not_spoken_until_the_visitor_acts() {
    let mut bench = Bench::on("#/connect-four");
    bench.progress(0, &WON, None);
    bench.watch();
    bench.key("Tab");
    assert!(!bench.state.is_spoken());
    bench.key("ArrowLeft");
    assert!(bench.state.is_spoken());
    bench.send(Message::Arrived("#/stratego".to_owned()));
    assert!(!bench.state.is_spoken(), "another match begins unasked");
    assert!(person_against_bot().state.is_spoken());
}

#[test]
fn a_match_without_a_turn_leaves_the_address_of_the_one_before() {
    let mut bench = Bench::on("#/connect-four");
    let empty = bench.state.shown.shown_match.record.file().to_string();
    bench.progress(0, &WON, None);
    bench.watch();
    bench.send(Message::Pasted(empty));
    assert_eq!(bench.addresses().last().map(String::as_str), Some("push #/connect-four"));
    assert_eq!(bench.state.shown.verdict(&bench.state.context).as_deref(), Some("Not started yet: press Play."));
}

/// Regression: on a phone the button is below the board, and the match was played out of sight.
#[test]
fn a_match_that_somebody_wants_to_see_is_brought_into_sight() {
    let mut bench = Bench::on("#/connect-four");
    assert!(!bench.effects.contains(&Effect::ShowBoard), "the first match is not in anybody's way");
    for message in [Message::Play, Message::Rematch(3), Message::Swap] {
        bench.effects.clear();
        bench.send(message);
        assert!(bench.effects.contains(&Effect::ShowBoard));
    }
}

#[test]
fn what_is_shown_unasked_is_light_and_leaves_the_form_alone() {
    let mut bench = Bench::on("#/bitmartyr");
    let play = bench.played().expect("a match is played at once");
    let demo: bitmartyr::BitMartyrSettings = play.match_spec.settings_of::<BitMartyr>().expect("its own settings");
    assert_eq!((demo.board.width(), demo.duration, demo.board.teams()), (50, 200, 4));
    assert_eq!(
        bench.state.setup.match_spec(&bench.state.context).settings,
        Value::Null,
        "the form has the usual settings"
    );
    bench.send(Message::Play);
    let usual = bench.played().expect("a match").match_spec.settings_of::<BitMartyr>().expect("usual settings");
    assert_eq!((usual.board.width(), usual.board.height(), usual.duration), (100, 100, 1000));
}

#[test]
fn settings_that_a_person_has_touched_outlive_the_first_match() {
    let mut state = PageState::new(BrowserInfo { chance: 7, ..BrowserInfo::default() });
    state.update(Message::Arrived("#/bitmartyr".to_owned()), 0.0);
    let touched = bitmartyr::BitMartyrSettings { duration: 9, ..bitmartyr::BitMartyrSettings::drawn(4, 7) };
    let touched = serde_json::to_value(touched).expect("settings have text keys only");
    state.update(edited(FormChange::Settings(touched.clone())), 1.0);
    // The bots are loaded only now, and the match starts.
    for bot in state.context.game_ui.bots() {
        state.update(Message::Fetched(BotKey::from(bot.file), Ok(Rc::from(*b"\0asm"))), 2.0);
    }
    assert_eq!(state.setup.match_spec(&state.context).settings, touched);
}

/// Regression: the second of two fields, changed before the page was drawn with the first, undid
/// it.
#[test]
fn each_edit_starts_from_what_the_one_before_made() {
    let mut bench = Bench::on("#/bitmartyr");
    let game_ui = bench.state.context.game_ui;
    let usual = json!(bitmartyr::BitMartyrSettings::drawn(4, 7));
    let write = |key: &'static str, value: u64| {
        let usual = usual.clone();
        Message::Setup(SetupMessage::Edit(FormEdit::new(move |now: FormState<'_, Value>| {
            let settings = if now.settings.is_null() { usual.clone() } else { now.settings };
            let values = now.draft.cloned().or_else(|| game_ui.form_values(&settings));
            let mut values = values.expect("it has a form");
            values[key] = value.into();
            FormChange::Values(settings, values)
        })))
    };
    let rounds = FormEdit::new(|now: FormState<'_, Value>| {
        let mut settings = now.settings;
        settings["duration"] = 30.into();
        FormChange::Settings(settings)
    });
    bench.send(write("width", 2));
    bench.send(write("height", 1));
    let draft = bench.state.setup.lineup.draft.clone().expect("four teams do not fit");
    assert_eq!((&draft.values["width"], &draft.values["height"]), (&json!(2), &json!(1)));
    bench.send(write("width", 20));
    bench.send(write("height", 10));
    bench.send(Message::Setup(SetupMessage::Edit(rounds)));
    let settings = bench.state.setup.match_spec(&bench.state.context).settings_of::<BitMartyr>().expect("settings");
    assert_eq!((settings.board.width(), settings.board.height(), settings.duration), (20, 10, 30));
}

/// Regression: adding a fifth team to four teams of four units on 4 by 4 cells restored 100 by 100
/// cells and five units.
#[test]
fn what_cannot_be_played_is_kept_until_it_can() {
    let mut bench = Bench::on("#/bitmartyr");
    let measures = |bench: &Bench| {
        let match_spec = bench.state.setup.match_spec(&bench.state.context);
        let settings = match_spec.settings_of::<BitMartyr>().expect("settings");
        (settings.board.width(), settings.board.height(), settings.board.teams(), settings.duration)
    };
    let written = json!({"width": 4, "height": 4, "population": 4, "placement": 0});
    let settings =
        |duration| json!(bitmartyr::BitMartyrSettings { duration, ..bitmartyr::BitMartyrSettings::drawn(4, 7) });
    bench.send(edited(FormChange::Values(settings(50), written.clone())));
    assert_eq!((measures(&bench), bench.state.setup.lineup.draft.clone()), ((4, 4, 4, 50), None));
    bench.send(Message::Setup(SetupMessage::Seats(5)));
    let draft = bench.state.setup.lineup.draft.clone().expect("it does not fit");
    assert_eq!((draft.values, draft.problem.as_str()), (written, "5 teams of 4 units do not fit on 16 cells"));
    bench.effects.clear();
    bench.send(Message::Play);
    assert_eq!(bench.played(), None);
    let text = bench.take_notice();
    assert_eq!(text, "Cannot play: 5 teams of 4 units do not fit on 16 cells.");
    // To another game and back: there is still a board to show.
    bench.send(Message::Arrived("#/generals".to_owned()));
    bench.send(Message::Arrived("#/bitmartyr".to_owned()));
    let written = json!({"width": 4, "height": 5, "population": 4, "placement": 0});
    bench.send(edited(FormChange::Values(settings(60), written)));
    assert_eq!((measures(&bench), bench.state.setup.lineup.draft.clone()), ((4, 5, 5, 60), None));
    bench.send(Message::Play);
    assert_eq!(bench.played().map(|play| play.match_spec.players.len()), Some(5));
}

#[test]
fn a_link_says_how_the_match_is_looked_at() {
    let mut bench = Bench::on("#/connect-four");
    bench.progress(0, &WON, None);
    bench.watch();
    let plain = bench.state.shown.share_link(&bench.state.context).expect("a link");
    bench.send(Message::Playback(PlaybackMessage::Go(3)));
    bench.send(Message::Playback(PlaybackMessage::Speed(5)));
    bench.send(Message::Look(Some(Seat::new(1))));
    let link = bench.state.shown.share_link(&bench.state.context).expect("a link");
    // Connect Four hides nothing.
    assert_eq!(link, format!("{plain}?t=3&speed=8"));
    assert!(
        bench.addresses().last().is_some_and(|address| address.ends_with("?t=3&speed=8")),
        "{:?}",
        bench.addresses()
    );
    let other = Bench::on(link.split_once('#').expect("an address").1);
    assert_eq!((other.state.shown.playback.speed(), other.state.shown.playback.at), (8.0, 3));
    let other = Bench::on(&link.replace("&speed=8", "&speed=7"));
    assert!((other.state.shown.playback.speed() - 1.0).abs() < f64::EPSILON);
}

/// Regression: the last move of a log without a result was taken for one that was cut off.
#[test]
fn a_log_is_opened_with_its_last_line() {
    let [red, blue] = Colour::BOTH.map(|colour| StandardSetup::ALL[0].setup(colour).to_string());
    let armies = format!("a RED SETUP\n{}\nb BLUE SETUP\n{}\n", red.trim_end(), blue.trim_end());
    let log = format!("{armies}1 RED: 0 3 DOWN OK\n1 BLU: 0 6 UP OK\n");
    let mut bench = Bench::on("#/stratego");
    bench.send(Message::File { name: "m.log".to_owned(), bytes: Rc::from(log.as_bytes()), seat: None });
    assert_eq!(bench.state.shown.shown_match.record.len(), 4);
}

/// Regression: in the chosen view of a seat, the sentence above the board told the orders that the
/// board hides.
#[test]
fn a_chosen_view_has_no_orders_that_it_does_not_see() {
    const LINKS: &str = include_str!("../../../../../engine/tests/vectors/links-v1-v2.txt");
    let line = LINKS.lines().find(|line| line.starts_with("generals ")).expect("a match");
    let link = line.split(' ').next_back().expect("a link");
    let mut bench = Bench::on(&format!("#/generals/r/{link}"));
    let unseen = |bench: &Bench| bench.state.position().lines().iter().filter(|line| line.is_out_of_sight()).count();
    assert_eq!(unseen(&bench), 0, "everything is shown");
    bench.send(Message::Look(Some(Seat::new(1))));
    assert!(unseen(&bench) > 0, "the first player has moved far away");
    bench.send(Message::Look(None));
    assert_eq!(unseen(&bench), 0);
}
