//! `botyard check`: one bot in every situation of its game.

use botyard_effort::count;

use super::test_dir::TestDir;

#[test]
fn a_bundled_bot_has_no_fault_in_any_situation() {
    let dir = TestDir::new();
    for (game, bot, situations) in [
        ("connect-four", "builtin:random", 1),
        ("stratego", "builtin:forfax", 4),
        ("generals", "builtin:greedy", 5),
        ("bitmartyr", "builtin:hunter", 5),
    ] {
        let told = dir.run(&["check", game, bot, "--seed", "1"]).stdout(0);
        let passed = told.lines().filter(|line| line.starts_with("  passed  ")).count();
        assert_eq!(passed, situations, "{told}");
        assert!(told.contains(&format!("No fault. `botyard series {game} {bot} OPPONENT`")), "{told}");
    }
}

/// The bot greets, and then prints a column that does not exist.
#[test]
fn what_is_wrong_is_explained_with_a_way_to_mend_and_to_see_it() {
    let dir = TestDir::new();
    let bot = dir.script("bot", "echo p; read n; echo 'I am lost' >&2; echo 8; while read x; do :; done");
    let ran = dir.run(&["check", "connect-four", &bot, "--seed", "1"]);
    assert_eq!(ran.stderr, "botyard: the bot failed in 1 of 1 situation\n");
    let told = ran.stdout(4);
    let expected = [
        "  FAILED  a match of two  8 games, longest turn ",
        "      in 8 of 8 games, first as player 1 against negamax, in its turn 1:",
        "      bot printed `8`, but columns are 1 to 7.",
        "      To mend it: Print only what is allowed: columns are 1 to 7. `botyard replay` with the link draws the board.",
        "      To see it: botyard replay '#/connect-four/r/",
        "      stderr: I am lost",
    ];
    for line in expected {
        assert!(told.lines().any(|told| told.starts_with(line)), "no `{line}` in {told}");
    }
}

/// The host ended a late run, so its stderr does not have the reason.
#[test]
fn a_run_that_is_late_is_told_of_its_time() {
    let dir = TestDir::new();
    let endless = r#"(module (memory (export "memory") 1) (func (export "_start") (loop $again (br $again))))"#;
    dir.write("bot.wasm", wat::parse_str(endless).expect("a module"));
    let told = dir.run(&["check", "bitmartyr", "bot.wasm", "--seed", "1", "--time", "0.0001"]).stdout(4);
    assert!(told.contains("      a run of bot.wasm failed: it ended out of time.\n"), "{told}");
    assert!(told.contains("      To mend it: Let each run answer and end before the time limit"), "{told}");
}

/// Regression: such a bot loses every match, but passed the check.
#[test]
fn a_bot_that_answers_too_few_actions_fails() {
    let dir = TestDir::new();
    let print_one =
        "Print one action, `0` to `5`, for every 25 numbers that it reads after the first three, and nothing else.";
    let bots = [
        ("cat > /dev/null; echo 0", " printed 1 action for 5 units in turn ", "The last 4 units have no action. "),
        ("exit 7", " printed 0 actions for ", "No unit has an action. "),
    ];
    for (body, expected, missing) in &bots[..count(1, bots.len())] {
        let bot = dir.script("bot", body);
        let told = dir.run(&["check", "bitmartyr", &bot, "--seed", "1"]).stdout(4);
        assert!(told.contains("  FAILED  ") && told.contains(expected), "{body}: {told}");
        assert!(told.contains(&format!("To mend it: {missing}{print_one}")), "{body}: {told}");
    }
}

/// A team of the original's last version reads its cells without the numbers of the turn before
/// them. Regression: it failed, with advice about an option that the command did not have.
#[test]
fn a_bot_of_another_format_is_told_its_format_and_checked_in_it() {
    let dir = TestDir::new();
    // An order for every 25 numbers: one more or fewer where there are three others.
    let plain = dir.script("plain", "awk 'NF % 25 == 0 { for (at = 0; at < NF; at += 25) printf \"2\" }'");
    let told = dir.run(&["check", "bitmartyr", &plain, "--seed", "1"]).stdout(4);
    assert!(told.contains("  FAILED  two teams "), "{told}");
    let hint = "      In the format `plain` it has no fault: check and play it with `--formats plain`.\n";
    assert_eq!(told.matches(hint).count(), 1, "{told}");
    let told = dir.run(&["check", "bitmartyr", &plain, "--seed", "1", "--formats", "plain"]).stdout(0);
    assert!(!told.contains("FAILED") && told.contains("units without orders stay"), "{told}");
    assert!(told.contains("`botyard series bitmartyr ./plain OPPONENT --formats plain`"), "{told}");
}

