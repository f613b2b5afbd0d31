//! The formats of tournaments: who meets whom, in games of how many seats. Knows no units and no
//! results.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::fields::ROTATED_SEATS_MAX;
use super::participant::{PAIR, Pair, Participant};

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
}

/// The pairings that a format begins with.
pub(super) enum Pairings {
    /// One pairing of all.
    All,
    /// These pairings of two, each once: a round has one seed, so a second game of a pair would be the
    /// same one.
    Pairs(Vec<Pair>),
    /// Those of the first round of a bracket.
    Bracket,
}

impl Format {
    /// All of them, as lists show them.
    pub const ALL: [Self; 4] = [Self::RoundRobin, Self::Gauntlet, Self::Knockout, Self::Series];

    /// The name, as options and files hold it.
    pub fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Knockout => "knockout",
            Self::Series => "series",
        }
    }

    /// Who meets whom, for lists of options.
    pub fn summary(self) -> &'static str {
        match self {
            Self::RoundRobin => "Every two bots meet",
            Self::Gauntlet => "The first bot meets each of the others",
            Self::Knockout => "The loser of each meeting is eliminated",
            Self::Series => "All bots play every game together",
        }
    }

    /// Whether later pairings depend on the results of earlier ones.
    pub fn has_bracket(self) -> bool {
        matches!(self.pairings(0), Pairings::Bracket)
    }

    /// Whether two meet in each game, and who meets whom is known before the first.
    pub fn has_fixed_pairs(self) -> bool {
        matches!(self.pairings(0), Pairings::Pairs(_))
    }

    /// How many games a unit has in which this many play together: one for each rotation of the
    /// seats, or in a field of more than eight one game.
    pub fn rotations(self, seats: usize) -> usize {
        match self {
            Self::Series => seats,
            Self::RoundRobin | Self::Gauntlet | Self::Knockout if seats <= ROTATED_SEATS_MAX => seats,
            Self::RoundRobin | Self::Gauntlet | Self::Knockout => 1,
        }
    }

    /// How many seats a game has in a tournament of this many participants, unless it has fields.
    pub fn seats(self, participants: usize) -> usize {
        match self.pairings(0) {
            Pairings::All => participants,
            Pairings::Pairs(_) | Pairings::Bracket => PAIR,
        }
    }

    /// How many pairings there are in a tournament of this many participants.
    pub fn pairing_count(self, participants: usize) -> usize {
        match self.pairings(participants) {
            Pairings::All => 1,
            Pairings::Pairs(pairs) => pairs.len(),
            // Each meeting eliminates one of them.
            Pairings::Bracket => participants.saturating_sub(1),
        }
    }

    pub(super) fn pairings(self, participants: usize) -> Pairings {
        let all = || (0..participants).map(Participant::new);
        match self {
            Self::Series => Pairings::All,
            Self::Gauntlet => Pairings::Pairs(all().skip(1).map(|other| [Participant::new(0), other]).collect()),
            Self::RoundRobin => Pairings::Pairs(
                all().flat_map(|one| all().skip(one.index() + 1).map(move |other| [one, other])).collect(),
            ),
            Self::Knockout => Pairings::Bracket,
        }
    }
}

/// A name that no format has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected round-robin, gauntlet, knockout or series")]
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
        }
        assert_eq!("swiss".parse::<Format>(), Err(FormatError));
    }

    #[test]
    fn a_game_seats_all_or_two() {
        let counts = |format: Format| (format.seats(5), format.pairing_count(5));
        assert_eq!(Format::ALL.map(counts), [(2, 10), (2, 4), (2, 4), (5, 1)]);
    }
}
