//! A person's plan: a cursor, and the orders given with it, of which one is sent each turn. Knows
//! neither keys nor pointers; the rules decide which orders are possible.

use std::collections::VecDeque;

use botyard_engine::game::Game;
use botyard_engine::games::generals::{Generals, GeneralsAction};
use botyard_engine::seat::Seat;
use botyard_web_ui::canvas::CellStep;

use super::visible_map::{CellGround, VisibleMap};

/// An order for an army to march to the next cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlannedMove {
    /// The cell from which it marches.
    pub from: usize,
    /// The cell to which it marches.
    pub to: usize,
    /// Whether half of the army stays.
    pub half: bool,
}

impl PlannedMove {
    fn action(self, game: &Generals) -> GeneralsAction {
        let option = if self.half { GeneralsAction::HALF } else { GeneralsAction::ALL };
        GeneralsAction::March { option, from: game.place(self.from), to: game.place(self.to) }
    }
}

/// A person's cursor and orders.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlannedMoves {
    queue: VecDeque<PlannedMove>,
    cursor: Option<usize>,
    /// Whether the next step gives an order.
    armed: bool,
    /// Whether that order is for half of the army.
    half: bool,
}

impl PlannedMoves {
    /// The orders, the next one first.
    pub fn queue(&self) -> impl Iterator<Item = &PlannedMove> {
        self.queue.iter()
    }

    /// Whether there is no order.
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// The cell of the cursor.
    pub fn cursor(&self) -> Option<usize> {
        self.cursor
    }

    /// Whether the next step gives an order.
    pub fn is_armed(&self) -> bool {
        self.armed
    }

    /// Whether that order is for half of the army.
    pub fn is_half(&self) -> bool {
        self.half
    }

    /// Moves the cursor to a cell and clears the selection.
    pub fn point(&mut self, cell: usize) {
        self.cursor = Some(cell);
        self.disarm();
    }

    /// Moves the cursor to a cell, or removes it from there.
    pub fn toggle_cursor(&mut self, cell: usize) {
        let cursor = Some(cell).filter(|_| self.cursor != Some(cell));
        *self = Self { cursor, ..Self::default() };
    }

    /// Handles a click on a cell. A cell next to the selected one gets an order to march there; the
    /// selected cell itself toggles half; any other cell is selected if an army of this player's is
    /// on it or will be.
    pub fn click(&mut self, cell: usize, picture: &VisibleMap, seat: Seat) {
        let from = self.cursor.filter(|_| self.armed);
        let step = from.and_then(|from| Self::steps().find(|&step| picture.step(from, step) == Some(cell)));
        match (from, step) {
            (Some(from), _) if from == cell => self.half = !self.half,
            (Some(_), Some(step)) => self.march(step, picture),
            _ => {
                self.point(cell);
                self.armed = self.can_start(cell, picture, seat);
            }
        }
    }

    /// Selects the cell under the cursor, or clears the selection.
    pub fn toggle(&mut self, picture: &VisibleMap, seat: Seat) {
        let Some(cell) = self.cursor else { return };
        if self.armed { self.disarm() } else { self.armed = self.can_start(cell, picture, seat) }
    }

    /// Clears the selection.
    pub fn disarm(&mut self) {
        (self.armed, self.half) = (false, false);
    }

    /// Toggles whether the next order is for half of the army or for all of it.
    pub fn toggle_half(&mut self) {
        self.half = self.armed && !self.half;
    }

    /// A step: an order if a cell is selected, else the cursor moves.
    pub fn step(&mut self, step: CellStep, picture: &VisibleMap) {
        if self.armed {
            return self.march(step, picture);
        }
        let to = self.cursor.and_then(|from| picture.step(from, step));
        self.cursor = to.or(self.cursor);
    }

    /// Undoes the last order; the cursor returns to its army.
    pub fn undo(&mut self) {
        if let Some(order) = self.queue.pop_back() {
            self.cursor = Some(order.from);
            (self.armed, self.half) = (true, false);
        }
    }

    /// Clears all orders.
    pub fn clear(&mut self) {
        if let Some(first) = self.queue.front() {
            self.cursor = Some(first.from);
        }
        self.queue.clear();
        self.half = false;
    }

    /// The next order that can be carried out; those before it, which cannot, are dropped.
    pub fn next(&mut self, game: &Generals, seat: Seat) -> Option<GeneralsAction> {
        while let Some(order) = self.queue.pop_front() {
            let action = order.action(game);
            // A march of a single unit is legal but has no effect: it would only cost the turn.
            if game.board().army_at(order.from) > 1 && game.legal(seat).any(|legal| legal == action) {
                return Some(action);
            }
        }
        None
    }

