//! Matches that repeat a record: recorded players repeat their turns, and the others are asked
//! anew.

mod support;

use std::time::Duration;

use botyard_engine::codec::BotCodec;
use botyard_engine::game::Game;
use botyard_engine::games::connect_four::{Column, ConnectFour, ConnectFourCodec};
use botyard_engine::referee::Player;
use botyard_engine::replay::Turn;
use botyard_engine::seat::Seat;
use support::echo::{Echo, EchoCodec};
use support::lamps::{Lamps, LampsCodec, Settings};
use support::puppets::Puppets;
use support::trio::{Trio, TrioCodec};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);

fn echo_bot() -> Player<Echo> {
    Player::Bot(BotCodec::session(EchoCodec))
}

fn trio_bot() -> Player<Trio> {
    Player::Bot(BotCodec::session(TrioCodec))
}

/// A match in which A prints other words than usual, B is refused, and B is late in the end.
fn echo_record() -> Vec<Turn<String>> {
    let mut match_ = Puppets::new(Echo::default(), vec![echo_bot(), echo_bot()]);
    match_.asked();
    match_.start_programs(0..2);
    match_.wait(7);
    match_.program_says(0, " hello\t\n");
    match_.program_says(1, "LOUD\n");
    match_.program_says(0, "three\n");
    match_.wait(2001);
    assert_eq!(match_.turns(), "0:\"hello\" 1:Illegal 0:\"three\" 1:Timeout");
    match_.referee.turns().to_vec()
}

#[test]
fn recorded_players_repeat_their_words_their_times_and_their_faults() {
    let record = echo_record();
    let mut match_ = Puppets::repeating(Echo::default(), vec![echo_bot(), Player::Recorded], &record);
    assert_eq!(match_.asked(), "start 0=A, 0> 0?\\n");
    match_.start_programs([0]);
    match_.program_says(0, " hello\t\n");
    assert_eq!(match_.asked(), "0>  hello\\t OK\\nLOUD REFUSED\\n2?\\n", "byte for byte what was printed then");
    match_.program_says(0, "three\n");
    assert_eq!(match_.turns(), "0:\"hello\" 1:Illegal 0:\"three\" 1:Timeout");
    assert_eq!(match_.asked(), "0> three OK\\nQUIT\\n, 0 eof, over");
    assert_eq!(match_.referee.followed(), 4);
    let (then, now) = (&record[3], &match_.referee.turns()[3]);
    assert_eq!((then, now.used), (now, Duration::from_millis(2001)));
}

#[test]
fn the_match_stops_at_the_first_turn_that_differs() {
    let mut match_ = Puppets::repeating(Echo::default(), vec![Player::Recorded, echo_bot()], &echo_record());
    assert_eq!(match_.asked(), "start 0=B, 0>  hello\\t OK\\n1?\\n");
    match_.start_programs([0]);
    match_.program_says(0, "quiet\n");
    assert_eq!(match_.turns(), "0:\"hello\" 1:\"quiet\"", "nobody knows what A would have said");
    assert_eq!(match_.referee.followed(), 1);
    assert_eq!(match_.asked(), "0> quiet OK\\nQUIT\\n, 0 eof");
    match_.exits(0, 0);
    assert!(match_.referee.is_done());
}

#[test]
fn an_earlier_fault_differs_and_one_of_the_same_kind_does_not() {
    let mut match_ = Puppets::repeating(Echo::default(), vec![echo_bot(), Player::Recorded], &echo_record());
    match_.asked();
    match_.start_programs([0]);
    match_.exits(0, 1);
    assert_eq!((match_.turns().as_str(), match_.referee.followed()), ("0:Exited", 0));
    let mut match_ = Puppets::repeating(Echo::default(), vec![Player::Recorded, echo_bot()], &echo_record());
    match_.asked();
    match_.start_programs([0]);
    match_.program_says(0, "LOUDER\n");
    assert_eq!(match_.turns(), "0:\"hello\" 1:Illegal 0:\"three\"", "it was refused then, too");
    assert_eq!(match_.referee.followed(), 3);
}

