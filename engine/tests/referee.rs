//! The referee with every kind of game: how long runs live, whose words are repeated, and the price
//! of a fault.

mod support;

use std::time::Duration;

use botyard_engine::codec::BotCodec;
use botyard_engine::fault::FaultKind;
use botyard_engine::game::Game;
use botyard_engine::games::connect_four::{Column, ConnectFour, ConnectFourCodec};
use botyard_engine::referee::{PlayError, Player};
use botyard_engine::replay::TurnResult;
use botyard_engine::seat::Seat;
use botyard_engine::transcript::Stream;
use support::echo::{Echo, EchoCodec};
use support::lamps::{Lamps, LampsCodec, Settings};
use support::puppets::{LIMITS, Puppets, bots};
use support::trio::{Trio, TrioCodec};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);

fn echo() -> Puppets<Echo> {
    let mut match_ = Puppets::new(Echo::default(), bots(2, || BotCodec::session(EchoCodec)));
    assert_eq!(match_.asked(), "start 0=A, start 1=B, 0> 0?\\n");
    match_
}

fn lamps(lamps: usize, turns: usize) -> Puppets<Lamps> {
    Puppets::new(
        Lamps::start(&Settings { lamps, turns }, 2).expect("two rows"),
        bots(2, || BotCodec::question(LampsCodec::default())),
    )
}

fn trio() -> Puppets<Trio> {
    let mut match_ = Puppets::new(Trio::start(&(), 3).expect("three seats"), bots(3, || BotCodec::session(TrioCodec)));
    match_.asked();
    match_.start_modules(0..3);
    match_
}

fn connect_four() -> Puppets<ConnectFour> {
    let players = [A, B].map(|seat| Player::Bot(BotCodec::session(ConnectFourCodec::new(seat))));
    let mut match_ = Puppets::new(ConnectFour::default(), players.into());
    assert_eq!(match_.asked(), "start 0=A, start 1=B");
    match_
}

#[test]
fn words_are_repeated_to_the_byte() {
    let mut match_ = echo();
    match_.start_programs(0..2);
    match_.program_says(0, " hello\t\n");
    assert_eq!(match_.asked(), "1>  hello\\t OK\\n1?\\n, 0>  hello\\t OK\\n");
    match_.program_says(1, "LOUD\n");
    assert_eq!(match_.asked(), "0> LOUD REFUSED\\n2?\\n, 1> LOUD REFUSED\\n");
    assert_eq!(match_.turns(), "0:\"hello\" 1:Illegal");
    assert_eq!(match_.referee.turns()[0].words.as_deref(), Some(" hello\t"));
}

#[test]
fn early_words_wait_until_the_seat_is_asked() {
    let mut match_ = echo();
    match_.start_programs(0..2);
    match_.program_says(1, "early\n");
    assert_eq!(match_.turns(), "");
    match_.program_says(0, "one\ntwo\n");
    assert_eq!(match_.turns(), "0:\"one\" 1:\"early\" 0:\"two\"");
}

#[test]
fn a_limit_counts_from_the_start_and_covers_the_whole_answer() {
    let mut match_ = echo();
    match_.wait(5000);
    match_.start_programs(0..2);
    match_.program_says(0, "hal");
    match_.wait(9999);
    assert_eq!(match_.turns(), "");
    match_.program_says(0, "f\n");
    assert_eq!(match_.turns(), "0:\"half\"");
    match_.wait(2001);
    assert_eq!(match_.turns(), "0:\"half\" 1:Timeout");
}

#[test]
fn each_part_of_an_answer_has_the_limit_to_itself() {
    let mut match_ = echo();
    match_.start_programs(0..2);
    for part in ["no-", "thing-", "new\n"] {
        match_.wait(1500);
        match_.program_says(0, part);
    }
    assert_eq!(match_.turns(), "0:\"no-thing-new\"");
    match_.program_says(1, "no-");
    match_.wait(1500);
    // More output of the same part is not a new part.
    match_.program_says(1, "th");
    match_.wait(600);
    assert_eq!(match_.turns(), "0:\"no-thing-new\" 1:Timeout");
}

