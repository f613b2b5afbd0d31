//! A match of any game as commands print it, and the forms in which it can be written. Knows no
//! game: `games/checked_replay.rs` implements it for all of them.

use std::io::{self, Write};
use std::time::Duration;

use botyard_engine::any_action::AnyAction;
use botyard_engine::anymatch::AnyMatch;
use botyard_engine::fault::{ExplainReason, Fault};
use botyard_engine::game::Outcome;
use botyard_engine::record::StepPositions;
use botyard_engine::replay::{MatchTerms, PlayerInfo, Turn};
use botyard_engine::seat::Seat;
use botyard_engine::transcript::Passage;
use botyard_picture::Theme;
use botyard_picture::standalone::StandaloneMatch;
use serde_json::Value;

/// Starts the record of a match that is being played, with the turns so far.
pub type StartRecord = fn(&dyn AnyMatch) -> Result<Box<dyn RecordedMatch>, String>;

/// A replay whose turns follow the rules.
pub trait RecordedMatch {
    /// The game's name in the catalogue.
    fn game(&self) -> &'static str;
    /// The game's name for people.
    fn title(&self) -> &'static str;
    /// The seed of the modules' randomness.
    fn seed(&self) -> u64;
    /// The players, in the order of seats.
    fn players(&self) -> &[PlayerInfo];
    /// Adds the turns that the match has played since. `game` is the match that this is the record
    /// of.
    ///
    /// # Errors
    /// A clause, if it is a match of another game.
    fn follow(&mut self, game: &dyn AnyMatch) -> Result<(), String>;
    /// The number of turns: one for each action.
    fn turn_count(&self) -> usize;
    /// The numbers of turns after which each round was over. If all seats act at once, a round has
    /// one turn of each.
    fn rounds(&self) -> StepPositions;
    /// Like [`RecordedMatch::rounds`], with the newest position, even if not all seats have acted
    /// before it.
    fn stops(&self) -> StepPositions;
    /// Describes the turns from this one on, counted from 0.
    fn turns_from(&self, first: usize) -> Vec<TurnText>;
    /// Draws the position after this many turns, or after the last turn if there are fewer.
    fn draw(&self, turns: usize) -> String;
    /// A picture of the whole position after this many turns, in SVG.
    fn picture(&self, turns: usize, theme: Theme) -> String;
    /// All boards and turns for an HTML file that is opened after `first` turns. `drawn` is called
    /// with how many boards are drawn and how many there are.
    fn standalone(&self, first: usize, theme: Theme, drawn: &mut dyn FnMut(usize, usize)) -> StandaloneMatch;
    /// Like [`RecordedMatch::draw`], as far as the person in this seat may see it.
    fn draw_for(&self, turns: usize, seat: Seat) -> String;
    /// The symbol of a seat in drawings.
    fn seat_symbol(&self, seat: Seat) -> String;
    /// Whether players may know the others' actions.
    fn has_public_actions(&self) -> bool;
    /// The outcome; `None` if the match has not ended.
    fn outcome(&self) -> Option<Outcome>;
    /// A sentence on how it ended.
    fn verdict(&self) -> String;
    /// The fault of a bot that slept until its time was over, with that as the reason.
    fn explain_sleep(&self, fault: &Fault) -> Option<Fault>;
    /// The verdict in the text of `--json` and of the drop-in commands, which does not change.
    fn frozen_verdict(&self) -> String;
    /// Whether the last fault decided the match. The verdict then names it.
    fn is_decided_by_fault(&self) -> bool;
    /// Every fault, in order.
    fn faults(&self) -> Vec<(Seat, &Fault)>;
    /// How the game explains its reasons of faults.
    fn explain_reason(&self) -> ExplainReason;
    /// The bots' input and output, if the replay was opened with it.
    fn passages(&self) -> &[Passage];
    /// The last fault, if there was one.
    fn fault(&self) -> Option<(Seat, &Fault)>;
    /// Whether a bot did not start.
    fn failed_to_start(&self) -> bool;
    /// The text that the person in this seat has to see before it is asked, in lines.
    fn explain_to_person(&self, seat: Seat) -> Option<String>;
    /// The question for the person in this seat.
    fn question(&self, seat: Seat) -> &'static str;
    /// Whether these lines are a complete answer to that question.
    fn is_complete_answer(&self, lines: &str) -> bool;
    /// Parses what the person in this seat typed after the last turn.
    ///
    /// # Errors
    /// What was expected instead, as a clause.
    fn parse_typed_action(&self, seat: Seat, words: &str) -> Result<AnyAction, String>;
    /// The match in the original's log format; `limit` is the time limit of an answer, if it was
    /// not the game's own.
    fn log(&self, limit: Option<Duration>) -> Option<String>;
    /// Like [`RecordedMatch::log`], with all output of the bots, byte for byte. `game` is the match
    /// that this is the record of.
    fn log_verbatim(&self, game: &dyn AnyMatch, limit: Option<Duration>) -> Option<Vec<u8>>;
    /// Its settings in the file form.
    fn settings(&self) -> Value;
    /// The terms of its bots.
    fn terms(&self) -> MatchTerms;
    /// Its turns in the form that a match of any game has.
    fn untyped_turns(&self) -> Vec<Turn<Value>>;
    /// The action of a turn, counted from 0, in the file form; `None` if it was a fault or there is
    /// no such turn.
    fn action(&self, turn: usize) -> Option<Value>;
    /// How many bytes of each bot's input and output its file keeps.
    fn kept_words(&self) -> usize;
    /// The file form of the match under these terms.
    fn json_under(&self, terms: MatchTerms) -> Value;
    /// The file form.
    fn json(&self) -> Value {
        self.json_under(self.terms())
    }
    /// Writes the file form. Needs no memory for the document as a whole.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()>;
    /// Writes the file form and a newline, with these passages in place of those that the replay
    /// was opened with; of each seat's, at most this many bytes. Needs no memory for the document
    /// as a whole.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    fn write_file(&self, passages: &[Passage], kept_words: usize, out: &mut dyn Write) -> io::Result<()>;
    /// The payload of a link; `None` if the match is too long for one.
    fn link(&self) -> Option<String>;
    /// The payload of a link that names the bots, who play the match again where it is opened;
    /// `None` if not all of them are bundled, or the match is not over.
    fn link_by_bots(&self) -> Option<String>;
}

/// A turn as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnText {
    /// The seat that had the turn.
    pub seat: Seat,
    /// The action, without what other players must not know, or the fault.
    pub result: Result<String, String>,
    /// The time that it took.
    pub used: Duration,
}
