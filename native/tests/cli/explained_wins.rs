//! The last sentence of a match explains why it was won, in every game.

use super::test_dir::TestDir;

/// Modules: the same seed gives the same match everywhere.
#[test]
fn every_game_says_why_it_was_won() {
    let dir = TestDir::new();
    for (game, bots, options, told) in [
        ("connect-four", ["negamax", "random"], "--seed 5", "negamax wins: four in a row."),
        ("stratego", ["forfax", "dummy"], "--seed 5", "forfax wins: blue has no movable pieces."),
        ("stratego", ["sleuth", "dummy"], "--seed 2", "sleuth wins: the flag is taken."),
        ("generals", ["hunter", "idle"], "--seed 2", "hunter wins: the last other capital has fallen."),
        ("generals", ["greedy", "idle"], "--seed 5", "greedy wins: the largest army after the last round."),
        ("bitmartyr", ["hunter", "wall"], "--seed 5 --duration 20", "wall wins: the most units after the last turn."),
    ] {
        let bots = bots.map(|bot| format!("builtin:{bot}"));
        let options: Vec<_> = options.split(' ').collect();
        let play = ["play", game, bots[0].as_str(), bots[1].as_str(), "-q"];
        let ran = dir.run(&[&play[..], &options[..]].concat());
        assert_eq!(ran.stdout(0).lines().last(), Some(told), "{game}");
    }
}
