//! The formats, each a value with a file of its own, and what they have in common. The rest of the
//! package knows them by [`Format`](super::Format).

pub(super) mod continuous;
pub(super) mod double_elimination;
pub(super) mod gauntlet;
pub(super) mod knockout;
pub(super) mod round_robin;
mod seeding;
pub(super) mod series;
pub(super) mod swiss;

use super::drawn_rounds::RoundDraw;
use super::fields::ROTATED_SEATS_MAX;
use super::participant::{PAIR, Pair, Participant};

/// A format.
#[derive(Debug)]
pub(super) struct FormatDefinition {
    /// The name, as options and files hold it.
    pub name: &'static str,
    /// Who meets whom, for lists of options.
    pub summary: &'static str,
    /// The pairings that it begins with.
    pub pairings: FirstPairings,
    /// The most seats of a game that is played in every rotation of them.
    pub rotated_seats_max: usize,
}

/// The pairings that a format begins with.
#[derive(Debug)]
pub(super) enum FirstPairings {
    /// One pairing of all.
    All,
    /// Pairings of two that are known before the first game, each once: a round has one seed, so a
    /// second game of a pair would be the same one.
    Fixed {
        /// Those of this many participants.
        of: fn(usize) -> Vec<Pair>,
        /// How many of them there are that have the last participant.
        of_last: fn(usize) -> usize,
    },
    /// Pairings of two that are all known before the first game. Which of them has the next units
    /// depends on the results of the units before.
    Chosen {
        /// Those of this many participants.
        of: fn(usize) -> Vec<Pair>,
        /// The pairings of the next units.
        choose: ChoosePairings,
    },
    /// Pairings of two that depend on the results of earlier rounds.
    Drawn(&'static dyn RoundDraw),
}

/// Chooses the pairings of this many units, by their places among these of this many participants; each
/// has these results. A choice depends on nothing else, on any computer.
pub(super) type ChoosePairings = fn(usize, &[Pair], &[PairingResults], usize) -> Vec<usize>;

/// The results of a pairing in the units that count.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct PairingResults {
    /// The points of each player, in the order of the pairing.
    pub points: Vec<f64>,
    /// How many units there were, void ones included.
    pub units: u64,
}

impl PairingResults {
    /// The results of any pairing of two before the first unit.
    pub fn none(_: usize) -> Self {
        Self { points: vec![0.0; PAIR], units: 0 }
    }
}

impl FormatDefinition {
    /// A format of games of two, of which fields may have more.
    const fn new(name: &'static str, summary: &'static str, pairings: FirstPairings) -> Self {
        Self { name, summary, pairings, rotated_seats_max: ROTATED_SEATS_MAX }
    }
}

fn participants(count: usize) -> impl DoubleEndedIterator<Item = Participant> + Clone {
    (0..count).map(Participant::new)
}
