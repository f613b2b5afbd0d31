//! The bundled bots' variants: games against an opponent that always plays the same differ, and the
//! same seed gives the same ones.

use botyard_effort::count;
use serde_json::Value;

use super::test_dir::TestDir;

/// The turns of each game of a series, in order.
fn play(dir: &TestDir, game: &str, players: [&str; 2], games: &str, options: &[&str]) -> Vec<String> {
    let lines = format!("{games}.jsonl");
    let words = ["series", game, players[0], players[1], "--games", games, "--seed", "1", "-q", "--jsonl", &lines];
    dir.run(&[&words[..], options].concat()).stdout(0);
    let text = dir.read(&lines);
    let mut games: Vec<_> = text
        .lines()
        .map(|line| {
            let line: Value = serde_json::from_str(line).expect("a line of JSON");
            let played = &line["result"]["played"];
            assert_eq!(played["faults"], Value::Null, "{line}");
            let link = format!("#/{game}/r/{}", line["replay"].as_str().expect("a short match has a link"));
            let shown: Value = serde_json::from_str(&dir.run(&["replay", &link, "--json"]).stdout(0)).expect("JSON");
            let turns = shown["turns"].as_array().expect("a list").iter().map(|turn| turn["action"].to_string());
            (line["unit"].as_u64(), line["rotation"].as_u64(), turns.collect::<String>())
        })
        .collect();
    games.sort();
    games.into_iter().map(|(.., turns)| turns).collect()
}

/// Of 20 games of a variant against an opponent, at least this many must differ, and the first ones
/// must be the same again. By default, one of the first 4 must differ from the others.
#[track_caller]
fn check(dir: &TestDir, game: &str, players: [&str; 2], options: &[&str], distinct: usize) {
    let (games, again, distinct) = count(("4", 2, 2), ("20", 4, distinct));
    let mut all = play(dir, game, players, games, options);
    assert_eq!(play(dir, game, players, &again.to_string(), options), all[..again], "the same seed");
    all.sort();
    all.dedup();
    assert!(all.len() >= distinct, "only {} of {games} games are distinct", all.len());
}

#[test]
fn negamax_varied_plays_different_games() {
    let dir = TestDir::new();
    let columns = "for column in 1 2 3 4 5 6 7; do echo $column; read answer || exit; done";
    let opponent = dir.greeter("opponent", &format!("while :; do {columns}; done"));
    check(&dir, "connect-four", ["builtin:negamax-varied", &opponent], &[], 6);
}

#[test]
fn hunter_varied_of_generals_plays_different_games() {
    let dir = TestDir::new();
    dir.run(&["generals", "map", "10", "10", "2", "--seed", "4", "-o", "map.txt"]).stdout(0);
    let options = ["--map", "map.txt", "--order", "fixed", "--rounds", "80"];
    check(&dir, "generals", ["builtin:hunter-varied", "builtin:hunter"], &options, 8);
}

const SMALL: [&str; 6] = ["--width", "16", "--height", "16", "--duration", "30"];

#[test]
fn wall_varied_plays_different_games() {
    check(&TestDir::new(), "bitmartyr", ["builtin:wall-varied", "builtin:wall"], &SMALL, 16);
}

#[test]
fn hunter_varied_of_bitmartyr_plays_different_games() {
    check(&TestDir::new(), "bitmartyr", ["builtin:hunter-varied", "builtin:hunter"], &SMALL, 16);
}

#[test]
fn the_remark_about_repeated_games_names_the_variant() {
    let dir = TestDir::new();
    dir.run(&["generals", "map", "6", "6", "2", "--seed", "4", "-o", "map.txt"]).stdout(0);
    let words = ["generals", "builtin:hunter", "builtin:idle", "--games", "4", "-q", "--map", "map.txt"];
    for first in [&["series"][..], &["tournament", "--scoring", "moderator"]] {
        let table = dir.run(&[&first[..1], &words[..], &["--order", "fixed", "--rounds", "10"], &first[1..]].concat());
        let table = table.stdout(0);
        assert!(table.contains("say nothing more. `builtin:hunter-varied` varies its moves."), "{table}");
    }
}
