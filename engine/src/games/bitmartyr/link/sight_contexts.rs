//! The parts of a unit's sight that may decide its order: the contexts in which a link's model
//! counts orders. Most bots compare near cells with their own health, look for the quietest side,
//! or move towards something; a context holds only what such a bot looks at, so that it recurs
//! soon. Knows no counts.

use super::super::board::{HEALTH_MAX, SIGHT};

/// How many values a cell has: health 5 of another team to health 5 of its own.
pub(super) const VALUES: usize = 2 * HEALTH_MAX as usize + 1;

/// The four ways: up, right, down, left, in the order of the orders.
pub(super) const WAYS: usize = 4;

/// The next cell on each way.
const NEXT: [usize; WAYS] = [7, 13, 17, 11];

/// The cells beyond the next one on each way: those that a step brings near.
const BEYOND: [[usize; 3]; WAYS] = [[2, 6, 8], [14, 8, 18], [22, 16, 18], [10, 6, 16]];

/// The cells within two steps.
const DIAMOND: [usize; 12] = [2, 6, 7, 8, 10, 11, 13, 14, 16, 17, 18, 22];

/// The ten cells on each side: two rows or two columns.
const SIDES: [[usize; 10]; WAYS] = {
    let mut sides = [[0; 10]; WAYS];
    let mut at = 0;
    while at < 10 {
        sides[0][at] = at;
        sides[1][at] = at / 2 * 5 + 3 + at % 2;
        sides[2][at] = 15 + at;
        sides[3][at] = at / 2 * 5 + at % 2;
        at += 1;
    }
    sides
};

/// The relation of a cell to the unit, by the unit's health and the cell's value: 0 for an empty
/// cell; 1 to 3 for a friendly unit that is weaker, as strong, stronger; 4 to 6 for such an enemy.
const RELATIONS: [[u8; VALUES]; HEALTH_MAX as usize + 1] = {
    let mut relations = [[0; VALUES]; HEALTH_MAX as usize + 1];
    let mut at = 0;
    while at < VALUES * (HEALTH_MAX as usize + 1) {
        let (own, value) = (at / VALUES, at % VALUES);
        let health = value.abs_diff(HEALTH_MAX as usize);
        let strength = if health < own {
            0
        } else if health == own {
            1
        } else {
            2
        };
        relations[own][value] = match health {
            0 => 0,
            _ => strength + if value > HEALTH_MAX as usize { 1 } else { 4 },
        };
        at += 1;
    }
    relations
};

const WEAKER_ENEMY: u8 = 4;

/// The values from which the contexts of one unit are built.
pub(super) struct SightContexts {
    /// The cells, each 0 to [`VALUES`] - 1.
    pub(super) values: [u8; SIGHT],
    /// The unit's health.
    pub(super) health: usize,
    relations: [u8; SIGHT],
    /// The next cell on each way, 4 bits each.
    next: u64,
    /// The ways whose next cell is empty, as bits.
    open: u64,
    /// The open ways with the least health on their side.
    quietest: u64,
}

impl SightContexts {
    pub(super) fn read_sight(sight: &[i8; SIGHT]) -> Self {
        let values = sight.map(|number| (number + HEALTH_MAX as i8) as u8);
        let health = usize::from(sight[SIGHT / 2].unsigned_abs());
        let relations = values.map(|value| RELATIONS[health][usize::from(value)]);
        let healths = sight.map(i8::unsigned_abs);
        let crowd = SIDES.map(|cells| cells.iter().map(|&cell| u32::from(healths[cell])).sum::<u32>());
        let is_open = |&way: &usize| healths[NEXT[way]] == 0;
        let least = (0..WAYS).filter(is_open).map(|way| crowd[way]).min();
        let bits = |ways: &dyn Fn(&usize) -> bool| (0..WAYS).filter(ways).fold(0, |bits, way| bits | 1 << way);
        let open = bits(&is_open);
        let quietest = bits(&|way| is_open(way) && Some(crowd[*way]) == least);
        let next = packed(NEXT, &values);
        Self { values, health, relations, next, open, quietest }
    }

