//! The options that choose one match of a source with several.

use botyard_engine::tournament::GameFilter;

/// Which match of a source is meant.
#[derive(Debug, clap::Args)]
pub struct GameChoiceArgs {
    /// Take this match of a file with several, counted from 1; `botyard results` lists the games of a
    /// series with their numbers
    #[arg(long, value_name = "N")]
    pub game: Option<usize>,
    #[command(flatten)]
    pub filter: GameFilterArgs,
}

/// Which games of a series are meant.
#[derive(Debug, clap::Args)]
pub struct GameFilterArgs {
    /// Take only games of a series in which this bot played
    #[arg(long, value_name = "BOT")]
    of: Option<String>,
    /// Take only games of a series that were lost by the bot of --of, or else by the first bot
    #[arg(long)]
    lost: bool,
    /// Take only games of a series in which the bot of --of, or else any bot, had a fault
    #[arg(long)]
    faults: bool,
}

impl GameChoiceArgs {
    /// The games of a series that are meant.
    pub fn filter(&self) -> GameFilter {
        GameFilter { number: self.game.map(|number| number as u64), ..self.filter.filter() }
    }
}

impl GameFilterArgs {
    /// Whether all games are meant.
    pub fn takes_all(&self) -> bool {
        self.filter().takes_all()
    }

    /// The games that are meant.
    pub fn filter(&self) -> GameFilter {
        GameFilter { number: None, of: self.of.clone(), lost: self.lost, faults: self.faults }
    }
}
