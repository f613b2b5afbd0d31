//! The effect of a turn, in stages: every unit that does not die contends for the cell it goes to,
//! and leaves a clone that contends for the cell it leaves; on each cell the highest health lives;
//! if several units share it, none of them lives. Knows nothing about the players.
//!
//! The order of the units does not matter: of a cell's contenders only the highest health is kept,
//! and whether several units have it.

use super::board::{BitMartyrBoard, Census, STRETCH, TEAMS_MAX, UnitCode, health, is_lively, team};
use super::order::{Order, Orders};

/// The board after a turn. `orders` has those of each team, one for each of its units, row by row;
/// A missing order is done as `missing`.
pub(super) fn played(board: &BitMartyrBoard, orders: &[Orders], missing: Order) -> BitMartyrBoard {
    let mut contest = CellContest { cells: vec![0; board.cells()] };
    let mut readers: [_; TEAMS_MAX] =
        std::array::from_fn(|team| orders.get(team).map(Orders::reader).unwrap_or_default());
    let [left, right] = [Order::Left as usize, Order::Right as usize];
    let dying = 1_u8 << Order::Die as u8 | if missing == Order::Die { 1 << Order::Missing as u8 } else { 0 };
    let (width, height) = (board.width(), board.height());
    for (y, row) in board.codes().chunks_exact(width).enumerate() {
        let own = y * width;
        let above = if y == 0 { board.cells() } else { own } - width;
        let below = if y + 1 == height { 0 } else { own + width };
        // Indexed by an order's number, with an entry for each number that a reader can return;
        // steps back wrap around.
        let steps = [0, above.wrapping_sub(own), 1, below.wrapping_sub(own), 0_usize.wrapping_sub(1), 0, 0, 0];
        for (at, stretch) in row.chunks(STRETCH).enumerate().filter(|(_, stretch)| is_lively(stretch)) {
            // A bit for each cell with a unit: where units are is nearly random, so a processor would
            // often mispredict a jump for each cell.
            let mut units = stretch.iter().rev().fold(0_u32, |bits, &code| bits << 1 | u32::from(health(code) > 0));
            while units != 0 {
                let offset = units.trailing_zeros() as usize;
                units &= units - 1;
                let (x, unit) = (at * STRETCH + offset, stretch[offset]);
                let (cell, order) = (own + x, readers[team(unit)].next());
                let step = match order {
                    order if order == left && x == 0 => width - 1,
                    order if order == right && x + 1 == width => 1_usize.wrapping_sub(width),
                    order => steps[order],
                };
                if dying >> order & 1 == 0 {
                    contest.act(unit, cell, cell.wrapping_add(step));
                }
            }
        }
    }
    let census = contest.settle_cells();
    BitMartyrBoard::of_codes(width, contest.cells, census)
}

/// The contenders of each cell, as far as they matter: the highest health so far and its team, or
/// that it is shared.
struct CellContest {
    cells: Vec<UnitCode>,
}

/// The team of contenders that share the highest health.
const SHARED: UnitCode = !0b111;

impl CellContest {
    #[inline]
    fn act(&mut self, unit: UnitCode, cell: usize, target: usize) {
        self.contend(target, unit);
        // Where a side has one cell, a move can lead back: that is not a move.
        if target != cell {
            self.leave_clone(cell, unit);
        }
    }

    /// A unit of health 1 leaves a clone without health: no contender.
    #[inline]
    fn leave_clone(&mut self, cell: usize, unit: UnitCode) {
        self.contend(cell, unit - 1);
    }

    #[inline]
    fn contend(&mut self, cell: usize, contender: UnitCode) {
        let highest = &mut self.cells[cell];
        // Which health is higher is nearly random, and a processor would mispredict a jump.
        let shared = if health(contender) == health(*highest) { SHARED } else { 0 };
        *highest = if health(contender) > health(*highest) { contender } else { *highest | shared };
    }

