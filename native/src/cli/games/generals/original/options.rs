//! The options of `botyard play generals`.

use std::path::PathBuf;
use std::time::Duration;

use botyard_engine::games::generals::{GeneralsMap, GeneralsSettings, random_order};
use botyard_engine::referee::host::TimeBank;

use super::map_file;
use crate::cli::command_error::CommandError;
use crate::cli::time_text::parse_time;

/// Options of a match of Generals. What is not said is as in [`GeneralsSettings::drawn`].
#[derive(Debug, clap::Args)]
#[group(id = "generals")]
pub struct GeneralsOptions {
    /// Map file, as `botyard generals map` writes it [default: a map generated from the seed]
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Order of moves: drawn from the seed, or seat order
    #[arg(long, value_name = "ORDER", default_value = "random")]
    order: MoveOrder,
    /// Number of rounds after which the match ends [default: 1000]
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// Rounds between the gains of owned cities and capitals, one unit each [default: 2]
    #[arg(long, value_name = "ROUNDS")]
    towns_grow: Option<u32>,
    /// Rounds between the gains of owned open ground, one unit each [default: 50]
    #[arg(long, value_name = "ROUNDS")]
    land_grows: Option<u32>,
    /// Units that a capital starts with [default: 1]
    #[arg(long, value_name = "UNITS")]
    garrison: Option<u32>,
    /// Time that each bot has for the whole match, or `none` for no clock [default: 2s]
    #[arg(long, value_name = "TIME", value_parser = clock)]
    bank: Option<BankOption>,
    /// Time that each answer adds to the bank [default: 1ms]
    #[arg(long, value_name = "TIME", value_parser = increment)]
    increment: Option<Duration>,
}

/// In which order players move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum MoveOrder {
    /// Drawn from the seed.
    Random,
    /// Seat order.
    Fixed,
}

/// `--bank`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BankOption {
    /// No clock.
    None,
    /// This much time.
    Of(Duration),
}

impl GeneralsOptions {
    /// The settings of a match between this many players.
    ///
    /// # Errors
    /// If the map cannot be read, or there is an increment without a clock.
    pub fn settings(&self, players: usize, seed: u64) -> Result<GeneralsSettings, CommandError> {
        match &self.map {
            Some(path) => self.settings_on(map_file::read(path).map_err(CommandError::File)?, seed),
            None => self.complete(GeneralsSettings::drawn(players, seed)),
        }
    }

    /// The settings of a match on this map, between as many players as it has capitals.
    ///
    /// # Errors
    /// If there is an increment without a clock.
    pub fn settings_on(&self, map: GeneralsMap, seed: u64) -> Result<GeneralsSettings, CommandError> {
        let order = random_order(map.capitals().count(), seed);
        self.complete(GeneralsSettings { order, ..GeneralsSettings::on(map) })
    }

    /// These settings with the changes of the options.
    fn complete(&self, drawn: GeneralsSettings) -> Result<GeneralsSettings, CommandError> {
        let order = if self.order == MoveOrder::Fixed { Vec::new() } else { drawn.order };
        let rounds = self.rounds.unwrap_or(drawn.rounds);
        let towns_grow = self.towns_grow.unwrap_or(drawn.towns_grow);
        let land_grows = self.land_grows.unwrap_or(drawn.land_grows);
        let garrison = self.garrison.unwrap_or(drawn.garrison);
        Ok(GeneralsSettings { order, rounds, towns_grow, land_grows, garrison, bank: self.bank(drawn.bank)?, ..drawn })
    }

    fn bank(&self, usual: Option<TimeBank>) -> Result<Option<TimeBank>, CommandError> {
        let usual = usual.unwrap_or(TimeBank { initial: Duration::ZERO, increment: Duration::ZERO });
        let initial = match self.bank {
            Some(BankOption::None) if self.increment.is_some() => {
                return Err(CommandError::Usage("--increment cannot be used with --bank none".to_owned()));
            }
            Some(BankOption::None) => return Ok(None),
            Some(BankOption::Of(initial)) => initial,
            None => usual.initial,
        };
        Ok(Some(TimeBank { initial, increment: self.increment.unwrap_or(usual.increment) }))
    }
}

/// Parses `--bank`.
///
/// # Errors
/// What is expected instead.
pub fn clock(text: &str) -> Result<BankOption, String> {
    if text == "none" {
        return Ok(BankOption::None);
    }
    parse_time(text).map(BankOption::Of).map_err(|why| format!("{why}, or none"))
}

fn increment(text: &str) -> Result<Duration, String> {
    let number = text.trim_end_matches(['m', 's']);
    if number.parse() == Ok(0.0) { Ok(Duration::ZERO) } else { parse_time(text) }
}
