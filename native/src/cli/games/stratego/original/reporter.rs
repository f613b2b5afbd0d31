//! Reports a match turn by turn: the lines and boards on stdout, the log, and the pauses. Does not
//! know whether the match is played now or replayed.

use std::io::{self, IsTerminal, Write};
use std::thread;
use std::time::{Duration, Instant};

use botyard_engine::fault::printable;
use botyard_engine::game::Game;
use botyard_engine::games::stratego::log::StrategoLogWriter;
use botyard_engine::games::stratego::{Colour, Stratego, StrategoAction, StrategoEvent, StrategoSettings};
use botyard_engine::replay::{Turn, play_turn};
use botyard_host::Interrupt;
use botyard_picture::games::stratego::text::draw_disguised;

use super::Args;
use super::log_file::LogFile;
use super::option_values::PauseOption;
use crate::cli::command_error::CommandError;
use crate::cli::keyboard::Keyboard;
use crate::cli::output::stderr_notes::note;

/// How often a pause checks the interrupt.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// The word that a user types in a pause to end the match, as in the original.
const QUIT: &str = "QUIT";

/// How much of a match is printed on stdout besides its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ReportDetail {
    /// Only the result.
    Result,
    /// Each side's moves, and the last board: for matches with people.
    Moves,
    /// The board after each move: `-p`.
    Boards,
}

/// Follows a match and reports it.
pub struct MatchReporter<'a> {
    out: &'a mut dyn Write,
    tells: ReportDetail,
    /// The sides that `-r` and `-b` disguise, and those that people play.
    disguised: [bool; 2],
    people: [bool; 2],
    stall: Option<PauseOption>,
    log: LogFile,
    writer: StrategoLogWriter,
    game: Stratego,
    events: Vec<StrategoEvent>,
    keyboard: Option<Keyboard>,
    interrupt: Interrupt,
    /// Whether the user has ended the match in a pause.
    has_quit: bool,
}

impl<'a> MatchReporter<'a> {
    /// A reporter for a match between players of these names, which prints on `out` according to
    /// the options.
    pub fn new(
        out: &'a mut dyn Write,
        args: &Args,
        log: LogFile,
        settings: &StrategoSettings,
        names: [&str; 2],
        interrupt: Interrupt,
    ) -> Self {
        if args.stall == Some(PauseOption::Enter) && io::stdin().is_terminal() {
            note("press Enter for each move, or type QUIT to end the match");
        }
        Self {
            out,
            tells: if args.print { ReportDetail::Boards } else { ReportDetail::Result },
            disguised: [args.disguise_red, args.disguise_blue],
            people: [false; 2],
            stall: args.stall,
            log,
            writer: StrategoLogWriter::new(names, args.limit.0),
            game: Stratego::start(settings, 2).expect("two can play"),
            events: Vec::new(),
            keyboard: None,
            interrupt,
            has_quit: false,
        }
    }

    /// Sets the sides that people play. With people, the moves of both sides are printed, and the
    /// board shows only what their side may see.
    #[must_use]
    pub fn with_people(self, people: [bool; 2]) -> Self {
        let tells = if people.contains(&true) { self.tells.max(ReportDetail::Moves) } else { self.tells };
        Self { tells, people, ..self }
    }

    /// Whether the user has ended the match in a pause.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// The match so far.
    pub fn game(&self) -> &Stratego {
        &self.game
    }

    /// Plays a turn on the reporter's own board, and reports it. `raw` is the response if the turn
    /// does not hold all its bytes.
    ///
    /// # Errors
    /// If it cannot be printed or logged, or the turn does not follow the rules.
    pub fn turn(&mut self, turn: &Turn<StrategoAction>, raw: Option<&[u8]>) -> Result<(), CommandError> {
        let played = self.game.turn();
        self.events.clear();
        play_turn(&mut self.game, turn, &mut self.events).map_err(|why| CommandError::Internal(why.to_string()))?;
        self.writer.turn(played, turn, raw, &self.events);
        let lines = self.writer.take();
        if !self.log.is_stdout() {
            self.log.write(&lines)?;
        }
        let (said, end) = lines.split_at(self.start_of_end(&lines));
        let end = &*String::from_utf8_lossy(end);
        self.print_result(said, played > 0)?;
        if self.game.turn() == 0 && self.game.ending().is_none() {
            return Ok(());
        }
        if self.tells == ReportDetail::Boards || self.tells == ReportDetail::Moves && !end.is_empty() {
            self.draw()?;
        }
        if end.is_empty() {
            self.pause();
            return Ok(());
        }
        self.print_end(end)
    }

