//! A game's interface to the terminal: actions as people type them, and the original program's log;
//! the text of its board is in `botyard_picture`. One trait, and the list of the games that
//! implement it; each game has a folder, with its drop-in command in `original/`.

mod bitmartyr;
pub mod checked_replay;
mod connect_four;
#[cfg(test)]
mod fifth_game;
mod generals;
pub mod stratego;

use std::time::Duration;

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::BitMartyr;
use botyard_engine::games::connect_four::ConnectFour;
use botyard_engine::games::generals::Generals;
use botyard_engine::games::stratego::Stratego;
use botyard_engine::replay::Replay;
use botyard_engine::seat::Seat;
use botyard_host::{Interrupt, SeatBody};
use botyard_picture::DrawPosition;
use botyard_picture::text::DrawText;
use clap::{Args as _, FromArgMatches as _, Subcommand};
use serde_json::Value;

use crate::cli::command_error::CommandError;
use crate::cli::output::log_output::LogContents;
use crate::cli::output::output_file::is_program;

/// The start positions in a file, each with the line where it begins, from 1; or what is wrong, and
/// in which line.
pub type ReadPositions<Settings> = Result<Vec<(usize, Settings)>, String>;

/// A game that can be played and shown in a terminal.
pub trait TerminalGame: DrawPosition + DrawText {
    /// The game's own options of `play`, or [`NoOptions`].
    type Options: clap::Args + std::fmt::Debug + Send + Sync;

    /// The settings that these options specify. Settings that are left to chance are drawn from
    /// `seed`.
    ///
    /// # Errors
    /// If the options cannot be used, such as a file that cannot be read.
    fn make_settings(_: &Self::Options, players: usize, seed: u64) -> Result<Self::Settings, CommandError> {
        Ok(Self::settings(players, seed))
    }

    /// How a match starts from a position in a file; `None` if all matches of the game have the
    /// same start.
    const POSITIONS: Option<PositionFormat<Self>> = None;

    /// The situations in which `botyard check` plays a bot.
    const SITUATIONS: &'static [Situation] = &[Situation { name: "a match of two", players: 2, options: &[] }];

    /// The formats of bots, as `--formats` names them, the usual one first; empty if there is only
    /// one.
    const FORMATS: &'static [&'static str] = &[];

    /// How a person plays; `None` if only bots do.
    const PERSON_INPUT: Option<PersonInput<Self>>;

    /// The logs of the original program; `None` if the game has none.
    const LOG_FORMAT: Option<GameLogFormat<Self>> = None;

    /// Describes an action in one line, without what other players must not know.
    fn describe_action(action: &Self::Action) -> String {
        let mut words = Vec::new();
        Self::write_canonical(action, &mut words);
        String::from_utf8_lossy(&words).into_owned()
    }

    /// Whether players may know the others' actions. If not, a person at the terminal is shown only
    /// its own turns.
    const ACTIONS_ARE_PUBLIC: bool = true;
}

/// How matches of a game start from the positions in a file.
pub struct PositionFormat<G: TerminalGame> {
    /// The content of the file, as in `a board in each line`.
    pub contents: &'static str,
    /// The options that say where a match starts, by their long names: a position takes their
    /// place.
    pub replaced_options: &'static [&'static str],
    /// Reads the positions in the text of a file. Settings that are not about the position are the
    /// usual ones.
    pub read: fn(&str) -> ReadPositions<G::Settings>,
    /// The settings that the options specify for a match that starts as these settings do. Settings
    /// that are left to chance are drawn from the seed.
    pub make_settings: MakeSettings<G>,
}

/// See [`PositionFormat::make_settings`].
pub type MakeSettings<G> =
    fn(<G as Game>::Settings, &<G as TerminalGame>::Options, u64) -> Result<<G as Game>::Settings, CommandError>;

