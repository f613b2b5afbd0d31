//! The updates that the script of transcripts (`js/transcript.js`) gets.

use std::rc::Rc;

use botyard_engine::seat::Seat;
use botyard_engine::transcript::Passage;
use botyard_web_games::TranscriptStyle;
use yew::AttrValue;

/// What the script does not know yet.
#[derive(Debug, Clone, PartialEq)]
pub struct TranscriptUpdate {
    /// Whether what it knows is about another match or another bot.
    pub is_new: bool,
    /// Whether what it knows is about another game, or it knows nothing.
    pub is_other_game: bool,
    /// What is peculiar to the game.
    pub style: TranscriptStyle,
    /// Whose bot it is.
    pub seat: Seat,
    /// How many passages it knows that stay as they are.
    pub known: usize,
    /// Those behind them.
    pub passages: Vec<Rc<Passage>>,
    /// The bot's turns that are new.
    pub turns: Vec<TranscriptTurn>,
    /// How many turns the match has.
    pub length: usize,
    /// Whether none will follow.
    pub is_over: bool,
}

/// A turn of the bot.
#[derive(Debug, Clone, PartialEq)]
pub struct TranscriptTurn {
    /// How many turns have been played with it.
    pub after: usize,
    /// How many had been played when it was asked.
    pub asked: usize,
    /// Its number, as people count.
    pub number: usize,
    /// What it did.
    pub words: AttrValue,
    /// Whether it was a fault.
    pub is_fault: bool,
}