#[test]
fn each_part_of_a_modules_answer_has_the_limit_to_itself() {
    let mut match_ = echo();
    match_.start_modules(0..2);
    match_.asked();
    for (part, said, spent) in [("no-", 1500, 2000), ("thing-", 3400, 3500)] {
        match_.module_prints(0, part, said);
        match_.module_exhausts(0, spent);
        assert_eq!(match_.asked(), format!("0 until {:?}", Duration::from_millis(said + 2000)));
    }
    match_.module_exhausts(0, 5400);
    assert_eq!(match_.turns(), "0:Timeout");
}

#[test]
fn a_module_that_waits_between_the_parts_is_out_of_time_at_once() {
    let mut match_ = echo();
    match_.start_modules(0..2);
    match_.module_says(0, "no-", 1);
    assert_eq!(match_.turns(), "0:Timeout");
}

#[test]
fn a_bot_that_could_not_be_started_is_told_from_one_that_ended() {
    let mut match_ = echo();
    match_.does_not_start(0, "there is no such file");
    assert_eq!(match_.turns(), "0:NotStarted");
    let TurnResult::Fault(fault) = &match_.referee.turns()[0].result else { panic!("it cannot have answered") };
    assert_eq!(fault.sentence("a", |_| None), "a did not start: there is no such file");
}

#[test]
fn a_program_that_closed_its_stdout_is_out_of_time_when_it_is_asked() {
    let mut match_ = echo();
    match_.start_programs(0..2);
    // Its earlier output counts, and a bot is charged only when it is asked.
    match_.program_says(1, "early\n");
    match_.closes_stdout(1);
    assert_eq!(match_.turns(), "");
    match_.program_says(0, "one\ntwo\n");
    assert_eq!(match_.turns(), "0:\"one\" 1:\"early\" 0:\"two\" 1:Timeout");
    let TurnResult::Fault(fault) = &match_.referee.turns()[3].result else { panic!("the fourth turn is a fault") };
    assert_eq!(fault.sentence("b", |_| None), "b ran out of time because it had closed its stdout");
}

#[test]
fn words_after_the_deadline_do_not_count() {
    let mut match_ = echo();
    match_.start_programs(0..2);
    match_.now += Duration::from_secs(11);
    match_.program_says(0, "late\n");
    assert_eq!(match_.turns(), "0:Timeout");
    assert_eq!(match_.asked(), "stop 0, 1> QUIT\\n, 1 eof, over");
    match_.wait(500);
    assert!(!match_.referee.is_done());
    match_.wait(1);
    assert_eq!(match_.asked(), "stop 1");
    assert!(match_.referee.is_done());
}

#[test]
fn a_bot_that_answered_and_died_has_answered() {
    let mut match_ = echo();
    match_.start_programs(0..2);
    match_.program_says(1, "early\n");
    match_.exits(1, 0);
    match_.program_says(0, "one\n");
    match_.program_says(0, "three\n");
    assert_eq!(match_.turns(), "0:\"one\" 1:\"early\" 0:\"three\" 1:Exited");
    let TurnResult::Fault(fault) = &match_.referee.turns()[3].result else { panic!("the fourth turn is a fault") };
    assert_eq!(fault.sentence("b", |_| None), "b ended without an answer");
}

#[test]
fn a_flood_is_charged_when_the_seat_is_asked() {
    let mut match_ = echo();
    match_.start_programs(0..2);
    match_.program_says(1, &"x".repeat(65));
    assert_eq!(match_.turns(), "");
    assert_eq!(match_.asked(), "stop 1");
    match_.program_says(0, "one\n");
    assert_eq!(match_.turns(), "0:\"one\" 1:Flooded");
}

/// The verdict does not depend on the portions in which the output comes.
#[test]
fn a_flood_is_judged_by_its_first_word() {
    for portions in [1, 13] {
        let mut match_ = echo();
        match_.start_programs(0..2);
        let words = format!("one\n{}", "x".repeat(100));
        for portion in words.as_bytes().chunks(words.len().div_ceil(portions)) {
            match_.program_says(0, std::str::from_utf8(portion).expect("it is ASCII"));
        }
        match_.program_says(1, "two\n");
        assert_eq!(match_.turns(), "0:\"one\" 1:\"two\" 0:Flooded", "{portions} portions");
    }
}