    /// The position of the two lines about the end.
    fn start_of_end(&self, lines: &[u8]) -> usize {
        match self.game.ending() {
            Some(_) => {
                let newlines = lines.iter().enumerate().rev().filter(|(_, byte)| **byte == b'\n');
                newlines.map(|(at, _)| at + 1).nth(2).unwrap_or(0)
            }
            None => lines.len(),
        }
    }

    /// Prints what a side did. Setups are only logged.
    fn print_result(&mut self, lines: &[u8], is_move: bool) -> Result<(), CommandError> {
        if self.log.is_stdout() {
            return self.log.write(lines);
        }
        if is_move && self.tells > ReportDetail::Result {
            self.print_lines(&String::from_utf8_lossy(lines))?;
        }
        Ok(())
    }

    /// Prints why the match is over, and its result.
    fn print_end(&mut self, lines: &str) -> Result<(), CommandError> {
        match self.tells {
            _ if self.log.is_stdout() => self.log.write(lines.as_bytes()),
            ReportDetail::Result => self.print_lines(lines.lines().last().unwrap_or_default()),
            _ => self.print_lines(lines),
        }
    }

    /// Prints lines that players may have written.
    pub fn print_lines(&mut self, lines: &str) -> Result<(), CommandError> {
        lines.lines().try_for_each(|line| writeln!(self.out, "{}", printable(line)))?;
        Ok(self.out.flush()?)
    }

    /// Prints the board as the people at the terminal may see it.
    pub fn draw(&mut self) -> Result<(), CommandError> {
        writeln!(self.out, "{}", draw_disguised(self.game.board(), self.hidden()))?;
        Ok(self.out.flush()?)
    }

    /// Whether the current board has already been printed.
    pub fn has_drawn(&self) -> bool {
        self.tells == ReportDetail::Boards
    }

    /// The sides whose ranks are hidden; after the end, no ranks are hidden.
    fn hidden(&self) -> [bool; 2] {
        if self.game.ending().is_some() {
            return [false; 2];
        }
        let eyes = match self.people {
            [false, false] => None,
            [true, true] => Some(self.game.side()),
            [red, _] => Some(if red { Colour::Red } else { Colour::Blue }),
        };
        Colour::BOTH.map(|side| self.disguised[side as usize] || eyes.is_some_and(|eyes| eyes != side))
    }

    /// Prints a question, without a newline.
    pub fn ask(&mut self, question: &str) -> Result<(), CommandError> {
        write!(self.out, "{question}")?;
        Ok(self.out.flush()?)
    }

    /// The next line that a person types; `None` at the end of input or when interrupted.
    pub fn line(&mut self) -> Option<String> {
        let interrupt = &self.interrupt;
        self.keyboard.get_or_insert_with(|| Keyboard::new(interrupt.clone())).line()
    }

    /// Waits between two moves. At the end of the input it does not wait for Enter any more.
    fn pause(&mut self) {
        match self.stall {
            None => {}
            Some(PauseOption::For(time)) => self.sleep(time),
            Some(PauseOption::Enter) => self.wait_for_enter(),
        }
    }

    fn wait_for_enter(&mut self) {
        if self.line().is_some_and(|line| line.trim() == QUIT) {
            self.has_quit = true;
            self.interrupt.raise();
        }
    }

    fn sleep(&self, time: Duration) {
        let start = Instant::now();
        while !self.interrupt.is_raised()
            && let Some(left) = time.checked_sub(start.elapsed()).filter(|left| !left.is_zero())
        {
            thread::sleep(left.min(CHECK_INTERVAL));
        }
    }
}
