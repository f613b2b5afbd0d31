//! A match on the page without its game's type. Knows no worker and no time.

use std::rc::Rc;
use std::time::Duration;

use botyard_engine::fault::{ExplainReason, Fault};
use botyard_engine::game::Outcome;
use botyard_engine::record::StepPositions;
use botyard_engine::referee::host::Limits;
use botyard_engine::replay::{MatchTerms, PlayerInfo, Turn};
use botyard_engine::seat::{Seat, Seats};
use serde_json::Value;
use yew::{AttrValue, Callback, Html};

use crate::board_annotations::SeatAnnotations;
use crate::statistics::StatisticsTable;
use crate::transcript_style::TurnInput;

/// How a position is to be shown.
#[derive(Default)]
pub struct BoardSight {
    /// Whether to animate the last action.
    pub moves: bool,
    /// The seat whose view is shown; `None` if everything is.
    pub eyes: Option<Seat>,
    /// The seat whose side is nearest, if the board has sides.
    pub side: Option<Seat>,
    /// The person who may act in this position.
    pub actor: Option<Seat>,
    /// The first action that a person played in the match before, in the file form, and their seat.
    pub earlier_action: Option<(Seat, Value)>,
    /// What the bots draw on the board.
    pub annotations: Vec<SeatAnnotations>,
    /// Plays that person's action, in the file form of replays.
    pub act: Callback<(Seat, Value)>,
    /// Offers to run a seat's bot on an input.
    pub try_bot: Callback<(Seat, String)>,
}

/// The short notation of an action that the viewer does not see.
const UNSEEN: &str = "·";

/// One turn, described for people.
// `Eq`, so that lists of them are compared by their addresses first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveLine {
    /// The seat whose turn it was.
    pub seat: Seat,
    /// Its round: see [`GamePage::round`](crate::GamePage::round).
    pub round: usize,
    /// A sentence without its full stop.
    pub words: AttrValue,
    /// `words` in as few characters as possible: `4`.
    pub short: AttrValue,
    /// Why the timeline points at it, if it does.
    pub mark: Option<AttrValue>,
    /// Whether it was a fault.
    pub fault: bool,
    /// The seats that saw it happen.
    pub seen_by: Seats,
    /// How long it took, in the kind of time that counts for the player.
    pub used: Duration,
}

impl MoveLine {
    /// Describes a turn that was a fault.
    pub(super) fn of_fault(
        seat: Seat,
        round: usize,
        fault: &Fault,
        player: &PlayerInfo,
        used: Duration,
        explain: ExplainReason,
    ) -> Self {
        let words = AttrValue::from(fault.sentence(&player.name, explain));
        let seen_by = Seats::first(Seats::MAX);
        Self { seat, round, words: words.clone(), short: "✕".into(), mark: Some(words), fault: true, seen_by, used }
    }

    /// Describes the turn, which `side` made, to a viewer who does not see it.
    pub fn out_of_sight(&self, side: &str) -> Self {
        Self { words: format!("{side} moves out of sight").into(), short: UNSEEN.into(), mark: None, ..self.clone() }
    }

    /// Whether it is described to a viewer who does not see it.
    pub fn is_out_of_sight(&self) -> bool {
        self.short == UNSEEN
    }
}

/// A match of any game. Turns count from 1: position 0 is the start, position `n` the one after
/// turn `n`.
pub trait AnyRecord {
    /// The seed of modules' randomness.
    fn seed(&self) -> u64;
    /// The settings of the match in the file form; `null` if the seed draws them.
    fn settings(&self) -> Value;
    /// The limits of the bot in this seat.
    fn limits(&self, seat: Seat) -> Limits;
    /// Its terms: how those limits differ from the game's own.
    fn terms(&self) -> MatchTerms;
    /// Whether they allow what the game allows.
    fn has_usual_terms(&self) -> bool;
    /// The players in the order of seats.
    fn players(&self) -> &[PlayerInfo];
    /// A line for every turn.
    fn lines(&self) -> Rc<Vec<MoveLine>>;
    /// The statistics of every position.
    fn statistics(&self) -> Rc<StatisticsTable>;
    /// The positions at which stepping through the match stops.
    fn stops(&self) -> StepPositions;
    /// Explains the output of a bot that was run outside any match: see
    /// [`Explanations::run`](crate::Explanations::run).
    fn explain_run(&self, seat: Seat, printed: &str, status: Option<i32>) -> Option<String>;
    /// Summarises the position after `at` turns: see
    /// [`Explanations::position`](crate::Explanations::position).
    fn summary(&self, at: usize) -> Option<String>;
    /// The input of a seat's bot after `at` turns, if transcripts do not have it: see
    /// [`GamePage::TURN_INPUT`](crate::GamePage::TURN_INPUT).
    fn turn_input(&self, at: usize, seat: Seat) -> Option<TurnInput>;
    /// How many turns there are.
    fn len(&self) -> usize;
    /// Whether there is no turn yet.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Adds turns that follow the first `first` turns. Known turns among them are skipped; turns
    /// that differ from the known ones replace them.
    ///
    /// # Errors
    /// A clause that says why the turns do not follow.
    fn extend(&mut self, first: usize, turns: Vec<Turn<Value>>) -> Result<(), String>;
    /// The first `turns` turns as a match of their own.
    fn up_to(&self, turns: usize) -> Box<dyn AnyRecord>;
    /// The seats that owe an answer in the newest position.
    fn to_act(&self) -> Seats;
    /// How the match ended, once it has.
    fn outcome(&self) -> Option<Outcome>;
    /// The rule that decided it: see
    /// [`Game::explain_win`](botyard_engine::game::Game::explain_win).
    fn decided_by(&self) -> Option<&'static str>;
    /// The last fault, if there was one.
    fn last_fault(&self) -> Option<(Seat, &Fault)>;
    /// How the game explains its reasons of faults.
    fn explain_reason(&self) -> ExplainReason;
    /// Whether a seat has had a turn that was no fault, and in which its bot has printed anything.
    fn has_played(&self, seat: Seat) -> bool;
    /// The actions of these seats, each with the number of turns before it.
    fn actions_of(&self, seats: Seats) -> Vec<(usize, Seat, Value)>;
    /// The board after `at` turns.
    fn board(&self, at: usize, sight: &BoardSight) -> Html;
    /// The action that a key means for a person who has to act in the newest position.
    fn key_action(&self, seat: Seat, key: &str) -> Option<Value>;
    /// The match as a link's payload, without times and unusual words; `None` if it is too long for
    /// one.
    fn link(&self) -> Option<String>;
    /// Whether making the link takes so long that it should wait for a request.
    fn is_slow_to_link(&self) -> bool;
    /// A link that names the bots of a match that is over: see
    /// [`write_by_bots`](botyard_engine::replay::link::write_by_bots).
    fn link_by_bots(&self) -> Option<String>;
    /// Its turns, in the form that a host takes to repeat the match.
    fn turns(&self) -> Vec<Turn<Value>>;
    /// The match in the file form, without the words of its bots.
    fn file(&self) -> Value;
}
