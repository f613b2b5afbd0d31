//! The original's log, read as a sequence of boards. Knows no files and no rules; log.rs writes
//! logs.
//!
//! A log has no moves: a turn leaves its resulting board, a pass leaves no record. So this module
//! returns boards instead of a replay, each with the change that it shows since the one before:
//! growth, a step from cell to cell, a conquest, a player's end, or no change. Rounds are counted
//! by growth, every second round.

use super::board::CellKind;
use super::map::SIDE_MAX;
use crate::seat::{Seat, Seats};

/// A log, checked from end to end.
#[derive(Debug, Clone)]
pub struct RecordedLog {
    text: Vec<u8>,
    rows: usize,
    columns: usize,
    players: usize,
    records: Vec<RecordedTurn>,
    complete: bool,
}

/// The data of one record without its board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordedTurn {
    /// Where its text starts.
    start: usize,
    /// How many rounds were over, or one fewer: growth shows every second.
    pub rounds: u32,
    /// The change since the record before.
    pub change: RecordedChange,
}

/// The change between two records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordedChange {
    /// It is the first record.
    First,
    /// A move that moved no units.
    Nothing,
    /// Cities and capitals have grown.
    Growth,
    /// An army went from one cell to another, counted row by row from 0.
    Marched {
        /// The seat that moved.
        seat: Seat,
        /// From where.
        from: usize,
        /// To where.
        to: usize,
        /// Whether the cell changed hands.
        took: bool,
    },
    /// A capital was captured.
    Conquered {
        /// The seat that lost.
        victim: Seat,
        /// By whom.
        captor: Seat,
    },
    /// A player's land became neutral.
    Forfeited(Seat),
    /// Something else: the original has not written this.
    Unknown,
}

/// The board of one record.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordedBoard {
    /// Army and land of each player.
    pub statistics: Vec<(u32, u32)>,
    /// The cells, row by row.
    pub cells: Vec<RecordedCell>,
}

/// A cell of a recorded board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordedCell {
    /// The kind of the cell.
    pub kind: CellKind,
    /// The owner of the cell; `None` if it is neutral.
    pub owner: Option<Seat>,
    /// How many units stand there.
    pub army: u32,
}

/// Why a text is not a log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct RecordedLogError {
    /// The line where it shows, from 1.
    pub line: usize,
    /// The description of the error.
    pub why: String,
}

impl RecordedLog {
    /// Reads a log. One that was cut off is read up to its last whole record.
    ///
    /// # Errors
    /// If the text is not a log.
    pub fn read(text: Vec<u8>) -> Result<Self, RecordedLogError> {
        let mut scanner = NumberScanner { text: &text, at: 0 };
        let [rows, columns, players] = scanner.header()?;
        let mut recording = Self { text: Vec::new(), rows, columns, players, records: Vec::new(), complete: false };
        let (mut before, mut frame) = (None::<RecordedBoard>, RecordedBoard::default());
        let mut grown = 0;
        while let Some(more) = scanner.number() {
            if more? == 0 {
                recording.complete = true;
                break;
            }
            let start = scanner.at;
            if !scanner.frame(rows * columns, players, &mut frame)? {
                break;
            }
            let change = before.as_ref().map_or(RecordedChange::First, |before| frame.change(before));
            // Before the second round is over, only growth raises a capital's army.
            let first_growth =
                change == RecordedChange::First && frame.cells.iter().any(RecordedCell::is_grown_capital);
            grown += u32::from(first_growth || change == RecordedChange::Growth);
            recording.records.push(RecordedTurn { start, rounds: 2 * grown, change });
            before = Some(frame.clone());
        }
        if recording.complete && scanner.word().is_some() {
            return Err(scanner.bad("something comes after the end".to_owned()));
        }
        recording.text = text;
        Ok(recording)
    }

    /// How many rows the board has.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns the board has.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many players there were.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Whether the log has its end.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The records in order.
    pub fn records(&self) -> &[RecordedTurn] {
        &self.records
    }

    /// The board of a record.
    ///
    /// # Panics
    /// If there is no such record.
    pub fn frame(&self, index: usize) -> RecordedBoard {
        let mut frame = RecordedBoard::default();
        let mut scanner = NumberScanner { text: &self.text, at: self.records[index].start };
        let read = scanner.frame(self.rows * self.columns, self.players, &mut frame);
        read.expect("it was read before");
        frame
    }
}

impl RecordedCell {
    fn is_grown_capital(&self) -> bool {
        self.kind == CellKind::Capital && self.army > 1
    }

    /// The cell with one unit more.
    fn grown(self) -> Self {
        Self { army: self.army.saturating_add(1), ..self }
    }
}

impl RecordedBoard {
    /// The visible change since the frame before.
    fn change(&self, before: &Self) -> RecordedChange {
        let out =
            (0..self.statistics.len()).find(|&seat| before.statistics[seat].1 > 0 && self.statistics[seat].1 == 0);
        if let Some(victim) = out.map(Seat::new) {
            return self.departure(before, victim);
        }
        let changed: Vec<_> = (0..self.cells.len()).filter(|&cell| self.cells[cell] != before.cells[cell]).collect();
        if changed.is_empty() {
            RecordedChange::Nothing
        } else if changed.iter().all(|&cell| self.cells[cell] == before.cells[cell].grown()) {
            RecordedChange::Growth
        } else if let [one, other] = changed[..] {
            let march = self.find_march(before, one, other).or_else(|| self.find_march(before, other, one));
            march.unwrap_or(RecordedChange::Unknown)
        } else {
            RecordedChange::Unknown
        }
    }

