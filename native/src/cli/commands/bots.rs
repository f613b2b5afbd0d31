//! `botyard bots`: lists the bundled bots.

use std::io::Write;

use botyard::bots;
use botyard_engine::catalog;

use crate::cli::command_error::CommandError;

/// List the bundled bots
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Prints a line for each bot: its name on the command line, and its game.
pub fn run(_: &Args) -> Result<(), CommandError> {
    let mut out = anstream::stdout().lock();
    for game in catalog::NAMES {
        for bot in bots::of(game) {
            writeln!(out, "{:24} {game}", format!("builtin:{}", bot.name_in(game)))?;
        }
    }
    Ok(())
}
