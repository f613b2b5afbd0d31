//! `botyard docs`: the manual in a terminal.

use super::test_dir::TestDir;

#[test]
fn a_game_s_rules_and_protocol_are_printed() {
    let dir = TestDir::new();
    let text = dir.run(&["docs", "stratego"]).stdout(0);
    assert!(text.starts_with("# Stratego, as your bot sees it\n\n## The game\n"), "{text}");
    assert!(text.contains("\n## The conversation\n") && text.matches("\n## The game\n").count() == 1);
    let starters = dir.run(&["docs", "generals", "starters"]).stdout(0);
    assert!(starters.starts_with("# Starters\n") && starters.contains("cargo build --release"), "{starters}");
    assert!(dir.run(&["docs", "bitmartyr", "guide"]).stdout(0).starts_with("# Writing a bot\n"));
}

#[test]
fn what_there_is_is_said_with_what_there_is_not() {
    let dir = TestDir::new();
    let told = dir.run(&["docs", "chess"]).complaint(2);
    assert!(told.contains("unknown game `chess` (games: connect-four, stratego, generals, bitmartyr)"), "{told}");
    let told = dir.run(&["docs", "stratego", "strategy"]).complaint(2);
    assert!(told.contains("no page `strategy` (pages: help, rules, protocol, starters, "), "{told}");
}
