//! BitMartyr's tide: floods the ground, washes its strongest forward, and breaks every enemy of its own strength.
//!
//! It grows as the wall does (wall.rs), and leaves cells to each other by the same rule, so that none of the team kills another by a
//! tie. It wins by what it does at the border. An attack on an equal is worth more to it than prey: both die, but its clone stays,
//! and the enemy's cell is open to the units behind. Prey that is left alone is still prey in the next turn, and an equal would have
//! attacked. Who stands before somebody stronger goes wherever it is of use, since it would die where it stands. And behind the border
//! units go where their own are weaker, so that strength flows from the inside to the front.
//!
//! The points were tuned in matches against the wall.

use super::action::Action;
use super::sight::{Direction, Sight};
use super::wall::{is_ours, neighbours};

const EMPTY: i32 = 100;
const EQUAL: i32 = 160;
/// And one for each point of the prey's health.
const PREY: i32 = 150;
/// For each point of health by which the clone is more than who stood there.
const STRENGTHENED: i32 = 10;
/// For each enemy seen beyond one's own.
const BORDER: i32 = 6;
/// For eight points of health by which one's own are weaker ahead than behind.
const FLOW: i32 = 3;
/// Where another who could enter the cell is as strong, and where it is stronger.
const RISKS: [i32; 2] = [15, 30];
/// For going away from somebody stronger.
const ESCAPE: i32 = 20;

/// Goes where most is to be gained, and stays where nothing is.
pub fn tide(sight: &Sight) -> Action {
    let order = Direction::parting(sight.health());
    let escape = if is_threatened(sight) { ESCAPE } else { 0 };
    let mut best = (0, Action::Stay);
    for (rank, &way) in order.iter().enumerate() {
        let Some(points) = gain(sight, way).filter(|_| is_ours(sight, way, &order[..rank])) else {
            continue;
        };
        if points + escape > best.0 {
            best = (points + escape, Action::Move(way));
        }
    }
    best.1
}

/// Whether somebody stronger stands beside the unit.
fn is_threatened(sight: &Sight) -> bool {
    Direction::ALL.into_iter().any(|way| -sight.next(way) > sight.health())
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
            let enemies = sight.side(way).filter(|&cell| cell < 0).count() as i32;
            let slope = strength(sight, way.back()) - strength(sight, way);
            STRENGTHENED * (own - 1 - weaker) + BORDER * enemies + FLOW * slope / 8
        }
        _ => return None,
    };
    Some(points - risk(sight, way))
}

/// How much health the team has on that side.
fn strength(sight: &Sight, way: Direction) -> i32 {
    sight.side(way).filter(|&cell| cell > 0).sum()
}

fn risk(sight: &Sight, way: Direction) -> i32 {
    let strongest = neighbours(way).map(|(_, cell)| -sight.at(cell)).max();
    match strongest.map(|enemy| enemy.cmp(&sight.health())) {
        Some(std::cmp::Ordering::Equal) => RISKS[0],
        Some(std::cmp::Ordering::Greater) => RISKS[1],
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::wall::wall;
    use super::*;

    /// What a unit of this health does that sees these cells around it: those above, left, right and below it.
    fn answer(health: i32, [above, left, right, below]: [i32; 4]) -> Action {
        let mut cells = [0; 25];
        (cells[7], cells[11], cells[12], cells[13], cells[17]) = (above, left, health, right, below);
        tide(&Sight(cells))
    }

    #[test]
    fn an_equal_is_broken_before_prey_is_taken() {
        assert_eq!(answer(4, [-4, -3, 3, 3]), Action::Move(Direction::Up));
        assert_eq!(answer(4, [3, -3, 3, 3]), Action::Move(Direction::Left));
    }

    #[test]
    fn whoever_stands_before_a_stronger_one_goes() {
        let mut cells = [3; 25];
        cells[12] = 4;
        assert_eq!(wall(&Sight(cells)), Action::Stay);
        assert_eq!(tide(&Sight(cells)), Action::Stay);
        cells[7] = -5;
        assert!(matches!(tide(&Sight(cells)), Action::Move(Direction::Left | Direction::Right | Direction::Down)));
    }

    #[test]
    fn the_last_point_of_health_stays() {
        assert_eq!(answer(1, [-1, 0, 0, -5]), Action::Stay);
    }
}