    fn steps() -> impl Iterator<Item = CellStep> {
        [CellStep::Up, CellStep::Left, CellStep::Right, CellStep::Down].into_iter()
    }

    fn can_start(&self, cell: usize, picture: &VisibleMap, seat: Seat) -> bool {
        picture.cell(cell).owner == Some(seat) || self.queue.iter().any(|order| order.to == cell)
    }

    fn march(&mut self, step: CellStep, picture: &VisibleMap) {
        let to = self.cursor.and_then(|from| Some((from, picture.step(from, step)?)));
        if let Some((from, to)) = to.filter(|&(_, to)| picture.cell(to).ground != CellGround::Mountain) {
            self.queue.push_back(PlannedMove { from, to, half: self.half });
            self.cursor = Some(to);
            self.half = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::generals::GeneralsSettings;

    use super::*;

    const BLUE: Seat = Seat::new(0);

    /// Three rows with blue's capital in the middle of the first column and a mountain above its
    /// neighbour.
    fn game() -> Generals {
        let map = "3 4 2  1 4 1 1  3 1 1 1  1 1 1 3".parse().expect("a map");
        Generals::start(&GeneralsSettings { garrison: 9, ..GeneralsSettings::on(map) }, 2).expect("a map for two")
    }

    /// Plays keys and clicks (a digit or letter is a cell) on a fresh map; the orders as `from-to`,
    /// `/` for half.
    fn orders(keys: &str) -> String {
        let (game, mut orders) = (game(), PlannedMoves::default());
        let picture = VisibleMap::from_position(&game, Some(BLUE));
        for key in keys.chars() {
            match (key, CellStep::of_key(&key.to_string())) {
                (_, Some(step)) => orders.step(step, &picture),
                ('z', _) => orders.toggle_half(),
                ('e', _) => orders.undo(),
                ('q', _) => orders.clear(),
                (' ', _) => orders.disarm(),
                ('.', _) => orders.toggle(&picture, BLUE),
                _ => orders.click(key.to_digit(36).expect("a cell") as usize, &picture, BLUE),
            }
        }
        let shown = |order: &PlannedMove| format!("{}-{}{}", order.from, order.to, if order.half { "/" } else { "" });
        orders.queue().map(shown).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn keys_march_from_the_cell_that_was_clicked() {
        for (keys, expected) in [
            ("4dd", "4-5 5-6"),
            ("4ddwa", "4-5 5-6 6-2"),
            ("4zdd", "4-5/ 5-6"),
            ("44dd", "4-5/ 5-6"),
            ("4a", ""),
            ("dd", ""),
            ("4 d", ""),
            ("4 d.", ""),
            ("4d .s", "4-5 5-9"),
            ("4de", ""),
            ("4dees", "4-8"),
            ("4ddd", "4-5 5-6 6-7"),
            ("4ddqs", "4-8"),
        ] {
            assert_eq!(orders(keys), expected, "{keys:?}");
        }
    }

    #[test]
    fn a_click_beside_the_selected_cell_marches_there() {
        assert_eq!(orders("456"), "4-5 5-6");
        assert_eq!(orders("46"), "", "not beside it: it is pointed at");
        assert_eq!(orders("4541"), "4-5 5-4", "a mountain is not entered");
        assert_eq!(orders("45 85"), "4-5", "where no army stands or comes nothing is selected");
        assert_eq!(orders("45 59"), "4-5 5-9", "where one comes, it is");
    }

    #[test]
    fn one_order_is_sent_at_a_time_and_impossible_ones_are_dropped() {
        let (mut game, mut orders) = (game(), PlannedMoves::default());
        let picture = VisibleMap::from_position(&game, Some(BLUE));
        [4, 5, 6, 7].into_iter().for_each(|cell| orders.click(cell, &picture, BLUE));
        orders.queue.push_front(PlannedMove { from: 6, to: 7, half: false });
        for expected in ["1 2 1 2 2", "1 2 2 2 3", "1 2 3 2 4"] {
            let action = orders.next(&game, BLUE).expect("an order");
            assert_eq!(action.to_string(), expected);
            game.play(BLUE, action, &mut Vec::new()).expect("it is legal");
            game.play(Seat::new(1), GeneralsAction::Pass, &mut Vec::new()).expect("one may always pass");
        }
        assert_eq!(orders.next(&game, BLUE), None);
    }
}
