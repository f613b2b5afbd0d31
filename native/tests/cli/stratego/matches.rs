//! How matches end, what the bots read, and which players are possible.

use super::{RED_FEW, TestDir, blue_army, log_of, red_army};

#[test]
fn the_result_is_the_only_line_and_both_hear_it() {
    let dir = TestDir::new();
    let ran = dir.stratego(&["-m", "2"], "0 3 DOWN", "9 6 UP");
    assert_eq!((ran.stderr.as_str(), ran.stdout.as_str()), ("", "./b BLUE DRAW_DEFAULT 2 148 148\n"));
    assert_eq!(ran.status, 0);
    let quit = "QUIT ./b BLUE DRAW_DEFAULT 2 148 148";
    assert_eq!(dir.lines_read_by("a"), ["RED ./b 10 10", "START", "0 3 DOWN OK", "9 6 UP OK", quit]);
    assert_eq!(dir.lines_read_by("b"), ["BLUE ./a 10 10", "0 3 DOWN OK", "9 6 UP OK", quit]);
}

/// The result of two bots with few pieces.
#[track_caller]
fn check(red: &str, blue: &str, result: &str) {
    let dir = TestDir::new();
    let (a, b) = (dir.parrot("a", red), dir.parrot("b", blue));
    let ran = dir.manage(&["--partial-setup", &a, &b]);
    assert_eq!(ran.stdout(0), format!("{result}\n"));
    for bot in ["a", "b"] {
        assert_eq!(dir.lines_read_by(bot).last(), Some(&format!("QUIT {result}")), "{bot}");
    }
}

#[test]
fn every_end_of_a_game_is_0() {
    let nine = |flag| format!("{RED_FEW}\n{flag}");
    check(&nine("4 3 DOWN 3"), "....F...1.\n..........\n..........\n..........", "./a RED VICTORY 1 2 10");
    check(&nine("4 3 DOWN 3"), "....s.....\n..........\n..........\nF.........", "./a RED VICTORY 1 2 0");
    check(&nine("4 3 DOWN 3"), "....1.....\n..........\n..........\nF.........", "./b BLUE VICTORY 1 0 10");
    check(&nine("4 3 DOWN 3"), "....9.....\n..........\n..........\nF.........", "./a RED DRAW 1 0 0");
    check(&nine("SURRENDER"), "....9.....\n..........\n..........\nF.........", "./a RED SURRENDER 1 2 2");
    check(&nine("4 3 UP 5"), "....9.....\n..........\n..........\nF.........", "./a RED ILLEGAL 1 2 2");
    check(&nine("hello"), "....9.....\n..........\n..........\nF.........", "./a RED ILLEGAL 1 2 2");
}

#[test]
fn bad_setups_are_0_too() {
    check(
        "9.........\n..........\n..........\n..........",
        "F........9\n..........\n..........\n..........",
        "./a RED BAD_SETUP 0 2 2",
    );
    check("..........\n..........\n..........\n....9....x", "hello\n\n\n", "neither BOTH BAD_SETUP 0 2 0");
    let dir = TestDir::new();
    let (a, b) = (dir.parrot("a", "F........."), dir.parrot("b", &blue_army()));
    // Full armies are asked for unless it is said otherwise.
    let few = dir.parrot("few", RED_FEW);
    assert_eq!(dir.manage(&[&few, &b]).stdout(0), "./few RED BAD_SETUP 0 2 148\n");
    let late = dir.run(&["stratego", "-T", "0.3", &a, "builtin:dummy"]);
    assert_eq!(late.stdout(0), "./a RED BAD_SETUP 0 0 148\n");
}

/// The manual allows fewer pieces, and the other commands have that as an option.
#[test]
fn a_small_army_is_told_the_option() {
    let dir = TestDir::new();
    let (few, b) = (dir.parrot("few", RED_FEW), dir.parrot("b", &blue_army()));
    for command in [&["play"][..], &["series", "--games", "2", "-q"]] {
        let words = [&command[..1], &["stratego", &few, &b, "--time", "60"], &command[1..]].concat();
        let ran = dir.run(&words);
        assert!(
            ran.stderr.contains("botyard: few ") && ran.stderr.contains("or play with `--partial-setup`"),
            "{ran:?}"
        );
        assert!(!ran.stderr.contains("botyard: b "), "{ran:?}");
    }
}

