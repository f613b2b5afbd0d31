//! BitMartyr's scared bot: away from the strong. It trusts nobody, as the original's did, its own team included.

use super::action::Action;
use super::sight::{Direction, Sight};
use crate::chance::Chance;

/// Goes to that side of its sight where the least health is; chance decides between equals.
pub fn scared(sight: &Sight, chance: &mut Chance) -> Action {
    let dangers = Direction::ALL.map(|direction| danger(sight, direction));
    let least = dangers.iter().min().copied().unwrap_or_default();
    let equals = dangers.iter().filter(|&&danger| danger == least).count();
    let mut safest = Direction::ALL.into_iter().zip(dangers).filter(|&(_, danger)| danger == least);
    let chosen = safest.nth(chance.below(equals as u32) as usize);
    chosen.map_or(Action::Stay, |(direction, _)| Action::Move(direction))
}

/// How much health there is on that side.
pub(super) fn danger(sight: &Sight, direction: Direction) -> i32 {
    sight.side(direction).map(i32::abs).sum()
}
