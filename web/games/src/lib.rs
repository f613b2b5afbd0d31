//! What each game brings to the page: its board, its words and its looks. Knows nothing of matches, players, bots or
//! links; those are shared by all games and live in the page.

mod any_record;
pub mod bitmartyr;
pub mod connect_four;
#[cfg(test)]
mod fifth_game;
mod game_ui;
pub mod generals;
mod page_record;
mod statistics;
pub mod stratego;

use botyard_engine::catalog::Playable;
use botyard_engine::replay::Turn;
use botyard_engine::seat::{Seat, Seats};
use serde_json::Value;
use yew::{AttrValue, Callback, Html};

pub use any_record::{AnyRecord, BoardSight, MoveLine};
pub use botyard_engine::record::StepPositions;
pub use game_ui::{GameUi, LinkedRecord, find_game_ui, game_uis};
pub use statistics::StatisticsTable;

/// A game that has a board and words on the page.
pub trait GamePage: Playable + PartialEq {
    /// The bots that come with the page, the best opponent first.
    const BOTS: &'static [PageBot];
    /// What a person is told who has to act: `click a column or press 1 to 7`.
    const HINT: &'static str;
    /// The same where there is no keyboard.
    const TOUCH_HINT: &'static str = Self::HINT;
    /// The game's own keys and what they do, for the help.
    const KEYS: &'static [(&'static str, &'static str)];
    /// Whether seats see different things: then the page offers to look through one seat's eyes.
    const HIDES: bool = false;
    /// What is counted for each seat and known to all: `land`. The page shows the numbers and how they went.
    const COUNTED: &'static [&'static str] = &[];
    /// What the first of these numbers is made of, the lightest shade first, where that is worth a curve of its own.
    const PARTS: Option<StatisticParts> = None;
    /// How many steps a second are shown at speed 1.
    const PACE: f64 = 2.0;

    /// How people tell this seat from the others.
    fn seat_style(seat: Seat) -> SeatStyle;

    /// A small picture of this seat's pieces, drawn in a box of 20 by 20.
    fn glyph(seat: Seat) -> Html;

    /// What an action was, in words. `after` is the position that it led to.
    fn describe_action(before: &Self, seat: Seat, action: &Self::Action, after: &Self) -> ActionText;

    /// The number of the round to which a turn in this position belongs: what the game itself and its logs call it.
    fn round(before: &Self) -> usize;

    /// Who sees this action happen, where seats see different things.
    fn seen_by(_before: &Self, _seat: Seat, _action: &Self::Action, _after: &Self) -> Seats {
        Seats::first(Seats::MAX)
    }

    /// The `nth` number of [`GamePage::COUNTED`] for a seat.
    fn statistic(_position: &Self, _seat: Seat, _nth: usize) -> u32 {
        0
    }

    /// The `nth` of the [`GamePage::PARTS`] of a seat.
    fn statistic_part(_position: &Self, _seat: Seat, _nth: usize) -> u32 {
        0
    }

    /// For how many seats these settings are; `None` if they do not say.
    fn seats_of(_settings: &Self::Settings) -> Option<usize> {
        None
    }

    /// The same settings for another number of seats, or from another seed; `None` if they cannot be told from others.
    fn adapted_settings(_settings: &Self::Settings, _seats: usize, _seed: u64) -> Option<Self::Settings> {
        None
    }

    /// What is written in the form for these settings, where seats and seed have a part in what comes of it.
    fn form_values(_settings: &Self::Settings) -> Option<Value> {
        None
    }

    /// The settings that come of what is [written](GamePage::form_values), for so many seats and from this seed; what it does not
    /// say is as in `settings`.
    ///
    /// # Errors
    /// Why there are none, in a clause.
    fn parse_form(
        settings: &Self::Settings,
        _written: &Value,
        _seats: usize,
        _seed: u64,
    ) -> Result<Self::Settings, String> {
        Ok(settings.clone())
    }

    /// The settings of the match that is shown to who has not asked for one, where the usual ones would make it long.
    fn demo_settings(_seats: usize, _seed: u64) -> Option<Self::Settings> {
        None
    }

    /// How a position stands, in a sentence without its full stop, where that says more than the last action.
    fn summary(_position: &Self) -> Option<String> {
        None
    }

    /// The form in which a person sets the next match up; nothing if there is nothing to be set.
    fn form(_form: SettingsForm<Self>) -> Html {
        Html::default()
    }

    /// What a key means for the person in this seat who has to act; it may be an action that the rules refuse.
    fn key_action(_position: &Self, _seat: Seat, _key: &str) -> Option<Self::Action> {
        None
    }

    /// What it means in this game that the bot of a seat, run by itself, has printed this and ended with this exit status: a
    /// sentence, where that is not plain to see.
    fn explain_run(_settings: &Self::Settings, _seat: Seat, _printed: &str, _status: Option<i32>) -> Option<String> {
        None
    }

    /// The board.
    fn board(scene: BoardScene<'_, Self>) -> Html;
}

