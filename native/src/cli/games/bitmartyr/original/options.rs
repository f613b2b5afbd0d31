//! The options of `botyard play bitmartyr`.

use botyard_engine::games::bitmartyr::{
    BitMartyrBoard, BitMartyrSettings, MissingOrder, Placement, PlacementParams, WireFormat, place,
};

use super::command_line::{MISSING, named};
use crate::cli::command_error::CommandError;

/// Options of a match of BitMartyr. What is not said is as in the original.
#[derive(Debug, clap::Args)]
#[group(id = "bitmartyr")]
pub struct BitMartyrOptions {
    /// Width of the board in cells
    #[arg(long, value_name = "N", default_value_t = 100)]
    width: usize,
    /// Height of the board in cells
    #[arg(long, value_name = "N", default_value_t = 100)]
    height: usize,
    /// Units that each team starts with
    #[arg(long, value_name = "N", default_value_t = 5)]
    population: usize,
    /// Where units start: spaced (equal distances) or random (drawn from the seed)
    #[arg(long, value_name = "HOW", default_value = "spaced", value_parser = placement)]
    placement: Placement,
    /// The whole board instead, such as 2E/3/J2: numbers are empty cells, A to E Red's units, F to
    /// J Green's and so on
    #[arg(long, value_name = "ROWS", conflicts_with_all = ["width", "height", "population", "placement"])]
    board: Option<BitMartyrBoard>,
    /// Number of turns
    #[arg(long, value_name = "N", default_value_t = 1000)]
    duration: u32,
    /// What a unit does if its bot sends no order for it: die or stay
    #[arg(long, value_name = "WHAT", default_value = "die", value_parser = missing)]
    missing: MissingOrder,
    /// Format of each bot in seat order, separated by commas: standard (default), plain or basic
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', value_parser = wire)]
    formats: Vec<WireFormat>,
}

impl BitMartyrOptions {
    /// The settings of a match between this many teams.
    ///
    /// # Errors
    /// If no board can be made of the options.
    pub fn settings(&self, teams: usize, seed: u64) -> Result<BitMartyrSettings, CommandError> {
        let &Self { width, height, population, placement, .. } = self;
        let params = PlacementParams { width, height, teams, population, placement, seed };
        let board = match &self.board {
            Some(board) => board.clone(),
            None => place(&params).map_err(|why| CommandError::Usage(why.to_string()))?,
        };
        Ok(self.settings_on(board, seed))
    }

    /// The settings of a match that starts from this board.
    pub fn settings_on(&self, board: BitMartyrBoard, seed: u64) -> BitMartyrSettings {
        let &Self { duration, missing, .. } = self;
        BitMartyrSettings { duration, missing, wires: self.formats.clone(), seed, ..BitMartyrSettings::on(board) }
    }
}

fn placement(text: &str) -> Result<Placement, String> {
    named(&Placement::ALL, text)
}

fn missing(text: &str) -> Result<MissingOrder, String> {
    named(&MISSING, text)
}

fn wire(text: &str) -> Result<WireFormat, String> {
    named(&WireFormat::ALL, text)
}
