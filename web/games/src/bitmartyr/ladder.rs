//! BitMartyr's ladder. Its order is that of the results in `docs/tournaments.md`.

use crate::{Face, FaceColour, FaceShape, Rung};

/// The rungs from the weakest to the strongest.
pub(super) const LADDER: &[Rung] = &[
    Rung {
        bot: "right",
        plays: "Every unit goes right, always.",
        face: Face { shape: FaceShape::Triangle, colour: FaceColour::Slate },
    },
    Rung {
        bot: "random",
        plays: "Every unit stays or goes anywhere.",
        face: Face { shape: FaceShape::Circle, colour: FaceColour::Brown },
    },
    Rung {
        bot: "hunter",
        plays: "Goes after weaker enemies.",
        face: Face { shape: FaceShape::Diamond, colour: FaceColour::Green },
    },
    Rung {
        bot: "scared",
        plays: "Goes where the fewest and weakest are.",
        face: Face { shape: FaceShape::Drop, colour: FaceColour::Olive },
    },
    Rung {
        bot: "marcher",
        plays: "All units step in the same direction, so that none of them ever meet.",
        face: Face { shape: FaceShape::Square, colour: FaceColour::Teal },
    },
    Rung {
        bot: "waterfall",
        plays: "Lets the health of a unit decide where it goes, and never looks.",
        face: Face { shape: FaceShape::Cross, colour: FaceColour::Indigo },
    },
    Rung {
        bot: "wall",
        plays: "Fills the ground and holds it.",
        face: Face { shape: FaceShape::Shield, colour: FaceColour::Purple },
    },
    Rung {
        bot: "tide",
        plays: "Floods the ground and breaks whoever holds it.",
        face: Face { shape: FaceShape::Star, colour: FaceColour::Red },
    },
];
