//! How many turns ago each cell of a board changed hands, as far as the turns were shown one after
//! the other. Knows no colours.

use botyard_engine::games::bitmartyr::{BitMartyrBoard, Unit};

/// How a cell came to be as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellChange {
    /// A unit has come to an empty cell, or the cell's unit has died.
    Moved,
    /// A unit of another team has taken it.
    Taken,
}

/// The last change of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellAge {
    /// How many turns ago it was, up to [`CellAge::OLD`].
    pub turns: u8,
    /// What it was.
    pub change: CellChange,
}

impl CellAge {
    /// From this age on, all cells look alike.
    pub const OLD: u8 = 7;
    /// How many ages there are.
    pub const COUNT: usize = 2 * (Self::OLD as usize + 1);

    /// Its place among all ages, from 0.
    pub fn index(self) -> usize {
        let kind = if self.change == CellChange::Taken { usize::from(Self::OLD) + 1 } else { 0 };
        kind + usize::from(self.turns.min(Self::OLD))
    }

    /// All ages, in the order of their places.
    pub fn all() -> impl Iterator<Item = Self> {
        [CellChange::Moved, CellChange::Taken]
            .into_iter()
            .flat_map(|change| (0..=Self::OLD).map(move |turns| Self { turns, change }))
    }

    const FIRST: Self = Self { turns: Self::OLD, change: CellChange::Moved };
}

/// The ages of all cells, row by row.
#[derive(Debug, Default)]
pub struct CellAges(Vec<CellAge>);

impl CellAges {
    /// Shows a board in the place of the one that was shown `turns` turns before; `None` if that is
    /// not known, and then all cells are old.
    pub fn show(&mut self, board: &BitMartyrBoard, before: Option<(&BitMartyrBoard, u8)>) {
        let before = before.filter(|(before, _)| self.0.len() == board.cells() && before.cells() == board.cells());
        let Some((before, turns)) = before else {
            self.0.clear();
            return self.0.resize(board.cells(), CellAge::FIRST);
        };
        let teams = |code: &u8| Unit::of_code(*code).map(|unit| unit.team);
        for (age, (was, is)) in self.0.iter_mut().zip(before.codes().iter().zip(board.codes())) {
            age.turns = age.turns.saturating_add(turns).min(CellAge::OLD);
            // The same code is the same team: most cells need no more than this.
            if was == is || teams(was) == teams(is) {
                continue;
            }
            let is_taken = teams(was).is_some() && teams(is).is_some();
            let change = if is_taken { CellChange::Taken } else { CellChange::Moved };
            *age = CellAge { turns: 0, change };
        }
    }

    /// The age of a cell.
    pub fn of(&self, cell: usize) -> CellAge {
        self.0.get(cell).copied().unwrap_or(CellAge::FIRST)
    }

    /// All of them.
    pub fn all(&self) -> &[CellAge] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_age_from_the_turn_in_which_they_changed_hands() {
        let board = |text: &str| text.parse::<BitMartyrBoard>().expect("a board");
        let (first, second) = (board("E2/1JJ"), board("EE1/1D1"));
        let mut ages = CellAges::default();
        let told = |ages: &CellAges| (0..6).map(|cell| (ages.of(cell).turns, ages.of(cell).change)).collect::<Vec<_>>();
        ages.show(&first, None);
        assert!(told(&ages).iter().all(|(turns, _)| *turns == CellAge::OLD), "nothing is known");
        ages.show(&second, Some((&first, 1)));
        let (old, moved, taken) = ((CellAge::OLD, CellChange::Moved), (0, CellChange::Moved), (0, CellChange::Taken));
        assert_eq!(told(&ages), [old, moved, old, old, taken, moved]);
        ages.show(&second, Some((&second, 3)));
        assert_eq!((ages.of(1).turns, ages.of(4)), (3, CellAge { turns: 3, change: CellChange::Taken }));
        ages.show(&board("1/1"), Some((&second, 1)));
        assert_eq!(ages.all().len(), 2, "a board of another size");
    }

    #[test]
    fn every_age_has_a_place() {
        assert!(CellAge::all().map(CellAge::index).eq(0..CellAge::COUNT));
    }
}
