//! Games between any two of many players: the player in the first seat, its result, and the round.

use crate::tournament::participant::PAIR;

/// Games of a field. Players are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldGames {
    players: usize,
    games: Vec<FieldGame>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FieldGame {
    round: u64,
    cell: PairingCell,
    half_points: u8,
}

/// The first seat's player, and the other.
pub(super) type PairingCell = (u16, u16);

/// Lost, drawn and won games of the first seat.
pub(super) type CellCounts = [f64; 3];

/// The results for each two players in both seat orders; a cell without games is left out.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct FieldCounts {
    pub players: usize,
    pub cells: Vec<(PairingCell, CellCounts)>,
}

impl FieldCounts {
    /// Adds `times` these counts, which have the same cells, or fewer.
    pub fn add(&mut self, other: &[(usize, CellCounts)], times: f64) {
        for (cell, counts) in other {
            for (sum, count) in self.cells[*cell].1.iter_mut().zip(counts) {
                *sum += times * count;
            }
        }
    }
}

impl FieldGames {
    /// No games yet, between this many players.
    pub fn new(players: usize) -> Self {
        Self { players, games: Vec::new() }
    }

    /// Adds a game: the player in each seat, and the first seat's score in half points, of two.
    ///
    /// # Panics
    /// If there is no such player, or there are more than two half points.
    pub fn add(&mut self, round: u64, [first, second]: [usize; PAIR], half_points: usize) {
        assert!(first < self.players && second < self.players && half_points <= 2);
        let cell = (first as u16, second as u16);
        self.games.push(FieldGame { round, cell, half_points: half_points as u8 });
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Which players have games of more than one round with the same player. Units that repeat an
    /// earlier one are not among the games, so a player that has none always played the same.
    pub(super) fn players_with_variation(&self) -> Vec<bool> {
        let pairing = |(first, second): PairingCell| (first.min(second), first.max(second));
        let mut rounds: Vec<_> = self.games.iter().map(|game| (pairing(game.cell), game.round)).collect();
        rounds.sort_unstable();
        rounds.dedup();
        let mut vary = vec![false; self.players];
        for same in rounds.windows(2).filter(|two| two[0].0 == two[1].0) {
            let (first, second) = same[0].0;
            (vary[usize::from(first)], vary[usize::from(second)]) = (true, true);
        }
        vary
    }

    /// All games together.
    pub(super) fn totals(&self) -> FieldCounts {
        let mut cells: Vec<_> = self.games.iter().map(|game| (game.cell, [0.0; 3])).collect();
        cells.sort_by_key(|(cell, _)| *cell);
        cells.dedup_by_key(|(cell, _)| *cell);
        let mut totals = FieldCounts { players: self.players, cells };
        for game in &self.games {
            let cell = totals.position(game.cell);
            totals.cells[cell].1[usize::from(game.half_points)] += 1.0;
        }
        totals
    }

    /// The games of each round, by the place of their cells in `totals`. Of more than `most`
    /// rounds, neighbours are put together.
    pub(super) fn rounds(&self, totals: &FieldCounts, most: usize) -> Vec<Vec<(usize, CellCounts)>> {
        let mut numbers: Vec<_> = self.games.iter().map(|game| game.round).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let count = numbers.len().min(most);
        let mut rounds: Vec<Vec<(usize, CellCounts)>> = vec![Vec::new(); count];
        for game in &self.games {
            let nth = numbers.binary_search(&game.round).expect("it is among them");
            let round = &mut rounds[nth * count / numbers.len()];
            let mut counts = [0.0; 3];
            counts[usize::from(game.half_points)] = 1.0;
            round.push((totals.position(game.cell), counts));
        }
        for round in &mut rounds {
            round.sort_by_key(|(cell, _)| *cell);
            round.dedup_by(|(cell, counts), (kept, sum)| {
                let is_same = cell == kept;
                if is_same {
                    sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += *count);
                }
                is_same
            });
        }
        rounds
    }
}

impl FieldCounts {
    fn position(&self, cell: PairingCell) -> usize {
        self.cells.binary_search_by_key(&cell, |(cell, _)| *cell).expect("it was counted")
    }
}
