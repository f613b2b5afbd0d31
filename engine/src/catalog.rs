//! The only list of games. Everything that must know a game by its name goes through here.

use crate::games::bitmartyr::BitMartyr;
use crate::games::connect_four::ConnectFour;
use crate::games::generals::Generals;
use crate::games::stratego::Stratego;
use crate::replay::link::LinkCodec;

pub use crate::playable::{FirstLine, Playable, SeatSettings};

/// The possible numbers of players as text: `2 players`, `1 to 64 players`.
pub fn players<G: Playable>() -> String {
    match G::SEATS.into_inner() {
        (fewest, most) if fewest == most => format!("{fewest} players"),
        (fewest, most) => format!("{fewest} to {most} players"),
    }
}

/// The line that a bot of the named game must print first: see [`Playable::FIRST_LINE`].
pub fn first_line(game: &str) -> Option<FirstLine> {
    struct FirstLineVisitor;
    impl Visitor for FirstLineVisitor {
        type Out = Option<FirstLine>;
        fn visit<G: Playable>(self) -> Self::Out {
            G::FIRST_LINE
        }
    }
    visit(game, FirstLineVisitor).flatten()
}

/// Something to be done with a game that is only known by name.
pub trait Visitor {
    /// The result of the visit.
    type Out;
    /// Does it.
    fn visit<G: Playable>(self) -> Self::Out;
}

macro_rules! catalog {
    ($($game:ty),+ $(,)?) => {
        /// The names of all games, in the order in which they are shown.
        pub const NAMES: &[&str] = &[$(<$game as LinkCodec>::NAME),+];

        /// Calls the visitor with the game of this name; `None` if there is no such game.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Out> {
            match name {
                $(name if name == <$game as LinkCodec>::NAME => Some(visitor.visit::<$game>()),)+
                _ => None,
            }
        }
    };
}

catalog![ConnectFour, Stratego, Generals, BitMartyr];
