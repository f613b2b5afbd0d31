//! Which players can be compared: those that have points against each other, directly or through
//! others (Ford 1957: for others the likeliest difference is infinite). Knows no ratings.

use super::RatingError;
use super::games::FieldCounts;

/// The players that have points against each other, directly or through others.
pub(super) struct Connections {
    /// By player: whether it has points against the other.
    reaches: Vec<Vec<bool>>,
    /// How many games each player has played.
    games: Vec<f64>,
}

impl Connections {
    pub fn from_counts(counts: &FieldCounts) -> Self {
        let players = counts.players;
        let mut reaches = vec![vec![false; players]; players];
        let mut games = vec![0.0; players];
        for ((first, second), [lost, drawn, won]) in &counts.cells {
            let (first, second) = (usize::from(*first), usize::from(*second));
            reaches[first][second] |= won + drawn > 0.0;
            reaches[second][first] |= lost + drawn > 0.0;
            games[first] += lost + drawn + won;
            games[second] += lost + drawn + won;
        }
        for (order, count) in counts.orders.iter().zip(&counts.order_counts).filter(|(_, count)| **count > 0.0) {
            for (one, other, is_level) in order.pairs() {
                reaches[one][other] = true;
                reaches[other][one] |= is_level;
            }
            order.players.iter().for_each(|player| games[usize::from(*player)] += count);
        }
        // Warshall's closure.
        for through in 0..players {
            let others = reaches[through].clone();
            for own in &mut reaches {
                if own[through] {
                    own.iter_mut().zip(&others).for_each(|(own, other)| *own |= other);
                }
            }
        }
        Self { reaches, games }
    }

    pub fn has_played(&self, player: usize) -> bool {
        self.games[player] > 0.0
    }

    /// The largest group of players that can all be compared: that of `anchor` if it is given, else
    /// one of these `candidates`. Of several as large ones it is the one whose players have played the
    /// most games, then that of the first candidate. `None` if it has one player only.
    pub fn rated_group(&self, anchor: Option<usize>, candidates: &[usize]) -> Option<Vec<usize>> {
        let group = |player: usize| -> Vec<usize> {
            (0..self.games.len()).filter(|&other| other == player || self.are_comparable(player, other)).collect()
        };
        let games = |group: &[usize]| group.iter().map(|player| self.games[*player]).sum::<f64>();
        let order = |one: &Vec<usize>, other: &Vec<usize>| {
            one.len().cmp(&other.len()).then(games(one).total_cmp(&games(other)))
        };
        let largest = match anchor {
            Some(player) => group(player),
            // Of equal ones, the last one would be taken.
            None => candidates.iter().rev().map(|player| group(*player)).max_by(order)?,
        };
        (largest.len() > 1).then_some(largest)
    }

    pub fn are_comparable(&self, player: usize, other: usize) -> bool {
        self.reaches[player][other] && self.reaches[other][player]
    }

    /// The position of a player relative to `others` that it cannot be compared with: infinitely
    /// far above or below. `None` if some are above it and some below, or if it has met none of
    /// them.
    pub fn extreme(&self, player: usize, others: &[usize]) -> Option<f64> {
        let is_any = |is: &dyn Fn(usize) -> bool| others.iter().any(|&other| other != player && is(other));
        match (is_any(&|other| self.reaches[player][other]), is_any(&|other| self.reaches[other][player])) {
            (true, false) => Some(f64::INFINITY),
            (false, true) => Some(f64::NEG_INFINITY),
            (false, false) | (true, true) => None,
        }
    }

    /// Where a player stands that cannot be compared with this rated one.
    pub fn reason(&self, player: usize, rated: usize) -> RatingError {
        match (self.has_played(player), self.reaches[player][rated], self.reaches[rated][player]) {
            (false, ..) => RatingError::NoGames,
            (true, true, _) => RatingError::Unbeaten,
            (true, false, true) => RatingError::Winless,
            (true, false, false) => RatingError::NeverMet,
        }
    }
}