    /// The next cells as they are.
    pub(super) fn next_cells(&self) -> u64 {
        self.next
    }

    /// How the next cells compare with the unit.
    pub(super) fn next_relations(&self) -> u64 {
        packed(NEXT, &self.relations)
    }

    /// The open ways, and the quietest of them.
    pub(super) fn quiet_ways(&self) -> u64 {
        self.open << WAYS | self.quietest
    }

    /// Like `quiet_ways`, with the ways on which a step brings a weaker enemy near, or another one.
    pub(super) fn hunting_ways(&self) -> u64 {
        let ahead = BEYOND.iter().fold(0, |bits, cells| {
            let has = |is: fn(u8) -> bool| u64::from(cells.iter().any(|&cell| is(self.relations[cell])));
            bits << 2 | has(|relation| relation == WEAKER_ENEMY) << 1 | has(|relation| relation > WEAKER_ENEMY)
        });
        ahead << (2 * WAYS) | self.quiet_ways()
    }

    /// How all within two steps compare with the unit.
    pub(super) fn diamond(&self) -> u64 {
        packed(DIAMOND, &self.relations)
    }

    /// All that it sees.
    pub(super) fn whole(&self) -> u64 {
        let (above, below) = self.values.split_at(SIGHT / 2);
        let pack = |cells: &[u8]| cells.iter().fold(0, |packed, &value| packed << 4 | u64::from(value));
        mixed(pack(above)) ^ pack(below)
    }

    /// The reasons for a step on this way: the next cell, how the cells beyond compare with the
    /// unit, and how many enemies are on that side.
    pub(super) fn step(&self, way: usize) -> u64 {
        let enemies = SIDES[way].iter().filter(|&&cell| self.relations[cell] >= WEAKER_ENEMY).count().min(3);
        let next = u64::from(self.values[NEXT[way]]);
        (packed(BEYOND[way], &self.relations) << 4 | next) << 2 | enemies as u64
    }
}

fn packed<const N: usize>(cells: [usize; N], of: &[u8; SIGHT]) -> u64 {
    cells.into_iter().fold(0, |packed, cell| packed << 4 | u64::from(of[cell]))
}

/// A hash of which all bits depend on all bits (as SplitMix64 ends: Steele, Lea and Flood, 2014).
pub(super) fn mixed(bits: u64) -> u64 {
    let bits = bits.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (bits ^ bits >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sight(cells: &[(usize, i8)]) -> [i8; SIGHT] {
        let mut sight = [0; SIGHT];
        sight[SIGHT / 2] = 3;
        cells.iter().for_each(|&(cell, value)| sight[cell] = value);
        sight
    }

    #[test]
    fn cells_are_compared_with_the_unit() {
        let contexts = SightContexts::read_sight(&sight(&[(7, 2), (13, -3), (17, -4)]));
        assert_eq!(contexts.next_relations(), 0x1560);
        assert_eq!(contexts.next_cells(), 0x7215);
        let contexts = SightContexts::read_sight(&sight(&[(2, 3), (6, 5), (22, -2)]));
        assert_eq!(contexts.diamond(), 0x2300_0000_0004);
    }

    #[test]
    fn the_quietest_open_ways_are_known() {
        // Up is taken; down has the most health.
        let contexts = SightContexts::read_sight(&sight(&[(7, 1), (22, 4)]));
        assert_eq!(contexts.quiet_ways(), 0b1110_1010);
        // An enemy that is weaker comes near by a step down or to the right.
        let contexts = SightContexts::read_sight(&sight(&[(18, -1)]));
        assert_eq!(contexts.hunting_ways() >> 8, 0b00_10_10_00);
    }

    #[test]
    fn what_differs_somewhere_is_another_whole() {
        let wholes: std::collections::BTreeSet<_> =
            (0..SIGHT).map(|cell| SightContexts::read_sight(&sight(&[(cell, 1)])).whole()).collect();
        assert_eq!(wholes.len(), SIGHT);
    }
}
