//! Asks a person for an army, then for moves. If an answer cannot be parsed, it prints the reason
//! and asks again. The caller checks whether an answer is legal.

use botyard_engine::games::stratego::{Colour, StrategoAction};

use super::super::{army, army_question, default_army_text, is_complete_army, response};
use super::reporter::MatchReporter;
use crate::cli::command_error::CommandError;

const SURRENDER: &str = "SURRENDER";

/// A person's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptAnswer {
    /// This action, which may be illegal.
    Says(StrategoAction),
    /// The input has ended.
    Left,
}

/// Asks questions, and remembers the last answer.
#[derive(Debug, Default)]
pub struct Prompt {
    typed: String,
    /// The turn and the side for which the board was last drawn.
    drawn: Option<(u32, Colour)>,
}

impl Prompt {
    /// Asks this side for its action until an answer can be parsed.
    ///
    /// # Errors
    /// If the question cannot be printed.
    pub fn ask(&mut self, reporter: &mut MatchReporter<'_>, colour: Colour) -> Result<PromptAnswer, CommandError> {
        let turn = reporter.game().turn();
        if turn > 0 && !reporter.has_drawn() && self.drawn.replace((turn, colour)) != Some((turn, colour)) {
            reporter.draw()?;
        }
        loop {
            let said =
                if turn == 0 { self.ask_for_army(reporter, colour)? } else { self.ask_for_move(reporter, colour)? };
            match said {
                None => return Ok(PromptAnswer::Left),
                Some(Ok(action)) => return Ok(PromptAnswer::Says(action)),
                Some(Err(why)) => self.refuse(reporter, &why)?,
            }
        }
    }

    /// Prints why the last answer was refused.
    ///
    /// # Errors
    /// If it cannot be printed.
    pub fn refuse(&self, reporter: &mut MatchReporter<'_>, why: &str) -> Result<(), CommandError> {
        reporter.print_lines(&format!("`{}`, {why}: not played.", self.typed))
    }

    fn ask_for_army(&mut self, reporter: &mut MatchReporter<'_>, colour: Colour) -> Result<TypedAction, CommandError> {
        reporter.ask(&format!("{}, {}:\n{}\n", colour.name(), army_question(colour), default_army_text(colour)))?;
        let mut lines = String::new();
        while !is_complete_army(&lines) {
            match words(reporter) {
                None => return Ok(None),
                Some(line) if line.eq_ignore_ascii_case(SURRENDER) => return Ok(Some(Ok(StrategoAction::Surrender))),
                Some(line) => lines = if lines.is_empty() { line } else { lines + "\n" + &line },
            }
        }
        self.typed = lines.replace('\n', "/");
        Ok(Some(army(colour, &lines).map(StrategoAction::Setup).map_err(|flaw| flaw.to_string())))
    }

    fn ask_for_move(&mut self, reporter: &mut MatchReporter<'_>, colour: Colour) -> Result<TypedAction, CommandError> {
        let name = colour.name();
        reporter.ask(&format!("{name}, your move (X Y DIRECTION [MULTIPLIER], NO_MOVE or SURRENDER): "))?;
        let Some(line) = words(reporter) else {
            reporter.ask("\n")?;
            return Ok(None);
        };
        self.typed = line;
        Ok(Some(response(&self.typed).map_err(|why| why.to_string())))
    }
}

/// The action that was typed, or why it cannot be parsed: a clause that follows the words, which
/// this command has always printed. `None` at the end of the input.
type TypedAction = Option<Result<StrategoAction, String>>;

/// The next line that is not blank.
fn words(reporter: &mut MatchReporter<'_>) -> Option<String> {
    loop {
        let line = reporter.line()?;
        if !line.trim().is_empty() {
            return Some(line.trim().to_owned());
        }
    }
}
