//! The games of the start view: one of each game, chosen by hand from many. Bots play the same moves
//! from the same seed everywhere, so their names and a seed are a whole game. Knows no rules.

/// A game of the start view.
pub struct CuratedGame {
    /// The game's name in the catalogue.
    pub game: &'static str,
    /// The names of its bots, in the order of seats. Those of the first game are in the first two
    /// seats by default, so a new visitor's first board needs no others.
    pub bots: [&'static str; 2],
    /// Its seed. Its settings are those of a match that the page begins by itself.
    pub seed: u64,
    /// How many turns have been played where the start view begins.
    pub from: usize,
    /// What to watch for, in a sentence.
    pub sentence: &'static str,
}

/// The games, in the order of the tabs.
pub const CURATED: [CuratedGame; 4] = [
    CuratedGame {
        game: "connect-four",
        bots: ["negamax", "tactician"],
        seed: 6,
        from: 0,
        sentence: "In the end negamax threatens two columns at once: only one of them can be blocked.",
    },
    CuratedGame {
        game: "stratego",
        bots: ["sleuth", "forfax"],
        seed: 8,
        from: 16,
        sentence: "Each spy takes the other side's marshal, in turns 24 and 37. Then sleuth finds the flag.",
    },
    CuratedGame {
        game: "generals",
        bots: ["conqueror", "hunter"],
        seed: 3,
        from: 120,
        sentence: "Two equal armies race past each other for the capitals: hunter is there first, in round 105.",
    },
    CuratedGame {
        game: "bitmartyr",
        bots: ["tide", "wall"],
        seed: 1,
        from: 0,
        sentence: "When the board is full, wall has more of it. In the end tide has two thirds.",
    },
];
