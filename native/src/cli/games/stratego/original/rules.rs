//! The options that change rules: `botyard play stratego` has them too.

use botyard_engine::games::stratego::{CoinToss, StrategoSettings, Variant};

use super::option_values::{self, TurnLimit};

/// What the rules of a match are.
#[derive(Debug, clap::Args)]
pub struct StrategoOptions {
    /// An illegal response only costs the turn
    #[arg(short = 'i')]
    pub ignore_illegal: bool,
    /// Declare a draw at this turn, or inf for no limit [default: 5000]
    #[arg(short = 'm', value_name = "TURNS", allow_negative_numbers = true)]
    pub maximum: Option<TurnLimit>,
    /// Rules of combat: ucc or wiki
    #[arg(long, value_name = "NAME", default_value = "ucc", value_parser = option_values::variant)]
    variant: Variant,
    /// Allow armies with fewer pieces
    #[arg(long)]
    partial_setup: bool,
}

impl StrategoOptions {
    /// The settings of a match with these options; the coin of the variant wiki is drawn from
    /// `seed`.
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
