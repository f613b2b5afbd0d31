//! `-o` and `-f`: logs are written and read byte for byte, and errors in logs are reported.

use super::{RED_FEW, TestDir, blue_army, log_of, red_army};

/// A match in which two scouts meet, a redundant multiplier is kept and RED gives up.
const MOVES: [&str; 2] = ["0 3 DOWN 3\n4 3 DOWN 1\n 9  3 DOWN\nSURRENDER", "8 6 UP\n 8 5 UP 1 \n1 6 UP"];
const LINES: &str = "1 RED: 0 3 DOWN 3 BOTHDIE 9 9
1 BLU: 8 6 UP OK
2 RED: 4 3 DOWN 1 OK
2 BLU:  8 5 UP 1  OK
3 RED:  9  3 DOWN OK
3 BLU: 1 6 UP OK
4 RED: SURRENDER OK
Game ends on RED's turn - REASON: This player has surrendered!
./a RED SURRENDER 4 146 146
";
const RESULT: &str = "./a RED SURRENDER 4 146 146\n";

#[test]
fn a_log_is_written_to_the_byte_and_replays_to_the_same() {
    let dir = TestDir::new();
    assert_eq!(dir.stratego(&["-o", "log"], MOVES[0], MOVES[1]).stdout(0), RESULT);
    assert_eq!(dir.read("log"), log_of(LINES));
    assert_eq!(dir.run(&["stratego", "-f", "log", "-o", "again"]).stdout(0), RESULT);
    assert_eq!(dir.read("again"), log_of(LINES));
    // The output may be the log itself.
    assert_eq!(dir.run(&["stratego", "-f", "log", "-o", "log"]).stdout(0), RESULT);
    assert_eq!(dir.read("log"), log_of(LINES));
}

#[test]
fn stdout_takes_the_log_and_ends_with_the_result() {
    let dir = TestDir::new();
    assert_eq!(dir.stratego(&["-o", "stdout"], MOVES[0], MOVES[1]).stdout(0), log_of(LINES));
    dir.write("log", log_of(LINES));
    assert_eq!(dir.run(&["stratego", "-f", "log", "-o", "stdout"]).stdout(0), log_of(LINES));
    assert_eq!(dir.names(), ["a", "a.heard", "b", "b.heard", "log"]);
}

#[test]
fn a_longer_log_that_was_there_is_replaced() {
    let dir = TestDir::new();
    dir.write("log", "x".repeat(100_000));
    dir.stratego(&["-o", "log", "-m", "1"], "", "").stdout(0);
    let end = "Game ends on RED's turn - REASON: Game declared a draw after 1 turns\n./a RED DRAW_DEFAULT 1 148 148\n";
    assert_eq!(dir.read("log"), log_of(end));
}

