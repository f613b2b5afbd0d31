//! Every switch of the manual page, alone, together, and with `-f`.

use std::process::Command;

use super::super::test_dir::{Talk, code, finish, start};
use super::{TestDir, blue_army, log_of, red_army};

#[test]
fn h_prints_the_manual_page() {
    let dir = TestDir::new();
    let page = dir.run(&["stratego", "-h"]).stdout(0);
    for part in ["SYNOPSIS", "[-gpirb] [-o FILE] [-t STALL] [-T TIMEOUT] [-m MAX] {RED BLUE | -f LOG}", "PROTOCOL"] {
        assert!(page.contains(part), "{part}");
    }
    for switch in
        ["-g ", "-p ", "-i ", "-r ", "-b ", "-o FILE", "-t STALL", "-T TIMEOUT", "-m MAX", "-f LOG", "-h, --help"]
    {
        assert!(page.lines().any(|line| line.trim_start().starts_with(switch)), "{switch}");
    }
    assert_eq!(dir.run(&["stratego", "--help"]).stdout(0), page);
}

#[test]
fn usage_is_2() {
    let dir = TestDir::new();
    for (args, clue) in [
        (&["stratego"][..], "Usage"),
        (&["stratego", "./a"], "to replay a log: botyard stratego -f ./a\n"),
        (&["stratego", "-I", "pictures", "./a", "./b"], "-g shows it in the page"),
        (&["stratego", "-v", "./a", "./b"], "-v, which made pictures of the match, is not supported"),
        (&["stratego", "./a", "@network:10.0.0.1"], "@network:10.0.0.1: players over the network are not supported"),
        (&["stratego", "@network", "./b"], "cmd:nc HOST PORT"),
        (&["stratego", "./a", "./b", "./c"], "./c"),
        (&["stratego", "-f", "log", "./a", "./b"], "cannot be used with"),
        (&["stratego", "-x", "./a", "./b"], "-x"),
        (&["stratego", "-m", "many", "./a", "./b"], "a number of turns, or inf"),
        (&["stratego", "-t", "soon", "./a", "./b"], "inf to wait for Enter"),
        (&["stratego", "-T", "0", "./a", "./b"], "above 0"),
        (&["stratego", "--variant", "chess", "./a", "./b"], "expected ucc or wiki"),
        (&["stratego", "builtin:nobody", "./b"], "dummy"),
    ] {
        let complaint = dir.run(args).complaint(2);
        assert!(complaint.contains(clue), "{args:?}: {complaint}");
    }
}

#[test]
fn g_is_not_ignored() {
    let dir = TestDir::new();
    dir.write("log", log_of(""));
    for played in [&["human", "human"][..], &["-f", "log"]] {
        let mut command = dir.command(&[&["stratego", "-g"], played].concat());
        // Without a page the match cannot be shown.
        command.env("BOTYARD_PAGE", "none");
        let ran = finish(start(command), "");
        assert!(ran.status != 0 && ran.stdout.is_empty() && ran.stderr.starts_with("botyard: "), "{ran:?}");
    }
}

/// For each drawing, the first column of its rows.
fn boards(told: &str) -> Vec<String> {
    let column = |board: &str| board.lines().take(10).filter_map(|row| row.get(2..5)).collect();
    told.split("RED 1  BLUE [1]\n").skip(1).map(column).collect()
}

#[test]
fn p_draws_the_board_after_each_move() {
    let dir = TestDir::new();
    let told = dir.stratego(&["-p", "-m", "2"], "0 3 DOWN", "0 6 UP").stdout(0);
    let start = " F  B  7  9  .  . [9][7][B][F]";
    assert_eq!(boards(&told), [start, " F  B  7  .  9  . [9][7][B][F]", " F  B  7  .  9 [9] . [7][B][F]"]);
    assert!(told.contains("1 RED: 0 3 DOWN OK\n  ") && told.contains("1 BLU: 0 6 UP OK\n"), "{told}");
    let end =
        "Game ends on BLUE's turn - REASON: Game declared a draw after 2 turns\n./b BLUE DRAW_DEFAULT 2 148 148\n";
    assert!(told.ends_with(end), "{told}");
}

