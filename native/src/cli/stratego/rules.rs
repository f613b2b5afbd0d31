//! The switches that are rules: `botyard play stratego` has them too.

use botyard_engine::games::stratego::{Coin, Settings, Variant};

use super::switches::{self, Maximum};

/// What the rules of a match are.
#[derive(Debug, clap::Args)]
pub struct Rules {
    /// An illegal response costs the turn only
    #[arg(short = 'i')]
    pub ignore_illegal: bool,
    /// The turn with which the match is a draw, or inf [default: 5000]
    #[arg(short = 'm', value_name = "TURNS", allow_negative_numbers = true)]
    pub maximum: Option<Maximum>,
    /// The rules of combat: ucc, or wiki
    #[arg(long, value_name = "NAME", default_value = "ucc", value_parser = switches::variant)]
    variant: Variant,
    /// Armies may have fewer pieces
    #[arg(long)]
    partial_setup: bool,
}

impl Rules {
    /// The settings of a match under these rules; the coin of the variant wiki is drawn from `seed`.
    pub fn settings(&self, seed: u64) -> Settings {
        Settings {
            variant: self.variant,
            coin: if self.variant == Variant::Wiki { Coin::from_seed(seed) } else { Coin::default() },
            partial_setup: self.partial_setup,
            ignore_illegal: self.ignore_illegal,
            max_turns: self.maximum.map_or(Some(Settings::MAX_TURNS), |maximum| maximum.0),
        }
    }
}
