//! `botyard bots`: lists the bundled bots.

use std::io::Write;

use botyard::bots::{self, BundledBot};
use botyard_engine::catalog;

use super::command_error::CommandError;

/// List the bundled bots
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Prints a line for each bot: its name on the command line, and its game.
pub fn run(_: &Args) -> Result<(), CommandError> {
    let mut out = anstream::stdout().lock();
    for game in catalog::NAMES {
        for bot in bots::of(game) {
            writeln!(out, "{:24} {game}", format!("builtin:{}", short(bot, game)))?;
        }
    }
    Ok(())
}

/// The bot's name where its game is known.
pub fn short<'a>(bot: &'a BundledBot, game: &str) -> &'a str {
    bot.name.strip_prefix(game).and_then(|rest| rest.strip_prefix('-')).unwrap_or(bot.name)
}