/// How a person plays a game in a terminal.
pub struct PersonInput<G: Game> {
    /// The text that the person in this seat has to see before it is asked, in lines.
    pub explain: fn(&G, Seat) -> Option<String>,
    /// The question for the person in this seat, as in `your column (1 to 7)`.
    pub question: fn(&G, Seat) -> &'static str,
    /// Whether these lines are a complete answer, right or wrong. If not, the person is expected to
    /// type more lines.
    pub is_complete: fn(&G, &str) -> bool,
    /// Parses what the person in this seat typed. The error is a clause that says what was expected
    /// instead.
    pub parse: ParseTyped<G>,
}

/// See [`PersonInput::parse`].
pub type ParseTyped<G> = fn(&G, Seat, &str) -> Result<<G as Game>::Action, String>;

impl<G: Game> PersonInput<G> {
    /// Always the same question, which one line answers.
    pub const fn line(question: fn(&G, Seat) -> &'static str, parse: ParseTyped<G>) -> Self {
        Self { explain: |_, _| None, question, is_complete: |_, _| true, parse }
    }
}

/// The logs of a game's original program.
pub struct GameLogFormat<G: Game> {
    /// The content of a file.
    pub contents: LogContents,
    /// Reads a log, and adds remarks that a person should know. The error has the reason and its
    /// place.
    pub read: ParseLog<G>,
    /// Writes a log with all output of bots; `None` if the original's log has no output of bots.
    pub write_verbatim: Option<WriteVerbatim<G>>,
}

/// See [`GameLogFormat::read`].
pub type ParseLog<G> = fn(&str, &mut Vec<String>) -> Result<Vec<Replay<G>>, String>;

/// See [`GameLogFormat::write_verbatim`]. Takes the time limit for an answer, if it was given, and
/// a source of the bytes of a turn, counted from 0, whose words in the replay do not hold them all.
pub type WriteVerbatim<G> =
    for<'a> fn(&Replay<G>, Option<Duration>, &dyn Fn(usize) -> Option<&'a [u8]>) -> Option<Vec<u8>>;

impl<G: Game> GameLogFormat<G> {
    /// The format of files with any number of matches, and without bots' output.
    pub const fn new(read: ParseLog<G>) -> Self {
        Self { contents: LogContents::Many(is_no_program), read, write_verbatim: None }
    }
}

/// Whether a file that begins like this may be a log of any form.
fn is_no_program(start: &[u8]) -> bool {
    !is_program(start)
}

/// The drop-in commands, which have the command lines of the original programs.
#[derive(Debug, Subcommand)]
pub enum OriginalCommand {
    ConnectFour(connect_four::original::Args),
    Stratego(stratego::original::Args),
    Generals(generals::original::Args),
    #[command(name = "bitmartyr")]
    BitMartyr(bitmartyr::original::Args),
}

impl OriginalCommand {
    /// Runs the command.
    pub fn run(&self) -> Result<(), CommandError> {
        match self {
            Self::ConnectFour(args) => connect_four::original::run(args),
            Self::Stratego(args) => stratego::original::run(args),
            Self::Generals(args) => generals::original::run(args),
            Self::BitMartyr(args) => bitmartyr::original::run(args),
        }
    }
}

/// The content of a log file of the named game, for `--log`.
///
/// # Errors
/// If the game has no logs: a usage error, with `instead`, what keeps its matches, in the
/// imperative.
pub fn log_contents(game: &str, instead: &str) -> Result<LogContents, CommandError> {
    struct LogContentsVisitor<'a>(&'a str);
    impl TerminalGameVisitor for LogContentsVisitor<'_> {
        type Out = Result<LogContents, CommandError>;
        fn visit<G: TerminalGame>(self) -> Self::Out {
            find_log_contents::<G>(self.0)
        }
    }
    visit(game, LogContentsVisitor(instead))
        .unwrap_or_else(|| Err(CommandError::Internal(format!("there is no game `{game}`"))))
}

