//! `botyard connect-four A B`: each row of the table in docs/connect-four.md, and bots that
//! misbehave.

use super::test_dir::{Ran, Talk, TestDir, code, finish, start};

const TIE: &str = "656173566152215676422337377473141445425321";

/// The console's lines for these columns, counted without the program's help.
fn moves(columns: &str) -> String {
    let mut heights = [0; 8];
    let line = |(ply, column): (usize, char)| {
        let height = &mut heights[column.to_digit(10).expect("a column") as usize];
        *height += 1;
        format!("PLAYER{}MOVE{column}{height}\n", 1 + ply % 2)
    };
    columns.chars().enumerate().map(line).collect()
}

/// The columns of one player, 0 or 1.
fn columns_of(player: usize, columns: &str) -> String {
    columns.chars().skip(player).step_by(2).collect()
}

/// Two bots that play fixed columns.
fn by_heart(columns: &str) -> Ran {
    let dir = TestDir::new();
    let (a, b) = (dir.player("a", &columns_of(0, columns)), dir.player("b", &columns_of(1, columns)));
    dir.run(&["connect-four", &a, &b])
}

/// The whole of stdout when `bad` plays first against a bot that would answer.
#[track_caller]
fn check_first(bad: &str, expected: &str) {
    let dir = TestDir::new();
    let (a, b) = (dir.script("a", bad), dir.player("b", "1234567"));
    assert_eq!(dir.run(&["connect-four", &a, &b]).stdout(0), expected);
}

/// The stdout when `bad` plays second, against a person who has played column 4.
#[track_caller]
fn check_second(bad: &str, expected: &str) {
    let dir = TestDir::new();
    let b = dir.script("b", bad);
    assert_eq!(dir.run_with(&["connect-four", "MANUAL_MODE", &b], "4\n").stdout(0), expected);
}

#[test]
fn the_first_player_wins() {
    let lines = "\
PLAYER1MOVE41
PLAYER2MOVE11
PLAYER1MOVE42
PLAYER2MOVE21
PLAYER1MOVE43
PLAYER2MOVE31
PLAYER1MOVE44
PLAYER1WINS
";
    assert_eq!(by_heart("4142434").stdout(0), lines);
}

#[test]
fn the_second_player_wins() {
    let game = "43557644322313";
    assert_eq!(by_heart(game).stdout(0), moves(game) + "PLAYER2WINS\n");
}

#[test]
fn a_tie_comes_after_the_last_move() {
    assert_eq!(by_heart(TIE).stdout(0), moves(TIE) + "TIE\n");
}

#[test]
fn errors_of_either_player() {
    check_first("echo p; read seat; echo 9; read end", "PLAYER2WINSDUETOPLAYER1ERROR\n");
    check_first("echo p; read seat; echo thinking; read end", "PLAYER2WINSDUETOPLAYER1ERROR\n");
    let second = "PLAYER1MOVE41\nPLAYER1WINSDUETOPLAYER2ERROR\n";
    check_second("echo p; read seat; echo '?'; read column; echo 0; read end", second);
    check_second("echo p; read seat; echo '?'; read column; exit", second);
}

#[test]
fn a_full_column_is_an_error_of_a_bot() {
    let game = "1111111";
    assert_eq!(by_heart(game).stdout(0), moves("111111") + "PLAYER2WINSDUETOPLAYER1ERROR\n");
}

#[test]
fn a_bot_that_is_out_of_time() {
    let dir = TestDir::new();
    let mute = dir.script("mute", "echo p; read seat; [ $seat = 1 ] || echo '?'; while read line; do :; done");
    let first = dir.run(&["connect-four", "--time", "200ms", &mute, "MANUAL_MODE"]);
    assert_eq!(first.stdout(0), "PLAYER2WINSBECAUSEPLAYER1TOOKTOOLONG\n");
    let second = dir.run_with(&["connect-four", "--time", "200ms", "MANUAL_MODE", &mute], "2\n");
    assert_eq!(second.stdout(0), "PLAYER1MOVE21\nPLAYER1WINSBECAUSEPLAYER2TOOKTOOLONG\n");
}

