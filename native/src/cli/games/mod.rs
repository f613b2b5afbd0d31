//! What a terminal needs of a game: its board as text, a person's words, the original's log. One trait, and the list
//! of the games that have it; each game has a folder.

mod bitmartyr;
pub mod checked_replay;
mod connect_four;
#[cfg(test)]
mod fifth_game;
mod generals;
pub mod stratego;

use std::time::Duration;

use botyard_engine::anymatch::OpenMatchError;
use botyard_engine::catalog::Playable;
use botyard_engine::games::bitmartyr::BitMartyr;
use botyard_engine::games::connect_four::ConnectFour;
use botyard_engine::games::generals::Generals;
use botyard_engine::games::stratego::Stratego;
use botyard_engine::replay::Replay;
use botyard_engine::seat::Seat;
use clap::Subcommand;

use crate::cli::command_error::CommandError;
use crate::cli::output::log_output::LogContents;

/// A game that can be played and shown in a terminal.
pub trait TerminalGame: Playable {
    /// What `play` can be told of a match besides its players: options of the game's own, or [`NoOptions`].
    type Options: clap::Args + std::fmt::Debug;

    /// The start under these options; what they leave to chance is drawn from `seed`.
    ///
    /// # Errors
    /// If they cannot be followed, such as a file that cannot be read.
    fn arrange(_: &Self::Options, players: usize, seed: u64) -> Result<Self::Settings, CommandError> {
        Ok(Self::settings(players, seed))
    }

    /// What a person is asked for, as in `your column (1 to 7)`; nothing where no person plays.
    const QUESTION: &'static str = "";

    /// The same, where it depends on how far the match has come and on who is asked.
    fn question(&self, _: Seat) -> &'static str {
        Self::QUESTION
    }

    /// Whether these lines are a whole answer, right or wrong; otherwise more of them are awaited.
    fn is_whole(&self, _lines: &str) -> bool {
        true
    }

    /// The position, some lines each with its newline, in colours that are taken out where there are none.
    fn draw(&self) -> String;

    /// The same as far as the person in this seat may see it.
    fn draw_for(&self, _: Seat) -> String {
        self.draw()
    }

    /// An action in words that all players may hear, in one line.
    fn describe_action(action: &Self::Action) -> String {
        let mut words = Vec::new();
        Self::write_canonical(action, &mut words);
        String::from_utf8_lossy(&words).into_owned()
    }

    /// Whether players hear what the others play. Where they do not, a person at the terminal is told its own turns
    /// only.
    const OVERHEARD: bool = true;

    /// How the stones, or whatever stands for a seat, look on the drawing.
    fn mark(seat: Seat) -> String;

    /// Reads what the person in this seat typed, mostly one line.
    ///
    /// # Errors
    /// A sentence that helps.
    fn understand(&self, _: Seat, _words: &str) -> Result<Self::Action, String> {
        Err(OpenMatchError::Person(Self::TITLE).to_string())
    }

    /// What a file of the original's logs holds.
    const LOGBOOK: LogContents = LogContents::Many;

    /// The match in the form of the original's log, with its newline; `None` if the original would not log it. `limit`
    /// is what a bot had for each answer, where that was not the game's own.
    fn log(replay: &Replay<Self>, limit: Option<Duration>) -> Option<String>;

    /// Reads a log of the original's form. What a person should know of it besides is added to the remarks.
    ///
    /// # Errors
    /// What is wrong, and where.
    fn read_log(text: &str, remarks: &mut Vec<String>) -> Result<Vec<Replay<Self>>, String>;

    /// Reads a log that has positions and no actions, where [`TerminalGame::read_log`] finds no actions behind it;
    /// `None` if it does not even begin like one of this game.
    fn read_pictures(_: &str) -> Option<Result<Box<dyn BoardSequence>, String>> {
        None
    }
}

/// The command lines of the original programs.
#[derive(Debug, Subcommand)]
pub enum OriginalCommand {
    ConnectFour(connect_four::original::Args),
    Stratego(stratego::original::Args),
    Generals(generals::original::Args),
    #[command(name = "bitmartyr")]
    BitMartyr(bitmartyr::original::Args),
}

impl OriginalCommand {
    /// Does what the command line asks for.
    pub fn run(&self) -> Result<(), CommandError> {
        match self {
            Self::ConnectFour(args) => connect_four::original::run(args),
            Self::Stratego(args) => stratego::original::run(args),
            Self::Generals(args) => generals::original::run(args),
            Self::BitMartyr(args) => bitmartyr::original::run(args),
        }
    }
}

/// What a log file of the game of this name holds.
pub fn logbook(game: &str) -> LogContents {
    struct LogContentsVisitor;
    impl TerminalGameVisitor for LogContentsVisitor {
        type Out = LogContents;
        fn visit<G: TerminalGame>(self) -> LogContents {
            G::LOGBOOK
        }
    }
    visit(game, LogContentsVisitor).unwrap_or(LogContents::Many)
}

/// What can be shown of a log that has positions and no actions. Positions are counted from 0.
pub trait BoardSequence {
    /// The game, and what the log says of the whole match.
    fn title(&self) -> String;
    /// How many positions there are.
    fn count(&self) -> usize;
    /// One of them, some lines each with its newline.
    fn draw(&self, index: usize) -> String;
    /// What can be told to have led to it.
    fn describe_turn(&self, index: usize) -> String;
    /// Those before which something happened that matters to the end.
    fn milestones(&self) -> Vec<usize>;
}

/// The options of a game that has none.
#[derive(Debug, clap::Args)]
pub struct NoOptions {}

/// Something to be done with a game that is only known by name, as [`botyard_engine::catalog::Visitor`].
pub trait TerminalGameVisitor {
    /// What comes of it.
    type Out;
    /// Does it.
    fn visit<G: TerminalGame>(self) -> Self::Out;
}

macro_rules! shown {
    ($($game:ty),+ $(,)?) => {
        /// Does something with the game of this name; `None` if it cannot be shown.
        pub fn visit<V: TerminalGameVisitor>(name: &str, visitor: V) -> Option<V::Out> {
            use botyard_engine::replay::link::LinkCodec;
            match name {
                $(name if name == <$game as LinkCodec>::NAME => Some(visitor.visit::<$game>()),)+
                _ => None,
            }
        }
    };
}

shown![ConnectFour, Stratego, Generals, BitMartyr];

#[cfg(test)]
mod tests {
    use super::*;

    struct Name;

    impl TerminalGameVisitor for Name {
        type Out = &'static str;
        fn visit<G: TerminalGame>(self) -> &'static str {
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