fn find_log_contents<G: TerminalGame>(instead: &str) -> Result<LogContents, CommandError> {
    let no_logs = || CommandError::Usage(format!("{} has no log format, so there is no --log: {instead}", G::TITLE));
    G::LOG_FORMAT.map(|format| format.contents).ok_or_else(no_logs)
}

/// Checks of the answers in a finished match, which report bots that expect another protocol than
/// they get. Each fails for matches of other games.
const ANSWER_CHECKS: &[CheckAnswers] = &[bitmartyr::find_miscounts];

type CheckAnswers = fn(&dyn AnyMatch) -> Result<Vec<AnswerNote>, String>;

/// A bot's answers in a finished match that show that it expects another protocol than it gets.
pub struct AnswerNote {
    /// The bot's seat.
    pub seat: Seat,
    /// What it has answered, as a sentence without its full stop.
    pub sentence: String,
    /// What to change.
    pub advice: String,
}

/// A note for each bot whose answers in this finished match show that it expects another protocol
/// than it gets.
pub fn answer_notes(game: &dyn AnyMatch) -> Vec<AnswerNote> {
    ANSWER_CHECKS.iter().find_map(|check| check(game).ok()).unwrap_or_default()
}

/// Trials of bots that failed at once in their game's usual format. Each fails for matches of other
/// games.
const FORMAT_TRIALS: &[TryFormats] = &[bitmartyr::find_plain_bots];

type TryFormats = fn(&dyn AnyMatch, &[SeatBody], &Interrupt) -> Result<Vec<(Seat, String)>, String>;

/// A sentence for each bot, by its seat, that failed in its first turn of this finished match, and
/// answers when it is tried in another format of the game. `bodies` are the players of all seats.
pub fn format_notes(game: &dyn AnyMatch, bodies: &[SeatBody], interrupt: &Interrupt) -> Vec<(Seat, String)> {
    FORMAT_TRIALS.iter().find_map(|try_formats| try_formats(game, bodies, interrupt).ok()).unwrap_or_default()
}

/// Checks of a text that is given instead of a file, as a line of a log.
const LINE_CHECKS: &[fn(&str) -> Option<String>] = &[connect_four::explain_columns];

/// Why a text that is given instead of a file, and looks like the line of a game's log, is invalid,
/// as a clause; `None` if it does not look like one.
pub fn explain_line(text: &str) -> Option<String> {
    LINE_CHECKS.iter().find_map(|explain| explain(text))
}

/// Readers of logs that have positions and no actions, for those in which [`GameLogFormat::read`]
/// finds no actions. `None` if the text does not begin like such a log.
const BOARD_SEQUENCES: &[ReadBoardSequence] = &[generals::read_board_sequence];

type ReadBoardSequence = fn(&str) -> Option<Result<Box<dyn BoardSequence>, String>>;

/// Reads a log that has positions but no actions; `None` if no game has such a log.
pub fn read_board_sequence(text: &str) -> Option<Result<Box<dyn BoardSequence>, String>> {
    BOARD_SEQUENCES.iter().find_map(|read| read(text))
}

/// A log that has positions and no actions, to be shown. Positions are counted from 0.
pub trait BoardSequence {
    /// The game, and the log's information about the whole match.
    fn title(&self) -> String;
    /// The number of positions.
    fn count(&self) -> usize;
    /// A position as text; each of its lines has its newline.
    fn draw(&self, index: usize) -> String;
    /// A description of the change that led to the position, as far as it can be inferred.
    fn describe_turn(&self, index: usize) -> String;
    /// The positions right after an event that matters to the result.
    fn milestones(&self) -> Vec<usize>;
}

/// A kind of match that a bot can meet.
#[derive(Debug, Clone, Copy)]
pub struct Situation {
    /// The name for people.
    pub name: &'static str,
    /// How many seats it has.
    pub players: usize,
    /// The game's own options of `play` that lead to it.
    pub options: &'static [&'static str],
}

