//! `botyard man DIR`: writes manual pages.

use std::fs;
use std::path::PathBuf;

use botyard_engine::fault::printable;

use crate::cli;
use crate::cli::command_error::CommandError;
use crate::cli::output::stderr_notes::note;

const EXAMPLES: &str = "\
Examples:
  botyard man ~/.local/share/man/man1     then `man botyard-play` shows a page";

/// Write manual pages, one for each command
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// Folder for the pages; it is created if it is missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes them.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let folder = &args.folder;
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(cli::definition(), folder))
        .map_err(|error| CommandError::file("write", folder, &error))?;
    note(&format!("wrote the manual pages into {}", printable(&folder.display().to_string())));
    Ok(())
}
