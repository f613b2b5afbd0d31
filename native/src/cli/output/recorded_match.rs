//! What can be printed of a match of any game, and the forms in which it can be written. Knows no game:
//! `games/checked_replay.rs` implements it for all of them.

use std::time::Duration;

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::fault::Fault;
use botyard_engine::game::Outcome;
use botyard_engine::record::StepPositions;
use botyard_engine::replay::PlayerInfo;
use botyard_engine::seat::Seat;
use botyard_engine::transcript::Passage;
use serde_json::Value;

/// Starts the record of a match that is being played, with the turns so far.
pub type StartRecord = fn(&dyn AnyMatch) -> Result<Box<dyn RecordedMatch>, String>;

/// A replay whose turns follow from its start.
pub trait RecordedMatch {
    /// The game's name in the catalogue.
    fn game(&self) -> &'static str;
    /// The name of the game that people read.
    fn title(&self) -> &'static str;
    /// What modules drew their randomness from.
    fn seed(&self) -> u64;
    /// The players, in the order of seats.
    fn players(&self) -> &[PlayerInfo];
    /// Takes in the turns that have followed in the match that this is the record of.
    ///
    /// # Errors
    /// If it is another game's match: a clause.
    fn follow(&mut self, game: &dyn AnyMatch) -> Result<(), String>;
    /// How many turns there are: one for each action.
    fn turn_count(&self) -> usize;
    /// After how many of them each turn was over that people count: where all seats act at once, it is one of all of them.
    fn rounds(&self) -> StepPositions;
    /// The turns from this one (counted from 0) on in words, in order.
    fn turns_from(&self, first: usize) -> Vec<TurnText>;
    /// The position after so many turns; after the last if there are not so many.
    fn draw(&self, turns: usize) -> String;
    /// The same as far as the person in this seat may see it.
    fn draw_for(&self, turns: usize, seat: Seat) -> String;
    /// How a seat looks on the drawing.
    fn mark(&self, seat: Seat) -> String;
    /// Whether players hear what the others play.
    fn is_overheard(&self) -> bool;
    /// How it ended, if it did.
    fn outcome(&self) -> Option<Outcome>;
    /// How it ended, in a sentence.
    fn verdict(&self) -> String;
    /// Whether the last fault decided it, which the verdict then tells.
    fn is_decided_by_fault(&self) -> bool;
    /// Every fault, in order.
    fn faults(&self) -> Vec<(Seat, &Fault)>;
    /// What the bots read and said, if it was opened with that.
    fn passages(&self) -> &[Passage];
    /// The last fault, if there was one.
    fn fault(&self) -> Option<(Seat, &Fault)>;
    /// Whether a bot did not start.
    fn failed_to_start(&self) -> bool;
    /// What the person in this seat is asked for.
    fn question(&self, seat: Seat) -> &'static str;
    /// Whether these lines are a whole answer to that.
    fn is_whole(&self, lines: &str) -> bool;
    /// Reads what the person in this seat typed after the last turn into the file form of an action.
    fn understand(&self, seat: Seat, words: &str) -> Result<Value, String>;
    /// The original's log; `limit` is what a bot had for each answer, where that was not the game's own.
    fn log(&self, limit: Option<Duration>) -> Option<String>;
    /// The file form.
    fn json(&self) -> Value;
    /// The payload of a link; `None` if the match is too long for one.
    fn link(&self) -> Option<String>;

    /// What stands behind the `#` of the page's address; `None` if the match is too long for a link.
    fn address(&self) -> Option<String> {
        Some(format!("#/{}/r/{}", self.game(), self.link()?))
    }
}

/// One turn in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnText {
    /// Whose it was.
    pub seat: Seat,
    /// What was played, in words that all may hear, or what went wrong.
    pub result: Result<String, String>,
    /// How long it took.
    pub used: Duration,
}
