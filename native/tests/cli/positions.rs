//! Series and tournaments that start from the positions of a file.

use serde_json::Value;

use super::test_dir::TestDir;

const MAPS: &str = "1 4 2\n3 1 1 3\n\n2 2 2\n3 4\n1 3\n\n1 6 2\n3 1 1 1 1 3\n";

/// The settings that the game of a line was played with, by unit and rotation.
fn settings(dir: &TestDir, game: &str, lines: &str, key: &str) -> Vec<(u64, u64, String)> {
    let line = |line: &str| {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        let link = format!("#/{game}/r/{}", line["replay"].as_str().expect("a link"));
        let json: Value = serde_json::from_str(&dir.run(&["replay", &link, "--json"]).stdout(0)).expect("JSON");
        let settings = &json["settings"][key];
        let number = |name: &str| line[name].as_u64().expect("a number");
        (number("unit"), number("rotation"), settings.as_str().expect("a text").to_owned())
    };
    let mut all: Vec<_> = lines.lines().map(line).collect();
    all.sort();
    all
}

#[test]
fn units_take_the_maps_of_a_file_in_turn() {
    let dir = TestDir::new();
    dir.write("maps.txt", MAPS);
    let words = ["series", "generals", "builtin:random", "builtin:random", "--positions", "maps.txt", "--rounds", "20"];
    let options = ["--games", "8", "--seed", "1", "-q", "--jsonl", "games.jsonl"];
    dir.run(&[&words[..], &options].concat()).stdout(0);
    let maps = ["1 4 2\n3 1 1 3\n", "2 2 2\n3 4\n1 3\n", "1 6 2\n3 1 1 1 1 3\n"];
    let found = settings(&dir, "generals", &dir.read("games.jsonl"), "map");
    let expected: Vec<_> =
        (0..4).flat_map(|unit| [0, 1].map(|rotation| (unit, rotation, maps[unit as usize % 3].to_owned()))).collect();
    assert_eq!(found, expected);
}

#[test]
fn all_pairings_of_a_round_take_the_same_board() {
    let dir = TestDir::new();
    dir.write("boards.txt", "E5/6/J5\n\n6/E4J/6\n");
    let random = "builtin:random";
    let words = ["tournament", "bitmartyr", random, random, random, "--positions", "boards.txt", "--duration", "5"];
    let words = [&words[..], &["--games", "4", "--seed", "1", "-q", "--jsonl", "games.jsonl"]].concat();
    dir.run(&[&words[..], &["--store", "a.sqlite"]].concat()).stdout(0);
    let found = settings(&dir, "bitmartyr", &dir.read("games.jsonl"), "board");
    let boards = ["E5/6/J5", "6/E4J/6"];
    let expected: Vec<_> =
        (0..6).flat_map(|unit| [0, 1].map(|rotation| (unit, rotation, boards[unit as usize / 3].to_owned()))).collect();
    assert_eq!(found, expected);
    // The tournament depends on the file's content, not on its path.
    dir.write("same.txt", dir.read("boards.txt"));
    let moved: Vec<_> = words.iter().map(|&word| if word == "boards.txt" { "same.txt" } else { word }).collect();
    dir.run(&[&moved[..], &["--store", "a.sqlite", "--resume"]].concat()).stdout(0);
    dir.write("boards.txt", "E5/6/J5\n");
    let other = dir.run(&[&words[..], &["--store", "a.sqlite", "--resume"]].concat()).complaint(2);
    assert!(other.contains("the stored games have another file of --positions"), "{other}");
}

#[test]
fn a_file_of_options_names_the_positions() {
    let dir = TestDir::new();
    dir.write("maps.txt", MAPS);
    let words = ["tournament", "generals", "builtin:random", "builtin:greedy", "--positions", "maps.txt"];
    let options = ["--games", "6", "--seed", "1", "--rounds", "20"];
    dir.run(&[&words[..], &options, &["--write-file", "cup.toml"]].concat()).stdout(0);
    assert!(dir.read("cup.toml").contains("positions = \"maps.txt\"\n"), "{}", dir.read("cup.toml"));
    let played = dir.run(&["tournament", "--file", "cup.toml", "--json", "-q"]).stdout(0);
    assert_eq!(played, dir.run(&[&words[..], &options, &["--json", "-q"]].concat()).stdout(0));
}

#[test]
fn a_mistake_in_a_file_of_positions_is_named_with_its_line() {
    let dir = TestDir::new();
    let random = "builtin:random";
    for (game, text, options, status, expected) in [
        (
            "generals",
            "1 2 2\n3 3\n1 2 2\n3 x\n",
            &[][..],
            5,
            "positions.txt, line 4: invalid cell `x` in row 1, column 2",
        ),
        ("generals", "1 2 2\n3 3\n\n1 3 3\n3 3 3\n", &[], 2, "positions.txt, line 4: "),
        ("generals", "\n", &[], 5, "positions.txt: there are no positions"),
        ("generals", "1 2 2 3 3", &["--map", "positions.txt"], 2, "--map and --positions both say"),
        ("bitmartyr", "E5/6\n\nE5/x\n", &[], 5, "positions.txt, line 3: "),
        ("bitmartyr", "E5/O5\n", &[], 2, "positions.txt, line 1: "),
        ("bitmartyr", "E5/J5\n", &["--width", "5"], 2, "--width and --positions both say"),
        ("stratego", "E5/J5\n", &[], 2, "--positions is for generals and bitmartyr"),
    ] {
        dir.write("positions.txt", text);
        let words = ["series", game, random, random, "--positions", "positions.txt"];
        let random_or =
            |word: &&'static str| if game == "stratego" && *word == random { "builtin:dummy" } else { *word };
        let words: Vec<_> = words.iter().map(random_or).chain(options.iter().copied()).collect();
        let complaint = dir.run(&words).complaint(status);
        assert!(complaint.contains(expected), "{text:?}: {complaint}");
    }
    let missing = dir.run(&["series", "generals", random, random, "--positions", "none.txt"]).complaint(5);
    assert!(missing.contains("cannot read none.txt"), "{missing}");
}