#[test]
fn a_player_that_cannot_be_started_has_lost() {
    let dir = TestDir::new();
    let good = dir.parrot("good", &blue_army());
    let text = dir.write("notes.txt", "not a program");
    let garbage = dir.write("garbage.wasm", "not a module");
    std::fs::create_dir(dir.path("empty")).expect("a folder");
    for (bad, clue) in [
        ("./missing", "no such file: ./missing"),
        (".", "./garbage.wasm: this is a text file"),
        ("./empty", "is a folder without a module"),
        (&text, "is not a module, a script or an executable"),
        (&garbage, "garbage.wasm"),
        ("cmd:no-such-program-here", "no-such-program-here"),
    ] {
        let ran = dir.manage(&[bad, &good]);
        assert!(ran.stderr.starts_with("botyard: ") && ran.stderr.contains(clue), "{ran:?}");
        assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
        assert_eq!(ran.stdout(0), format!("{bad} RED BAD_SETUP 0 0 0\n"));
        assert_eq!(dir.lines_read_by("good").last(), Some(&format!("QUIT {bad} RED BAD_SETUP 0 0 0")));
    }
    let both = dir.run(&["stratego", "./missing", "./absent"]);
    assert_eq!(both.stderr.lines().count(), 2, "{both:?}");
    assert_eq!(both.stdout(0), "neither BOTH BAD_SETUP 0 0 0\n");
}

#[test]
fn what_a_bot_did_wrong_is_said_on_stderr() {
    let dir = TestDir::new();
    let ran = dir.stratego(&[], "0 3 RIGHT", "");
    assert_eq!(ran.stderr, "botyard: ./a printed `0 3 RIGHT`, but water or a piece of its own is in the way.\n");
    let ran = dir.stratego(&[], "\u{1b}[2J", "");
    assert!(ran.stderr.contains("printed `\\u{1b}[2J`, but a response is"), "{ran:?}");
}

#[test]
fn a_bot_that_is_gone_is_blamed_and_the_other_hears_the_end() {
    let dir = TestDir::new();
    let gone = dir.script("gone", &format!("cat <<'end'\n{}\nend\nread colour; read start", red_army()));
    let b = dir.parrot("b", &blue_army());
    let ran = dir.manage(&["-o", "log", &gone, &b]);
    assert_eq!(ran.stdout(0), "./gone RED ILLEGAL 1 148 148\n");
    assert_eq!(dir.lines_read_by("b").last().map(String::as_str), Some("QUIT ./gone RED ILLEGAL 1 148 148"));
    assert!(dir.read("log").contains("on RED's turn - REASON: Unintelligable response\n"));
}

#[test]
fn modules_and_executables_play_each_other_and_the_seed_decides() {
    let dir = TestDir::new();
    let bundled = botyard::bots::find("stratego-dummy", None).expect("bundled");
    let module = dir.write("dummy.wasm", bundled.module().expect("a module"));
    let play = |red: &str, seed| {
        dir.run(&["stratego", "--seed", seed, "-m", "100", "-o", "log", red, "builtin:forfax"]).stdout(0);
        dir.read("log").replace(red, "builtin:dummy")
    };
    let log = play("builtin:dummy", "7");
    assert!(log.starts_with("builtin:dummy RED SETUP\n") && log.lines().count() > 20, "{log}");
    assert_eq!(play(&module, "7"), log);
    assert_ne!(play(&module, "8"), log);
    let a = dir.parrot("a", &(red_army() + "\n0 3 DOWN\n0 4 UP"));
    let result = dir.manage(&["--seed", "7", "-m", "3", &a, "builtin:dummy"]).stdout(0);
    assert!(result.starts_with("builtin:dummy BLUE DRAW_DEFAULT 3 "), "{result}");
}

#[test]
fn the_older_rules_toss_a_coin_that_the_seed_decides() {
    let dir = TestDir::new();
    let play = |seed| {
        let switches = ["--variant", "wiki", "-m", "2", "-o", "log", "--seed", seed];
        dir.stratego(&switches, "0 3 DOWN 3", "9 6 UP").stdout(0);
        dir.read("log").lines().nth(10).expect("a first move").to_owned()
    };
    let tosses: Vec<_> = ["0", "1", "2", "3", "4", "5", "6", "7"].map(play).into();
    for outcome in ["1 RED: 0 3 DOWN 3 KILLS 9 9", "1 RED: 0 3 DOWN 3 DIES 9 9"] {
        assert!(tosses.iter().any(|line| line == outcome), "{tosses:?}");
    }
    assert_eq!(play("5"), tosses[5]);
    // The log shows the rules of the match.
    let result = dir.run(&["stratego", "-f", "log", "-o", "again"]).stdout(0);
    assert!(result.starts_with("./b BLUE DRAW_DEFAULT 2 "), "{result}");
    assert_eq!(dir.read("again"), dir.read("log"));
}

