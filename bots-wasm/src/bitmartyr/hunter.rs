//! BitMartyr's hunter: after weaker enemies. What it does follows from what it sees and from nothing else, so that it
//! plays the same match in every wire format.

use super::action::Action;
use super::scared::danger;
use super::sight::{Direction, Sight};

/// Takes the strongest neighbour that is weaker than itself; goes after such prey farther away; without prey it goes
/// where it is quietest, and keeps off its own cells.
pub fn hunter(sight: &Sight) -> Action {
    let own = sight.health();
    let is_prey = |cell: i32| cell < 0 && -cell < own;
    let ways = Direction::parting(own).into_iter();
    let catch = ways.clone().filter(|&way| is_prey(sight.next(way))).min_by_key(|&way| sight.next(way));
    let chase = || {
        let open = ways.clone().filter(|&way| sight.next(way) == 0);
        let near = |way: &Direction| ahead(*way).into_iter().any(|cell| is_prey(sight.at(cell)));
        open.clone().find(near).or_else(|| open.min_by_key(|&way| danger(sight, way)))
    };
    catch.or_else(chase).map_or(Action::Stay, Action::Move)
}

/// The cells that a step in this direction brings near and that are not near yet.
fn ahead(way: Direction) -> [(i32, i32); 3] {
    let (right, down) = way.step();
    [(2 * right, 2 * down), (right + down, down + right), (right - down, down - right)]
}

// Behind all code, whose lines keep their numbers: the bots name them when they panic, and their bytes are frozen.
#[cfg(feature = "varied")]
mod varied;

#[cfg(feature = "varied")]
pub use varied::hunter_varied;
