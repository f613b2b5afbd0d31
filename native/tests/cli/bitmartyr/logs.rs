//! The log: its name, its text, and that it is complete after every turn.

use botyard_engine::games::bitmartyr::log::write_turn;

use super::super::test_dir::TestDir;
use super::{boards, bot, log};

#[test]
fn it_is_named_after_the_current_time() {
    let dir = TestDir::new();
    let stay = bot(&dir, "stay", "0");
    dir.run(&["bitmartyr", "-d", "1", &stay]).stdout(0);
    let name = dir.names().into_iter().find(|name| name.ends_with(".log")).expect("a log");
    let numbers: Vec<_> =
        name.trim_end_matches(".log").split('_').map(|part| (part.len(), part.parse::<u32>())).collect();
    let lengths: Vec<_> = numbers.iter().map(|(length, _)| *length).collect();
    assert_eq!(lengths, [4, 2, 2, 2, 2, 2], "{name}");
    assert!(numbers.iter().all(|(_, number)| number.is_ok()), "{name}");
    assert!(numbers[1].1.as_ref().is_ok_and(|month| (1..=12).contains(month)), "{name}");
}

#[test]
fn every_turn_is_in_it_as_in_the_original() {
    let dir = TestDir::new();
    let (right, up) = (bot(&dir, "right", "22222222"), bot(&dir, "up", "1"));
    let basic = format!("-{up}");
    let start = "bitmartyr -w 6 -h 5 -p 2 -d 4 --seed 2 --log match.log --save m.json";
    let words: Vec<_> = start.split(' ').chain([right.as_str(), &basic]).collect();
    dir.run(&words).stdout(0);
    let (mut text, paths) = (String::new(), [right, basic]);
    for (turn, board) in (0..).zip(boards(&dir.read("m.json")).iter().skip(1)) {
        write_turn(turn, &paths, board, &mut text);
    }
    assert!(text.starts_with("Starting turn 0...\nRunning ./right done.\nRunning -./up done.\nTeam Red: "), "{text}");
    assert_eq!(dir.read("match.log"), text);
}

/// Ctrl-C comes from a bot in its third turn; the turns so far are in the log.
#[test]
fn a_match_that_is_interrupted_has_its_turns_in_the_log() {
    let dir = TestDir::new();
    let bot = dir.script("bot", "read r max turn rest\n[ $turn = 2 ] && kill -INT $PPID\necho 0");
    let ran = dir.run(&["bitmartyr", "-w", "3", "-h", "3", "-p", "1", "-d", "100000", &bot]);
    assert_eq!((ran.status, ran.stdout.as_str()), (130, ""), "{ran:?}");
    let told: Vec<_> = ran.stderr.lines().filter(|line| line.contains("stopped after")).collect();
    let [told] = told[..] else { panic!("{ran:?}") };
    assert!(told.contains(" of 100000 turns, with units Red ") && told.contains("; the log is in "), "{told}");
    assert!(told.ends_with(".log"), "{told}");
    let log = log(&dir);
    assert!(log.contains("Starting turn 1...\n") && log.ends_with("\t5-health units: 0\n"), "{log}");
    assert!(log.lines().filter(|line| line.starts_with("Starting")).count() < 1000, "{log}");
}

#[test]
fn only_an_earlier_log_is_overwritten() {
    let dir = TestDir::new();
    let stay = bot(&dir, "stay", "0");
    let run = || dir.run(&["bitmartyr", "-d", "1", "--log", "it", &stay]);
    dir.write("it", "my thesis");
    let complaint = run().complaint(5);
    assert!(complaint.contains("it already exists and is not a log"), "{complaint}");
    dir.write("it", "Starting turn 7...\n");
    run().stdout(0);
    assert!(dir.read("it").starts_with("Starting turn 0...\n"));
    let complaint = dir.run(&["bitmartyr", "--log", "none/it", &stay]).complaint(5);
    assert!(complaint.contains("cannot write none/it"), "{complaint}");
}
