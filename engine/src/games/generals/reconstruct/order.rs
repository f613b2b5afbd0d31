//! The order in which players moved, and the turn of a period in which each record was written.
//! Knows no boards.

use super::PERIOD;
use super::clues::LogPeriod;
use crate::seat::Seat;

/// For more players not all orders of moving can be tried.
const ORDERED_MAX: usize = 8;

/// For each record of a period the turn in it that it belongs to, counted from 0, and the guess
/// that is right.
pub(super) type Slots = Vec<(usize, usize)>;

/// An order of the players that explains all periods: the usual one if it does.
pub(super) fn order(players: usize, periods: &[LogPeriod]) -> Option<(Vec<Seat>, Vec<Slots>)> {
    let mut order: Vec<_> = (0..players).collect();
    loop {
        let mut places = vec![0; players];
        order.iter().enumerate().for_each(|(place, &seat)| places[seat] = place);
        if let Some(slots) = periods.iter().map(|period| slots(period, &places)).collect() {
            let is_usual = order.is_sorted();
            let order = if is_usual { Vec::new() } else { order.into_iter().map(Seat::new).collect() };
            return Some((order, slots));
        }
        if players > ORDERED_MAX || !permute(&mut order) {
            return None;
        }
    }
}

/// The earliest turn for each record: that leaves the most room for later records.
fn slots(period: &LogPeriod, places: &[usize]) -> Option<Slots> {
    let (players, mut next, mut slots) = (places.len(), 0, Vec::new());
    for (index, guesses) in period.records.iter().enumerate() {
        let is_last = period.decided && index + 1 == period.records.len();
        // The round in which a match is decided is its last one.
        let first = if is_last && period.grown { next.max(players) } else { next };
        let end = if is_last && !period.grown { players } else { PERIOD as usize * players };
        let turns = guesses.iter().enumerate().flat_map(|(guess, (seat, _))| {
            (0..PERIOD as usize).map(move |round| (round * players + places[seat.index()], guess))
        });
        let (slot, guess) = turns.filter(|(slot, _)| (first..end).contains(slot)).min()?;
        slots.push((slot, guess));
        next = slot + 1;
    }
    Some(slots)
}

/// The next permutation in lexicographic order; `false` after the last.
fn permute(order: &mut [usize]) -> bool {
    let Some(at) = (1..order.len()).rev().find(|&at| order[at - 1] < order[at]) else { return false };
    let with = (at..order.len()).rev().find(|&with| order[with] > order[at - 1]).unwrap_or(at);
    order.swap(at - 1, with);
    order[at..].reverse();
    true
}
