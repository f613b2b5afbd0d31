//! What a tournament asks of its game.

use botyard_engine::catalog::{self, Playable, Visitor};

/// What a tournament asks of a game.
#[derive(Debug, Clone, Copy)]
pub struct GameTraits {
    /// Whether all players think at the same time.
    pub acts_at_once: bool,
    /// Whether its original competition had points of its own.
    pub has_competition_points: bool,
}

impl GameTraits {
    /// Those of a game in the catalogue.
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