/// Regression: whatever the cause, the advice was to greet and to flush.
#[test]
fn the_advice_fits_what_kept_a_bot_from_greeting() {
    let dir = TestDir::new();
    let check = |bot: &str, expected: &str| {
        let told = dir.run(&["check", "connect-four", bot, "--seed", "1", "--speed", "0.01"]).stdout(4);
        assert!(told.contains(&format!("      To mend it: {expected}")), "{told}");
    };
    let endless = r#"(module (memory (export "memory") 1) (func (export "_start") (loop $again (br $again))))"#;
    let endless = dir.write("endless.wasm", wat::parse_str(endless).expect("a module"));
    check(&endless, "Greet first, and compute what takes time after that.");
    let silent = dir.script("silent", "exit 0");
    check(&silent, "It ended although the match went on, and had printed nothing. Its first line must be `p`: ");
    let failing = dir.script("failing", "echo \"NameError: name 'x' is not defined\" >&2; exit 1");
    check(&failing, "Correct the error that it printed. `botyard rerun` with the link repeats it.\n");
}

#[test]
fn what_cannot_be_checked_is_said() {
    let dir = TestDir::new();
    assert!(dir.run(&["check", "connect-four", "human"]).complaint(2).contains("`check` is for bots"));
    assert!(
        dir.run(&["check", "chess", "builtin:random"])
            .complaint(2)
            .contains("unknown game `chess` (games: connect-four, ")
    );
    for words in [&["check", "bot.js", "connect-four"][..], &["check", "bot.js"]] {
        let game = words.get(2).unwrap_or(&"GAME");
        let expected = format!("`bot.js` is a bot, and the game comes first: `botyard check {game} bot.js`");
        let complaint = dir.run(words).complaint(2);
        assert!(complaint.contains(&expected), "{complaint}");
    }
    for (game, expected) in [
        ("connect-four", "bots of connect-four have one format: leave out --formats"),
        ("bitmartyr", "unknown format `plane` (formats of bitmartyr: standard, plain, basic)"),
    ] {
        let complaint = dir.run(&["check", game, "builtin:random", "--formats", "plane"]).complaint(2);
        assert!(complaint.contains(expected), "{complaint}");
    }
    let told = dir.run(&["check", "connect-four", "bot.js", "bot.py"]).complaint(2);
    assert_eq!(told, "botyard: expected one bot, but 2 were given (bot.js, bot.py): check each of them by itself\n");
    let told = dir.run(&["check", "a.js", "stratego", "b.js"]).complaint(2);
    assert!(told.contains("the game comes first: `botyard check stratego a.js`"), "{told}");
    assert_eq!(dir.run(&["check", "connect-four", "nobody"]).complaint(3), "botyard: no such file: nobody\n");
}

// A bot that is run for each unit is run some thousand times.
mod complete {
    use super::*;

    #[test]
    fn a_bot_is_told_of_another_format_only_if_it_has_no_fault_in_it() {
        let dir = TestDir::new();
        // A bot that is asked for each unit answers with one order.
        let basic = dir.script("basic", "cat > /dev/null; echo 0");
        let told = dir.run(&["check", "bitmartyr", &basic, "--seed", "1"]).stdout(4);
        assert!(told.contains("      In the format `basic` it has no fault:"), "{told}");
        // The format of a bot without output is not known: in `basic`, its status is its answer.
        let silent = dir.script("silent", "exit 7");
        let told = dir.run(&["check", "bitmartyr", &silent, "--seed", "1"]).stdout(4);
        assert!(!told.contains("In the format"), "{told}");
    }
}
