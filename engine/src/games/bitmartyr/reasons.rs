//! Why an answer is a fault in BitMartyr. Knows no rules.

use crate::fault::game_reasons;

game_reasons! {
    /// A reason of BitMartyr's own.
    pub enum BitMartyrReason {
        /// There is not one order for each unit.
        OrderCount {
            /// How many orders there were.
            orders: usize,
            /// How many units the team has.
            units: usize,
        }: "which is {orders} orders for {units} units" => "orders: {orders}, units: {units}";
    }
}

#[cfg(test)]
mod tests {
    use super::super::BitMartyr;
    use super::BitMartyrReason::{self, *};
    use crate::game::Game;

    #[test]
    fn the_clauses_do_not_change() {
        BitMartyrReason::check_clauses(
            BitMartyr::explain_reason,
            &[("which is 2 orders for 1 units", OrderCount { orders: 2, units: 1 })],
            &["which is 2 orders for one units", "which is 02 orders for 1 units"],
        );
    }
}
