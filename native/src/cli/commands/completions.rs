//! `botyard completions SHELL`: prints a script that completes this program's commands and options.

use clap_complete::Shell;

use crate::cli;
use crate::cli::command_error::CommandError;

const EXAMPLES: &str = "\
Examples:
  botyard completions bash > ~/.local/share/bash-completion/completions/botyard
  botyard completions zsh > ~/.zfunc/_botyard
  botyard completions fish > ~/.config/fish/completions/botyard.fish";

/// Print a script that completes commands and options in a shell
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// Shell that reads the script
    shell: Shell,
}

/// Prints it.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli::definition(), "botyard", &mut script);
    Ok(std::io::Write::write_all(&mut anstream::stdout().lock(), &script)?)
}
