//! The form in which a person sets up the next match of a game. Knows no game and no page.

use std::fmt;
use std::rc::Rc;

use botyard_engine::game::Game;
use serde_json::Value;
use yew::{Callback, Html};

/// A game's form for its settings.
pub struct SettingsForm<G: Game> {
    /// Draws the form.
    pub draw: fn(FormProps<G>) -> Html,
    /// The number of seats that settings are for; `None` if any number can play them.
    pub seats_of: fn(&G::Settings) -> Option<usize>,
    /// How settings change when the seats or the seed change.
    pub adaptation: Adaptation<G>,
}

/// How settings change when the seats or the seed of the next match change.
pub enum Adaptation<G: Game> {
    /// They stay as they are, and are dropped if they are for another number of seats.
    Keep,
    /// The parts left to chance are drawn again from the seed.
    Redraw(fn(&G::Settings, u64) -> G::Settings),
    /// The form's values are parsed again. Values that cannot be played are kept as a
    /// [`FormDraft`].
    Reparse(FormParser<G>),
}

/// Turns settings into a form's values, and values into settings.
pub struct FormParser<G: Game> {
    /// The form's values for these settings.
    pub values: fn(&G::Settings) -> Value,
    /// Parses values for this many seats and this seed; settings without a value stay as they are.
    /// The error is a clause that says why the result cannot be played.
    pub parse: ParseForm<G>,
    /// The settings of the match that a visitor sees first, for this many seats and from this seed,
    /// because the usual settings make a long match. `None` if these seats cannot play them.
    pub demo_settings: fn(usize, u64) -> Option<G::Settings>,
}

/// See [`FormParser::parse`].
pub type ParseForm<G> = fn(&<G as Game>::Settings, &Value, usize, u64) -> Result<<G as Game>::Settings, String>;

/// The values and the callback of a form.
pub struct FormProps<G: Game> {
    /// The settings of the next match.
    pub settings: G::Settings,
    /// Whether they are the usual ones, which the seed draws.
    pub usual: bool,
    /// How many seats the next match has.
    pub seats: usize,
    /// The seed of the next match.
    pub seed: u64,
    /// The form's values that cannot be played, and why.
    pub draft: Option<FormDraft>,
    /// Called with a person's changes.
    pub edit: Callback<FormEdit<G::Settings>>,
}

/// A person's change of one field, as a function of the next match's state when the change is
/// handled. The form may have been drawn before another field changed.
pub struct FormEdit<S>(Rc<EditForm<S>>);

type EditForm<S> = dyn Fn(FormState<'_, S>) -> FormChange<S>;

/// The next match's current values.
pub struct FormState<'a, S> {
    /// Its settings.
    pub settings: S,
    /// The form's values, if they cannot be played.
    pub draft: Option<&'a Value>,
    /// How many seats it has.
    pub seats: usize,
    /// Its seed.
    pub seed: u64,
}

/// The next match's new values.
#[derive(Debug, Clone, PartialEq)]
pub enum FormChange<S> {
    /// It stays as it is: the typed values cannot be played.
    Unchanged,
    /// The usual settings, which the seed draws.
    Usual,
    /// These settings. If they are for another number of seats, seats come or go.
    Settings(S),
    /// These values of the form, and settings for everything without a value: see
    /// [`FormParser::parse`].
    Values(S, Value),
}

impl<S> FormEdit<S> {
    /// An edit that does this.
    pub fn new(edit: impl Fn(FormState<'_, S>) -> FormChange<S> + 'static) -> Self {
        Self(Rc::new(edit))
    }

    /// The result of the edit for a match.
    pub fn apply(&self, state: FormState<'_, S>) -> FormChange<S> {
        (self.0)(state)
    }
}

impl<S> Clone for FormEdit<S> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<S> fmt::Debug for FormEdit<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("FormEdit")
    }
}

/// The values of a form that cannot be played. The page keeps them until they can.
#[derive(Debug, Clone, PartialEq)]
pub struct FormDraft {
    /// See [`FormParser::values`].
    pub values: Value,
    /// Why they cannot be played, in a clause.
    pub problem: String,
}

/// Why a form must not show the start of the match that is being played: the person who plays it
/// may not see all of it. Forms find it in their context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HiddenReason(pub Option<&'static str>);
