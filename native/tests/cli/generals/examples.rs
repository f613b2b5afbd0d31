//! The configs in `examples/generals` are played unchanged, from the folder in which their paths
//! start.

use std::fs;
use std::path::Path;

use super::super::test_dir::TestDir;

/// A copy of the examples, and the folder that their logs go to.
fn examples() -> TestDir {
    let dir = TestDir::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for folder in ["examples/generals/maps", "examples/generals/configs", "target"] {
        fs::create_dir_all(dir.path(folder)).expect("our own folder");
    }
    for folder in ["examples/generals/maps", "examples/generals/configs"] {
        for entry in fs::read_dir(root.join(folder)).expect("the examples") {
            let file = entry.expect("an entry").path();
            let name = file.file_name().expect("a file").to_string_lossy().into_owned();
            dir.write(&format!("{folder}/{name}"), fs::read(&file).expect("an example"));
        }
    }
    dir
}

#[test]
fn duel_and_first_steps_are_played() {
    let dir = examples();
    for name in ["duel", "first-steps"] {
        let told = dir.run(&["generals", &format!("examples/generals/configs/{name}.txt"), "--seed", "1"]).stdout(0);
        assert!(
            told.contains(" wins: the last other capital has fallen.\n1. ") && told.contains("captured by "),
            "{told}"
        );
        let log = format!("target/{name}.log");
        assert!(dir.read(&log).ends_with("\n0\n\n"), "the log has its end");
        let shown = dir.run(&["replay", &log]).stdout(0);
        assert!(
            shown.contains("\nplayer 1 wins: the last ") || shown.contains("\nplayer 2 wins: the last "),
            "{shown}"
        );
    }
}

#[test]
fn every_map_is_played_on() {
    let dir = examples();
    for entry in fs::read_dir(dir.path("examples/generals/maps")).expect("the examples") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a map");
        let players: usize = text.split_whitespace().nth(2).and_then(|word| word.parse().ok()).expect("a number");
        let map = path.to_string_lossy().into_owned();
        let args = ["play", "generals", "--map", &map, "--rounds", "3", "--seed", "1", "-q"];
        let told = dir.run(&[&args[..], &vec!["builtin:greedy"; players]].concat()).stdout(0);
        assert!(told.ends_with(".\n"), "{map}: {told}");
    }
}