/// What a number is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatisticParts {
    /// What they are together: `units by health`.
    pub name: &'static str,
    /// Each of them: `health 1`.
    pub names: &'static [&'static str],
}

/// Why a form must not show the start of the match that is played now: a person plays it, who may not see all of it.
/// Forms find it in their context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HiddenReason(pub Option<&'static str>);

/// What a game's settings are changed with.
pub struct SettingsForm<G: GamePage> {
    /// The settings of the next match.
    pub settings: G::Settings,
    /// Whether they are the usual ones, which the seed draws.
    pub usual: bool,
    /// How many seats the next match has.
    pub seats: usize,
    /// The seed of the next match.
    pub seed: u64,
    /// Takes others; `None` for the usual ones. Where they are for another number of seats, seats come or go.
    pub change: Callback<Option<G::Settings>>,
    /// What is written in the form and cannot be played, and why, where that is so.
    pub draft: Option<FormDraft>,
    /// Takes what is written in the form, with the settings for all that it does not say: see [`GamePage::parse_form`].
    pub write: Callback<(G::Settings, Value)>,
}

/// What is written in a game's form and cannot be played: it is kept until it can.
#[derive(Debug, Clone, PartialEq)]
pub struct FormDraft {
    /// See [`GamePage::form_values`].
    pub written: Value,
    /// Why it cannot be played, in a clause.
    pub trouble: String,
}

/// A bot that comes with the page.
#[derive(Debug, PartialEq, Eq)]
pub struct PageBot {
    /// Its file is `bots/FILE.wasm`.
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

/// What an action was.
#[derive(Debug, Clone, PartialEq)]
pub struct ActionText {
    /// A sentence without its full stop, in small letters: `red drops into column 4`.
    pub words: AttrValue,
    /// As short as the field writes it: `4`.
    pub short: AttrValue,
    /// Why the timeline should point at it, if it should.
    pub mark: Option<AttrValue>,
}

/// Everything a board is drawn from.
pub struct BoardScene<'a, G: GamePage> {
    /// The position.
    pub position: &'a G,
    /// The position before the last action, if there was one.
    pub before: Option<&'a G>,
    /// What led to it.
    pub last: Option<(Seat, &'a G::Action)>,
    /// What the last action answered, with the position that it was played in; nothing where all act at once.
    pub answered: Option<(&'a G, Seat, &'a G::Action)>,
    /// What was played from here, up to the next stop: nothing yet in the newest position.
    pub next: &'a [Turn<G::Action>],
    /// The settings of the match.
    pub settings: &'a G::Settings,
    /// Whether the last action is to be explained by motion.
    pub moves: bool,
    /// Through whose eyes; everything is seen if there is none.
    pub eyes: Option<Seat>,
    /// From whose side, where the board has sides.
    pub side: Option<Seat>,
    /// The person who may act here and now.
    pub actor: Option<Seat>,
    /// What that person, perhaps in another seat, played first in the match before.
    pub earlier_action: Option<(Seat, G::Action)>,
    /// Plays that person's action.
    pub act: Callback<G::Action>,
    /// Offers to run a seat's bot on an input.
    pub try_bot: Callback<(Seat, String)>,
}
