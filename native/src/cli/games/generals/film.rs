//! A log of the original whose moves cannot be reconstructed: its boards, and the visible changes
//! between them.

use botyard_engine::games::generals::{Generals, RecordedChange, RecordedLog};
use botyard_engine::seat::Seat;
use botyard_picture::games::generals::text::{map, sight};
use botyard_picture::text::DrawText as _;

use super::super::BoardSequence;

/// A log that was read, and why it is not a match with moves.
pub struct RecordedBoards {
    log: RecordedLog,
    unexplained: String,
}

/// Whether a text begins like a log: with four numbers in a line.
pub fn begins(text: &[u8]) -> bool {
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let words: Vec<_> = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
    words.len() == 4 && words.iter().all(|word| word.iter().all(u8::is_ascii_digit))
}

impl RecordedBoards {
    /// Reads a log; `None` if the text does not begin like one.
    pub fn read(text: &str) -> Option<Result<Self, String>> {
        begins(text.as_bytes()).then(|| {
            let log = RecordedLog::read(text.as_bytes().to_vec()).map_err(|bad| bad.to_string())?;
            let unexplained = log.retold().err().map_or_else(String::new, |unexplained| format!(" ({unexplained})"));
            Ok(Self { log, unexplained })
        })
    }

    fn place(&self, cell: usize) -> String {
        format!("{} {}", cell / self.log.columns() + 1, cell % self.log.columns() + 1)
    }
}

impl BoardSequence for RecordedBoards {
    fn title(&self) -> String {
        let Self { log, unexplained } = self;
        let (players, rows, columns) = (log.players(), log.rows(), log.columns());
        let end = if log.is_complete() { "" } else { ", cut off" };
        format!(
            "Generals: {players} players on {rows} rows and {columns} columns, a log without moves{end}{unexplained}"
        )
    }

    fn count(&self) -> usize {
        self.log.records().len()
    }

    fn draw(&self, index: usize) -> String {
        let frame = self.log.frame(index);
        let cells = frame.cells.iter().map(|cell| sight(cell.kind, cell.owner, cell.army));
        let scores = frame.statistics.iter().enumerate().map(|(index, sums)| {
            match (Generals::seat_symbol(Seat::new(index)), sums) {
                (symbol, (_, 0)) => format!("{symbol}  out\n"),
                (symbol, (army, land)) => format!("{symbol}  army {army}, land {land}\n"),
            }
        });
        map(self.log.columns(), cells) + &scores.collect::<String>()
    }

    fn describe_turn(&self, index: usize) -> String {
        let record = self.log.records()[index];
        let happened = match record.change {
            RecordedChange::First => "the first board of the log".to_owned(),
            RecordedChange::Nothing => "a move that moved nothing".to_owned(),
            RecordedChange::Growth => "cities and capitals gained units".to_owned(),
            RecordedChange::Marched { seat, from, to, took } => {
                let verb = if took { "took" } else { "marched to" };
                format!("{} {verb} {} from {}", Generals::seat_symbol(seat), self.place(to), self.place(from))
            }
            RecordedChange::Conquered { victim, captor } => {
                format!("{} captured the capital of {}", Generals::seat_symbol(captor), Generals::seat_symbol(victim))
            }
            RecordedChange::Forfeited(seat) => {
                format!("{} is out; its land has no owner now", Generals::seat_symbol(seat))
            }
            RecordedChange::Unknown => "unknown change".to_owned(),
        };
        format!("{happened} (after about {} rounds)", record.rounds)
    }

    fn milestones(&self) -> Vec<usize> {
        let matters = |change| matches!(change, RecordedChange::Conquered { .. } | RecordedChange::Forfeited(_));
        let records = self.log.records().iter().enumerate();
        records.filter(|(_, record)| matters(record.change)).map(|(index, _)| index).collect()
    }
}
