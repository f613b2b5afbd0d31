//! Runs executables against each other in Connect Four, the plain way: a grid of cells and blocking pipes. Shares no
//! code with the bots, so that a mistake of theirs cannot hide in it.

// Each test program uses its own part of this module.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

// Far more than any bot here needs: this only turns a hanging test into a failing one.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running bot.
pub struct Bot {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Bot {
    pub fn start(mut command: Command) -> Self {
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = piped.spawn().unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || stdout.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        Self { stdin: child.stdin.take(), child, lines }
    }

    /// Starts the bot and leads it through its greeting; `place` is 1 for the first mover, 2 for the second.
    pub fn meet(command: Command, place: u8) -> Self {
        let mut bot = Self::start(command);
        assert_eq!(bot.hear().as_deref(), Some("p"));
        bot.say(&place.to_string());
        if place == 2 {
            assert_eq!(bot.hear().as_deref(), Some("?"));
        }
        bot
    }

    /// Writes a line. A bot that is gone does not hear it.
    pub fn say(&mut self, word: &str) {
        let _ = writeln!(self.stdin.as_mut().unwrap(), "{word}");
    }

    /// The next line, or nothing when the bot has closed its stdout.
    pub fn hear(&mut self) -> Option<String> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(Disconnected) => None,
            Err(Timeout) => panic!("the bot says nothing for {PATIENCE:?}; does it flush?"),
        }
    }

    /// Whether the process is still alive.
    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Closes the bot's stdin and waits for its end; returns what it still said.
    pub fn leave(mut self) -> (Vec<String>, ExitStatus) {
        drop(self.stdin.take());
        let rest = std::iter::from_fn(|| self.hear()).collect();
        (rest, self.child.wait().unwrap())
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A board as people draw it: seven columns of six cells, with the discs of players 1 and 2, or 0.
#[derive(Clone, Default)]
pub struct Grid {
    cells: [[u8; 6]; 7],
    pub moves: String,
}

impl Grid {
    /// The player who moves next, 1 or 2.
    pub fn mover(&self) -> u8 {
        1 + (self.moves.len() % 2) as u8
    }

    /// The cell, from 0, in which a disc in `column` (from 0) comes to rest.
    fn landing(&self, column: usize) -> Option<usize> {
        self.cells[column].iter().position(|&cell| cell == 0)
    }

    /// Whether a disc of `player` in `column` (1 to 7) makes four.
    pub fn wins(&self, column: usize, player: u8) -> bool {
        let Some(row) = self.landing(column - 1) else {
            return false;
        };
        let reach = |dx: i32, dy: i32| {
            let steps =
                (1..4).take_while(|step| self.at(column as i32 - 1 + dx * step, row as i32 + dy * step) == player);
            steps.count()
        };
        let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
        directions.iter().any(|&(dx, dy)| 1 + reach(dx, dy) + reach(-dx, -dy) >= 4)
    }

    /// The columns (1 to 7) where `player` would make four at once.
    pub fn winning_columns(&self, player: u8) -> Vec<usize> {
        (1..=7).filter(|&column| self.wins(column, player)).collect()
    }

    /// Drops the mover's disc.
    pub fn play(&mut self, column: usize) {
        let row = self.landing(column - 1).unwrap_or_else(|| panic!("{column} is full after {}", self.moves));
        self.cells[column - 1][row] = self.mover();
        self.moves.push_str(&column.to_string());
    }

    fn at(&self, x: i32, y: i32) -> u8 {
        if (0..7).contains(&x) && (0..6).contains(&y) { self.cells[x as usize][y as usize] } else { 0 }
    }
}

/// Plays a whole game between two programs and returns its moves and the winner, 0 for a tie. `witness` sees every
/// position together with the column (1 to 7) chosen in it. Panics at an illegal move.
pub fn duel(first: Command, second: Command, mut witness: impl FnMut(&Grid, usize)) -> (String, u8) {
    let mut bots = [Bot::meet(first, 1), Bot::meet(second, 2)];
    let mut grid = Grid::default();
    loop {
        let mover = grid.mover();
        let word = bots[usize::from(mover) - 1].hear();
        let word = word.unwrap_or_else(|| panic!("player {mover} is gone after {}", grid.moves));
        let column = word.parse().unwrap_or_else(|_| panic!("player {mover} said {word:?} after {}", grid.moves));
        witness(&grid, column);
        let wins = grid.wins(column, mover);
        grid.play(column);
        if wins || grid.moves.len() == 42 {
            let winner = if wins { mover } else { 0 };
            let code = ["-3", "-1", "-2"][usize::from(winner)];
            return (grid.moves, end(bots, code, winner));
        }
        bots[usize::from(2 - mover)].say(&word);
    }
}

// Every bot has to take the end of the game quietly.
fn end(bots: [Bot; 2], code: &str, winner: u8) -> u8 {
    for mut bot in bots {
        bot.say(code);
        let (rest, status) = bot.leave();
        assert_eq!(rest, Vec::<String>::new(), "nothing is said after the end");
        assert!(status.success(), "{status}");
    }
    winner
}