    /// Leaves the survivors, and counts them.
    fn settle_cells(&mut self) -> Census {
        // Neighbours are counted apart: most cells are empty, and adding to a number that was just
        // written makes the processor wait.
        let mut counts = [[0; TEAMS_MAX << 3]; 4];
        for stretch in self.cells.chunks_mut(STRETCH).filter(|stretch| is_lively(stretch)) {
            for group in stretch.chunks_mut(counts.len()) {
                for (code, count) in group.iter_mut().zip(&mut counts) {
                    *code = if *code < SHARED { *code } else { 0 };
                    count[usize::from(*code)] += 1;
                }
            }
        }
        let count = |code: usize| counts.iter().map(|count| count[code]).sum();
        std::array::from_fn(|team| std::array::from_fn(|health| count(team << 3 | (health + 1))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Board, the orders of each team, board after the turn.
    fn check(before: &str, orders: &[&str], after: &str) {
        let board: BitMartyrBoard = before.parse().expect("a board");
        let orders: Vec<Orders> = orders.iter().map(|text| text.parse().expect("orders")).collect();
        let played = played(&board, &orders, Order::Die);
        assert_eq!(played.to_string(), after, "{before} {orders:?}");
        let mut counted = played.clone();
        (0..played.cells()).for_each(|cell| counted.set_unit(cell, played.unit(cell)));
        assert_eq!(counted, played, "its units are counted");
    }

    #[test]
    fn a_unit_that_moves_leaves_a_clone() {
        check("5/2E2/5", &["0"], "5/2E2/5");
        check("5/2E2/5", &["1"], "2E2/2D2/5");
        check("5/2E2/5", &["2"], "5/2DE1/5");
        check("5/2E2/5", &["3"], "5/2D2/2E2");
        check("5/2E2/5", &["4"], "5/1ED2/5");
        check("5/2E2/5", &["5"], "5/5/5");
        check("5/2E2/5", &["-"], "5/5/5");
        check("5/2A2/5", &["2"], "5/3A1/5");
    }

    #[test]
    fn edges_lead_to_the_other_side() {
        check("E2/3", &["1"], "D2/E2");
        check("E2/3", &["4"], "D1E/3");
        check("3/2E", &["3"], "2E/2D");
        check("3/2E", &["2"], "3/E1D");
    }

    #[test]
    fn a_move_back_onto_itself_is_none() {
        for order in ["0", "1", "2", "3", "4"] {
            check("E", &[order], "E");
        }
        check("E", &["5"], "1");
        check("E2", &["1"], "E2");
        check("1/C/1", &["4"], "1/C/1");
        // Two cells apart is next to each other, twice.
        check("EB", &["22"], "DE");
        check("E1", &["4"], "DE");
    }

    #[test]
    fn the_highest_health_lives() {
        check("E1H", &["2", "4"], "DEG");
        check("C1J", &["2", "4"], "BJI");
        // The clone loses to the unit that arrives.
        check("1EJ", &["4", "4"], "EJI");
        check("A1B", &["20"], "1AB");
        check("J/E/C", &["13", "3"], "E/J/B");
    }

    #[test]
    fn ties_kill_within_a_team_too() {
        check("E1J1", &["2", "4"], "D1I1");
        check("E1E1", &["24"], "D1D1");
        check("E/1/E", &["31"], "D/1/D");
    }

    #[test]
    fn a_third_wins_nothing_from_a_tie_of_higher_ones() {
        // 5, 5 and 3 on the middle cell: it is empty. 3, 3 and 5: the 5 lives.
        check("1E1/2C/1E1", &["341"], "1D1/2B/1D1");
        check("1E1/2H/1J1", &["3", "41"], "1D1/2G/1I1");
        check("1C1/2J/1C1", &["31", "4"], "1B1/1JI/1B1");
        // The result does not depend on the order of arrival.
        check("1J1/C2/1E1", &["21", "3"], "1I1/B2/1D1");
    }

    #[test]
    fn a_team_without_orders_misses_them() {
        check("E1J", &["0"], "E2");
        let board: BitMartyrBoard = "E1J".parse().expect("a board");
        assert_eq!(played(&board, &[], Order::Stay), board);
    }
}
