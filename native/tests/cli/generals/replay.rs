//! `botyard replay` with Generals: matches with their moves, and logs of the original, which have
//! no moves.

use serde_json::Value;

use super::super::test_dir::TestDir;
use super::bot;

/// A match of three rounds, in every form.
fn played(dir: &TestDir) -> String {
    let (a, b) = (bot(dir, "a", &["-1", "-1", "1 1 1 1 2"]), bot(dir, "b", &["-1", "-1", "7"]));
    dir.write("map.txt", "1 4 2\n3 1 1 3\n");
    let args = ["play", "generals", "--map", "map.txt", "--order", "fixed", "--bank", "none", &a, &b, "--json"];
    let text = dir.run(&[&args[..], &["--save", "match.json", "--log", "log.txt"]].concat()).stdout(0);
    let document: Value = serde_json::from_str(&text).expect("a document");
    document["link"].as_str().expect("text").to_owned()
}

/// The log of that match with a board in it that no turn leads to.
fn odd(dir: &TestDir) -> String {
    played(dir);
    dir.write("odd.txt", dir.read("log.txt").replacen("1 2 0 2", "1 2 0 5", 1))
}

#[test]
fn files_links_and_logs_are_played_again() {
    let dir = TestDir::new();
    let link = played(&dir);
    for source in ["match.json", &link, "log.txt"] {
        let shown = dir.run(&["replay", source]).stdout(0);
        assert!(shown.contains("1 A*1 A1 . #2\n"), "{shown}");
        assert!(shown.contains("\nturns -1, -1, -1, -1, 1 1 1 1 2\n"), "{shown}");
        let second = dir.run(&["replay", source, "--turn", "4"]).stdout(0);
        assert!(second.contains("1 A*2 . . B*2\n") && second.contains("\nafter turn 4 of 6\n"), "{second}");
        let log = dir.run(&["replay", source, "--columns"]).stdout(0);
        assert_eq!(log, dir.read("log.txt"), "{source}");
    }
}

#[test]
fn a_log_gets_the_moves_that_it_has_not() {
    let dir = TestDir::new();
    played(&dir);
    let ran = dir.run(&["replay", "log.txt", "--json"]);
    assert_eq!(
        ran.stderr,
        "botyard: log.txt: the log contains no moves: these were reconstructed and lead to the same boards\n"
    );
    dir.write("told.json", ran.stdout(0));
    assert_eq!(dir.run(&["replay", "told.json", "--columns"]).stdout(0), dir.read("log.txt"));
    let shown = dir.run(&["replay", "told.json"]).stdout(0);
    assert!(shown.starts_with("Generals: A player 1, B player 2\n"), "{shown}");
    assert!(shown.contains("or answered wrongly: the log does not say which"), "{shown}");
    let log = dir.read("log.txt");
    dir.write("cut.txt", &log[..log.len() - 30]);
    let shown = dir.run(&["replay", "cut.txt"]).stdout(0);
    assert!(shown.contains("Stopped after 5 turns: no result.\n"), "{shown}");
}

#[test]
fn a_log_that_no_moves_explain_is_shown_board_by_board() {
    let dir = TestDir::new();
    let odd = odd(&dir);
    let shown = dir.run(&["replay", &odd]).stdout(0);
    let expected = "Generals: 2 players on 1 rows and 4 columns, a log without moves \
                    (its last board is not the one its moves lead to)

  1   2  3 4
1 A*1 A1 . #5
A12 an army, A*12 capital, A#12 city, #40 nobody's city, ^ mountain
A  army 2, land 2
B  out

board 3 of 3: B is out; its land has no owner now (after about 2 rounds)
Use --turn N to show another board.
";
    assert_eq!(shown, expected);
    let second = dir.run(&["replay", &odd, "--turn", "2"]).stdout(0);
    assert!(second.contains("1 A*1 A1 . B*2\n"), "{second}");
    assert!(second.contains("board 3: B is out; its land has no owner now"), "{second}");
    assert!(second.contains("board 2 of 3: A took 1 2 from 1 1 (after about 2 rounds)\n"), "{second}");
}

#[test]
fn what_a_log_cannot_give_is_said() {
    let dir = TestDir::new();
    let odd = odd(&dir);
    for option in ["--json", "--columns"] {
        let complaint = dir.run(&["replay", &odd, option]).complaint(2);
        assert!(complaint.contains("odd.txt has boards but no moves: "), "{complaint}");
    }
    let complaint = dir.run(&["replay", &odd, "--turn", "4"]).complaint(2);
    assert!(complaint.contains("odd.txt has no board 4: expected 1 to 3"), "{complaint}");
    dir.write("bad.txt", dir.read("log.txt").replacen("1 3 1 2", "1 9 1 2", 1));
    let complaint = dir.run(&["replay", "bad.txt"]).complaint(5);
    assert!(complaint.contains("bad.txt: line 5: invalid cell `1 9`"), "{complaint}");
    dir.write("read.txt", "1 4 2 2\n1\n");
    let complaint = dir.run(&["replay", "read.txt"]).complaint(5);
    assert!(complaint.contains("this is what player 2 read, not a log"), "{complaint}");
}
