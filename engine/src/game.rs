//! The interface of a game's rules. Knows no bots, no bytes and no time.

use std::fmt::{Debug, Display};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::fault::{Fault, FaultReason, ReasonText};
use crate::seat::{Seat, Seats};

/// The rules of one game and the state of one match of it.
///
/// A game is deterministic: the same settings and the same calls give the same state. The value
/// holds all state that distinguishes two positions, so that a clone is a complete savepoint.
pub trait Game: Clone + Debug + PartialEq {
    /// Everything that makes one start of this game differ from another: rule variants and, by
    /// value, the map or the board it starts from. Replays carry it.
    type Settings: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned;
    /// Anything a player can *say* that parses as an action, legal or not.
    type Action: Clone + Debug + PartialEq + Send + Serialize + DeserializeOwned;
    /// Something that happened, for protocols, logs and drawings.
    type Event: Clone + Debug + PartialEq;
    /// What one seat may see: the only place where hidden information is removed.
    type View<'a>
    where
        Self: 'a;
    /// Why the rules refuse an action. It is written as the clause of its [`FaultReason`].
    type RuleError: Clone + Debug + Display + Into<FaultReason>;

    /// The start of a match for `seats` players.
    ///
    /// # Errors
    /// If the settings do not allow `seats` players.
    fn start(settings: &Self::Settings, seats: usize) -> Result<Self, SettingsError>;

    /// How many seats the match has, those that are out included.
    fn seats(&self) -> usize;

    /// The seats that owe an action now: one, or several if turns are simultaneous. A seat that has
    /// played leaves the set; when the last one has played, the turn resolves. Empty once there is
    /// an outcome.
    fn to_act(&self) -> Seats;

    /// The seats that are still in the match. A seat that leaves is informed and not asked again.
    fn playing(&self) -> Seats {
        Seats::first(self.seats())
    }

    /// What `seat` may see now.
    fn view(&self, seat: Seat) -> Self::View<'_>;

    /// The legal actions of `seat` in a fixed order, because links code an action by its rank;
    /// empty if the seat does not owe an action. A game that has too many to list, such as the ways
    /// to set up an army, lists a few of them and writes them into links by value.
    fn legal(&self, seat: Seat) -> impl Iterator<Item = Self::Action>;

    /// Plays an action and appends the resulting events to `events`.
    ///
    /// # Errors
    /// If the rules refuse the action; the state is then unchanged and nothing is appended.
    fn play(&mut self, seat: Seat, action: Self::Action, events: &mut Vec<Self::Event>) -> Result<(), Self::RuleError>;

    /// Charges `seat` for a fault, at the price these rules set, and appends the resulting events
    /// to `events`.
    fn fault(&mut self, seat: Seat, fault: &Fault, events: &mut Vec<Self::Event>);

    /// How the match ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// What people read about a reason of this game's own, given as its clause: see
    /// [`ExplainReason`](crate::fault::ExplainReason).
    fn explain_reason(_clause: &str) -> Option<ReasonText> {
        None
    }

    /// The size of a copy in bytes; code that stores many positions limits their number by it. A
    /// state that owns further memory adds the size of that memory, unless copies share it.
    fn bytes(&self) -> usize {
        size_of::<Self>()
    }

    /// The rule that decided the match, as a clause for people: `the flag is taken`. `None` while
    /// the match continues, if a fault decided it, and if naming the winner is enough.
    fn decided_by(&self) -> Option<&'static str> {
        None
    }

    /// Why the winner won, as a clause for people. [`decided_by`](Game::decided_by) keeps its
    /// wording because other programs read it; where it states only that the match is over, this
    /// clause names what the winner had more of.
    fn explain_win(&self) -> Option<&'static str> {
        self.decided_by()
    }
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The place of each seat, from 1; seats that are level share a place.
    pub places: Vec<u8>,
    /// The seat whose fault ended the match, if a fault ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blamed: Option<Seat>,
}

impl Outcome {
    /// One seat won, the other `seats - 1` are level behind it.
    pub fn win(winner: Seat, seats: usize) -> Self {
        let places = (0..seats).map(|index| if index == winner.index() { 1 } else { 2 }).collect();
        Self { places, blamed: None }
    }

    /// All seats are level.
    pub fn draw(seats: usize) -> Self {
        Self { places: vec![1; seats], blamed: None }
    }

    /// The outcome with the fault of `seat` as its cause.
    #[must_use]
    pub fn blaming(self, seat: Seat) -> Self {
        Self { blamed: Some(seat), ..self }
    }

    /// The only seat in first place, if there is one.
    pub fn winner(&self) -> Option<Seat> {
        let mut first = (0..self.places.len()).filter(|&index| self.places[index] == 1);
        let winner = first.next()?;
        first.next().is_none().then(|| Seat::new(winner))
    }
}

/// Settings that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SettingsError(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_first_place_has_no_winner() {
        assert_eq!(Outcome::win(Seat::new(1), 3).winner(), Some(Seat::new(1)));
        assert_eq!(Outcome::draw(2).winner(), None);
    }
}