/// Regression: the original's third argument was refused.
#[test]
fn the_load_time_limits_the_greeting_alone() {
    let dir = TestDir::new();
    let slow = dir.script("slow", "read seat; echo 4");
    let good = dir.player("good", "1234567");
    assert_eq!(dir.run(&["connect-four", &slow, &good, "200ms"]).stdout(0), "FAILURE1\n");
    let mute = dir.script("mute", "echo p; read seat; while read line; do :; done");
    let told = dir.run(&["connect-four", "--time", "200ms", &mute, "MANUAL_MODE", "60000"]);
    assert_eq!(told.stdout(0), "PLAYER2WINSBECAUSEPLAYER1TOOKTOOLONG\n");
    let complaint = dir.run(&["connect-four", &slow, &good, "soon"]).complaint(2);
    assert!(complaint.contains("expected a time such as 5s, 500ms or 5000 (milliseconds)"), "{complaint}");
}

#[test]
fn bots_that_do_not_start() {
    check_first("exit 1", "FAILURE1\n");
    check_first("echo P; read end", "FAILURE1\n");
    check_second("exit 1", "FAILURE2\n");
    check_second("echo p; read seat; exit", "FAILURE2\n");
    check_second("echo p; read seat; echo 4; read end", "FAILURE2\n");
}

#[test]
fn files_that_are_no_bots() {
    let dir = TestDir::new();
    let good = dir.player("good", "1234567");
    let text = dir.write("notes.txt", "not a program");
    let garbage = dir.write("garbage.wasm", "not a module");
    for bad in ["./missing", "./missing.wasm", ".", &text, &garbage, "cmd:no-such-program-here"] {
        assert_eq!(dir.run(&["connect-four", bad, &good]).stdout(0), "FAILURE1\n", "{bad}");
        assert_eq!(dir.run(&["connect-four", &good, bad]).stdout(0), "FAILURE2\n", "{bad}");
    }
}

#[test]
fn manual_moves_that_cannot_be_played_are_asked_again() {
    let dir = TestDir::new();
    let typed = "0\nabc\n\n8\n-1\n1\n1\n1\n1\n1\n1\n1\n4\n7\n4\n7\n4\n7\n4\n";
    let ran = dir.run_with(&["connect-four", "MANUAL_MODE", "MANUAL_MODE"], typed);
    let played = moves("1111114747474");
    let (before, after) = played.split_at(moves("111111").len());
    assert_eq!(ran.stdout(0), format!("{}{before}INVALID\n{after}PLAYER1WINS\n", "INVALID\n".repeat(5)));
}

#[test]
fn each_line_is_there_before_the_next_move() {
    let dir = TestDir::new();
    let b = dir.player("b", "1234567");
    let mut talk = Talk::new(dir.start(&["connect-four", "MANUAL_MODE", &b]));
    talk.write_line("4");
    assert_eq!(talk.read_line(), "PLAYER1MOVE41");
    assert_eq!(talk.read_line(), "PLAYER2MOVE11");
    talk.write_line("8");
    assert_eq!(talk.read_line(), "INVALID");
    for (row, column) in [(2, 2), (3, 3)] {
        talk.write_line("4");
        assert_eq!(talk.read_line(), format!("PLAYER1MOVE4{row}"));
        assert_eq!(talk.read_line(), format!("PLAYER2MOVE{column}1"));
    }
    talk.write_line("4");
    assert_eq!(talk.read_line(), "PLAYER1MOVE44");
    assert_eq!(talk.read_line(), "PLAYER1WINS");
    assert_eq!(talk.read_line(), "");
    assert_eq!(code(talk.child.wait().expect("it ends")), 0);
}

#[test]
fn a_match_ends_with_the_input() {
    let ran = TestDir::new().run_with(&["connect-four", "MANUAL_MODE", "MANUAL_MODE"], "4\n");
    assert_eq!(ran.stdout(0), "PLAYER1MOVE41\n");
}

#[test]
fn answers_before_the_question_count_in_their_order() {
    check_first("printf 'p\\n4\\n4\\n4\\n4\\n'; while read line; do :; done", &(moves("4142434") + "PLAYER1WINS\n"));
}

#[test]
fn a_bot_that_moved_and_left_has_moved() {
    check_first("echo p; read seat; echo 4; exit", "PLAYER1MOVE41\nPLAYER2MOVE11\nPLAYER2WINSDUETOPLAYER1ERROR\n");
    check_first(
        "echo p; read seat; for i in 1 2 3; do echo 4; read column; done; echo 4; exit",
        &(moves("4142434") + "PLAYER1WINS\n"),
    );
}

