//! A tournament as it was asked for.

use botyard_engine::tournament::{Format, Scoring};

use super::match_starts::MatchStarts;
use super::run_args::RunArgs;

/// A tournament as it was asked for.
pub struct Plan<'a> {
    /// The game's name in the catalogue.
    pub game: &'static str,
    /// The bots, as the command line names them.
    pub players: &'a [String],
    /// Who meets whom.
    pub format: Format,
    /// All other options.
    pub args: &'a RunArgs,
    /// How matches start.
    pub starts: &'a MatchStarts<'a>,
}

impl Plan<'_> {
    /// How many bots a match seats.
    pub fn seats(&self) -> usize {
        match self.format {
            Format::Series => self.players.len(),
            Format::RoundRobin | Format::Gauntlet | Format::Knockout => 2,
        }
    }

    /// How many times all meet.
    pub fn rounds(&self) -> u64 {
        self.args.games.div_ceil(self.seats() as u64)
    }

    /// Whether the numbers are those of the first bot, as `series` shows them.
    pub fn is_plain_series(&self) -> bool {
        self.format == Format::Series && self.args.scoring == Scoring::Standard
    }
}
