//! `botyard rerun`, `botyard case` and `botyard check --cases`.

use serde_json::Value;

use super::test_dir::TestDir;

/// A match that the second player loses: X has four in column 1 while O fills columns 2 to 4.
fn lost() -> TestDir {
    let dir = TestDir::new();
    let bots = [dir.player("x.sh", "1111"), dir.player("o.sh", "234")];
    dir.run(&["play", "connect-four", &bots[0], &bots[1], "-q", "--save", "lost.json"]).stdout(0);
    dir
}

fn rerun(seat: &str, bot: &str) -> Vec<String> {
    ["rerun", "lost.json", "--seat", seat, bot].map(str::to_owned).into()
}

fn words(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// Modules that remember what they have seen repeat themselves in every game; other bots do not.
#[test]
fn a_bot_repeats_its_recorded_match_and_another_differs() {
    const SMALL: [&str; 6] = ["--width", "20", "--height", "20", "--duration", "20"];
    for (game, bots, other, options) in [
        ("connect-four", ["builtin:tactician", "builtin:random"], "builtin:negamax", &[][..]),
        ("stratego", ["builtin:forfax", "builtin:dummy"], "builtin:sleuth", &["-m", "100"]),
        ("generals", ["builtin:greedy", "builtin:random"], "builtin:idle", &["--rounds", "100"]),
        ("bitmartyr", ["builtin:random", "builtin:scared"], "builtin:wall", &SMALL),
    ] {
        let dir = TestDir::new();
        let play = ["play", game, bots[0], bots[1], "--seed", "5", "-q", "--save", "match.json"];
        dir.run(&[&play[..], options].concat()).stdout(0);
        for seat in ["1", "2"] {
            let rerun = ["rerun", "match.json", "--seat", seat];
            let own = bots[usize::from(seat == "2")];
            let told = dir.run(&[&rerun[..], &[own]].concat()).stdout(0);
            assert!(told.contains("No difference: "), "{game}: {told}");
            let ran = dir.run(&[&rerun[..], &[other, "--json"]].concat());
            let document: Value = serde_json::from_str(&ran.stdout).expect("a document");
            assert_eq!(ran.status, 4, "{game}: {ran:?}");
            assert!(document["difference"]["turn"].as_u64() >= Some(1), "{game}: {document}");
            assert_ne!(document["difference"]["recorded"]["action"], document["difference"]["now"]["action"], "{game}");
        }
    }
}

#[test]
fn both_answers_are_shown_at_the_first_difference() {
    let dir = lost();
    let new = dir
        .greeter("new.sh", "for column in 2 1 4; do echo \"I play $column\" >&2; echo $column; read a || exit; done");
    let ran = dir.run(&words(&rerun("2", &new)));
    assert_eq!(ran.status, 4, "{ran:?}");
    assert!(ran.stdout.starts_with("X x.sh: as recorded\nO o.sh: played by ./new.sh\n"), "{ran:?}");
    assert!(ran.stdout.contains("\nturn 4, O o.sh: differs\n  recorded  3"), "{ran:?}");
    assert!(ran.stdout.contains("\n  now       1") && ran.stdout.contains("\n    stderr: I play 1\n"), "{ran:?}");
    assert!(ran.stderr.contains("the bot differs at turn 4"), "{ran:?}");
}

/// The same column in another notation, and another time.
#[test]
fn other_words_and_a_faster_bot_make_no_difference() {
    let dir = lost();
    let other =
        dir.greeter("other.sh", "for column in ' 2' '3 ' 04; do sleep 0.05; echo \"$column\"; read a || exit; done");
    let told = dir.run(&words(&rerun("2", &other))).stdout(0);
    assert!(told.contains("\nNo difference: o.sh does the same as recorded (3 turns).\n"), "{told}");
    assert!(told.contains("\ntime in the 3 turns: recorded "), "{told}");
}

#[test]
fn a_turn_that_is_asked_for_is_shown_or_not_reached() {
    let dir = lost();
    let show = |bot: &str, turn: &str| {
        dir.run(&words(&[rerun("2", bot), vec!["--turn".to_owned(), turn.to_owned()]].concat()))
    };
    let told = show("./o.sh", "4").stdout(0);
    assert!(told.contains("\nturn 4, O o.sh: the same\n  recorded  3"), "{told}");
    let ran = show(&dir.player("new.sh", "56"), "6");
    assert!(
        ran.stdout.contains("\nturn 2, O o.sh: differs\n") && ran.stdout.contains("\nTurn 6 was not reached.\n"),
        "{ran:?}"
    );
    assert!(ran.stderr.contains("the bot differs at turn 2; turn 6 was not reached"), "{ran:?}");
    // A turn after the one that was asked for is not looked at.
    show(&dir.player("later.sh", "235"), "4").stdout(0);
    assert!(show("./o.sh", "3").complaint(2).contains("o.sh has no turn 3: the nearest is 2 (its turns: 2, 4, 6)"));
    assert!(show("./o.sh", "99").complaint(2).contains("the nearest is 6"));
}

#[test]
fn a_bot_that_fails_earlier_differs_where_it_fails() {
    let dir = lost();
    let ran = dir.run(&words(&rerun("2", &dir.player("crash.sh", "2"))));
    assert!(ran.stdout.contains("\nturn 4, O o.sh: differs\n"), "{ran:?}");
    assert!(ran.stdout.contains("\n  now       fault: o.sh ended without an answer"), "{ran:?}");
}

/// Regression: the command that `check` suggests for a fault said only that there was no difference.
#[test]
fn a_bot_that_fails_again_shows_its_fault() {
    let dir = TestDir::new();
    let crash = dir.greeter("crash.sh", "echo 2; read a; echo no fifth page >&2; exit 7");
    dir.run(&["play", "connect-four", &dir.player("x.sh", "1111"), &crash, "-q", "--save", "lost.json"]).stdout(0);
    let told = dir.run(&words(&rerun("2", &crash))).stdout(0);
    assert!(told.contains("\nNo difference: crash.sh does the same as recorded (2 turns).\n"), "{told}");
    let fault = "\nturn 4, O crash.sh: fails again\n  now       fault: crash.sh ended without an answer";
    assert!(told.contains(fault) && told.contains("\n    stderr: no fifth page\n"), "{told}");
    let json = [rerun("2", &crash), vec!["--json".to_owned()]].concat();
    let document: Value = serde_json::from_str(&dir.run(&words(&json)).stdout(0)).expect("a document");
    assert_eq!(document["same_fault"]["turn"], 4, "{document}");
}

#[test]
fn the_match_goes_on_with_all_bots() {
    let dir = lost();
    let new = dir.player("new.sh", "213");
    let rerun = [rerun("2", &new), ["--with", "./x.sh", "--save", "on.json"].map(str::to_owned).into()].concat();
    let ran = dir.run(&words(&rerun));
    assert_eq!(ran.status, 4, "{ran:?}");
    let on = ran.stdout.split("With all bots, from the start:\n").nth(1).expect("it goes on");
    assert!(on.starts_with("recorded: 7 turns, x.sh wins: four in a row.\n") && on.contains("\nnow:      "), "{on}");
    let saved: Value = serde_json::from_str(&dir.read("on.json")).expect("a document");
    let columns: Vec<_> =
        saved["turns"].as_array().expect("a list").iter().filter_map(|turn| turn["action"].as_u64()).collect();
    assert_eq!(columns[..4], [1, 2, 1, 1]);
    let two = [rerun, vec!["--with".to_owned(), "./x.sh".to_owned()]].concat();
    assert!(dir.run(&words(&two)).complaint(2).contains("the match has 1 other player, but --with names 2"));
}

/// Regression: another bot than the recorded one was reported as not repeating itself.
#[test]
fn another_bot_in_a_seat_is_told_from_one_that_does_not_repeat_itself() {
    let dir = lost();
    let (new, other) = (dir.player("new.sh", "213"), dir.player("other.sh", "5"));
    let with = |with: &str| {
        let rerun = [rerun("2", &new), ["--with", with].map(str::to_owned).into()].concat();
        dir.run(&words(&rerun)).stdout(4)
    };
    let told = with(&other);
    // The record has no hash of an executable.
    let expected =
        "\nX x.sh answers differently from the record in turn 1: this is not how the match would go on from ";
    assert!(told.contains(expected) && !told.contains("repeat itself"), "{told}");
    let play =
        ["play", "connect-four", "builtin:tactician", "builtin:random", "--seed", "1", "-q", "--save", "modules.json"];
    dir.run(&play).stdout(0);
    let rerun = ["rerun", "modules.json", "--seat", "2", "builtin:negamax", "--with", "builtin:random"];
    let told = dir.run(&rerun).stdout(4);
    let expected = "\nX tactician is another build than the recorded one, and answers differently in turn 1: this is ";
    assert!(told.contains(expected), "{told}");
}

#[test]
fn what_cannot_be_rerun_is_refused() {
    let dir = lost();
    for (seat, bot, status, why) in [
        ("3", "./o.sh", 2, "invalid --seat 3: expected 1 to 2"),
        ("0", "./o.sh", 2, "invalid --seat 0: expected 1 to 2"),
        ("x", "./o.sh", 2, "expected a number from 1 to the number of players of the match"),
        ("2", "human", 2, "a person cannot rerun a match"),
        ("2", "./none", 3, "no such file"),
    ] {
        assert!(dir.run(&words(&rerun(seat, bot))).complaint(status).contains(why), "{seat} {bot}");
    }
}

/// Keeps turn 4 of the lost match.
fn keep(dir: &TestDir, expected: &[&str]) -> super::test_dir::Ran {
    let case = ["case", "lost.json", "--seat", "2", "--turn", "4", "--file", "cases.toml"];
    dir.run(&[&case[..], expected].concat())
}

#[test]
fn cases_are_kept_and_asked_of_every_build() {
    let dir = lost();
    let told = keep(&dir, &["--one-of", "1", "--name", "stop the column", "--note", "lost to x.sh"]).stdout(0);
    assert!(
        told.contains("\nturn 4: o.sh played 3\nkept as `stop the column` in ./cases.toml\n")
            || told.contains("cases.toml\n")
    );
    keep(&dir, &["--not", "3", "--name", "not again"]).stdout(0);
    keep(&dir, &["--no-fault", "--within", "5s", "--name", "plays at all"]).stdout(0);
    let builds = [dir.player("new.sh", "2155"), dir.player("wild.sh", "7"), dir.player("dies.sh", "2")];
    let check = ["check", "--cases", "cases.toml", "./o.sh", &builds[0], &builds[1], &builds[2]];
    let ran = dir.run(&check);
    assert_eq!(ran.status, 4, "{ran:?}");
    let lines: Vec<Vec<_>> = ran
        .stdout
        .lines()
        .take(4)
        .map(|line| line.split("  ").filter(|cell| !cell.is_empty()).map(str::trim).collect())
        .collect();
    assert_eq!(lines[0], ["o.sh", "new.sh", "wild.sh", "dies.sh"], "{ran:?}");
    assert_eq!(lines[1], ["stop the column", "FAIL", "pass", "not reached", "FAIL"], "{ran:?}");
    assert_eq!(lines[2], ["not again", "FAIL", "pass", "not reached", "FAIL"], "{ran:?}");
    assert_eq!(lines[3], ["plays at all", "pass", "pass", "not reached", "FAIL"], "{ran:?}");
    for told in [
        "o.sh, stop the column: it played `3`, expected `1`\n  note: lost to x.sh\n",
        "o.sh, not again: it played `3` (forbidden)\n",
        "wild.sh, not again: in turn 2 it played 7 (recorded: ",
        "dies.sh, plays at all: the bot ended without an answer",
    ] {
        assert!(ran.stdout.contains(told), "{told}: {ran:?}");
    }
    let ran = dir.run(&["check", "--cases", "cases.toml", &builds[0], "--json"]);
    let document: Value = serde_json::from_str(&ran.stdout(0)).expect("a document");
    assert_eq!(document["cases"][2]["answers"][0]["verdict"], "pass");
}

#[test]
fn a_case_of_a_module_has_the_same_verdict_everywhere() {
    let dir = TestDir::new();
    let play = ["play", "stratego", "builtin:forfax", "builtin:sleuth", "--seed", "3", "-q", "--save", "lost.json"];
    dir.run(&play).stdout(0);
    let told = keep(&dir, &["--no-fault"]).stdout(0);
    assert!(told.contains("kept as `turn 4: sleuth against forfax`"), "{told}");
    let told = dir.run(&["check", "--cases", "cases.toml", "builtin:sleuth"]).stdout(0);
    assert!(told.ends_with("  pass\n"), "{told}");
}

#[test]
fn cases_that_cannot_be_used_are_refused_and_the_file_stays() {
    let dir = lost();
    assert!(keep(&dir, &["--not", "9"]).complaint(2).contains("`9` is not an action: columns are 1 to 7"));
    assert!(keep(&dir, &[]).complaint(2).contains("--one-of"), "something has to be expected");
    for (seat, turn, why) in [
        ("2", "3", "o.sh has no turn 3: the nearest is 2 (its turns: 2, 4, 6)"),
        ("2", "99", "o.sh has no turn 99: the nearest is 6 (its turns: 2, 4, 6)"),
        ("1", "0", "x.sh has no turn 0: the nearest is 1 (its turns: 1, 3, 5, 7)"),
        ("3", "2", "invalid --seat 3: expected 1 to 2"),
        ("two", "2", "expected a number from 1 to the number of players of the match"),
    ] {
        let case = ["case", "lost.json", "--seat", seat, "--turn", turn, "--no-fault", "--file", "cases.toml"];
        let complaint = dir.run(&case).complaint(2);
        assert!(complaint.contains(why), "{complaint}");
    }
    keep(&dir, &["--not", "3"]).stdout(0);
    let text = dir.read("cases.toml");
    for (changed, why) in [
        (text.replace("seat = 2", "seat = 3"), "case 1 (`turn 4: o.sh against x.sh`): invalid seat 3: expected 1 to 2"),
        (text.replace("[case.expect]", "[case.expected]"), "expected"),
        ("x".to_owned(), "cases.toml: "),
        (String::new(), "has no cases: `botyard case` adds one"),
    ] {
        dir.write("cases.toml", &changed);
        let complaint = dir.run(&["check", "--cases", "cases.toml", "./o.sh"]).complaint(5);
        assert!(complaint.contains(why), "{complaint}");
        if !changed.is_empty() {
            keep(&dir, &["--not", "3"]).complaint(5);
            assert_eq!(dir.read("cases.toml"), changed, "nothing is added to what cannot be read");
        }
    }
    assert!(dir.run(&["check", "connect-four"]).complaint(2).contains("expected a game and a bot"));
    assert!(dir.run(&["check", "chess", "./o.sh"]).complaint(2).contains("unknown game `chess`"));
}

/// A missing program differs at once: its fault is reported in turn 1, not in the case's own turn.
#[test]
fn a_bot_that_does_not_start_is_told_as_such() {
    let dir = lost();
    keep(&dir, &["--not", "3"]).stdout(0);
    let ran = dir.run(&words(&rerun("2", "cmd:nonexistent")));
    assert!(ran.status == 3 && ran.stdout.contains("now       fault: o.sh did not start"), "{ran:?}");
    let ran = dir.run(&["check", "--cases", "cases.toml", "cmd:nonexistent"]);
    // The record's name is that of another bot.
    let told = "nonexistent, turn 4: o.sh against x.sh: in turn 1 it did not start";
    assert!(ran.status == 3 && ran.stdout.contains(told), "{ran:?}");
}

/// A failed run for one question is not a fault in the match, but its case fails.
#[test]
fn a_run_that_fails_passes_no_case() {
    let dir = TestDir::new();
    let play = ["play", "bitmartyr", "builtin:random", "builtin:scared", "--board", "E3E/5/2J2", "-q"];
    dir.run(&[&play[..], &["--duration", "2", "--seed", "5", "--save", "lost.json"]].concat()).stdout(0);
    let case = ["case", "lost.json", "--seat", "1", "--turn", "1", "--no-fault", "--file", "cases.toml"];
    dir.run(&case).stdout(0);
    let killed = dir.script("killed.sh", "kill -9 $$");
    let ran = dir.run(&["check", "--cases", "cases.toml", "builtin:random", &killed]);
    assert!(ran.status == 4 && ran.stdout.lines().nth(1).is_some_and(|line| line.ends_with("FAIL")), "{ran:?}");
    assert!(ran.stdout.contains("a run of the bot failed: "), "{ran:?}");
    let ran = dir.run(&["rerun", "lost.json", "--seat", "1", &killed]);
    let now = ran.stdout.lines().find(|line| line.starts_with("  now "));
    assert!(now.is_some_and(|line| line.contains(" (a run failed: ")), "{ran:?}");
}

/// Regression: the rules have an order for a unit without one, so a bot without output passed.
#[test]
fn too_few_actions_pass_no_case() {
    for missing in ["die", "stay"] {
        let dir = TestDir::new();
        let play = ["play", "bitmartyr", "builtin:random", "builtin:scared", "--board", "E3E/5/2J2", "-q"];
        let play = [&play[..], &["--duration", "2", "--missing", missing, "--save", "lost.json"]].concat();
        dir.run(&play).stdout(0);
        let case = ["case", "lost.json", "--seat", "1", "--turn", "1", "--file", "cases.toml"];
        dir.run(&[&case[..], &["--no-fault"]].concat()).stdout(0);
        for option in ["--not", "--one-of"] {
            let complaint = dir.run(&[&case[..], &[option, "0"]].concat()).complaint(2);
            assert!(complaint.contains("`0` cannot be played in this turn: orders: 1, units: 2"), "{complaint}");
        }
        let bots = [
            dir.script("silent.sh", ":"),
            dir.script("error.sh", "echo 'Error: third' >&2\nexit 1"),
            dir.script("half.sh", "echo 0"),
            dir.script("status.sh", "echo 00\nexit 1"),
        ];
        let check = ["check", "--cases", "cases.toml"];
        let ran = dir.run(&[&check[..], &bots.each_ref().map(String::as_str)].concat());
        let verdicts: Vec<_> = ran.stdout.lines().nth(1).unwrap_or_default().split_whitespace().rev().take(4).collect();
        assert_eq!((ran.status, &verdicts[..]), (4, &["pass", "FAIL", "FAIL", "FAIL"][..]), "{ran:?}");
        for told in
            [": it printed 0 actions for 2 units\n  stderr: Error: third\n", ": it printed 1 action for 2 units\n"]
        {
            assert!(ran.stdout.contains(told), "{told}: {ran:?}");
        }
    }
}

/// Two setups have the same text for people, so the difference is shown in the file form.
#[test]
fn answers_that_are_described_alike_are_shown_in_full() {
    let dir = TestDir::new();
    let army = |name: &str, row: &str| {
        dir.script(name, &format!("read line\nprintf '{row}\\n567BB5s768\\n9445925637\\n99399641B9\\n'"))
    };
    let [one, other] = [("one.sh", "B88BFB8789"), ("other.sh", "B88BFB8798")].map(|(name, row)| army(name, row));
    dir.run(&["play", "stratego", &one, "builtin:dummy", "-q", "--save", "lost.json"]).stdout(0);
    let ran = dir.run(&["rerun", "lost.json", "--seat", "1", &other]);
    let shown: Vec<_> = ran.stdout.lines().skip_while(|line| !line.starts_with("turn 1")).collect();
    assert!(ran.status == 4 && shown.len() > 4, "{ran:?}");
    assert!(shown[1].contains("sets up") && shown[2].contains("B88BFB8789"), "{ran:?}");
    assert!(shown[3].contains("sets up") && shown[4].contains("B88BFB8798"), "{ran:?}");
}

/// A person who resigns has waited for the bot that was asked at the same time.
#[test]
fn a_resignation_comes_when_it_came() {
    let dir = TestDir::new();
    for (players, seats) in [
        (["builtin:forfax", "human"], ["builtin:forfax", "recorded"]),
        (["human", "builtin:forfax"], ["recorded", "builtin:forfax"]),
    ] {
        let play = ["play", "stratego", players[0], players[1], "--seed", "4", "-q", "--save", "resigned.json"];
        dir.run_with(&play, "resign\n").stdout(0);
        dir.run(&["verify", "resigned.json", seats[0], seats[1]]).stdout(0);
        dir.write("resigned.json", "");
    }
}

#[test]
fn the_record_is_not_overwritten() {
    let dir = lost();
    let before = dir.read("lost.json");
    let rerun = [rerun("2", "./o.sh"), ["--save", "./lost.json"].map(str::to_owned).into()].concat();
    assert!(dir.run(&words(&rerun)).complaint(2).contains("--save would replace the record"));
    assert_eq!(dir.read("lost.json"), before);
}

/// A link has no time limit.
#[test]
fn a_case_of_a_link_can_have_a_time_limit() {
    let dir = TestDir::new();
    let play =
        ["play", "connect-four", "builtin:tactician", "builtin:negamax", "--seed", "3", "--time", "10ms", "--json"];
    let document: Value = serde_json::from_str(&dir.run(&play).stdout(0)).expect("a document");
    let link = document["link"].as_str().expect("text");
    let case = ["case", link, "--seat", "2", "--turn", "2", "--no-fault", "--file", "cases.toml", "--time", "10ms"];
    dir.run(&case).stdout(0);
    let ran = dir.run(&["check", "--cases", "cases.toml", "builtin:negamax"]);
    assert!(ran.status == 4 && ran.stdout.contains("ran out of time"), "{ran:?}");
}