/// The situations of the named game; empty if there is no such game.
pub fn situations(game: &str) -> &'static [Situation] {
    struct SituationsVisitor;
    impl TerminalGameVisitor for SituationsVisitor {
        type Out = &'static [Situation];
        fn visit<G: TerminalGame>(self) -> Self::Out {
            G::SITUATIONS
        }
    }
    visit(game, SituationsVisitor).unwrap_or_default()
}

/// The formats of the named game: see [`TerminalGame::FORMATS`].
pub fn formats(game: &str) -> &'static [&'static str] {
    struct FormatsVisitor;
    impl TerminalGameVisitor for FormatsVisitor {
        type Out = &'static [&'static str];
        fn visit<G: TerminalGame>(self) -> Self::Out {
            G::FORMATS
        }
    }
    visit(game, FormatsVisitor).unwrap_or_default()
}

/// The settings of a situation of the named game, in the file form of replays. If the game has
/// formats, `format` is the bot's, with its seat.
///
/// # Errors
/// If there is no such game, or it does not have these options.
pub fn situation_settings(
    game: &str,
    situation: &Situation,
    seed: u64,
    format: Option<(&str, Seat)>,
) -> Result<Value, CommandError> {
    struct SettingsVisitor<'a>(&'a Situation, u64, Option<(&'a str, Seat)>);
    impl TerminalGameVisitor for SettingsVisitor<'_> {
        type Out = Result<Value, CommandError>;
        fn visit<G: TerminalGame>(self) -> Self::Out {
            let Self(situation, seed, format) = self;
            let mut words: Vec<_> = situation.options.iter().map(|&word| word.to_owned()).collect();
            if let (Some((format, seat)), [usual, ..]) = (format, G::FORMATS) {
                let mut formats = vec![*usual; seat.index()];
                formats.push(format);
                words.extend(["--formats".to_owned(), formats.join(",")]);
            }
            let internal = |why: &dyn std::fmt::Display| CommandError::Internal(why.to_string());
            let command = G::Options::augment_args(clap::Command::new(G::NAME).no_binary_name(true));
            let matches = command.try_get_matches_from(words).map_err(|why| internal(&why))?;
            let options = G::Options::from_arg_matches(&matches).map_err(|why| internal(&why))?;
            serde_json::to_value(G::make_settings(&options, situation.players, seed)?).map_err(|why| internal(&why))
        }
    }
    visit(game, SettingsVisitor(situation, seed, format))
        .unwrap_or_else(|| Err(CommandError::Internal(format!("there is no game `{game}`"))))
}

/// For games without options.
#[derive(Debug, clap::Args)]
pub struct NoOptions {}

/// Code that is generic over the game, for a game that is known by its name only: see
/// [`botyard_engine::catalog::Visitor`].
pub trait TerminalGameVisitor {
    /// The result.
    type Out;
    /// Runs the code for the game `G`.
    fn visit<G: TerminalGame>(self) -> Self::Out;
}

macro_rules! list_terminal_games {
    ($($game:ty),+ $(,)?) => {
        /// Calls the visitor with the game of this name; `None` if the terminal does not support
        /// that game.
        pub fn visit<V: TerminalGameVisitor>(name: &str, visitor: V) -> Option<V::Out> {
            use botyard_engine::replay::link::LinkCodec;
            match name {
                $(name if name == <$game as LinkCodec>::NAME => Some(visitor.visit::<$game>()),)+
                _ => None,
            }
        }
    };
}

list_terminal_games![ConnectFour, Stratego, Generals, BitMartyr];

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

    #[test]
    fn people_are_asked_in_the_games_that_they_can_play() {
        struct Agrees;
        impl TerminalGameVisitor for Agrees {
            type Out = bool;
            fn visit<G: TerminalGame>(self) -> bool {
                G::PERSON_INPUT.is_some() == G::PERSONS
            }
        }
        for name in botyard_engine::catalog::NAMES {
            assert_eq!(visit(name, Agrees), Some(true), "{name}");
        }
    }
}
