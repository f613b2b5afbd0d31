//! The hunter with a choice: in which order it looks at ways that are as good. The order is the same for all units of a turn, so
//! that a unit and its clone part as before.

use super::ahead;
use crate::bitmartyr::action::Action;
use crate::bitmartyr::scared::danger;
use crate::bitmartyr::sight::{Direction, Sight};

/// Hunts as [`hunter`](super::hunter) does. `turn` is by how many directions the order has moved on, 0 to 3.
pub fn hunter_varied(sight: &Sight, turn: u32) -> Action {
    let own = sight.health();
    let is_prey = |cell: i32| cell < 0 && -cell < own;
    let ways = || Direction::parting(own + turn as i32).into_iter();
    let open = || ways().filter(|&way| sight.next(way) == 0);
    let is_near = |way: &Direction| ahead(*way).into_iter().any(|cell| is_prey(sight.at(cell)));
    let beside = ways().filter(|&way| is_prey(sight.next(way))).min_by_key(|&way| sight.next(way));
    let way = beside.or_else(|| open().find(is_near)).or_else(|| open().min_by_key(|&way| danger(sight, way)));
    way.map_or(Action::Stay, Action::Move)
}

#[cfg(test)]
mod tests {
    use super::super::hunter;
    use super::*;
    use crate::chance::Chance;

    #[test]
    fn in_the_usual_order_it_is_the_hunter() {
        let mut chance = Chance::seeded(8);
        let mut differing = 0;
        for _ in 0..2000 {
            let mut sight =
                Sight([0; 25].map(|_: i32| chance.below(8).saturating_sub(3) as i32 - chance.below(4) as i32));
            sight.0[12] = 1 + chance.below(5) as i32;
            assert_eq!(hunter_varied(&sight, 0), hunter(&sight));
            differing += (1..4).filter(|&turn| hunter_varied(&sight, turn) != hunter(&sight)).count();
        }
        assert!(differing > 300, "{differing}");
    }
}
