//! `botyard licences`: prints the licences of what the program, the page and the bots contain.

use std::io::Write;

use botyard::licences::LIST;

use crate::cli::command_error::CommandError;

const EXAMPLES: &str = "\
Examples:
  botyard licences                     what comes with this program, and the texts of the licences
  botyard licences > licences.txt      the same in a file";

/// Print the licences of everything that comes with this program
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {}

/// Prints the list.
pub fn run(_: &Args) -> Result<(), CommandError> {
    let list = LIST.ok_or_else(|| {
        CommandError::File(
            "this program was built without the list of licences: run `cargo xtask licences && cargo install --path native` in its \
             sources"
                .to_owned(),
        )
    })?;
    Ok(anstream::stdout().lock().write_all(list.as_bytes())?)
}
