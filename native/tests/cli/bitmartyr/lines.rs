//! Both command lines of the original, and the errors of others.

use super::super::test_dir::TestDir;
use super::{bot, log};

const RESULT: &str = "Red (right) had 2 units.\nGreen (stay) had 1 units.\nRed (right) won!\n";

/// A dir with a bot that goes right and one that stays; their units do not meet on 9 by 4 cells in
/// two turns.
fn dir() -> TestDir {
    let dir = TestDir::new();
    bot(&dir, "right", "2222");
    bot(&dir, "stay", "0");
    dir
}

#[test]
fn both_forms_play_the_same_match() {
    let expected = {
        let dir = dir();
        let told = dir.run(&["bitmartyr", "-w", "9", "-h", "4", "-s", "2", "-p", "1", "-d", "2", "./right", "./stay"]);
        assert_eq!(told.stdout(0), RESULT);
        log(&dir)
    };
    for line in [
        "9 4 2 1 2 ./right ./stay",
        "9 4 2 1 2 ./right ./stay -- frame",
        "--width 9 --height=4 --scale 2 --population=1 --duration 2 -f frame -- ./right ./stay",
        "-w9 -h4 -s2 -p1 -d2 ./right ./stay",
        "--seed 3 --time 60 --placement spaced 9 4 2 1 2 ./right ./stay",
    ] {
        let dir = dir();
        let words: Vec<_> = ["bitmartyr"].into_iter().chain(line.split(' ')).collect();
        assert_eq!(dir.run(&words).stdout(0), RESULT, "{line}");
        assert_eq!(log(&dir), expected, "{line}");
        let frames = dir.names().iter().filter(|name| name.starts_with("frame")).count();
        assert_eq!(frames, if line.contains("frame") { 3 } else { 0 }, "{line}");
    }
}

#[test]
fn one_team_and_seven_can_play() {
    let dir = dir();
    let alone = dir.run(&["bitmartyr", "3", "3", "1", "1", "1", "./stay"]).stdout(0);
    assert_eq!(alone, "Red (stay) had 1 units.\nRed (stay) won!\n");
    let words: Vec<_> =
        ["bitmartyr", "-w", "7", "-h", "1", "-p", "1", "-d", "1"].into_iter().chain(["./stay"; 7]).collect();
    let all = dir.run(&words).stdout(0);
    let names: Vec<_> = all.lines().take(7).map(|line| line.split_once(" (").expect(line).0).collect();
    assert_eq!(names, ["Red", "Green", "Blue", "Grey", "Cyan", "Magenta", "Yellow"]);
    let tie = "A tie between Red (stay (1)), Green (stay (2)), Blue (stay (3)), Grey (stay (4)), Cyan (stay (5)), \
               Magenta (stay (6)) and Yellow (stay (7))!";
    assert_eq!(all.lines().last(), Some(tie));
}

#[test]
fn help_is_help_and_h_is_a_height() {
    let dir = dir();
    for words in [&["bitmartyr", "--help"][..], &["bitmartyr", "-w", "5", "--help"], &["help", "bitmartyr"]] {
        let help = dir.run(words).stdout(0);
        assert!(help.contains("-h, --height N") && help.contains("-PATH"), "{help}");
    }
    let told = dir.run(&["bitmartyr", "-h", "1", "-w", "2", "-p", "1", "-d", "1", "./stay", "./stay"]);
    assert!(told.stdout(0).ends_with("A tie between Red (stay (1)) and Green (stay (2))!\n"));
}

#[test]
fn a_command_line_that_cannot_be_followed_says_why() {
    let dir = dir();
    for (line, clue) in [
        ("", "missing AI: see `botyard bitmartyr --help`"),
        ("-w 0 ./stay", "this board is 0 by 100"),
        ("-w 1001 ./stay", "this board is 1001 by 100"),
        ("-w 2 -h 2 -p 3 ./stay ./stay", "2 teams of 3 units do not fit on 4 cells"),
        ("-d 0 ./stay", "0 turns are not between 1 and 100000"),
        ("-w -5 ./stay", "-w -5: expected a whole number"),
        ("./stay ./stay ./stay ./stay ./stay ./stay ./stay ./stay", "8 teams are not 1 to 7"),
        ("human", "a person cannot play BitMartyr"),
        ("builtin:nobody", "unknown bundled bot `nobody` (bots for bitmartyr: "),
        ("-w 10 -h 10 --board 2E/3 ./stay", "--board has 3 by 2 cells, not 10 by 10"),
        ("-s 0 -f x ./stay", "choose another scale than 0"),
        ("-s 999999 -f x ./stay", "choose another scale than 999999"),
        ("--animate film.mp4 ./stay", "film.mp4: expected a name that ends in .gif or .png"),
        ("5 5 5 5", "missing duration"),
        ("--what ./stay", "unknown option --what"),
    ] {
        let words: Vec<_> = ["bitmartyr"].into_iter().chain(line.split(' ').filter(|word| !word.is_empty())).collect();
        let complaint = dir.run(&words).complaint(2);
        assert!(complaint.contains(clue), "{line}: {complaint}");
    }
    assert_eq!(dir.names(), ["right", "stay"], "nothing was written");
}
