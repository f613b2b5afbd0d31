//! What a player remembers of the map. Knows what can be concluded from what was seen, and no strategy.

use std::ops::Range;

use super::board::{Board, Grid, Kind, Sight, Standing};

/// What a cell is, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Never seen, and passable: empty, or a capital.
    Dark,
    /// A mountain, or what has never been seen and may be one.
    Wall,
    /// Empty ground.
    Empty,
    /// A city, or a capital that was captured.
    City,
    /// A capital.
    Capital,
}

/// A cell as it was when it was last seen.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// What it is.
    pub ground: Ground,
    /// Whose it was: a player's number, or 0 for nobody's or for an unknown player's.
    pub owner: usize,
    /// How many units stood there.
    pub army: u32,
    /// In which of our turns that was.
    pub seen: u32,
}

/// The map as it was last seen, cell by cell.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The size of the map.
    pub grid: Grid,
    /// The bot's own number.
    pub me: usize,
    /// How many turns of ours there have been before this one.
    pub turn: u32,
    /// Each player's standing; player 1 comes first.
    pub standings: Vec<Standing>,
    /// Where each player's capital was seen, its own included; player 1 comes first.
    pub capitals: Vec<Option<usize>>,
    places: Vec<Place>,
}

impl Memory {
    /// Knowing nothing but the size of the map.
    pub fn new(board: &Board) -> Self {
        let dark = Place { ground: Ground::Dark, owner: 0, army: 0, seen: 0 };
        Self {
            grid: board.grid,
            me: board.me,
            turn: 0,
            standings: board.standings.clone(),
            capitals: vec![None; board.standings.len()],
            places: vec![dark; board.grid.cells()],
        }
    }

    /// Takes in what is seen at the next turn.
    pub fn look(&mut self, board: &Board, turn: u32) {
        self.turn = turn;
        self.standings.clone_from(&board.standings);
        for (cell, &sight) in board.cells.iter().enumerate() {
            self.see(cell, sight);
        }
    }

    fn see(&mut self, cell: usize, sight: Sight) {
        let gone = |owner: usize| owner != 0 && self.standings[owner - 1].land == 0;
        let place = &mut self.places[cell];
        match sight {
            Sight::Clear { kind, owner, army } => {
                let ground = match kind {
                    Kind::Empty => Ground::Empty,
                    Kind::City => Ground::City,
                    Kind::Capital => Ground::Capital,
                };
                *place = Place { ground, owner, army, seen: self.turn };
                if kind == Kind::Capital && owner != 0 {
                    self.capitals[owner - 1] = Some(cell);
                }
            }
            Sight::Mountain => place.ground = Ground::Wall,
            Sight::Obstacle if place.ground == Ground::Dark => place.ground = Ground::Wall,
            Sight::Obstacle if place.ground == Ground::Capital => {
                *place = Place { ground: Ground::City, owner: 0, ..*place }
            }
            // What was ours and is in the fog is somebody else's.
            Sight::Fog | Sight::Obstacle if place.owner == self.me || gone(place.owner) => place.owner = 0,
            Sight::Fog | Sight::Obstacle => {}
        }
    }

    /// How the cell was when it was last seen.
    pub fn place(&self, cell: usize) -> Place {
        self.places[cell]
    }

    /// Whether the bot owns the cell.
    pub fn is_mine(&self, cell: usize) -> bool {
        self.places[cell].owner == self.me
    }

    /// Whether the cell was another player's when it was last seen.
    pub fn is_hostile(&self, cell: usize) -> bool {
        ![0, self.me].contains(&self.places[cell].owner)
    }

    /// Whether an army can go there, as far as is known.
    pub fn is_open(&self, cell: usize) -> bool {
        self.places[cell].ground != Ground::Wall
    }

    /// Whether the cell is another player's, and in sight.
    pub fn is_hostile_now(&self, cell: usize) -> bool {
        self.places[cell].seen == self.turn && self.is_hostile(cell)
    }

