//! The plan of a tournament: its game, bots and options.

use botyard_engine::tournament::{Format, Scoring};

use super::match_starts::MatchStarts;
use super::run_args::RunArgs;

/// The plan of a tournament: its game, bots and options.
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

    /// A note that more games are played than were asked for, with the reason; `None` if there are
    /// as many.
    pub fn rounding_note(&self) -> Option<String> {
        let (asked, seats) = (self.args.games, self.seats() as u64);
        let played = self.rounds() * seats;
        let unit = match seats {
            2 => "both seats".to_owned(),
            seats => format!("all {seats} rotations of the seats"),
        };
        let who = match self.format {
            Format::Series => "the series",
            Format::RoundRobin | Format::Gauntlet | Format::Knockout => "each pairing",
        };
        (played != asked).then(|| format!("--games {asked}: a unit has {unit}, so {who} plays {played} games"))
    }

    /// Whether the report is about the first bot, as `series` shows it.
    pub fn is_plain_series(&self) -> bool {
        self.format == Format::Series && self.args.scoring == Scoring::Standard
    }
}
