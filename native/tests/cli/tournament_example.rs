//! The competition in `examples/tournament`: the commands of its document, in their order.

use std::fs;
use std::path::Path;

use super::test_dir::{Ran, TestDir};

/// A folder with the files of the example, and the commands of its document.
fn example() -> (TestDir, Vec<String>) {
    let (dir, folder) = (TestDir::new(), Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/tournament"));
    for file in ["cup.toml", "cup-late.toml"] {
        dir.write(file, fs::read(folder.join(file)).expect("a file of the example"));
    }
    let document = fs::read_to_string(folder.join("README.md")).expect("the document");
    let commands = document.lines().filter_map(|line| line.strip_prefix("    botyard ")).map(str::to_owned);
    (dir, commands.collect())
}

/// Runs a command as a shell would: a text in quotes is one word.
fn run(dir: &TestDir, command: &str) -> Ran {
    let parts = command.split('"').enumerate();
    let words = parts.flat_map(|(nth, part)| if nth % 2 == 1 { vec![part] } else { part.split_whitespace().collect() });
    dir.run(&words.collect::<Vec<_>>())
}

#[test]
fn a_year_s_competition_is_run_by_five_commands() {
    let (dir, commands) = example();
    let [play, late, dispute, disqualify, report] = &commands[..] else { panic!("{commands:#?}") };
    let table = run(&dir, play).stdout(0);
    assert!(table.starts_with("stratego: round-robin, 60 of 60 games, seed 2026\n"), "{table}");
    let table = run(&dir, late).stdout(0);
    assert!(table.starts_with("stratego: round-robin, 120 of 120 games, seed 2026\n"), "{table}");
    assert!(table.contains("west takes part, and plays the first 10 rounds too"), "{table}");
    let verified = run(&dir, dispute).stdout(0);
    assert!(verified.contains("No difference in "), "{verified}");
    let entry = run(&dir, disqualify).stdout(0);
    assert!(entry.contains("west is disqualified: its games count for nobody (it is a copy of north)"), "{entry}");
    let table = run(&dir, report).stdout(0);
    assert!(table.starts_with("stratego: round-robin, 60 games\n"), "{table}");
    let index = dir.read("cup/index.html");
    assert!(index.contains("west is disqualified") && index.contains("south"), "{index}");
    assert!(dir.read("cup/games-1.html").contains("https://example.org/botyard/#/stratego/r/"));
}