#[test]
fn a_module_is_granted_time_from_its_last_answer() {
    let mut match_ = echo();
    match_.start_modules(0..2);
    // The other bot is not asked yet, so it does not run; its first limit includes its start, too.
    assert_eq!(match_.asked(), "0 until 10s");
    // It answered at 5 ms and worked on to 40: the rest counts against its next limit.
    match_.module_says(0, "one\n", 5);
    assert_eq!(match_.asked(), "1> one OK\\n1?\\n, 1 until 10s");
    match_.module_says(1, "two\n", 8);
    assert_eq!(match_.asked(), "0> one OK\\ntwo OK\\n2?\\n, 0 until 2.005s");
    assert_eq!(match_.referee.turns()[0].used.as_millis(), 5);
}

#[test]
fn a_module_that_waits_instead_of_answering_is_out_of_time_at_once() {
    let mut match_ = echo();
    match_.start_modules(0..2);
    match_.module_says(0, "", 3);
    let TurnResult::Fault(fault) = &match_.referee.turns()[0].result else { panic!("no answer came") };
    let sentence = "mute ran out of time because it was waiting for input (does it flush its output?)";
    assert_eq!(fault.sentence("mute", |_| None), sentence);
}

/// A module that looks for input after it has printed goes on if it still owes its answer.
#[test]
fn a_module_that_polls_goes_on_while_it_owes_an_answer() {
    let mut match_ = echo();
    match_.start_modules(0..2);
    match_.asked();
    match_.module_polls(0, "", 3);
    assert_eq!(match_.asked(), "0 goes on");
    // It has a part of an answer, which has a limit of its own.
    match_.module_polls(0, "no-", 5);
    assert_eq!(match_.asked(), "0 until 2.005s, 0 goes on");
    match_.module_polls(0, "thing\n", 8);
    assert_eq!(match_.asked(), "1> no-thing OK\\n1?\\n, 1 until 10s", "it has answered");
    assert_eq!(match_.referee.turns()[0].used.as_millis(), 8);
    // It is asked again, with something to read.
    match_.module_polls(1, "one\n", 1);
    assert_eq!(match_.asked(), "0> no-thing OK\\none OK\\n2?\\n, 0 until 2.008s");
    match_.module_polls(0, "", 2_000);
    match_.module_exhausts(0, 2_009);
    assert_eq!(match_.turns(), "0:\"no-thing\" 1:\"one\" 0:Timeout");
}

/// On the wall clock, too, a module that has answered waits for its next question.
#[test]
fn a_module_on_the_wall_clock_that_polls_goes_on_while_it_owes_an_answer() {
    let mut match_ = echo();
    match_.start_programs(0..2);
    match_.asked();
    match_.program_polls(0, "hal");
    assert_eq!(match_.asked(), "0 goes on");
    match_.program_polls(0, "f\n");
    assert_eq!(match_.asked(), "1> half OK\\n1?\\n, 0> half OK\\n");
}

#[test]
fn a_module_that_polls_goes_on_until_it_has_greeted() {
    let mut match_ = connect_four();
    match_.start_modules(0..2);
    match_.asked();
    match_.module_polls(1, "", 1);
    assert_eq!(match_.asked(), "1 goes on");
    match_.module_polls(1, "p\n", 2);
    assert_eq!(match_.asked(), "1> 2\\n", "which it reads in place of going on without");
    match_.module_polls(1, "?\n", 3);
    match_.module_polls(0, "p\n", 4);
    assert_eq!(match_.asked(), "0> 1\\n, 0 until 2.004s");
}

#[test]
fn a_module_that_spends_its_grant_is_out_of_time() {
    let mut match_ = echo();
    match_.start_modules(0..2);
    match_.module_exhausts(0, 10_000);
    assert_eq!(match_.turns(), "0:Timeout");
    let turn = &match_.referee.turns()[0];
    assert_eq!(turn.used.as_secs(), 10, "what it has spent is told");
    let TurnResult::Fault(fault) = &turn.result else { panic!("no answer came") };
    assert_eq!(fault.sentence("loop", |_| None), "loop ran out of time");
}

