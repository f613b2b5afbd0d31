//! Golden links whose players have a newer version today. Knows no games.

/// A game, then the payload of a match whose players have version 2, and the match's payload with
/// players of version 3.
const PLAYERS_V3: &str = include_str!("../vectors/links-players-v2-v3.txt");

/// The lines of that file.
pub fn pairs() -> impl Iterator<Item = [&'static str; 3]> {
    PLAYERS_V3.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let words: Vec<_> = line.split(' ').collect();
        let [game, old, new] = words[..] else { panic!("three words a line: {line}") };
        [game, old, new]
    })
}

/// The payload written today for the match of a golden link whose moves have the newest version.
pub fn written(payload: &'static str) -> &'static str {
    pairs().find(|[_, old, _]| *old == payload).map_or(payload, |[_, _, new]| new)
}
