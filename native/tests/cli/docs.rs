//! `botyard docs`: the manual in a terminal.

use super::test_dir::TestDir;

#[test]
fn a_game_s_rules_and_protocol_are_printed() {
    let dir = TestDir::new();
    let text = dir.run(&["docs", "stratego"]).stdout(0);
    assert!(text.starts_with("# Stratego, as your bot sees it\n\n"), "{text}");
    assert_eq!(text.matches("# Stratego, as your bot sees it\n").count(), 1, "{text}");
    let sections = ["\n## The game\n", "\n## The conversation\n"].map(|heading| text.find(heading));
    assert!(sections[0].is_some() && sections[0] < sections[1], "{text}");
    assert_eq!(text.matches("\n## The game\n").count(), 1);
    let starters = dir.run(&["docs", "generals", "starters"]).stdout(0);
    assert!(starters.starts_with("# Starters\n") && starters.contains("cargo build --release"), "{starters}");
    assert!(dir.run(&["docs", "bitmartyr", "guide"]).stdout(0).starts_with("# Writing a bot\n"));
}

#[test]
fn what_there_is_is_said_with_what_there_is_not() {
    let dir = TestDir::new();
    let told = dir.run(&["docs", "chess"]).complaint(2);
    let games =
        "unknown game or page `chess` (games: connect-four, stratego, generals, bitmartyr; pages of all games: help, ";
    assert!(told.contains(games) && told.contains(", javascript, "), "{told}");
    let told = dir.run(&["docs", "stratego", "strategy"]).complaint(2);
    assert!(told.contains("no page `strategy` (pages: help, rules, protocol, starters, "), "{told}");
}

#[test]
fn a_page_of_all_games_is_printed_without_a_game() {
    let dir = TestDir::new();
    let text = dir.run(&["docs", "javascript"]).stdout(0);
    assert!(text.starts_with("# ") && text == dir.run(&["docs", "stratego", "javascript"]).stdout(0), "{text}");
    let told = dir.run(&["docs", "rules"]).complaint(2);
    assert!(told.contains("the game comes first: `botyard docs GAME rules`"), "{told}");
}
