//! What the search has already found out about positions. A later finding in the same slot replaces the earlier one.

use super::super::{Board, COLUMNS, Column};

const KEY_BITS: u32 = 49;
const SLOT_BITS: u32 = 19;
const TAG_BITS: u32 = KEY_BITS - SLOT_BITS;
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// 2^19 slots of eight bytes, 4 MiB.
pub(super) struct Table(Vec<Slot>);

/// One finding.
#[derive(Clone, Copy)]
pub(in crate::connect_four) struct Known {
    value: i8,
    depth: u8,
    bound: Bound,
    column: u8,
}

/// How a finding's value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true value is no higher.
    AtMost,
    /// It is the true value.
    Exact,
    /// The true value is no lower.
    AtLeast,
}

#[derive(Clone, Copy)]
struct Slot {
    tag: u32,
    known: Known,
}

impl Table {
    pub(super) fn new() -> Self {
        // No position has this tag's thirty-first bit, so an empty slot is never taken for a finding.
        let known = Known { value: 0, depth: 0, bound: Bound::Exact, column: 0 };
        Self(vec![Slot { tag: u32::MAX, known }; 1 << SLOT_BITS])
    }

    pub(super) fn look_up(&self, board: &Board) -> Option<Known> {
        let (slot, tag) = place(board);
        let slot = &self.0[slot];
        (slot.tag == tag).then_some(slot.known)
    }

    pub(super) fn keep(&mut self, board: &Board, known: Known) {
        let (slot, tag) = place(board);
        self.0[slot] = Slot { tag, known };
    }
}

impl Known {
    /// `value` lies between -127 and 127, `depth` between 0 and 42.
    pub(super) fn new(value: i32, depth: u32, bound: Bound, column: Column) -> Self {
        Self { value: value as i8, depth: depth as u8, bound, column: column.index() as u8 }
    }

    /// The move that was best.
    pub(super) fn column(self) -> Column {
        COLUMNS[usize::from(self.column)]
    }

    /// The answer to a search of `depth` between `alpha` and `beta`, if this finding already gives it.
    pub(super) fn settles(self, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        let value = i32::from(self.value);
        let proven = value.abs() > super::PROVEN;
        let settled = match self.bound {
            Bound::Exact => true,
            Bound::AtMost => value <= alpha,
            Bound::AtLeast => value >= beta,
        };
        (settled && (proven || u32::from(self.depth) >= depth)).then(|| value.clamp(alpha, beta))
    }
}

// Multiplying by an odd number modulo 2^49 maps positions one to one, so slot and tag together name exactly one of them:
// two positions are never mistaken for each other.
fn place(board: &Board) -> (usize, u32) {
    let spread = board.key().wrapping_mul(SPREAD) & ((1 << KEY_BITS) - 1);
    ((spread >> TAG_BITS) as usize, (spread & ((1 << TAG_BITS) - 1)) as u32)
}
