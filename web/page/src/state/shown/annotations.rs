//! What bots have drawn and reported in the turn that is shown.

use std::ops::RangeInclusive;
use std::rc::Rc;

use botyard_engine::annotation::{Annotation, KEPT_PER_TURN};
use botyard_engine::seat::Seat;
use botyard_web_games::SeatAnnotations;

use super::Shown;
use crate::state::Context;

/// What the inspected bot has reported.
#[derive(Debug, Clone, PartialEq)]
pub struct BotReport {
    /// Whether its annotations are drawn on the board.
    pub is_drawn: bool,
    /// Its evaluations of all turns.
    pub evaluations: Rc<Vec<TurnEvaluation>>,
    /// The values that it watches, with their names, in the turn that is shown.
    pub watched: Vec<(String, String)>,
    /// What was left out in the turn that is shown, in a sentence.
    pub note: Option<String>,
}

/// A bot's evaluation of its position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TurnEvaluation {
    /// How many turns have been played with the turn in which the bot printed it.
    pub at: usize,
    /// The number of that turn for people.
    pub number: usize,
    /// The evaluation.
    pub value: f64,
}

impl Shown {
    /// What the bots draw on the board in the position that is shown. Nothing while a person must not see
    /// what others know, and in one seat's view only what that seat's bot draws.
    pub fn board_annotations(&self, context: &Context) -> Vec<SeatAnnotations> {
        if self.is_veiled(context) {
            return Vec::new();
        }
        let eyes = self.eyes(context);
        let seats = self.inspection.drawing.iter().filter(|seat| eyes.is_none_or(|eyes| eyes == *seat));
        let drawn = seats.filter_map(|seat| {
            let (turns, asked) = self.annotated_turns(seat)?;
            let drawn = self.shown_match.annotations.of_turns(seat, turns).drawn().to_vec();
            (!drawn.is_empty()).then_some(SeatAnnotations { seat, asked, drawn })
        });
        drawn.collect()
    }

    /// What the inspected bot has reported; `None` if it has reported nothing in the whole match.
    pub fn bot_report(&self) -> Option<BotReport> {
        let (seat, annotations) = (self.inspection.seat, &self.shown_match.annotations);
        if !annotations.has_any(seat) {
            return None;
        }
        let (lines, stops) = (self.shown_match.record.lines(), self.shown_match.record.stops());
        let evaluations = annotations.evaluations(seat).into_iter().map(|(turn, value)| {
            let at = (turn..lines.len()).find(|&index| lines[index].seat == seat).unwrap_or(lines.len().max(1) - 1) + 1;
            TurnEvaluation { at, number: stops.number(at), value }
        });
        let turn = self.annotated_turns(seat).map(|(turns, _)| annotations.of_turns(seat, turns)).unwrap_or_default();
        let watched = turn.kept.iter().filter_map(|annotation| match annotation {
            Annotation::Watch { name, value } => Some((name.to_string(), value.to_string())),
            _ => None,
        });
        Some(BotReport {
            is_drawn: self.inspection.drawing.contains(seat),
            evaluations: Rc::new(evaluations.collect()),
            watched: watched.collect(),
            note: left_out(turn.dropped, turn.unreadable),
        })
    }

    /// The numbers of turns that had been played when a bot printed what belongs to its last turn in the
    /// position that is shown, and how many had been played when it was asked. `None` before its first turn.
    fn annotated_turns(&self, seat: Seat) -> Option<(RangeInclusive<usize>, usize)> {
        let record = &self.shown_match.record;
        let lines = record.lines();
        let at = self.playback.at.min(lines.len());
        let mut own = (0..at).rev().filter(|&turn| lines[turn].seat == seat);
        let last = own.next()?;
        let first = own.next().map_or(0, |turn| turn + 1);
        Some((first..=last, record.stops().before(last + 1)))
    }
}

fn left_out(dropped: usize, unreadable: usize) -> Option<String> {
    let dropped = (dropped > 0)
        .then(|| format!("Only {KEPT_PER_TURN} of its {} annotations are shown.", dropped + KEPT_PER_TURN));
    let unreadable = match unreadable {
        0 => None,
        1 => Some("1 line that begins with @ is not an annotation.".to_owned()),
        count => Some(format!("{count} lines that begin with @ are not annotations.")),
    };
    let notes: Vec<_> = dropped.into_iter().chain(unreadable).collect();
    (!notes.is_empty()).then(|| notes.join(" "))
}
