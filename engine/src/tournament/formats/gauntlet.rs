//! The gauntlet: the first participant meets each of the others.

use super::{FirstPairings, FormatDefinition, participants};
use crate::tournament::participant::{Pair, Participant};

pub(in super::super) const FORMAT: FormatDefinition = FormatDefinition::new(
    "gauntlet",
    "The first bot meets each of the others",
    FirstPairings::Fixed { of: pairs, of_last: |_| 1 },
);

fn pairs(count: usize) -> Vec<Pair> {
    participants(count).skip(1).map(|other| [Participant::new(0), other]).collect()
}