#[test]
fn r_and_b_disguise_until_a_combat_is_survived_and_the_end() {
    let dir = TestDir::new();
    // RED's scout dies against BLUE's captain, which stays revealed.
    let armies = [
        "F........5\n..........\n..........\n9.........\n0 3 DOWN 4\n9 0 LEFT",
        "..........\n5.........\n..........\nF.........\n0 7 UP",
    ];
    let (a, b) = (dir.parrot("a", armies[0]), dir.parrot("b", armies[1]));
    let drawn = |switches: &str| boards(&dir.manage(&["--partial-setup", "-m", "2", switches, &a, &b]).stdout(0));
    let end = " F  .  .  .  .  . [5] .  . [F]";
    assert_eq!(drawn("-prb"), [" #  .  .  #  .  .  . [#] . [#]", " #  .  .  .  .  .  . [5] . [#]", end]);
    assert_eq!(drawn("-pr"), [" #  .  .  #  .  .  . [5] . [F]", " #  .  .  .  .  .  . [5] . [F]", end]);
    assert_eq!(drawn("-pb"), [" F  .  .  9  .  .  . [#] . [#]", " F  .  .  .  .  .  . [5] . [#]", end]);
    // Without drawings, these switches have no effect.
    assert_eq!(drawn("-rb"), [""; 0]);
}

#[test]
fn colours_are_for_terminals() {
    let dir = TestDir::new();
    let [a, b] = dir.players("", "");
    let drawn = |variable: &str| {
        let mut command = dir.command(&["stratego", "-T", "60", "-p", "-m", "0", &a, &b]);
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env(variable, "1");
        finish(start(command), "").stdout(0)
    };
    let forced = drawn("CLICOLOR_FORCE");
    for painted in ["\u{1b}[31m F", "\u{1b}[34m[F]", "\u{1b}[37m\u{1b}[47m + "] {
        assert!(forced.contains(painted), "{forced:?}");
    }
    for variable in ["NO_COLOR", "UNRELATED"] {
        assert!(!drawn(variable).contains('\u{1b}'), "{variable}");
    }
}

#[test]
fn i_forgives() {
    let dir = TestDir::new();
    let moves = ["0 3 UP\nhello\n0 3 DOWN", "NO_MOVE\n5 5 DOWN\n9 6 UP"];
    let strict = dir.stratego(&["-m", "4", "-o", "log"], moves[0], moves[1]);
    assert_eq!(strict.stdout(0), "./a RED ILLEGAL 1 148 148\n");
    let forgiving = dir.stratego(&["-i", "-m", "4", "-o", "log"], moves[0], moves[1]);
    assert_eq!((forgiving.stderr.as_str(), forgiving.stdout.as_str()), ("", "./b BLUE DRAW_DEFAULT 4 148 148\n"));
    let lines = "1 RED: 0 3 UP ILLEGAL\n1 BLU: NO_MOVE\n2 RED: hello\n2 BLU: 5 5 DOWN ILLEGAL\n3 RED: 0 3 DOWN OK\n3 BLU: 9 6 UP OK\n\
                 Game ends on BLUE's turn - REASON: Game declared a draw after 4 turns\n./b BLUE DRAW_DEFAULT 4 148 148\n";
    assert_eq!(dir.read("log"), log_of(lines));
    assert_eq!(dir.run(&["stratego", "-f", "log", "-o", "again"]).stdout(0), "./b BLUE DRAW_DEFAULT 4 148 148\n");
    assert_eq!(dir.read("again"), log_of(lines));
}

#[test]
fn m_limits_the_turns() {
    let dir = TestDir::new();
    let result = |maximum| dir.stratego(&["-m", maximum], "0 3 DOWN\nSURRENDER", "9 6 UP").stdout(0);
    assert_eq!(result("0"), "./a RED DRAW_DEFAULT 1 148 148\n");
    assert_eq!(result("1"), "./a RED DRAW_DEFAULT 1 148 148\n");
    assert_eq!(result("2"), "./b BLUE DRAW_DEFAULT 2 148 148\n");
    for many in ["3", "inf", "-1"] {
        assert_eq!(result(many), "./a RED SURRENDER 2 148 148\n");
    }
}

