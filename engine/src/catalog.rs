//! The only list of games. Everything that must know a game by its name goes through here.

use crate::games::bitmartyr::BitMartyr;
use crate::games::connect_four::ConnectFour;
use crate::games::generals::Generals;
use crate::games::stratego::Stratego;
use crate::replay::link::LinkCodec;
use crate::seat::Seat;

pub use crate::playable::{FirstLine, LackingLine, NextLine, Playable, SeatSettings};

/// The possible numbers of players as text: `2 players`, `1 to 64 players`.
pub fn players<G: Playable>() -> String {
    match G::SEATS.into_inner() {
        (fewest, most) if fewest == most => format!("{fewest} players"),
        (fewest, most) => format!("{fewest} to {most} players"),
    }
}

/// The line that a bot of the named game lacks: see [`Playable::lacking_line`].
pub fn lacking_line(game: &str, seat: Seat, printed: &str) -> Option<LackingLine> {
    struct LackingLineVisitor<'a>(Seat, &'a str);
    impl Visitor for LackingLineVisitor<'_> {
        type Out = Option<LackingLine>;
        fn visit<G: Playable>(self) -> Self::Out {
            G::lacking_line(self.0, self.1)
        }
    }
    visit(game, LackingLineVisitor(seat, printed)).flatten()
}

/// The titles of the games that a bot seems to be meant for that has printed this in a match of
/// another one, joined by `or`, with the line that shows it; `None` if it may be meant for this game.
///
/// ```
/// use botyard_engine::catalog::find_intended_game;
///
/// assert_eq!(find_intended_game("connect-four", "1 4 5 4 6\n"), Some(("Generals".to_owned(), "1 4 5 4 6")));
/// assert_eq!(find_intended_game("connect-four", "4\n"), None);
/// ```
pub fn find_intended_game<'a>(game: &str, printed: &'a str) -> Option<(String, &'a str)> {
    struct TitleVisitor<'a>(&'a str);
    impl Visitor for TitleVisitor<'_> {
        type Out = Option<&'static str>;
        fn visit<G: Playable>(self) -> Self::Out {
            G::is_first_line(self.0).then_some(G::TITLE)
        }
    }
    let line = printed.trim_start().lines().next()?.trim_end();
    let title = |name| visit(name, TitleVisitor(line)).flatten();
    let titles: Vec<_> = NAMES.iter().copied().filter_map(title).collect();
    (title(game).is_none() && !titles.is_empty()).then(|| (titles.join(" or "), line))
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
