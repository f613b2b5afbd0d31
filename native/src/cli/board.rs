//! What a terminal needs of a game: its board as text, a person's words, the original's log. One trait, and the list
//! of the games that have it; the drawing itself is in a file a game.

mod connect_four;
mod generals;
pub mod stratego;

use botyard_engine::catalog::Playable;
use botyard_engine::codec::Codec;
use botyard_engine::games::connect_four::ConnectFour;
use botyard_engine::games::generals::Generals;
use botyard_engine::games::stratego::Stratego;
use botyard_engine::replay::Replay;
use botyard_engine::seat::Seat;

/// A game that can be played and shown in a terminal.
pub trait Shown: Playable {
    /// What a person is asked for, as in `your column (1 to 7)`.
    const QUESTION: &'static str;

    /// The same, where it depends on how far the match has come.
    fn question(&self) -> &'static str {
        Self::QUESTION
    }

    /// The position, some lines each with its newline, in colours that are taken out where there are none.
    fn draw(&self) -> String;

    /// The same as far as the person in this seat may see it.
    fn draw_for(&self, _: Seat) -> String {
        self.draw()
    }

    /// An action in words that all players may hear, in one line.
    fn tell(action: &Self::Action) -> String {
        let mut words = Vec::new();
        Self::Codec::canonical(action, &mut words);
        String::from_utf8_lossy(&words).into_owned()
    }

    /// How the stones, or whatever stands for a seat, look on the drawing.
    fn mark(seat: Seat) -> String;

    /// Reads what the person in this seat typed.
    ///
    /// # Errors
    /// A sentence that helps.
    fn understand(&self, seat: Seat, words: &str) -> Result<Self::Action, String>;

    /// The match in the form of the original's log, with its newline; `None` if the original would not log it.
    fn log(replay: &Replay<Self>) -> Option<String>;

    /// Reads a log of the original's form.
    ///
    /// # Errors
    /// What is wrong, and where.
    fn read_log(text: &str) -> Result<Vec<Replay<Self>>, String>;
}

/// Something to be done with a game that is only known by name, as [`botyard_engine::catalog::Visitor`].
pub trait Visitor {
    /// What comes of it.
    type Out;
    /// Does it.
    fn visit<G: Shown>(self) -> Self::Out;
}

macro_rules! shown {
    ($($game:ty),+ $(,)?) => {
        /// Does something with the game of this name; `None` if it cannot be shown.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Out> {
            use botyard_engine::replay::link::Linked;
            match name {
                $(name if name == <$game as Linked>::NAME => Some(visitor.visit::<$game>()),)+
                _ => None,
            }
        }
    };
}

shown![ConnectFour, Stratego, Generals];

#[cfg(test)]
mod tests {
    use super::*;

    struct Name;

    impl Visitor for Name {
        type Out = &'static str;
        fn visit<G: Shown>(self) -> &'static str {
            G::NAME
        }
    }

    #[test]
    fn every_game_of_the_catalogue_can_be_shown() {
        for &name in botyard_engine::catalog::NAMES {
            assert_eq!(visit(name, Name), Some(name));
        }
    }
}
