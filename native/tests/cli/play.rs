//! `botyard play`: its output for people and for programs.

use serde_json::Value;

use super::test_dir::{TestDir, finish, start};

const BUILTINS: [&str; 4] = ["play", "connect-four", "builtin:negamax", "builtin:random"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&BUILTINS[..], more].concat()
}

/// Two bots that play 4142434.
fn seven(dir: &TestDir) -> [String; 2] {
    [dir.player("left", "4444"), dir.player("right", "123")]
}

#[test]
fn a_match_ends_with_board_players_verdict_seed_and_link() {
    let dir = TestDir::new();
    let [a, b] = seven(&dir);
    let told = dir.run(&["play", "connect-four", &a, &b, "--seed", "5"]).stdout(0);
    let board = " 1  2  3  4  5  6  7
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  . [X] .  .  .
 .  .  . [X] .  .  .
 .  .  . [X] .  .  .
 O  O  O [X] .  .  .

";
    let rest = told.strip_prefix(board).unwrap_or_else(|| panic!("{told}"));
    let lines: Vec<_> = rest.lines().collect();
    assert!(lines[0].starts_with("X  left   executable  4 turns, "), "{rest}");
    assert!(lines[1].starts_with("O  right  executable  3 turns, "), "{rest}");
    assert_eq!(lines[2..5], ["", "left wins: four in a row.", "seed 5"]);
    assert!(lines[5].starts_with("link #/connect-four/r/"), "{rest}");
    assert_eq!(lines.len(), 6);
}

#[test]
fn moves_and_boards_on_request() {
    let dir = TestDir::new();
    let [a, b] = seven(&dir);
    let moves = dir.run(&["play", "connect-four", &a, &b, "--moves", "-q"]).stdout(0);
    let expected = "  1. X left: 4
  2. O right: 1
  3. X left: 4
  4. O right: 2
  5. X left: 4
  6. O right: 3
  7. X left: 4
left wins: four in a row.
";
    assert_eq!(moves, expected);
    let watched = dir.run(&["play", "connect-four", &a, &b, "--watch", "-q"]).stdout(0);
    assert_eq!(watched.matches(" 1  2  3  4  5  6  7\n").count(), 7, "{watched}");
    assert_eq!(dir.run(&["play", "connect-four", &a, &b, "-qq"]).stdout(0), "");
}

#[test]
fn a_pages_url_can_be_set_once() {
    let dir = TestDir::new();
    let mut command = dir.command(&with(&["--seed", "11"]));
    command.env("BOTYARD_PAGE_URL", "https://example.org/dir/");
    let told = finish(start(command), "").stdout(0);
    assert!(told.contains("link https://example.org/dir/#/connect-four/r/"), "{told}");
    let mut command = dir.command(&with(&["--seed", "11"]));
    command.env("BOTYARD_PAGE_URL", "");
    let told = finish(start(command), "").stdout(0);
    assert!(told.contains("link #/connect-four/r/"), "{told}");
}

#[test]
fn json_is_one_document_with_everything_in_it() {
    let dir = TestDir::new();
    let complaint = dir.run(&with(&["--page", "example.org"])).complaint(2);
    assert!(complaint.contains("expected a URL"), "{complaint}");
    let ran = dir.run(&with(&["--seed", "11", "--json", "--page", "https://example.org/dir/"]));
    assert_eq!(ran.stderr, "");
    let text = ran.stdout(0);
    let document: Value = serde_json::from_str(&text).expect("one document and nothing else");
    assert_eq!(text, format!("{document:#}\n"), "it is written part by part, in the form of the whole");
    let link = document["link"].as_str().expect("text");
    let replay: Value = serde_json::from_str(&dir.run(&["replay", link, "--json"]).stdout(0)).expect("one document");
    assert_eq!(replay["seed"], 11);
    assert_eq!(document["replay"]["seed"], 11);
    assert_eq!(document["replay"]["game"], "connect-four");
    assert_eq!(document["outcome"]["places"], serde_json::json!([1, 2]));
    assert_eq!(document["verdict"], "negamax wins.");
    assert!(link.starts_with("https://example.org/dir/#/connect-four/r/"), "{link}");
    let players = document["players"].as_array().expect("a list");
    assert_eq!(players.len(), 2);
    for player in players {
        assert_eq!(player["kind"], "module");
        assert_eq!(player["sha256"].as_str().map(str::len), Some(64));
        assert!(player["used_ns"].as_u64() > Some(0), "{player}");
        assert!(player["longest_ns"].as_u64() <= player["used_ns"].as_u64(), "{player}");
    }
}

#[test]
fn the_same_seed_gives_the_same_document() {
    let dir = TestDir::new();
    let play = |seed| dir.run(&with(&["--json", "--seed", seed])).stdout(0);
    assert_eq!(play("1"), play("1"));
    assert_ne!(play("1"), play("2"));
}

