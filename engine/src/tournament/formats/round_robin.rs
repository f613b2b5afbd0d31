//! The round robin: every two participants meet.

use super::{FirstPairings, FormatDefinition, participants};
use crate::tournament::participant::Pair;

pub(in super::super) const FORMAT: FormatDefinition = FormatDefinition::new(
    "round-robin",
    "Every two bots meet",
    FirstPairings::Fixed { of: pairs, of_last: |count| count - 1 },
);

pub(super) fn pairs(count: usize) -> Vec<Pair> {
    participants(count)
        .flat_map(|one| participants(count).skip(one.index() + 1).map(move |other| [one, other]))
        .collect()
}