#[test]
fn a_run_for_each_unit_in_a_window() {
    let mut match_ = lamps(3, 1);
    assert_eq!(match_.asked(), "start 0=A, start 1=A, start 2=B, start 3=B");
    match_.start_programs(0..4);
    assert_eq!(match_.asked(), "0> 0 0\\n, 0 eof, 1> 0 1\\n, 1 eof, 2> 0 0\\n, 2 eof, 3> 0 1\\n, 3 eof");
    match_.program_says(0, "x3");
    match_.exits(0, 7);
    match_.exits(1, 2);
    assert_eq!(match_.asked(), "start 4=A");
    match_.start_modules([4]);
    assert_eq!(match_.asked(), "4> 0 2\\n, 4 eof, 4 until 2s");
    match_.module_exhausts(4, 2000);
    assert_eq!(match_.asked(), "stop 4");
    // The output before the deadline counts; the status of a stopped run does not.
    match_.program_says(2, "1");
    match_.program_says(3, "9");
    match_.program_says(3, &"9".repeat(100));
    assert_eq!(match_.asked(), "stop 3, start 5=B");
    match_.start_programs([5]);
    match_.asked();
    match_.wait(2001);
    assert_eq!(match_.turns(), "0:[3, 2, 0] 1:Illegal");
    assert_eq!(match_.asked(), "stop 2, stop 5, over");
    // An exit status is an answer; any other end of a run is reported.
    assert_eq!(match_.kept_text(A, Stream::Ended), "1 of 3 runs ended out of time\n");
    assert_eq!(
        match_.kept_text(B, Stream::Ended),
        "1 of 3 runs ended for printing too much\n2 of 3 runs ended out of time\n"
    );
    assert!(match_.referee.is_done());
}

#[test]
fn simultaneous_answers_are_played_in_the_order_of_seats() {
    let mut match_ = lamps(1, 2);
    match_.asked();
    match_.start_programs(0..2);
    match_.exits(1, 3);
    assert_eq!(match_.turns(), "");
    match_.exits(0, 1);
    assert_eq!(match_.turns(), "0:[1] 1:[3]");
    match_.asked();
    match_.does_not_start(2, "it is gone");
    match_.start_programs([3]);
    match_.exits(3, 0);
    assert_eq!(match_.turns(), "0:[1] 1:[3] 0:[0] 1:[0]");
    assert_eq!(match_.kept_text(A, Stream::Ended), "it ended before the start: it is gone\n");
    assert_eq!(match_.referee.game().outcome().expect("two turns").winner(), Some(B));
}

#[test]
fn a_question_without_runs_is_answered_at_once() {
    let mut match_ = lamps(0, 2);
    assert_eq!(match_.asked(), "over");
    assert_eq!(match_.turns(), "0:[] 1:[] 0:[] 1:[]");
}

#[test]
fn a_fault_costs_one_seat_and_the_match_goes_on() {
    let mut match_ = trio();
    match_.asked();
    match_.module_says(1, "hello\n", 1);
    match_.module_says(2, "hi\n", 1);
    match_.module_says(0, "hi\n", 1);
    // Seat B did not greet: it is out before the first question, and is sent the end.
    assert_eq!(
        match_.asked(),
        "1> 2 gone\\nout\\n, 1 eof, 1 until 501ms, 0> welcome\\n2 gone\\npurse 12\\n, 0 until 2.001s"
    );
    match_.exits(1, 0);
    match_.module_says(0, "5\n", 2);
    assert_eq!(match_.asked(), "2> welcome\\n2 gone\\n1 5\\npurse 8\\n, 2 until 2.001s");
    match_.module_exhausts(2, 2001);
    assert_eq!(match_.asked(), "stop 2, 0> 1 5\\n3 gone\\nend\\n, 0 eof, 0 until 502ms, over");
    assert_eq!(match_.referee.game().outcome().expect("one is left").places, [1, 2, 2]);
    match_.exits(0, 0);
    assert!(match_.referee.is_done());
}

