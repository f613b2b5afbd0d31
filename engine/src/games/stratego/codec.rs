//! The conversation with a bot, as the competition's manager held it. Knows no rules: rules.rs
//! decides about legal moves and the end of a match.
//!
//! Every response is a line; a setup is four. A player's words are repeated to both players
//! unchanged.

use std::io::Write as _;
use std::time::Duration;

use super::action::{StrategoAction, StrategoMove};
use super::combat::CombatEffect;
use super::ending::StrategoEnding;
use super::event::StrategoEvent;
use super::names::{opponent_id, printed_name};
use super::piece::Colour;
use super::rule_error::RefusedEcho;
use super::rules::Stratego;
use super::setup::{ArmySetup, ROWS};
use super::square::{HEIGHT, WIDTH};
use super::view::{SquareBytes, SquareView, StrategoStage, StrategoView};
use crate::codec::{MisreadError, Protocol, SessionCodec};
use crate::game::Outcome;
use crate::inbox::Inbox;
use crate::referee::host::Limits;
use crate::replay::Waiting;
use crate::seat::Seat;
use crate::transcript::Transcript;

/// One seat's conversation.
#[derive(Debug)]
pub struct StrategoCodec {
    colour: Colour,
    names: [String; 2],
    squares: SquareBytes,
    /// The response that was last requested.
    stage: StrategoStage,
    ending: Option<StrategoEnding>,
}

impl StrategoCodec {
    /// The competition's limits: two seconds for every line, and two to exit. A bot was stopped while
    /// its opponent thought.
    pub const LIMITS: Limits = Limits {
        start: Duration::from_secs(2),
        turn: Duration::from_secs(2),
        bank: None,
        waiting: Waiting::Stopped,
        grace: Duration::from_secs(2),
        unread_output_max: 1 << 20,
        window: 1,
        kept_words: Transcript::KEPT_PER_SEAT,
    };

    /// A codec for the bot in this seat of a match between players of these names.
    pub fn new(seat: Seat, names: [&str; 2]) -> Self {
        let (colour, names) = (Colour::from_seat(seat), names.map(str::to_owned));
        Self { colour, names, squares: SquareBytes::new(colour, byte), stage: StrategoStage::Setup, ending: None }
    }
}

impl Protocol for Stratego {
    /// The manager read a setup line by line, and gave every line the whole limit.
    const PART_END: Option<u8> = Some(b'\n');
    const SENDS_END_AFTER_TIMEOUT: bool = true;

    fn write_canonical(action: &StrategoAction, out: &mut Vec<u8>) {
        match action {
            StrategoAction::Move(step) => write_move(*step, out),
            other => write!(out, "{other}").expect("a vector takes all that is written"),
        }
    }
}

/// Writes the text of a move quickly, because every turn of a match needs it.
fn write_move(StrategoMove { x, y, direction, steps }: StrategoMove, out: &mut Vec<u8>) {
    let mut number = itoa::Buffer::new();
    for coordinate in [x, y] {
        out.extend_from_slice(number.format(coordinate).as_bytes());
        out.push(b' ');
    }
    out.extend_from_slice(direction.word().as_bytes());
    if steps != 1 {
        out.push(b' ');
        out.extend_from_slice(number.format(steps).as_bytes());
    }
}

impl SessionCodec<Stratego> for StrategoCodec {
    fn write_question(&mut self, view: StrategoView<'_>, stdin: &mut Vec<u8>) {
        self.stage = view.stage;
        match view.stage {
            StrategoStage::Setup => {
                let opponent = opponent_id(&self.names[self.colour.other() as usize]);
                let text = format!("{} {opponent} {WIDTH} {HEIGHT}\n", self.colour.name());
                stdin.extend_from_slice(text.as_bytes());
            }
            StrategoStage::Turn => view.draw(&self.squares, stdin),
        }
    }

