//! The switches that are rules: `botyard play stratego` has them too.

use botyard_engine::games::stratego::{CoinToss, StrategoSettings, Variant};

use super::option_values::{self, TurnLimit};

/// What the rules of a match are.
#[derive(Debug, clap::Args)]
pub struct StrategoOptions {
    /// An illegal response costs the turn only
    #[arg(short = 'i')]
    pub ignore_illegal: bool,
    /// The turn with which the match is a draw, or inf [default: 5000]
    #[arg(short = 'm', value_name = "TURNS", allow_negative_numbers = true)]
    pub maximum: Option<TurnLimit>,
    /// The rules of combat: ucc, or wiki
    #[arg(long, value_name = "NAME", default_value = "ucc", value_parser = option_values::variant)]
    variant: Variant,
    /// Armies may have fewer pieces
    #[arg(long)]
    partial_setup: bool,
}

impl StrategoOptions {
    /// The settings of a match under these rules; the coin of the variant wiki is drawn from `seed`.
    pub fn settings(&self, seed: u64) -> StrategoSettings {
        StrategoSettings {
            variant: self.variant,
            coin: if self.variant == Variant::Wiki { CoinToss::from_seed(seed) } else { CoinToss::default() },
            partial_setup: self.partial_setup,
            ignore_illegal: self.ignore_illegal,
            max_turns: self.maximum.map_or(Some(StrategoSettings::MAX_TURNS), |maximum| maximum.0),
        }
    }
}
