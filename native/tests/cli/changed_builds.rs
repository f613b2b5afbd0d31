//! Builds that differ in one thing, in reruns and cases of every game. `e2e` tests the same in
//! pages. By default, of one game in which bots run once, and of one with a run for each question.

use botyard_effort::count;
use serde_json::Value;

use super::build_scripts::{BuildsOfGame, Change, GAMES};
use super::test_dir::TestDir;

/// A folder with the builds of a game, and the match that the slower one has played.
fn recorded(game: &BuildsOfGame) -> TestDir {
    let dir = TestDir::new();
    for change in Change::ALL {
        dir.write(change.file(), game.script(change));
    }
    let opponent = format!("builtin:{}", game.opponent);
    let play = ["play", game.game, Change::Slower.file(), &opponent, "--seed", "5", "-q", "--save", "match.json"];
    dir.run(&[&play[..], game.options].concat()).stdout(0);
    dir
}

/// The result of rerunning a build.
fn rerun(dir: &TestDir, change: Change) -> Value {
    let ran = dir.run(&["rerun", "match.json", "--seat", "1", "--json", change.file()]);
    let document: Value = serde_json::from_str(&ran.stdout).expect("a document");
    assert_eq!(ran.status, if document["difference"].is_null() { 0 } else { 4 }, "{ran:?}");
    document
}

#[test]
fn only_a_build_that_does_something_else_differs() {
    for game in &GAMES[count(GAMES.len() - 2, 0)..] {
        let dir = recorded(game);
        // Builds with the same actions keep the same memory.
        for change in [Change::Slower, Change::Nothing, Change::Words] {
            let document = rerun(&dir, change);
            assert!(document["difference"].is_null(), "{}, {change:?}: {document}", game.game);
        }
        let told = dir.run(&["rerun", "match.json", "--seat", "1", Change::Nothing.file()]).stdout(0);
        let (_, times) = told.split_once(" turns: recorded ").expect("both times");
        assert!(times.contains(", now "), "{}: {told}", game.game);
        let document = rerun(&dir, Change::Fails);
        let turn = document["difference"]["turn"].as_u64();
        assert_eq!(turn, Some(1 + 2 * game.step), "{}: {document}", game.game);
    }
}

#[test]
fn cases_tell_builds_apart() {
    for game in &GAMES[count(GAMES.len() - 2, 0)..] {
        let dir = recorded(game);
        let (fails, later) = (1 + 2 * game.step, 1 + 3 * game.step);
        let kept = [(fails, &["--no-fault"][..]), (later, &["--no-fault"]), (later, &["--within", "10ms"])];
        for (turn, expected) in kept {
            let turn = turn.to_string();
            let case = ["case", "match.json", "--seat", "1", "--turn", &turn, "--file", "cases.toml"];
            dir.run(&[&case[..], expected].concat()).stdout(0);
        }
        let check = ["check", "--json", "--cases", "cases.toml"];
        let ran = dir.run(&[&check[..], &Change::ALL.map(Change::file)].concat());
        let document: Value = serde_json::from_str(&ran.stdout).expect("a document");
        let answers = |case: &Value| {
            let answers = case["answers"].as_array().cloned().unwrap_or_default();
            answers.iter().map(|answer| answer["verdict"].as_str().unwrap_or_default().to_owned()).collect()
        };
        let verdicts: Vec<Vec<String>> = document["cases"].as_array().expect("a list").iter().map(answers).collect();
        let expected = [
            ["pass", "pass", "pass", "fail"],
            ["pass", "pass", "pass", "not-reached"],
            ["fail", "pass", "pass", "not-reached"],
        ];
        assert_eq!(verdicts, expected, "{}: {document}", game.game);
    }
}
