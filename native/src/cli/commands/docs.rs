//! `botyard docs`: prints the rules, the protocol, the starters and the guides that the page shows
//! too.

use std::io::Write;

use botyard_engine::fault::printable;
use botyard_manual::{GameManual, ManualPage, PAGES, common_pages};

use super::game_name::unknown_game;
use crate::cli::command_error::CommandError;

const EXAMPLES: &str = "\
Examples:
  botyard docs stratego                 the rules and the protocol
  botyard docs stratego starters        what `botyard new` writes, and how to build it
  botyard docs stratego guide           how to write a bot";

/// Print the rules, the protocol and the guides of a game, as Markdown
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// Game, such as connect-four
    game: String,
    /// Page: help, rules, protocol, starters, guide, javascript, series, fleet, cases, ci, sandbox
    /// or server [default: rules and protocol]
    page: Option<String>,
}

/// What is printed of a game if no page is named.
const USUAL: [&str; 2] = ["rules", "protocol"];

/// Prints the pages.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let manual = GameManual::find(&args.game).ok_or_else(|| CommandError::Usage(unknown_game(&args.game)))?;
    let wanted = args.page.as_deref().map_or(USUAL.to_vec(), |page| vec![page]);
    let pages: Vec<_> = common_pages().chain(manual.pages()).collect();
    let find = |name: &&str| pages.iter().find(|page| page.name == *name);
    let found: Option<Vec<&ManualPage>> = wanted.iter().map(find).collect();
    let found = found.ok_or_else(|| {
        let name = printable(args.page.as_deref().unwrap_or_default());
        CommandError::Usage(format!("no page `{name}` (pages: {})", PAGES.join(", ")))
    })?;
    let texts: Vec<_> = found.iter().map(|page| page.text.trim_end()).collect();
    Ok(writeln!(anstream::stdout().lock(), "{}", texts.join("\n\n"))?)
}

#[cfg(test)]
mod tests {
    use botyard_manual::GAMES;

    #[test]
    fn the_manual_has_the_games_of_the_catalogue() {
        let games = botyard_engine::catalog::NAMES.to_vec();
        assert_eq!(GAMES.map(|manual| manual.game).to_vec(), games);
    }
}
