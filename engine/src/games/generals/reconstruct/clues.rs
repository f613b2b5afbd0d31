//! The moves and faults that the boards of a log allow for the turns between them, period by
//! period. A period ends with growth. Knows no order of moving.

use super::super::action::{CellPosition, GeneralsAction};
use super::super::board::CellKind;
use super::super::reasons::GeneralsReason;
use super::super::recording::{RecordedBoard, RecordedChange, RecordedLog};
use super::ReconstructError;
use crate::fault::{Fault, FaultKind};
use crate::replay::TurnResult;
use crate::seat::Seat;

/// A possible action or fault of a seat.
pub(super) type TurnGuess = (Seat, TurnResult<GeneralsAction>);

/// The records up to a growth.
#[derive(Debug, Default)]
pub(super) struct LogPeriod {
    /// The possible actions and faults, one entry for each record.
    pub(super) records: Vec<Vec<TurnGuess>>,
    /// Whether growth has ended it.
    pub(super) grown: bool,
    /// Whether only one player is left after it.
    pub(super) decided: bool,
}

/// The clues of each period.
///
/// # Errors
/// If a board does not follow from the one before.
pub(super) fn periods(recording: &RecordedLog) -> Result<Vec<LogPeriod>, ReconstructError> {
    let (mut periods, mut period) = (Vec::new(), LogPeriod::default());
    let mut before: Option<RecordedBoard> = None;
    let mut grown = 0;
    for (index, record) in recording.records().iter().enumerate() {
        let frame = recording.frame(index);
        if record.rounds > grown {
            grown = record.rounds;
            period.grown = true;
            periods.push(std::mem::take(&mut period));
        } else if !matches!(record.change, RecordedChange::Nothing | RecordedChange::First) {
            let guesses = before.as_ref().map_or_else(Vec::new, |before| guesses(before, &frame, recording.columns()));
            if guesses.is_empty() {
                return Err(ReconstructError::Board(index + 1));
            }
            period.records.push(guesses);
        } else if record.change == RecordedChange::First {
            // Before the first growth, a player can only have lost its land by giving it up.
            let out = (0..frame.statistics.len()).filter(|&seat| frame.statistics[seat].1 == 0);
            period.records.extend(out.map(|seat| vec![given_up(Seat::new(seat))]));
        }
        period.decided = frame.statistics.iter().filter(|(_, land)| *land > 0).count() < 2;
        before = Some(frame);
    }
    periods.push(period);
    Ok(periods)
}

/// The player's land became neutral; the log does not give the reason.
pub(super) fn given_up(seat: Seat) -> TurnGuess {
    (seat, TurnResult::from(Fault::new(FaultKind::Exited, b"", GeneralsReason::UnknownToLog)))
}

/// The possible actions and faults between two boards.
fn guesses(before: &RecordedBoard, after: &RecordedBoard, columns: usize) -> Vec<TurnGuess> {
    let out = (0..after.statistics.len()).find(|&seat| before.statistics[seat].1 > 0 && after.statistics[seat].1 == 0);
    if let Some(victim) = out.map(Seat::new) {
        return departures(before, after, columns, victim);
    }
    let changed: Vec<_> = (0..after.cells.len()).filter(|&cell| after.cells[cell] != before.cells[cell]).collect();
    match changed[..] {
        [one, other] => [(one, other), (other, one)]
            .into_iter()
            .filter_map(|(from, to)| guess_march(before, after, columns, from, to))
            .collect(),
        _ => Vec::new(),
    }
}

/// A capital was captured from one of its neighbours, or given up.
fn departures(before: &RecordedBoard, after: &RecordedBoard, columns: usize, victim: Seat) -> Vec<TurnGuess> {
    let capital = (0..before.cells.len())
        .find(|&cell| before.cells[cell].kind == CellKind::Capital && before.cells[cell].owner == Some(victim));
    let Some(capital) = capital else { return Vec::new() };
    if after.cells[capital].owner.is_none() {
        return vec![given_up(victim)];
    }
    let near = (0..after.cells.len()).filter(|&cell| distance(cell, capital, columns) == 1);
    near.filter_map(|from| guess_march(before, after, columns, from, capital)).collect()
}

/// The march from one cell to the next, if it explains both.
fn guess_march(
    before: &RecordedBoard,
    after: &RecordedBoard,
    columns: usize,
    from: usize,
    to: usize,
) -> Option<TurnGuess> {
    let seat = after.cells[from].owner.filter(|_| after.cells[from].owner == before.cells[from].owner)?;
    let (had, has) = (before.cells[from].army, after.cells[from].army);
    let units = had.checked_sub(has).filter(|&units| units > 0)?;
    let option = match has {
        1 => GeneralsAction::ALL,
        _ if units == had / 2 => GeneralsAction::HALF,
        _ => return None,
    };
    let (then, now) = (before.cells[to], after.cells[to]);
    let expected = match then.owner == Some(seat) {
        true => (Some(seat), then.army.checked_add(units)?),
        false if units > then.army => (Some(seat), units - then.army),
        false => (then.owner, then.army - units),
    };
    let is_explained = distance(from, to, columns) == 1 && (now.owner, now.army) == expected;
    let place = |cell: usize| CellPosition { row: (cell / columns) as i32 + 1, column: (cell % columns) as i32 + 1 };
    is_explained.then(|| (seat, TurnResult::Action(GeneralsAction::March { option, from: place(from), to: place(to) })))
}

fn distance(one: usize, other: usize, columns: usize) -> usize {
    (one / columns).abs_diff(other / columns) + (one % columns).abs_diff(other % columns)
}
