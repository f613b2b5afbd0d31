//! The interface of a game to its page: a small trait that each game implements, with its
//! capabilities as values. A game without a capability has `None`; one that has it cannot leave out
//! a part of it.

use botyard_engine::catalog::Playable;
use botyard_engine::game::Game;
use botyard_engine::seat::{Seat, Seats};
use yew::{AttrValue, Html};

use crate::board_annotations::BoardCell;
use crate::board_scene::BoardScene;
use crate::ladder::Rung;
use crate::page_bot::PageBot;
use crate::settings_form::SettingsForm;
use crate::statistics::{Statistic, StatisticParts};
use crate::transcript_style::{TranscriptStyle, TurnInput};

/// A game that has a board and words on the page.
pub trait GamePage: Playable {
    /// The bots that come with the page, the best opponent first.
    const BOTS: &'static [PageBot];
    /// Its ladder: the rungs from the weakest to the strongest.
    const LADDER: &'static [Rung];
    /// The game's own keys and what they do, for the help.
    const KEYS: &'static [(&'static str, &'static str)];
    /// The steps per second at speed 1.
    const PACE: f64 = 2.0;
    /// The statistics of each seat: `land`. The page shows them to every viewer, so they must be
    /// numbers that every seat may know: what fog or hidden ranks hide must not be one.
    const STATISTICS: &'static [Statistic<Self>];
    /// The parts whose sum is the first statistic, if they deserve a curve of their own.
    const STATISTIC_PARTS: Option<StatisticParts<Self>> = None;
    /// Finds the cells that bots name in what they draw; `None` if nothing can be drawn on the board.
    const READ_CELL: Option<ReadCell<Self>> = None;
    /// The cells of an arrow for an action in the words of the protocol, from its first to its last,
    /// as [`GamePage::READ_CELL`] reads them; `None` if actions have no arrows.
    const ACTION_ARROW: Option<ActionArrow> = None;
    /// How a person plays; `None` if only bots do.
    const CONTROLS: Option<PersonControls<Self>>;
    /// How its bots' words are shown.
    const TRANSCRIPT: TranscriptStyle = TranscriptStyle::LINES;
    /// Writes a bot's input in a turn; `None` if transcripts have it.
    const TURN_INPUT: Option<WriteTurnInput<Self>> = None;
    /// The seats that see an action happen; `None` if every seat sees everything. If it is set, the
    /// page offers each seat's view.
    const SEEN_BY: Option<SeenBy<Self>>;
    /// The form for the next match's settings; `None` if there is nothing to set.
    const FORM: Option<SettingsForm<Self>>;
    /// Explains things that are clear neither from the board nor from the bots' words; `None` if
    /// there are none.
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

/// Finds a cell by the text that a bot has printed: takes the position in which the bot was asked and
/// its seat.
pub type ReadCell<G> = fn(&G, Seat, &str) -> Option<BoardCell>;

/// See [`GamePage::ACTION_ARROW`].
pub type ActionArrow = fn(&str) -> Vec<Box<str>>;

/// Which seats see an action happen: takes the position before it, its seat, the action and the
/// position after it.
pub type SeenBy<G> = fn(&G, Seat, &<G as Game>::Action, &G) -> Seats;

/// Writes the input of a seat's bot in a position: takes the settings, the position, the seat and
/// its version of the protocol. `None` if it is too long to be shown.
pub type WriteTurnInput<G> = fn(&<G as Game>::Settings, &G, Seat, u32) -> Option<TurnInput>;

/// How a person plays a game.
pub struct PersonControls<G: Game> {
    /// How to play, for the person who has to act: `click a column or press 1 to 7`.
    pub hint: &'static str,
    /// `hint` for a device without a keyboard.
    pub touch_hint: &'static str,
    /// The action that a key means for the person in this seat who has to act. The rules may refuse
    /// it. `None` if keys have a meaning on the board only, which handles them itself.
    pub key_action: Option<KeyAction<G>>,
}

/// See [`PersonControls::key_action`].
pub type KeyAction<G> = fn(&G, Seat, &str) -> Option<<G as Game>::Action>;

/// A game's explanations.
pub struct Explanations<G: Game> {
    /// Summarises a position, in a sentence without its full stop; `None` if the last action is
    /// summary enough.
    pub position: fn(&G) -> Option<String>,
    /// Explains in a sentence the output and the exit status of a seat's bot that was run outside
    /// any match.
    pub run: fn(&G::Settings, Seat, &str, Option<i32>) -> String,
    /// Whether an action is the one that the rules substitute for a missing answer, because a
    /// failed run is no fault.
    pub is_silence: fn(&G::Action) -> bool,
}

/// How people tell a seat from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatStyle {
    /// Its name: `red`.
    pub name: &'static str,
    /// The class that gives its colour.
    pub class: &'static str,
}

/// A description of an action.
#[derive(Debug, Clone, PartialEq)]
pub struct ActionText {
    /// A sentence without its full stop, in small letters: `red drops into column 4`.
    pub words: AttrValue,
    /// The usual short notation: `4`.
    pub short: AttrValue,
    /// Why the timeline points at it, if it does.
    pub mark: Option<AttrValue>,
}