    fn departure(&self, before: &Self, victim: Seat) -> RecordedChange {
        let heir = before.cells.iter().zip(&self.cells).find(|(then, _)| then.owner == Some(victim));
        match heir.and_then(|(_, now)| now.owner) {
            Some(captor) => RecordedChange::Conquered { victim, captor },
            None => RecordedChange::Forfeited(victim),
        }
    }

    /// The march from one cell to another, if a march explains the difference. If a fight does not
    /// show which side attacked, both directions are possible.
    fn find_march(&self, before: &Self, from: usize, to: usize) -> Option<RecordedChange> {
        let seat = self.cells[from].owner.filter(|_| self.cells[from].owner == before.cells[from].owner)?;
        let (had, has) = (before.cells[from].army, self.cells[from].army);
        let units = had.checked_sub(has).filter(|&units| units > 0 && (has == 1 || units == had / 2))?;
        let (then, now) = (before.cells[to], self.cells[to]);
        let took = then.owner != now.owner;
        let expected = match (then.owner == Some(seat), took) {
            (true, _) => then.army.checked_add(units)?,
            (false, true) => units.checked_sub(then.army)?,
            (false, false) => then.army.checked_sub(units)?,
        };
        (now.army == expected && (!took || now.owner == Some(seat))).then_some(RecordedChange::Marched {
            seat,
            from,
            to,
            took,
        })
    }
}

/// The numbers of a log.
struct NumberScanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> NumberScanner<'a> {
    fn word(&mut self) -> Option<&'a [u8]> {
        let rest = &self.text[self.at..];
        let start = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        // A word at the very end may have been cut off, so it does not count.
        let length = rest[start..].iter().position(u8::is_ascii_whitespace)?;
        self.at += start + length;
        Some(&rest[start..start + length])
    }

    /// The next number; `None` where the text ends.
    fn number(&mut self) -> Option<Result<u32, RecordedLogError>> {
        let word = self.word()?;
        let number = word.iter().try_fold(0_u32, |number, byte| {
            let digit = byte.wrapping_sub(b'0');
            (digit < 10).then(|| number.checked_mul(10)?.checked_add(digit.into())).flatten()
        });
        Some(number.ok_or_else(|| {
            let word = String::from_utf8_lossy(&word[..word.len().min(40)]).into_owned();
            self.bad(format!("invalid number `{}`", crate::fault::printable(&word)))
        }))
    }

    /// The next two numbers; `None` where the text ends.
    fn pair(&mut self) -> Result<Option<(u32, u32)>, RecordedLogError> {
        let Some(one) = self.number().transpose()? else {
            return Ok(None);
        };
        Ok(self.number().transpose()?.map(|other| (one, other)))
    }

    fn bad(&self, why: String) -> RecordedLogError {
        RecordedLogError { line: 1 + self.text[..self.at].iter().filter(|&&byte| byte == b'\n').count(), why }
    }

    /// Rows, columns and players.
    fn header(&mut self) -> Result<[usize; 3], RecordedLogError> {
        let mut header = [0; 4];
        for slot in &mut header {
            let number = self.number().unwrap_or_else(|| Err(self.bad("the header is missing".to_owned())))?;
            *slot = number as usize;
        }
        match header {
            [rows @ 1..=SIDE_MAX, columns @ 1..=SIDE_MAX, players @ 1..=Seats::MAX, 0] => Ok([rows, columns, players]),
            [.., 0] => Err(self.bad("no map has such a size or so many players".to_owned())),
            [.., id] => Err(self.bad(format!("this is what player {id} read, not a log: a log's fourth number is 0"))),
        }
    }

    /// Reads a record; `false` where the text ends within it.
    fn frame(&mut self, cells: usize, players: usize, frame: &mut RecordedBoard) -> Result<bool, RecordedLogError> {
        frame.statistics.clear();
        frame.cells.clear();
        for _ in 0..players {
            let Some(sums) = self.pair()? else {
                return Ok(false);
            };
            frame.statistics.push(sums);
        }
        for _ in 0..cells {
            let Some(cell) = self.cell(players)? else {
                return Ok(false);
            };
            frame.cells.push(cell);
        }
        Ok(true)
    }

    fn cell(&mut self, players: usize) -> Result<Option<RecordedCell>, RecordedLogError> {
        let Some(head) = self.pair()? else {
            return Ok(None);
        };
        let kind = match head {
            (1, 1) => CellKind::Empty,
            (1, 2) => CellKind::City,
            (1, 3) => CellKind::Capital,
            (1, 4) => return Ok(Some(RecordedCell { kind: CellKind::Mountain, owner: None, army: 0 })),
            (seen, kind) => return Err(self.bad(format!("invalid cell `{seen} {kind}`"))),
        };
        let Some((owner, army)) = self.pair()? else {
            return Ok(None);
        };
        let owner = owner as usize;
        if owner > players {
            return Err(self.bad(format!("there is no player {owner}")));
        }
        Ok(Some(RecordedCell { kind, owner: owner.checked_sub(1).map(Seat::new), army }))
    }
}
