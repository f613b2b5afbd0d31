//! Connect Four's ladder. Its order is that of the results in `docs/tournaments.md`.

use crate::{Face, FaceColour, FaceShape, Rung};

/// The rungs from the weakest to the strongest.
pub(super) const LADDER: &[Rung] = &[
    Rung {
        bot: "random",
        plays: "Drops its discs anywhere.",
        face: Face { shape: FaceShape::Circle, colour: FaceColour::Slate },
    },
    Rung {
        bot: "tactician",
        plays: "Wins at once if it can, blocks if it must, and otherwise likes the middle.",
        face: Face { shape: FaceShape::Square, colour: FaceColour::Brown },
    },
    Rung {
        bot: "lookahead",
        plays: "Looks six moves ahead, and takes the one whose worst answer is best.",
        face: Face { shape: FaceShape::Hexagon, colour: FaceColour::Blue },
    },
    Rung {
        bot: "negamax",
        plays: "Looks as far ahead as 600,000 positions a move reach.",
        face: Face { shape: FaceShape::Diamond, colour: FaceColour::Purple },
    },
    Rung {
        bot: "perfect",
        plays: "Knows what every position is worth, and never gives anything away.",
        face: Face { shape: FaceShape::Star, colour: FaceColour::Red },
    },
];