#[test]
fn the_other_commands_know_the_game() {
    let dir = TestDir::new();
    let [a, b] = dir.players("0 3 DOWN\nSURRENDER", "9 6 UP");
    let told = dir
        .run(&["play", "stratego", &a, &b, "--time", "60", "--log", "log", "--save", "match.json", "--moves"])
        .stdout(0);
    assert!(told.contains("  1. RED  a: sets up\n  2. BLUE b: sets up\n  3. RED  a: 0 3 DOWN\n"), "{told}");
    assert!(
        told.contains("\n\nb wins: red has surrendered.\nseed ") && told.contains("\nlink #/stratego/r/"),
        "{told}"
    );
    let log = log_of(
        "1 RED: 0 3 DOWN OK\n1 BLU: 9 6 UP OK\n2 RED: SURRENDER OK\n\
         Game ends on RED's turn - REASON: This player has surrendered!\n./a RED SURRENDER 2 148 148\n",
    );
    assert_eq!(dir.read("log").replace("a RED", "./a RED").replace("b BLUE", "./b BLUE"), log);
    for source in ["log", "match.json"] {
        assert_eq!(dir.run(&["replay", source, "--columns"]).stdout(0), dir.read("log"), "{source}");
        let shown = dir.run(&["replay", source, "--turn", "3"]).stdout(0);
        assert!(shown.starts_with("Stratego: RED  a, BLUE b\n\n   0  1  2"), "{shown}");
        assert!(shown.contains("\nturns sets up, sets up, 0 3 DOWN\nafter turn 3 of 5\n"), "{shown}");
    }
    dir.run(&["play", "stratego", &a, &b, "--time", "60", "--log", "log", "-qq"]).stdout(0);
    let listed = dir.run(&["replay", "log"]).stdout(0);
    assert!(listed.contains("    2    5 turns  b wins: red has surrendered.\n"), "{listed}");
}

#[test]
fn a_person_in_play_sees_no_more_than_its_side() {
    let dir = TestDir::new();
    let [_, b] = dir.players("", "9 6 UP");
    let typed = "FB8878B78B\nB7B5s36B98\n7529\n9469193599\ndefault\n0 3 down\nresign\n";
    let told = dir.run_with(&["play", "stratego", "human", &b, "--time", "60"], typed).stdout(0);
    assert!(
        told.contains("`FB8878B78B/B7B5s36B98/7529/9469193599`: line 3 of the setup does not have 10 characters."),
        "{told}"
    );
    let default = "\nDEFAULT is\nFB8sB479B8\nBB31555583\n6724898974\n967B669999\n";
    assert_eq!(told.matches(default).count(), 1, "{told}");
    let (before, _) = told.split_once("your army: 4 lines").expect("a question");
    assert!(before.contains(default), "{told}");
    assert!(told.contains("\n0  F  B  8  s  B  4"), "{told}");
    assert!(told.contains("BLUE b: sets up\n") && told.contains("BLUE b: 9 6 UP\n"), "{told}");
    let before_the_end = told.split("human resigned").next().expect("a text");
    let (playing, _) = before_the_end.rsplit_once("resign or quit: ").expect("a question");
    assert!(playing.contains("\n9 [#][#][#][#]") && !playing.contains("[F]"), "{told}");
}

#[test]
fn play_has_the_managers_rules_as_options() {
    let dir = TestDir::new();
    let [a, b] = dir.players("0 3 DOWN 9", "9 6 UP");
    let play = |options: &[&str]| {
        let args = ["play", "stratego", &a, &b, "--time", "60", "--seed", "3", "--json"];
        let text = dir.run(&[&args[..], options].concat()).stdout(0);
        let document: serde_json::Value = serde_json::from_str(&text).expect("a document");
        document["replay"].clone()
    };
    let replay = play(&["--variant", "wiki", "--partial-setup", "-i", "-m", "2"]);
    let settings = &replay["settings"];
    assert_eq!((&settings["variant"], &settings["max_turns"]), (&"wiki".into(), &2.into()));
    assert_eq!((&settings["partial_setup"], &settings["ignore_illegal"]), (&true.into(), &true.into()));
    // Under -i the illegal move did not end the match.
    assert!(
        replay["turns"].as_array().is_some_and(|turns| turns.iter().any(|turn| turn["action"] == "9 6 UP")),
        "{replay}"
    );
    assert_eq!(play(&["-m", "inf"])["settings"]["max_turns"], serde_json::Value::Null);
    assert_eq!(play(&[])["settings"]["ignore_illegal"], false);
}