/// Otherwise its host would wake up without need while the others play on.
#[test]
fn a_program_that_has_left_the_match_has_no_deadline() {
    let players = bots(3, || BotCodec::session(TrioCodec));
    let mut match_ = Puppets::new(Trio::start(&(), 3).expect("three seats"), players);
    match_.asked();
    match_.start_programs(0..3);
    match_.program_says(1, "hello\n");
    match_.program_says(2, "hi\n");
    match_.program_says(0, "hi\n");
    assert_eq!(match_.referee.deadline(), Some(LIMITS.grace), "it is given time to exit");
    match_.exits(1, 0);
    assert_eq!(match_.referee.deadline(), Some(LIMITS.turn));
}

#[test]
fn words_of_a_stopped_run_are_dropped() {
    let mut match_ = trio();
    (0..3).for_each(|run| match_.module_says(run, "hi\n", 1));
    match_.asked();
    match_.module_exhausts(0, 2001);
    match_.module_says(0, "9\n", 2002);
    assert_eq!(match_.turns(), "0:Timeout");
}

#[test]
fn connect_fours_greeting() {
    let mut match_ = connect_four();
    match_.start_modules(0..2);
    match_.asked();
    // A module reads its events when it is asked.
    match_.module_says(0, "p", 1);
    assert_eq!(match_.asked(), "");
    match_.module_says(1, "p\n", 1);
    assert_eq!(match_.asked(), "1> 2\\n");
    match_.module_says(1, "?\n", 2);
    assert_eq!(match_.asked(), "0> 1\\n, 0 until 2.001s");
}

/// Regression: a fault quoted the empty lines and the greeting before a word, and the newline
/// behind it, if they had come in one piece with the word.
#[test]
fn a_fault_is_the_same_however_its_bytes_arrive() {
    for printed in ["p\nx\n", "p\n\n\nx\n", "\nx\n"] {
        let is_edge = |&at: &usize| printed[at - 1..=at].contains('\n');
        let edges: Vec<_> = (1..printed.len()).filter(is_edge).collect();
        for (run, cuts) in (0..1 << edges.len()).flat_map(|cuts: u32| [(0, cuts), (1, cuts)]) {
            let mut match_ = connect_four();
            match_.start_programs(0..2);
            match_.program_says(1 - run, if run == 0 { "p\n?\n" } else { "p\n" });
            let mut said = 0;
            for (_, &edge) in edges.iter().enumerate().filter(|(nth, _)| cuts & (1 << nth) != 0) {
                match_.program_says(run, &printed[said..edge]);
                said = edge;
            }
            match_.program_says(run, &printed[said..]);
            let TurnResult::Fault(fault) = &match_.referee.turns()[0].result else { panic!("{:?}", match_.turns()) };
            let why = fault.why.to_string();
            let quoted = why.strip_prefix("it printed `x`,").or(why.strip_prefix("which is no column"));
            assert!(fault.received == "x" && quoted.is_some(), "{printed:?} cut by {cuts:b}: {fault:?}");
        }
    }
}

#[test]
fn a_module_that_spends_its_time_in_its_greeting_loses_by_it() {
    let mut match_ = connect_four();
    match_.start_modules(0..2);
    match_.module_says(0, "p", 1);
    // It is sent its number, but has no time left to read it.
    match_.module_prints(1, "p\n", 1);
    match_.module_exhausts(1, 10_000);
    assert_eq!(match_.turns(), "1:NotStarted");
}

#[test]
fn a_module_that_ends_in_its_greeting_loses_by_it() {
    let mut match_ = connect_four();
    match_.start_modules(0..2);
    match_.module_says(0, "p", 1);
    match_.module_prints(1, "p\n", 1);
    match_.exits(1, 0);
    assert_eq!(match_.turns(), "1:NotStarted");
}

