//! BitMartyr's wall: fills the ground, carries its strongest to the border, and never kills its own.
//!
//! Moving costs nothing where nobody resists: the unit arrives as it was, and its clone is one unit more. So all ground
//! is taken at once. What is lost is lost in ties, and among one's own kind two rules avoid them that need no agreement. A
//! unit enters a cell of its own team only where it is stronger; its clone then makes up for who dies there. And of
//! all who could enter a cell only the strongest may, of equals the one that has this direction first in its order. All
//! of them see each other: they are at most two steps apart.
//!
//! Standing still before an enemy is the worst: an attacker of equal health takes a life and keeps its clone. So equals
//! are attacked. Ground behind the border grows strong where units pass over weaker ones, and those who see
//! enemies change places with the weaker before them.
//!
//! The points were tuned in matches against the other bots.

use super::action::Action;
use super::sight::{Direction, Sight};

const EMPTY: i32 = 100;
const EQUAL: i32 = 110;
/// And one for each point of the prey's health.
const PREY: i32 = 150;
/// For each point of health by which the clone is more than who stood there.
const STRENGTHENED: i32 = 10;
/// For each enemy seen beyond one's own.
const BORDER: i32 = 3;
/// Where another who could enter the cell is as strong, and where it is stronger.
const RISKS: [i32; 2] = [15, 30];

/// Goes where most is to be gained, and stays where nothing is.
pub fn wall(sight: &Sight) -> Action {
    let order = Direction::parting(sight.health());
    let mut best = (0, Action::Stay);
    for (rank, &way) in order.iter().enumerate() {
        let Some(points) = gain(sight, way).filter(|_| is_ours(sight, way, &order[..rank])) else {
            continue;
        };
        if points > best.0 {
            best = (points, Action::Move(way));
        }
    }
    best.1
}

/// What a move is worth if no other of the team makes the same; `None` if it is never made.
fn gain(sight: &Sight, way: Direction) -> Option<i32> {
    let own = sight.health();
    let points = match sight.next(way) {
        // The last point of health leaves no clone.
        _ if own == 1 => return None,
        0 => EMPTY,
        enemy if -enemy == own => EQUAL,
        enemy if enemy < 0 && -enemy < own => PREY - enemy,
        weaker if weaker > 0 && weaker < own => {
            STRENGTHENED * (own - 1 - weaker) + BORDER * sight.side(way).filter(|&cell| cell < 0).count() as i32
        }
        _ => return None,
    };
    Some(points - risk(sight, way))
}

/// Whether it is this unit of its team that may enter the cell; the ways `before` this one come first.
pub(super) fn is_ours(sight: &Sight, way: Direction, before: &[Direction]) -> bool {
    let own = sight.health();
    neighbours(way).all(|(from, cell)| {
        let other = sight.at(cell);
        other < own || (other == own && !before.contains(&from.back()))
    })
}

fn risk(sight: &Sight, way: Direction) -> i32 {
    let strongest = neighbours(way).map(|(_, cell)| -sight.at(cell)).max();
    match strongest.map(|enemy| enemy.cmp(&sight.health())) {
        Some(std::cmp::Ordering::Equal) => RISKS[0],
        Some(std::cmp::Ordering::Greater) => RISKS[1],
        _ => 0,
    }
}

/// The other cells beside the next cell in a direction, and where they lie from it.
pub(super) fn neighbours(way: Direction) -> impl Iterator<Item = (Direction, (i32, i32))> {
    let others = Direction::ALL.into_iter().filter(move |&from| from != way.back());
    let (right, down) = way.step();
    others.map(move |from| (from, (right + from.step().0, down + from.step().1)))
}

// Behind all code, whose lines keep their numbers: the bots name them when they panic, and their bytes are frozen.
#[cfg(feature = "varied")]
mod varied;

#[cfg(feature = "varied")]
pub use varied::wall_varied;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::chance::Chance;

    const SIDE: i32 = 12;

    fn wrapped((right, down): (i32, i32)) -> (i32, i32) {
        (right.rem_euclid(SIDE), down.rem_euclid(SIDE))
    }

    /// A torus on which about half of the cells are the team's, a quarter empty and the others an enemy's.
    fn torus(chance: &mut Chance) -> Vec<i32> {
        let mut cell = || [1, 0, 1, -1][chance.below(4) as usize] * (1 + chance.below(5) as i32);
        (0..SIDE * SIDE).map(|_| cell()).collect()
    }

    fn at(cells: &[i32], place: (i32, i32)) -> i32 {
        let (right, down) = wrapped(place);
        cells[(SIDE * down + right) as usize]
    }

    fn sight(cells: &[i32], (right, down): (i32, i32)) -> Sight {
        let places = (-2..=2).flat_map(|row| (-2..=2).map(move |column| (right + column, down + row)));
        let mut seen = places.map(|place| at(cells, place));
        Sight([(); 25].map(|()| seen.next().unwrap_or_default()))
    }

    #[test]
    fn none_of_the_team_kills_another_by_a_tie() {
        let mut chance = Chance::seeded(1);
        for _ in 0..200 {
            let cells = torus(&mut chance);
            let mut entered = HashSet::new();
            for place in (0..SIDE).flat_map(|down| (0..SIDE).map(move |right| (right, down))) {
                let own = at(&cells, place);
                if own < 1 {
                    continue;
                }
                if let Action::Move(way) = wall(&sight(&cells, place)) {
                    let target = wrapped((place.0 + way.step().0, place.1 + way.step().1));
                    assert!(entered.insert(target), "two enter {target:?} of {cells:?}");
                    assert!(at(&cells, target) < own, "{place:?} enters {target:?} of {cells:?}");
                }
            }
            assert!(entered.len() > 10);
        }
    }
}
