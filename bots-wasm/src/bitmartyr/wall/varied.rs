//! The wall with a choice: in which order it looks at ways that gain the same. The order is the same for all units of a turn, so
//! that they part, and settle who may enter a cell, as before.

use super::{gain, is_ours};
use crate::bitmartyr::action::Action;
use crate::bitmartyr::sight::{Direction, Sight};

/// Goes where most is to be gained, and stays where nothing is. `turn` is by how many directions the order has moved on, 0 to 3.
pub fn wall_varied(sight: &Sight, turn: u32) -> Action {
    let order = Direction::parting(sight.health() + turn as i32);
    let mut best = (0, Action::Stay);
    for (rank, &way) in order.iter().enumerate() {
        let points = gain(sight, way).filter(|_| is_ours(sight, way, &order[..rank]));
        if let Some(points) = points.filter(|&points| points > best.0) {
            best = (points, Action::Move(way));
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::super::wall;
    use super::*;
    use crate::chance::Chance;

    #[test]
    fn it_gains_as_much_as_the_wall() {
        let mut chance = Chance::seeded(8);
        let mut differing = 0;
        for _ in 0..2000 {
            let mut sight =
                Sight([0; 25].map(|_: i32| chance.below(16).saturating_sub(5) as i32 - chance.below(2) as i32));
            sight.0[12] = 1 + chance.below(5) as i32;
            assert_eq!(wall_varied(&sight, 0), wall(&sight));
            differing += (1..4).filter(|&turn| wall_varied(&sight, turn) != wall(&sight)).count();
        }
        assert!(differing > 300, "{differing}");
    }
}
