//! The board as flat arrays, and the changes that can happen on it. Knows no turns, no faults and
//! no end of a match.
//!
//! Cells are counted row by row from 0. Ownership is also kept as one word of bits for each player
//! and row (a row has at most 50 cells), so that a player's view of a row costs three words.

use super::map::{GeneralsMap, Tile};
use crate::seat::Seat;

/// The kind of a cell now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum CellKind {
    /// Open ground.
    Empty = 1,
    /// A city, or a capital that was captured or given up.
    City = 2,
    /// The capital of a player who is alive.
    Capital = 3,
    /// No army can enter it.
    Mountain = 4,
}

/// Cells, owners, armies, and each player's sums.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneralsBoard {
    columns: usize,
    kinds: Vec<CellKind>,
    /// The owner of each cell: 0 for neutral, else the number of the player.
    owners: Vec<u8>,
    armies: Vec<u32>,
    /// The cells that are cities or capitals, which never change.
    towns: Vec<u16>,
    /// For each player and row, the columns of its cells.
    owned: Vec<u64>,
    army: Vec<u32>,
    land: Vec<u32>,
}

impl GeneralsBoard {
    /// The start: each player owns its capital with `garrison` units in it.
    pub(super) fn new(map: &GeneralsMap, garrison: u32) -> Self {
        let players = map.capitals().count();
        let cells = map.tiles().len();
        let mut board = Self {
            columns: map.columns(),
            kinds: map.tiles().iter().map(|&tile| kind(tile)).collect(),
            owners: vec![0; cells],
            armies: map.tiles().iter().map(|&tile| if let Tile::City(army) = tile { army } else { 0 }).collect(),
            towns: Vec::new(),
            owned: vec![0; players * map.rows()],
            army: vec![0; players],
            land: vec![0; players],
        };
        let towns = (0..cells).filter(|&cell| matches!(board.kinds[cell], CellKind::City | CellKind::Capital));
        board.towns = towns.map(|cell| cell as u16).collect();
        for (index, cell) in map.capitals().enumerate() {
            board.armies[cell] = garrison;
            board.army[index] = garrison;
            board.take_cell(cell, Seat::new(index));
        }
        board
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.kinds.len() / self.columns
    }

    /// How many columns it has.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many cells it has.
    pub fn cells(&self) -> usize {
        self.kinds.len()
    }

    /// How many bytes a copy takes besides the value itself.
    pub(super) fn bytes(&self) -> usize {
        let cells = size_of_val(&*self.kinds) + size_of_val(&*self.owners) + size_of_val(&*self.armies);
        let players = size_of_val(&*self.owned) + size_of_val(&*self.army) + size_of_val(&*self.land);
        cells + players + size_of_val(&*self.towns)
    }

    /// How many players it was made for.
    pub fn players(&self) -> usize {
        self.army.len()
    }

    /// The kind of a cell.
    pub fn kind(&self, cell: usize) -> CellKind {
        self.kinds[cell]
    }

    /// The owner of a cell; `None` if it is neutral.
    pub fn owner(&self, cell: usize) -> Option<Seat> {
        self.owners[cell].checked_sub(1).map(|index| Seat::new(index.into()))
    }

    /// How many units stand on a cell.
    pub fn army_at(&self, cell: usize) -> u32 {
        self.armies[cell]
    }

    /// How many units a player has in all.
    pub fn army(&self, seat: Seat) -> u32 {
        self.army[seat.index()]
    }

    /// How many cells a player has.
    pub fn land(&self, seat: Seat) -> u32 {
        self.land[seat.index()]
    }

    /// How many cities a player has, its capital included.
    pub fn cities(&self, seat: Seat) -> u32 {
        self.towns.iter().filter(|&&cell| self.owner(cell.into()) == Some(seat)).count() as u32
    }

