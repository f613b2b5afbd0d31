//! What the catalogue needs of a game. Knows no game: each implements this in its folder.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::codec::{BotCodec, Protocol};
use crate::game::SettingsError;
use crate::referee::host::Limits;
use crate::replay::link::LinkCodec;
use crate::replay::{ForeignMatch, ForeignMatchError, PlayerInfo, Replay};
use crate::seat::Seat;

/// As [`Playable::SEAT_SETTINGS`].
pub type SeatSettings<S> = fn(settings: &mut S, participants: usize, seats: &[usize]) -> Result<(), SettingsError>;

/// As [`Playable::WITHOUT_TOLD_SEED`].
pub type WithoutToldSeed<S> = fn(settings: &S) -> S;

/// What the first line has to be that a bot prints in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstLine {
    /// What people call it, as it is followed by the example: `its first move, such as `. Empty if
    /// there is no other such line.
    pub lead: &'static str,
    /// Such a line, without its newline.
    pub example: &'static str,
}

impl FirstLine {
    /// What it is, with the example between backticks.
    pub fn describe(&self) -> String {
        [self.lead, "`", self.example, "`"].concat()
    }

    /// A clause about a bot.
    ///
    /// ```
    /// use botyard_engine::catalog;
    ///
    /// let line = catalog::first_line("connect-four").expect("it has a greeting");
    /// assert_eq!(line.explain(), "its first line must be `p`");
    /// ```
    pub fn explain(&self) -> String {
        ["its first line must be ", &self.describe()].concat()
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
    /// Whether all who play act at once: then people count the turns of all of them as one.
    const AT_ONCE: bool = false;
    /// How many play unless a person says otherwise.
    const USUAL_SEATS: usize = 2;

    /// What a bot has to print first in a match; `None` if it may print nothing.
    const FIRST_LINE: Option<FirstLine> = None;

    /// One seat's side of the protocol in a match of these players.
    fn codec(settings: &Self::Settings, players: &[PlayerInfo], seat: Seat) -> BotCodec<Self>;

    /// The usual start for this many players; what is left to chance is drawn from `seed`.
    fn settings(_seats: usize, _seed: u64) -> Self::Settings {
        Self::Settings::default()
    }

    /// Moves what settings say of each participant to the seat that it has; `None` if they say
    /// nothing of participants. It is given how many participants there are, and who has each seat.
    /// Fails if the settings speak of more.
    const SEAT_SETTINGS: Option<SeatSettings<Self::Settings>> = None;

    /// Takes a seed out of settings of which only bots are told: no rule uses it, so that matches
    /// which differ in it alone are the same game. `None` if settings have no such seed.
    const WITHOUT_TOLD_SEED: Option<WithoutToldSeed<Self::Settings>> = None;

    /// What a bot is allowed in a match with these settings, unless a person says otherwise.
    fn limits(_: &Self::Settings) -> Limits {
        Limits::default()
    }

    /// Whether the game's original competition counted points of its own, and not only wins.
    const HAS_COMPETITION_POINTS: bool = false;

    /// What each seat has earned at the end of a match by the rules of that competition; `None`
    /// before the end, and if it had no points.
    fn competition_points(&self) -> Option<Vec<i32>> {
        None
    }

    /// The match in the log format of the game's original program, with its newline; `None` if that
    /// would not log it, or if there was none. `limit` is the time limit of an answer, if it was
    /// not the game's own.
    fn write_log(_replay: &Replay<Self>, _limit: Option<Duration>) -> Option<String> {
        None
    }

    /// Reads a match of this game that another server has recorded; `None` if the text is not in
    /// the form of such a server.
    ///
    /// # Errors
    /// A clause that says what the text is and what is wrong with it.
    fn read_foreign(_text: &str) -> Option<Result<ForeignMatch<Self>, ForeignMatchError>> {
        None
    }
}