#[test]
fn a_log_that_cannot_be_written_is_1_before_anybody_is_asked() {
    let dir = TestDir::new();
    for file in ["no/such/folder/log", "."] {
        let complaint = {
            let [a, b] = dir.players("SURRENDER", "");
            dir.manage(&["-o", file, &a, &b]).complaint(1)
        };
        assert!(complaint.starts_with(&format!("botyard: cannot write {file}: ")), "{complaint}");
        assert_eq!(dir.names(), ["a", "b"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_error_of_the_manager_itself_is_1_and_both_bots_hear_quit() {
    let dir = TestDir::new();
    let ran = dir.stratego(&["-o", "/dev/full"], "0 3 DOWN", "9 6 UP");
    assert!(ran.stderr.starts_with("botyard: cannot write /dev/full: "), "{ran:?}");
    assert_eq!(ran.stdout(1), "");
    assert!(dir.read("a.heard").ends_with("QUIT\n") && dir.read("b.heard").ends_with("QUIT\n"));
}

#[test]
fn setups_that_are_none_are_logged_as_invalid() {
    let dir = TestDir::new();
    let few = dir.parrot("few", RED_FEW);
    let b = dir.parrot("b", &blue_army());
    dir.manage(&["-o", "log", &few, &b]).stdout(0);
    let expected = format!(
        "./few RED SETUP\nINVALID!\n./b BLUE SETUP\n{}\n\
         Game ends in the SETUP phase - REASON: An illegal setup was made by RED\n./few RED BAD_SETUP 0 2 148\n",
        blue_army()
    );
    assert_eq!(dir.read("log"), expected);
    dir.run(&["stratego", "-f", "log", "-o", "again"]).stdout(0);
    assert_eq!(dir.read("again"), expected);
}

#[test]
fn names_are_cut_at_the_first_blank() {
    let dir = TestDir::new();
    let [a, b] = dir.players("SURRENDER", "");
    let ran = dir.manage(&["-o", "log", &format!("cmd:sh {a}"), &b]);
    assert_eq!(ran.stdout(0), "cmd:sh RED SURRENDER 1 148 148\n");
    assert!(dir.read("log").starts_with("cmd:sh RED SETUP\n"));
    assert_eq!(dir.lines_read_by("b")[0], "BLUE ./cmd:sh 10 10");
}

/// stderr of a log with these lines that does not follow from the rules.
#[track_caller]
fn check(lines: &str, clue: &str) {
    let dir = TestDir::new();
    dir.write("match.log", log_of(lines));
    let complaint = dir.run(&["stratego", "-f", "match.log", "-o", "again"]).complaint(5);
    assert!(complaint.starts_with("botyard: match.log, line ") && complaint.contains(clue), "{complaint}");
    assert_eq!(dir.names(), ["match.log"]);
}

#[test]
fn a_log_that_disagrees_is_5_and_the_line_is_named() {
    check(
        &LINES.replace("BOTHDIE 9 9", "DIES 9 4"),
        "line 11: recorded is `DIES 9 4`, by the rules it is `BOTHDIE 9 9`",
    );
    check(&LINES.replace("4 3 DOWN 1 OK", "4 3 UP 1 OK"), "line 13: ");
    check(&LINES.replace("2 BLU", "2 RED"), "line 14: it is turn 2 of BLUE");
    check(&LINES.replace("146 146", "146 148"), "line 19: the result is recorded as `./a RED SURRENDER 4 146 148`");
    check(&LINES.replace("has surrendered", "sleeps"), "line 18: the reason is recorded as");
    check(&(LINES.to_owned() + "more\n"), "line 20: nothing should follow the result");
    check("\u{1b}[2J OK\n", "line 11: a move");
}

#[test]
fn what_is_no_log_or_no_file() {
    let dir = TestDir::new();
    dir.write("notes.txt", "hello\n");
    let complaint = dir.run(&["stratego", "-f", "notes.txt"]).complaint(5);
    assert_eq!(complaint, "botyard: notes.txt, line 1: `NAME RED SETUP` is expected\n");
    let complaint = dir.run(&["stratego", "-f", "nothing"]).complaint(1);
    assert!(complaint.starts_with("botyard: cannot read nothing: "), "{complaint}");
}

#[test]
fn a_log_of_a_crash_or_a_broken_match_replays_as_far_as_it_goes() {
    let dir = TestDir::new();
    let played = "1 RED: 0 3 DOWN OK\n1 BLU: 9 6 UP OK\n";
    dir.write("crash", log_of(&format!("{played}2 RED: 0 4 SIGPIPE - Broken pipe\n\tmore\n")));
    let ran = dir.run(&["stratego", "-f", "crash", "-o", "again"]);
    assert_eq!(ran.stderr, "botyard: crash: the original crashed in line 13: replayed up to that line\n");
    assert_eq!(ran.stdout(0), "");
    assert_eq!(dir.read("again"), log_of(played));
    let ran = dir.run(&["stratego", "-f", "again"]);
    assert_eq!(ran.stderr, "botyard: again: the log ends in line 12, without a result\n");
    assert_eq!(ran.stdout(0), "");
}

#[test]
fn a_bot_can_log_any_bytes() {
    let dir = TestDir::new();
    let a = dir
        .script("a", &format!("cat <<'end'\n{}\nend\nprintf '0 3 DOWN \\033[31m\\377\\n'; cat > a.heard", red_army()));
    let b = dir.parrot("b", &(blue_army() + "\n9 6 UP"));
    let ran = dir.manage(&["-p", "-o", "log", "-i", "-m", "2", &a, &b]);
    assert!(!ran.stdout.contains('\u{1b}'), "{ran:?}");
    let log = std::fs::read(dir.path("log")).expect("a log");
    let line = b"1 RED: 0 3 DOWN \x1b[31m\xff ILLEGAL\n";
    assert!(log.windows(line.len()).any(|part| part == line), "{}", String::from_utf8_lossy(&log));
}

/// Regression: responses were cut after 256 bytes, and bytes that are not text were replaced.
#[test]
fn responses_are_logged_to_the_byte() {
    let dir = TestDir::new();
    let long = "x".repeat(70_000);
    let broken = "printf '\\377\\376hel\\000lo\\nhalf \\200'";
    let a = dir.script("a", &format!("cat <<'end'\n{}\n{long}\nend\n{broken}", red_army()));
    let b = dir.parrot("b", &(blue_army() + "\n9 6 UP\n0 6 UP"));
    let result = dir.manage(&["-o", "log", "-i", &a, &b]).stdout(0);
    assert_eq!(result, "./a RED ILLEGAL 3 148 148\n");
    let log = std::fs::read(dir.path("log")).expect("a log");
    let ends = "Game ends on RED's turn - REASON: Unintelligable response\n./a RED ILLEGAL 3 148 148\n";
    let responses = [
        format!("1 RED: {long}\n1 BLU: 9 6 UP OK\n2 RED: ").into_bytes(),
        b"\xff\xfehel\0lo\n2 BLU: 0 6 UP OK\n3 RED: half \x80\n".to_vec(),
    ];
    let expected = [log_of("").into_bytes(), responses.concat(), ends.as_bytes().to_vec()].concat();
    assert!(log == expected, "{}", String::from_utf8_lossy(&log));
    assert_eq!(dir.run(&["stratego", "-f", "log", "-o", "again"]).stdout(0), result);
    assert!(std::fs::read(dir.path("again")).expect("a log") == expected);
    assert!(dir.run(&["replay", "log"]).stdout(0).contains("link #/stratego/r/"));
    // `play` writes the whole log at the end of the match.
    dir.run(&["play", "stratego", "-i", "--log", "played", &a, &b]).stdout(0);
    let [played, expected] = ["played", "log"].map(|log| std::fs::read(dir.path(log)).expect("a log"));
    let responses = |log: &[u8]| log.split(|&byte| byte == b'\n').skip(10).take(5).collect::<Vec<_>>().concat();
    assert!(responses(&played) == responses(&expected), "{}", String::from_utf8_lossy(&played));
}

#[test]
fn the_originals_log_of_a_start_that_failed_is_read() {
    let dir = TestDir::new();
    let text = "Controller for Player RED is invalid!\n\
                Check that executable \"./missing\" exists and has executable permissions set.\n\
                Game ends in the SETUP phase - REASON: An illegal setup was made by RED\n./missing RED BAD_SETUP 0 0 0\n";
    dir.write("log", text);
    assert_eq!(dir.run(&["stratego", "-f", "log"]).stdout(0), "./missing RED BAD_SETUP 0 0 0\n");
}

#[test]
fn a_log_that_was_cut_off_says_where_and_makes_nothing_of_its_last_line() {
    let dir = TestDir::new();
    let text = log_of(LINES);
    let (kept, _) = text.split_once("4 3 DOWN 1 OK").expect("a move");
    dir.write("cut", format!("{kept}4 3 D"));
    let note = "botyard: cut: the log ends in line 13, without a result\n";
    let ran = dir.run(&["stratego", "-f", "cut", "-o", "again"]);
    assert_eq!((ran.stderr.as_str(), ran.stdout.as_str()), (note, ""));
    assert_eq!(ran.stdout(0) + &dir.read("again"), kept.trim_end_matches("2 RED: "));
    let ran = dir.run(&["replay", "cut"]);
    assert_eq!(ran.stderr, note);
    assert!(ran.stdout(0).contains("Stopped after 4 turns: no result.\n"));
    // A bot that has ended may have printed that.
    dir.write("cut", format!("{kept}4 3 DOWN ILLEGAL\n"));
    let note = "botyard: cut: the log ends in line 13, without a result; unless its bot failed there, that line is wrong: \
                recorded is `ILLEGAL`, by the rules the move is legal\n";
    for words in [&["stratego", "-f", "cut"][..], &["replay", "cut"]] {
        let ran = dir.run(words);
        assert_eq!((ran.stderr.as_str(), ran.status), (note, 0), "{words:?}");
    }
}
