//! The games of many players, each with its round: between two of them the player in the first seat
//! and its result, between more the order of their places.

use std::rc::Rc;

use super::order::GameOrder;
use crate::tournament::participant::{PAIR, Participant};

/// Games of a field. Players are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldGames {
    players: usize,
    games: Vec<FieldGame>,
    /// The games of more than two, each with its round.
    rankings: Vec<(u64, GameOrder)>,
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
    /// The orders of games of more than two.
    pub orders: Rc<[GameOrder]>,
    /// How often each of them occurred.
    pub order_counts: Vec<f64>,
}

/// The results of one round, by the places of their cells and orders in [`FieldCounts`].
#[derive(Debug, Clone, Default)]
pub(super) struct RoundCounts {
    cells: Vec<(usize, CellCounts)>,
    orders: Vec<(usize, f64)>,
}

impl FieldCounts {
    /// The same cells and orders, of which nothing was counted.
    pub fn emptied(mut self) -> Self {
        self.cells.iter_mut().for_each(|(_, counts)| *counts = [0.0; 3]);
        self.order_counts.fill(0.0);
        self
    }

    /// How many players shared one place at most; two or more.
    pub fn largest_group(&self) -> usize {
        self.orders.iter().map(GameOrder::largest_group).max().unwrap_or(PAIR).max(PAIR)
    }

    /// Adds `times` these counts.
    pub fn add(&mut self, other: &RoundCounts, times: f64) {
        for (order, count) in &other.orders {
            self.order_counts[*order] += times * count;
        }
        for (cell, counts) in &other.cells {
            for (sum, count) in self.cells[*cell].1.iter_mut().zip(counts) {
                *sum += times * count;
            }
        }
    }
}

impl FieldGames {
    /// No games yet, between this many players.
    pub fn new(players: usize) -> Self {
        Self { players, games: Vec::new(), rankings: Vec::new() }
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

    /// Adds a game of more than two: the player and the place of each seat.
    pub fn add_ranking(&mut self, round: u64, seats: &[Participant], places: &[u8]) {
        let seats: Vec<_> = seats.iter().map(|player| player.index() as u16).collect();
        self.rankings.push((round, GameOrder::of_places(&seats, places)));
    }

    /// This many of the games, the first ones.
    pub(super) fn first_games(&self, count: usize) -> Self {
        let first = |all: usize| count.min(all);
        Self {
            players: self.players,
            games: self.games[..first(self.games.len())].to_vec(),
            rankings: self.rankings[..first(self.rankings.len())].to_vec(),
        }
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.games.len() + self.rankings.len()
    }

    /// Which players have games of more than one round with the same player. Units that repeat an
    /// earlier one are not among the games, so a player that has none always played the same.
    pub(super) fn players_with_variation(&self) -> Vec<bool> {
        let pairing = |(first, second): PairingCell| (first.min(second), first.max(second));
        let mut rounds: Vec<_> = self.games.iter().map(|game| (pairing(game.cell), game.round)).collect();
        for (round, order) in &self.rankings {
            rounds
                .extend(order.pairs().into_iter().map(|(one, other, _)| (pairing((one as u16, other as u16)), *round)));
        }
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
        let mut orders: Vec<_> = self.rankings.iter().map(|(_, order)| order.clone()).collect();
        orders.sort_unstable();
        orders.dedup();
        let order_counts = vec![0.0; orders.len()];
        let mut totals = FieldCounts { players: self.players, cells, orders: orders.into(), order_counts };
        for (_, order) in &self.rankings {
            let place = totals.order_position(order);
            totals.order_counts[place] += 1.0;
        }
        for game in &self.games {
            let cell = totals.position(game.cell);
            totals.cells[cell].1[usize::from(game.half_points)] += 1.0;
        }
        totals
    }

    /// The games of each round, by the places of their cells and orders in `totals`. Of more than
    /// `most` rounds, neighbours are put together.
    pub(super) fn rounds(&self, totals: &FieldCounts, most: usize) -> Vec<RoundCounts> {
        let of_pairs = self.games.iter().map(|game| game.round);
        let mut numbers: Vec<_> = of_pairs.chain(self.rankings.iter().map(|(round, _)| *round)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let count = numbers.len().min(most);
        let mut rounds = vec![RoundCounts::default(); count];
        let place = |round: &u64| {
            let nth = numbers.binary_search(round).expect("it is among them");
            nth * count / numbers.len()
        };
        for (round, order) in &self.rankings {
            rounds[place(round)].orders.push((totals.order_position(order), 1.0));
        }
        for game in &self.games {
            let round = &mut rounds[place(&game.round)].cells;
            let mut counts = [0.0; 3];
            counts[usize::from(game.half_points)] = 1.0;
            round.push((totals.position(game.cell), counts));
        }
        for RoundCounts { cells: round, .. } in &mut rounds {
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
    fn order_position(&self, order: &GameOrder) -> usize {
        self.orders.binary_search(order).expect("it was counted")
    }

    fn position(&self, cell: PairingCell) -> usize {
        self.cells.binary_search_by_key(&cell, |(cell, _)| *cell).expect("it was counted")
    }
}
