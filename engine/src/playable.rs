//! The catalogue's interface to a game. Knows no game: each implements this in its folder.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::codec::{BotCodec, Protocol};
use crate::game::SettingsError;
use crate::judge::NewJudge;
use crate::referee::host::Limits;
use crate::replay::link::LinkCodec;
use crate::replay::{ForeignMatch, ForeignMatchError, PlayerInfo, Replay};
use crate::seat::Seat;
use crate::win_model::WinFeatures;

/// As [`Playable::SEAT_SETTINGS`].
pub type SeatSettings<S> = fn(settings: &mut S, participants: usize, seats: &[usize]) -> Result<(), SettingsError>;

/// As [`Playable::WITHOUT_TOLD_SEED`].
pub type WithoutToldSeed<S> = fn(settings: &S) -> S;

/// The form of the first line that a bot must print in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstLine {
    /// The line's name for people, which the example follows: `its first move, such as `. Empty if
    /// no other line is possible.
    pub lead: &'static str,
    /// Such a line, without its newline.
    pub example: &'static str,
}

impl FirstLine {
    /// The line's description, with the example between backticks.
    pub fn describe(&self) -> String {
        [self.lead, "`", self.example, "`"].concat()
    }

    /// A clause about a bot.
    pub fn explain(&self) -> String {
        ["its first line must be ", &self.describe()].concat()
    }
}

/// A line that a bot owes after its first one, before it has to decide anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NextLine {
    /// The first line, without its newline.
    pub after: &'static str,
    /// Who prints which line, as a clause: `the second player answers `2` with `?``.
    pub rule: &'static str,
    /// The line, without its newline.
    pub line: &'static str,
}

/// The line that a bot lacks, by all that it has printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LackingLine {
    /// It has printed nothing.
    First(FirstLine),
    /// It has printed the line before this one.
    Next(NextLine),
}

impl LackingLine {
    /// What the bot has printed: `nothing`, or ``only `p` ``.
    pub fn printed(&self) -> String {
        match self {
            Self::First(_) => "nothing".to_owned(),
            Self::Next(next) => ["only `", next.after, "`"].concat(),
        }
    }

    /// The line that it has to print, as a clause.
    ///
    /// ```
    /// use botyard_engine::catalog;
    /// use botyard_engine::seat::Seat;
    ///
    /// let lacking = |printed| catalog::lacking_line("connect-four", Seat::new(1), printed).expect("it is to greet");
    /// assert_eq!(lacking("").explain(), "its first line must be `p`");
    /// assert_eq!(lacking("p\n").explain(), "the second player answers `2` with `?`");
    /// ```
    pub fn explain(&self) -> String {
        match self {
            Self::First(first) => first.explain(),
            Self::Next(next) => next.rule.to_owned(),
        }
    }

    /// Such a line, without its newline.
    pub fn example(&self) -> &'static str {
        match self {
            Self::First(first) => first.example,
            Self::Next(next) => next.line,
        }
    }
}

/// A game that can be played here: rules, a protocol, a link form and a name.
pub trait Playable: Protocol + LinkCodec + 'static {
    /// The name people read.
    const TITLE: &'static str;
    /// How many can play.
    const SEATS: RangeInclusive<usize>;
    /// Whether a person can play it.
    const PERSONS: bool = true;
    /// Whether all players act at once: then people count the turns of all of them as one.
    const AT_ONCE: bool = false;
    /// The number of players unless a person chooses another one.
    const USUAL_SEATS: usize = 2;

    /// The first line that a bot must print in a match; `None` if a bot need not print any.
    const FIRST_LINE: Option<FirstLine> = None;

    /// Makes a judge of positions; `None` if the game has none.
    const JUDGE: Option<NewJudge<Self>> = None;

    /// From what the chance to win is estimated in a match of two; `None` if it is not.
    const WIN_FEATURES: Option<WinFeatures<Self>> = None;

    /// The line that a bot in this seat owes after its first one, before it has to decide anything;
    /// `None` if it owes none.
    fn next_line(_seat: Seat) -> Option<NextLine> {
        None
    }

    /// Whether bots of this game, and hardly any others, begin their output with a line like this,
    /// which has no blanks around it: then the bot may have been meant for this game.
    fn is_first_line(_line: &str) -> bool {
        false
    }

    /// The line that a bot in this seat lacks if this is all that it has printed; `None` if it may
    /// have printed all that it owed.
    fn lacking_line(seat: Seat, printed: &str) -> Option<LackingLine> {
        match printed.trim() {
            "" => Self::FIRST_LINE.map(LackingLine::First),
            printed => Self::next_line(seat).filter(|next| next.after == printed).map(LackingLine::Next),
        }
    }

    /// One seat's side of the protocol in a match of these players. `version` is that of the
    /// protocol, up to [`Protocol::PROTOCOL_VERSION`](crate::codec::Protocol::PROTOCOL_VERSION).
    fn codec(settings: &Self::Settings, players: &[PlayerInfo], seat: Seat, version: u32) -> BotCodec<Self>;

    /// The usual start for this many players; random choices are drawn from `seed`.
    fn settings(_seats: usize, _seed: u64) -> Self::Settings {
        Self::Settings::default()
    }

    /// Moves the settings of each participant to its seat; `None` if settings list no participants.
    /// The function gets the number of participants, and the participant of each seat. It fails if
    /// the settings list more participants.
    const SEAT_SETTINGS: Option<SeatSettings<Self::Settings>> = None;

    /// Removes from settings a seed that is only sent to bots: no rule uses it, so matches that
    /// differ in nothing else are the same game. `None` if settings have no such seed.
    const WITHOUT_TOLD_SEED: Option<WithoutToldSeed<Self::Settings>> = None;

    /// The limits of a bot in a match with these settings, unless a person chooses others. The time
    /// for one answer is [`LinkCodec::usual_turn`].
    fn limits(settings: &Self::Settings) -> Limits {
        Limits { turn: Self::usual_turn(settings), ..Limits::default() }
    }

    /// Whether the game's original competition counted points of its own, and not only wins.
    const HAS_COMPETITION_POINTS: bool = false;

    /// Each seat's points at the end of a match by the rules of that competition; `None` before the
    /// end, and if the competition had no points.
    fn competition_points(&self) -> Option<Vec<i32>> {
        None
    }

    /// The match in the log format of the game's original program, with its newline; `None` if the
    /// original would not log it, or if the game has no original. `limit` is the time limit of an
    /// answer, if it differed from the game's own.
    fn write_log(_replay: &Replay<Self>, _limit: Option<Duration>) -> Option<String> {
        None
    }

    /// Reads a match of this game that another server has recorded; `None` if the text is not in
    /// the form of such a server.
    ///
    /// # Errors
    /// A clause that names the kind of text and its error.
    fn read_foreign(_text: &str) -> Option<Result<ForeignMatch<Self>, ForeignMatchError>> {
        None
    }
}
