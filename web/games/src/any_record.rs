//! A match on the page, as whoever does not know its game sees it. Knows no worker and no time.

use std::rc::Rc;
use std::time::Duration;

use botyard_engine::fault::Fault;
use botyard_engine::game::Outcome;
use botyard_engine::record::StepPositions;
use botyard_engine::referee::host::Limits;
use botyard_engine::replay::{MatchTerms, PlayerInfo, Turn};
use botyard_engine::seat::{Seat, Seats};
use serde_json::Value;
use yew::{AttrValue, Callback, Html};

use super::statistics::StatisticsTable;

/// How a position is to be shown.
pub struct BoardSight {
    /// Whether the last action is to be explained by motion.
    pub moves: bool,
    /// Through whose eyes; everything is seen if there is none.
    pub eyes: Option<Seat>,
    /// From whose side it is looked at, where the board has sides.
    pub side: Option<Seat>,
    /// The person who may act here and now.
    pub actor: Option<Seat>,
    /// What a person played first in the match before, in the file form, and in which seat.
    pub earlier_action: Option<(Seat, Value)>,
    /// Plays that person's action, in the file form of replays.
    pub act: Callback<(Seat, Value)>,
    /// Offers to run a seat's bot on an input.
    pub try_bot: Callback<(Seat, String)>,
}

/// One turn in words.
// `Eq`, so that lists of them are compared by their addresses first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveLine {
    /// Whose it was.
    pub seat: Seat,
    /// In which round: see [`GamePage::round`](super::GamePage::round).
    pub round: usize,
    /// A sentence without its full stop.
    pub words: AttrValue,
    /// The same as short as can be.
    pub short: AttrValue,
    /// Why the timeline points at it, if it does.
    pub mark: Option<AttrValue>,
    /// Whether it was a fault.
    pub fault: bool,
    /// Who saw it happen.
    pub seen_by: Seats,
    /// How long it took, in the player's own kind of time.
    pub used: Duration,
}

impl MoveLine {
    /// The turn that was this fault.
    pub(super) fn of_fault(seat: Seat, round: usize, fault: &Fault, player: &PlayerInfo, used: Duration) -> Self {
        let words = AttrValue::from(fault.sentence(&player.name));
        let seen_by = Seats::first(Seats::MAX);
        Self { seat, round, words: words.clone(), short: "✕".into(), mark: Some(words), fault: true, seen_by, used }
    }

    /// The turn for somebody who does not see it; `side` made it.
    pub fn out_of_sight(&self, side: &str) -> Self {
        Self { words: format!("{side} moves out of sight").into(), short: "·".into(), mark: None, ..self.clone() }
    }
}

/// A match of any game. Turns count from 1: position 0 is the start, position `n` the one after turn `n`.
pub trait AnyRecord {
    /// What modules drew their randomness from.
    fn seed(&self) -> u64;
    /// Its settings in the file form; `null` if they are what the seed draws.
    fn settings(&self) -> Value;
    /// What its bots are or were allowed.
    fn limits(&self) -> Limits;
    /// What of that is not the game's own.
    fn terms(&self) -> MatchTerms;
    /// The players in the order of seats.
    fn players(&self) -> &[PlayerInfo];
    /// Every turn in words.
    fn lines(&self) -> Rc<Vec<MoveLine>>;
    /// What the game counts, in every position.
    fn counts(&self) -> Rc<StatisticsTable>;
    /// Where a person stops who steps through it.
    fn stops(&self) -> StepPositions;
    /// What a bot's words mean that was run by itself: see [`GamePage::explain_run`](super::GamePage::explain_run).
    fn meaning(&self, seat: Seat, printed: &str, status: Option<i32>) -> Option<String>;
    /// How it stands after `at` turns, in a sentence without its full stop, where that says more than the last turn.
    fn stands(&self, at: usize) -> Option<String>;
    /// How many turns there are.
    fn len(&self) -> usize;
    /// Whether there is no turn yet.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Takes in turns; `first` is how many come before them. Turns that are known are passed over, and where they
    /// differ the new ones hold.
    ///
    /// # Errors
    /// A clause that says why they do not follow.
    fn extend(&mut self, first: usize, turns: Vec<Turn<Value>>) -> Result<(), String>;
    /// The first `turns` turns as a match of their own.
    fn up_to(&self, turns: usize) -> Box<dyn AnyRecord>;
    /// Who owes an answer in the newest position.
    fn to_act(&self) -> Seats;
    /// How the match ended, once it has.
    fn outcome(&self) -> Option<Outcome>;
    /// What in the rules decided it: see [`Game::decided_by`](botyard_engine::game::Game::decided_by).
    fn decided_by(&self) -> Option<&'static str>;
    /// The last fault, if there was one.
    fn last_fault(&self) -> Option<(Seat, &Fault)>;
    /// What these seats did in each of their turns, with the number of turns before it.
    fn actions_of(&self, seats: Seats) -> Vec<(usize, Seat, Value)>;
    /// The board after `at` turns.
    fn board(&self, at: usize, sight: &BoardSight) -> Html;
    /// What a key means for a person who has to act in the newest position.
    fn key(&self, seat: Seat, key: &str) -> Option<Value>;
    /// The match as a link's payload, without times and unusual words; `None` if it is too long for one.
    fn link(&self) -> Option<String>;
    /// Whether that takes so long that it should be asked for only where somebody wants it.
    fn is_slow_to_link(&self) -> bool;
    /// The match in the file form, without the words of its bots.
    fn file(&self) -> Value;
}
