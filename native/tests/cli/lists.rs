//! What can be played, and by whom.

use super::test_dir::TestDir;

#[test]
fn games_and_bots_are_listed() {
    let dir = TestDir::new();
    let games = dir.run(&["games"]).stdout(0);
    assert!(games.lines().any(|line| line == "connect-four     Connect Four, 2 players"), "{games}");
    assert!(games.lines().any(|line| line == "generals         Generals, 1 to 64 players"), "{games}");
    let bots = dir.run(&["bots"]).stdout(0);
    for bot in ["negamax", "random", "tactician", "dummy", "forfax", "sleuth"] {
        assert!(bots.contains(&format!("builtin:{bot} ")), "{bots}");
    }
}

#[test]
fn the_statuses_are_in_the_help() {
    let help = TestDir::new().run(&["--help"]).stdout(0);
    for status in ["0 ", "1 ", "2 ", "3 ", "5 ", "130 "] {
        assert!(help.lines().any(|line| line.trim_start().starts_with(status)), "{status} is not in {help}");
    }
}
