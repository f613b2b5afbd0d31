//! `botyard games`: lists the games.

use std::io::Write;

use botyard_engine::catalog::{self, Playable, Visitor};

use crate::cli::command_error::CommandError;

const EXAMPLES: &str = "\
Examples:
  botyard games                        their names, and how many can play
  botyard docs stratego                the rules and the protocol of one
  botyard play stratego --help         its options";

/// List the games
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {}

/// Prints a line for each game: its name, its title, and the number of players.
pub fn run(_: &Args) -> Result<(), CommandError> {
    struct DescribeGame;
    impl Visitor for DescribeGame {
        type Out = String;
        fn visit<G: Playable>(self) -> String {
            format!("{:16} {}, {}", G::NAME, G::TITLE, catalog::players::<G>())
        }
    }
    let mut out = anstream::stdout().lock();
    for line in catalog::NAMES.iter().filter_map(|name| catalog::visit(name, DescribeGame)) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
