//! The description of a tournament in its store: all that its results depend on. Frozen: stores are
//! read for ever.

use botyard_engine::replay::MatchTerms;
use botyard_engine::tournament::{Format, Scoring};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::match_starts::PositionsDescription;
use super::tournament_bots::BotDescription;

/// A tournament as a store describes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TournamentDescription {
    /// The game's name in the catalogue.
    pub game: String,
    /// The format: who meets whom.
    #[serde(default = "series")]
    pub format: Format,
    /// The bots, in the order of the command line.
    pub players: Vec<BotDescription>,
    /// The seed of the tournament.
    pub seed: u64,
    /// The terms of the bots.
    pub terms: MatchTerms,
    /// The file of --positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<PositionsDescription>,
    /// The settings for seed 0, in place of the game's own options.
    pub settings: Value,
    /// How often a game is started until a failed start counts.
    #[serde(default = "one")]
    pub starts: usize,
    /// The number of rounds in each meeting of a knockout, on which it depends who advances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knockout_rounds: Option<u64>,
}

/// The first stores had only series.
fn series() -> Format {
    Format::Series
}

fn one() -> usize {
    Scoring::Standard.starts()
}

impl TournamentDescription {
    /// Reads a store's description; `None` if it does not describe a tournament.
    pub fn read(value: &Value) -> Option<Self> {
        serde_json::from_value(value.clone()).ok()
    }

    /// The description as a store has it.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("a description has text keys only")
    }

    /// The names of the bots whose files differ from the stored ones.
    pub fn changed<'a>(&'a self, stored: &'a Self) -> impl Iterator<Item = &'a str> {
        let pairs = self.players.iter().zip(&stored.players);
        pairs.filter(|(own, stored)| own != stored).map(|(own, _)| own.name.as_str())
    }

    /// Checks that this tournament is the stored one, except for the content of the bots' files.
    ///
    /// # Errors
    /// What differs, and what to do.
    pub fn check_same(&self, stored: &Self) -> Result<(), String> {
        let names = |description: &Self| -> Vec<String> {
            description.players.iter().map(|player| player.name.clone()).collect()
        };
        if self.game != stored.game {
            return Err(format!("the stored games are of {}, not of {}", stored.game, self.game));
        }
        if names(self) != names(stored) {
            let (stored, own) = (names(stored).join(", "), names(self).join(", "));
            return Err(format!("the stored games are of other bots: {stored}, not {own}"));
        }
        for (what, is_same) in [
            ("format", self.format == stored.format),
            ("seed", self.seed == stored.seed),
            ("time limit or clock", self.terms == stored.terms),
            ("file of --positions", self.positions == stored.positions),
            ("game's settings", self.settings == stored.settings),
            ("number of starts (--scoring)", self.starts == stored.starts),
            ("number of games for each meeting", self.knockout_rounds == stored.knockout_rounds),
        ] {
            if !is_same {
                return Err(format!("the stored games have another {what}: use its options, or start in another file"));
            }
        }
        Ok(())
    }
}
