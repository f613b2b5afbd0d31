//! `botyard games`: what can be played.

use std::io::Write;

use botyard_engine::catalog::{self, Playable, Visitor};

use super::command_error::CommandError;

/// List the games that can be played
#[derive(Debug, clap::Args)]
pub struct Args {}

/// One line a game: its name, its title, and how many can play it.
pub fn run(_: &Args) -> Result<(), CommandError> {
    struct Line;
    impl Visitor for Line {
        type Out = String;
        fn visit<G: Playable>(self) -> String {
            format!("{:16} {}, {}", G::NAME, G::TITLE, catalog::players::<G>())
        }
    }
    let mut out = anstream::stdout().lock();
    for line in catalog::NAMES.iter().filter_map(|name| catalog::visit(name, Line)) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
