//! The data from which a game's board is drawn.

use botyard_engine::game::Game;
use botyard_engine::replay::Turn;
use botyard_engine::seat::Seat;
use yew::Callback;

use crate::board_annotations::BoardAnnotations;

/// Everything that a board is drawn from.
pub struct BoardScene<'a, G: Game> {
    /// The position.
    pub position: &'a G,
    /// The position before the last action, if there was one.
    pub before: Option<&'a G>,
    /// The last action.
    pub last: Option<(Seat, &'a G::Action)>,
    /// The action that the last one answered, with the position that it was played in; `None` if
    /// all act at once.
    pub answered: Option<(&'a G, Seat, &'a G::Action)>,
    /// The turns played from here up to the next stop; empty in the newest position.
    pub next: &'a [Turn<G::Action>],
    /// The settings of the match.
    pub settings: &'a G::Settings,
    /// Whether to animate the last action.
    pub moves: bool,
    /// The seat whose view is shown; `None` if everything is.
    pub eyes: Option<Seat>,
    /// The seat whose side is nearest, if the board has sides.
    pub side: Option<Seat>,
    /// The person who may act in this position.
    pub actor: Option<Seat>,
    /// The first action that this person, perhaps in another seat, played in the match before.
    pub earlier_action: Option<(Seat, G::Action)>,
    /// What the bots have drawn on the board.
    pub annotations: BoardAnnotations,
    /// Plays that person's action.
    pub act: Callback<G::Action>,
    /// Offers to run a seat's bot on an input.
    pub try_bot: Callback<(Seat, String)>,
}