#[test]
fn a_person_is_asked_told_why_not_and_asked_again() {
    let dir = TestDir::new();
    let bot = dir.player("bot", "1234567");
    let told = dir.run_with(&["play", "connect-four", "human", &bot], "9\nfour\n4\nresign\n").stdout(0);
    let question = "X human, your column (1 to 7), resign or quit: ";
    assert_eq!(told.matches(question).count(), 4, "{told}");
    assert!(told.contains("`9`: invalid column: expected 1 to 7."), "{told}");
    assert!(told.contains("`four`: invalid column: expected 1 to 7."), "{told}");
    assert!(told.contains("\n  2. O bot: 1\n"), "{told}");
    assert!(told.contains("human resigned: bot wins."), "{told}");
}

#[test]
fn a_full_column_is_explained() {
    let typed = "1\n1\n1\n1\n1\n1\n1\nquit\n";
    let told = TestDir::new().run_with(&["play", "connect-four", "human", "human"], typed).stdout(0);
    assert!(told.contains("`1`, a column that is full: not played.\n"), "{told}");
    assert!(told.contains("X human (1), your column"), "{told}");
    assert!(told.contains("Stopped after 6 turns: no result."), "{told}");
}

#[test]
fn the_end_of_input_ends_the_match() {
    let told = TestDir::new().run_with(&["play", "connect-four", "human", "human"], "4\n").stdout(0);
    assert!(told.contains("Stopped after 1 turn: no result."), "{told}");
}

#[test]
fn a_person_is_asked_on_stderr_where_stdout_is_for_a_program() {
    let ran = TestDir::new().run_with(&["play", "connect-four", "human", "builtin:random", "--json"], "4\nresign\n");
    assert!(ran.stderr.contains("your column"), "{}", ran.stderr);
    let document: Value = serde_json::from_str(&ran.stdout(0)).expect("one document and nothing else");
    assert_eq!(document["players"][0]["kind"], "person");
}

#[test]
fn commands_are_split_into_words_and_run_without_a_shell() {
    let dir = TestDir::new();
    let [_, b] = seven(&dir);
    dir.write("my bot.sh", "echo p; read s; for c in \"$1\" 4 4 4; do echo $c; read a; done");
    let verdict = dir.run(&["play", "connect-four", "cmd:sh 'my bot.sh' 4", &b, "-q"]).stdout(0);
    assert_eq!(verdict, "sh 'my bot.sh' 4 wins: four in a row.\n");
    let verdict = dir.run(&["play", "connect-four", "cmd:sh 'my bot.sh' $(echo 4)", &b, "-q"]).stdout(0);
    assert_eq!(verdict, "sh 'my bot.sh' $(echo 4) printed `$(echo`, but columns are 1 to 7: right wins.\n");
}

#[test]
fn nothing_foreign_reaches_the_terminal_as_it_is() {
    let dir = TestDir::new();
    let bot = dir.greeter("\u{1b}[31mred\u{202e}", "printf '\\033[2J\\n'; read end");
    for more in [&["--watch"][..], &["-q"]] {
        let told = dir.run(&[&["play", "connect-four", &bot, "builtin:random"], more].concat()).stdout(0);
        assert!(told.contains("\\u{1b}[31mred\\u{202e} printed `\\u{1b}[2J`"), "{told}");
        assert!(!told.contains(['\u{1b}', '\u{202e}']), "{told}");
    }
    let complaint = dir.run(&["play", "connect-four", "\u{1b}[31mnone", "human"]).complaint(3);
    assert!(complaint.contains("\\u{1b}[31mnone") && !complaint.contains('\u{1b}'), "{complaint}");
}

/// A command line may be as long as the system allows, and is the name of its bot.
#[test]
fn a_long_name_breaks_nothing() {
    let dir = TestDir::new();
    let long = "x".repeat(100_000);
    let told = dir.run(&["play", "connect-four", &format!("cmd:{long}"), "builtin:random"]).stdout(3);
    assert!(told.contains(&long) && told.contains("random wins."), "{}", told.len());
    let complaint = dir.run(&["play", &long, "builtin:random"]).complaint(2);
    assert!(complaint.len() < 500, "{complaint}");
}

#[test]
fn a_module_file_plays_as_the_same_bot_inside_does() {
    let dir = TestDir::new();
    let bundled = botyard::bots::find("connect-four-random", None).expect("bundled");
    let file = dir.write("random.wasm", bundled.module().expect("a module"));
    let play = |bot: &str| {
        let text = dir.run(&["play", "connect-four", bot, "builtin:tactician", "--seed", "3", "--json"]).stdout(0);
        let document: Value = serde_json::from_str(&text).expect("a document");
        document["replay"]["turns"].clone()
    };
    assert_eq!(play(&file), play("builtin:random"));
}

#[test]
fn nothing_but_an_earlier_replay_is_overwritten() {
    let dir = TestDir::new();
    let [a, b] = seven(&dir);
    let before = dir.read("left");
    let complaint = dir.run(&["play", "connect-four", &a, &b, "--save", &a]).complaint(5);
    assert!(complaint.contains("already exists and is not a replay"), "{complaint}");
    let complaint = dir.run(&["play", "connect-four", &a, &b, "--log", &a]).complaint(5);
    assert!(complaint.contains("already exists and is not a log"), "{complaint}");
    assert_eq!(dir.read("left"), before);
    dir.run(&["play", "connect-four", &a, &b, "--save", "twice.json"]).stdout(0);
    dir.run(&["play", "connect-four", &a, &b, "--save", "twice.json"]).stdout(0);
    let complaint = dir.run(&["play", "connect-four", &a, &b, "--save", "one", "--log", "./one"]).complaint(2);
    assert!(complaint.contains("the same file"), "{complaint}");
}

