//! The participants of a tournament, by number.

use serde::{Deserialize, Serialize};

/// How many seats a game of two has.
pub const PAIR: usize = 2;

/// The participants of a format that is for two by its nature: the one that was named first is in
/// front.
pub type Pair = [Participant; PAIR];

/// A participant, counted from 0 in the order in which they were named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Participant(u16);

impl Participant {
    /// The `index`th participant, from 0.
    ///
    /// # Panics
    /// If there cannot be this many.
    pub fn new(index: usize) -> Self {
        Self(u16::try_from(index).expect("at most 65536 participants"))
    }

    /// Where it stands among the participants, from 0.
    pub fn index(self) -> usize {
        self.0.into()
    }
}