#[test]
fn a_person_plays_against_a_bot() {
    let players = vec![Player::Person, Player::Bot(BotCodec::session(ConnectFourCodec::new(B)))];
    let mut match_ = Puppets::new(ConnectFour::default(), players);
    match_.asked();
    match_.start_programs([0]);
    let four = Column::new(4).expect("a column");
    assert_eq!(match_.referee.play(match_.now, A, four), Err(PlayError::NotYourTurn));
    match_.program_says(0, "p?");
    assert_eq!(match_.turns(), "0:NotStarted".replace('0', "1"));

    let players = vec![Player::Person, Player::Bot(BotCodec::session(ConnectFourCodec::new(B)))];
    let mut match_ = Puppets::new(ConnectFour::default(), players);
    match_.asked();
    match_.start_programs([0]);
    match_.program_says(0, "p\n?\n");
    assert_eq!(match_.asked(), "0> 2\\n");
    assert_eq!(match_.referee.awaited().lowest(), Some(A));
    match_.referee.play(match_.now, A, four).expect("the board is empty");
    assert_eq!(match_.asked(), "0> 4\\n");
    assert_eq!(match_.referee.play(match_.now, A, four), Err(PlayError::NotYourTurn));
    match_.referee.resign(match_.now, A);
    assert_eq!(match_.asked(), "0> -2\\n, 0 eof, over");
    assert!(matches!(&match_.referee.turns()[1].result, TurnResult::Fault(fault) if fault.kind == FaultKind::Resigned));
}

#[test]
fn stopping_leaves_no_run_behind() {
    let mut match_ = connect_four();
    match_.start_programs(0..2);
    match_.referee.stop(match_.now);
    assert_eq!(match_.asked(), "stop 0, stop 1");
    assert!(match_.referee.is_done());
    assert_eq!(match_.referee.game().outcome(), None);
}

#[test]
fn programs_hear_that_a_match_is_broken_off_and_modules_are_stopped() {
    let mut match_ = echo();
    match_.start_programs(0..1);
    match_.start_modules(1..2);
    match_.asked();
    match_.wait(700);
    match_.referee.stop(match_.now);
    assert_eq!(match_.asked(), "0> QUIT\\n, 0 eof, stop 1");
    assert!(!match_.referee.is_done());
    assert_eq!(match_.referee.deadline(), Some(match_.now + LIMITS.grace));
    match_.exits(0, 0);
    assert_eq!((match_.asked().as_str(), match_.referee.is_done()), ("", true));
    assert_eq!((match_.turns().as_str(), match_.referee.game().outcome()), ("", None));
    let read = |seat| {
        let passages = match_.referee.transcript().passages().iter();
        let own = passages.filter(move |passage| passage.seat == seat && passage.stream == Stream::Stdin);
        own.map(|passage| passage.text.as_str()).collect::<String>()
    };
    assert_eq!([read(A), read(B)], ["0?\nQUIT\n", ""], "what was sent is in the transcript, and nothing else");
}

#[test]
fn a_program_that_stays_when_a_match_is_broken_off_is_stopped() {
    for is_patient in [true, false] {
        let mut match_ = echo();
        match_.start_programs(0..2);
        match_.program_says(0, "hello\n");
        match_.asked();
        match_.referee.stop(match_.now);
        assert_eq!(match_.asked(), "0> QUIT\\n, 0 eof, 1> QUIT\\n, 1 eof");
        match_.program_says(1, "world\n");
        match is_patient {
            true => match_.wait(LIMITS.grace.as_millis() as u64 + 1),
            false => match_.referee.stop(match_.now),
        }
        assert_eq!((match_.asked().as_str(), match_.referee.is_done()), ("stop 0, stop 1", true));
        assert_eq!(match_.turns(), "0:\"hello\"");
    }
}

#[test]
fn a_protocol_without_a_greeting_waits_for_none() {
    let mut match_ = Puppets::new(Echo::default(), vec![Player::Person, Player::Bot(BotCodec::session(EchoCodec))]);
    assert_eq!(match_.asked(), "start 0=B");
    match_.start_programs([0]);
    assert_eq!(match_.referee.deadline(), None);
    // The person thinks for longer than a greeting may take; the bot's early word still counts.
    match_.wait(20_000);
    match_.program_says(0, "early\n");
    match_.referee.play(match_.now, A, "a".to_owned()).expect("it is that person's turn");
    assert_eq!(match_.turns(), "0:\"a\" 1:\"early\"");
}