#[test]
fn what_a_bot_that_failed_said_on_stderr_is_told() {
    let dir = TestDir::new();
    let talker = dir.greeter("talker", "echo 'no idea' >&2; echo 9");
    let other = dir.player("other", "1234567");
    let ran = dir.run(&["play", "connect-four", &talker, &other, "-q"]);
    assert_eq!(ran.stderr, "talker wrote to stderr:\n  no idea\n");
    assert_eq!(dir.run(&["play", "connect-four", &talker, &other, "-qq"]).stderr, "");
}

#[test]
fn stderr_is_that_of_every_bot_whether_it_left_or_not() {
    let dir = TestDir::new();
    let leaves = dir.greeter("leaves", "echo 'one move' >&2; echo 4; read column; echo 'and gone' >&2");
    let stays = dir.script("stays", "echo p; read seat; echo '?'; read column; echo waiting >&2; exec sleep 86399");
    let ran = dir.run(&["play", "connect-four", &leaves, &stays, "--time", "2s", "-qq", "--stderr"]);
    assert_eq!(ran.stderr, "leaves wrote to stderr:\n  one move\n  and gone\nstays wrote to stderr:\n  waiting\n");
    assert_eq!(ran.stdout(0), "");
}

/// Regression: the message was only that the bot had ended.
#[test]
fn a_bot_that_prints_nothing_is_told_what_to_print_first() {
    let dir = TestDir::new();
    let silent = dir.script("silent", "exit 0");
    let ran = dir.run(&["play", "connect-four", &silent, "builtin:random", "-q"]);
    assert_eq!(
        ran.stderr,
        "botyard: silent printed nothing: its first line must be `p`. `botyard check connect-four ./silent` tries it in \
         every situation, and `botyard docs connect-four` has the protocol.\n"
    );
    assert_eq!(ran.status, 3);
    for (game, opponent, first) in [
        ("stratego", "builtin:dummy", "its first line must be the first of the four lines of its army"),
        ("generals", "builtin:idle", "its first line must be its first move"),
    ] {
        let told = dir.run(&["play", game, &silent, opponent, "-q"]).stderr;
        assert!(told.contains(&format!("silent printed nothing: {first}")), "{told}");
    }
    let talker = dir.script("talker", "echo hello; read end");
    assert_eq!(dir.run(&["play", "connect-four", &talker, "builtin:random", "-q"]).stderr, "");
}

/// Regression: "no time used" stood beside its fault.
#[test]
fn a_bot_that_is_late_with_its_greeting_has_used_its_time() {
    let dir = TestDir::new();
    let endless = r#"(module (memory (export "memory") 1) (func (export "_start") (loop $again (br $again))))"#;
    let endless = dir.write("endless.wasm", wat::parse_str(endless).expect("a module"));
    let told = dir.run(&["play", "connect-four", &endless, "builtin:random", "--speed", "0.01"]).stdout(3);
    assert!(told.contains("10.0s of virtual time in total, without a greeting\n"), "{told}");
    assert!(told.contains("X  endless.wasm"), "{told}");
}

#[test]
fn a_link_comes_with_the_command_that_opens_it() {
    let dir = TestDir::new();
    let ran = dir.run(&with(&["--seed", "11"]));
    let note = "botyard: `botyard replay 'LINK'` shows this match again: put the link between the quotes\n";
    assert_eq!(ran.stderr, note);
    let told = ran.stdout(0);
    let link = told.lines().find_map(|line| line.strip_prefix("link ")).expect("a link");
    assert!(dir.run(&["replay", link]).stdout(0).contains("negamax wins"));
    assert_eq!(dir.run(&with(&["--seed", "11", "-q"])).stderr, "", "it has no link");
}

#[test]
fn what_stands_in_the_wrong_place_is_told_its_place() {
    let dir = TestDir::new();
    for (words, expected) in [
        (
            &["play", "my-bot/bot.js", "builtin:random"][..],
            "`my-bot/bot.js` is a bot, and the game comes first: `botyard play GAME my-bot/bot.js builtin:random`",
        ),
        (&["series", "./a", "connect-four", "./b"], "`botyard series connect-four ./a ./b`"),
        (&["tournament", "./a", "generals", "./b"], "`botyard tournament generals ./a ./b`"),
        (&["play", "conect-four", "human", "human"], "did you mean connect-four?"),
        (&["play", "--games", "100"], "`botyard series GAME BOT OPPONENT --games 100`"),
        (&["play", "stratego", "./a", "./b", "--games", "8"], "`botyard series GAME BOT OPPONENT --games 8`"),
    ] {
        let complaint = dir.run(words).complaint(2);
        assert!(complaint.contains(expected), "{words:?}: {complaint}");
    }
}
