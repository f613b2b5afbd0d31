//! What a game is asked for its page: a small trait that each game implements, and its capabilities
//! as values. A game without a capability says `None`; one that has it cannot leave a part of it
//! out.

use botyard_engine::catalog::Playable;
use botyard_engine::game::Game;
use botyard_engine::seat::{Seat, Seats};
use yew::{AttrValue, Html};

use crate::board_scene::BoardScene;
use crate::settings_form::SettingsForm;
use crate::statistics::{Statistic, StatisticParts};
use crate::transcript_style::{TranscriptStyle, TurnInput};

/// A game that has a board and words on the page.
pub trait GamePage: Playable {
    /// The bots that come with the page, the best opponent first.
    const BOTS: &'static [PageBot];
    /// The game's own keys and what they do, for the help.
    const KEYS: &'static [(&'static str, &'static str)];
    /// The steps per second at speed 1.
    const PACE: f64 = 2.0;
    /// The statistics of each seat: `land`. The page shows them to every viewer, so they must be
    /// numbers that every seat may know: what fog or hidden ranks hide must not be one.
    const STATISTICS: &'static [Statistic<Self>];
    /// What the first statistic is made of, if that deserves a curve of its own.
    const STATISTIC_PARTS: Option<StatisticParts<Self>> = None;
    /// How a person plays; `None` if only bots do.
    const CONTROLS: Option<PersonControls<Self>>;
    /// How the words of its bots are shown.
    const TRANSCRIPT: TranscriptStyle = TranscriptStyle::LINES;
    /// Writes what a bot reads in a turn; `None` if transcripts have it.
    const TURN_INPUT: Option<WriteTurnInput<Self>> = None;
    /// Who sees an action happen; `None` if every seat sees everything. Otherwise the page offers
    /// each seat's view.
    const SEEN_BY: Option<SeenBy<Self>>;
    /// The form for the next match's settings; `None` if there is nothing to set.
    const FORM: Option<SettingsForm<Self>>;
    /// Explains what the board and the bots' words do not; `None` if they say enough.
    const EXPLANATIONS: Option<Explanations<Self>> = None;

    /// How people tell this seat from the others.
    fn seat_style(seat: Seat) -> SeatStyle;

    /// A small picture of this seat's pieces, drawn in a box of 20 by 20.
    fn glyph(seat: Seat) -> Html;

    /// Describes an action in words. `after` is the position that it led to.
    fn describe_action(before: &Self, seat: Seat, action: &Self::Action, after: &Self) -> ActionText;

    /// The number of the round that a turn in this position belongs to, as the game itself and its
    /// logs count rounds.
    fn round(before: &Self) -> usize;

    /// Draws the board.
    fn board(scene: BoardScene<'_, Self>) -> Html;
}

/// Which seats see an action happen: takes the position before it, its seat, the action and the
/// position after it.
pub type SeenBy<G> = fn(&G, Seat, &<G as Game>::Action, &G) -> Seats;

/// Writes what a seat's bot is asked in a position: takes the settings, the position and the seat;
/// `None` if it is too long to be shown.
pub type WriteTurnInput<G> = fn(&<G as Game>::Settings, &G, Seat) -> Option<TurnInput>;

/// How a person plays a game.
pub struct PersonControls<G: Game> {
    /// Says how, to the person who has to act: `click a column or press 1 to 7`.
    pub hint: &'static str,
    /// The same on a device without a keyboard.
    pub touch_hint: &'static str,
    /// The action that a key means for the person in this seat who has to act. The rules may refuse
    /// it. `None` if keys mean something on the board only, which handles them itself.
    pub key_action: Option<KeyAction<G>>,
}

/// See [`PersonControls::key_action`].
pub type KeyAction<G> = fn(&G, Seat, &str) -> Option<<G as Game>::Action>;

/// What a game explains.
pub struct Explanations<G: Game> {
    /// Says how a position stands, in a sentence without its full stop; `None` if the last action
    /// says enough.
    pub position: fn(&G) -> Option<String>,
    /// Says in a sentence what it means that the bot of a seat, run by itself, printed this and
    /// ended with this exit status.
    pub run: fn(&G::Settings, Seat, &str, Option<i32>) -> String,
    /// Whether an action is what the rules put in the place of an answer, because a failed run is
    /// no fault.
    pub is_silence: fn(&G::Action) -> bool,
}

/// A bot that comes with the page.
#[derive(Debug, PartialEq, Eq)]
pub struct PageBot {
    /// Its file is `bots/FILE.wasm`, or `bots/FILE` if it is a script, whose name ends in `.js`.
    pub file: &'static str,
    /// The name it plays under.
    pub name: &'static str,
    /// What to expect of it, in a few words.
    pub about: &'static str,
}

/// How people tell a seat from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatStyle {
    /// What people call it: `red`.
    pub name: &'static str,
    /// The class that gives its colour.
    pub class: &'static str,
}

/// An action in words.
#[derive(Debug, Clone, PartialEq)]
pub struct ActionText {
    /// A sentence without its full stop, in small letters: `red drops into column 4`.
    pub words: AttrValue,
    /// As short as people write it down: `4`.
    pub short: AttrValue,
    /// Why the timeline points at it, if it does.
    pub mark: Option<AttrValue>,
}
