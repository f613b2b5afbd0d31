//! Writes a replay as a log. Knows the game only by its events.

use std::io::Write as _;
use std::time::Duration;

use super::super::action::StrategoAction;
use super::super::ending::StrategoEnding;
use super::super::event::StrategoEvent;
use super::super::names::printed_name;
use super::super::piece::Colour;
use super::super::rule_error::RefusedEcho;
use super::super::rules::Stratego;
use super::tag;
use crate::fault::{Fault, FaultKind, FaultReason};
use crate::replay::{Replay, ReplayError, Turn, TurnResult, play_turn};

/// Writes the log of a match; `limit` is a bot's time for each answer. The log of a match that was
/// stopped has no end.
///
/// # Errors
/// If the replay's turns do not follow from its start.
pub fn write(replay: &Replay<Stratego>, limit: Duration) -> Result<String, ReplayError> {
    let text = write_verbatim(replay, limit, &|_| None)?;
    Ok(String::from_utf8(text).expect("a replay's words are text"))
}

/// Like [`write()`], with the raw bytes of responses: `raw` returns those of a turn, counted from
/// 0, whose words do not hold them all.
///
/// # Errors
/// If the replay's turns do not follow from its start.
pub fn write_verbatim<'a>(
    replay: &Replay<Stratego>,
    limit: Duration,
    raw: &dyn Fn(usize) -> Option<&'a [u8]>,
) -> Result<Vec<u8>, ReplayError> {
    let mut game = replay.start().map_err(|why| ReplayError { turn: 0, why: why.to_string() })?;
    let mut log = StrategoLogWriter::new([0, 1].map(|seat| replay.players[seat].name.as_str()), limit);
    let mut events = Vec::new();
    for (number, turn) in replay.turns.iter().enumerate() {
        let played = game.turn();
        events.clear();
        play_turn(&mut game, turn, &mut events)
            .map_err(|why| ReplayError { turn: number + 1, why: why.to_string() })?;
        log.turn(played, turn, raw(number), &events);
    }
    Ok(log.text)
}

/// Writes a log while its match is played.
#[derive(Debug)]
pub struct StrategoLogWriter {
    text: Vec<u8>,
    names: [String; 2],
    timeout: String,
    /// The rows of each side, until both are there.
    setups: [Option<String>; 2],
}

impl StrategoLogWriter {
    /// A log of a match between players of these names; `limit` is a bot's time for each answer.
    pub fn new(names: [&str; 2], limit: Duration) -> Self {
        Self {
            text: Vec::new(),
            names: names.map(|name| printed_name(name).to_owned()),
            timeout: format!("{:.6}", limit.as_secs_f64()),
            setups: Default::default(),
        }
    }

    /// Appends the outcome of a turn; `played` is the number of the game's turn before it, and
    /// `raw` the bytes of the response if the turn does not hold them all.
    pub fn turn(&mut self, played: u32, turn: &Turn<StrategoAction>, raw: Option<&[u8]>, events: &[StrategoEvent]) {
        let colour = Colour::from_seat(turn.seat);
        match &turn.result {
            TurnResult::Fault(fault) if fault.kind == FaultKind::Timeout => self.keep_timeout(fault),
            TurnResult::Action(action @ StrategoAction::Setup(_)) => {
                self.setups[colour as usize] = Some(action.to_string())
            }
            _ => {}
        }
        if played > 0 {
            write!(self.text, "{played} {}: ", tag(colour)).expect("a vector takes all that is written");
            self.response(turn, raw, events);
        } else if events.contains(&StrategoEvent::Began) {
            self.setups();
        }
        if let Some(StrategoEvent::Ended(ending)) = events.last() {
            self.end(ending);
        }
    }

    /// Returns the text that was written since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.text)
    }

    fn setups(&mut self) {
        for colour in Colour::BOTH {
            let rows = self.setups[colour as usize].as_deref().unwrap_or("INVALID!");
            writeln!(self.text, "{} {} SETUP\n{rows}", self.names[colour as usize], colour.name())
                .expect("a vector takes all that is written");
        }
    }

    /// Writes a response and its outcome. A response that could not be read has no outcome.
    fn response(&mut self, turn: &Turn<StrategoAction>, raw: Option<&[u8]>, events: &[StrategoEvent]) {
        let said = raw.or(turn.words.as_deref().map(str::as_bytes));
        let outcome = match &turn.result {
            TurnResult::Action(action) => {
                match said {
                    Some(words) => self.text.extend_from_slice(words),
                    None => write!(self.text, "{action}").expect("a vector takes all that is written"),
                }
                let moved = events.iter().find_map(|event| match event {
                    StrategoEvent::Moved { effect, .. } => Some(effect),
                    _ => None,
                });
                moved.map_or_else(|| " OK".to_owned(), |effect| format!(" {effect}"))
            }
            TurnResult::Fault(fault) if fault.kind == FaultKind::Resigned => "SURRENDER OK".to_owned(),
            TurnResult::Fault(fault) => {
                self.text.extend_from_slice(said.unwrap_or(fault.received.as_bytes()));
                if RefusedEcho::from_fault(fault) == RefusedEcho::Illegal { " ILLEGAL" } else { "" }.to_owned()
            }
        };
        writeln!(self.text, "{outcome}").expect("a vector takes all that is written");
    }

    /// Takes the limit from a fault: a log that was read names it there.
    fn keep_timeout(&mut self, fault: &Fault) {
        if let FaultReason::TimeLimit(seconds) = &fault.why {
            seconds.clone_into(&mut self.timeout);
        }
    }

    fn end(&mut self, ending: &StrategoEnding) {
        let whose = match ending.side {
            Some(side) if ending.turn > 0 => format!("on {}'s turn", side.name()),
            _ => {
                self.setups();
                "in the SETUP phase".to_owned()
            }
        };
        let reason = ending.reason.text(ending, &self.timeout);
        writeln!(
            self.text,
            "Game ends {whose} - REASON: {reason}\n{}",
            ending.result(self.names.each_ref().map(String::as_str))
        )
        .expect("a vector takes all that is written");
    }
}