/// A module that sets up as RED and then only reads. It waits for input that never comes: it is out
/// of time at once.
const MUTE: &str = r#"(module
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 1)
    (data (i32.const 100) "FB8878B78B\nB7B5s36B98\n7529654694\n9469193599\n")
    (func (export "_start")
        (i32.store (i32.const 0) (i32.const 100))
        (i32.store (i32.const 4) (i32.const 44))
        (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
        (loop $again
            (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
            (br_if $again (i32.load (i32.const 8))))))"#;

#[test]
fn timeouts_are_as_long_as_they_are_said_to_be() {
    let dir = TestDir::new();
    dir.write("mute.wasm", wat::parse_str(MUTE).expect("a module"));
    for (switches, seconds) in [(&[][..], "2.000000"), (&["-T", "0.5"], "0.500000"), (&["-T0.25"], "0.250000")] {
        let ran = dir.run(&[&["stratego"], switches, &["-o", "log", "mute.wasm", "builtin:dummy"]].concat());
        assert!(ran.stderr.contains("mute.wasm ran out of time"), "{ran:?}");
        assert_eq!(ran.stdout(0), "mute.wasm RED ILLEGAL 1 148 148\n");
        let end = format!("1 RED: \nGame ends on RED's turn - REASON: Response timeout after {seconds} seconds.\n");
        assert!(dir.read("log").contains(&end), "{}", dir.read("log"));
        assert_eq!(dir.run(&["stratego", "-f", "log", "-o", "again"]).stdout(0), "mute.wasm RED ILLEGAL 1 148 148\n");
        assert_eq!(dir.read("again"), dir.read("log"));
    }
    let play = ["play", "stratego", "mute.wasm", "builtin:dummy", "--time", "0.25", "--log", "played", "-qq"];
    dir.run(&play).stdout(0);
    assert!(dir.read("played").contains("Response timeout after 0.250000 seconds."), "{}", dir.read("played"));
    let [a, b] = dir.players("SURRENDER", "");
    for endless in ["inf", "-1"] {
        let result = dir.run(&["stratego", "-T", endless, &a, &b]).stdout(0);
        assert_eq!(result, "./a RED SURRENDER 1 148 148\n");
    }
}

#[test]
fn t_waits_for_enter() {
    let dir = TestDir::new();
    // Both read before they answer. RED's second move is computed after it has read BLUE's first
    // one, which is after Enter.
    let board = "for i in 1 2 3 4 5 6 7 8 9 10; do read row; done";
    let decide = "if [ -e pressed ]; then echo 0 4 UP; else echo SURRENDER; fi";
    let bot = |name: &str, army: &str, first: &str, second: &str| {
        let turns = format!("read color; read line; {board}; {first}; read own; read other; {board}; {second}");
        dir.script(name, &format!("cat <<'end'\n{army}\nend\n{turns}; cat > {name}.heard"))
    };
    let a = bot("a", &red_army(), "echo 0 3 DOWN", decide);
    let b = bot("b", &blue_army(), "echo 9 6 UP", "echo 9 5 DOWN");
    for waits in ["inf", "-1"] {
        let mut talk = Talk::new(dir.start(&["stratego", "-T", "60", "-m", "3", "-t", waits, "-o", "stdout", &a, &b]));
        for _ in 0..10 {
            talk.read_line();
        }
        talk.write_line("");
        assert_eq!(talk.read_line(), "1 RED: 0 3 DOWN OK");
        dir.write("pressed", "");
        for line in ["1 BLU: 9 6 UP OK", "2 RED: 0 4 UP OK", "2 BLU: 9 5 DOWN OK"] {
            talk.write_line("");
            assert_eq!(talk.read_line(), line);
        }
        assert_eq!(talk.read_line(), "Game ends on BLUE's turn - REASON: Game declared a draw after 3 turns");
        assert_eq!(code(talk.child.wait().expect("it ends")), 0);
        std::fs::remove_file(dir.path("pressed")).expect("our own file");
    }
    // stdin has ended, so Enter cannot be pressed: the match continues.
    dir.write("pressed", "");
    assert_eq!(dir.manage(&["-m", "3", "-t", "inf", &a, &b]).stdout(0), "./b BLUE DRAW_DEFAULT 3 148 148\n");
}

/// Regression: it counted as Enter, like every other line.
#[test]
fn quit_in_a_pause_ends_the_match() {
    let dir = TestDir::new();
    let [a, b] = dir.players("0 3 DOWN", "9 6 UP");
    let ran = dir.manage_with(&["-t", "inf", "-o", "log", &a, &b], "\nQUIT\n");
    assert_eq!((ran.stderr.as_str(), ran.stdout.as_str(), ran.status), ("", "", 0));
    assert_eq!(dir.read("log"), log_of("1 RED: 0 3 DOWN OK\n"));
    assert!(dir.read("a.heard").ends_with("\nQUIT\n") && dir.read("b.heard").ends_with("\nQUIT\n"));
    dir.write("longer", log_of("1 RED: 0 3 DOWN OK\n1 BLU: 9 6 UP OK\n"));
    let ran = dir.run_with(&["stratego", "-t", "inf", "-f", "longer", "-o", "again"], "\nQUIT\n");
    assert_eq!((ran.stderr.as_str(), ran.stdout.as_str(), ran.status), ("", "", 0));
    assert_eq!(dir.read("again"), log_of("1 RED: 0 3 DOWN OK\n"));
}

#[test]
fn a_pause_ends_with_the_program() {
    let dir = TestDir::new();
    let [a, b] = dir.players("0 3 DOWN", "9 6 UP");
    let mut talk = Talk::new(dir.start(&["stratego", "-T", "60", "-t", "1000000", "-o", "stdout", &a, &b]));
    for _ in 0..10 {
        talk.read_line();
    }
    let pid = talk.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("there is a kill").success());
    assert_eq!(code(talk.child.wait().expect("it ends")), 130);
    assert!(dir.read("a.heard").ends_with("\nQUIT\n") && dir.read("b.heard").ends_with("\nQUIT\n"));
}