    /// Whether land of another player is known.
    pub fn has_met_anyone(&self) -> bool {
        self.cells().any(|cell| self.is_hostile(cell))
    }

    /// Whether an army of the bot that goes there holds the cell afterwards.
    pub fn takes(&self, from: usize, to: usize) -> bool {
        self.is_mine(to) || self.places[from].army > self.places[to].army + 1
    }

    /// All cells.
    pub fn cells(&self) -> Range<usize> {
        0..self.places.len()
    }

    /// The neighbours of a cell where an army can go.
    pub fn exits(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.grid.neighbours(cell).filter(|&next| self.is_open(next))
    }

    /// All cells of the bot with their armies.
    pub fn mine(&self) -> impl Iterator<Item = (usize, u32)> {
        let all = self.places.iter().enumerate();
        all.filter(|(_, place)| place.owner == self.me).map(|(cell, place)| (cell, place.army))
    }

    /// The bot's own capital.
    pub fn home(&self) -> usize {
        self.capitals[self.me - 1].expect("a player sees its own capital from the first turn on")
    }

    /// The other players who are still in the match.
    pub fn enemies(&self) -> impl Iterator<Item = usize> {
        (1..=self.standings.len()).filter(|&player| player != self.me && self.standings[player - 1].land > 0)
    }

    /// Where others who are still in the match have their capitals, as far as they are known.
    pub fn known_capitals(&self) -> impl Iterator<Item = usize> {
        self.enemies().filter_map(|enemy| self.capitals[enemy - 1])
    }

    /// Whether there may be a capital of another player on this cell.
    pub fn may_be_capital(&self, cell: usize) -> bool {
        self.places[cell].ground == Ground::Dark && self.enemies().any(|enemy| self.fits(enemy, cell))
    }

    /// Capitals are numbered row by row, so that each one that is known says where the others cannot be.
    fn fits(&self, player: usize, cell: usize) -> bool {
        let before = self.capitals[..player - 1].iter().flatten().all(|&capital| capital < cell);
        let after = self.capitals[player..].iter().flatten().all(|&capital| capital > cell);
        self.capitals[player - 1].is_none() && before && after
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generals::drawing::{board, memory};

    fn suspects(memory: &Memory) -> Vec<usize> {
        memory.cells().filter(|&cell| memory.may_be_capital(cell)).collect()
    }

    // Capitals are numbered row by row: player 2's comes after player 1's.
    #[test]
    fn capitals_lie_in_their_order() {
        assert_eq!(suspects(&memory("? ? ! / ? A5 . / . ? ?", 2)), [7, 8]);
        assert_eq!(suspects(&memory("A5 . ? / ? B1 ? / ? ? C1", 3)), []);
        assert_eq!(suspects(&memory("A5 . ? / ? B1 ? / ? ? C1", 4)), []);
        assert_eq!(suspects(&memory("A5 . ? / ? B1 ? / ? ? ?", 3)), [5, 6, 7, 8]);
    }

    #[test]
    fn what_was_seen_stays_known_in_the_fog() {
        let mut memory = memory("A5 . b7 / # +40 B3", 2);
        memory.look(&board("A6 . ? / # ! ?", 2), 101);
        assert!(memory.is_hostile(2) && !memory.is_hostile_now(2));
        assert_eq!((memory.place(4).ground, memory.place(4).army), (Ground::City, 40));
        assert_eq!(memory.known_capitals().collect::<Vec<_>>(), [5]);
        assert_eq!(suspects(&memory), []);
    }

    #[test]
    fn who_is_out_owns_nothing_more() {
        let mut memory = memory("A5 b7 . B3", 2);
        let mut after = board("A5 ? ? !", 2);
        after.standings[1] = Standing::default();
        memory.look(&after, 101);
        assert!(!memory.has_met_anyone() && memory.known_capitals().next().is_none());
        assert_eq!(memory.place(3).ground, Ground::City);
    }
}
