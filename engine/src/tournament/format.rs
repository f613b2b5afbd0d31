//! The formats of tournaments: who meets whom, in games of how many seats. Knows no units and no
//! results.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::formats::{
    FirstPairings, FormatDefinition, continuous, double_elimination, gauntlet, knockout, round_robin, series, swiss,
};
use super::participant::PAIR;

/// The pairings of a tournament. Serialised in stores: names must not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every two participants meet.
    RoundRobin,
    /// The first participant meets each of the others.
    Gauntlet,
    /// The loser of each meeting is eliminated.
    Knockout,
    /// All participants play each game together: two of them, or as many as a game seats.
    Series,
    /// In each round, participants with about the same points meet.
    Swiss,
    /// A participant is eliminated when it has lost two meetings.
    DoubleElimination,
    /// The pairing that says most about the ratings is played next.
    Continuous,
}

impl Format {
    /// All of them, as lists show them.
    pub const ALL: [Self; 7] = [
        Self::RoundRobin,
        Self::Gauntlet,
        Self::Knockout,
        Self::Series,
        Self::Swiss,
        Self::DoubleElimination,
        Self::Continuous,
    ];

    pub(super) fn definition(self) -> &'static FormatDefinition {
        match self {
            Self::RoundRobin => &round_robin::FORMAT,
            Self::Gauntlet => &gauntlet::FORMAT,
            Self::Knockout => &knockout::FORMAT,
            Self::Series => &series::FORMAT,
            Self::Swiss => &swiss::FORMAT,
            Self::DoubleElimination => &double_elimination::FORMAT,
            Self::Continuous => &continuous::FORMAT,
        }
    }

    /// The name, as options and files hold it.
    pub fn name(self) -> &'static str {
        self.definition().name
    }

    /// Who meets whom, for lists of options.
    pub fn summary(self) -> &'static str {
        self.definition().summary
    }

    /// Whether it goes on until it is stopped, unless a number of games is given for all pairings
    /// together.
    pub fn is_endless(self) -> bool {
        matches!(self.definition().pairings, FirstPairings::Chosen { .. })
    }

    /// Whether later pairings depend on the results of earlier ones.
    pub fn draws_rounds(self) -> bool {
        matches!(self.definition().pairings, FirstPairings::Drawn(_) | FirstPairings::Chosen { .. })
    }

    /// Whether the number of rounds can be chosen, because results do not decide it.
    pub fn has_chosen_rounds(self) -> bool {
        matches!(self.definition().pairings, FirstPairings::Drawn(rules) if rules.usual_rounds(PAIR).is_some())
    }

    /// Whether two meet in each game, and who meets whom is known before the first.
    pub fn has_fixed_pairs(self) -> bool {
        matches!(self.definition().pairings, FirstPairings::Fixed { .. })
    }

    /// Whether a bot can come late.
    pub fn takes_late(self) -> bool {
        self.has_fixed_pairs() || self.is_endless()
    }

    /// How many games a unit has in which this many play together: one for each rotation of the
    /// seats, or in a field of more than eight one game.
    pub fn rotations(self, seats: usize) -> usize {
        if seats <= self.definition().rotated_seats_max { seats } else { 1 }
    }

    /// How many seats a game has in a tournament of this many participants, unless it has fields.
    pub fn seats(self, participants: usize) -> usize {
        match self.definition().pairings {
            FirstPairings::All => participants,
            FirstPairings::Fixed { .. } | FirstPairings::Chosen { .. } | FirstPairings::Drawn(_) => PAIR,
        }
    }

    /// How many pairings there are in a tournament of this many participants, at least.
    pub fn pairing_count(self, participants: usize) -> usize {
        match self.definition().pairings {
            FirstPairings::All => 1,
            FirstPairings::Fixed { of, .. } | FirstPairings::Chosen { of, .. } => of(participants).len(),
            FirstPairings::Drawn(rules) => {
                rules.meeting_count(participants, rules.usual_rounds(participants).unwrap_or(0))
            }
        }
    }
}

/// A name that no format has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected round-robin, gauntlet, knockout, series, swiss, double-elimination or continuous")]
pub struct FormatError;

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(name: &str) -> Result<Self, FormatError> {
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or(FormatError)
    }
}

/// As [`FromStr`] reads it.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
            assert_eq!(serde_json::to_value(format).expect("a name"), format.name());
            assert!(FormatError.to_string().contains(format.name()));
        }
        assert_eq!("league".parse::<Format>(), Err(FormatError));
    }

    #[test]
    fn a_game_seats_all_or_two() {
        let counts = |format: Format| (format.seats(5), format.pairing_count(5));
        assert_eq!(Format::ALL.map(counts), [(2, 10), (2, 4), (2, 4), (5, 1), (2, 6), (2, 8), (2, 10)]);
    }
}