#[test]
fn all_switches_work_with_a_log() {
    let dir = TestDir::new();
    let lines =
        "1 RED: 0 3 DOWN OK\n1 BLU: 0 6 UP OK\n2 RED: 0 4 DOWN BOTHDIE 9 9\n2 BLU: 9 6 UP OK\n3 RED: 9 3 UP ILLEGAL\n";
    let end = "Game ends on RED's turn - REASON: Attempted move into square occupied by neutral or allied piece\n./a RED ILLEGAL 3 146 146\n";
    dir.write("log", log_of(&format!("{lines}{end}")));
    let replay = |switches: &[&str]| dir.run(&[&["stratego"], switches, &["-f", "log"]].concat());
    let told = replay(&["-prb", "-t", "0.01", "-o", "stdout", "-T", "1"]).stdout(0);
    assert_eq!(boards(&told).len(), 6, "{told}");
    assert_eq!(boards(&told)[0], " #  #  #  #  .  . [#][#][#][#]");
    assert_eq!(boards(&told)[5], " F  B  7  .  .  .  . [7][B][F]");
    assert!(told.ends_with(end), "{told}");
    // -m and -i override the rules that the log implies.
    assert_eq!(replay(&["-m", "2"]).stdout(0), "./b BLUE DRAW_DEFAULT 2 148 148\n");
    let forgiving = replay(&["-i", "-o", "again"]);
    assert_eq!(forgiving.stderr, "botyard: log: the log ends before the match is over\n");
    assert_eq!(forgiving.stdout(0), "");
    assert_eq!(dir.read("again"), log_of(lines));
    let short = log_of(
        "Game ends on RED's turn - REASON: Game declared a draw after 1 turns\n./a RED DRAW_DEFAULT 1 148 148\n",
    );
    dir.write("log", short);
    assert_eq!(replay(&[]).stdout(0), "./a RED DRAW_DEFAULT 1 148 148\n");
    assert_eq!(replay(&["-m", "inf"]).stdout(0), "");
}
