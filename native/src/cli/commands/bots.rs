//! `botyard bots`: lists the bundled bots.

use std::io::Write;

use botyard::bots;
use botyard_engine::catalog;

use crate::cli::command_error::CommandError;

const EXAMPLES: &str = "\
Examples:
  botyard bots                                        all of them, each with its game
  botyard play connect-four builtin:negamax human     one of them against you
  botyard new stratego --from builtin:gambler         a copy of one that is a script";

/// List the bundled bots
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {}

/// Prints a line for each bot: its name on the command line, its game, and its language if it is a
/// script whose source can be read.
pub fn run(_: &Args) -> Result<(), CommandError> {
    let mut out = anstream::stdout().lock();
    for game in catalog::NAMES {
        for bot in bots::list_for(game) {
            let name = format!("builtin:{}", bot.name_in(game));
            match bot.language() {
                Some(language) => writeln!(out, "{name:24} {game:13} {}", language.name())?,
                None => writeln!(out, "{name:24} {game}")?,
            }
        }
    }
    Ok(())
}
