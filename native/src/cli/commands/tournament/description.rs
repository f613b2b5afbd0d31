//! What a store says of its series: all that its results depend on. Frozen: stores are read for ever.

use botyard_engine::replay::MatchTerms;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::series_bots::BotDescription;

/// A series as a store describes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Description {
    /// The game's name in the catalogue.
    pub game: String,
    /// The bots, in the order of the command line.
    pub players: Vec<BotDescription>,
    /// The seed of the series.
    pub seed: u64,
    /// What bots are allowed.
    pub terms: MatchTerms,
    /// The settings for seed 0: they stand for the game's own options.
    pub settings: Value,
}

impl Description {
    /// Reads a store's description; `None` if it is not one of a series.
    pub fn read(value: &Value) -> Option<Self> {
        serde_json::from_value(value.clone()).ok()
    }

    /// As a store holds it.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("a description has text keys only")
    }

    /// Whether this series is the stored one.
    ///
    /// # Errors
    /// What differs, and what to do.
    pub fn check_same(&self, stored: &Self) -> Result<(), String> {
        let names = |description: &Self| -> Vec<String> {
            description.players.iter().map(|player| player.name.clone()).collect()
        };
        if self.game != stored.game {
            return Err(format!("the stored series is of {}, not of {}", stored.game, self.game));
        }
        if names(self) != names(stored) {
            let (stored, own) = (names(stored).join(", "), names(self).join(", "));
            return Err(format!("the stored series is of other bots: {stored}, not {own}"));
        }
        if let Some((changed, _)) = self.players.iter().zip(&stored.players).find(|(own, stored)| own != stored) {
            let name = &changed.name;
            return Err(format!(
                "{name} has changed since the stored games were played: start a new series in another file"
            ));
        }
        for (what, is_same) in [
            ("seed", self.seed == stored.seed),
            ("time limit or clock", self.terms == stored.terms),
            ("game's settings", self.settings == stored.settings),
        ] {
            if !is_same {
                return Err(format!("the stored series has another {what}: use its options, or start a new series"));
            }
        }
        Ok(())
    }
}
