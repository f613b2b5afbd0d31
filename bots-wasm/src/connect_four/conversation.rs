//! Connect Four's words on stdin and stdout, from the bot's side. Knows no strategy.
//!
//! The bot says `p` and hears `1` (it moves first) or `2`, in which case it says `?`. From then on it says a column when
//! it is its turn and hears the other's column. Whatever it hears that is no column ends the game.

use std::io::{self, BufRead, StdinLock, StdoutLock, Write, stderr, stdin, stdout};

use super::{Board, Column};

/// A bot's answer, and what it has to say about it on stderr.
pub struct Choice {
    /// Where the disc goes.
    pub column: Column,
    /// One line of chat without its newline.
    pub remark: Option<String>,
}

impl From<Column> for Choice {
    fn from(column: Column) -> Self {
        Self { column, remark: None }
    }
}

/// Plays one game, asking `choose` for every move, and returns when the game is over or the moderator is gone.
///
/// `choose` is never asked about a full board.
pub fn play(choose: impl FnMut(&Board) -> Choice) {
    // An error is a closed pipe: nobody is left to tell, and nothing is left to do.
    let _ = play_until_the_end(choose);
}

fn play_until_the_end(mut choose: impl FnMut(&Board) -> Choice) -> io::Result<()> {
    let mut moderator = Moderator::meet()?;
    let mut board = Board::default();
    if !moderator.bot_moves_first {
        board = moderator.reply(board)?;
    }
    while board.playable() != 0 {
        let choice = choose(&board);
        if let Some(remark) = choice.remark {
            let _ = writeln!(stderr(), "{remark}");
        }
        moderator.say(choice.column)?;
        board = board.after(choice.column).ok_or_else(game_over)?;
        board = moderator.reply(board)?;
    }
    Ok(())
}

/// The other end of stdin and stdout.
pub struct Moderator {
    input: StdinLock<'static>,
    output: StdoutLock<'static>,
    bot_moves_first: bool,
}

impl Moderator {
    /// Exchanges the greeting.
    ///
    /// # Errors
    /// If the moderator closed a pipe or said neither `1` nor `2`.
    pub fn meet() -> io::Result<Self> {
        let mut moderator = Self { input: stdin().lock(), output: stdout().lock(), bot_moves_first: true };
        moderator.say('p')?;
        match moderator.hear()?.as_str() {
            "1" => {}
            "2" => {
                moderator.bot_moves_first = false;
                moderator.say('?')?;
            }
            _ => return Err(game_over()),
        }
        Ok(moderator)
    }

    /// Exchanges the greeting and, for the second mover, hears the first move: the bot owes a move when this returns.
    ///
    /// # Errors
    /// As for [`Moderator::meet`].
    pub fn meet_and_be_asked() -> io::Result<Self> {
        let mut moderator = Self::meet()?;
        if !moderator.bot_moves_first {
            moderator.hear()?;
        }
        Ok(moderator)
    }

    /// Writes one line, and flushes: a word left in the buffer is a bot that thinks for ever.
    ///
    /// # Errors
    /// If the moderator closed the pipe.
    pub fn say(&mut self, word: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.output, "{word}")?;
        self.output.flush()
    }

    /// Reads one line without the blanks around it.
    ///
    /// # Errors
    /// At the end of the input.
    pub fn hear(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.input.read_line(&mut line)? {
            0 => Err(game_over()),
            _ => Ok(line.trim().to_owned()),
        }
    }

    /// The position after the other side's move.
    fn reply(&mut self, board: Board) -> io::Result<Board> {
        let column = Column::parse(&self.hear()?);
        column.and_then(|column| board.after(column)).ok_or_else(game_over)
    }
}

fn game_over() -> io::Error {
    io::ErrorKind::UnexpectedEof.into()
}
