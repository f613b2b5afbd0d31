//! Ways of counting: how games become points, and who is before whom. Knows no statistics.

use std::fmt;
use std::str::FromStr;

use super::counted_games::CountedGames;
use super::schedule::Participant;
use super::tally::PlayerTally;

/// How games become points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scoring {
    /// A point for each game won and half a point for each that was shared.
    #[default]
    Standard,
    /// Those of the UCC Programming Competition 2012 for Stratego, by its `simulate.py`.
    Ucc2012,
    /// The Connect 4 Moderator's table: by games won, then by ties. A game in which a bot does not start is started again, and
    /// the sixth failed start forfeits it.
    Moderator,
}

impl Scoring {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Ucc2012, Self::Moderator];

    /// The name, as options and files hold it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Ucc2012 => "ucc2012",
            Self::Moderator => "moderator",
        }
    }

    /// How often a game is started until a failed start counts.
    pub fn starts(self) -> usize {
        match self {
            Self::Standard | Self::Ucc2012 => 1,
            Self::Moderator => 6,
        }
    }
}

/// A name that no way of counting has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected standard, ucc2012 or moderator")]
pub struct ScoringError;

impl FromStr for Scoring {
    type Err = ScoringError;

    fn from_str(name: &str) -> Result<Self, ScoringError> {
        Self::ALL.into_iter().find(|scoring| scoring.name() == name).ok_or(ScoringError)
    }
}

/// As [`FromStr`] reads it.
impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Where a participant stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// Who.
    pub participant: Participant,
    /// Its place, from 1; participants that are level share one.
    pub place: usize,
    /// Its points.
    pub points: f64,
    /// What was counted of it.
    pub tally: PlayerTally,
    /// How often it did not start in a game that was played again.
    pub failed_starts: u64,
}

/// Where all participants stand, the first one first; those that are level in the order of naming. `places` is that of a
/// knockout, where it is known, and goes before points.
pub fn standings(games: &CountedGames, scoring: Scoring, places: Option<&[Option<usize>]>) -> Vec<Standing> {
    let mut all: Vec<_> = (0..games.participants())
        .map(|index| {
            let participant = Participant::new(index);
            let tally = games.player(participant);
            let points = match scoring {
                Scoring::Standard => tally.results.points(),
                Scoring::Moderator => tally.results.won as f64,
                Scoring::Ucc2012 => games.round_points().iter().map(|round| round[index]).sum::<i64>() as f64,
            };
            Standing { participant, place: 0, points, tally, failed_starts: games.failed_starts()[index] }
        })
        .collect();
    let compare = |a: &Standing, b: &Standing| match places {
        // Who is still in a knockout is before all that are out.
        Some(places) => {
            let place = |standing: &Standing| places[standing.participant.index()].unwrap_or(0);
            place(a).cmp(&place(b))
        }
        None if scoring == Scoring::Moderator => {
            b.points.total_cmp(&a.points).then(b.tally.results.drawn.cmp(&a.tally.results.drawn))
        }
        None => b.points.total_cmp(&a.points),
    };
    all.sort_by(compare);
    for nth in 0..all.len() {
        let is_level = nth > 0 && compare(&all[nth - 1], &all[nth]).is_eq();
        all[nth].place = if is_level { all[nth - 1].place } else { nth + 1 };
    }
    all
}