#[test]
fn other_words_and_other_times_make_no_difference() {
    let mut record = Puppets::new(Trio::start(&(), 3).expect("three seats"), vec![trio_bot(), trio_bot(), trio_bot()]);
    record.asked();
    record.start_modules(0..3);
    for (run, words) in [(0, "hi\n5\n1\n"), (1, "hello\n"), (2, "hi\n3\n2\n")] {
        record.module_says(run, words, 4);
    }
    assert_eq!(record.turns(), "1:NotStarted 0:5 2:3 0:1 2:2");
    let record = record.referee.turns();
    let players = vec![trio_bot(), Player::Recorded, Player::Recorded];
    let mut match_ = Puppets::repeating(Trio::start(&(), 3).expect("three seats"), players, record);
    match_.start_modules([]);
    match_.asked();
    match_.start_modules([0]);
    match_.module_says(0, "hi\n", 1);
    // B did not start in the record, so A hears of it before the first question.
    assert_eq!(match_.asked(), "0 until 10s, 0> welcome\\n2 gone\\npurse 12\\n, 0 until 2.001s");
    match_.module_says(0, " 05\n", 900);
    match_.module_says(0, "1\n", 901);
    assert_eq!(match_.turns(), "1:NotStarted 0:5 2:3 0:1 2:2");
    assert_eq!(match_.referee.followed(), 5);
}

#[test]
fn players_that_act_at_the_same_time_repeat_their_part_of_each_turn() {
    let lamps = || Lamps::start(&Settings { lamps: 1, turns: 2 }, 2).expect("two rows");
    let bot = || Player::Bot(BotCodec::question(LampsCodec::default()));
    let mut record = Puppets::new(lamps(), vec![bot(), bot()]);
    record.asked();
    record.start_programs(0..2);
    record.exits(1, 3);
    record.exits(0, 1);
    record.asked();
    record.start_programs(2..4);
    record.exits(2, 2);
    record.exits(3, 0);
    assert_eq!(record.turns(), "0:[1] 1:[3] 0:[2] 1:[0]");
    for (last, turns, followed) in [(0, "0:[1] 1:[3] 0:[2] 1:[0]", 4), (1, "0:[1] 1:[3] 0:[2] 1:[1]", 3)] {
        let mut match_ = Puppets::repeating(lamps(), vec![Player::Recorded, bot()], record.referee.turns());
        assert_eq!(match_.asked(), "start 0=B");
        match_.start_programs([0]);
        match_.exits(0, 3);
        match_.asked();
        match_.start_programs([1]);
        match_.exits(1, last);
        assert_eq!((match_.turns().as_str(), match_.referee.followed()), (turns, followed));
        assert!(match_.referee.is_done());
    }
    // A difference in the middle of a turn ends the match there.
    let mut match_ = Puppets::repeating(lamps(), vec![bot(), Player::Recorded], record.referee.turns());
    match_.asked();
    match_.start_programs([0]);
    match_.exits(0, 0);
    assert_eq!((match_.turns().as_str(), match_.referee.followed()), ("0:[0]", 0));
}

fn four() -> Player<ConnectFour> {
    Player::Bot(BotCodec::session(ConnectFourCodec::new(B)))
}

fn column(number: u8) -> Column {
    Column::new(number).expect("columns are 1 to 7")
}

#[test]
fn a_person_resigns_again_while_the_bot_is_asked() {
    let mut record = Puppets::new(ConnectFour::default(), vec![Player::Person, four()]);
    record.asked();
    record.start_programs([0]);
    record.program_says(0, "p\n?\n");
    record.referee.play(record.now, A, column(4)).expect("it is legal");
    record.asked();
    record.referee.resign(record.now, A);
    assert_eq!(record.referee.turns().len(), 2, "{}", record.turns());
    let record = record.referee.turns();
    let mut match_ = Puppets::repeating(ConnectFour::default(), vec![Player::Recorded, four()], record);
    match_.asked();
    match_.start_programs([0]);
    match_.program_says(0, "p\n?\n");
    assert_eq!(match_.referee.turns(), record);
    assert!(match_.referee.game().outcome().is_some());
}

#[test]
fn a_record_that_breaks_off_ends_the_match_there() {
    let record = &echo_record()[..2];
    let mut match_ = Puppets::repeating(Echo::default(), vec![echo_bot(), Player::Recorded], record);
    match_.asked();
    match_.start_programs([0]);
    match_.program_says(0, "hello\n");
    assert_eq!((match_.turns().as_str(), match_.referee.followed()), ("0:\"hello\" 1:Illegal", 2));
    assert_eq!(match_.referee.game().outcome(), None);
    match_.exits(0, 0);
    assert!(match_.referee.is_done());
}

/// A file can come from anyone: an impossible match ends at once, and no run waits for it.
#[test]
fn a_record_that_no_rules_allow_ends_the_match() {
    let record = echo_record();
    let swapped = [record[1].clone(), record[0].clone()];
    for turns in [&[][..], &swapped, &record[1..2]] {
        let mut match_ = Puppets::repeating(Echo::default(), vec![Player::Recorded, Player::Recorded], turns);
        assert!(match_.referee.is_done() && match_.referee.followed() <= turns.len());
        assert_eq!(match_.asked(), "");
    }
}
