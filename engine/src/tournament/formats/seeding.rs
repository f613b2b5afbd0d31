//! The first round of an elimination tournament. Participants are seeded in the order in which they
//! were named: the first two can meet only at the end, and if the number of participants is not a
//! power of two, the first ones have a bye.

use crate::tournament::drawn_rounds::Places;
use crate::tournament::participant::{PAIR, Participant};

/// The places of the first round of this many participants, two or more.
pub(super) fn first_round(participants: usize) -> Vec<Places> {
    let entrant = |seeding: usize| (seeding < participants).then(|| Participant::new(seeding));
    pairs(&seeding_order(participants.next_power_of_two()).into_iter().map(entrant).collect::<Vec<_>>())
}

/// Neighbours meet.
pub(super) fn pairs(entrants: &[Option<Participant>]) -> Vec<Places> {
    entrants.as_chunks::<PAIR>().0.to_vec()
}

/// Seedings in the order of the bracket: 0 7 3 4 1 6 2 5 for eight.
fn seeding_order(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let last = PAIR * order.len() - 1;
        order = order.iter().flat_map(|&seeding| [seeding, last - seeding]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_two_are_in_different_halves() {
        assert_eq!(seeding_order(8), [0, 7, 3, 4, 1, 6, 2, 5]);
    }
}
