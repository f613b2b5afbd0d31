//! The updates that the script of transcripts (`js/transcript.js`) gets.

use std::rc::Rc;

use botyard_engine::seat::Seat;
use botyard_engine::transcript::Passage;
use botyard_web_games::TranscriptStyle;
use yew::AttrValue;

/// The data that the script does not have yet.
#[derive(Debug, Clone, PartialEq)]
pub struct TranscriptUpdate {
    /// Whether the script's data is about another match or another bot.
    pub is_new: bool,
    /// Whether the script's data is about another game, or it has none.
    pub is_other_game: bool,
    /// The game's style of transcripts.
    pub style: TranscriptStyle,
    /// Whose bot it is.
    pub seat: Seat,
    /// How many of the script's passages stay as they are.
    pub known: usize,
    /// Those behind them.
    pub passages: Vec<Rc<Passage>>,
    /// The bot's turns that are new.
    pub turns: Vec<TranscriptTurn>,
    /// How many turns the match has.
    pub length: usize,
    /// Whether no turns will follow.
    pub is_over: bool,
}

/// A turn of the bot.
#[derive(Debug, Clone, PartialEq)]
pub struct TranscriptTurn {
    /// How many turns have been played with it.
    pub after: usize,
    /// How many turns had been played when it was asked.
    pub asked: usize,
    /// Its number, as people count.
    pub number: usize,
    /// Its description.
    pub words: AttrValue,
    /// Whether it was a fault.
    pub is_fault: bool,
}
