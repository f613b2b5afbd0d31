//! The conversation with a bot, as generals-tournament held it. Knows no rules: an impossible move
//! is rules.rs.

use super::action::GeneralsAction;
use super::board::CellKind;
use super::rules::Generals;
use super::settings::GeneralsSettings;
use super::view::{GeneralsView, SightedCell};
use crate::codec::{MisreadError, Protocol, SessionCodec};
use crate::fault::FaultReason;
use crate::game::Outcome;
use crate::inbox::Inbox;
use crate::seat::Seat;

/// One seat's conversation.
#[derive(Debug)]
pub struct GeneralsCodec {
    /// `n m k id`, until it has been sent.
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
    fn write_question(&mut self, view: GeneralsView<'_>, stdin: &mut Vec<u8>) {
        self.write_header(stdin);
        // Most of a large map is fog: four bytes a cell.
        stdin.reserve(4 * view.rows() * view.columns());
        write_status(view.statistics(), (0..view.rows()).flat_map(|row| view.cells_in(row)), stdin);
    }

    /// One line, empty ones passed over. The last line of a bot that has ended may lack its
    /// newline.
    fn read_answer(&mut self, stdout: &mut Inbox) -> Result<Option<GeneralsAction>, MisreadError> {
        loop {
            let whole = stdout.unread().contains(&b'\n');
            if !whole && (!stdout.is_ended() || stdout.unread().is_empty()) {
                return Ok(None);
            }
            let line = if whole { stdout.line().unwrap_or_default() } else { stdout.rest() };
            if !line.trim_ascii().is_empty() {
                return read(line).map(Some);
            }
        }
    }

    /// A bot that never had a turn is sent its header first, so that it reads its `0` where it
    /// expects it.
    fn write_end(&mut self, _: Option<&Outcome>, stdin: &mut Vec<u8>) {
        self.write_header(stdin);
        stdin.extend_from_slice(b"0\n");
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
    cells: impl Iterator<Item = SightedCell>,
    out: &mut Vec<u8>,
) {
    out.extend_from_slice(b"1\n");
    for (army, land) in statistics {
        write_number(army, b' ', out);
        write_number(land, b'\n', out);
    }
    let mut lines = CellLines { bytes: [0; ROOM], length: 0, out };
    cells.for_each(|cell| lines.write_cell(cell));
    lines.flush();
}

/// The bytes of lines that reach the output at once.
const ROOM: usize = 512;
/// The length of the longest of these lines.
const LINE: usize = 8;

/// Lines of cells, written to the output in batches to save checks. The most frequent lines are
/// written without a branch, because fog and ground alternate.
struct CellLines<'a> {
    bytes: [u8; ROOM],
    length: usize,
    out: &'a mut Vec<u8>,
}

/// The lines of cells without an army, by visibility and kind, and their lengths.
const UNOCCUPIED: [([u8; LINE], usize); 8] = [
    (*b"0 1\n    ", 4),
    (*b"0 2\n    ", 4),
    (*b"0 1\n    ", 4),
    (*b"0 2\n    ", 4),
    (*b"1 1 0 0\n", LINE),
    (*b"1 2 0 0\n", LINE),
    (*b"1 3 0 0\n", LINE),
    (*b"1 4\n    ", 4),
];

impl CellLines<'_> {
    #[inline]
    fn write_cell(&mut self, SightedCell { is_clear, kind, owner, army }: SightedCell) {
        if is_clear & (u32::from(owner) | army != 0) {
            return self.write_occupied(kind, owner, army);
        }
        let (line, length) = UNOCCUPIED[(usize::from(is_clear) << 2 | (kind as usize - 1)) % UNOCCUPIED.len()];
        self.write(line, length);
    }

    fn write_occupied(&mut self, kind: CellKind, owner: u8, army: u32) {
        let kind = b'0' + kind as u8;
        if owner < 10 && army < 10 {
            return self.write([b'1', b' ', kind, b' ', b'0' + owner, b' ', b'0' + army as u8, b'\n'], LINE);
        }
        self.flush();
        self.out.extend_from_slice(&[b'1', b' ', kind, b' ']);
        write_number(owner.into(), b' ', self.out);
        write_number(army, b'\n', self.out);
    }

    #[inline]
    fn write(&mut self, line: [u8; LINE], length: usize) {
        if self.length > ROOM - LINE {
            self.flush();
        }
        self.bytes[self.length..self.length + LINE].copy_from_slice(&line);
        self.length += length;
    }

    fn flush(&mut self) {
        self.out.extend_from_slice(&self.bytes[..self.length]);
        self.length = 0;
    }
}

fn write_number(number: u32, end: u8, out: &mut Vec<u8>) {
    if number < 10 {
        return out.extend_from_slice(&[b'0' + number as u8, end]);
    }
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    out.push(end);
}