#[test]
fn a_flood_costs_no_more_than_its_words() {
    check_first("echo p; read seat; yes 4x", "PLAYER2WINSDUETOPLAYER1ERROR\n");
    check_first("echo p; read seat; yes | tr -d '\\n'", "PLAYER2WINSDUETOPLAYER1ERROR\n");
    check_second("echo p; read seat; echo '?'; yes 9", "PLAYER1MOVE41\nPLAYER1WINSDUETOPLAYER2ERROR\n");
    check_first("yes", "FAILURE1\n");
    // Empty lines are passed over while the clock runs.
    let dir = TestDir::new();
    let bot = dir.greeter("bot", "yes ''");
    let ran = dir.run(&["connect-four", "--time", "200ms", &bot, "MANUAL_MODE"]);
    assert_eq!(ran.stdout(0), "PLAYER2WINSBECAUSEPLAYER1TOOKTOOLONG\n");
}

#[test]
fn a_bot_that_does_not_leave_is_made_to() {
    let dir = TestDir::new();
    let game = "4142434";
    let a = dir.greeter(
        "a",
        "echo $$ > pid; trap '' TERM; for i in 1 2 3 4; do echo 4; read column; done; while :; do sleep 1; done",
    );
    let b = dir.player("b", &columns_of(1, game));
    assert_eq!(dir.run(&["connect-four", &a, &b]).stdout(0), moves(game) + "PLAYER1WINS\n");
    assert!(!super::test_dir::is_alive(dir.read("pid").trim()));
}

#[test]
fn the_words_of_a_bot_come_as_its_language_ends_lines() {
    check_first(
        "printf 'p'; read seat; for i in 1 2 3 4; do printf '4\\r\\n'; read column; done",
        &(moves("4142434") + "PLAYER1WINS\n"),
    );
    check_first(
        "printf 'p'; read seat; for i in 1 2 3 4; do printf ' +04'; read column; done",
        &(moves("4142434") + "PLAYER1WINS\n"),
    );
}

#[test]
fn a_python_file_without_its_bit_is_run_by_python() {
    let dir = TestDir::new();
    let game = "4142434";
    let bot = dir.write("bot.py", "echo p; read seat; for i in 1 2 3 4; do echo 4; read column; done");
    let b = dir.player("b", &columns_of(1, game));
    // Any program with the name python3 runs it; here that is the shell.
    dir.script("python3", "exec sh \"$@\"");
    let path = std::env::var("PATH").expect("there is a PATH");
    let mut command = dir.command(&["connect-four", &bot, &b]);
    command.env("PATH", format!("{}:{path}", dir.path("").display()));
    assert_eq!(finish(start(command), "").stdout(0), moves(game) + "PLAYER1WINS\n");
}

#[test]
fn modules_play_here_too() {
    let dir = TestDir::new();
    let ran = || dir.run(&["connect-four", "builtin:negamax", "builtin:random", "--seed", "7"]).stdout(0);
    let lines = ran();
    assert!(lines.starts_with("PLAYER1MOVE") && lines.ends_with("\nPLAYER1WINS\n"), "{lines}");
    assert_eq!(ran(), lines);
}

#[test]
fn no_log_unless_it_is_asked_for() {
    let dir = TestDir::new();
    let game = "4142434";
    let (a, b) = (dir.player("a", &columns_of(0, game)), dir.player("b", &columns_of(1, game)));
    dir.run(&["connect-four", &a, &b]).stdout(0);
    assert_eq!(dir.names(), ["a", "b"]);
    for _ in 0..2 {
        dir.run(&["connect-four", &a, &b, "--log", "log.txt"]).stdout(0);
    }
    assert_eq!(dir.read("log.txt"), "4142434\n4142434\n");
}

#[test]
fn illegal_moves_are_left_out_of_the_log_and_empty_games_too() {
    let dir = TestDir::new();
    let (bad, good) = (dir.player("bad", "49"), dir.player("good", "1234567"));
    dir.run(&["connect-four", &bad, &good, "--log", "log.txt"]).stdout(0);
    assert_eq!(dir.read("log.txt"), "41\n");
    let worse = dir.player("worse", "9");
    dir.run(&["connect-four", &worse, &good, "--log", "log.txt"]).stdout(0);
    assert_eq!(dir.read("log.txt"), "41\n");
    // A match that was broken off is logged.
    dir.run_with(&["connect-four", "MANUAL_MODE", "MANUAL_MODE", "--log", "log.txt"], "3\n").stdout(0);
    assert_eq!(dir.read("log.txt"), "41\n3\n");
}

#[test]
fn one_argument_is_too_few() {
    let usage = TestDir::new().run(&["connect-four", "./bot"]).complaint(2);
    assert!(usage.contains("Usage: botyard connect-four"), "{usage}");
}
