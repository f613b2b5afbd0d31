//! The conversation with a bot, as generals-tournament held it. Knows no rules: an impossible move is rules.rs.

use super::action::GeneralsAction;
use super::board::CellKind;
use super::rules::Generals;
use super::settings::GeneralsSettings;
use super::view::{CellView, GeneralsView};
use crate::codec::{MisreadError, Protocol, SessionCodec};
use crate::fault::FaultReason;
use crate::game::Outcome;
use crate::inbox::Inbox;
use crate::seat::Seat;

/// One seat's conversation.
#[derive(Debug)]
pub struct GeneralsCodec {
    /// `n m k id`, until it has been said.
    header: Option<[usize; 4]>,
}

impl GeneralsCodec {
    /// For the bot in this seat.
    pub fn new(settings: &GeneralsSettings, seat: Seat) -> Self {
        let map = &settings.map;
        Self { header: Some([map.rows(), map.columns(), map.capitals().count(), seat.number()]) }
    }

    fn write_header(&mut self, out: &mut Vec<u8>) {
        if let Some(header) = self.header.take() {
            write_header(header, out);
        }
    }
}

impl Protocol for Generals {
    fn write_canonical(action: &GeneralsAction, out: &mut Vec<u8>) {
        match action {
            GeneralsAction::Pass => out.extend_from_slice(b"-1"),
            GeneralsAction::March { option, from, to } => {
                let numbers = [*option, from.row, from.column, to.row, to.column];
                for (at, number) in numbers.into_iter().enumerate() {
                    out.extend_from_slice(if at == 0 { b"" } else { b" " });
                    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
                }
            }
        }
    }
}

impl SessionCodec<Generals> for GeneralsCodec {
    fn write_question(&mut self, view: GeneralsView<'_>, out: &mut Vec<u8>) {
        self.write_header(out);
        // Most of a large map is fog: four bytes a cell.
        out.reserve(4 * view.rows() * view.columns());
        write_status(view.statistics(), (0..view.rows()).flat_map(|row| view.row(row)), out);
    }

    /// One line, empty ones passed over. The last line of a bot that has ended may lack its newline.
    fn read_answer(&mut self, input: &mut Inbox) -> Result<Option<GeneralsAction>, MisreadError> {
        loop {
            let whole = input.unread().contains(&b'\n');
            if !whole && (!input.is_ended() || input.unread().is_empty()) {
                return Ok(None);
            }
            let line = if whole { input.line().unwrap_or_default() } else { input.rest() };
            if !line.trim_ascii().is_empty() {
                return read(line).map(Some);
            }
        }
    }

    /// A bot that never had a turn is told who it was, so that it reads its `0` where it expects it.
    fn write_end(&mut self, _: Option<&Outcome>, out: &mut Vec<u8>) {
        self.write_header(out);
        out.extend_from_slice(b"0\n");
    }
}

fn read(line: &[u8]) -> Result<GeneralsAction, MisreadError> {
    let text = std::str::from_utf8(line).map_err(|_| MisreadError::new(FaultReason::NotText))?;
    text.parse().map_err(|why: super::action::ParseActionError| MisreadError::new(why))
}

pub(super) fn write_header([rows, columns, players, id]: [usize; 4], out: &mut Vec<u8>) {
    write_number(rows as u32, b' ', out);
    write_number(columns as u32, b' ', out);
    write_number(players as u32, b' ', out);
    write_number(id as u32, b'\n', out);
}

/// A status: that the match goes on, each player's army and land, and the cells.
pub(super) fn write_status(
    statistics: impl Iterator<Item = (u32, u32)>,
    cells: impl Iterator<Item = CellView>,
    out: &mut Vec<u8>,
) {
    out.extend_from_slice(b"1\n");
    for (army, land) in statistics {
        write_number(army, b' ', out);
        write_number(land, b'\n', out);
    }
    cells.for_each(|sight| write_sight(sight, out));
}

fn write_sight(sight: CellView, out: &mut Vec<u8>) {
    match sight {
        CellView::Fog => out.extend_from_slice(b"0 1\n"),
        CellView::Obstacle => out.extend_from_slice(b"0 2\n"),
        CellView::Mountain => out.extend_from_slice(b"1 4\n"),
        CellView::Clear { kind: CellKind::Empty, owner: 0, army: 0 } => out.extend_from_slice(b"1 1 0 0\n"),
        CellView::Clear { kind, owner, army } => {
            out.extend_from_slice(&[b'1', b' ', b'0' + kind as u8, b' ']);
            write_number(owner.into(), b' ', out);
            write_number(army, b'\n', out);
        }
    }
}

fn write_number(number: u32, end: u8, out: &mut Vec<u8>) {
    if number < 10 {
        return out.extend_from_slice(&[b'0' + number as u8, end]);
    }
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    out.push(end);
}
