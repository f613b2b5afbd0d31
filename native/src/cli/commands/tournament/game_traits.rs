//! The properties of a game that matter to a tournament.

use botyard_engine::catalog::{self, Playable, Visitor};

/// The properties of a game that matter to a tournament.
#[derive(Debug, Clone, Copy)]
pub struct GameTraits {
    /// Whether all players think at the same time.
    pub acts_at_once: bool,
    /// Whether its original competition had points of its own.
    pub has_competition_points: bool,
}

impl GameTraits {
    /// The properties of a game in the catalogue.
    pub fn for_game(game: &str) -> Self {
        struct Traits;
        impl Visitor for Traits {
            type Out = GameTraits;
            fn visit<G: Playable>(self) -> GameTraits {
                GameTraits { acts_at_once: G::AT_ONCE, has_competition_points: G::HAS_COMPETITION_POINTS }
            }
        }
        catalog::visit(game, Traits).expect("the command line knows the games of the catalogue only")
    }
}
