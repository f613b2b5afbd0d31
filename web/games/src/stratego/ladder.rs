//! Stratego's ladder. Its order is that of the results in `docs/tournaments.md`.

use crate::{Face, FaceColour, FaceShape, Rung};

/// The rungs from the weakest to the strongest.
pub(super) const LADDER: &[Rung] = &[
    Rung {
        bot: "dummy",
        plays: "Moves any piece anywhere.",
        face: Face { shape: FaceShape::Circle, colour: FaceColour::Slate },
    },
    Rung {
        bot: "forfax",
        plays: "Gives every move a score and plays the best, without looking ahead.",
        face: Face { shape: FaceShape::Square, colour: FaceColour::Brown },
    },
    Rung {
        bot: "gambler",
        plays: "Counts the enemies that it has not met, and weighs each attack by the odds.",
        face: Face { shape: FaceShape::Diamond, colour: FaceColour::Blue },
    },
    Rung {
        bot: "sleuth",
        plays: "Watches who moves, who fights and who keeps still.",
        face: Face { shape: FaceShape::Hexagon, colour: FaceColour::Purple },
    },
    Rung {
        bot: "veteran",
        plays: "Recognises the army of a bundled bot after a few pieces, and goes for its flag.",
        face: Face { shape: FaceShape::Star, colour: FaceColour::Red },
    },
];