    fn read_answer(&mut self, stdout: &mut Inbox) -> Result<Option<StrategoAction>, MisreadError> {
        match self.stage {
            StrategoStage::Setup => read_setup(stdout),
            StrategoStage::Turn => read_response(stdout),
        }
    }

    fn write_event(&mut self, event: &StrategoEvent, words: &[u8], stdin: &mut Vec<u8>) {
        match event {
            // The move that ends the match is not confirmed: QUIT comes in its place.
            StrategoEvent::Moved { last: true, .. }
            | StrategoEvent::Passed { last: true, .. }
            | StrategoEvent::Placed(_) => {}
            StrategoEvent::Began if self.colour == Colour::Red => stdin.extend_from_slice(b"START\n"),
            StrategoEvent::Began => {}
            // Nearly every move; formatting would take longer than all else here.
            StrategoEvent::Moved { effect: CombatEffect::Ok, .. } => {
                stdin.extend_from_slice(words);
                stdin.extend_from_slice(b" OK\n");
            }
            StrategoEvent::Moved { effect, .. } => confirm(words, format_args!(" {effect}"), stdin),
            StrategoEvent::Passed { .. } => confirm(words, format_args!(" OK"), stdin),
            StrategoEvent::TurnLost { mistake: RefusedEcho::Illegal, .. } => {
                confirm(words, format_args!(" ILLEGAL"), stdin)
            }
            StrategoEvent::TurnLost { by, mistake: RefusedEcho::Malformed } => {
                let is_own = *by == self.colour;
                confirm(if is_own { words } else { harmless_echo(words) }, format_args!(""), stdin)
            }
            StrategoEvent::Ended(ending) => self.ending = Some(*ending),
        }
    }

    fn write_end(&mut self, _: Option<&Outcome>, stdin: &mut Vec<u8>) {
        stdin.extend_from_slice(b"QUIT");
        if let Some(ending) = self.ending {
            let names = [0, 1].map(|side| printed_name(&self.names[side]));
            write!(stdin, " {}", ending.result(names)).expect("a vector takes all that is written");
        }
        stdin.push(b'\n');
    }
}

/// What the opponent reads of a response that is refused without ending the match. The original
/// repeats it whatever it is. A bot exits when it reads a line that begins with `QUIT`, and would
/// lose for it, so it reads in its place what it would read after a refused `NO_MOVE`.
fn harmless_echo(words: &[u8]) -> &[u8] {
    if words.trim_ascii_start().starts_with(b"QUIT") { b"NO_MOVE" } else { words }
}

fn confirm(words: &[u8], outcome: std::fmt::Arguments<'_>, stdin: &mut Vec<u8>) {
    stdin.extend_from_slice(words);
    writeln!(stdin, "{outcome}").expect("a vector takes all that is written");
}

/// The byte of a square in the protocol: `#` for an enemy, also for one with a known rank.
fn byte(sight: SquareView) -> u8 {
    match sight {
        SquareView::Empty => b'.',
        SquareView::Obstacle => b'+',
        SquareView::Enemy(_) => b'#',
        SquareView::Own(rank) => rank.letter() as u8,
    }
}

/// Four lines, judged when all are there.
fn read_setup(stdout: &mut Inbox) -> Result<Option<StrategoAction>, MisreadError> {
    let newlines = stdout.unread().iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let Some((end, _)) = newlines.take(ROWS).nth(ROWS - 1) else {
        return Ok(None);
    };
    let words = String::from_utf8_lossy(&stdout.consume(end + 1)[..end]).into_owned();
    let setup = ArmySetup::read(words.split('\n')).map_err(MisreadError::new)?;
    Ok(Some(StrategoAction::Setup(setup)))
}

fn read_response(stdout: &mut Inbox) -> Result<Option<StrategoAction>, MisreadError> {
    let Some(line) = stdout.line() else { return Ok(None) };
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let action = String::from_utf8_lossy(line).parse().map_err(|why: super::ResponseError| MisreadError::new(why));
    action.map(Some)
}