    /// The cells of a player, in order.
    pub fn owned(&self, seat: Seat) -> impl Iterator<Item = usize> {
        let rows = self.rows();
        let columns = self.columns;
        self.owned[seat.index() * rows..][..rows].iter().enumerate().flat_map(move |(row, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let column = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(row * columns + column)
            })
        })
    }

    /// A row from left to right: the kind of each cell, its owner's number, its army.
    pub(super) fn row(&self, row: usize) -> impl Iterator<Item = (CellKind, u8, u32)> {
        let cells = row * self.columns..(row + 1) * self.columns;
        let owned = self.owners[cells.clone()].iter().zip(&self.armies[cells.clone()]);
        self.kinds[cells].iter().zip(owned).map(|(&kind, (&owner, &army))| (kind, owner, army))
    }

    /// The columns of a row that a player sees, as bits: its own cells and their eight neighbours.
    pub(super) fn seen(&self, seat: Seat, row: usize) -> u64 {
        let rows = self.rows();
        let owned = &self.owned[seat.index() * rows..][..rows];
        let near = owned[row.saturating_sub(1)..(row + 2).min(rows)].iter().fold(0, |near, word| near | word);
        near | near << 1 | near >> 1
    }

    /// Moves this many units; returns the change of owner if the target changed hands.
    pub(super) fn march_army(&mut self, from: usize, to: usize, units: u32) -> Option<OwnerChange> {
        let mover = self.owner(from)?;
        self.armies[from] -= units;
        if self.owner(to) == Some(mover) {
            self.armies[to] += units;
            return None;
        }
        let defender = self.owner(to);
        let lost = units.min(self.armies[to]);
        self.army[mover.index()] -= lost;
        if let Some(defender) = defender {
            self.army[defender.index()] -= lost;
        }
        self.armies[to] -= lost;
        if units == lost {
            return None;
        }
        self.leave(to);
        self.take_cell(to, mover);
        self.armies[to] = units - lost;
        Some(OwnerChange { from: defender, capital: self.kinds[to] == CellKind::Capital })
    }

    /// A capital has fallen: it is a city now, and the rest of the victim's land goes over with
    /// half its armies, rounded up.
    pub(super) fn hand_over(&mut self, capital: usize, victim: Seat, captor: Seat) {
        self.kinds[capital] = CellKind::City;
        for cell in self.owned(victim).collect::<Vec<_>>() {
            self.leave(cell);
            self.army[victim.index()] -= self.armies[cell];
            self.armies[cell] = self.armies[cell].div_ceil(2);
            self.army[captor.index()] += self.armies[cell];
            self.take_cell(cell, captor);
        }
    }

    /// Removes a player: its land becomes neutral, with the armies on it, and its capital a city.
    pub(super) fn abandon(&mut self, seat: Seat) {
        for cell in self.owned(seat).collect::<Vec<_>>() {
            self.leave(cell);
            if self.kinds[cell] == CellKind::Capital {
                self.kinds[cell] = CellKind::City;
            }
        }
        self.army[seat.index()] = 0;
    }

    /// Every owned city and capital gains a unit.
    pub(super) fn grow_towns(&mut self) {
        for &cell in &self.towns {
            if let Some(owner) = self.owners[usize::from(cell)].checked_sub(1) {
                self.armies[usize::from(cell)] += 1;
                self.army[usize::from(owner)] += 1;
            }
        }
    }

    /// Every owned cell of open ground gains a unit.
    pub(super) fn grow_land(&mut self) {
        for cell in 0..self.kinds.len() {
            if let (CellKind::Empty, Some(owner)) = (self.kinds[cell], self.owners[cell].checked_sub(1)) {
                self.armies[cell] += 1;
                self.army[usize::from(owner)] += 1;
            }
        }
    }

    /// Puts something else under the fog, behind the back of all sums.
    #[cfg(test)]
    pub(super) fn disguise(&mut self, cell: usize, kind: CellKind, owner: u8, army: u32) {
        (self.kinds[cell], self.owners[cell], self.armies[cell]) = (kind, owner, army);
    }

    fn take_cell(&mut self, cell: usize, seat: Seat) {
        self.owners[cell] = seat.number() as u8;
        self.land[seat.index()] += 1;
        let word = self.word(cell, seat);
        self.owned[word] |= 1 << (cell % self.columns);
    }

    fn leave(&mut self, cell: usize) {
        let Some(seat) = self.owner(cell) else { return };
        self.owners[cell] = 0;
        self.land[seat.index()] -= 1;
        let word = self.word(cell, seat);
        self.owned[word] &= !(1 << (cell % self.columns));
    }

    fn word(&self, cell: usize, seat: Seat) -> usize {
        seat.index() * self.rows() + cell / self.columns
    }
}

/// A cell that changed hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OwnerChange {
    /// The player that lost the cell; `None` if it was neutral.
    pub(super) from: Option<Seat>,
    /// Whether it is that player's capital.
    pub(super) capital: bool,
}

fn kind(tile: Tile) -> CellKind {
    match tile {
        Tile::Empty => CellKind::Empty,
        Tile::City(_) => CellKind::City,
        Tile::Capital => CellKind::Capital,
        Tile::Mountain => CellKind::Mountain,
    }
}
