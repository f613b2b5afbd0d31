//! The properties of a game's protocol that a transcript needs to show a bot's words.

use botyard_engine::seat::Seat;

/// How the words of a game's bots are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TranscriptStyle {
    /// How many lines a bot prints with its first answer, which is the last of them, by seats; the
    /// last number is that of all other seats, too. Every later answer is one line. Without a
    /// number, all that a bot prints in a turn is its answer.
    pub first_answer: &'static [usize],
    /// A hint above the words; empty if there is none.
    pub hint: &'static str,
    /// The script that reads the maps in an input, as a file beside the page; empty if inputs have
    /// no maps.
    pub map_script: &'static str,
}

/// A bot's input in a turn, in a game whose inputs are not in transcripts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnInput {
    /// The numbers that the script of maps needs to find the cells of the board, separated by
    /// blanks.
    pub places: String,
    /// The input; of several runs, a line for each.
    pub text: String,
}

impl TranscriptStyle {
    /// Every answer is one line, without peculiarities of the game.
    pub const LINES: Self = Self { first_answer: &[1], hint: "", map_script: "" };

    /// How many lines a bot on this seat prints with its first answer; 0 if all that it prints in a
    /// turn is its answer.
    pub fn first_lines(&self, seat: Seat) -> usize {
        self.first_answer.get(seat.index()).or(self.first_answer.last()).copied().unwrap_or(0)
    }
}
