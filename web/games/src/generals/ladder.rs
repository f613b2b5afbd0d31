//! Generals's ladder. Its order is that of the results in `docs/tournaments.md`.

use crate::{Face, FaceColour, FaceShape, Rung};

/// The rungs from the weakest to the strongest.
pub(super) const LADDER: &[Rung] = &[
    Rung {
        bot: "idle",
        plays: "Never moves: something to conquer while the rest of a bot is still being written.",
        face: Face { shape: FaceShape::Circle, colour: FaceColour::Slate },
    },
    Rung {
        bot: "random",
        plays: "Moves any army anywhere.",
        face: Face { shape: FaceShape::Triangle, colour: FaceColour::Brown },
    },
    Rung {
        bot: "greedy",
        plays: "Takes what a single army can take at once, and wanders about when that is nothing.",
        face: Face { shape: FaceShape::Drop, colour: FaceColour::Olive },
    },
    Rung {
        bot: "pioneer",
        plays: "Takes the most valuable ground first, and marches on a capital that it can beat.",
        face: Face { shape: FaceShape::Hexagon, colour: FaceColour::Blue },
    },
    Rung {
        bot: "hunter",
        plays: "Takes land, gathers its armies and hunts capitals.",
        face: Face { shape: FaceShape::Diamond, colour: FaceColour::Purple },
    },
    Rung {
        bot: "conqueror",
        plays: "Guards its capital from afar, and goes for the enemy's where the map must have it.",
        face: Face { shape: FaceShape::Star, colour: FaceColour::Red },
    },
];
